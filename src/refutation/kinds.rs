use crate::problem::answer::PagodaFunction;
use serde::{Deserialize, Serialize};

/// Kinds of refutations that a search uses, all by default. Each can be switched off for comparison. Searches
/// ignore kinds that do not apply to them.
///
/// ```
/// use pegboard::refutation::RefutationKinds;
/// let plain = RefutationKinds { parities: false, ..RefutationKinds::default() };
/// assert!(plain.pagodas && plain.forced_ends);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefutationKinds {
    /// Pagoda functions, known and learned. Without them, the other kinds are off as well.
    pub pagodas: bool,
    /// Parity sets of pagoda functions.
    pub parities: bool,
    /// Finishes moved up to the few positions before them.
    pub forced_ends: bool,
    /// Problems split by their first and last jumps.
    pub cases: bool,
}

impl RefutationKinds {
    /// Returns the maximum number of parity sets of a learned function.
    pub(crate) fn most_parities(self) -> usize {
        if self.parities {
            super::MAX_PARITIES
        } else {
            0
        }
    }

    /// Formats the kinds for digests.
    pub(crate) fn words(self) -> String {
        let RefutationKinds {
            pagodas,
            parities,
            forced_ends,
            cases,
        } = self;
        format!(
            "RefutationKinds {{ pagodas: {pagodas}, parities: {parities}, forced_ends: {forced_ends}, cases: {cases} }}"
        )
    }

    /// Returns the functions that may be used.
    pub(crate) fn of(self, functions: &[PagodaFunction]) -> Vec<PagodaFunction> {
        let is_used = |function: &&PagodaFunction| {
            self.pagodas && (self.parities || function.parities().is_empty())
        };
        functions.iter().filter(is_used).cloned().collect()
    }
}

impl Default for RefutationKinds {
    fn default() -> Self {
        RefutationKinds {
            pagodas: true,
            parities: true,
            forced_ends: true,
            cases: true,
        }
    }
}
