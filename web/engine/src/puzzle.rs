//! Generated puzzles.

use crate::request::Wanted;
use pegboard::{Board, Control, Problem, Puzzle, PuzzleOptions};
use serde::Serialize;

/// Puzzle with its grade.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    problem: Problem,
    /// Name of the difficulty.
    difficulty: String,
    /// Number of jumps in every solution.
    jumps: usize,
    /// Probability that random play solves it.
    chance: f64,
    /// Mean fraction of winning jumps among the possible ones.
    winning_share: f64,
}

/// Generates a puzzle. It depends only on the board and the options.
///
/// # Errors
///
/// If no such puzzle is found.
pub fn puzzle(board: &Board, wanted: &Wanted, control: &Control<'_>) -> Result<Made, String> {
    let options = PuzzleOptions::default()
        .with_difficulty(wanted.difficulty.into())
        .with_seed(wanted.seed)
        .with_symmetry(wanted.symmetric)
        .with_unique_first_jump(wanted.unique_first_jump);
    let puzzle = Puzzle::find(board, &options, control).map_err(|error| error.to_string())?;
    let grade = puzzle.grade();
    Ok(Made {
        problem: puzzle.problem().clone(),
        difficulty: grade.difficulty().to_string(),
        jumps: grade.jumps,
        chance: grade.chance,
        winning_share: grade.winning_share,
    })
}
