//! Answers: a solution, a proof that there is none, or the limit that was reached.

mod cases;
mod exhaustion;
mod inverse;
mod line;
mod notation;
mod pagoda_function;
mod proof;
mod solution;
mod stats;

pub use cases::{CaseTree, Cases};
pub use exhaustion::Exhaustion;
pub(crate) use exhaustion::{ClosedSet, ClosedSets, PackedCodes, RefutedFinishes};
pub use inverse::InverseLine;
pub(crate) use line::write_line;
pub use line::{Line, Move};
pub use notation::{
    CoordinateReading, MoveSeparator, MoveStyle, Notation, NotationError, UnknownNotation,
};
pub(crate) use pagoda_function::foreign_board;
pub use pagoda_function::{PagodaError, PagodaFunction, ParitySet};
pub use proof::{Proof, PruningFunctions};
pub use solution::Solution;
pub use stats::Stats;

use crate::control::LimitReached;
use crate::problem::Problem;

/// Answer to a problem, with the statistics of the search.
///
/// ```
/// use pegboard::{Board, Control, Problem, Solver, SolverOptions, Verdict};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let answer = Solver::new(&board, SolverOptions::default()).solve(&problem, &Control::default())?;
/// match answer.verdict() {
///     Verdict::Solvable(solution) => println!("{solution}"),
///     Verdict::Fewest(line, proof) => println!("{line}; no line leaves fewer pegs: {proof}"),
///     Verdict::Unsolvable(proof) => println!("no solution: {proof}"),
///     Verdict::Undecided(undecided) => println!("stopped by {}", undecided.limit),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde form: the object that `pegboard solve --json` prints, without `schema`, `command` and `board`. [`Answer::read`]
/// reads it. In [`Answers`](crate::Answers), the board stands beside the answers.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) problem: Problem,
    pub(crate) verdict: Verdict,
    pub(crate) stats: Stats,
}

/// Verdict on a problem.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A line that meets the goal. For [`Goal::FewestPegs`](crate::Goal::FewestPegs), see [`Verdict::Fewest`].
    Solvable(Solution),
    /// A line that leaves as few pegs as possible, and the proof that none leaves fewer.
    Fewest(Solution, Proof),
    /// No line meets the goal.
    Unsolvable(Proof),
    /// A limit was reached first.
    Undecided(Undecided),
}

/// State of a search stopped by a limit.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Limit that was reached.
    pub limit: LimitReached,
    /// Methods tried, in order.
    pub tried: Vec<String>,
    /// Best line found, for [`Goal::FewestPegs`](crate::Goal::FewestPegs).
    pub best: Option<Line>,
    /// Pagoda functions learned by the search.
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

    /// Returns the pagoda functions that the search had learned.
    pub fn learned_functions(&self) -> PruningFunctions {
        match self {
            Verdict::Unsolvable(Proof::Exhaustion { functions, .. })
            | Verdict::Undecided(Undecided { functions, .. }) => functions.clone(),
            _ => PruningFunctions::default(),
        }
    }
}

impl Answer {
    /// Replaces the verdict.
    pub(crate) fn with_verdict(&self, verdict: Verdict) -> Answer {
        Answer {
            problem: self.problem.clone(),
            verdict,
            stats: self.stats.clone(),
        }
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Returns the statistics of the search.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Adds a further search to an undecided answer: its name, the limit that stopped it, and its best line. Other answers
    /// stay unchanged.
    ///
    /// # Panics
    ///
    /// If the line lies on another board than the problem.
    #[must_use]
    pub fn with_stopped_search(
        mut self,
        name: impl Into<String>,
        stopped_by: LimitReached,
        best: Option<Line>,
    ) -> Answer {
        if let Some(best) = &best {
            self.problem.board().check_position(best.start());
        }
        if let Verdict::Undecided(undecided) = &mut self.verdict {
            undecided.tried.push(name.into());
            undecided.limit = stopped_by;
            undecided.best = best.or(undecided.best.take());
        }
        self
    }

    /// Returns the solution, if the problem is solved.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.verdict {
            Verdict::Solvable(solution) | Verdict::Fewest(solution, _) => Some(solution),
            Verdict::Undecided(_) | Verdict::Unsolvable(_) => None,
        }
    }

    /// Returns the best line found: the solution, or for fewest pegs the line that leaves the fewest so far.
    pub fn best_line(&self) -> Option<&Line> {
        match &self.verdict {
            Verdict::Undecided(undecided) => undecided.best.as_ref(),
            _ => self.solution().map(|solution| &**solution),
        }
    }
}
