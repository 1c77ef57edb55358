//! Reports of `--fewest-moves`, `--longest-last-move` and `--longest-move`.

use super::answer_report::AnswerReport;
use super::answer_text::limit_name;
use super::outcome::Outcome;
use super::output::counted;
use pegboard::moves::{FewestMoves, LongestMove};
use pegboard::{Answer, LimitReached};
use serde::Serialize;

/// Answer in the form of `--json`, with its bounds.
#[derive(Serialize)]
pub struct BoundedReport<'a> {
    #[serde(flatten)]
    answer: AnswerReport<'a>,
    #[serde(flatten)]
    bounds: Bounds,
}

impl<'a> BoundedReport<'a> {
    pub fn new(bounds: Bounds, answer: AnswerReport<'a>) -> BoundedReport<'a> {
        BoundedReport { answer, bounds }
    }
}

/// Quality of a solution, and its bounds.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Bounds {
    Moves {
        /// Moves of the solution.
        fewest_moves: Option<usize>,
        /// Proved lower bound.
        at_least: Option<usize>,
        proved: bool,
        /// Limit that stopped the search, other than memory.
        #[serde(skip)]
        limit: Option<LimitReached>,
    },
    LastMove {
        /// Jumps of the last move.
        last_move_jumps: Option<usize>,
        /// Proved upper bound.
        at_most: Option<usize>,
        proved: bool,
    },
    LongestMove {
        /// Jumps of the longest move.
        longest_move_jumps: Option<usize>,
        /// Proved upper bound.
        at_most: Option<usize>,
        proved: bool,
    },
}

impl Bounds {
    pub fn of(fewest: &FewestMoves) -> Bounds {
        let (fewest_moves, at_least) = (fewest.moves(), fewest.at_least());
        let limit = fewest.limit_reached();
        Bounds::Moves {
            fewest_moves,
            at_least,
            proved: fewest.is_proved(),
            limit,
        }
    }

    pub fn of_last_move(longest: &LongestMove) -> Bounds {
        Bounds::LastMove {
            last_move_jumps: longest.jumps(),
            at_most: longest.at_most(),
            proved: longest.is_proved(),
        }
    }

    pub fn of_longest_move(longest: &LongestMove) -> Bounds {
        Bounds::LongestMove {
            longest_move_jumps: longest.jumps(),
            at_most: longest.at_most(),
            proved: longest.is_proved(),
        }
    }

    /// Summarizes the result; `None` if there is no solution.
    pub fn sentence(self) -> Option<String> {
        Some(match self {
            Bounds::Moves {
                fewest_moves: Some(_),
                proved: true,
                ..
            } => "No solution has fewer moves.".to_owned(),
            Bounds::Moves {
                fewest_moves: Some(found),
                at_least,
                limit,
                ..
            } => format!(
                "Every solution has at least {}; it is open whether {found} is the minimum: {}.",
                counted(at_least?, "move"),
                why_open(limit)
            ),
            Bounds::Moves {
                fewest_moves: None,
                at_least,
                ..
            } => {
                format!(
                    "A solution would have at least {}.",
                    counted(at_least?, "move")
                )
            }
            Bounds::LastMove {
                last_move_jumps,
                at_most,
                proved,
            } => {
                let longer = if proved {
                    "no solution ends with more".to_owned()
                } else {
                    format!(
                        "it is open whether a solution ends with more, up to {}",
                        at_most?
                    )
                };
                format!(
                    "The last move has {}; {longer}.",
                    counted(last_move_jumps?, "jump")
                )
            }
            Bounds::LongestMove {
                longest_move_jumps,
                at_most,
                proved,
            } => {
                let longer = if proved {
                    "no solution has a longer one".to_owned()
                } else {
                    format!(
                        "it is open whether a solution has a longer one, of up to {}",
                        at_most?
                    )
                };
                format!(
                    "The longest move has {}; {longer}.",
                    counted(longest_move_jumps?, "jump")
                )
            }
        })
    }

    /// Ranks a solution; smaller is better.
    pub fn quality(self) -> Option<isize> {
        match self {
            Bounds::Moves { fewest_moves, .. } => fewest_moves.map(|moves| moves as isize),
            Bounds::LastMove {
                last_move_jumps: jumps,
                ..
            }
            | Bounds::LongestMove {
                longest_move_jumps: jumps,
                ..
            } => jumps.map(|jumps| -(jumps as isize)),
        }
    }

    /// Returns the size of the solution: `18 moves`, `9 jumps`.
    pub fn amount(self) -> Option<String> {
        let quality = self.quality()?.unsigned_abs();
        Some(match self {
            Bounds::Moves { .. } => counted(quality, "move"),
            Bounds::LastMove { .. } | Bounds::LongestMove { .. } => counted(quality, "jump"),
        })
    }

    /// Returns the outcome: a solution that may not be the best does not answer the question.
    pub fn outcome(self, answer: &Answer) -> Outcome {
        let (Bounds::Moves { proved, .. }
        | Bounds::LastMove { proved, .. }
        | Bounds::LongestMove { proved, .. }) = self;
        if proved {
            Outcome::of_verdict(answer.verdict())
        } else {
            Outcome::Undecided
        }
    }
}

/// Explains why a search for the fewest moves has no proof.
fn why_open(limit: Option<LimitReached>) -> String {
    match limit {
        Some(limit) => format!("stopped by {}", limit_name(limit)),
        None => "the positions did not fit in memory; raise the limit with `--memory`".to_owned(),
    }
}
