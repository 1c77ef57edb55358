use super::bidirectional::{Bounds, Searched, searched};
use super::ends::KeptBitmaps;
use super::exact::shortest_line;
use super::improve::improved;
use crate::answer::{Answer, Proof, PruningFunctions, Solution, Verdict};
use crate::control::{Control, Limits, Part, Progress};
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SweepError, SweepMethod, SweepOptions, bitmap_bytes};
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
/// A search from both ends, a move at a time, finds it and proves that none is shorter, where its positions fit in
/// the memory allowed. Else the winning positions decide, where these fit. On boards up to about 37 holes one of the
/// two does; on larger ones, or when a limit is reached, the answer is the shortest solution found, with a lower
/// bound.
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
    fewest_moves_knowing(Known::default(), &KeptBitmaps::default(), problem, options, control)
}

/// What is known about a problem before its fewest moves are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known<'a> {
    /// No solution has fewer moves.
    pub(super) at_least: usize,
    /// The shortest solution.
    pub(super) solution: Option<&'a Solution>,
}

/// The same where something is known, and for one of several problems of a board, which share bitmaps.
pub(super) fn fewest_moves_knowing(
    known: Known<'_>,
    kept: &KeptBitmaps,
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<FewestMoves, FewestMovesError> {
    control.ended(found(known, kept, problem, options, control))
}

fn found(
    known: Known<'_>,
    kept: &KeptBitmaps,
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
    if let Some(solution) = known.solution {
        answer.verdict = Verdict::Solvable(solution.clone());
    }
    let bounds =
        Bounds { at_least: known.at_least, moves: answer.solution().map(|solution| solution.moves().len()) };
    let Searched { at_least, jumps, is_complete } = by_moves(problem, bounds, kept, control)?;
    if let Some(jumps) = jumps {
        answer.verdict = Verdict::Solvable(Solution::found(problem.start(), jumps));
    }
    let exact = match is_complete {
        true if answer.solution().is_none() => Exactly::NoLine,
        true => return Ok(FewestMoves { answer, at_least }),
        false => exactly(problem, options, control)?,
    };
    match exact {
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

/// A search by moves, within a part of the time.
fn by_moves(
    problem: &Problem,
    bounds: Bounds,
    kept: &KeptBitmaps,
    control: &Control<'_>,
) -> Result<Searched, SweepError> {
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = control.limits();
    let limits = Limits { time: limits.time.map(|time| time / SHARE_OF_TIME), ..limits.clone() };
    searched(problem, bounds, kept, &control.child(limits).watched_by(&observer))
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

/// The search by moves may take 1/N of the time.
const SHARE_OF_TIME: u32 = 2;

/// The fewest moves along all winning positions, where these fit in memory or on disk.
fn exactly(problem: &Problem, options: &MovesOptions, control: &Control<'_>) -> Result<Exactly, SweepError> {
    let by_lists = options.sweep.scratch.is_some() || options.sweep.method == SweepMethod::Lists;
    if control.is_stopped() || !by_lists && !options.fits(problem, control) {
        return Ok(Exactly::Stopped);
    }
    let limits = control.limits().clone();
    let observer = |progress: &Progress| control.observe_part(progress);
    let child = control.child(limits).watched_by(&observer);
    match shortest_line(problem, &options.sweep, Part::whole(&child)) {
        Ok(Some(jumps)) => Ok(Exactly::Line(Solution::found(problem.start(), jumps))),
        Ok(None) => Ok(Exactly::NoLine),
        Err(error) if error.is_limit() => Ok(Exactly::Stopped),
        Err(error) => Err(error),
    }
}
