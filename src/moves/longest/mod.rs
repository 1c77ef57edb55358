//! Solutions with the longest move, or with the longest last move.
//!
//! The search begins with the move. In falling length, it lists the [trails](trails) that the board allows and that no
//! function refutes. A trail says which holes hold pegs before the move and which are empty; the others are free. Then two
//! ordinary problems are left: from the start to a position before the move, and from the position after it to a finish. The
//! positions a few jumps before a finish are listed once, and tried first: most long moves come near the end of a game.
//!
//! Each round has budgets for each length, and the next round has larger ones. A length is excluded when all of its trails are
//! refuted. What the first rounds leave open is decided by a bitmap of all positions where it fits the memory, and a small
//! bitmap decides at once.

mod endings;
mod search;
mod table;
mod trails;
mod winning;

use super::error::MovesError;
use super::first_meeting::longest_to_first_meeting;
use crate::control::{Control, Limits};
use crate::problem::answer::{Answer, Line, Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{solvable_bytes, winning_bitmap_bytes};
use endings::longest_ending;
use search::LongMoves;
use std::time::Duration;
use winning::longest_between_winning;

pub use table::{LongMoveBounds, LongMovesEntry, LongMovesTable};

/// Place of the long move in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LongMovePlace {
    Anywhere,
    Last,
}

/// A solution with a long move.
#[derive(Clone, Debug)]
pub struct LongestMove {
    answer: Answer,
    jumps: Option<usize>,
    at_most: Option<usize>,
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

    /// Returns a proved upper bound on the number of jumps of such a move in any solution; `None` if the problem is provably
    /// unsolvable.
    pub fn at_most(&self) -> Option<usize> {
        self.at_most
    }

    /// Returns `true` if provably no solution has a longer such move, or if the problem is provably
    /// unsolvable.
    pub fn is_proved(&self) -> bool {
        self.jumps == self.at_most
    }
}

/// Finds a solution with a move that has the most jumps of all moves in any solution.
///
/// The search begins with the longest moves that the board allows, and looks for lines to and from them. Where a bitmap of
/// the winning positions fits memory, it decides what this search leaves open. Where it does not, the search takes the time
/// allowed, or 20 seconds, and the result may have an upper bound that no solution found reaches.
///
/// ```
/// use pegboard::moves::longest_move;
/// use pegboard::{Board, Control, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("c5")?);
/// let longest = longest_move(&problem, &SolverOptions::default(), &Control::default())?;
/// assert!(longest.is_proved());
/// println!("{} jumps: {}", longest.jumps().unwrap(), longest.answer().solution().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`MovesError`] when the solver rejects the problem or the system runs out of memory.
pub fn longest_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, MovesError> {
    control.ended(find(problem, LongMovePlace::Anywhere, options, control))
}

/// Finds a solution whose last move has the most jumps, as [`longest_move`] does for any move.
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
    control.ended(find(problem, LongMovePlace::Last, options, control))
}

impl LongMovePlace {
    /// Returns the size of the bitmap that decides about moves at this place, or `None` if it does not fit the memory.
    fn bitmap_bytes(self, problem: &Problem, memory: u64) -> Option<u64> {
        match self {
            LongMovePlace::Anywhere => {
                winning_bitmap_bytes(problem).filter(|bytes| *bytes <= memory)
            }
            LongMovePlace::Last => solvable_bytes(&[problem.start().complement()], memory / 2),
        }
    }

    /// Returns the number of jumps of the longest move of a solution at this place.
    fn jumps(self, solution: &Line) -> usize {
        let moves = solution.moves();
        let mut jumps = moves.iter().map(|each| each.jump_count());
        let jumps = match self {
            LongMovePlace::Anywhere => jumps.max(),
            LongMovePlace::Last => jumps.next_back(),
        };
        jumps.unwrap_or(0)
    }

    /// Returns the solution with the longer move at this place, or the first if they are equal.
    fn longer(self, first: Line, second: Line) -> Line {
        if self.jumps(&second) > self.jumps(&first) {
            second
        } else {
            first
        }
    }
}

