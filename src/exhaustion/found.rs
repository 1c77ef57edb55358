use super::Record;
use crate::answer::{PruningFunctions, Solution};
use crate::control::LimitReached;

/// The result of a search.
pub(super) enum Found {
    Record(Record),
    Line(Solution),
    /// A limit was reached when there were this many positions.
    Limit {
        limit: LimitReached,
        positions: u64,
        functions: PruningFunctions,
    },
}
