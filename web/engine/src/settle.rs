//! Solutions of problems and reasons for unsolvability.

use pegboard::atlas::AtlasAnswer;
use pegboard::{
    Board, Control, Hole, LimitReached, Line, PagodaFunction, Pattern, Position, Problem, Proof,
    Solver, SolverOptions, Verdict,
};
use pegboard_web_protocol::jumps_of;
use serde::Serialize;

/// Answer to a problem.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    answer: &'static str,
    /// Best line, as places of its jumps in the facts of the board.
    jumps: Option<Vec<usize>>,
    /// Number of moves of the best line.
    moves: Option<usize>,
    reason: Option<Reason>,
    /// Limit reached, if the problem is undecided.
    limit: Option<LimitReached>,
    nodes: u64,
    seconds: f64,
}

/// Reason for unsolvability.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Reason {
    /// Set of holes whose peg parity differs between start and finish.
    Class {
        holes: Vec<usize>,
        start: usize,
        finish: usize,
    },
    /// Pagoda functions that refute the finishes.
    Pagoda { functions: Vec<Function> },
    /// Refutation of every case of first and last jumps.
    Cases { leaves: usize },
    /// Exhaustive search.
    Exhaustion { positions: u64 },
    /// Goal with more pegs than the start can leave.
    TooFewPegs,
}

/// Pagoda function with its values at the start and at a refuted finish.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Function {
    weights: Vec<i32>,
    sets: Vec<Set>,
    /// Sum of the weights of the pegs; for a pattern, at the finish at least this sum.
    start: i64,
    finish: i64,
    /// Lower bound on the loss from start to finish.
    loss: i64,
    /// Pegs of the refuted finish.
    finish_holes: Vec<usize>,
}

#[derive(Serialize)]
struct Set {
    holes: Vec<usize>,
    loss: u32,
}

/// Line that leaves few pegs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fewest {
    pegs: usize,
    /// `true` if no line leaves fewer.
    proved: bool,
    jumps: Vec<usize>,
}

/// Solves a problem.
#[must_use]
pub fn settle(problem: &Problem, control: &Control<'_>) -> Settled {
    let solver = Solver::new(problem.board(), SolverOptions::default());
    let answer = solver
        .solve(problem, control)
        .expect("the solver was made for the problem's board");
    let (word, reason, limit) = match answer.verdict() {
        Verdict::Solvable(_) | Verdict::Fewest(..) => ("solvable", None, None),
        Verdict::Unsolvable(proof) => ("unsolvable", Some(reason(problem, proof)), None),
        Verdict::Undecided(undecided) => ("undecided", None, Some(undecided.limit)),
    };
    Settled {
        answer: word,
        jumps: answer.best_line().map(jumps_of),
        moves: answer.best_line().map(|line| line.moves().len()),
        reason,
        limit,
        nodes: answer.stats().all_nodes(),
        seconds: answer.stats().elapsed.as_secs_f64(),
    }
}

/// Returns the answer that an atlas records, without the reason for unsolvability.
#[must_use]
pub fn recorded(answer: &AtlasAnswer) -> Settled {
    let (answer, line) = match answer {
        AtlasAnswer::Solvable(line) => ("solvable", Some(line)),
        AtlasAnswer::Unsolvable => ("unsolvable", None),
    };
    Settled {
        answer,
        jumps: line.map(jumps_of),
        moves: line.map(|line| line.moves().len()),
        reason: None,
        limit: None,
        nodes: 0,
        seconds: 0.0,
    }
}

/// Searches for a line that leaves the fewest pegs.
///
/// # Errors
///
/// If the start has no pegs.
pub fn fewest(problem: &Problem, control: &Control<'_>) -> Result<Option<Fewest>, String> {
    let posed = Problem::new(problem.start().clone(), pegboard::Goal::FewestPegs);
    let solver = Solver::new(problem.board(), SolverOptions::default());
    let answer = solver.solve(&posed.map_err(|error| error.to_string())?, control);
    let answer = answer.map_err(|error| error.to_string())?;
    let proved = matches!(answer.verdict(), Verdict::Fewest(..) | Verdict::Solvable(_));
    let of_line = |line: &Line| Fewest {
        pegs: line.finish().peg_count(),
        proved,
        jumps: jumps_of(line),
    };
    Ok(answer.best_line().map(of_line))
}

