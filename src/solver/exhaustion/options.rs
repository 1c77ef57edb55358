use crate::problem::answer::PagodaFunction;
use crate::refutation::RefutationKinds;
use std::fmt;
use std::path::PathBuf;

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
