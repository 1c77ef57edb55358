//! The problems of the library that have names.

use pegboard::{Board, NamedProblem, Problem};
use serde::Serialize;

/// A problem with its name.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// The board's name in the library.
    board: String,
    name: String,
    /// Where the problem comes from.
    source: String,
    problem: Problem,
    fewest_moves: Option<usize>,
}

/// All of them, or those of a board.
#[must_use]
pub fn named(board: Option<&Board>) -> Vec<Named> {
    let problems = board.map_or_else(NamedProblem::all, NamedProblem::of);
    let of = |named: &NamedProblem| Named {
        board: named.board_name().to_owned(),
        name: named.name().to_owned(),
        source: named.source().to_owned(),
        problem: named.problem().clone(),
        fewest_moves: named.fewest_moves(),
    };
    problems.iter().map(of).collect()
}
