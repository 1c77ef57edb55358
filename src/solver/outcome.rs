use crate::board::Jump;
use crate::problem::answer::Proof;

/// The result of a search.
pub(super) enum Outcome<Refutation = Proof> {
    /// These jumps lead from the start to a finish.
    Found(Vec<Jump>),
    /// None do, and this says why.
    Refuted(Refutation),
    /// The budget or a limit ended the search.
    Stopped,
}

impl<Refutation> Outcome<Refutation> {
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, Outcome::Stopped)
    }

    /// The same outcome with another account of why there is no line.
    pub(super) fn refuted_by<Other>(
        self,
        proof: impl FnOnce(Refutation) -> Other,
    ) -> Outcome<Other> {
        match self {
            Outcome::Found(jumps) => Outcome::Found(jumps),
            Outcome::Refuted(refutation) => Outcome::Refuted(proof(refutation)),
            Outcome::Stopped => Outcome::Stopped,
        }
    }
}
