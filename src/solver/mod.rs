//! Solving one problem.
//!
//! ```text
//! Problem ─► position classes ─► opening: short runs ─► cases by first ─► runs with growing ─► bitmap of    ─► Answer
//!            (refuted?)          (found?)               and last jumps    budgets, more cases   all positions,
//!                                                       (refuted?)        (found? refuted?)     or levels in turn
//! ```
//!
//! A *run* is a beam search for a line and a depth-first search that is complete if its budget suffices. Two *directed
//! searches* make runs in turn, one playing forwards and one backwards. Each learns from its failures which positions
//! are dead and which pagoda functions refute them. Where no bitmap fits, exhaustions by levels take turns with the
//! runs, as their [schedule](crate::solver::exhaustion) says.

mod all_positions;
mod beam;
mod candidate;
mod compactness;
mod depth_first;
mod directed_problem;
mod directed_search;
pub mod exhaustion;
mod fewest;
mod memory;
mod options;
mod order;
mod outcome;
mod reach;
mod restarts;
mod settle;
mod solve;
#[cfg(test)]
mod tests;
mod transposition_table;

pub(crate) use compactness::Compactness;
pub use options::{Method, Methods, SolverOptions};
pub use order::JumpOrder;

use crate::board::Board;
use crate::control::Control;
use crate::engine::{AnyEngine, with_engine};
use crate::problem::Problem;
use crate::problem::answer::{Answer, Verdict, foreign_board};
use exhaustion::ExhaustionError;
use solve::solve;
use thiserror::Error;

/// Solver for the problems of one board. It builds its tables once, in well under a millisecond, serves any
/// number of problems, and can be shared between threads.
///
/// ```
/// use pegboard::{Board, Control, Problem, Solver, SolverOptions, Verdict};
/// let board = Board::library("english")?;
/// let solver = Solver::new(&board, SolverOptions::default());
/// let center = board.hole("d4")?;
/// let answer = solver.solve(&Problem::svss(&board, center, center), &Control::default())?;
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

/// Reason why a solver rejects a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The problem's board is not the board that the solver was made for.
    #[error(
        "the solver was made for board `{solver}`, but the problem is on board `{problem}`, which has another name, or other holes, jumps or labels"
    )]
    OtherBoard {
        /// The solver's board.
        solver: String,
        /// The problem's board.
        problem: String,
    },
    /// A known function lies on another board.
    #[error(
        "the pagoda function is for board `{function}`, but the problem is on board `{problem}`, which has another name, or other holes, jumps or labels"
    )]
    OtherFunctions {
        /// The function's board.
        function: String,
        /// The problem's board.
        problem: String,
    },
}

impl Solver {
    /// Makes a solver for problems on this board.
    pub fn new(board: &Board, options: SolverOptions) -> Solver {
        Solver {
            engine: AnyEngine::with_backend(board, options.backend),
            options,
        }
    }

    /// Returns the solver's board.
    pub fn board(&self) -> &Board {
        self.engine.board()
    }

    /// Returns the solver's options.
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// Solves a problem. When the control reaches a limit or is cancelled, the answer is
    /// [`Undecided`](crate::Verdict::Undecided).
    ///
    /// The memory limit, 1 GiB by default, bounds the memory of the whole search. A full transposition table replaces
    /// entries, and levels that do not fit go to a temporary folder.
    ///
    /// With [`SolverOptions::record`], an exhaustion to the end follows where the search refutes the problem without a
    /// record. The record is left out when a limit or the disk stops that exhaustion; [`Solver::exhaust`] then says why.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when the problem or a function of the options is for another board.
    ///
    /// # Panics
    ///
    /// If a recorded exhaustion contradicts the search, which would be a bug.
    pub fn solve(&self, problem: &Problem, control: &Control<'_>) -> Result<Answer, SolveError> {
        self.check(problem)?;
        let options = &self.options;
        let answer = with_engine!(&self.engine, |engine| solve(
            engine, problem, options, control
        ));
        control.resume_panic();
        let is_decided = !matches!(answer.verdict(), Verdict::Undecided(_));
        if self.options.record && is_decided {
            return Ok(match self.exhaust(&answer, control) {
                Err(error @ ExhaustionError::Contradicted { .. }) => panic!("{error}"),
                exhausted => exhausted.unwrap_or(answer), // valid without its record
            });
        }
        Ok(answer)
    }

    /// Checks that the problem and the known functions lie on the solver's board.
    fn check(&self, problem: &Problem) -> Result<(), SolveError> {
        if problem.board() != self.board() {
            return Err(SolveError::OtherBoard {
                solver: self.board().name().to_owned(),
                problem: problem.board().name().to_owned(),
            });
        }
        match foreign_board(self.options.functions.iter(), self.board()) {
            Some(function) => Err(SolveError::OtherFunctions {
                function: function.name().to_owned(),
                problem: self.board().name().to_owned(),
            }),
            None => Ok(()),
        }
    }
}
