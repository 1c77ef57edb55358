use super::options::ExhaustionStrategy;
use crate::levels::LevelError;
use std::path::PathBuf;
use thiserror::Error;

/// Why an exhaustion could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExhaustionError {
    /// The goal does not name its finishes.
    #[error("the goal of fewest pegs names no finish; say how many pegs are to be refuted")]
    NoFinish,
    /// A pagoda function is not one of this board.
    #[error("a pagoda function has {weights} weights, but the board has {holes} holes")]
    OtherBoard {
        /// The number of weights.
        weights: usize,
        /// The number of holes.
        holes: usize,
    },
    /// A strategy that does not suit the problem.
    #[error("{strategy} does not suit this problem: {reason}")]
    Unsuitable {
        /// The strategy.
        strategy: ExhaustionStrategy,
        /// Why.
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
    /// Jumps remove pegs, so no line leads to more of them than the start has.
    #[error(
        "the start has {of_start} pegs, and jumps only remove some: ask for {of_start} pegs or fewer, not {pegs}"
    )]
    TooManyPegs {
        /// The number of pegs asked for.
        pegs: usize,
        /// The number of pegs of the start.
        of_start: usize,
    },
    /// The levels were not made.
    #[error(transparent)]
    Levels(#[from] LevelError),
}
