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
    /// Two consecutive holes of a given move are not the ends of a jump.
    #[error("no jump leads from `{from}` to `{to}`; name every hole that the peg visits, in order")]
    NotAJump {
        /// Label of the hole before the jump.
        from: String,
        /// Label of the hole after the jump.
        to: String,
    },
    /// The holes of a given move are ambiguous: several jumps lead from one to the next, over different holes.
    #[error("several jumps lead from `{from}` to `{to}`, over different holes")]
    SeveralJumps {
        /// Label of the hole before the jump.
        from: String,
        /// Label of the hole after the jump.
        to: String,
    },
    /// A given move has fewer than two holes.
    #[error("a move has at least one jump; write it like d2-d4 or f3-d3-d5")]
    NoJump,
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
