use crate::control::quotation;
use thiserror::Error;

/// A hole of a board, obtained from [`Board::hole`](crate::Board::hole) or [`Board::holes`](crate::Board::holes).
///
/// Serde form: its [index](Hole::index).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// Requires `index` below [`MAX_HOLES`](super::MAX_HOLES).
    pub(crate) fn new(index: usize) -> Hole {
        debug_assert!(index < super::MAX_HOLES);
        Hole(index as u8)
    }

    /// Returns the index of the hole in the row-by-row numbering, which is its bit in a code.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn bit(self) -> u128 {
        1 << self.0
    }
}

/// Error for a label that the board does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("board `{board}` has no hole `{label}`; {advice}")]
pub struct UnknownHole {
    board: String,
    label: String,
    suggestion: Option<String>,
    advice: String,
}

impl UnknownHole {
    pub(super) fn new(board: &str, label: &str, labels: &[String]) -> UnknownHole {
        let label = quotation(label);
        let lower = label.to_lowercase();
        let suggestion = labels.iter().find(|known| known.to_lowercase() == lower);
        let advice = match suggestion {
            Some(close) => format!("did you mean `{close}`?"),
            None if label == "0" && labels.iter().any(|known| known == "1") => {
                format!("its holes are numbered from 1: {}", abridge(labels))
            }
            None => format!("its holes are {}", abridge(labels)),
        };
        UnknownHole {
            board: quotation(board),
            label,
            suggestion: suggestion.cloned(),
            advice,
        }
    }

    /// Returns the label that was probably meant: it differs in letter case.
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// Returns a suggestion, or the existing labels.
    pub(super) fn advice(&self) -> &str {
        &self.advice
    }
}

/// Joins the labels of a small board, or the first ones and the last of a large board.
fn abridge(labels: &[String]) -> String {
    const ALL: usize = 16;
    const FIRST: usize = 3;
    match labels {
        [head @ .., last] if labels.len() > ALL => format!("{} … {last}", head[..FIRST].join(" ")),
        _ => labels.join(" "),
    }
}
