//! Solutions that end with a given move.

use super::error::MovesError;
use super::first_meeting::first_meeting_by;
use crate::board::{Hole, Jump, Position};
use crate::control::Control;
use crate::problem::answer::{Answer, Line, Move, Proof, Solution, Stats, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};

/// Finds a solution whose last move is exactly the given one.
///
/// The answer is about solutions with this last move: "unsolvable" means that none has it, although the
/// problem may have other solutions. If the same peg jumps into the first hole of the move just before, the
/// last move is longer and does not count.
///
/// ```
/// use pegboard::moves::solution_ending_with;
/// use pegboard::{Board, Control, Move, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let last = Move::parse(&board, "e5-c3-a3-a1")?;
/// let answer = solution_ending_with(&problem, &last, &SolverOptions::default(), &Control::default())?;
/// assert!(answer.solution().unwrap().to_string().ends_with(", e5-c3-a3-a1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`MovesError`] when the move cannot end in the goal, and when the solver rejects the problem.
///
/// # Panics
///
/// If the board lacks a jump of the move.
pub fn solution_ending_with(
    problem: &Problem,
    last: &Move,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<Answer, MovesError> {
    let board = problem.board();
    last.check_on(board);
    let jumps: Vec<Jump> = last.jumps().collect();
    if problem.patterns().is_some() {
        return control.ended(first_meeting_by(problem, last, &jumps, control));
    }
    let finishes = problem.finishes().ok_or(MovesError::NoFinish)?;
    let begun: Vec<Problem> = finishes
        .iter()
        .filter_map(|finish| problem_before(problem, finish, &jumps))
        .collect();
    if begun.is_empty() {
        return Err(MovesError::NotAnEnding {
            notation: last.notation(board),
        });
    }
    let solver = Solver::new(board, options.clone());
    let (mut answers, mut stats) = (Vec::new(), Stats::default());
    for rest in &begun {
        let answer = solver.solve(rest, control)?;
        stats.add(&answer.stats);
        let joins = |line: &Line| {
            line.jumps()
                .last()
                .is_some_and(|previous| previous.to() == last.from())
        };
        match &answer.verdict {
            Verdict::Solvable(line) if joins(line) => {
                let others = without_joining(rest, last.from(), &solver, &mut stats, control)?;
                answers.extend(others)
            }
            _ => answers.push(answer),
        }
    }
    let verdict = combine(problem, answers, &jumps);
    Ok(Answer {
        problem: problem.clone(),
        verdict,
        stats,
    })
}

/// Solves the problem with each possible last jump, except those into `hole`. Returns lines that end with the
/// jump.
fn without_joining(
    problem: &Problem,
    hole: Hole,
    solver: &Solver,
    stats: &mut Stats,
    control: &Control<'_>,
) -> Result<Vec<Answer>, MovesError> {
    let board = problem.board();
    let mut answers = Vec::new();
    for finish in problem.finishes().unwrap_or_default() {
        for jump in board.jumps().iter().filter(|jump| jump.to() != hole) {
            let Some(rest) = problem_before(problem, &finish, &[*jump]) else {
                continue;
            };
            let mut answer = solver.solve(&rest, control)?;
            stats.add(&answer.stats);
            if let Verdict::Solvable(line) = &mut answer.verdict {
                let all = [line.jumps(), &[*jump]].concat();
                *line = Solution::found(Line::found(problem.start(), all));
                return Ok(vec![answer]);
            }
            answers.push(answer);
        }
    }
    Ok(answers)
}

/// Combines the verdicts of answers into one about all lines that continue with these jumps.
fn combine(problem: &Problem, answers: Vec<Answer>, jumps: &[Jump]) -> Verdict {
    let mut verdicts = answers.into_iter().map(|answer| answer.verdict);
    // A single refutation is the proof; several do not combine into one.
    let several = || Verdict::Unsolvable(Proof::uncounted_exhaustion());
    let first = verdicts.next().unwrap_or_else(several);
    let verdict = verdicts.fold(first, |one, other| match (one, other) {
        (found @ Verdict::Solvable(_), _) | (_, found @ Verdict::Solvable(_)) => found,
        (open @ Verdict::Undecided(_), _) | (_, open @ Verdict::Undecided(_)) => open,
        _ => several(),
    });
    match verdict {
        Verdict::Solvable(line) => {
            let line = Line::found(problem.start(), [line.jumps(), jumps].concat());
            Verdict::Solvable(Solution::found(line))
        }
        other => other,
    }
}

/// Returns the problem without its last jumps: to the position from which they lead to a finish, if it
/// exists.
fn problem_before(problem: &Problem, finish: &Position, jumps: &[Jump]) -> Option<Problem> {
    let code = jumps
        .iter()
        .rev()
        .try_fold(finish.code(), |code, jump| jump.undone(code))?;
    let before = Position::from_code(problem.board(), code).ok()?;
    Problem::new(problem.start().clone(), Goal::Position(before)).ok()
}
