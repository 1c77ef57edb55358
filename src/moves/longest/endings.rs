//! The longest last move, by all moves that can end a problem.

use super::LongMovePlace;
use crate::board::{Board, Hole, Jump, Position};
use crate::control::{Control, Part, Phase};
use crate::moves::error::MovesError;
use crate::problem::answer::{Line, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::Solver;
use crate::sweep::{SolvablePositions, SweepError};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Finds a solution with a longer last move than the best one, and returns `true` with it if the result is proved. A limit
/// may stop the search.
///
/// The possible last moves are tried by decreasing length. A bitmap of the positions that the start reaches says whether the
/// position before a move can occur; where the bitmap does not fit memory, the solver decides.
pub(super) fn longest_ending(
    problem: &Problem,
    best: Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    let most = LongMovePlace::Last.jumps(&best);
    let endings = Endings::find(problem, control)?;
    let mut is_proved = endings.is_complete;
    for (before, jumps) in endings.longest_first() {
        if jumps.len() <= most {
            break;
        }
        let Ok(rest) = Problem::new(problem.start().clone(), Goal::Position(before)) else {
            continue;
        };
        match solver.solve(&rest, control)?.verdict {
            Verdict::Solvable(line) => {
                let all = line.jumps().iter().chain(&jumps).copied().collect();
                return Ok((Line::found(problem.start(), all), is_proved));
            }
            Verdict::Undecided(_) => is_proved = false,
            _ => {}
        }
        // The search may have been too short to look at the limits.
        let phase = || Phase::LastMoves {
            jumps: Some(jumps.len()),
        };
        if control.tick(0, phase).is_err() {
            return Ok((best, false));
        }
    }
    Ok((best, is_proved))
}

/// Moves that can end a problem, found backward by breadth-first search, one jump at a time.
struct Endings<'a> {
    board: &'a Board,
    /// States before the move, by its number of jumps.
    layers: Vec<Vec<MoveStart>>,
    /// The jump from each state to one of the layer before. Finishes have none.
    next: FxHashMap<MoveStart, Jump>,
    /// Maximum number of states.
    most: usize,
    /// `true` if no limit was reached.
    is_complete: bool,
}

/// Code of a position, and the hole of the peg that makes the last move.
type MoveStart = (u128, Hole);

/// Approximate bytes of a state, in a layer and in the table of jumps.
const BYTES_PER_ENDING: u64 = 128;

/// Number of states that are found even in little memory.
const MIN_ENDINGS: usize = 1 << 14;

/// Positions between two checks of the limits.
const BETWEEN_TICKS: usize = 1 << 12;

impl<'a> Endings<'a> {
    /// Finds the endings. A bitmap of the positions that the start reaches excludes others where it is
    /// available; it may take half of the memory, and the endings take the other half.
    fn find(problem: &'a Problem, control: &Control<'_>) -> Result<Endings<'a>, SweepError> {
        let half = control.memory() / 2;
        // On complements, the complement of the start is reached from the complement of every position that
        // the start reaches.
        let start = [problem.start().complement()];
        let reached = match SolvablePositions::within(&start, half, Part::whole(control)) {
            Err(SweepError::NoBitmap { .. }) => None,
            Err(error) if error.limit().is_some() => None,
            reached => reached?,
        };
        let finishes = problem.finishes_in_class();
        let begun = finishes
            .iter()
            .flat_map(|finish| finish.pegs().map(|hole| (finish.code(), hole)));
        let layers = vec![begun.collect()];
        let most = MIN_ENDINGS.max((half / BYTES_PER_ENDING) as usize);
        let mut endings = Endings {
            board: problem.board(),
            layers,
            next: FxHashMap::default(),
            most,
            is_complete: true,
        };
        let most_pegs = problem.start().peg_count() as u32;
        // Predecessors of unreachable positions are unreachable as well.
        let is_candidate = |code: u128| {
            code.count_ones() <= most_pegs
                && reached.as_ref().is_none_or(|reached| {
                    reached.contains_code(problem.board().full_code() & !code)
                })
        };
        while endings.layers.last().is_some_and(|layer| !layer.is_empty()) && endings.is_complete {
            endings.add_layer(is_candidate, control);
        }
        Ok(endings)
    }

    fn add_layer(&mut self, is_candidate: impl Fn(u128) -> bool, control: &Control<'_>) {
        let mut layer = Vec::new();
        for states in self
            .layers
            .last()
            .into_iter()
            .flat_map(|last| last.chunks(BETWEEN_TICKS))
        {
            let phase = || Phase::LastMoves {
                jumps: Some(self.layers.len()),
            };
            if control.tick(states.len() as u64, phase).is_err() || self.next.len() > self.most {
                self.is_complete = false;
                break;
            }
            for &(code, hole) in states {
                for jump in self.board.jumps().iter().filter(|jump| jump.to() == hole) {
                    let Some(before) = jump.undone(code).filter(|before| is_candidate(*before))
                    else {
                        continue;
                    };
                    if let Entry::Vacant(place) = self.next.entry((before, jump.from())) {
                        place.insert(*jump);
                        layer.push((before, jump.from()));
                    }
                }
            }
        }
        self.layers.push(layer);
    }

    /// Iterates over the moves by decreasing length, each with the position before it.
    fn longest_first(&self) -> impl Iterator<Item = (Position, Vec<Jump>)> {
        let moves = self.layers.iter().skip(1).rev().flatten();
        moves.filter_map(|before| {
            Some((
                Position::from_code(self.board, before.0).ok()?,
                self.jumps(*before),
            ))
        })
    }

    fn jumps(&self, (mut code, mut hole): MoveStart) -> Vec<Jump> {
        let mut jumps = Vec::new();
        while let Some(jump) = self.next.get(&(code, hole)) {
            jumps.push(*jump);
            (code, hole) = (code ^ jump.code(), jump.to());
        }
        jumps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_found_before_a_limit_are_moves() {
        let board = Board::library("triangle5").unwrap();
        let edge = board.hole("c5").unwrap();
        let problem = Problem::svss(&board, edge, edge);
        let all = Endings::find(&problem, &Control::default()).unwrap();
        assert!(all.is_complete);
        for nodes in [1, 2] {
            let limits = crate::Limits {
                nodes: Some(nodes),
                ..crate::Limits::default()
            };
            let some = Endings::find(&problem, &Control::new(limits)).unwrap();
            assert!(!some.is_complete);
            assert!(some.longest_first().count() < all.longest_first().count());
            for (before, jumps) in some.longest_first() {
                let played = Line::new(before, jumps).unwrap();
                assert!(problem.is_met_by(played.finish()) && played.moves().len() == 1);
            }
        }
    }
}