fn reason(problem: &Problem, proof: &Proof) -> Reason {
    match proof {
        Proof::Class => class(problem).unwrap_or(Reason::TooFewPegs),
        Proof::Pagoda(functions) => Reason::Pagoda {
            functions: refuting(problem, functions),
        },
        Proof::Cases(cases) => Reason::Cases {
            leaves: cases.leaves(),
        },
        Proof::Exhaustion { positions, .. } => Reason::Exhaustion {
            positions: *positions,
        },
        _ => Reason::TooFewPegs,
    }
}

/// Returns the first invariant that separates the start from the first finish or pattern.
fn class(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    if let Some(patterns) = problem.patterns() {
        let mut separated = patterns.iter().filter_map(|pattern| {
            let set = pattern.class_difference(problem.start())?;
            Some((set, pattern))
        });
        let (set, pattern) = separated.next()?;
        let pegs = |position: &Position| set.pegs().filter(|hole| position.has_peg(*hole)).count();
        return Some(Reason::Class {
            holes: set.pegs().map(Hole::index).collect(),
            start: pegs(problem.start()),
            finish: pegs(&board.with_pegs(pattern.pegs())),
        });
    }
    let finish = problem.finishes()?.into_iter().next()?;
    let count =
        |position: &Position, set: &Position| (position.code() & set.code()).count_ones() as usize;
    let sets = board.position_classes().invariants().iter();
    let mut sets =
        sets.map(|set| Position::from_code(board, *set).expect("invariants lie on the board"));
    let set = sets.find(|set| count(problem.start(), set) % 2 != count(&finish, set) % 2)?;
    Some(Reason::Class {
        holes: set.pegs().map(Hole::index).collect(),
        start: count(problem.start(), &set),
        finish: count(&finish, &set),
    })
}

/// Returns the refuting function for each finish in the start's class, or for each pattern.
fn refuting(problem: &Problem, functions: &[PagodaFunction]) -> Vec<Function> {
    let start = problem.start();
    if let Some(patterns) = problem.patterns() {
        let refuted = |pattern: &Pattern| {
            let refutes = |function: &&PagodaFunction| function.refutes_pattern(start, pattern);
            let function = functions.iter().find(refutes)?;
            let (finish, loss) = function.bounds(start, pattern);
            let holes = pattern.pegs().into_iter().map(Hole::index).collect();
            Some(Function::of(function, start, (finish, loss), holes))
        };
        return patterns.iter().filter_map(refuted).collect();
    }
    let mut finishes = problem.finishes().unwrap_or_default();
    finishes.retain(|finish| finish.class() == start.class());
    let refuted = |finish: &Position| {
        let function = functions
            .iter()
            .find(|function| function.refutes(start, finish))?;
        let at_finish = (function.value(finish), function.loss(start, finish));
        let holes = finish.pegs().map(Hole::index).collect();
        Some(Function::of(function, start, at_finish, holes))
    };
    finishes.iter().filter_map(refuted).collect()
}

impl Function {
    fn of(
        function: &PagodaFunction,
        start: &Position,
        (finish, loss): (i64, i64),
        finish_holes: Vec<usize>,
    ) -> Function {
        let sets = function.parities().iter();
        Function {
            weights: function.weights().to_vec(),
            sets: sets.map(|set| Set::of(start.board(), set)).collect(),
            start: function.value(start),
            finish,
            loss,
            finish_holes,
        }
    }
}

impl Set {
    fn of(board: &Board, set: &pegboard::ParitySet) -> Set {
        let position =
            Position::from_code(board, set.code()).expect("parity sets lie on the board");
        Set {
            holes: position.pegs().map(Hole::index).collect(),
            loss: set.loss(),
        }
    }
}
