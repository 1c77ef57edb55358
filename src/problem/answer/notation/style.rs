use super::CoordinateReading;
use super::words::{Kind, Place, tokens};
use crate::board::file::nearest;
use crate::board::{Board, Hole, Jump};
use crate::control::quotation;
use crate::problem::answer::{Line, Move};
use std::fmt;
use std::iter;
use std::str::FromStr;
use thiserror::Error;

/// Style in which moves are written: the signs between holes, and between moves.
///
/// The text form is a style, a separator, or both: `arrow`, `lines`, `x,numbered`. [`Line::parse`] reads every form back,
/// except coordinates that can be played with the row first and with the column first.
///
/// ```
/// use pegboard::{Board, Line, Notation};
/// let board = Board::library("triangle5")?;
/// let line = Line::parse(&board.vacate(board.hole("a1")?), "a3-a1, c3-a3")?;
/// let notation: Notation = "arrow,numbered".parse()?;
/// assert_eq!(line.written(&notation).to_string(), "1. a3→a1\n2. c3→a3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Notation {
    /// Signs between the holes of a move.
    pub style: MoveStyle,
    /// Signs between moves.
    pub separator: MoveSeparator,
}

/// Style of a move. On a board where its text could be read in another way, the move is written with hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum MoveStyle {
    /// `d2-d4-f4`
    #[default]
    Hyphen,
    /// `d2–d4–f4`
    Dash,
    /// `d2d4f4`
    Plain,
    /// `d2:d4:f4`
    Colon,
    /// `d2xd4xf4`
    Cross,
    /// `d2→d4→f4`
    Arrow,
    /// `d2->d4->f4`
    AsciiArrow,
    /// `d2 to d4 to f4`
    To,
    /// `d2-d3-d4-e4-f4`, with the holes jumped over.
    Over,
    /// `d2-(d3)-d4-(e4)-f4`, with the holes jumped over in brackets.
    Brackets,
    /// `(2,4) to (4,4) to (4,6)`: row and column, counted from 1, or column and row if the
    /// labels of the board have the column first. On a board that lies on no lattice, labels.
    Coordinates,
}

/// Sign between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum MoveSeparator {
    /// `d2-d4, f3-d3`
    #[default]
    Commas,
    /// `d2-d4; f3-d3`
    Semicolons,
    /// `d2-d4 | f3-d3`
    Bars,
    /// Each move on a line.
    Lines,
    /// Each move on a line, with its number: `1. d2-d4`.
    Numbered,
}

impl MoveStyle {
    /// All styles with their names.
    pub const ALL: [(MoveStyle, &'static str); 11] = [
        (MoveStyle::Hyphen, "hyphen"),
        (MoveStyle::Dash, "dash"),
        (MoveStyle::Plain, "plain"),
        (MoveStyle::Colon, "colon"),
        (MoveStyle::Cross, "x"),
        (MoveStyle::Arrow, "arrow"),
        (MoveStyle::AsciiArrow, "ascii-arrow"),
        (MoveStyle::To, "to"),
        (MoveStyle::Over, "over"),
        (MoveStyle::Brackets, "brackets"),
        (MoveStyle::Coordinates, "coordinates"),
    ];

    /// Returns the sign between holes.
    fn sign(self) -> &'static str {
        match self {
            MoveStyle::Hyphen | MoveStyle::Over | MoveStyle::Brackets => "-",
            MoveStyle::Dash => "–",
            MoveStyle::Plain => "",
            MoveStyle::Colon => ":",
            MoveStyle::Cross => "x",
            MoveStyle::Arrow => "→",
            MoveStyle::AsciiArrow => "->",
            MoveStyle::To | MoveStyle::Coordinates => " to ",
        }
    }
}

impl MoveSeparator {
    /// All separators with their names.
    pub const ALL: [(MoveSeparator, &'static str); 5] = [
        (MoveSeparator::Commas, "commas"),
        (MoveSeparator::Semicolons, "semicolons"),
        (MoveSeparator::Bars, "bars"),
        (MoveSeparator::Lines, "lines"),
        (MoveSeparator::Numbered, "numbered"),
    ];

    /// Returns the text between two moves.
    pub fn text(self) -> &'static str {
        match self {
            MoveSeparator::Commas => ", ",
            MoveSeparator::Semicolons => "; ",
            MoveSeparator::Bars => " | ",
            MoveSeparator::Lines | MoveSeparator::Numbered => "\n",
        }
    }
}

impl Notation {
    /// Returns the text of each move.
    ///
    /// # Panics
    ///
    /// If the board lacks a hole of a move.
    pub fn moves(&self, board: &Board, moves: &[Move]) -> Vec<String> {
        let mut numbers = 1..;
        let text = |each: &Move| match (self.separator, numbers.next()) {
            (MoveSeparator::Numbered, Some(number)) => {
                format!("{number}. {}", self.style.written(board, each))
            }
            _ => self.style.written(board, each),
        };
        moves.iter().map(text).collect()
    }

    /// Returns the text of a jump.
    ///
    /// # Panics
    ///
    /// If the board lacks a hole of the jump.
    pub fn jump(&self, board: &Board, jump: Jump) -> String {
        let mut moves = Move::joined(std::slice::from_ref(&jump));
        let only = moves.next().expect("a jump is a move");
        self.style.written(board, &only)
    }
}

