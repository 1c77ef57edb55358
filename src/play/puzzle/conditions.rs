//! Checks of the conditions of a puzzle before the search.

use super::starts::moving_symmetries;
use super::{PuzzleError, PuzzleOptions};
use crate::board::{Board, Hole, Jump};
use std::collections::BTreeSet;

/// Rejects conditions that no start on the board can meet.
pub(super) fn check(board: &Board, options: &PuzzleOptions) -> Result<(), PuzzleError> {
    let name = || board.name().to_owned();
    let last = board.hole_count() - 1;
    if let Some(hole) = options.finish.filter(|hole| hole.index() > last) {
        let (board, hole) = (name(), hole.index());
        return Err(PuzzleError::ForeignHole { board, hole, last });
    }
    if board.jumps().is_empty() {
        return Err(PuzzleError::NoJump { board: name() });
    }
    if let Some(finish) = options.finish
        && !board.jumps().iter().any(|jump| jump.to() == finish)
    {
        return Err(PuzzleError::NoJumpToFinish {
            finish: board.label(finish).to_owned(),
        });
    }
    if options.is_symmetric && moving_symmetries(board).is_empty() {
        return Err(PuzzleError::NoSymmetry { board: name() });
    }
    check_parts(board, options)?;
    if options.has_unique_finish {
        check_finish(board, options.finish)
    } else {
        Ok(())
    }
}

/// Checks the connected components. No jump leaves a component, so all pegs of a puzzle lie in one. A connected board
/// is left to the search, because even a small board may have a puzzle with fewer pegs than usual.
fn check_parts(board: &Board, options: &PuzzleOptions) -> Result<(), PuzzleError> {
    match largest_part(board) {
        Some(holes) if holes <= *options.difficulty.pegs().start() => {
            Err(PuzzleError::SmallParts {
                board: board.name().to_owned(),
                parts: board.connected_parts().len(),
                holes,
            })
        }
        _ => Ok(()),
    }
}

/// Returns the size of the largest component of a board with several.
pub(super) fn largest_part(board: &Board) -> Option<usize> {
    let parts = board.connected_parts();
    if parts.len() > 1 {
        parts.iter().map(Vec::len).max()
    } else {
        None
    }
}

/// Checks the finish. The last two pegs are neighbors; if each of them can jump over the other, the last peg can end
/// in two holes, unless both jumps lead to the same one.
fn check_finish(board: &Board, finish: Option<Hole>) -> Result<(), PuzzleError> {
    let ends_elsewhere = |jump: &Jump, other: &Jump| {
        let is_opposite = other.from() == jump.over() && other.over() == jump.from();
        is_opposite && other.to() != jump.to()
    };
    let is_alone = |jump: &&Jump| {
        let mut jumps = board.jumps().iter();
        !jumps.any(|other| ends_elsewhere(jump, other))
    };
    let jumps = board.jumps().iter().filter(is_alone);
    let alone: BTreeSet<Hole> = jumps.map(|jump| jump.to()).collect();
    let is_possible = finish.map_or(!alone.is_empty(), |finish| alone.contains(&finish));
    if is_possible {
        return Ok(());
    }
    let label = |hole: Hole| board.label(hole).to_owned();
    Err(PuzzleError::NoUniqueFinish {
        finish: finish.map(label),
        possible: alone.into_iter().map(label).collect(),
    })
}
