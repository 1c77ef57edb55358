use crate::board::{Board, Position, Symmetry, SymmetryUse};
use crate::engine::{Bits, Engine};
use crate::problem::Problem;
use std::ops::RangeInclusive;

/// A start and finishes as a sweep sees them.
///
/// Positions count up to the symmetries that fix the start and the set of finishes. Let `g` be one. A line
/// from the start to a position becomes, jump by jump, a line from `g(start) = start` to the position's
/// image, and likewise from a position to a finish. So a class is reachable, or winning, as a whole or not at
/// all, and one member answers for all.
#[derive(Clone, Debug)]
pub(crate) struct SweepTask<B> {
    board: Board,
    start: B,
    finishes: Vec<B>,
    symmetries: Vec<Symmetry>,
}

/// What a sweep is asked: of one machine, or of a cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepQuestion<'a> {
    pub(crate) start: &'a Position,
    /// With a problem, what can win, too.
    pub(crate) problem: Option<&'a Problem>,
    pub(crate) symmetry: SymmetryUse,
}

impl<'a> SweepQuestion<'a> {
    pub(crate) fn of_problem(problem: &'a Problem, symmetry: SymmetryUse) -> SweepQuestion<'a> {
        SweepQuestion {
            start: problem.start(),
            problem: Some(problem),
            symmetry,
        }
    }

    pub(crate) fn from_start(start: &'a Position, symmetry: SymmetryUse) -> SweepQuestion<'a> {
        SweepQuestion {
            start,
            problem: None,
            symmetry,
        }
    }

    pub(crate) fn task<B: Bits>(&self, engine: &Engine<B>) -> SweepTask<B> {
        match self.problem {
            Some(problem) => SweepTask::of_problem(engine, problem, self.symmetry),
            None => SweepTask::from_start(engine, self.start, self.symmetry),
        }
    }
}

impl<B: Bits> SweepTask<B> {
    /// All that can be reached from a start.
    pub(crate) fn from_start(
        engine: &Engine<B>,
        start: &Position,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        SweepTask::new(engine, start, &[], symmetry)
    }

    /// A problem's start and those of its finishes that the position class allows. A problem for the fewest
    /// pegs has no finish.
    pub(crate) fn of_problem(
        engine: &Engine<B>,
        problem: &Problem,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        SweepTask::new(
            engine,
            problem.start(),
            &problem.finishes_in_class(),
            symmetry,
        )
    }

    fn new(
        engine: &Engine<B>,
        start: &Position,
        finishes: &[Position],
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        let board = engine.board();
        let finish_codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let symmetries = match symmetry {
            SymmetryUse::Classes => board.stabilizer(&[&[start.code()], &finish_codes]),
            SymmetryUse::Raw => board.symmetries()[..1].to_vec(),
        };
        let mut codes: Vec<B> = finishes
            .iter()
            .map(|finish| B::from_code(finish.code()))
            .collect();
        codes.sort_unstable();
        codes.dedup();
        SweepTask {
            board: board.clone(),
            start: B::from_code(start.code()),
            finishes: codes,
            symmetries,
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The position from which everything is reached.
    pub(crate) fn start(&self) -> B {
        self.start
    }

    /// The positions to be reached, ascending: those that lie in the start's position class. They have the
    /// same number of pegs.
    pub(crate) fn finishes(&self) -> &[B] {
        &self.finishes
    }

    /// The same as codes.
    pub(crate) fn finish_codes(&self) -> Vec<u128> {
        self.finishes.iter().map(|finish| finish.code()).collect()
    }

    /// The symmetries up to which positions count; the identity comes first.
    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Whether the only finish is the start's complement: then half of everything is the complement of the
    /// other half.
    pub(crate) fn is_complement(&self) -> bool {
        let full = B::from_code(self.board.full().code());
        self.finishes == [full & !self.start]
    }

    /// Every number of pegs that a position can have.
    pub(super) fn all_pegs(&self) -> RangeInclusive<usize> {
        0..=self.board.hole_count()
    }

    /// The complements of the finishes: where a game played backwards begins.
    pub(super) fn backward_starts(&self) -> Vec<B> {
        let full = B::from_code(self.board.full().code());
        self.finishes.iter().map(|finish| full & !*finish).collect()
    }
}
