//! JSON report of an answer.

use super::any_vacancy::Tried;
use super::certify::Written;
use pegboard::{Answer, Line};
use serde::Serialize;

/// Answer in the form of `--json`: its serde form, and fields that options add.
#[derive(Serialize)]
pub struct AnswerReport<'a> {
    /// Name of the board in the library, or the path of its file.
    board: &'a str,
    #[serde(flatten)]
    answer: &'a Answer,
    /// With `--inverse`: the line backwards, in the notation of the inverse game.
    inverse_moves: Option<Vec<String>>,
    /// Path of the written certificate.
    certificate: Option<String>,
    /// With `--vacate any`: the vacancies in the order in which they were tried.
    vacancies_tried: Option<&'a [Tried]>,
}

impl AnswerReport<'_> {
    pub fn new<'a>(
        board: &'a str,
        answer: &'a Answer,
        written: &Written<'_>,
        tried: &'a [Tried],
        inverse: bool,
    ) -> AnswerReport<'a> {
        let inverse_moves = |line: &Line| line.inverse().notation();
        AnswerReport {
            board,
            answer,
            inverse_moves: answer.best_line().filter(|_| inverse).map(inverse_moves),
            certificate: match written {
                Written::File(path) => Some(path.display().to_string()),
                Written::Nothing | Written::Undecided => None,
            },
            vacancies_tried: (tried.len() > 1).then_some(tried),
        }
    }
}
