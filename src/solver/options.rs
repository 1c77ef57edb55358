use super::JumpOrder;
use crate::board::Backend;
use crate::problem::answer::PruningFunctions;
use crate::refutation::RefutationKinds;
use std::path::PathBuf;

/// Options of a [`Solver`](super::Solver).
///
/// ```
/// use pegboard::{Method, Methods, SolverOptions};
/// let options = SolverOptions::default().with_methods(Methods::all().without(Method::Beam));
/// assert!(!options.methods.uses(Method::Beam));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolverOptions {
    /// Seed of a random solution. The same seed gives the same solution; without a seed, the solver's own order decides.
    pub seed: Option<u64>,
    /// Order in which the depth-first search tries jumps.
    pub order: JumpOrder,
    /// Methods in use.
    pub methods: Methods,
    /// Machine word for positions; by default, the narrowest that has room for the board.
    pub(crate) backend: Option<Backend>,
    /// Functions that are already known, such as the functions of an answer about another start with the same
    /// goal: [`Undecided::functions`](crate::Undecided::functions) and
    /// [`Proof::Exhaustion`](crate::Proof::Exhaustion). They save the time to learn them again.
    pub functions: PruningFunctions,
    /// Keeps the record of an exhaustive search, so that a [`Certificate`](crate::Certificate) can be made of its answer.
    pub record: bool,
    /// Folder that keeps the finished levels of an exhaustion to the end, which is resumed from them. A folder serves one
    /// problem. Without it, levels that are too large for memory go to a temporary folder.
    pub scratch: Option<PathBuf>,
}

builder_methods!(SolverOptions {
    /// Sets the seed of a random solution.
    with_seed(seed: Option<u64>),
    /// Sets the order in which the depth-first search tries jumps.
    with_order(order: JumpOrder),
    /// Sets the methods in use.
    with_methods(methods: Methods),
    /// Sets the machine word for positions. Tests and benches compare the words: a wider one is slower, and searches
    /// the same positions while the transposition tables have room.
    #[doc(hidden)]
    with_backend(backend: Option<Backend>),
    /// Sets the functions that are already known.
    with_functions(functions: PruningFunctions),
    /// Sets whether to keep the record of an exhaustive search.
    with_record(record: bool),
    /// Sets the folder of finished levels.
    with_scratch(scratch: Option<PathBuf>),
});

/// Part of the solver that can be switched off for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The beam search that goes first.
    Beam,
    /// Pagoda functions, at the start and for pruning.
    Pagodas,
    /// Parity sets of pagoda functions.
    Parities,
    /// Finishes moved up to the few positions before them, in exhaustions by levels.
    ForcedEnds,
    /// Splitting the problem by its first and last jumps.
    Cases,
    /// The transposition table.
    Table,
    /// Playing backwards as well as forwards.
    Reversal,
    /// Searching one of several symmetric positions.
    Symmetry,
    /// Restarting with another order of jumps when a search takes long.
    Restarts,
    /// Deciding by a bitmap of all positions, once the search has taken longer than the bitmap would. The bitmap must
    /// fit in half the memory, there must be no node limit, and the search must restart, so that it can be left.
    Bitmap,
    /// Exhaustions by levels, pruned by functions learned from the levels, in turns with a search that takes long and
    /// restarts, where there is no bitmap.
    Levels,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 11] = [
        Method::Beam,
        Method::Pagodas,
        Method::Parities,
        Method::ForcedEnds,
        Method::Cases,
        Method::Table,
        Method::Reversal,
        Method::Symmetry,
        Method::Restarts,
        Method::Bitmap,
        Method::Levels,
    ];
}

/// Set of [`Method`]s; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Methods {
    bits: u16,
}

impl Methods {
    /// Returns the set of all methods.
    pub fn all() -> Methods {
        Methods {
            bits: (1 << Method::ALL.len()) - 1,
        }
    }

    /// Returns the empty set: plain depth-first search alone.
    pub fn none() -> Methods {
        Methods { bits: 0 }
    }

    /// Adds a method to the set.
    #[must_use]
    pub fn with(self, method: Method) -> Methods {
        Methods {
            bits: self.bits | 1 << method as u8,
        }
    }

    /// Removes a method from the set.
    #[must_use]
    pub fn without(self, method: Method) -> Methods {
        Methods {
            bits: self.bits & !(1 << method as u8),
        }
    }

    /// Returns `true` if the method is in the set.
    pub fn uses(self, method: Method) -> bool {
        self.bits & 1 << method as u8 != 0
    }

    /// Returns the kinds of refutations among these methods, for an [exhaustion](crate::solver::exhaustion).
    pub fn refutations(self) -> RefutationKinds {
        RefutationKinds {
            pagodas: self.uses(Method::Pagodas),
            parities: self.uses(Method::Parities),
            forced_ends: self.uses(Method::ForcedEnds),
            cases: self.uses(Method::Cases),
        }
    }
}

impl Default for Methods {
    fn default() -> Self {
        Methods::all()
    }
}
