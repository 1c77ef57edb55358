//! Solutions that end with a move as long as can be.

use crate::answer::{Answer, Solution, Verdict};
use crate::board::{Hole, Jump, Position};
use crate::control::Control;
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SolvablePositions, SweepError};
use thiserror::Error;

/// A solution that ends with a long move.
#[derive(Clone, Debug)]
pub struct LongestLastMove {
    answer: Answer,
    is_proved: bool,
}

/// Why the longest last move cannot be found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LastMoveError {
    /// The system has no memory for the positions that can be reached.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The solver has failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl LongestLastMove {
    /// The answer to the problem, with the solution that ends with the longest move found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The same, to be kept.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// The jumps of the last move; `None` without a solution, and 0 where no move is needed.
    pub fn jumps(&self) -> Option<usize> {
        let Verdict::Solvable(solution) = self.answer.verdict() else { return None };
        Some(solution.moves().last().map_or(0, |last| last.holes().len() - 1))
    }

    /// Whether it is certain that no solution ends with a longer move, or that there is none.
    pub fn is_proved(&self) -> bool {
        self.is_proved
    }
}

/// Finds a solution whose last move has the most jumps of all.
///
/// The moves that can end the problem are tried, the longest first: whether the position before one can be reached
/// is looked up where a bitmap of the positions that can be fits memory, and else is a problem for the solver.
///
/// ```
/// use pegboard::moves::longest_last_move;
/// use pegboard::{Board, Control, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("c5")?);
/// let longest = longest_last_move(&problem, &SolverOptions::default(), &Control::default())?;
/// assert!(longest.is_proved());
/// println!("{} jumps: {}", longest.jumps().unwrap(), longest.answer().solution().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`LastMoveError`] when the system has no memory.
pub fn longest_last_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestLastMove, LastMoveError> {
    let solver = Solver::new(problem.board(), options.clone());
    let mut answer = solver.solve(problem, control)?;
    if !matches!(answer.verdict, Verdict::Solvable(_)) || *problem.goal() == Goal::FewestPegs {
        let is_proved = matches!(answer.verdict, Verdict::Unsolvable(_));
        return Ok(LongestLastMove { answer, is_proved });
    }
    let mut is_proved = true;
    // Backwards on complements the start's complement is reached from the complement of what the start reaches.
    let reached = SolvablePositions::find(&[problem.start().complement()], control)?;
    for (before, jumps) in endings(problem) {
        if reached.as_ref().is_some_and(|reached| !reached.contains(&before.complement())) {
            continue;
        }
        let Ok(rest) = Problem::new(problem.start().clone(), Goal::Position(before)) else { continue };
        match solver.solve(&rest, control)?.verdict {
            Verdict::Solvable(line) => {
                let all = line.jumps().iter().chain(&jumps).copied().collect();
                answer.verdict = Verdict::Solvable(Solution::found(problem.start(), all));
                break;
            }
            Verdict::Undecided(_) => is_proved = false,
            _ => {}
        }
        if control.is_stopped() {
            is_proved = false;
            break;
        }
    }
    Ok(LongestLastMove { answer, is_proved })
}

/// The moves that can end the problem, each with the position before it, the longest first.
fn endings(problem: &Problem) -> Vec<(Position, Vec<Jump>)> {
    let (board, most) = (problem.board(), problem.start().peg_count() as u32);
    let mut found = Vec::new();
    for finish in problem.finishes().unwrap_or_default() {
        for hole in finish.pegs() {
            extend(board.jumps(), (finish.code(), hole), most, &mut Vec::new(), &mut found);
        }
    }
    found.sort_by_key(|(code, jumps): &(u128, Vec<Jump>)| (std::cmp::Reverse(jumps.len()), *code));
    found.dedup_by_key(|(code, _)| *code);
    let position = |(code, jumps)| Some((Position::from_code(board, code).ok()?, jumps));
    found.into_iter().filter_map(position).collect()
}

/// Takes jumps back, one before the other, all by the peg that ends in a hole.
fn extend(
    all: &[Jump],
    (code, hole): (u128, Hole),
    most: u32,
    after: &mut Vec<Jump>,
    found: &mut Vec<(u128, Vec<Jump>)>,
) {
    for jump in all.iter().filter(|jump| jump.to() == hole) {
        let Some(before) = undone(code, *jump).filter(|before| before.count_ones() <= most) else { continue };
        after.push(*jump);
        found.push((before, after.iter().rev().copied().collect()));
        extend(all, (before, jump.from()), most, after, found);
        after.pop();
    }
}

/// The position before a jump.
fn undone(code: u128, jump: Jump) -> Option<u128> {
    (code & jump.code() == jump.to().bit()).then(|| code ^ jump.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// The last moves of many games, and what is said to be the longest.
    #[test]
    fn no_game_ends_with_a_longer_move() {
        let board = Board::library("triangle5").unwrap();
        let control = Control::default();
        let mut solved = 0;
        for problem in board.svss_problems() {
            let problem = Problem::svss(&board, problem.vacancy(), problem.finish());
            let found = longest_last_move(&problem, &SolverOptions::default(), &control).unwrap();
            assert!(found.is_proved());
            for game in crate::Games::from_first(problem.start()).take(20_000) {
                if problem.is_met_by(game.finish()) {
                    let jumps = game.moves().last().unwrap().holes().len() - 1;
                    assert!(found.jumps().is_some_and(|longest| longest >= jumps));
                    solved += 1;
                }
            }
        }
        assert!(solved > 100);
    }

    /// A jump begun in the middle of a move is no shorter move of its own.
    #[test]
    fn where_no_bitmap_fits_the_solver_is_asked() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let small = crate::Limits { memory: Some(64), ..crate::Limits::default() };
        let options = SolverOptions::default();
        let asked = longest_last_move(&problem, &options, &Control::new(small)).unwrap();
        let looked_up = longest_last_move(&problem, &options, &Control::default()).unwrap();
        assert!(asked.is_proved());
        assert_eq!(asked.jumps(), looked_up.jumps());
    }
}
