use crate::control::LimitReached;
use crate::solver::SolveError;
use crate::sweep::SweepError;
use thiserror::Error;

/// Error of a search for a solution with few moves, a long move or a given last move.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MovesError {
    /// The problem has the goal of fewest pegs, which names no finish.
    #[error(
        "solutions with few moves or a given last move need a finish, and the goal `fewest pegs` names none; find the \
         fewest pegs first, then ask for a finish with that number of pegs"
    )]
    NoFinish,
    /// No position before the given last move makes it end in the goal.
    #[error("the last move {notation} does not end in the goal, whatever the position before it")]
    NotAnEnding {
        /// The move.
        notation: String,
    },
    /// The positions cannot be computed or stored.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The solver rejects the problem or its options.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl MovesError {
    /// Returns the limit that stopped the search, if a limit was the cause.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            MovesError::Sweep(error) => error.limit(),
            _ => None,
        }
    }
}
