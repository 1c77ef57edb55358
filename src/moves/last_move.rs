//! Solutions that end with a given move.

use super::error::MovesError;
use super::first_meeting::first_meeting_by;
use crate::board::{Board, Hole, Jump, Position};
use crate::control::Control;
use crate::problem::answer::{Answer, Line, Proof, Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};

/// Finds a solution whose last move is exactly the given one: the holes that its peg visits.
///
/// The answer is about solutions with this last move: "unsolvable" means that none has it, although the
/// problem may have other solutions. If the same peg jumps into the first of these holes just before, the
/// last move is longer and does not count.
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
/// [`MovesError`] when the holes do not form a move, or form one that cannot end in the goal, and when the
/// solver rejects the problem.
///
/// # Panics
///
/// If the board lacks one of the holes.
pub fn solution_ending_with(
    problem: &Problem,
    last: &[Hole],
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<Answer, MovesError> {
    let board = problem.board();
    let jumps = jumps_of(board, last)?;
    if problem.patterns().is_some() {
        return control.ended(first_meeting_by(problem, last[0], &jumps, control));
    }
    let finishes = problem.finishes().ok_or(MovesError::NoFinish)?;
    let begun: Vec<Problem> = finishes
        .iter()
        .filter_map(|finish| problem_before(problem, finish, &jumps))
        .collect();
    if begun.is_empty() {
        let labels: Vec<&str> = last.iter().map(|hole| board.label(*hole)).collect();
        return Err(MovesError::NotAnEnding {
            notation: labels.join("-"),
        });
    }
    let solver = Solver::new(board, options.clone());
    let mut answers = Vec::new();
    for rest in &begun {
        let answer = solver.solve(rest, control)?;
        let joins = |line: &Line| {
            line.jumps()
                .last()
                .is_some_and(|previous| previous.to() == last[0])
        };
        match &answer.verdict {
            Verdict::Solvable(line) if joins(line) => {
                answers.extend(without_joining(rest, last[0], &solver, control)?)
            }
            _ => answers.push(answer),
        }
    }
    Ok(combine(problem, answers, &jumps))
}

/// Returns the jumps of a move.
fn jumps_of(board: &Board, holes: &[Hole]) -> Result<Vec<Jump>, MovesError> {
    let jump = |pair: &[Hole]| {
        let [from, to] = [pair[0], pair[1]].map(|hole| board.label(hole).to_owned());
        let mut jumps = board.jumps_between(pair[0], pair[1]);
        match (jumps.next(), jumps.next()) {
            (Some(jump), None) => Ok(jump),
            (None, _) => Err(MovesError::NotAJump { from, to }),
            (Some(_), Some(_)) => Err(MovesError::SeveralJumps { from, to }),
        }
    };
    holes.iter().for_each(|hole| board.check_hole(*hole));
    match holes.len() {
        0 | 1 => Err(MovesError::NoJump),
        _ => holes.windows(2).map(jump).collect(),
    }
}

/// Solves the problem with each possible last jump, except those into `hole`. Returns lines that end with the
/// jump.
fn without_joining(
    problem: &Problem,
    hole: Hole,
    solver: &Solver,
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

/// Combines answers into one about all lines that continue with these jumps.
fn combine(problem: &Problem, answers: Vec<Answer>, jumps: &[Jump]) -> Answer {
    let stats = answers
        .first()
        .map(|answer| answer.stats.clone())
        .unwrap_or_default();
    let mut verdicts = answers.into_iter().map(|answer| answer.verdict);
    // A single refutation is the proof; several do not combine into one.
    let several = || Verdict::Unsolvable(Proof::uncounted_exhaustion());
    let first = verdicts.next().unwrap_or_else(several);
    let verdict = verdicts.fold(first, |one, other| match (one, other) {
        (found @ Verdict::Solvable(_), _) | (_, found @ Verdict::Solvable(_)) => found,
        (open @ Verdict::Undecided(_), _) | (_, open @ Verdict::Undecided(_)) => open,
        _ => several(),
    });
    let verdict = match verdict {
        Verdict::Solvable(line) => {
            let line = Line::found(problem.start(), [line.jumps(), jumps].concat());
            Verdict::Solvable(Solution::found(line))
        }
        other => other,
    };
    Answer {
        problem: problem.clone(),
        verdict,
        stats,
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
