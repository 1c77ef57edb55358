//! Proofs that a position cannot reach a finish, without a search.
//!
//! | part | contents |
//! |---|---|
//! | [`PagodaFunction`](crate::PagodaFunction) | the data and its one check: weights of the holes, and sets of holes whose parity matters |
//! | `learning` | a function that refutes a given position, by linear programming |
//! | `residual_program` | the simplex method for these programs |
//! | `pool` | functions that compete for the samples of a search; the best are followed |
//! | `following` | many functions evaluated along jumps, vectorized |
//! | `ends` | a finish moved up to the few positions before it |
//! | `around_move` | pairs of functions, which refute a move between two positions that are known in part |
//! | `cases` | problems split by their first and last jumps until a function refutes each case |
//! | [`RefutationKinds`] | the kinds that a search uses |
//!
//! Every refutation is a `PagodaFunction`: a plain one has no parity sets, and a position class is one
//! whose weights are all zero. A new kind of refutation belongs here, where all searches share it.
//!
//! # Following
//!
//! A `Follower` holds many functions and a finish. A search by levels computes the slacks of a position once
//! and asks which jumps to keep:
//!
//! ```text
//! let follower = Follower::of_parts(board, &parts); // each part of the finish with its functions
//! let mut slacks = Slacks::default();
//! follower.set(&mut slacks, position);
//! follower.retain_open(&slacks, &mut jumps);
//! ```
//!
//! A depth-first search carries the `Slack` of up to 32 functions along, a small value to copy:
//! `lanes.of(start)`, `lanes.after(&slack, jump)`, `lanes.refutes(&slack)`.

mod around_move;
mod cases;
mod class;
mod ends;
mod following;
mod kinds;
mod learning;
mod pool;
mod residual_program;
#[cfg(test)]
mod tests;

pub use kinds::RefutationKinds;

pub(crate) use around_move::{MoveCase, PagodaPair};
pub(crate) use cases::CaseSearch;
pub(crate) use class::{RefutedBy, positions_with_pegs, refuted_by, region_refuted_by};
pub(crate) use ends::ForcedEnds;
pub(crate) use following::{Follower, LANES, PlainLanes, PlainSlack, Slacks, fits};
pub(crate) use learning::Learner;
pub(crate) use pool::{Pool, PoolSize};

/// Maximum number of parity sets of a function that searches learn and follow.
pub(crate) const MAX_PARITIES: usize = 4;
