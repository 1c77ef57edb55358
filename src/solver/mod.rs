//! Solving one problem.

mod options;
mod order;

pub use options::{Limits, Method, Methods, SolverOptions};
pub use order::JumpOrder;

use crate::answer::{Answer, Proof, Solution, Stats, Verdict};
use crate::board::{Board, Jump, Position};
use crate::problem::Problem;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;
use thiserror::Error;

/// Solves problems on one board.
#[derive(Clone, Debug)]
pub struct Solver {
    board: Board,
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
        Solver { board: board.clone(), options }
    }

    /// Solves a problem.
    pub fn solve(&self, problem: &Problem) -> Result<Answer, SolveError> {
        self.solve_observed(problem, &|_| ControlFlow::Continue(()))
    }

    /// Solves a problem, telling `observer` every few milliseconds how far it has come. When the observer
    /// answers `Break` the search is cancelled.
    pub fn solve_observed(
        &self,
        problem: &Problem,
        observer: &(dyn Fn(&Progress) -> ControlFlow<()> + Sync),
    ) -> Result<Answer, SolveError> {
        let _ = (&self.options, observer);
        let mut seen = HashSet::new();
        let mut line = Vec::new();
        let verdict = if search(problem, problem.start().clone(), &mut seen, &mut line) {
            Verdict::Solvable(
                Solution::new(problem.start().clone(), line).expect("the search plays legal jumps"),
            )
        } else {
            Verdict::Unsolvable(Proof::Exhaustion { positions: seen.len() as u64 })
        };
        Ok(Answer { problem: problem.clone(), verdict, stats: Stats::default() })
    }
}

fn search(problem: &Problem, position: Position, seen: &mut HashSet<u128>, line: &mut Vec<Jump>) -> bool {
    if problem.is_met_by(&position) {
        return true;
    }
    if !seen.insert(position.code()) {
        return false;
    }
    for jump in position.jumps() {
        line.push(jump);
        if search(problem, position.play(jump).expect("the jump is possible"), seen, line) {
            return true;
        }
        line.pop();
    }
    false
}
