//! Fewest moves: of a problem, and what a game still needs.

use crate::numbers::Sought;
use crate::settle::pairs;
use pegboard::moves::{MovesNeeded, MovesOptions, fewest_moves, moves_needed};
use pegboard::sweep::SweepOptions;
use pegboard::{Control, Hole, Jump, Problem, Solution};
use serde::Serialize;

/// The fewest moves that a game still needs.
#[derive(Serialize)]
pub struct Needed {
    moves: usize,
    /// The jumps that still win, each with the moves that are needed if it is the next one.
    jumps: Vec<JumpMoves>,
}

#[derive(Serialize)]
struct JumpMoves {
    from: usize,
    to: usize,
    moves: usize,
}

/// A solution with few moves, and how few there can be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shortest {
    /// The jumps of the shortest solution found.
    jumps: Option<Vec<[usize; 2]>>,
    moves: Option<usize>,
    /// No solution has fewer moves; null where there is no solution.
    at_least: Option<usize>,
}

/// The moves that a game still needs, after the moves played; null where that is not known.
///
/// # Errors
///
/// When the moves cannot be played.
pub fn needed(
    problem: &Problem,
    played: &str,
    control: &Control<'_>,
) -> Result<Sought<Option<Needed>>, String> {
    let game = Solution::parse(problem.start(), played).map_err(|error| error.to_string())?;
    let needed = moves_needed(problem, &game, &SweepOptions::default(), control);
    Ok(needed.map(|needed| needed.as_ref().map(Needed::of)).into())
}

impl Needed {
    fn of(needed: &MovesNeeded) -> Needed {
        let jump = |&(jump, moves): &(Jump, usize)| JumpMoves {
            from: Jump::from(jump).index(),
            to: Hole::index(jump.to()),
            moves,
        };
        Needed {
            moves: needed.moves(),
            jumps: needed.jumps().iter().map(jump).collect(),
        }
    }
}

/// A solution with as few moves as can be found.
///
/// # Errors
///
/// When the problem names no finish.
pub fn shortest(problem: &Problem, control: &Control<'_>) -> Result<Shortest, String> {
    let found = fewest_moves(problem, &MovesOptions::default(), control);
    let found = found.map_err(|error| error.to_string())?;
    Ok(Shortest {
        jumps: found.answer().solution().map(|line| pairs(line.jumps())),
        moves: found.moves(),
        at_least: found.at_least(),
    })
}
