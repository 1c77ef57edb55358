//! Number of solutions and chance of random play.

use pegboard::count::{chance_of_random_play, count_solutions};
use pegboard::sweep::{SweepError, SweepOptions};
use pegboard::{Control, LimitReached, Problem};
use serde::Serialize;

/// Result of a bounded computation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Sought<T> {
    /// Result.
    Found(T),
    /// Limit reached.
    Lacks(LimitReached),
}

impl<T> From<Result<T, SweepError>> for Sought<T> {
    fn from(result: Result<T, SweepError>) -> Sought<T> {
        match result {
            Ok(number) => Sought::Found(number),
            Err(error) => Sought::Lacks(error.limit().unwrap_or(LimitReached::Memory)),
        }
    }
}

/// Counts the solutions; the result is a decimal string.
#[must_use]
pub fn solutions(problem: &Problem, control: &Control<'_>) -> Sought<String> {
    count_solutions(problem, &SweepOptions::default(), control)
        .map(|count| count.to_string())
        .into()
}

/// Returns the probability that random play solves a problem.
#[must_use]
pub fn chance(problem: &Problem, control: &Control<'_>) -> Sought<f64> {
    chance_of_random_play(problem, &SweepOptions::default(), control)
        .map(|chance| chance.value())
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::levels::LevelError;

    #[test]
    fn a_limit_keeps_its_name() {
        let stopped = SweepError::Levels(LevelError::Stopped(LimitReached::Time));
        let lacks = Sought::<()>::from(Err(stopped));
        assert!(matches!(lacks, Sought::Lacks(LimitReached::Time)));
    }
}
