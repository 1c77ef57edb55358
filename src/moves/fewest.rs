use super::deepening::{Deepened, deepened};
use super::exact::shortest_line;
use super::improve::improved;
use crate::answer::{Answer, Proof, PruningFunctions, Solution, Verdict};
use crate::control::{Control, Limits, Part, Progress};
use crate::levels::LevelError;
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SolvablePositions, SweepError, SweepMethod, SweepOptions, bitmap_bytes};
use thiserror::Error;

/// How to find the fewest moves. A proved result does not depend on it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MovesOptions {
    /// How the winning positions are kept.
    pub sweep: SweepOptions,
    /// How first solutions are found.
    pub solver: SolverOptions,
}

/// A solution with few moves, and a lower bound.
#[derive(Clone, Debug)]
pub struct FewestMoves {
    answer: Answer,
    at_least: usize,
}

/// Why there is no answer about fewest moves.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FewestMovesError {
    /// The problem names no finish.
    #[error(
        "the fewest moves need a finish, and the goal `fewest pegs` names none; find the fewest pegs first, then the \
         fewest moves to a position with that number of pegs"
    )]
    NoFinish,
    /// The system has no room for the positions.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The solver has failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl MovesOptions {
    /// Whether the winning positions are found by a bitmap, in the memory that the control allows.
    pub(super) fn fits(&self, problem: &Problem, control: &Control<'_>) -> bool {
        bitmap_bytes(problem.start()).is_some_and(|bytes| bytes <= control.memory() / 2)
    }
}

impl FewestMoves {
    /// The answer to the problem; its solution is the shortest one found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The same answer, owned.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// The moves of the solution found; `None` without a solution.
    pub fn moves(&self) -> Option<usize> {
        match self.answer.verdict() {
            Verdict::Solvable(solution) => Some(solution.moves().len()),
            _ => None,
        }
    }

    /// No solution has fewer moves; `None` where it is certain that there is no solution.
    pub fn at_least(&self) -> Option<usize> {
        (!matches!(self.answer.verdict(), Verdict::Unsolvable(_))).then_some(self.at_least)
    }

    /// Whether it is certain that the solution has the fewest moves, or that there is none.
    pub fn is_proved(&self) -> bool {
        self.moves() == self.at_least()
    }
}

