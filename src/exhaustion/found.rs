use super::Record;
use crate::answer::{PruningFunctions, Solution};
use crate::control::LimitReached;

/// The result of a search, with a record of this kind.
pub(super) enum Found<R = Record> {
    Record(R),
    Line(Solution),
    /// A limit was reached when there were this many positions.
    Limit {
        limit: LimitReached,
        positions: u64,
        functions: PruningFunctions,
    },
}

impl<R> Found<R> {
    /// The same, with something made of the record.
    pub(super) fn map<S>(self, make: impl FnOnce(R) -> S) -> Found<S> {
        match self {
            Found::Record(record) => Found::Record(make(record)),
            Found::Line(solution) => Found::Line(solution),
            Found::Limit { limit, positions, functions } => Found::Limit { limit, positions, functions },
        }
    }
}
