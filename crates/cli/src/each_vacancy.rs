//! `--vacate any` where every vacancy has an answer of its own.

use super::output::Headed;
use serde::Serialize;

/// JSON report of a command for each vacancy up to symmetry.
#[derive(Serialize)]
pub struct VacanciesReport<'a, R> {
    /// First vacancy with the best answer, if there is a best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Option<&'a str>>,
    /// Objects that the command prints for one vacancy.
    pub answers: Vec<Headed<'a, R>>,
}
