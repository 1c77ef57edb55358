//! What `--fewest-moves` says of an answer.

use super::answer_report::AnswerReport;
use super::outcome::Outcome;
use super::output::counted;
use super::solve::outcome;
use pegboard::moves::FewestMoves;
use serde::Serialize;

/// What `--json` adds to the answer.
#[derive(Serialize)]
pub struct FewestMovesReport<'a> {
    #[serde(flatten)]
    pub answer: AnswerReport<'a>,
    /// The moves of the solution given.
    fewest_moves: Option<usize>,
    /// No solution has fewer.
    at_least: Option<usize>,
    proved: bool,
}

impl<'a> FewestMovesReport<'a> {
    pub fn new(bounds: Bounds, answer: AnswerReport<'a>) -> FewestMovesReport<'a> {
        let Bounds { fewest_moves, at_least, proved } = bounds;
        FewestMovesReport { answer, fewest_moves, at_least, proved }
    }
}

/// How few moves there can be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    fewest_moves: Option<usize>,
    at_least: Option<usize>,
    proved: bool,
}

impl Bounds {
    pub fn of(fewest: &FewestMoves) -> Bounds {
        Bounds { fewest_moves: fewest.moves(), at_least: fewest.at_least(), proved: fewest.is_proved() }
    }

    /// What is known, in a sentence; none where there is no solution.
    pub fn sentence(&self) -> Option<String> {
        let at_least = self.at_least?;
        Some(match self.fewest_moves {
            Some(_) if self.proved => "No solution has fewer moves.".to_owned(),
            Some(found) => format!(
                "Every solution has at least {}; whether {found} are the fewest is open.",
                counted(at_least, "move")
            ),
            None => format!("A solution would have at least {}.", counted(at_least, "move")),
        })
    }

    /// A solution that may not be the shortest is no answer to the question.
    pub fn outcome(&self, fewest: &pegboard::Answer) -> Outcome {
        if self.proved { outcome(fewest.verdict()) } else { Outcome::Undecided }
    }
}
