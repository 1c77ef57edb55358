use super::CoordinateReading;
use crate::board::geometry::Direction;
use crate::board::{PositionError, UnknownHole};
use thiserror::Error;

/// Error parsing a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Unknown label.
    #[error("move {number}, `{text}`: {reason}")]
    UnknownHole {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Unknown label.
        reason: UnknownHole,
    },
    /// Coordinates without a hole.
    #[error("move {number}, `{text}`: there is no hole at {place}, read as {reading}")]
    NoHoleAt {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Coordinates in brackets.
        place: String,
        /// Reading of the coordinates with which most jumps can be played.
        reading: CoordinateReading,
    },
    /// Word that consists of labels in several ways.
    #[error(
        "move {number}, `{text}`: it can be {} or {}; write signs between the holes",
        readings[0], readings[1]
    )]
    Unseparated {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Two readings of the word.
        readings: [String; 2],
    },
    /// Coordinates with which all moves can be played in two ways.
    #[error("the coordinates can be {one}, or {other}: all moves can be played either way")]
    AmbiguousCoordinates {
        /// A reading.
        one: CoordinateReading,
        /// Another reading.
        other: CoordinateReading,
    },
    /// Move without a jump.
    #[error("move {number}, `{text}`, has no jump; write moves like d2-d4 or f3-d3-d5")]
    NoJump {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
    },
    /// Second move where one is expected.
    #[error("`{text}` is a second move; name one move, such as d2-d4-f4")]
    SeveralMoves {
        /// Text of the second move.
        text: String,
    },
    /// Sign without a hole after it.
    #[error("move {number}, `{text}`, ends without a hole; write moves like d2-d4 or f3-d3-d5")]
    Incomplete {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
    },
    /// Two holes without a jump between them.
    #[error(
        "move {number}, `{text}`: there is no jump from {from} to {to}; {}; {from} {} and {to} {}; {}",
        if *is_left_out { "the board leaves this jump out" } else { "a jump goes two holes along a line" }, state(*from_has_peg), state(*to_has_peg), few(legal)
    )]
    NotAJump {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
        /// `true` if the holes are two apart along a line of the lattice with a hole between them.
        is_left_out: bool,
        /// `true` if the hole of departure has a peg.
        from_has_peg: bool,
        /// `true` if the hole of arrival has a peg.
        to_has_peg: bool,
        /// A few jumps that can be played instead.
        legal: Vec<String>,
    },
    /// Two holes of a move that is not played, without a jump between them.
    #[error(
        "no jump leads from `{from}`{} to `{to}`; name every hole that the peg visits, in order",
        over.as_ref().map_or(String::new(), |over| format!(" over `{over}`"))
    )]
    NoJumpBetween {
        /// Hole of departure.
        from: String,
        /// Hole jumped over, if the text names it.
        over: Option<String>,
        /// Hole of arrival.
        to: String,
    },
    /// Direction without a jump.
    #[error(
        "move {number}, `{text}`: there is no jump from {from} {}; {from} {}; {}",
        words(*direction), state(*from_has_peg), few(legal)
    )]
    NoJumpToward {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Hole of departure.
        from: String,
        /// `true` if the hole of departure has a peg.
        from_has_peg: bool,
        /// Direction of the jump.
        direction: Direction,
        /// A few jumps that can be played instead.
        legal: Vec<String>,
    },
    /// Two holes with several possible jumps between them.
    #[error(
        "move {number}, `{text}`: jumps from {from} to {to} go over {}; write the one that is meant, \
         `{from}-({})-{to}`", over.join(" and "), over[0]
    )]
    Ambiguous {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
        /// Holes that the possible jumps go over, at least two.
        over: Vec<String>,
    },
    /// Jump that cannot be played at its turn.
    #[error("move {number}, `{text}`: {reason}; {}", few(legal))]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Reason.
        reason: Box<PositionError>,
        /// A few jumps that can be played instead.
        legal: Vec<String>,
    },
}

fn words(direction: Direction) -> &'static str {
    match direction {
        Direction::Right => "to the right",
        Direction::DownRight => "down to the right",
        Direction::Down => "down",
        Direction::DownLeft => "down to the left",
        Direction::Left => "to the left",
        Direction::UpLeft => "up to the left",
        Direction::Up => "up",
        Direction::UpRight => "up to the right",
    }
}

fn state(has_peg: bool) -> &'static str {
    if has_peg { "has a peg" } else { "is empty" }
}

fn few(legal: &[String]) -> String {
    match legal {
        [] => "no jump can be played here".to_owned(),
        [only] => format!("here {only} can be played"),
        [others @ .., last] => format!("here {} or {last} can be played", others.join(", ")),
    }
}
