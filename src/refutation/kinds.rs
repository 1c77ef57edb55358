/// The kinds of refutations that a search uses; all of them by default. Each can be switched off, to compare
/// with and without. The searches that have no use for a kind ignore it.
///
/// ```
/// use pegboard::refutation::RefutationKinds;
/// let plain = RefutationKinds { parities: false, ..RefutationKinds::default() };
/// assert!(plain.pagodas && plain.forced_ends);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefutationKinds {
    /// Pagoda functions: those that are known and those that are learned. Without them there are no parities,
    /// forced ends or cases either.
    pub pagodas: bool,
    /// Parity sets of pagoda functions.
    pub parities: bool,
    /// Finishes moved up to the few positions before them.
    pub forced_ends: bool,
    /// Problems split by their first and last jumps.
    pub cases: bool,
}

impl RefutationKinds {
    /// The most parity sets of a function that is learned.
    pub(crate) fn most_parities(self) -> usize {
        if self.parities {
            super::MAX_PARITIES
        } else {
            0
        }
    }

    /// Those of these functions that are in use.
    pub(crate) fn of(
        self,
        functions: &[crate::problem::answer::PagodaFunction],
    ) -> Vec<crate::problem::answer::PagodaFunction> {
        let is_used = |function: &&crate::problem::answer::PagodaFunction| {
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
