//! Solutions that end with a given move, or with the longest possible move.

use super::error::MovesError;
use super::first_meeting::{LongMovePlace, first_meeting_by, longest_to_first_meeting};
use crate::board::{Board, Hole, Jump, Position};
use crate::control::{Control, Part, Phase, counted};
use crate::problem::answer::{Answer, Line, Proof, PruningFunctions, Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{SolvablePositions, SweepError};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A solution with a long move.
#[derive(Clone, Debug)]
pub struct LongestMove {
    answer: Answer,
    jumps: Option<usize>,
    is_proved: bool,
}

impl LongestMove {
    /// Returns the answer to the problem. Its solution has the longest move found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns the answer by value.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// Returns the number of jumps of the move; `None` without a solution, and 0 if the start meets the goal.
    pub fn jumps(&self) -> Option<usize> {
        self.jumps
    }

    /// Returns `true` if provably no solution has a longer such move, or if the problem is provably
    /// unsolvable.
    pub fn is_proved(&self) -> bool {
        self.is_proved
    }
}

/// Finds a solution whose last move has the most jumps.
///
/// The possible last moves are tried by decreasing length. A bitmap of the positions that the start reaches
/// says whether the position before a move can occur; where the bitmap does not fit memory, the solver
/// decides. When a limit is reached, the result is the longest move found.
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
/// [`MovesError`] when the solver rejects the problem or the system runs out of memory.
pub fn longest_last_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, MovesError> {
    let last_jumps = |solution: &Line| {
        let moves = solution.moves();
        moves.last().map_or(0, |last| last.holes().len() - 1)
    };
    find_longest(problem, options, control, last_jumps, |solver, any| {
        find_longest_last(problem, any, solver, control)
    })
}

/// Solves the problem and, if it is solved and has a finish, calls `longer` to find a solution with a longest
/// move. `jumps` measures the move of a solution. `longer` returns a solution, given any, and `true` if no
/// solution has a longer move.
pub(super) fn find_longest(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
    jumps: impl FnOnce(&Line) -> usize,
    longer: impl FnOnce(&Solver, Line) -> Result<(Line, bool), MovesError>,
) -> Result<LongestMove, MovesError> {
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
        let (solution, is_proved) = longer(&solver, any.into_line())?;
        let jumps = Some(jumps(&solution));
        let answer = Answer {
            verdict: Verdict::Solvable(Solution::found(solution)),
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

/// Finds a solution with the longest last move, and returns `true` with it if that is proved. A limit may
/// stop the search.
pub(super) fn find_longest_last(
    problem: &Problem,
    any: Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    if problem.patterns().is_some() {
        return longest_to_first_meeting(problem, any, LongMovePlace::Last, control);
    }
    let endings = Endings::find(problem, control)?;
    let mut is_proved = endings.is_complete;
    for (before, jumps) in endings.longest_first() {
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
        if control.is_stopped() {
            return Ok((any, false));
        }
    }
    Ok((any, is_proved))
}

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
    let several = || {
        Verdict::Unsolvable(Proof::Exhaustion {
            positions: 0,
            functions: PruningFunctions::default(),
            record: None,
        })
    };
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
            let phase = || {
                Phase::of_unknown_length(format!(
                    "last moves of {}",
                    counted(self.layers.len(), "jump")
                ))
            };
            if control.tick(states.len() as u64, phase).is_err() || self.next.len() > self.most {
                self.is_complete = false;
                break;
            }
            for &(code, hole) in states {
                for jump in self.board.jumps().iter().filter(|jump| jump.to() == hole) {
                    let Some(before) = undone(code, *jump).filter(|before| is_candidate(*before))
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

/// Returns the problem without its last jumps: to the position from which they lead to a finish, if it
/// exists.
fn problem_before(problem: &Problem, finish: &Position, jumps: &[Jump]) -> Option<Problem> {
    let code = jumps
        .iter()
        .rev()
        .try_fold(finish.code(), |code, jump| undone(code, *jump))?;
    let before = Position::from_code(problem.board(), code).ok()?;
    Problem::new(problem.start().clone(), Goal::Position(before)).ok()
}

/// Returns the position before a jump.
fn undone(code: u128, jump: Jump) -> Option<u128> {
    (code & jump.code() == jump.to().bit()).then(|| code ^ jump.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

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
