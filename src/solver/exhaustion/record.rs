//! What an exhaustion finds, and the record that it leaves.

use super::options::ExhaustionStrategy;
use crate::board::{Position, Symmetry};
use crate::control::LimitReached;
use crate::levels::Finished;
use crate::problem::Problem;
use crate::problem::answer::PagodaFunction;
use crate::problem::answer::{PruningFunctions, Solution};
use std::sync::Arc;

/// What an exhaustion finds.
#[derive(Debug)]
pub enum Exhausted<R = Exhaustion> {
    /// No jumps lead to the goal.
    Unsolvable(R),
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

impl<R> Exhausted<R> {
    /// The same, with something made of the record.
    pub(super) fn map<S>(self, make: impl FnOnce(R) -> S) -> Exhausted<S> {
        match self {
            Exhausted::Unsolvable(record) => Exhausted::Unsolvable(make(record)),
            Exhausted::Solvable(line) => Exhausted::Solvable(line),
            Exhausted::Undecided {
                limit,
                positions,
                functions,
            } => Exhausted::Undecided {
                limit,
                positions,
                functions,
            },
        }
    }
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
            SetLevels::Listed(levels) => {
                levels.iter().map(|finished| finished.level.len()).collect()
            }
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
            Record::Forward(side)
            | Record::Backward(side)
            | Record::Halved { forward: side, .. } => side.positions(),
            Record::BothWays {
                forward, backward, ..
            } => forward.positions() + backward.positions(),
        }
    }

    /// The functions that pruned each side.
    pub(crate) fn pruning_functions(&self) -> PruningFunctions {
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        match &*self.record {
            Record::NotNeeded => forwards.clone_from(&self.functions),
            Record::Forward(side) => forwards.clone_from(&side.functions),
            Record::Backward(side) => backwards.clone_from(&side.functions),
            Record::BothWays {
                forward, backward, ..
            } => {
                forwards.clone_from(&forward.functions);
                backwards.clone_from(&backward.functions);
            }
            Record::Halved { forward, .. } => {
                forwards.clone_from(&forward.functions);
                backwards.clone_from(&forward.functions);
            }
        }
        PruningFunctions {
            forwards,
            backwards,
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
