//! What a solver says: a solution, a proof that there is none, or how far it came.

mod cases;
mod inverse;
mod pagoda_function;
mod proof;
mod solution;
mod stats;

pub use cases::{CaseTree, Cases};
pub use inverse::InverseLine;
pub(crate) use pagoda_function::foreign_weights;
pub use pagoda_function::{PagodaError, PagodaFunction, ParitySet};
pub use proof::{Proof, PruningFunctions};
pub(crate) use solution::write_line;
pub use solution::{Move, NotationError, Solution};
pub use stats::Stats;

use crate::control::LimitReached;
use crate::problem::Problem;

/// The answer to a problem, with what it cost.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) problem: Problem,
    pub(crate) verdict: Verdict,
    pub(crate) stats: Stats,
}

/// What is known about a problem.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// These jumps meet the goal. For [`Goal::FewestPegs`](crate::Goal::FewestPegs), see
    /// [`Verdict::Fewest`].
    Solvable(Solution),
    /// The goal was to leave as few pegs as possible: these jumps do, and nothing does better.
    Fewest(Solution, Proof),
    /// No jumps meet the goal.
    Unsolvable(Proof),
    /// A limit was reached first.
    Undecided(Undecided),
}

/// How far a solver came before a limit stopped it.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// The limit that was reached.
    pub limit: LimitReached,
    /// What was tried, in order.
    pub tried: Vec<String>,
    /// For [`Goal::FewestPegs`](crate::Goal::FewestPegs), the best line found.
    pub best: Option<Solution>,
    /// The pagoda functions that the search had learned.
    pub functions: PruningFunctions,
}

impl Verdict {
    /// Returns `solvable`, `unsolvable` or `undecided`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Solvable(_) | Verdict::Fewest(..) => "solvable",
            Verdict::Unsolvable(_) => "unsolvable",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

impl Answer {
    /// The problem that was posed.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What is known about it.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// What the search did.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The same answer with a better line, and what stopped the search for a still better one. Only an
    /// undecided answer changes.
    #[must_use]
    pub fn with_best(mut self, line: Solution, stopped_by: LimitReached) -> Answer {
        if let Verdict::Undecided(undecided) = &mut self.verdict {
            undecided.best = Some(line);
            undecided.limit = stopped_by;
        }
        self
    }

    /// The best line found: a solution, or for fewest pegs the line that leaves the fewest so far.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.verdict {
            Verdict::Solvable(solution) | Verdict::Fewest(solution, _) => Some(solution),
            Verdict::Undecided(undecided) => undecided.best.as_ref(),
            Verdict::Unsolvable(_) => None,
        }
    }
}
