//! Solutions that end with a given move, or with one as long as can be.

use super::fewest::FewestMovesError;
use crate::board::{Board, Hole, Jump, Position};
use crate::control::{Control, Part, Phase};
use crate::problem::answer::{Answer, Proof, PruningFunctions, Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SolvablePositions, SweepError};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;

/// A solution with a long move.
#[derive(Clone, Debug)]
pub struct LongestMove {
    answer: Answer,
    jumps: Option<usize>,
    is_proved: bool,
}

/// Why there is no answer about a solution with a given or a long move.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpecialSolutionError {
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

/// What a search for few moves fails with, where the problem has a finish.
impl From<FewestMovesError> for SpecialSolutionError {
    fn from(error: FewestMovesError) -> SpecialSolutionError {
        match error {
            FewestMovesError::NoFinish => SpecialSolutionError::NoFinish,
            FewestMovesError::Sweep(error) => SpecialSolutionError::Sweep(error),
            FewestMovesError::Solve(error) => SpecialSolutionError::Solve(error),
        }
    }
}

impl LongestMove {
    /// The answer to the problem, with the solution that has the longest move found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Consumes this and returns the answer.
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
/// is looked up where a bitmap of the positions that can be fits memory, and else is a problem for the solver. Within
/// limits it is the longest found.
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
/// [`SpecialSolutionError`] when the system has no memory.
pub fn longest_last_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, SpecialSolutionError> {
    longest_from_any(problem, options, control, last_jumps, |solver, any| {
        with_longest_last(problem, any, solver, control)
    })
}

/// Solves the problem, and has a solution with a longer move looked for where it is solved and its goal is a finish.
/// `jumps` says how long the move of a solution is; `longer` gives a solution, from any, and whether none has a longer
/// one.
pub(super) fn longest_from_any(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
    jumps: impl FnOnce(&Solution) -> usize,
    longer: impl FnOnce(&Solver, Solution) -> Result<(Solution, bool), SpecialSolutionError>,
) -> Result<LongestMove, SpecialSolutionError> {
    let found = || {
        let solver = Solver::new(problem.board(), options.clone());
        let answer = solver.solve(problem, control)?;
        let any = match answer.verdict {
            Verdict::Solvable(any) if *problem.goal() != Goal::FewestPegs => any,
            verdict => {
                let is_proved = matches!(verdict, Verdict::Unsolvable(_));
                return Ok(LongestMove {
                    answer: Answer { verdict, ..answer },
                    jumps: None,
                    is_proved,
                });
            }
        };
        let (solution, is_proved) = longer(&solver, any)?;
        let jumps = Some(jumps(&solution));
        let answer = Answer {
            verdict: Verdict::Solvable(solution),
            ..answer
        };
        Ok(LongestMove {
            answer,
            jumps,
            is_proved,
        })
    };
    control.ended(found())
}

/// The jumps of the last move of a solution.
fn last_jumps(solution: &Solution) -> usize {
    solution
        .moves()
        .last()
        .map_or(0, |last| last.holes().len() - 1)
}

/// A solution with the longest last move, unless a limit is reached; and whether it is certainly that.
pub(super) fn with_longest_last(
    problem: &Problem,
    any: Solution,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Solution, bool), SpecialSolutionError> {
    let endings = Endings::find(problem, control)?;
    let mut is_proved = endings.are_all;
    for (before, jumps) in endings.longest_first() {
        let Ok(rest) = Problem::new(problem.start().clone(), Goal::Position(before)) else {
            continue;
        };
        match solver.solve(&rest, control)?.verdict {
            Verdict::Solvable(line) => {
                let all = line.jumps().iter().chain(&jumps).copied().collect();
                return Ok((Solution::found(problem.start(), all), is_proved));
            }
            Verdict::Undecided(_) => is_proved = false,
            _ => {}
        }
        if control.is_stopped() {
            return Ok((any, false));
        }
    }
    Ok((any, is_proved))
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
/// [`SpecialSolutionError`] when the holes are those of no move, or of none that ends in the goal.
pub fn solution_ending_with(
    problem: &Problem,
    last: &[Hole],
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<Answer, SpecialSolutionError> {
    let board = problem.board();
    let jumps = jumps_of(board, last)?;
    let finishes = problem.finishes().ok_or(SpecialSolutionError::NoFinish)?;
    let begun: Vec<Problem> = finishes
        .iter()
        .filter_map(|finish| problem_before(problem, finish, &jumps))
        .collect();
    if begun.is_empty() {
        let labels: Vec<&str> = last.iter().map(|hole| board.label(*hole)).collect();
        return Err(SpecialSolutionError::NotAnEnding {
            notation: labels.join("-"),
        });
    }
    let solver = Solver::new(board, options.clone());
    let mut answers = Vec::new();
    for rest in &begun {
        let answer = solver.solve(rest, control)?;
        let joins = |line: &Solution| {
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
    Ok(joined(problem, answers, &jumps))
}

/// The jumps of a move.
fn jumps_of(board: &Board, holes: &[Hole]) -> Result<Vec<Jump>, SpecialSolutionError> {
    let jump = |pair: &[Hole]| {
        let label = |hole: Hole| board.label(hole).to_owned();
        let error = || SpecialSolutionError::NotAJump {
            from: label(pair[0]),
            into: label(pair[1]),
        };
        board.jump(pair[0], pair[1]).ok_or_else(error)
    };
    match holes.len() {
        0 | 1 => Err(SpecialSolutionError::NoJump),
        _ => holes.windows(2).map(jump).collect(),
    }
}

/// Answers for each jump that can come last, except those into this hole: lines that end with it.
fn without_joining(
    problem: &Problem,
    hole: Hole,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Vec<Answer>, SpecialSolutionError> {
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
    let stats = answers
        .first()
        .map(|answer| answer.stats.clone())
        .unwrap_or_default();
    let mut verdicts = answers.into_iter().map(|answer| answer.verdict);
    // One refutation alone says why; of several none does.
    let several = || {
        Verdict::Unsolvable(Proof::Exhaustion {
            positions: 0,
            functions: PruningFunctions::default(),
        })
    };
    let first = verdicts.next().unwrap_or_else(several);
    let verdict = verdicts.fold(first, |one, other| match (one, other) {
        (found @ Verdict::Solvable(_), _) | (_, found @ Verdict::Solvable(_)) => found,
        (open @ Verdict::Undecided(_), _) | (_, open @ Verdict::Undecided(_)) => open,
        _ => several(),
    });
    let verdict = match verdict {
        Verdict::Solvable(line) => Verdict::Solvable(Solution::found(
            problem.start(),
            [line.jumps(), jumps].concat(),
        )),
        other => other,
    };
    Answer {
        problem: problem.clone(),
        verdict,
        stats,
    }
}

/// The moves that can end a problem, found backwards, a jump at a time.
struct Endings<'a> {
    board: &'a Board,
    /// By the number of jumps, what can lie before the move.
    layers: Vec<Vec<Before>>,
    /// For each but the finishes, the jump that leads to one of the layer before.
    next: FxHashMap<Before, Jump>,
    /// How many there is memory for.
    most: usize,
    /// Whether no limit was reached.
    are_all: bool,
}

/// The code of a position, and the hole of the peg that makes the last move.
type Before = (u128, Hole);

/// About what one takes, in a layer and in the table of jumps.
const BYTES_OF_AN_ENDING: u64 = 128;

/// These are found whatever the memory.
const LEAST_ENDINGS: usize = 1 << 14;

/// The positions between two looks at the control.
const BETWEEN_TICKS: usize = 1 << 12;

impl<'a> Endings<'a> {
    /// From positions that can be reached, where that is known: a bitmap of them may take half of the memory, and the
    /// endings the other half.
    fn find(problem: &'a Problem, control: &Control<'_>) -> Result<Endings<'a>, SweepError> {
        let half = control.memory() / 2;
        // Backwards on complements the start's complement is reached from the complement of what the start reaches.
        let start = [problem.start().complement()];
        let reached = match SolvablePositions::within(&start, half, Part::whole(control)) {
            Err(error) if error.is_limit() => None,
            reached => reached?,
        };
        let finishes = problem.finishes_in_class();
        let begun = finishes
            .iter()
            .flat_map(|finish| finish.pegs().map(|hole| (finish.code(), hole)));
        let layers = vec![begun.collect()];
        let most = LEAST_ENDINGS.max((half / BYTES_OF_AN_ENDING) as usize);
        let mut endings = Endings {
            board: problem.board(),
            layers,
            next: FxHashMap::default(),
            most,
            are_all: true,
        };
        let most_pegs = problem.start().peg_count() as u32;
        // What cannot be reached can come from nothing that can.
        let can_be = |code: u128| {
            code.count_ones() <= most_pegs
                && reached.as_ref().is_none_or(|reached| {
                    reached.contains_code(problem.board().full_code() & !code)
                })
        };
        while endings.layers.last().is_some_and(|layer| !layer.is_empty()) && endings.are_all {
            endings.add_layer(can_be, control);
        }
        Ok(endings)
    }

    fn add_layer(&mut self, can_be: impl Fn(u128) -> bool, control: &Control<'_>) {
        let mut layer = Vec::new();
        for befores in self
            .layers
            .last()
            .into_iter()
            .flat_map(|last| last.chunks(BETWEEN_TICKS))
        {
            let phase =
                || Phase::of_unknown_length(format!("last moves of {} jumps", self.layers.len()));
            if control.tick(befores.len() as u64, phase).is_err() || self.next.len() > self.most {
                self.are_all = false;
                break;
            }
            for &(code, hole) in befores {
                for jump in self.board.jumps().iter().filter(|jump| jump.to() == hole) {
                    let Some(before) = undone(code, *jump).filter(|before| can_be(*before)) else {
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

    /// The moves, each with the position before it.
    fn longest_first(&self) -> impl Iterator<Item = (Position, Vec<Jump>)> {
        let moves = self.layers.iter().skip(1).rev().flatten();
        moves.filter_map(|before| {
            Some((
                Position::from_code(self.board, before.0).ok()?,
                self.jumps(*before),
            ))
        })
    }

    fn jumps(&self, (mut code, mut hole): Before) -> Vec<Jump> {
        let mut jumps = Vec::new();
        while let Some(jump) = self.next.get(&(code, hole)) {
            jumps.push(*jump);
            (code, hole) = (code ^ jump.code(), jump.to());
        }
        jumps
    }
}

/// The same problem without its last jumps: to the position from which they lead to a finish, if there can be one.
fn problem_before(problem: &Problem, finish: &Position, jumps: &[Jump]) -> Option<Problem> {
    let code = jumps
        .iter()
        .rev()
        .try_fold(finish.code(), |code, jump| undone(code, *jump))?;
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

    /// A limit that is reached on the way back does not take away what is known by then.
    #[test]
    fn moves_found_before_a_limit_are_moves() {
        let board = Board::library("triangle5").unwrap();
        let edge = board.hole("c5").unwrap();
        let problem = Problem::svss(&board, edge, edge);
        let all = Endings::find(&problem, &Control::default()).unwrap();
        assert!(all.are_all);
        for nodes in [1, 2] {
            let limits = crate::Limits {
                nodes: Some(nodes),
                ..crate::Limits::default()
            };
            let some = Endings::find(&problem, &Control::new(limits)).unwrap();
            assert!(!some.are_all);
            assert!(some.longest_first().count() < all.longest_first().count());
            for (before, jumps) in some.longest_first() {
                let played = Solution::new(before, jumps).unwrap();
                assert!(problem.is_met_by(played.finish()) && played.moves().len() == 1);
            }
        }
    }

    /// A jump begun in the middle of a move is no shorter move of its own.
    #[test]
    fn where_no_bitmap_fits_the_solver_is_asked() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let small = crate::Limits {
            memory: Some(64),
            ..crate::Limits::default()
        };
        let options = SolverOptions::default();
        let asked = longest_last_move(&problem, &options, &Control::new(small)).unwrap();
        let looked_up = longest_last_move(&problem, &options, &Control::default()).unwrap();
        assert!(asked.is_proved());
        assert_eq!(asked.jumps(), looked_up.jumps());
    }
}
