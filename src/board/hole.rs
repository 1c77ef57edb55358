use crate::control::quotation;
use std::fmt;
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

    /// Returns the index, which is the hole's bit in a code.
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
    advice: Advice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Advice {
    /// A label that differs in letter case.
    Suggestion(Box<str>),
    Labels(Box<str>),
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::Suggestion(label) => write!(f, "did you mean `{label}`?"),
            Advice::Labels(text) => f.write_str(text),
        }
    }
}

impl UnknownHole {
    pub(super) fn new(board: &str, label: &str, labels: &[String]) -> UnknownHole {
        let label = quotation(label);
        let lower = label.to_lowercase();
        let advice = match labels.iter().find(|known| known.to_lowercase() == lower) {
            Some(close) => Advice::Suggestion(close.as_str().into()),
            None if label == "0" && labels.iter().any(|known| known == "1") => {
                let all = abridge(labels);
                Advice::Labels(format!("its holes are numbered from 1: {all}").into())
            }
            None => Advice::Labels(format!("its holes are {}", abridge(labels)).into()),
        };
        UnknownHole {
            board: quotation(board),
            label,
            advice,
        }
    }

    /// Returns the label that was probably meant: it differs in letter case.
    pub fn suggestion(&self) -> Option<&str> {
        match &self.advice {
            Advice::Suggestion(label) => Some(label),
            Advice::Labels(_) => None,
        }
    }

    /// Returns a suggestion, or the existing labels.
    pub(super) fn advice(&self) -> impl fmt::Display {
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
