use super::JumpOrder;
use crate::board::Backend;
use crate::problem::answer::PruningFunctions;
use crate::refutation::RefutationKinds;

/// How a [`Solver`](super::Solver) is to work.
///
/// ```
/// use pegboard::{Method, SolverOptions};
/// let mut options = SolverOptions::default();
/// options.methods = options.methods.without(Method::Beam);
/// assert!(!options.methods.uses(Method::Beam));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SolverOptions {
    /// A seed gives a random solution: another one for another seed, the same one for the same seed. Without
    /// it the solver's own order decides.
    pub seed: Option<u64>,
    /// The order in which the depth-first search tries jumps.
    pub order: JumpOrder,
    /// The methods in use.
    pub methods: Methods,
    /// The machine word for positions; without it, the narrowest that has room for the board. Tests and
    /// measurements name one, to compare the words: wider than needed is slower, and the same search as long as
    /// the transposition tables have room.
    #[doc(hidden)]
    pub backend: Option<Backend>,
    /// Functions that are already known, such as those of an answer about another start with the same
    /// goal: [`Undecided::functions`](crate::Undecided::functions) and
    /// [`Proof::Exhaustion`](crate::Proof::Exhaustion). They save the time to learn them again.
    pub functions: PruningFunctions,
}

/// A part of the solver that can be switched off, to compare with and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The beam search that goes first.
    Beam,
    /// Pagoda functions: at the start, and as a pruning of the depth-first search.
    Pagodas,
    /// Parity sets of pagoda functions.
    Parities,
    /// Finishes moved up to the few positions before them, where the solver decides level by level.
    ForcedEnds,
    /// Splitting the problem by its first and last jumps.
    Cases,
    /// The transposition table.
    Table,
    /// Playing backwards as well.
    Reversal,
    /// Taking positions that a symmetry maps onto each other for one.
    Symmetry,
    /// Restarting with another order of jumps when a search takes long.
    Restarts,
    /// Deciding by a bitmap of all positions, once the search has taken longer than that would: where it fits
    /// half the memory, there is no limit of nodes, and the search is one with restarts, which can be left.
    Bitmap,
    /// Deciding level by level, pruned by functions learned from the levels, in turns with a search that
    /// takes long: where there is no bitmap, and the search is one with restarts.
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

/// A set of [`Method`]s; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Methods {
    bits: u16,
}

impl Methods {
    /// Every method.
    pub fn all() -> Methods {
        Methods { bits: u16::MAX }
    }

    /// Plain depth-first search alone.
    pub fn none() -> Methods {
        Methods { bits: 0 }
    }

    /// These methods and one more.
    #[must_use]
    pub fn with(self, method: Method) -> Methods {
        Methods {
            bits: self.bits | 1 << method as u8,
        }
    }

    /// These methods except one.
    #[must_use]
    pub fn without(self, method: Method) -> Methods {
        Methods {
            bits: self.bits & !(1 << method as u8),
        }
    }

    /// Whether the method is in the set.
    pub fn uses(self, method: Method) -> bool {
        self.bits & 1 << method as u8 != 0
    }

    /// The kinds of refutations among them, for an [exhaustion](crate::solver::exhaustion) that is to use the same.
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
