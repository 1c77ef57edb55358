//! Peg solitaire on any board: draw a board, get its problems solved.
//!
//! A peg jumps over a neighbor into an empty hole, and the neighbor is removed. A board is data: up to 128 holes on a
//! square or triangular lattice with its directions, or a list of edges, lines or jumps. Everything else follows from
//! these: the jumps, the symmetries, the position classes, and the tables for searching.
//!
//! # Quick start
//!
//! ```
//! use pegboard::{Board, Control, Problem, Solver, SolverOptions, Verdict};
//!
//! let board = Board::library("english")?;
//! let center = board.hole("d4")?;
//! let problem = Problem::svss(&board, center, center); // from one vacancy to one survivor
//!
//! let solver = Solver::new(&board, SolverOptions::default());
//! let answer = solver.solve(&problem, &Control::default())?;
//! let Verdict::Solvable(solution) = answer.verdict() else { panic!("the central game can be solved") };
//! assert_eq!(solution.jumps().len(), 31);
//! assert_eq!(solution.finish(), &board.with_pegs([center]));
//! println!("{solution}"); // d2-d4, b3-d3, …
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The programs under `examples/` solve a problem and draw the solution, define a board in code and in a file, advise a
//! player, play a game in the terminal, list problems by position class, settle all small graphs, and find the smallest solitaire armies.
//!
//! # From a board file to an answer
//!
//! ```text
//! boards/*.ron ─► board ─► problem, engine ─► refutation, levels ─► sweep ─► solver, winning, count ─┐
//!                                                                                                    │
//!       ┌────────────────────────────────────────────────────────────────────────────────────────────┘
//!       ├─► moves ─► certificate ─┬─► atlas
//!       └─► play ──► drawing ─────┘
//!
//! control (limits, cancellation, progress): goes into every long call
//! checker (a package of its own): used by certificate and atlas
//! ```
//!
//! A module depends only on modules that come before it in this diagram. `engine` is private, so nothing public depends on the width of a
//! machine word.
//!
//! | module | contents |
//! |---|---|
//! | [`board`] | [`Board`]s: [`geometry`](board::geometry), the [`file`](board::file) format, the library; their [`Hole`]s, [`Jump`]s, [`Symmetry`]s, [`PositionClass`]es, [`Position`]s and [`SvssProblem`]s |
//! | [`problem`] | [`Problem`]s with their [`Goal`]s, the classic problems, and [`Answer`]s: a [`Solution`], a [`Proof`] that there is none, or the limit that was reached |
//! | [`control`] | [`Limits`], [`Cancellation`] and [`Progress`] of a call |
//! | `engine` | positions as `u64` (up to 64 holes) or `u128`, jumps by shifts, symmetries by tables |
//! | [`refutation`] | searching for pagoda functions and trees of cases, and applying them |
//! | [`levels`] | all positions of one peg count as sorted, packed lists, in memory or on disk |
//! | [`solver`] | [`Solver`]: finds the [`Answer`] to a problem; [`exhaustion`](solver::exhaustion): complete searches by levels |
//! | [`certificate`] | [`Certificate`]: an answer and its proof as a text file |
//! | [`checker`] | independent checker of certificates; a package that shares no code with the search |
//! | [`sweep`] | every position of a game, level by level, and the winning and just lost ones among them |
//! | [`winning`] | winning positions as a compact file that answers queries at once |
//! | [`count`] | numbers of games and solutions, and the chance of random play |
//! | [`moves`] | solutions with the fewest moves, and their number; solutions with long moves |
//! | [`play`] | [`Game`]s, [`Hint`]s and [`Alarm`]s, lists of [`Games`], [`Puzzle`]s |
//! | [`atlas`] | every single-vacancy problem of a board, settled and certified |
//! | [`distributed`] | steps of sweeps and exhaustions for `pegboard-cluster`, which runs them on several machines |
//! | [`drawing`] | pictures as text, SVG, PNG, GIF and PDF; graphs of positions |
//!
//! Pixel images and PDF need the default feature `pictures`. A program that only embeds the engine can turn it off with
//! `default-features = false`.
//!
//! # The meaning of an answer
//!
//! [`Verdict::Solvable`] carries jumps that have been replayed on the board. [`Verdict::Unsolvable`] is final and names
//! its reason. A limit or a cancellation gives [`Verdict::Undecided`], never a wrong "unsolvable". Without limits every
//! search ends with a verdict, although on large boards that can take very long.