/// Solves the problem. If it is solved and has a finish, finds a solution with the longest move.
fn find(
    problem: &Problem,
    place: LongMovePlace,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, MovesError> {
    let solver = Solver::new(problem.board(), options.clone());
    let answer = solver.solve(problem, control)?;
    let most = problem.start().peg_count().saturating_sub(1);
    let any = match answer.verdict {
        Verdict::Solvable(any) if *problem.goal() != Goal::FewestPegs => any,
        verdict => {
            let is_unsolvable = matches!(verdict, Verdict::Unsolvable(_));
            return Ok(LongestMove {
                answer: Answer { verdict, ..answer },
                jumps: None,
                at_most: (!is_unsolvable).then_some(most),
            });
        }
    };
    let (solution, at_most) = longest(problem, place, &solver, any.into_line(), control)?;
    Ok(LongestMove {
        jumps: Some(place.jumps(&solution)),
        at_most: Some(at_most),
        answer: Answer {
            verdict: Verdict::Solvable(Solution::found(solution)),
            ..answer
        },
    })
}

/// Size of a bitmap that decides at once, in bytes.
const SMALL_BITMAP: u64 = 32 << 20;

/// Number of rounds of a search for the longest last move, before that for any move.
const ROUNDS_OF_LAST_MOVES: u32 = 4;

/// Number of rounds before a larger bitmap decides.
const ROUNDS_BEFORE_BITMAP: u32 = 5;

/// Time for the search without a time limit, unless a bitmap decides.
const LONG_MOVE_TIME: Duration = Duration::from_secs(20);

/// Finds a solution with the longest move, given any. Returns an upper bound on its number of jumps as well.
fn longest(
    problem: &Problem,
    place: LongMovePlace,
    solver: &Solver,
    any: Line,
    control: &Control<'_>,
) -> Result<(Line, usize), MovesError> {
    let all_jumps = any.jumps().len();
    let bounded = |(line, is_proved): (Line, bool), otherwise| {
        let jumps = place.jumps(&line);
        (line, if is_proved { jumps } else { otherwise })
    };
    if problem.patterns().is_some() {
        let most = problem.start().peg_count().saturating_sub(1);
        let found = longest_to_first_meeting(problem, any, place, control)?;
        return Ok(bounded(found, most));
    }
    let bitmap = place.bitmap_bytes(problem, control.memory());
    let limits = control.limits();
    let limits = Limits {
        time: limits.time.or(Some(LONG_MOVE_TIME)),
        ..limits.clone()
    };
    control.within(limits, |part| {
        // A bitmap decides, so the default limit is for the other searches.
        let whole = if bitmap.is_some() { control } else { part };
        let all = |best: &Line| longest_of_all(problem, place, solver, best.clone(), whole);
        let search =
            |place, best: &Line| LongMoves::new(problem, place, solver, best.clone(), part);
        let is_small = bitmap.is_some_and(|bytes| bytes <= SMALL_BITMAP);
        let mut best = any;
        if is_small {
            let found = all(&best)?;
            if found.1 {
                return Ok(bounded(found, all_jumps));
            }
            best = found.0;
        }
        if place == LongMovePlace::Anywhere
            && let Some(mut last) = search(LongMovePlace::Last, &best)
        {
            // The positions after a last move are known, so that this search is the faster one.
            last.rounds(0..ROUNDS_OF_LAST_MOVES)?;
            best = place.longer(best, last.into_best());
        }
        let Some(mut search) = search(place, &best) else {
            let found = if is_small { (best, false) } else { all(&best)? };
            return Ok(bounded(found, all_jumps));
        };
        search.rounds(0..ROUNDS_BEFORE_BITMAP)?;
        if bitmap.is_some() && !is_small && !search.is_proved() {
            let found = all(search.best())?;
            if found.1 {
                return Ok(bounded(found, all_jumps));
            }
            search.offer(found.0);
        }
        search.rounds(ROUNDS_BEFORE_BITMAP..u32::MAX)?;
        let at_most = search.at_most();
        Ok((search.into_best(), at_most))
    })
}

/// Searches all positions for a longer move than that of a solution. Returns `true` with the result if it is proved.
fn longest_of_all(
    problem: &Problem,
    place: LongMovePlace,
    solver: &Solver,
    best: Line,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    match place {
        LongMovePlace::Anywhere => longest_between_winning(problem, best, solver, control),
        LongMovePlace::Last => longest_ending(problem, best, solver, control),
    }
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
            let problem = problem.problem(&board);
            let found = longest_last_move(&problem, &SolverOptions::default(), &control).unwrap();
            assert!(found.is_proved());
            for game in crate::Games::from_first(problem.start()).take(20_000) {
                if problem.is_met_by(game.finish()) {
                    let jumps = game.moves().last().unwrap().jump_count();
                    assert!(found.jumps().is_some_and(|longest| longest >= jumps));
                    solved += 1;
                }
            }
        }
        assert!(solved > 100);
    }

    /// A bitmap fits this memory, but the codes of the winning positions do not.
    #[test]
    fn a_search_in_little_memory_finds_the_longest_last_move_at_least() {
        let board = Board::library("triangle6").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let options = SolverOptions::default();
        let found = |search: fn(&Problem, &SolverOptions, &Control<'_>) -> _| {
            let limits = Limits {
                memory: Some(1 << 20),
                time: Some(Duration::from_secs(10)),
                ..Limits::default()
            };
            let found: Result<LongestMove, MovesError> =
                search(&problem, &options, &Control::new(limits));
            found.unwrap().jumps().unwrap()
        };
        let last = found(longest_last_move);
        assert!(last > 3 && found(longest_move) >= last, "{last}");
    }

    /// Finds the longest move by trails alone.
    fn by_trails(problem: &Problem, place: LongMovePlace, rounds: u32) -> (Line, usize) {
        let (solver, control) = (
            Solver::new(problem.board(), SolverOptions::default()),
            Control::default(),
        );
        let any = solver.solve(problem, &control).unwrap();
        let any = any.solution().unwrap().clone().into_line();
        let mut search = LongMoves::new(problem, place, &solver, any, &control).unwrap();
        search.rounds(0..rounds).unwrap();
        let at_most = search.at_most();
        (search.into_best(), at_most)
    }

    /// The longest move in the bitmap lies between the bounds by trails, which agree for most problems.
    #[test]
    fn trails_agree_with_bitmaps() {
        let (options, control) = (SolverOptions::default(), Control::default());
        let (mut settled, mut problems) = (0, 0);
        for (name, every) in [
            ("triangle4", 1),
            ("triangle5", 2),
            ("triangle6", 10),
            ("star13", 3),
        ] {
            let board = Board::library(name).unwrap();
            let svss = board.svss_problems().into_iter().step_by(every);
            let svss = svss.map(|svss| svss.problem(&board));
            let vacated = board.vacate(board.holes().next().unwrap());
            let one_peg = Problem::new(vacated, Goal::OnePeg).unwrap();
            for problem in svss.chain([one_peg]) {
                for place in [LongMovePlace::Anywhere, LongMovePlace::Last] {
                    let exact = find(&problem, place, &options, &control).unwrap();
                    assert!(exact.is_proved());
                    let Some(jumps) = exact.jumps() else { continue };
                    let (found, at_most) = by_trails(&problem, place, 3);
                    assert!(problem.is_met_by(found.finish()));
                    let found = place.jumps(&found);
                    assert!(
                        found <= jumps && jumps <= at_most,
                        "{problem:?}: {found} to {at_most}, not {jumps}"
                    );
                    settled += usize::from(found == at_most);
                    problems += 1;
                }
            }
        }
        assert!(
            problems > 20 && settled * 2 > problems,
            "{settled} of {problems}"
        );
    }

    #[test]
    fn the_result_does_not_depend_on_memory() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let small = crate::Limits {
            memory: Some(64),
            ..crate::Limits::default()
        };
        let options = SolverOptions::default();
        let without = longest_last_move(&problem, &options, &Control::new(small)).unwrap();
        let with = longest_last_move(&problem, &options, &Control::default()).unwrap();
        assert!(without.is_proved());
        assert_eq!(without.jumps(), with.jumps());
    }
}
