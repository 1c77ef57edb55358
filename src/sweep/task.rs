use super::SweepError;
use crate::board::{Board, Position, Symmetry, SymmetryUse};
use crate::engine::{Bits, Engine};
use crate::problem::Problem;
use std::ops::RangeInclusive;

/// Start, finishes and symmetries of a sweep.
///
/// A sweep works with classes under the symmetries that fix the start and the set of finishes. Such a symmetry `g` maps a
/// line from the start to a position, jump by jump, to a line from `g(start) = start` to the image of the position. The
/// same holds for lines to a finish. Therefore a class is reachable or winning as a whole or not at all.
#[derive(Clone, Debug)]
pub(crate) struct SweepTask<B> {
    board: Board,
    start: B,
    finishes: Vec<B>,
    symmetries: Vec<Symmetry>,
}

/// Input of a sweep on one machine or on a cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepQuestion<'a> {
    pub(crate) start: &'a Position,
    /// Problem whose winning positions to find, if any.
    pub(crate) problem: Option<&'a Problem>,
    pub(crate) symmetry: SymmetryUse,
}

/// Refuses a goal whose finishes are not listed.
pub(crate) fn check_listed(problem: &Problem) -> Result<(), SweepError> {
    match problem.patterns() {
        Some(_) => Err(SweepError::FreeHoles),
        None => Ok(()),
    }
}

impl<'a> SweepQuestion<'a> {
    /// Refuses a problem whose finishes are not listed.
    pub(crate) fn check(&self) -> Result<(), SweepError> {
        self.problem.map_or(Ok(()), check_listed)
    }

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
    /// Creates the task of finding all positions reachable from a start.
    pub(crate) fn from_start(
        engine: &Engine<B>,
        start: &Position,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        SweepTask::new(engine, start, &[], symmetry)
    }

    /// Creates the task of finding the winning positions of a problem. Only finishes in the start's position class
    /// count. A problem that asks for the fewest pegs has no finish.
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

    /// Returns the board.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the start.
    pub(crate) fn start(&self) -> B {
        self.start
    }

    /// Returns the finishes in the start's position class, ascending. They have equal peg counts.
    pub(crate) fn finishes(&self) -> &[B] {
        &self.finishes
    }

    /// Returns the finishes as codes.
    pub(crate) fn finish_codes(&self) -> Vec<u128> {
        self.finishes.iter().map(|finish| finish.code()).collect()
    }

    /// Returns the symmetries that define the classes; the identity comes first.
    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns `true` if the only finish is the complement of the start. Then half of the positions are the complements of
    /// the other half.
    pub(crate) fn is_complement(&self) -> bool {
        let full = B::from_code(self.board.full().code());
        self.finishes == [full & !self.start]
    }

    /// Returns the range of possible peg counts.
    pub(super) fn all_pegs(&self) -> RangeInclusive<usize> {
        0..=self.board.hole_count()
    }

    /// Returns the complements of the finishes, which are the starts of the backward sweep.
    pub(super) fn backward_starts(&self) -> Vec<B> {
        let full = B::from_code(self.board.full().code());
        self.finishes.iter().map(|finish| full & !*finish).collect()
    }
}
