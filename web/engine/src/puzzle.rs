//! Puzzles made to order.

use crate::request::Wanted;
use pegboard::{Board, Control, Problem, Puzzle, PuzzleOptions};
use serde::Serialize;

/// A puzzle and what a solver of it meets.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    problem: Problem,
    /// The difficulty in a word.
    difficulty: String,
    /// The jumps of every solution.
    jumps: usize,
    /// The chance that random play solves it.
    chance: f64,
    /// The mean share of the possible jumps that win.
    winning_share: f64,
}

/// Makes a puzzle: the same for the same board and wishes.
///
/// # Errors
///
/// When no puzzle of the kind is found.
pub fn puzzle(board: &Board, wanted: &Wanted, control: &Control<'_>) -> Result<Made, String> {
    let options = PuzzleOptions {
        difficulty: wanted.difficulty.into(),
        seed: wanted.seed,
        is_symmetric: wanted.symmetric,
        has_unique_first_jump: wanted.unique_first_jump,
        ..PuzzleOptions::default()
    };
    let puzzle = Puzzle::new(board, &options, control).map_err(|error| error.to_string())?;
    let grade = puzzle.grade();
    Ok(Made {
        problem: puzzle.problem().clone(),
        difficulty: grade.difficulty().to_string(),
        jumps: grade.jumps,
        chance: grade.chance,
        winning_share: grade.winning_share,
    })
}