/// Adds builder methods to a struct of options, each of which replaces a field.
macro_rules! builder_methods {
    ($options:ident { $($(#[$doc:meta])* $method:ident($field:ident: $type:ty),)* }) => {
        impl $options {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $method(self, $field: $type) -> $options {
                    $options { $field, ..self }
                }
            )*
        }
    };
}

pub mod atlas;
pub mod board;
pub mod certificate;
pub mod control;
pub mod count;
pub mod drawing;
mod engine;
pub mod levels;
pub mod moves;
pub mod play;
pub mod problem;
pub mod refutation;
#[cfg(test)]
mod repeatability;
pub mod solver;
pub mod sweep;
pub mod winning;

/// Steps of sweeps and exhaustions that run on several machines.
///
/// This module exists for the package `pegboard-cluster`. **Any release may change it**; it is no part of the stable
/// interface.
///
/// A worker implements [`LevelMaker`](distributed::LevelMaker): it expands its blocks of codes by an
/// [`Expansion`](distributed::Expansion), sends the neighbors to the workers that keep them, and collects what it receives
/// in a [`Collector`](distributed::Collector). [`SharedSweep`](distributed::SharedSweep) and
/// [`SharedExhaustion`](distributed::SharedExhaustion) walk the levels of any such maker.
pub mod distributed {
    pub use crate::engine::{Bits, WidthVisitor, processor::prefetch, visit_width};
    pub use crate::levels::collection::{Collection, Collector, Incoming};
    pub use crate::levels::expand::{Expansion, Pruning};
    pub use crate::levels::file::remove_leftovers;
    pub use crate::levels::folder::{CLUSTER_MANIFEST, LockedFolder, MANIFEST};
    pub use crate::levels::level::{BlockReader, Level};
    pub use crate::levels::making::PhaseOf;
    pub use crate::levels::manifest::Manifest;
    pub use crate::levels::names::{LevelSet, TaskName};
    pub use crate::levels::{CodeCount, Finished, LevelMaker, LevelName, Sieve};
    pub use crate::solver::exhaustion::shared::{
        Choice, SharedChoice, SharedExhaustion, plan_in, question_name,
    };
    pub use crate::sweep::shared::SharedSweep;
}

#[doc(inline)]
pub use pegboard_checker as checker;

// Crates whose types the public interface names: large counts, and graphs.
pub use num_bigint;
pub use petgraph;

pub use board::file::{
    BoardFile, BoardFinish, DeclaredSymmetry, Diagnostic, GraphFormat, ImportLegend, ImportOptions,
    ImportedBoard, ImportedGraph, InvalidFile, Labels, PatternLabels, Remedy,
};
pub use board::geometry::{
    Direction, JumpDirections, JumpDirectionsError, Lattice, Structure, SymmetryGroup,
};
pub use board::{
    Backend, Board, BoardError, BoardErrors, BoardWarning, Hole, Jump, JumpError, LabelError,
    LabelScheme, LoadError, Position, PositionClass, PositionError, ProblemType, SvssProblem,
    Symmetry, SymmetryUse, UnknownHole,
};
pub use certificate::{Answers, Certificate, CertificateError};
pub use control::{Cancellation, Control, LimitReached, Limits, Phase, Progress, TableError};
pub use drawing::{PictureError, ReadPosition};
pub use play::game::Game;
pub use play::games::Games;
pub use play::hint::{Alarm, GameOracle, Hint, JumpHint, Outlook, SolverOracle, WinningOracle};
pub use play::puzzle::{Difficulty, Puzzle, PuzzleError, PuzzleOptions};
pub use problem::answer::{
    Answer, CaseTree, Cases, CoordinateReading, InverseLine, Line, Move, MoveSeparator, MoveStyle,
    Notation, NotationError, PagodaError, PagodaFunction, ParitySet, Proof, PruningFunctions,
    Solution, Stats, Undecided, UnknownNotation, Verdict,
};
pub use problem::named::{NamedProblem, UnknownProblem};
pub use problem::{Goal, ImportedProblem, Pattern, PatternError, Problem, ProblemError};
pub use solver::{JumpOrder, Method, Methods, SolveError, Solver, SolverOptions};

/// The examples of the guide for programs that embed the library.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryGuide;
