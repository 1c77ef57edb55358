//! Moves of a solution with the positions around them.

use crate::board::Position;
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
