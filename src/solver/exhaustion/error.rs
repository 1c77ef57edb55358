use super::options::ExhaustionStrategy;
use crate::control::{LimitReached, counted};
use crate::levels::LevelError;
use crate::problem::answer::Line;
use crate::solver::SolveError;
use std::path::PathBuf;
use thiserror::Error;

/// Failure of an exhaustion.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExhaustionError {
    /// The problem or a function of the options is not for the solver's board.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A limit was reached before the exhaustion settled an answer.
    #[error("the exhaustion was stopped by {limit} after {}", counted(*positions, "position"))]
    Stopped {
        /// The limit.
        limit: LimitReached,
        /// Number of positions found.
        positions: u64,
        /// For [`Goal::FewestPegs`](crate::Goal::FewestPegs), the best line known by then.
        best: Option<Box<Line>>,
    },
    /// The exhaustion found a line where the answer says that there is none.
    #[error("the search missed a line that the exhaustion found: {line}")]
    Contradicted {
        /// The moves.
        line: String,
    },
    /// The goal does not name its finishes.
    #[error("the goal of fewest pegs has no fixed finish; give the number of pegs to refute")]
    NoFinish,
    /// A strategy does not suit the problem.
    #[error("{strategy} does not suit this problem: {reason}")]
    Unsuitable {
        /// The strategy.
        strategy: ExhaustionStrategy,
        /// The reason.
        reason: &'static str,
    },
    /// The scratch folder holds levels of another strategy than the one asked for.
    #[error(
        "the levels in the scratch folder `{folder}` were made by {found}, not by {strategy}; name another folder, or \
         resume without a strategy"
    )]
    OtherStrategy {
        /// The folder.
        folder: PathBuf,
        /// The strategy of its levels.
        found: ExhaustionStrategy,
        /// The strategy asked for.
        strategy: ExhaustionStrategy,
    },
    /// The start has fewer pegs than were asked for, and jumps only remove pegs.
    #[error(
        "the start has {0}, and jumps never add any; ask for at most {0} instead of {pegs}",
        counted(*start_pegs, "peg")
    )]
    TooManyPegs {
        /// The number of pegs asked for.
        pegs: usize,
        /// The number of pegs of the start.
        start_pegs: usize,
    },
    /// A level could not be made or read.
    #[error(transparent)]
    Levels(#[from] LevelError),
}
