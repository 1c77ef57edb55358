//! Solving one problem.
//!
//! ```text
//! Problem ─► position classes ─► opening: short runs ─► pagoda functions   ─► runs with growing ─► bitmap of  ─► Answer
//!            (refuted?)          (found?)               refute the start?     budgets (found, or    all positions
//!                                                                             all searched?)       (where it fits)
//! ```
//!
//! A *run* is a beam search for a line and a depth-first search that is complete when its budget lasts. Two
//! *lanes* make runs in turn, one playing forwards and one backwards; each learns from its failures which
//! positions are dead and which pagoda functions refute them.

mod all_positions;
mod beam;
mod compactness;
mod control;
mod depth_first;
mod fewest;
mod lane;
mod options;
mod order;
mod pagoda_pool;
mod pagoda_search;
mod reach;
mod reached;
mod restarts;
mod seen;
mod slack;
mod solve;
mod task;
#[cfg(test)]
mod tests;

pub use control::Observer;
pub use options::{Limits, Method, Methods, SolverOptions};
pub use order::JumpOrder;

use crate::answer::Answer;
use crate::board::Board;
use crate::engine::AnyEngine;
use crate::problem::Problem;
use control::Control;
use solve::Solve;
use std::ops::ControlFlow;
use std::time::Duration;
use thiserror::Error;

/// Solves problems on one board. Its tables are made once, in well under a millisecond, and serve any
/// number of problems; it can be shared between threads.
///
/// ```
/// use pegboard::{Board, Problem, Solver, SolverOptions, Verdict};
/// let board = Board::library("english")?;
/// let solver = Solver::new(&board, SolverOptions::default());
/// let centre = board.hole("d4")?;
/// let answer = solver.solve(&Problem::svss(&board, centre, centre))?;
/// let Verdict::Solvable(solution) = answer.verdict() else { panic!("the central game is solvable") };
/// assert_eq!(solution.jumps().len(), 31);
/// println!("{solution}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    engine: AnyEngine,
    options: SolverOptions,
}

/// How far a search has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is being tried: `beam search`, `depth-first search, restart 3`.
    pub phase: String,
    /// The time since the search began.
    pub elapsed: Duration,
    /// Positions expanded so far.
    pub nodes: u64,
}

/// Why a problem cannot be posed to a solver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The problem lies on another board than the solver was made for.
    #[error("the solver was made for board `{solver}`, the problem lies on board `{problem}`")]
    OtherBoard {
        /// The solver's board.
        solver: String,
        /// The problem's board.
        problem: String,
    },
}

impl Solver {
    /// A solver for problems on this board.
    pub fn new(board: &Board, options: SolverOptions) -> Solver {
        let backend = options.backend.unwrap_or(board.backend());
        Solver { engine: AnyEngine::with_backend(board, backend), options }
    }

    /// The board that it was made for.
    pub fn board(&self) -> &Board {
        self.engine.board()
    }

    /// How it works.
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// Solves a problem.
    ///
    /// # Errors
    ///
    /// [`SolveError::OtherBoard`] when the problem lies on another board.
    pub fn solve(&self, problem: &Problem) -> Result<Answer, SolveError> {
        self.solve_observed(problem, &|_| ControlFlow::Continue(()))
    }

    /// Solves a problem, telling `observer` every few milliseconds how far it has come. When the observer
    /// answers `Break` the search is cancelled, and the answer is
    /// [`Undecided`](crate::Verdict::Undecided).
    ///
    /// # Errors
    ///
    /// [`SolveError::OtherBoard`] when the problem lies on another board.
    pub fn solve_observed(&self, problem: &Problem, observer: &Observer<'_>) -> Result<Answer, SolveError> {
        if problem.board() != self.board() {
            return Err(SolveError::OtherBoard {
                solver: self.board().name().to_owned(),
                problem: problem.board().name().to_owned(),
            });
        }
        let control = Control::new(&self.options.limits, observer);
        Ok(self.engine.run(Solve { problem, options: &self.options, control: &control }))
    }
}
