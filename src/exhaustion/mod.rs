//! Proofs of unsolvability by a search that leaves nothing out, with a record that can be checked.
//!
//! A search goes level by level, from the most pegs to the fewest, and keeps each level as a sorted list of the
//! positions that no pagoda function refutes, one for each set of symmetric ones. Lists that do not fit into
//! memory are sorted in runs on disk. The lists are the proof: see
//! [`Certificate::of_exhaustion`](crate::Certificate::of_exhaustion).

mod codes;
mod control;
mod line;
mod manifest;
mod meeting;
mod scratch;
mod search;
mod side;
mod sides;
mod slack;
mod sorter;
mod task;

pub use control::ExhaustionProgress;

pub(crate) use codes::PackedCodes;

use crate::answer::Solution;
use crate::board::{Position, Symmetry};
use crate::control::{LimitReached, Limits};
use crate::engine::AnyEngine;
use crate::problem::Problem;
use crate::refutation::PagodaFunction;
use scratch::Scratch;
use search::{Question, SearchTask};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// How an exhaustion is to work.
#[derive(Clone, Debug, Default)]
pub struct ExhaustionOptions {
    /// Pagoda functions that prune the search forwards, and refute finishes before it begins.
    pub functions: Vec<PagodaFunction>,
    /// Pagoda functions that prune the search backwards: their sums are taken over the vacancies, and compared
    /// with those of the start.
    pub backward_functions: Vec<PagodaFunction>,
    /// The directions of play; without it, the ones that a short probe finds best.
    pub strategy: Option<ExhaustionStrategy>,
    /// When to give up. `nodes` counts expanded positions, and `memory` bounds the sorting of a level: what does
    /// not fit goes to disk.
    pub limits: Limits,
    /// How many threads may work; without it, as many as the machine has. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// A folder in which finished levels are kept, so that a search that was stopped goes on where it was. Without
    /// it, levels that are too large for memory go to a temporary folder.
    pub scratch: Option<PathBuf>,
}

/// The directions in which an exhaustion plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

/// What an exhaustion finds.
#[derive(Debug)]
pub enum Exhausted {
    /// No jumps lead to the goal.
    Unsolvable(Exhaustion),
    /// Jumps that lead to the goal.
    Solvable(Solution),
    /// A limit was reached first, after so many positions were found.
    Undecided {
        /// The limit.
        limit: LimitReached,
        /// The positions found.
        positions: u64,
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
    /// Every position with so many pegs; each one was looked at by itself.
    Every(usize),
    /// Every position with so many pegs.
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

/// Positions that are closed under every jump, but for jumps into positions that the functions refute.
#[derive(Debug)]
pub(crate) struct ClosedSet {
    pub(crate) functions: Vec<PagodaFunction>,
    pub(crate) symmetries: Vec<Symmetry>,
    /// Names the starts and finishes in position files.
    pub(crate) digest: [u8; 32],
    /// Pegs and positions of each level, from the most pegs to the fewest.
    pub(crate) levels: Vec<(u32, PackedCodes)>,
    /// Keeps the files of the levels.
    _scratch: Arc<Scratch>,
}

impl ClosedSet {
    pub(crate) fn positions(&self) -> u64 {
        self.levels.iter().map(|(_, codes)| codes.count()).sum()
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
    #[error("{strategy:?} does not suit this problem: {reason}")]
    Unsuitable {
        /// The strategy.
        strategy: ExhaustionStrategy,
        /// What stands against it.
        reason: &'static str,
    },
    /// The scratch folder holds the levels of another problem.
    #[error("the folder {} holds the positions of another problem; give each problem a folder of its own", folder.display())]
    OtherProblem {
        /// The folder.
        folder: PathBuf,
    },
    /// The scratch folder holds something else than it should.
    #[error("the folder {} cannot be resumed from: {reason}", folder.display())]
    Damaged {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The scratch folder cannot be used.
    #[error("cannot use the scratch folder: {0}")]
    Scratch(#[from] std::io::Error),
}

/// Why a search did not go on.
#[derive(Debug)]
enum Stop {
    Limit(LimitReached),
    Error(ExhaustionError),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Error(error.into())
    }
}

impl From<ExhaustionError> for Stop {
    fn from(error: ExhaustionError) -> Stop {
        Stop::Error(error)
    }
}

/// Searches every position that can be reached from the start of a problem and is not refuted.
///
/// ```
/// use pegboard::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
/// use pegboard::{Board, Problem};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("b3")?);
/// let Exhausted::Unsolvable(proof) = exhaust(&problem, &ExhaustionOptions::default())? else { panic!() };
/// assert!(proof.positions() > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExhaustionError`] when the goal names no finish, the options do not suit it, or the disk cannot be used.
pub fn exhaust(problem: &Problem, options: &ExhaustionOptions) -> Result<Exhausted, ExhaustionError> {
    exhaust_observed(problem, options, &|_| ControlFlow::Continue(()))
}

/// Like [`exhaust`], telling `observer` from time to time how far it has come. When the observer answers
/// `Break` the search stops; what is in a scratch folder remains.
pub fn exhaust_observed(
    problem: &Problem,
    options: &ExhaustionOptions,
    observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
) -> Result<Exhausted, ExhaustionError> {
    let question = Question::Goal(problem);
    AnyEngine::new(problem.board()).run(SearchTask { question, options, observer })
}

/// Searches for a position with `pegs` pegs that can be reached from `start`: the other half of an answer to
/// [`Goal::FewestPegs`](crate::Goal::FewestPegs).
///
/// # Errors
///
/// As for [`exhaust`].
pub fn exhaust_pegs(
    start: &Position,
    pegs: usize,
    options: &ExhaustionOptions,
    observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
) -> Result<Exhausted, ExhaustionError> {
    let question = Question::Pegs(start, pegs);
    AnyEngine::new(start.board()).run(SearchTask { question, options, observer })
}
