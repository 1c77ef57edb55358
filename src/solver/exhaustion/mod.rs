//! Proofs of unsolvability by exhaustive search, with a record that can be checked.
//!
//! A search goes level by level, from the most pegs to the fewest, and keeps each [level](crate::levels) as a
//! sorted list of the positions that no pagoda function refutes, one for each set of symmetric ones. The
//! lists are the proof: see [`Certificate::of_exhaustion`](crate::Certificate::of_exhaustion).
//!
//! The play is written for any [`LevelMaker`](crate::levels): the machine of this process, or, in `shared`, many
//! processes that play in step. What it learns from a level depends on the level alone.

mod error;
mod line;
mod options;
mod plan;
mod plan_file;
mod record;
mod refutations;
mod search;
#[cfg(feature = "cluster")]
pub(crate) mod shared;
mod side;
mod sides;
mod task;

pub use error::ExhaustionError;
pub use options::{ExhaustionOptions, ExhaustionStrategy};
pub(crate) use record::{ClosedSet, Record, RefutedFinishes, SetLevels};
pub use record::{Exhausted, Exhaustion};

use crate::board::{Board, Position};
use crate::control::{Control, LimitReached};
use crate::engine::AnyEngine;
use crate::problem::Problem;
use search::{End, Question, SearchTask};

/// What a search from both ends finds of a problem that has a solution.
#[derive(Debug)]
pub(crate) enum Approached {
    /// Both sides down to the middle. They meet, so that this is the record of no refutation.
    Met(Exhaustion),
    /// A limit was reached first, after this many positions were found.
    Stopped { limit: LimitReached, positions: u64 },
}

/// Searches from both ends of a problem to the middle, whether or not the sides meet there. The strategy of the
/// options does not count.
pub(crate) fn approach(
    problem: &Problem,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Approached, ExhaustionError> {
    let (question, end) = (Question::Goal(problem), End::Middle);
    let search = SearchTask {
        question,
        options,
        control,
        end,
    };
    Ok(match AnyEngine::new(problem.board()).run(search)? {
        Exhausted::Unsolvable(record) => Approached::Met(record),
        Exhausted::Undecided {
            limit, positions, ..
        } => Approached::Stopped { limit, positions },
        Exhausted::Solvable(_) => unreachable!("the sides are not joined"),
    })
}

/// Searches every position that can be reached from the start of a problem and is not refuted.
///
/// The control's `nodes` counts expanded positions, and its `memory` bounds the levels and what they are made
/// with: what does not fit goes to disk. (Some 20 KiB a thread are taken in any case.) The result depends on neither
/// memory nor threads.
///
/// ```
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("b3")?);
/// let found = exhaust(&problem, &ExhaustionOptions::default(), &Control::default())?;
/// let Exhausted::Unsolvable(proof) = found else { panic!() };
/// assert!(proof.positions() > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExhaustionError`] when the goal names no finish, the options do not suit it, or the disk cannot be used.
pub fn exhaust(
    problem: &Problem,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    result(problem.board(), Question::Goal(problem), options, control)
}

/// Searches for a position with `pegs` pegs that can be reached from `start`: the other half of an answer to
/// [`Goal::FewestPegs`](crate::Goal::FewestPegs).
///
/// ```
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust_pegs};
/// use pegboard::{Board, Control};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let found = exhaust_pegs(&start, 1, &ExhaustionOptions::default(), &Control::default())?;
/// let Exhausted::Solvable(line) = found else { panic!() };
/// assert_eq!(line.finish().peg_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExhaustionError::TooManyPegs`] when the start has fewer than `pegs` pegs; otherwise as for [`exhaust`].
pub fn exhaust_pegs(
    start: &Position,
    pegs: usize,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    let of_start = start.peg_count();
    if pegs > of_start {
        return Err(ExhaustionError::TooManyPegs { pegs, of_start });
    }
    result(start.board(), Question::Pegs(start, pegs), options, control)
}

fn result(
    board: &Board,
    question: Question<'_>,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    let search = SearchTask {
        question,
        options,
        control,
        end: End::Result,
    };
    AnyEngine::new(board).run(search)
}
