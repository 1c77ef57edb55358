//! Fuzz targets, one for each kind of text or file that the library reads.
//!
//! A target takes any bytes. It panics if the library breaks a promise: whatever is accepted is written and read again
//! as the same, every error names a place and quotes the input at most once, and every proved statement is true.

mod atlas;
mod board;
mod certificate;
mod codes;
mod drawing;
mod graph;
mod indexed;
mod moves;
mod position;
mod winning;

use pegboard::{Board, BoardFile, Control, Labels, Lattice, Limits};
use std::sync::LazyLock;
use std::time::Duration;

/// A fuzz target.
pub struct Target {
    /// Name of the target and of its folder in `corpus/`.
    pub name: &'static str,
    /// Runs the target on any bytes.
    pub run: fn(&[u8]),
    /// Fragments of the format, which mutations insert.
    pub words: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    board::TARGET,
    drawing::TARGET,
    graph::TARGET,
    position::TARGET,
    moves::TARGET,
    certificate::TARGET,
    atlas::TARGET,
    winning::TARGET,
    indexed::TARGET,
    codes::TARGET,
];

/// Boards of positions and moves: both lattices, both word widths, and every kind of label.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let mut boards: Vec<Board> = ["english", "triangle5", "star73"]
        .map(|name| Board::library(name).expect("the library has the board"))
        .into();
    let names = ["n", "N", "x1", "é", "on", "d4", "11", "0a"].map(str::to_owned);
    for labels in [Labels::Numbers, Labels::Names(names.into())] {
        let holes = (0..9)
            .map(|hole| (hole % 3, hole / 3))
            .filter(|place| *place != (1, 1));
        let file = BoardFile {
            labels,
            ..BoardFile::new("Ring", Lattice::Square, holes)
        };
        boards.push(Board::new(file).expect("the board is valid"));
    }
    boards
});

/// Splits an input: the first byte chooses a board, and the rest is a text.
fn board_and_text(bytes: &[u8]) -> Option<(&'static Board, String)> {
    let (choice, text) = bytes.split_first()?;
    let board = &BOARDS[usize::from(choice.wrapping_sub(b'0')) % BOARDS.len()];
    Some((board, String::from_utf8_lossy(text).into_owned()))
}

/// Longest message of an error, in characters. A message quotes a few words of the input, of long ones only a part.
const LONGEST_MESSAGE: usize = 10_000;

/// Checks the message of an error: it names a place, and is not longer than the input warrants.
#[track_caller]
fn assert_message(message: &str, names_place: bool) {
    assert!(names_place, "no place: {message}");
    assert!(
        message.chars().count() <= LONGEST_MESSAGE,
        "{} characters: {message}",
        message.chars().count()
    );
}

/// Returns limits that no small input reaches in a program without defects.
fn control() -> Control<'static> {
    Control::new(Limits {
        time: Some(Duration::from_secs(10)),
        memory: Some(64 << 20),
        ..Limits::default()
    })
}
