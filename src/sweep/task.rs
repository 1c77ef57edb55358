use crate::board::{Board, Position, Symmetry, SymmetryUse};
use crate::engine::{Bits, Engine};
use crate::problem::{Finish, Problem, Region};
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
    finish: Option<Finish>,
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
    /// Creates the task of finding all positions reachable from a start.
    pub(crate) fn from_start(
        engine: &Engine<B>,
        start: &Position,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        SweepTask::new(engine, start, None, symmetry)
    }

    /// Creates the task of finding the winning positions of a problem. Only finishes in the start's position class
    /// count. A problem that asks for the fewest pegs has no finish.
    pub(crate) fn of_problem(
        engine: &Engine<B>,
        problem: &Problem,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        let finish = Finish::of_problem(problem);
        SweepTask::new(engine, problem.start(), finish, symmetry)
    }

    fn new(
        engine: &Engine<B>,
        start: &Position,
        finish: Option<Finish>,
        symmetry: SymmetryUse,
    ) -> SweepTask<B> {
        let board = engine.board();
        let symmetries = match symmetry {
            SymmetryUse::Classes => fixing_ends(start, finish.as_ref()),
            SymmetryUse::Raw => board.symmetries()[..1].to_vec(),
        };
        SweepTask {
            board: board.clone(),
            start: B::from_code(start.code()),
            finish,
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

    /// Returns the finishes, if there are any.
    pub(crate) fn finish(&self) -> Option<&Finish> {
        self.finish.as_ref()
    }

    /// Returns the finishes in the start's position class, ascending, if the goal lists them. They have equal peg counts.
    pub(crate) fn finishes(&self) -> Vec<B> {
        self.finish_codes()
            .iter()
            .copied()
            .map(B::from_code)
            .collect()
    }

    /// Returns these finishes as codes.
    pub(crate) fn finish_codes(&self) -> &[u128] {
        self.finish.as_ref().map_or(&[], Finish::codes)
    }

    /// Returns the regions of the finishes, if the goal leaves holes free.
    pub(crate) fn regions(&self) -> Option<&[Region]> {
        match &self.finish {
            Some(Finish::Regions(regions)) => Some(regions),
            _ => None,
        }
    }

    /// Returns `true` if a position of the start's class is a finish.
    pub(crate) fn is_finish(&self, position: B) -> bool {
        self.finish
            .as_ref()
            .is_some_and(|finish| finish.contains(position.code()))
    }

    /// Returns the symmetries that define the classes; the identity comes first.
    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns `true` if the only finish is the complement of the start. Then half of the positions are the complements of
    /// the other half.
    pub(crate) fn is_complement(&self) -> bool {
        self.finish_codes() == [self.board.full().code() & !self.start.code()]
    }

    /// Returns the range of possible peg counts.
    pub(super) fn all_pegs(&self) -> RangeInclusive<usize> {
        0..=self.board.hole_count()
    }
}

/// Returns the symmetries that fix the start and the set of finishes, the identity first.
pub(crate) fn fixing_ends(start: &Position, finish: Option<&Finish>) -> Vec<Symmetry> {
    start.board().symmetries_that(|symmetry| {
        symmetry.apply_code(start.code()) == start.code()
            && finish.is_none_or(|finish| finish.is_kept_by(symmetry))
    })
}
