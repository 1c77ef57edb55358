use crate::board::Jump;
use crate::problem::answer::Proof;

/// Outcome of a search.
pub(super) enum SearchOutcome<Refutation = Proof> {
    /// These jumps lead from the start to a finish.
    Found(Vec<Jump>),
    /// No jumps do, for this reason.
    Refuted(Refutation),
    /// The budget or a limit ended the search.
    Stopped,
}

impl<Refutation> SearchOutcome<Refutation> {
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, SearchOutcome::Stopped)
    }

    /// Maps the reason of a refutation.
    pub(super) fn map_refutation<Other>(
        self,
        proof: impl FnOnce(Refutation) -> Other,
    ) -> SearchOutcome<Other> {
        match self {
            SearchOutcome::Found(jumps) => SearchOutcome::Found(jumps),
            SearchOutcome::Refuted(refutation) => SearchOutcome::Refuted(proof(refutation)),
            SearchOutcome::Stopped => SearchOutcome::Stopped,
        }
    }
}
