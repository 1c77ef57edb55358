//! Warnings and errors that players see often, with the data for texts in other languages.

use pegboard::{BoardError, BoardWarning, NotationError};
use serde::Serialize;

/// Warning or error.
#[derive(Serialize)]
pub struct Message {
    /// English text.
    pub message: String,
    /// Kind and data; `None` if there is only the English text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
}

/// Kind of a message, with its data. Holes are labels.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum About {
    /// No jump is possible on the board.
    NoJumps,
    /// No jump touches these holes.
    UntouchedHoles {
        /// The holes.
        holes: Vec<String>,
    },
    /// The board consists of parts that no jump connects.
    Parts {
        /// Number of parts.
        parts: usize,
    },
    /// The picture of a square board looks like one of a triangular board.
    LooksTriangular,
    /// The rows look offset by half a hole.
    LooksSetOff {
        /// Holes that are not aligned with the other rows.
        misplaced: Vec<String>,
    },
    /// The holes look separated by blanks.
    LooksSpaced,
    /// One more hole at the end of a row would make the board more symmetric.
    ShortRow {
        /// Row number, from 1.
        row: usize,
        /// Label of the hole.
        hole: String,
        /// Symmetry with the hole.
        symmetry: String,
    },
    /// The jumps have too many automorphisms to list.
    SubgroupUsed {
        /// Group in use.
        used: String,
        /// Whole group.
        whole: String,
    },
    /// The holes have more symmetry than the board declares.
    MoreSymmetry {
        /// Group in use.
        declared: String,
        /// Largest group.
        largest: String,
    },
    /// The board has no holes.
    NoHoles,
    /// The board has too many holes.
    TooManyHoles {
        /// Number of holes.
        holes: usize,
    },
    /// The board has too many jumps.
    TooManyJumps {
        /// Number of jumps.
        jumps: usize,
    },
    /// The holes lie too far apart.
    TooFarApart,
    /// A move cannot be read or played.
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Reason.
        flaw: Flaw,
    },
    /// A second move where one is expected.
    SecondMove {
        /// Text of the second move.
        text: String,
    },
}

/// Reason why a move cannot be read or played.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Flaw {
    /// The board has no hole with this label.
    UnknownHole,
    /// The move has no jump.
    NoJump,
    /// The move ends without a hole.
    Incomplete,
    /// There is no jump between two holes.
    NotAJump {
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
        /// A few possible jumps.
        legal: Vec<String>,
    },
    /// There is no jump from a hole in this direction.
    NoJumpToward {
        /// Hole of departure.
        from: String,
        /// A few possible jumps.
        legal: Vec<String>,
    },
    /// Several jumps have the same ends.
    Ambiguous {
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
        /// Holes that the possible jumps go over, at least two.
        over: Vec<String>,
    },
    /// The jump cannot be played at its turn.
    Illegal {
        /// A few possible jumps.
        legal: Vec<String>,
    },
}

impl Message {
    /// Returns a message that has only its English text.
    #[must_use]
    pub fn plain(message: String) -> Message {
        Message {
            message,
            about: None,
        }
    }
}

impl From<&BoardWarning> for Message {
    fn from(warning: &BoardWarning) -> Message {
        let about = match warning {
            BoardWarning::NoJumps => Some(About::NoJumps),
            BoardWarning::UntouchedHoles(holes) => Some(About::UntouchedHoles {
                holes: holes.clone(),
            }),
            BoardWarning::Unconnected { parts } => Some(About::Parts { parts: *parts }),
            BoardWarning::LooksTriangular => Some(About::LooksTriangular),
            BoardWarning::LooksSetOff { misplaced } => Some(About::LooksSetOff {
                misplaced: misplaced.clone(),
            }),
            BoardWarning::LooksSpaced => Some(About::LooksSpaced),
            BoardWarning::ShortRow {
                row,
                label,
                symmetry,
            } => Some(About::ShortRow {
                row: *row,
                hole: label.clone(),
                symmetry: symmetry.to_string(),
            }),
            BoardWarning::SubgroupUsed { used, whole } => Some(About::SubgroupUsed {
                used: used.to_string(),
                whole: whole.to_string(),
            }),
            BoardWarning::MoreSymmetry { declared, largest } => Some(About::MoreSymmetry {
                declared: declared.to_string(),
                largest: largest.to_string(),
            }),
            _ => None,
        };
        Message {
            message: warning.to_string(),
            about,
        }
    }
}

