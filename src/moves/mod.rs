//! Fewest moves: the shortest solutions of a problem, proved, and how many there are.
//!
//! A *move* is a run of jumps by the same peg. For a winning position `p` let `m(p)` be the fewest moves of a
//! line from the start to `p`, and `S(p)` the holes whose peg can have moved last in such a line. A jump from a
//! hole of `S(p)` costs nothing, because it continues the last move; any other begins a move. So the values of a
//! level follow from those of the level above:
//!
//! ```text
//! cost of a jump from hole a of q to hole b of p  =  m(q) + (0 if a ∈ S(q), else 1)
//! m(p)  =  the least cost of a jump into p;    S(p)  =  the holes b of the jumps with that cost
//! ```
//!
//! Nothing else has to be kept. Let `c(q, a)` be the fewest moves of a line to `q` whose last jump ends in `a`. A
//! jump from `a` costs the smaller of `c(q, a)`, if it continues the last move, and `m(q) + 1`, if it begins a new
//! one. Where `a ∉ S(q)`, `c(q, a) ≥ m(q) + 1`: a line with one move more than necessary is never better than a
//! line that begins a new move.
//!
//! From the finishes upwards the same holds for the moves that are still needed, and for the holes whose peg can
//! move first. A line through `p` has `m` moves from the start and `m'` to a finish, less one where the peg that
//! moved last moves on. So the values are carried from both ends to the middle level, and the smallest sum there is
//! the fewest moves. Half the levels are enough for a complement problem: played backwards on complements, the
//! second half of a line is the first half of another.
//!
//! The sets of holes follow the canonical codes: a symmetry that maps a position to its code maps the set with it,
//! and a symmetry of the position itself leaves the set unchanged.
//!
//! Only `m` is kept of a level, one byte for each position: solutions are reconstructed from the middle, move by
//! move, between positions whose values differ by one.
//!
//! That is how solutions are counted. Where one solution is enough, a search from both ends finds it, a whole move
//! at a time: it leaves out the positions that are too far from the other end, as regions of the board show, and
//! most winning positions are.
//!
//! | file | what is in it |
//! |---|---|
//! | `rule.rs` | when a jump continues a move |
//! | `carry.rs` | values of a level from those of the level before |
//! | `values.rs` | the values of all winning positions, and the fewest moves |
//! | `lines.rs` | the solutions with the fewest moves as a graph, and their number as sequences |
//! | `sets.rs` | their number as sets of moves |
//! | `shortest.rs` | [`ShortestSolutions`]: their number, and one of each |
//! | `exact.rs` | one shortest line along all winning positions |
//! | `fewest.rs` | [`fewest_moves`]: the answer to a problem, proved or within bounds |
//! | `needed.rs` | [`moves_needed`]: in the middle of a game |
//! | `bidirectional.rs` | a search for one shortest line, a move at a time, from both ends |
//! | `ends.rs` | what can be reached from both ends of a problem, as bitmaps |
//! | `whole_moves.rs` | the positions that are one move apart |
//! | `layers.rs` | the positions after 0, 1, 2, … moves |
//! | `regions.rs` | lower bounds from the shape of the board |
//! | `improve.rs` | shorter solutions where the winning positions do not fit memory |
//! | `endings.rs` | [`longest_last_move`] and [`solution_ending_with`]: how a solution can end |
//! | `longest.rs` | [`longest_move`]: the longest move of any solution |
//! | `table.rs` | [`MovesTable`]: every single-vacancy problem of a board |

mod bidirectional;
mod carry;
mod endings;
mod ends;
mod exact;
mod fewest;
mod improve;
mod layers;
mod lines;
mod longest;
mod needed;
mod regions;
mod rule;
mod sets;
mod shortest;
mod table;
mod values;
mod whole_moves;

pub use endings::{LongestMove, SpecialSolutionError, longest_last_move, solution_ending_with};
pub use fewest::{FewestMoves, FewestMovesError, MovesOptions, fewest_moves};
pub use longest::longest_move;
pub use needed::{MovesNeeded, moves_needed};
pub use shortest::ShortestSolutions;
pub use table::{MovesEntry, MovesTable, MovesTableError, MovesTableOptions};
