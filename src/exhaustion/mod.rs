//! Proofs of unsolvability by exhaustive search, with a record that can be checked.
//!
//! A search goes level by level, from the most pegs to the fewest, and keeps each [level](crate::levels) as a
//! sorted list of the positions that no pagoda function refutes, one for each set of symmetric ones. The
//! lists are the proof: see [`Certificate::of_exhaustion`](crate::Certificate::of_exhaustion).
//!
//! The play is written for any [`LevelMaker`](crate::levels): the machine of this process, or, in `shared`, many
//! processes that play in step. What it learns from a level depends on the level alone.

mod line;
mod plan;
mod record;
mod refutations;
mod search;
#[cfg(feature = "cluster")]
pub(crate) mod shared;
mod side;
mod sides;
mod task;

pub(crate) use record::{ClosedSet, Record, RefutedFinishes, SetLevels};
pub use record::{Exhausted, Exhaustion};

use crate::board::{Board, Position};
use crate::control::{Control, LimitReached};
use crate::engine::AnyEngine;
use crate::levels::LevelError;
use crate::problem::Problem;
use crate::refutation::{PagodaFunction, RefutationKinds};
use search::{End, Question, SearchTask};
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// How an exhaustion is to work.
#[derive(Clone, Debug, Default)]
pub struct ExhaustionOptions {
    /// Pagoda functions that prune the search forwards, and refute finishes before it begins.
    pub functions: Vec<PagodaFunction>,
    /// Pagoda functions that prune the search backwards: their sums are taken over the vacancies, and
    /// compared with those of the start.
    pub backward_functions: Vec<PagodaFunction>,
    /// The kinds of refutations that prune. Cases have no use here.
    pub kinds: RefutationKinds,
    /// The directions of play; without it, the ones that a short probe finds best.
    pub strategy: Option<ExhaustionStrategy>,
    /// A folder that keeps finished levels, so that an interrupted search can be resumed. Without it, levels
    /// that are too large for memory go to a temporary folder.
    ///
    /// When the folder holds a plan, its strategy, kinds and pruning functions are used: the levels depend on
    /// them. A `strategy` other than that of the plan is an error.
    pub scratch: Option<PathBuf>,
    /// Without a scratch folder, levels that are too large for memory are an error, and the disk is left alone.
    pub memory_only: bool,
}

/// The directions in which an exhaustion plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExhaustionStrategy {
    /// From the start.
    Forward,
    /// From the finishes, on complements.
    Backward,
    /// Both, always going on with the side that has the smaller level, until they meet.
    BothWays,
    /// Where the only finish is the complement of the start: half the way forwards is both ways.
    Halved,
}

impl fmt::Display for ExhaustionStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExhaustionStrategy::Forward => "playing forwards",
            ExhaustionStrategy::Backward => "playing backwards",
            ExhaustionStrategy::BothWays => "playing both ways",
            ExhaustionStrategy::Halved => "playing half the way forwards",
        })
    }
}

/// Why an exhaustion could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExhaustionError {
    /// The goal does not name its finishes.
    #[error("the goal of fewest pegs names no finish; say how many pegs are to be refuted")]
    NoFinish,
    /// A pagoda function is not one of this board.
    #[error("a pagoda function has {weights} weights, but the board has {holes} holes")]
    OtherBoard {
        /// The number of weights.
        weights: usize,
        /// The number of holes.
        holes: usize,
    },
    /// A strategy that does not suit the problem.
    #[error("{strategy} does not suit this problem: {reason}")]
    Unsuitable {
        /// The strategy.
        strategy: ExhaustionStrategy,
        /// Why.
        reason: &'static str,
    },
    /// The scratch folder holds levels of another strategy than the one asked for.
    #[error(
        "the levels in the scratch folder `{folder}` were made by {found}, not by {strategy}; name another folder, or \
         resume without a strategy"
    )]
    OtherStrategy {
        /// The folder.
        folder: PathBuf,
        /// The strategy of its levels.
        found: ExhaustionStrategy,
        /// The strategy asked for.
        strategy: ExhaustionStrategy,
    },
    /// Jumps remove pegs, so no line leads to more of them than the start has.
    #[error(
        "the start has {of_start} pegs, and jumps only remove some: ask for {of_start} pegs or fewer, not {pegs}"
    )]
    TooManyPegs {
        /// The number of pegs asked for.
        pegs: usize,
        /// The number of pegs of the start.
        of_start: usize,
    },
    /// The levels were not made.
    #[error(transparent)]
    Levels(#[from] LevelError),
}

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
    let search = SearchTask { question, options, control, end };
    Ok(match AnyEngine::new(problem.board()).run(search)? {
        Exhausted::Unsolvable(record) => Approached::Met(record),
        Exhausted::Undecided { limit, positions, .. } => Approached::Stopped { limit, positions },
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
/// use pegboard::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
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
/// use pegboard::exhaustion::{Exhausted, ExhaustionOptions, exhaust_pegs};
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
    let search = SearchTask { question, options, control, end: End::Result };
    AnyEngine::new(board).run(search)
}