impl From<&BoardError> for Message {
    fn from(error: &BoardError) -> Message {
        let about = match error {
            BoardError::NoHoles => Some(About::NoHoles),
            BoardError::TooManyHoles { holes } => Some(About::TooManyHoles { holes: *holes }),
            BoardError::TooManyJumps { jumps } => Some(About::TooManyJumps { jumps: *jumps }),
            BoardError::TooFarApart { .. } => Some(About::TooFarApart),
            _ => None,
        };
        Message {
            message: error.to_string(),
            about,
        }
    }
}

impl From<NotationError> for Message {
    fn from(error: NotationError) -> Message {
        let mut message = error.to_string();
        let (number, text, flaw) = match error {
            NotationError::UnknownHole { number, text, .. } => (number, text, Flaw::UnknownHole),
            NotationError::NoJump { number, text } => (number, text, Flaw::NoJump),
            NotationError::Incomplete { number, text } => (number, text, Flaw::Incomplete),
            NotationError::NotAJump {
                number,
                text,
                from,
                to,
                legal,
                ..
            } => (number, text, Flaw::NotAJump { from, to, legal }),
            NotationError::NoJumpToward {
                number,
                text,
                from,
                legal,
                ..
            } => (number, text, Flaw::NoJumpToward { from, legal }),
            NotationError::Ambiguous {
                number,
                text,
                from,
                to,
                over,
            } => (number, text, Flaw::Ambiguous { from, to, over }),
            NotationError::Illegal {
                number,
                text,
                legal,
                ..
            } => (number, text, Flaw::Illegal { legal }),
            NotationError::SeveralMoves { text } => {
                let about = Some(About::SecondMove { text });
                return Message { message, about };
            }
            NotationError::AmbiguousCoordinates { .. } => {
                message += "; write the labels of the holes instead";
                return Message::plain(message);
            }
            _ => return Message::plain(message),
        };
        let about = Some(About::Move { number, text, flaw });
        Message { message, about }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::{Board, Line};
    use serde_json::{Value, json};

    fn about(message: &Message) -> Value {
        serde_json::to_value(message).unwrap()["about"].clone()
    }

    #[test]
    fn wrong_moves_have_their_kinds() {
        let board = Board::library("english").unwrap();
        let start = board.vacate(board.hole("d4").unwrap());
        for (written, kind) in [
            ("x9-d4", "unknownHole"),
            ("d2", "noJump"),
            ("d2-d4-", "incomplete"),
            ("d1-d2", "notAJump"),
            ("d2-d4, d2-d4", "illegal"),
        ] {
            let error = Line::parse(&start, written).unwrap_err();
            let about = about(&error.into());
            assert_eq!(about["kind"], "move", "{written}");
            assert_eq!(about["flaw"]["kind"], kind, "{written}");
        }
    }

    #[test]
    fn warnings_of_a_drawing_have_their_kinds() {
        let parse = |holes: &str| {
            let text = format!("Board(name: \"Drawing\", lattice: Square, {holes})");
            Board::parse(&text, "drawing").unwrap()
        };
        let of = |board: &Board| {
            board
                .warnings()
                .iter()
                .map(|each| about(&each.into()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of(&parse("holes: Picture([\"oo\"])")),
            [json!({ "kind": "noJumps" })]
        );
        assert_eq!(
            of(&parse("holes: Picture([\"ooo.o\"])")),
            [
                json!({ "kind": "untouchedHoles", "holes": ["e1"] }),
                json!({ "kind": "parts", "parts": 2 }),
            ]
        );
        assert_eq!(
            of(&parse("symmetry: C1, holes: Picture([\"ooo\"])")),
            [json!({ "kind": "moreSymmetry", "declared": "C1", "largest": "D2" })]
        );
    }
}
