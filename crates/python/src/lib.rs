//! The native module of the Python package `pegboard`. The package's stubs document it.
// Python sees the documentation of the stubs, and tuples where several values are returned.
#![allow(missing_docs, clippy::type_complexity)]

mod answer;
mod board;
mod call;
mod codes;
mod envs;
mod errors;
mod graph;
mod line;
mod play;
mod position;
mod positions;
mod problem;

use pyo3::prelude::*;

/// Returns the names of the boards in the library.
#[pyfunction]
fn library() -> Vec<&'static str> {
    pegboard::Board::library_names().collect()
}

/// Returns the names of all kinds of phases.
#[pyfunction]
fn phase_kinds() -> Vec<&'static str> {
    pegboard::Phase::KINDS.to_vec()
}

#[pymodule]
mod _native {
    /// Version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::answer::{CertifiableAnswer, fewest_moves, solve, solve_many, verify};
    #[pymodule_export]
    use super::board::{Board, Jump};
    #[pymodule_export]
    use super::envs::VectorEnv;
    #[pymodule_export]
    use super::graph::{Atlas, Graph, atlas, graph};
    #[pymodule_export]
    use super::library;
    #[pymodule_export]
    use super::line::{Line, Move};
    #[pymodule_export]
    use super::phase_kinds;
    #[pymodule_export]
    use super::play::{Game, Hint, Oracle, hint, puzzle};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::positions::{
        Sweep, WinningSet, count_games, count_solutions, random_play_chance, sweep,
    };
    #[pymodule_export]
    use super::problem::{Problem, check_finish};
}
