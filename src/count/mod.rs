//! How many games there are: sequences of jumps from a start to a position that allows none.
//!
//! Let `P(x)` be the number of ways to play from the start to a position `x`. It is the sum of `P` over the
//! positions from which a jump leads to `x`, so it is found level by level. A game ends in a position without
//! jumps, so that the games that end in `x` are just `P(x)`.
//!
//! Symmetry classes are enough. A symmetry that fixes the start carries the ways to `x` onto the ways to its
//! image, one to one: `P` is the same for a whole class, and a class counts for as many games as it has
//! members times `P`.
//!
//! The chance that random play passes through `x` is carried along the levels in the same way: see
//! [`chance_of_random_play`].

mod chance;
mod descent;
mod games;
mod going_on;
mod level_map;
mod neighbours;
mod number;
mod paths;
mod places;
mod random;
mod ranked;

pub use chance::{Chance, chance_of_random_play};
pub use games::{GameCounts, count_games, count_solutions};
pub(crate) use neighbours::{Neighbours, look_up_neighbours};
pub(crate) use places::Places;
pub use random::RandomSolutions;