impl MoveStyle {
    /// Writes a move.
    fn written(self, board: &Board, each: &Move) -> String {
        let written = match self {
            MoveStyle::Over => over(board, each),
            MoveStyle::Brackets => brackets(board, each),
            MoveStyle::Coordinates if board.lattice().is_some() => coordinates(board, each),
            _ => each.written(board, self.sign()),
        };
        // A word of labels without brackets can be another label, consist of other labels, or have another meaning.
        let is_misread = match self {
            MoveStyle::Plain | MoveStyle::Cross if !written.contains('(') => {
                !is_read_as(board, &written, each.holes())
            }
            MoveStyle::Plain | MoveStyle::Cross => true,
            MoveStyle::To | MoveStyle::Coordinates => board.hole("to").is_ok(),
            MoveStyle::Over | MoveStyle::Brackets => !is_played_as(board, &written, each),
            _ => false,
        };
        if is_misread {
            each.notation(board)
        } else {
            written
        }
    }
}

/// Returns `true` if a move is read as these holes, also after another move: there a word can be a direction.
fn is_read_as(board: &Board, written: &str, holes: &[Hole]) -> bool {
    let read = tokens(board, &format!("{written}, {written}"));
    let kinds = read.into_iter().map(|token| token.kind);
    let visited = || holes.iter().map(|hole| Kind::Visited(Place::Hole(*hole)));
    kinds
        .filter(|kind| *kind != Kind::Sign)
        .eq(visited().chain([Kind::Separator]).chain(visited()))
}

/// Returns `true` if a text is read as a move where that is possible. A label can be another word as well, such as a direction.
fn is_played_as(board: &Board, written: &str, each: &Move) -> bool {
    let start = board.with_pegs(iter::once(each.from()).chain(each.over().iter().copied()));
    Line::parse(&start, written).is_ok_and(|line| line.moves() == std::slice::from_ref(each))
}

/// Writes a move with the holes jumped over, in brackets where a peg can jump into them.
fn over(board: &Board, each: &Move) -> String {
    let mut text = board.label(each.from()).to_owned();
    for (from, over, to) in each.steps() {
        let [over_label, to_label] = [over, to].map(|hole| board.label(hole));
        if board.has_jump_between(from, over) {
            text += &format!("-({over_label})-{to_label}");
        } else {
            text += &format!("-{over_label}-{to_label}");
        }
    }
    text
}

fn brackets(board: &Board, each: &Move) -> String {
    let steps = each.steps().map(|(_, over, to)| {
        let [over, to] = [over, to].map(|hole| board.label(hole));
        format!("-({over})-{to}")
    });
    board.label(each.from()).to_owned() + &steps.collect::<String>()
}

/// Writes a move on a lattice with coordinates.
fn coordinates(board: &Board, each: &Move) -> String {
    let [readings, _] = CoordinateReading::in_turn(board);
    let point = |hole: &Hole| {
        let numbers = readings[0].numbers(board, *hole);
        let (first, second) = numbers.expect("the board lies on a lattice");
        format!("({first},{second})")
    };
    let points: Vec<String> = each.holes().iter().map(point).collect();
    points.join(" to ")
}

impl Line {
    /// Returns the moves in a style.
    pub fn written(&self, notation: &Notation) -> impl fmt::Display + use<> {
        let moves = notation.moves(self.board(), &self.moves());
        moves.join(notation.separator.text())
    }
}

/// Error for an unknown style of moves, or for two styles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct UnknownNotation {
    message: String,
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Parses a style, a separator, or both, separated by a comma.
    fn from_str(text: &str) -> Result<Notation, UnknownNotation> {
        let (mut styles, mut separators) = (Vec::new(), Vec::new());
        for name in text.split(',').map(str::trim) {
            let style = MoveStyle::ALL.iter().find(|(_, known)| *known == name);
            let separator = MoveSeparator::ALL.iter().find(|(_, known)| *known == name);
            match (style, separator) {
                (Some(style), _) => styles.push(style),
                (_, Some(separator)) => separators.push(separator),
                _ => return Err(UnknownNotation::new(name)),
            }
        }
        let twice = |kind: &str, one: &str, other: &str| UnknownNotation {
            message: format!("`{one}` and `{other}` are both {kind}; name one of them"),
        };
        if let [(_, one), (_, other), ..] = styles[..] {
            return Err(twice("styles", one, other));
        }
        if let [(_, one), (_, other), ..] = separators[..] {
            return Err(twice("separators", one, other));
        }
        Ok(Notation {
            style: styles
                .first()
                .map_or_else(MoveStyle::default, |(style, _)| *style),
            separator: separators
                .first()
                .map_or_else(MoveSeparator::default, |(separator, _)| *separator),
        })
    }
}

impl UnknownNotation {
    fn new(name: &str) -> UnknownNotation {
        let styles = MoveStyle::ALL.map(|(_, name)| name);
        let separators = MoveSeparator::ALL.map(|(_, name)| name);
        let known = styles.into_iter().chain(separators);
        let advice = match nearest(name, known) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!(
                "the styles are {}; the separators are {}",
                styles.join(", "),
                separators.join(", ")
            ),
        };
        let name = quotation(name);
        UnknownNotation {
            message: format!("there is no style `{name}` of moves; {advice}"),
        }
    }
}
