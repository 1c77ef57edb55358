//! Fewest moves of a problem and of the rest of a game.

use crate::message::Message;
use crate::numbers::Sought;
use pegboard::moves::{MovesNeeded, MovesOptions, fewest_moves, moves_needed};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Control, Jump, Line, Problem};
use pegboard_web_protocol::{check_length, jumps_of, place_of};
use serde::Serialize;

/// Fewest moves to finish a game.
#[derive(Serialize)]
pub struct Needed {
    moves: usize,
    /// Winning jumps, each with the fewest moves if it is played next.
    jumps: Vec<JumpMoves>,
}

#[derive(Serialize)]
struct JumpMoves {
    /// Place in the facts of the board.
    jump: usize,
    moves: usize,
}

/// Shortest solution found, with a lower bound.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shortest {
    /// Places of the jumps in the facts of the board.
    jumps: Option<Vec<usize>>,
    moves: Option<usize>,
    /// Lower bound on the moves; `None` if there is no solution.
    at_least: Option<usize>,
}

/// Moves that were read, or the first wrong one.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ReadMoves {
    /// Moves that can be played.
    Moves {
        /// Places of the jumps in the facts of the board.
        jumps: Vec<usize>,
        /// Reading of coordinates in brackets, if there are any.
        reading: Option<String>,
    },
    /// Moves that cannot be played or read.
    Wrong {
        /// Error.
        wrong: Message,
    },
}

/// Reads moves as people write them.
///
/// # Errors
///
/// If the text is too long.
pub fn read(problem: &Problem, text: &str) -> Result<ReadMoves, String> {
    check_length(text)?;
    Ok(match Line::parse_with_reading(problem.start(), text) {
        Ok((line, reading)) => ReadMoves::Moves {
            jumps: jumps_of(&line),
            reading: reading.map(|reading| reading.to_string()),
        },
        Err(error) => ReadMoves::Wrong {
            wrong: error.into(),
        },
    })
}

/// Returns the fewest moves to finish a game after the moves `played`; `None` if the game is lost.
///
/// # Errors
///
/// If the moves are illegal or their text is too long.
pub fn needed(
    problem: &Problem,
    played: &str,
    control: &Control<'_>,
) -> Result<Sought<Option<Needed>>, String> {
    check_length(played)?;
    let game = Line::parse(problem.start(), played).map_err(|error| error.to_string())?;
    let needed = moves_needed(problem, &game, &SweepOptions::default(), control);
    Ok(needed
        .map(|needed| {
            needed
                .as_ref()
                .map(|needed| Needed::of(problem.board(), needed))
        })
        .into())
}

impl Needed {
    fn of(board: &Board, needed: &MovesNeeded) -> Needed {
        let jump = |&(jump, moves): &(Jump, usize)| JumpMoves {
            jump: place_of(board, jump),
            moves,
        };
        Needed {
            moves: needed.moves(),
            jumps: needed.jumps().iter().map(jump).collect(),
        }
    }
}

/// Searches for a solution with the fewest moves.
///
/// # Errors
///
/// If the problem's goal has no finish position.
pub fn shortest(problem: &Problem, control: &Control<'_>) -> Result<Shortest, String> {
    let found = fewest_moves(problem, &MovesOptions::default(), control);
    let found = found.map_err(|error| error.to_string())?;
    Ok(Shortest {
        jumps: found.answer().best_line().map(jumps_of),
        moves: found.moves(),
        at_least: found.at_least(),
    })
}
