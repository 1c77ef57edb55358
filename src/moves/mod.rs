//! Fewest moves: shortest solutions of a problem, proved, and their number; solutions with long moves.
//!
//! A *move* is a run of jumps by the same peg. For a winning position `p` let `m(p)` be the fewest moves of a
//! line from the start to `p`, and `S(p)` the holes whose peg can have moved last in such a line. A jump from a
//! hole of `S(p)` costs nothing, because it continues the last move; any other jump begins a move. The values
//! of a level therefore follow from those of the level above:
//!
//! ```text
//! cost of a jump from hole a of q to hole b of p  =  m(q) + (0 if a ∈ S(q), else 1)
//! m(p)  =  the least cost of a jump into p;    S(p)  =  the holes b of the jumps with that cost
//! ```
//!
//! This state suffices. Let `c(q, a)` be the fewest moves of a line to `q` whose last jump ends in `a`. A jump
//! from `a` costs the smaller of `c(q, a)`, if it continues the last move, and `m(q) + 1`, if it begins a new
//! one. Where `a ∉ S(q)`, `c(q, a) ≥ m(q) + 1`: a line with one move more than necessary is never better than
//! a line that begins a new move.
//!
//! Backward from the finishes, the same recurrence gives the moves that remain, and the holes whose peg can
//! move first. A line through `p` has `m` moves from the start and `m'` to a finish, less one where the peg
//! that moved last moves on. Both passes meet on the middle level, where the smallest sum is the fewest moves.
//! A complement problem needs half of the levels: played backward on complements, the second half of a line is
//! the first half of another. Symmetries map the sets of holes along with the canonical codes. Of a level only
//! `m` is kept, one byte for each position; solutions are reconstructed from the middle, move by move, between
//! positions whose values differ by one. [`ShortestSolutions`] and [`moves_needed`] work this way.
//!
//! Where one solution is enough, [`fewest_moves`] searches from both ends, one whole move at a time. Lower
//! bounds from regions of the board exclude most winning positions.
//!
//! | file | contents |
//! |---|---|
//! | `linkage.rs` | when a jump continues a move, forward and backward |
//! | `whole_moves.rs` | positions that are one move apart |
//! | `winning/` | the recurrence above, along all winning positions; all shortest solutions as a graph |
//! | `bidirectional/` | the search from both ends, its layers and lower bounds |
//! | `improvement.rs` | local improvement of solutions on boards that are too large for both |
//! | `fewest_moves.rs` | [`fewest_moves`]: the answer to a problem, proved or with bounds |
//! | `moves_needed.rs` | [`moves_needed`]: in the middle of a game |
//! | `shortest_solutions.rs` | [`ShortestSolutions`]: their number, and one of each |
//! | `last_move.rs` | [`solution_ending_with`] a given move |
//! | `longest/` | [`longest_move`] of any solution, and [`longest_last_move`]; [`LongMovesTable`] of every single-vacancy problem |
//! | `first_meeting.rs` | long moves and given last moves, for goals that leave holes free |
//! | `table.rs` | [`MovesTable`]: every single-vacancy problem of a board |
//!
//! Sources: J. Beasley, *The Ins and Outs of Peg Solitaire*, 1985 (short solutions, regions); J. Barker and
//! R. Korf, *Solving Peg Solitaire with Bidirectional BFIDA\**, AAAI 2012; G. Bell's catalog of the 15-hole
//! triangle; OEIS A127500.

mod bidirectional;
mod error;
mod fewest_moves;
mod first_meeting;
mod improvement;
mod last_move;
mod linkage;
mod longest;
mod moves_needed;
mod shortest_solutions;
mod table;
mod whole_moves;
mod winning;

pub use error::MovesError;
pub use fewest_moves::{FewestMoves, MovesOptions, fewest_moves};
pub use last_move::solution_ending_with;
pub use longest::{
    LongMoveBounds, LongMovesEntry, LongMovesTable, LongestMove, longest_last_move, longest_move,
};
pub use moves_needed::{MovesNeeded, moves_needed};
pub use shortest_solutions::ShortestSolutions;
pub use table::{MovesEntry, MovesTable, MovesTableOptions};
