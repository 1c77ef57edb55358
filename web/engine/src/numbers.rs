//! Numbers about a position. Where one is not found, the page is told what it would have taken more of.

use crate::settle::limit_name;
use pegboard::count::{chance_of_random_play, count_solutions};
use pegboard::sweep::{SweepError, SweepOptions};
use pegboard::{Control, Problem};
use serde::Serialize;

/// A number, or what did not suffice to find it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Sought<T> {
    /// The number.
    Found(T),
    /// `time`, or `memory`.
    Lacks(&'static str),
}

impl<T> From<Result<T, SweepError>> for Sought<T> {
    fn from(result: Result<T, SweepError>) -> Sought<T> {
        match result {
            Ok(number) => Sought::Found(number),
            Err(SweepError::Stopped { limit, .. }) => Sought::Lacks(limit_name(limit)),
            Err(_) => Sought::Lacks("memory"),
        }
    }
}

/// The number of solutions in decimals.
#[must_use]
pub fn solutions(problem: &Problem, control: &Control<'_>) -> Sought<String> {
    count_solutions(problem, &SweepOptions::default(), control)
        .map(|count| count.to_string())
        .into()
}

/// The chance that jumps played at random solve a problem.
#[must_use]
pub fn chance(problem: &Problem, control: &Control<'_>) -> Sought<f64> {
    chance_of_random_play(problem, &SweepOptions::default(), control)
        .map(|chance| chance.value())
        .into()
}
