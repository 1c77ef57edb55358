//! Named problems of the library.

use pegboard::{Board, NamedProblem, Problem};
use serde::Serialize;

/// Named problem.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// Name of the board in the library.
    board: String,
    name: String,
    /// Origin of the problem.
    source: String,
    problem: Problem,
    fewest_moves: Option<usize>,
}

/// Returns the named problems of a board, or of all boards.
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
