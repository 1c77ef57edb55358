use crate::problem::answer::PruningFunctions;
use crate::refutation::RefutationKinds;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// Options of an exhaustion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExhaustionOptions {
    /// Pagoda functions that prune the search. Those for playing forward also refute finishes before it begins. The
    /// sums of those for playing backward are taken over the vacancies, and compared with those of the start.
    pub functions: PruningFunctions,
    /// Kinds of refutations that prune. Cases are not used here.
    pub kinds: RefutationKinds,
    /// Directions of play; by default, a short probe chooses them.
    pub strategy: Option<ExhaustionStrategy>,
    /// Folder that keeps finished levels, so that an interrupted search can be resumed. Without it, levels
    /// that are too large for memory go to a temporary folder.
    ///
    /// When the folder holds a plan, the search uses its strategy, kinds and pruning functions, because the levels depend
    /// on them. A `strategy` that differs from the plan is an error.
    pub scratch: Option<PathBuf>,
}

builder_methods!(ExhaustionOptions {
    /// Sets the functions that prune the search.
    with_functions(functions: PruningFunctions),
    /// Sets the kinds of refutations that prune.
    with_kinds(kinds: RefutationKinds),
    /// Sets the directions of play.
    with_strategy(strategy: Option<ExhaustionStrategy>),
    /// Sets the folder of finished levels.
    with_scratch(scratch: Option<PathBuf>),
});

/// Directions of play of an exhaustion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustionStrategy {
    /// From the start.
    Forward,
    /// From the finishes, on complements.
    Backward,
    /// From both ends until they meet, each level in the direction whose last level is smaller.
    BothWays,
    /// From the start halfway, if the only finish is its complement: the other half is the same on complements.
    Halved,
}

impl ExhaustionStrategy {
    /// Returns the name in files and digests.
    pub(super) fn name(self) -> &'static str {
        match self {
            ExhaustionStrategy::Forward => "Forward",
            ExhaustionStrategy::Backward => "Backward",
            ExhaustionStrategy::BothWays => "BothWays",
            ExhaustionStrategy::Halved => "Halved",
        }
    }
}

impl fmt::Display for ExhaustionStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExhaustionStrategy::Forward => "playing forwards",
            ExhaustionStrategy::Backward => "playing backwards",
            ExhaustionStrategy::BothWays => "playing both ways",
            ExhaustionStrategy::Halved => "playing half the way forward",
        })
    }
}