/// Finds a solution with the fewest moves.
///
/// The answer is proved where the winning positions fit in memory, as they do on boards up to about 37 holes.
/// Elsewhere, or when a limit is reached, it is the shortest solution found, with a lower bound.
///
/// ```
/// use pegboard::moves::{MovesOptions, fewest_moves};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("english")?;
/// let centre = board.hole("d4")?;
/// let problem = Problem::svss(&board, centre, centre);
/// let fewest = fewest_moves(&problem, &MovesOptions::default(), &Control::default())?;
/// assert_eq!((fewest.moves(), fewest.is_proved()), (Some(18), true)); // Bergholt 1912
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FewestMovesError`] for a problem without a finish, and when the system has no memory or disk.
pub fn fewest_moves(
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<FewestMoves, FewestMovesError> {
    control.ended(found(problem, options, control))
}

fn found(
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<FewestMoves, FewestMovesError> {
    if *problem.goal() == Goal::FewestPegs {
        return Err(FewestMovesError::NoFinish);
    }
    let mut answer = first_answer(problem, options, control)?;
    if matches!(answer.verdict, Verdict::Unsolvable(_)) {
        return Ok(FewestMoves { answer, at_least: 0 });
    }
    let upper = answer.solution().map_or(usize::MAX, |solution| solution.moves().len());
    let Deepened { at_least, jumps } = by_moves(problem, options, upper, control)?;
    if let Some(jumps) = jumps {
        answer.verdict = Verdict::Solvable(Solution::found(problem.start(), jumps));
        return Ok(FewestMoves { answer, at_least });
    }
    if at_least == upper {
        return Ok(FewestMoves { answer, at_least });
    }
    match exactly(problem, options, control)? {
        Exactly::Line(solution) => {
            let at_least = solution.moves().len();
            answer.verdict = Verdict::Solvable(solution);
            Ok(FewestMoves { answer, at_least })
        }
        Exactly::NoLine => {
            let proof = Proof::Exhaustion { positions: 0, functions: PruningFunctions::default() };
            answer.verdict = Verdict::Unsolvable(proof);
            Ok(FewestMoves { answer, at_least: 0 })
        }
        Exactly::Stopped => {
            if let Verdict::Solvable(solution) = &mut answer.verdict {
                *solution = improved(problem, solution.clone(), at_least, &options.solver, control);
            }
            Ok(FewestMoves { answer, at_least })
        }
    }
}

/// Positions that the search by moves expands before the solvable positions are computed.
const FIRST_POSITIONS: u64 = 20_000;

/// Bytes of a bitmap of all positions for each position that the search expands after that, before all winning
/// positions are computed where they fit: both take about as long.
const BYTES_PER_POSITION: u64 = 128;

/// A search by moves: first a short one, then one that knows the solvable positions, where a bitmap of them fits
/// in a part of the memory.
fn by_moves(
    problem: &Problem,
    options: &MovesOptions,
    upper: usize,
    control: &Control<'_>,
) -> Result<Deepened, SweepError> {
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = control.limits();
    let within = |nodes: Option<u64>| {
        let share = if nodes.is_some() { 1 } else { SHARE_OF_TIME };
        let limits = Limits { nodes, time: limits.time.map(|time| time / share), ..limits.clone() };
        control.child(limits).watched_by(&observer)
    };
    let first = deepened(problem, upper, None, &within(Some(FIRST_POSITIONS)));
    if first.jumps.is_some() || first.at_least >= upper || control.is_stopped() {
        return Ok(first);
    }
    let (finishes, part) = (problem.finishes_in_class(), Part::whole(control));
    let solvable = match SolvablePositions::within(&finishes, control.memory() / 4, part) {
        Ok(solvable) => solvable,
        Err(error) if is_limit(&error) => return Ok(first),
        Err(error) => return Err(error),
    };
    let bytes = bitmap_bytes(problem.start()).filter(|_| options.fits(problem, control));
    let nodes = bytes.map(|bytes| FIRST_POSITIONS + bytes / BYTES_PER_POSITION);
    let second = deepened(problem, upper, solvable.as_ref(), &within(nodes));
    Ok(if second.at_least > first.at_least || second.jumps.is_some() { second } else { first })
}

/// Any solution, within a part of the time.
fn first_answer(
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = control.limits();
    let child = control.child(Limits { time: limits.time.map(|time| time / 4), ..limits.clone() });
    Solver::new(problem.board(), options.solver.clone()).solve(problem, &child.watched_by(&observer))
}

enum Exactly {
    Line(Solution),
    NoLine,
    Stopped,
}

/// Positions that are tried by lists where a bitmap does not fit.
const MOST_BY_LISTS: u64 = 200_000_000;

/// The exact search may take 1/N of the time.
const SHARE_OF_TIME: u32 = 2;

fn exactly(problem: &Problem, options: &MovesOptions, control: &Control<'_>) -> Result<Exactly, SweepError> {
    let fits = options.fits(problem, control);
    let options = &options.sweep;
    let by_lists = !fits && options.scratch.is_none() && options.method != SweepMethod::Lists;
    let limits = control.limits();
    let limits = Limits {
        time: limits.time.map(|time| if fits { time } else { time / SHARE_OF_TIME }),
        nodes: if by_lists { Some(MOST_BY_LISTS) } else { limits.nodes },
        ..limits.clone()
    };
    let observer = |progress: &Progress| control.observe_part(progress);
    let child = control.child(limits).watched_by(&observer);
    match shortest_line(problem, options, Part::whole(&child)) {
        Ok(Some(line)) => Ok(Exactly::Line(Solution::found(problem.start(), line.jumps))),
        Ok(None) => Ok(Exactly::NoLine),
        Err(error) if is_limit(&error) => Ok(Exactly::Stopped),
        Err(error) => Err(error),
    }
}

/// Whether an error is about what the control allows, and no fault of the system.
pub(super) fn is_limit(error: &SweepError) -> bool {
    matches!(
        error,
        SweepError::Stopped { .. }
            | SweepError::NoRoom { .. }
            | SweepError::BitmapTooLarge { .. }
            | SweepError::BoardTooLarge
            | SweepError::Levels(
                LevelError::OutOfMemory { .. } | LevelError::TooLittleMemory { .. } | LevelError::Stopped(_)
            )
    )
}
