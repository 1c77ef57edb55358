//! Counting games: sequences of jumps from a start to a position that allows no jump.
//!
//! Let `P(x)` be the number of ways to play from the start to a position `x`: the sum of `P` over the positions
//! from which a jump leads to `x`. It is computed level by level, from the start down. A game ends in a
//! position without jumps, so `P(x)` games end in such a position `x`.
//!
//! Symmetry classes suffice. A symmetry that fixes the start maps the ways to `x` one to one onto the ways to
//! the image of `x`. `P` is therefore constant on a class, and a class counts as many games as it has members
//! times `P`. From a nearly full board, `dense.rs` counts all positions of the position class, whether they can be reached or not.
//! There `P` can be the sum over all images of the start, so that symmetries need to fix the class only.
//!
//! A solution ends at a finish. A goal that leaves holes free can be met again below a finish, so `P` counts only the ways
//! that pass through no finish before `x`.
//!
//! | file | contents |
//! |---|---|
//! | `hash_index.rs`, `ranked_index.rs` | the index of each code in its level, by hashing or by ranking |
//! | `level_index.rs` | the faster of the two |
//! | `neighbors.rs` | batched lookup of all neighbors of positions |
//! | `level_numbers.rs` | numbers of ways in words as wide as needed |
//! | `level_reader.rs` | the levels of a set of positions, within a memory limit |
//! | `room.rs` | refusal of counts that do not fit the memory, before a long sweep |
//! | `paths.rs` | the recurrence: ways to every position, level by level |
//! | `halves.rs` | the holes of a board in two halves |
//! | `upper_orbits.rs` | upper halves up to symmetry |
//! | `split_class.rs` | all positions of a class, in blocks |
//! | `level_layout.rs` | places of their levels in memory |
//! | `dense.rs` | the same recurrence for all positions of a class |
//! | `residues.rs` | numbers in short words |
//! | `short_numbers.rs` | lists of these, in memory or in a file |
//! | `game_counts.rs` | [`count_games`] and [`count_solutions`] |
//! | `table.rs` | [`GameCountsTable`]: the games from every vacancy, kept in a file |
//! | `random_play.rs` | [`chance_of_random_play`] and [`chances_by_final_pegs`], exactly |
//! | `random_solutions.rs` | [`RandomSolutions`]: uniform random solutions |
//! | `data.rs` | serde forms |

mod data;
mod dense;
mod game_counts;
mod halves;
mod hash_index;
mod level_index;
mod level_layout;
mod level_numbers;
mod level_reader;
mod neighbors;
mod paths;
mod random_play;
mod random_solutions;
mod ranked_index;
mod residues;
mod room;
mod short_numbers;
mod split_class;
mod table;
mod upper_orbits;

pub use game_counts::{GameCounts, count_games, count_solutions};
pub(crate) use level_index::{LevelIndex, subsets};
pub(crate) use neighbors::{Neighbors, look_up_neighbors};
pub use random_play::{Chance, chance_of_random_play, chances_by_final_pegs};
pub use random_solutions::RandomSolutions;
pub use table::{GameCountsEntry, GameCountsTable};

/// Codes that are indexed between two checks of the limits, in about a millisecond.
const CODES_PER_TICK: usize = 1 << 16;
