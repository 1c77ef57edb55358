//! Solving one problem.
//!
//! ```text
//! Problem ─► position classes ─► opening: short runs ─► cases by first ─► runs with growing ─► bitmap of    ─► Answer
//!            (refuted?)          (found?)               and last jumps    budgets, more cases   all positions,
//!                                                       (refuted?)        (found? refuted?)     or levels in turn
//! ```
//!
//! A *run* is a beam search for a line and a depth-first search that is complete when its budget lasts. Two
//! *lanes* make runs in turn, one playing forwards and one backwards; each learns from its failures which
//! positions are dead and which pagoda functions refute them. Where no bitmap fits, an exhaustion by levels
//! takes turns with the runs.

mod all_positions;
mod beam;
mod by_levels;
mod candidate;
mod compactness;
mod depth_first;
pub mod exhaustion;
mod fewest;
mod lane;
mod memory;
mod options;
mod order;
mod outcome;
mod reach;
mod restarts;
mod solve;
mod task;
#[cfg(test)]
mod tests;
mod transposition_table;

pub(crate) use compactness::Compactness;
pub use options::{Method, Methods, SolverOptions};
pub use order::JumpOrder;

use crate::board::Board;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::problem::Problem;
use crate::problem::answer::foreign_weights;
use crate::problem::answer::{Answer, PruningFunctions};
use solve::Solve;
use thiserror::Error;

/// Solves problems on one board. Its tables are made once, in well under a millisecond, and serve any
/// number of problems; it can be shared between threads.
///
/// ```
/// use pegboard::{Board, Control, Problem, Solver, SolverOptions, Verdict};
/// let board = Board::library("english")?;
/// let solver = Solver::new(&board, SolverOptions::default());
/// let centre = board.hole("d4")?;
/// let answer = solver.solve(&Problem::svss(&board, centre, centre), &Control::default())?;
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
    /// A function that is said to be known is one of another board.
    #[error("a pagoda function has {weights} weights, but the board has {holes} holes")]
    OtherFunctions {
        /// The number of weights.
        weights: usize,
        /// The number of holes.
        holes: usize,
    },
}

impl Solver {
    /// A solver for problems on this board.
    pub fn new(board: &Board, options: SolverOptions) -> Solver {
        Solver {
            engine: AnyEngine::with_backend(board, options.backend),
            options,
        }
    }

    /// The board that it was made for.
    pub fn board(&self) -> &Board {
        self.engine.board()
    }

    /// How it works.
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// Solves a problem. When a limit of the control is reached, or its cancellation asks for it, the answer
    /// is [`Undecided`](crate::Verdict::Undecided).
    ///
    /// The limit of memory, 1 GiB by default, bounds what the search takes in all. A transposition table that
    /// is full forgets, and the search goes on.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when the problem or a function of the options is of another board.
    pub fn solve(&self, problem: &Problem, control: &Control<'_>) -> Result<Answer, SolveError> {
        if problem.board() != self.board() {
            return Err(SolveError::OtherBoard {
                solver: self.board().name().to_owned(),
                problem: problem.board().name().to_owned(),
            });
        }
        let PruningFunctions {
            forwards,
            backwards,
        } = &self.options.functions;
        let holes = self.board().hole_count();
        if let Some(weights) = foreign_weights(forwards.iter().chain(backwards), holes) {
            return Err(SolveError::OtherFunctions { weights, holes });
        }
        let answer = self.engine.run(Solve {
            problem,
            options: &self.options,
            control,
        });
        control.resume_panic();
        Ok(answer)
    }
}
