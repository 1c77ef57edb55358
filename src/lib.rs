//! Peg solitaire on any board: draw a board, get its problems solved.
//!
//! A peg jumps over a neighbour into an empty hole, and the neighbour is taken off. A board is data: its
//! holes on the square or the triangular lattice, at most 128 of them, and the directions in which pegs jump. All
//! the rest follows from these: jumps, symmetries, which problems are possible at all, and the tables for searching.
//!
//! # Quick start
//!
//! ```
//! use pegboard::{Board, Control, Problem, Solver, SolverOptions, Verdict};
//!
//! let board = Board::library("english")?;
//! let centre = board.hole("d4")?;
//! let problem = Problem::svss(&board, centre, centre); // from one vacancy to one survivor
//!
//! let solver = Solver::new(&board, SolverOptions::default());
//! let answer = solver.solve(&problem, &Control::default())?;
//! let Verdict::Solvable(solution) = answer.verdict() else { panic!("the central game can be solved") };
//! assert_eq!(solution.jumps().len(), 31);
//! assert_eq!(solution.finish(), &board.pegs([centre]));
//! println!("{solution}"); // d2-d4, f3-d3, …
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The programs under `examples/` solve a problem and draw it, define a board in code and in a file, advise a
//! player, play a game at the keyboard, and list problems by position class.
//!
//! # From a board file to an answer
//!
//! ```text
//!                                       ┌──────── refutation ───────┐
//!                                       ▼                           ▼
//! boards/*.ron ─► BoardFile ─► Board ─► engine ─┬─► solver ─────────┬─► Answer ─► Certificate ─► checker
//!                                │              │                   │     │
//!                                └─► Problem ───┼─► levels ─► exhaustion  └──► drawing ─► atlas, hint, graph
//!                                               │      │
//!                                               └──────┴─► sweep ─► winning, count ─► moves
//!
//!                   Control (limits, cancellation, progress) goes into every long call
//! ```
//!
//! Dependencies point one way, from left to right. `engine` and `exchange` are private: the interface does not
//! depend on the width of a machine word.
//!
//! | module | takes | makes of it |
//! |---|---|---|
//! | [`geometry`] | | the two lattices, their isometries, directions of jumps, the names of symmetry groups |
//! | [`board_file`] | the text of a RON file, or a picture made of characters | a [`BoardFile`], or a [`Diagnostic`] for each mistake, with its place in the text |
//! | [`board`] | a [`BoardFile`] | a checked [`Board`]: [`Hole`]s and their labels, [`Jump`]s, [`Symmetry`]s, [`PositionClass`]es, the [`SvssProblem`]s they allow; its [`Position`]s |
//! | [`problem`] | a start [`Position`] and a [`Goal`] | a [`Problem`] that makes sense |
//! | [`named_problem`] | a [`Board`] | its classical figures: each a [`NamedProblem`] |
//! | [`control`] | [`Limits`], a [`Cancellation`], an observer | a [`Control`]: every long call takes one, and its loops ask it whether to go on |
//! | [`refutation`] | a [`Board`] | [`PagodaFunction`]s: proofs that positions cannot reach a finish; how searches learn and follow them |
//! | `engine` | a [`Board`] | positions as machine words, jumps by shifts, symmetries by tables; a `u64` up to 64 holes, a `u128` up to 128 |
//! | [`levels`] | positions | levels: sorted, packed lists of positions, one made of another, in memory or on disk |
//! | [`solver`] | a [`Problem`], [`SolverOptions`], a [`Control`] with [`Limits`] | an [`Answer`] |
//! | [`answer`] | | the [`Verdict`]: a [`Solution`], a [`Proof`] that there is none, or how far the search came; and what it cost |
//! | [`exhaustion`] | a [`Problem`], pagoda functions | the record of a search that left nothing out |
//! | [`certificate`] | an [`Answer`], a [`FewestMoves`](moves::FewestMoves), or such a record | a [`Certificate`]: a file with the answer and its proof |
//! | [`checker`] | the file of a certificate | whether it is valid, and what it proves; a package of its own, which shares no code with the search |
//! | [`drawing`] | a [`Board`], a [`Position`] or a [`Solution`] | pictures as text, or as a scene of shapes: SVG, pixels, PDF; a page that plays; positions read back from text |
//! | [`atlas`] | a [`Board`] and a folder | every single-vacancy problem of the board settled, with its certificate; a map of them |
//! | [`sweep`] | a [`Problem`] | every position of its games, level by level, and which of them can still win |
//! | `cluster` | a [`Problem`], and other processes | a sweep or an exhaustion made together with them; behind the feature `cluster` |
//! | [`winning`] | a [`Problem`] | its winning positions as a compact file, ready to answer at once |
//! | [`count`] | a [`Problem`] | how many games there are, how they end, and the chance of random play |
//! | [`moves`] | a [`Problem`] | a solution with the fewest moves, and how many there are |
//! | [`hint`] | a game so far, and a [`WinningOracle`] such as [`SolverOracle`] | a [`Hint`]: the [`Outlook`] of every jump, the best line, the [`Alarm`]; its picture |
//! | [`game`] | a [`Problem`] | a [`Game`] that somebody plays: undo, redo, notation, the hint of its position |
//! | [`puzzle`] | a [`Board`], [`PuzzleOptions`] | a [`Puzzle`]: a start with a solution, graded |
//! | [`games`] | a start [`Position`] | all [`Games`] from it, one after the other |
//! | [`graph`] | a [`Position`] | a [`PositionGraph`](graph::PositionGraph) of what lies within a few jumps, and its picture |
//! | `exchange` | a [`Board`], [`Position`], [`Problem`], [`Solution`] or [`Answer`] | its form as data, by serde |
//!
//! Four folders of `src` are packages of their own. `src/checker` is one so that it cannot share code with the
//! search. `src/format` has the fields of text files, and is compiled without optimisation. `src/support` has what
//! the packages share: threads, files written whole. `src/cli` is the command-line program, a thin user of this
//! interface.
//!
//! Pictures made of pixels and PDF are behind the feature `pictures`. A program that embeds the engine can do without
//! them: `default-features = false`.
//!
//! # What an answer means
//!
//! [`Verdict::Solvable`] carries jumps that have been replayed on the board. [`Verdict::Unsolvable`] is
//! final and names its reason. Running into a limit, or being cancelled, is [`Verdict::Undecided`]: never a
//! wrong "unsolvable". With neither limits nor cancellation a search ends with a verdict in the end, though
//! on large boards the end can be very far away.

