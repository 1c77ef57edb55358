//! Sweep by several processes.

use super::lists::{ListedSweep, name};
use super::{LevelSizes, SweepError, SweepQuestion, levels::listed_levels};
use crate::board::{Board, Position, Symmetry, SymmetryUse};
use crate::engine::{Bits, Engine};
use crate::levels::{LevelMaker, TaskName};
use crate::problem::Problem;

/// Sweep that every worker of a cluster makes in step with the others, each with its own shards of the levels.
#[derive(Clone, Debug)]
pub struct SharedSweep {
    start: Position,
    problem: Option<Problem>,
    symmetry: SymmetryUse,
}

impl SharedSweep {
    /// Creates a sweep of F, the positions reachable from a start.
    pub fn from_start(start: &Position, symmetry: SymmetryUse) -> SharedSweep {
        SharedSweep {
            start: start.clone(),
            problem: None,
            symmetry,
        }
    }

    /// Creates a sweep of F, W and L of a problem.
    pub fn of_problem(problem: &Problem, symmetry: SymmetryUse) -> SharedSweep {
        SharedSweep {
            start: problem.start().clone(),
            problem: Some(problem.clone()),
            symmetry,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// Returns the name of the task and the symmetries that define the classes.
    pub fn name(&self) -> (TaskName, Vec<Symmetry>) {
        let task = self.question().task(&Engine::<u128>::new(self.board()));
        (name(&task), task.symmetries().to_vec())
    }

    /// Makes all levels in words of the width `B` and returns their sizes.
    ///
    /// # Errors
    ///
    /// Returns the errors of the maker.
    ///
    /// # Panics
    ///
    /// Panics if the board has more holes than `B` has bits.
    pub fn levels<B: Bits, M: LevelMaker<B>>(
        &self,
        maker: &M,
    ) -> Result<Vec<LevelSizes>, SweepError> {
        let engine = Engine::new(self.board());
        let task = self.question().task(&engine);
        let sweep = ListedSweep::new(&engine, &task, maker);
        let (reached, winning) = (sweep.forward(0)?, sweep.winning_levels()?);
        let just_lost = sweep.just_lost_levels(&winning)?;
        Ok(listed_levels(&task, &reached, &winning, &just_lost))
    }

    fn question(&self) -> SweepQuestion<'_> {
        match &self.problem {
            Some(problem) => SweepQuestion::of_problem(problem, self.symmetry),
            None => SweepQuestion::from_start(&self.start, self.symmetry),
        }
    }
}
