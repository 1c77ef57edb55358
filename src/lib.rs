//! Pegboard: draw a board, get its peg solitaire problems solved.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod answer;
pub mod board;
pub mod board_file;
pub mod drawing;
pub mod engine;
pub mod geometry;
pub mod problem;
pub mod solver;
pub mod sweep;

pub use answer::{Answer, LimitReached, Move, NotationError, Proof, Solution, Stats, Undecided, Verdict};
pub use board::{
    Backend, Board, BoardError, BoardErrors, BoardWarning, Hole, Jump, LoadError, PagodaError,
    PagodaFunction, Position, PositionClass, PositionError, ProblemType, SvssProblem, Symmetry, UnknownHole,
};
pub use board_file::{
    BoardFile, DeclaredSymmetry, Diagnostic, ImportLegend, ImportedBoard, InvalidFile, Labels,
};
pub use drawing::PictureError;
pub use geometry::{Direction, Lattice, SymmetryGroup};
pub use problem::{Goal, Problem, ProblemError};
pub use solver::{JumpOrder, Limits, Method, Methods, Progress, SolveError, Solver, SolverOptions};
