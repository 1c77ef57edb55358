use super::error::ExhaustionError;
use super::options::ExhaustionStrategy;
use crate::control::LimitReached;
use crate::problem::answer::{
    Answer, ClosedSets, Exhaustion, Line, Proof, PruningFunctions, Solution, Verdict,
};
use std::sync::Arc;

/// Result of an exhaustion.
#[derive(Debug)]
pub enum Exhausted<R = Exhaustion> {
    /// No jumps lead to the goal.
    Unsolvable(R),
    /// Jumps that lead to the goal.
    Solvable(Line),
    /// A limit was reached first, after this many positions were found.
    Undecided {
        /// The limit.
        limit: LimitReached,
        /// Number of positions found.
        positions: u64,
        /// The pagoda functions followed by then, for another search to begin with.
        functions: PruningFunctions,
    },
}

impl<R> Exhausted<R> {
    /// Replaces the record.
    pub(super) fn map<S>(self, make: impl FnOnce(R) -> S) -> Exhausted<S> {
        match self {
            Exhausted::Unsolvable(record) => Exhausted::Unsolvable(make(record)),
            Exhausted::Solvable(line) => Exhausted::Solvable(line),
            Exhausted::Undecided {
                limit,
                positions,
                functions,
            } => Exhausted::Undecided {
                limit,
                positions,
                functions,
            },
        }
    }
}

impl Exhausted {
    /// Settles an answer about the same problem, which must name its finishes: decides an undecided answer, and adds
    /// the record to a proof by exhaustion.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::Stopped`] when a limit stopped the exhaustion, and [`ExhaustionError::Contradicted`] when it
    /// found a line where the answer says that there is none.
    pub fn settle(self, answer: &Answer) -> Result<Answer, ExhaustionError> {
        let verdict = match (self, answer.verdict()) {
            (Exhausted::Unsolvable(record), verdict) => {
                Verdict::Unsolvable(record.proof(verdict.learned_functions()))
            }
            (Exhausted::Solvable(line), Verdict::Undecided(_)) => {
                Verdict::Solvable(Solution::found(line))
            }
            (Exhausted::Solvable(line), _) => {
                return Err(ExhaustionError::Contradicted {
                    line: line.to_string(),
                });
            }
            (
                Exhausted::Undecided {
                    limit, positions, ..
                },
                _,
            ) => {
                return Err(ExhaustionError::Stopped {
                    limit,
                    positions,
                    best: None,
                });
            }
        };
        Ok(answer.with_verdict(verdict))
    }
}

impl Exhaustion {
    /// Returns the directions of play, or `None` if nothing had to be searched.
    pub fn strategy(&self) -> Option<ExhaustionStrategy> {
        match self.sets {
            ClosedSets::NotNeeded => None,
            ClosedSets::Forward(_) => Some(ExhaustionStrategy::Forward),
            ClosedSets::Backward(_) => Some(ExhaustionStrategy::Backward),
            ClosedSets::BothWays { .. } => Some(ExhaustionStrategy::BothWays),
            ClosedSets::Halved { .. } => Some(ExhaustionStrategy::Halved),
        }
    }

    /// Makes a proof that keeps this record.
    pub(crate) fn proof(self, functions: PruningFunctions) -> Proof {
        Proof::Exhaustion {
            positions: self.positions(),
            functions,
            record: Some(Arc::new(self)),
        }
    }
}
