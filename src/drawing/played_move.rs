//! Moves of a solution with the positions around them.

use crate::board::{Board, Hole, Position};
use crate::problem::answer::{Line, Move};

/// Move of a solution with the positions before and after it.
pub(super) struct PlayedMove {
    pub(super) before: Position,
    pub(super) played: Move,
    pub(super) after: Position,
}

impl PlayedMove {
    /// Returns the moves of a solution in order.
    pub(super) fn all(solution: &Line) -> Vec<PlayedMove> {
        let mut positions = solution.positions();
        let mut before = positions.next();
        let played_move = |played: Move| {
            let start = before.take()?;
            let after = positions.nth(played.holes().len() - 2)?; // a move through n holes has n - 1 jumps
            before = Some(after.clone());
            Some(PlayedMove {
                before: start,
                played,
                after,
            })
        };
        solution
            .moves()
            .into_iter()
            .map_while(played_move)
            .collect()
    }
}

/// Returns the holes whose pegs a move removes, in order.
///
/// # Panics
///
/// If the board lacks a hole or a jump of the move.
pub(super) fn jumped_over(board: &Board, played: &Move) -> Vec<Hole> {
    let over = |pair: &[Hole]| match board.jump(pair[0], pair[1]) {
        Some(jump) => jump.over(),
        None => panic!(
            "board `{}` lacks the jump from hole {} to hole {}",
            board.name(),
            pair[0].index(),
            pair[1].index()
        ),
    };
    played.holes().windows(2).map(over).collect()
}
