//! Proofs of unsolvability by exhaustive search, with a record that can be checked.
//!
//! A search goes level by level, from the most pegs to the fewest, and keeps each [level](crate::levels) as a
//! sorted list of the positions that no pagoda function refutes, one for each set of symmetric ones. The
//! lists are the proof: see [`Certificate::of_exhaustion`](crate::Certificate::of_exhaustion).
//!
//! The play is written for any [`LevelMaker`](crate::levels): the machine of this process, or, in `shared`, many
//! processes that play in step. What it learns from a level depends on the level alone.

mod found;
mod line;
mod plan;
mod refutations;
mod search;
#[cfg(feature = "cluster")]
pub(crate) mod shared;
mod side;
mod sides;
mod task;

use crate::answer::{PruningFunctions, Solution};
use crate::board::{Board, Position, Symmetry};
use crate::control::{Control, LimitReached};
use crate::engine::AnyEngine;
use crate::levels::{Finished, LevelError};
use crate::problem::Problem;
use crate::refutation::{PagodaFunction, RefutationKinds};
use found::Found;
use search::{End, Question, SearchTask};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
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

/// What an exhaustion finds.
#[derive(Debug)]
pub enum Exhausted {
    /// No jumps lead to the goal.
    Unsolvable(Exhaustion),
    /// Jumps that lead to the goal.
    Solvable(Solution),
    /// A limit was reached first, after this many positions were found.
    Undecided {
        /// The limit.
        limit: LimitReached,
        /// The positions found.
        positions: u64,
        /// The pagoda functions followed by then, for another search to begin with.
        functions: PruningFunctions,
    },
}

/// The record of a search that left nothing out.
#[derive(Clone, Debug)]
pub struct Exhaustion {
    pub(crate) start: Position,
    pub(crate) functions: Vec<PagodaFunction>,
    pub(crate) refuted: RefutedFinishes,
    pub(crate) record: Arc<Record>,
}

/// The finishes that an exhaustion refutes.
#[derive(Clone, Debug)]
pub(crate) enum RefutedFinishes {
    /// Those of the problem's goal.
    OfGoal(Problem),
    /// Every position with this many pegs; each one was checked by itself.
    Every(usize),
    /// Every position with this many pegs.
    Any(usize),
}

/// The positions of each side.
#[derive(Debug)]
pub(crate) enum Record {
    /// Classes and pagoda functions refute every finish.
    NotNeeded,
    Forward(ClosedSet),
    Backward(ClosedSet),
    BothWays {
        meeting: u32,
        forward: ClosedSet,
        backward: ClosedSet,
    },
    Halved {
        meeting: u32,
        forward: ClosedSet,
    },
}

/// Positions that are closed under every jump, except those into positions that the functions refute.
#[derive(Clone, Debug)]
pub(crate) struct ClosedSet {
    pub(crate) functions: Vec<PagodaFunction>,
    /// The finishes of the set are the positions this many jumps before the real ones.
    pub(crate) last_jumps: u32,
    pub(crate) symmetries: Vec<Symmetry>,
    /// Names the starts and finishes in position files.
    pub(crate) digest: [u8; 32],
    pub(crate) levels: SetLevels,
}

/// The levels of a closed set, from the most pegs to the fewest.
#[derive(Clone, Debug)]
pub(crate) enum SetLevels {
    Listed(Vec<Arc<Finished>>),
    /// How many positions there are on each, where they are more than [`SetLevels::MOST`].
    Sizes(Vec<u64>),
}

impl SetLevels {
    /// Of sets of more positions a certificate has only the sizes of the levels, and the checker finds them
    /// itself.
    pub(crate) const MOST: u64 = 1 << 20;

    /// The positions of each level.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        match self {
            SetLevels::Listed(levels) => levels.iter().map(|finished| finished.level.len()).collect(),
            SetLevels::Sizes(sizes) => sizes.clone(),
        }
    }
}

impl ClosedSet {
    pub(crate) fn positions(&self) -> u64 {
        self.levels.sizes().iter().sum()
    }
}

impl Exhaustion {
    /// The number of positions, symmetric ones counted once.
    pub fn positions(&self) -> u64 {
        match &*self.record {
            Record::NotNeeded => 0,
            Record::Forward(side) | Record::Backward(side) | Record::Halved { forward: side, .. } => {
                side.positions()
            }
            Record::BothWays { forward, backward, .. } => forward.positions() + backward.positions(),
        }
    }

    /// The functions that pruned each side.
    pub(crate) fn pruning_functions(&self) -> PruningFunctions {
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        match &*self.record {
            Record::NotNeeded => forwards.clone_from(&self.functions),
            Record::Forward(side) => forwards.clone_from(&side.functions),
            Record::Backward(side) => backwards.clone_from(&side.functions),
            Record::BothWays { forward, backward, .. } => {
                forwards.clone_from(&forward.functions);
                backwards.clone_from(&backward.functions);
            }
            Record::Halved { forward, .. } => {
                forwards.clone_from(&forward.functions);
                backwards.clone_from(&forward.functions);
            }
        }
        PruningFunctions { forwards, backwards }
    }

    /// The directions in which it was played; none where nothing had to be searched.
    pub fn strategy(&self) -> Option<ExhaustionStrategy> {
        match *self.record {
            Record::NotNeeded => None,
            Record::Forward(_) => Some(ExhaustionStrategy::Forward),
            Record::Backward(_) => Some(ExhaustionStrategy::Backward),
            Record::BothWays { .. } => Some(ExhaustionStrategy::BothWays),
            Record::Halved { .. } => Some(ExhaustionStrategy::Halved),
        }
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
        Found::Record(record) => Approached::Met(record),
        Found::Limit { limit, positions, .. } => Approached::Stopped { limit, positions },
        Found::Line(_) => unreachable!("the sides are not joined"),
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
    Ok(exhausted(AnyEngine::new(board).run(search)?))
}

fn exhausted(found: Found<Exhaustion>) -> Exhausted {
    match found {
        Found::Record(record) => Exhausted::Unsolvable(record),
        Found::Line(solution) => Exhausted::Solvable(solution),
        Found::Limit { limit, positions, functions } => Exhausted::Undecided { limit, positions, functions },
    }
}
