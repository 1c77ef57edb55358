use crate::answer::Proof;
use crate::board::Jump;

/// Whether a finish can be reached.
pub(super) enum Reached {
    /// These jumps lead to a finish.
    By(Vec<Jump>),
    Never(Proof),
    Stopped,
}