pub mod atlas;
pub mod board;
pub mod certificate;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod control;
pub mod count;
pub mod drawing;
mod engine;
pub mod levels;
pub mod moves;
pub mod play;
pub mod problem;
pub mod refutation;
pub mod solver;
pub mod sweep;
pub mod winning;

#[doc(inline)]
pub use pegboard_checker as checker;

pub use board::file::{
    BoardFile, DeclaredSymmetry, Diagnostic, ImportLegend, ImportedBoard, InvalidFile, Labels,
};
pub use board::geometry::{Direction, JumpDirections, JumpDirectionsError, Lattice, SymmetryGroup};
pub use board::{
    Backend, Board, BoardError, BoardErrors, BoardWarning, Hole, Jump, LoadError, Position,
    PositionClass, PositionError, ProblemType, SvssProblem, Symmetry, SymmetryUse, UnknownHole,
};
pub use certificate::{Certificate, CertificateError, Certified};
pub use control::{Cancellation, Control, LimitReached, Limits, Progress};
pub use drawing::PictureError;
pub use play::game::Game;
pub use play::games::Games;
pub use play::hint::{Alarm, GameOracle, Hint, JumpHint, Outlook, SolverOracle, WinningOracle};
pub use play::puzzle::{Difficulty, Puzzle, PuzzleError, PuzzleOptions};
pub use problem::answer::{
    Answer, InverseLine, Move, NotationError, Proof, PruningFunctions, Solution, Stats, Undecided,
    Verdict,
};
pub use problem::named::{NamedProblem, UnknownProblem};
pub use problem::{Goal, Problem, ProblemError};
pub use refutation::{PagodaError, PagodaFunction, ParitySet};
pub use solver::{JumpOrder, Method, Methods, SolveError, Solver, SolverOptions};
