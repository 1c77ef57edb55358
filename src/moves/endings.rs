//! Solutions that end with a given move, or with one as long as can be.

use crate::answer::{Answer, Proof, PruningFunctions, Solution, Verdict};
use crate::board::{Board, Hole, Jump, Position};
use crate::control::Control;
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SolvablePositions, SweepError};
use thiserror::Error;

/// A solution with a long move.
#[derive(Clone, Debug)]
pub struct LongestMove {
    answer: Answer,
    jumps: Option<usize>,
    is_proved: bool,
}

/// Why there is no answer about a move of a solution.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LastMoveError {
    /// The holes are not those of a run of jumps.
    #[error("there is no jump from {from} to {into}; a jump goes two holes along a line")]
    NotAJump {
        /// The label of the hole of departure.
        from: String,
        /// The label of the hole of arrival.
        into: String,
    },
    /// There are fewer than two holes.
    #[error("a move has at least one jump; write it like d2-d4 or f3-d3-d5")]
    NoJump,
    /// No position lets the move end in the goal.
    #[error("the last move {notation} does not end in the goal, whatever the position before it")]
    NotAnEnding {
        /// The move.
        notation: String,
    },
    /// The goal of fewest pegs names no finish.
    #[error("a last move needs a finish, and the goal `fewest pegs` names none")]
    NoFinish,
    /// The system has no memory for the positions that can be reached.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The solver has failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl LongestMove {
    pub(super) fn new(answer: Answer, jumps: Option<usize>, is_proved: bool) -> LongestMove {
        LongestMove { answer, jumps, is_proved }
    }

    /// The answer to the problem, with the solution that has the longest move found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The same, to be kept.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// The jumps of the move; `None` without a solution, and 0 where no move is needed.
    pub fn jumps(&self) -> Option<usize> {
        self.jumps
    }

    /// Whether it is certain that no solution has a longer one, or that there is no solution.
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
) -> Result<LongestMove, LastMoveError> {
    let solver = Solver::new(problem.board(), options.clone());
    let mut answer = solver.solve(problem, control)?;
    if !matches!(answer.verdict, Verdict::Solvable(_)) || *problem.goal() == Goal::FewestPegs {
        let is_proved = matches!(answer.verdict, Verdict::Unsolvable(_));
        return Ok(LongestMove::new(answer, None, is_proved));
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
    let jumps = answer.solution().map(|line| line.moves().last().map_or(0, |last| last.holes().len() - 1));
    Ok(LongestMove::new(answer, jumps, is_proved))
}

/// Finds a solution whose last move is just this one, given by the holes that its peg visits.
///
/// The answer is about solutions with this last move: unsolvable means that there is none, although the problem itself
/// may have others. A solution in which the same peg comes to the first of these holes by a jump has a longer last
/// move, and does not count.
///
/// ```
/// use pegboard::moves::solution_ending_with;
/// use pegboard::{Board, Control, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let hole = |label| board.hole(label);
/// let problem = Problem::svss(&board, hole("a1")?, hole("a1")?);
/// let last = [hole("e5")?, hole("c3")?, hole("a3")?, hole("a1")?];
/// let answer = solution_ending_with(&problem, &last, &SolverOptions::default(), &Control::default())?;
/// assert!(answer.solution().unwrap().to_string().ends_with(", e5-c3-a3-a1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`LastMoveError`] when the holes are those of no move, or of none that ends in the goal.
pub fn solution_ending_with(
    problem: &Problem,
    last: &[Hole],
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<Answer, LastMoveError> {
    let board = problem.board();
    let jumps = jumps_of(board, last)?;
    let finishes = problem.finishes().ok_or(LastMoveError::NoFinish)?;
    let begun: Vec<Problem> =
        finishes.iter().filter_map(|finish| problem_before(problem, finish, &jumps)).collect();
    if begun.is_empty() {
        let labels: Vec<&str> = last.iter().map(|hole| board.label(*hole)).collect();
        return Err(LastMoveError::NotAnEnding { notation: labels.join("-") });
    }
    let solver = Solver::new(board, options.clone());
    let mut answers = Vec::new();
    for rest in &begun {
        let answer = solver.solve(rest, control)?;
        let joins = |line: &Solution| line.jumps().last().is_some_and(|previous| previous.to() == last[0]);
        match &answer.verdict {
            Verdict::Solvable(line) if joins(line) => {
                answers.extend(without_joining(rest, last[0], &solver, control)?)
            }
            _ => answers.push(answer),
        }
    }
    Ok(joined(problem, answers, &jumps))
}

/// The jumps of a move.
fn jumps_of(board: &Board, holes: &[Hole]) -> Result<Vec<Jump>, LastMoveError> {
    let jump = |pair: &[Hole]| {
        let label = |hole: Hole| board.label(hole).to_owned();
        let error = || LastMoveError::NotAJump { from: label(pair[0]), into: label(pair[1]) };
        board.jump(pair[0], pair[1]).ok_or_else(error)
    };
    match holes.len() {
        0 | 1 => Err(LastMoveError::NoJump),
        _ => holes.windows(2).map(jump).collect(),
    }
}

/// Answers for each jump that can come last, but for those into this hole: lines that end with it.
fn without_joining(
    problem: &Problem,
    hole: Hole,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Vec<Answer>, LastMoveError> {
    let board = problem.board();
    let mut answers = Vec::new();
    for finish in problem.finishes().unwrap_or_default() {
        for jump in board.jumps().iter().filter(|jump| jump.to() != hole) {
            let Some(rest) = problem_before(problem, &finish, &[*jump]) else { continue };
            let mut answer = solver.solve(&rest, control)?;
            if let Verdict::Solvable(line) = &mut answer.verdict {
                let all = [line.jumps(), &[*jump]].concat();
                *line = Solution::found(problem.start(), all);
                return Ok(vec![answer]);
            }
            answers.push(answer);
        }
    }
    Ok(answers)
}

/// One answer about all lines that go on with these jumps.
fn joined(problem: &Problem, answers: Vec<Answer>, jumps: &[Jump]) -> Answer {
    let stats = answers.first().map(|answer| answer.stats.clone()).unwrap_or_default();
    let mut verdicts = answers.into_iter().map(|answer| answer.verdict);
    // One refutation alone says why; of several none does.
    let several =
        || Verdict::Unsolvable(Proof::Exhaustion { positions: 0, functions: PruningFunctions::default() });
    let first = verdicts.next().unwrap_or_else(several);
    let verdict = verdicts.fold(first, |one, other| match (one, other) {
        (found @ Verdict::Solvable(_), _) | (_, found @ Verdict::Solvable(_)) => found,
        (open @ Verdict::Undecided(_), _) | (_, open @ Verdict::Undecided(_)) => open,
        _ => several(),
    });
    let verdict = match verdict {
        Verdict::Solvable(line) => {
            Verdict::Solvable(Solution::found(problem.start(), [line.jumps(), jumps].concat()))
        }
        other => other,
    };
    Answer { problem: problem.clone(), verdict, stats }
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

/// The same problem but for its last jumps: to the position from which they lead to a finish, if there can be one.
fn problem_before(problem: &Problem, finish: &Position, jumps: &[Jump]) -> Option<Problem> {
    let code = jumps.iter().rev().try_fold(finish.code(), |code, jump| undone(code, *jump))?;
    let before = Position::from_code(problem.board(), code).ok()?;
    Problem::new(problem.start().clone(), Goal::Position(before)).ok()
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
