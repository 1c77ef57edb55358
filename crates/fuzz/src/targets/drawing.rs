//! Drawings to import.

use super::Target;
use super::board::assert_points_into;
use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Board, BoardFile, ImportLegend, ImportedBoard, Lattice, Position};
use std::collections::BTreeSet;

pub(super) const TARGET: Target = Target {
    name: "drawing",
    run,
    words: &[
        " ", "\n", "\t", ".", "o", "O", "0", "*", "x", "X", "+", "#", "_", "@", "-", "?", "●", "○",
        "◉", "·", "\r\n", "\u{feff}", "   ", "ooo", ". . .", "\u{3000}", "\u{301}", "a", "é",
    ],
};

/// The bits of the first byte choose the lattice and whether a legend is given.
fn run(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else {
        return;
    };
    let lattice = if choice & 1 == 0 {
        Lattice::Square
    } else {
        Lattice::Triangular
    };
    let legend = if choice & 2 == 0 {
        ImportLegend::default()
    } else {
        ImportLegend {
            hole: ".".to_owned(),
            peg: "o".to_owned(),
            outside: "x_".to_owned(),
        }
    };
    let text = String::from_utf8_lossy(text);
    match ImportedBoard::read(&text, "drawing.txt", lattice, &legend) {
        Ok(imported) => {
            let marks = text.chars().filter(|c| !c.is_whitespace()).count();
            assert!(imported.file.holes.len() <= marks);
            let pegs = imported.pegs.clone().unwrap_or_default();
            assert!(pegs.iter().all(|peg| imported.file.holes.contains(peg)));
            if let Ok(board) = Board::new(imported.file.clone()) {
                assert_eq!(
                    Board::parse(&board.file().to_ron(), "again.ron").expect("it was written"),
                    board
                );
                assert_reads_own_picture(&board, &pegs);
            }
        }
        Err(file) => assert_points_into(&file),
    }
}

/// Largest board whose pictures keep every gap.
const LARGEST: i32 = 8;

/// Checks that the program reads the pictures that it prints: as a position of the board, and as a board.
fn assert_reads_own_picture(board: &Board, pegs: &[(i32, i32)]) {
    let position = board.with_pegs(pegs.iter().filter_map(|peg| board.hole_at(*peg)));
    for glyphs in [Glyphs::default(), Glyphs::ASCII] {
        let picture = TextPicture::of_position(&position, &glyphs)
            .lines()
            .join("\n");
        assert_eq!(
            Position::parse(board, &picture).as_ref(),
            Ok(&position),
            "{picture}"
        );
        let Some(lattice) = board.lattice() else {
            continue; // a drawing is imported onto a lattice
        };
        let legend = ImportLegend::default();
        // With one hole in each row, blanks between columns cannot be told from places without a hole.
        let point = |hole| board.coordinate(hole).expect("the board lies on a lattice");
        let row = |hole| point(hole).1;
        let has_neighbors = board
            .holes()
            .zip(board.holes().skip(1))
            .any(|(one, other)| row(one) == row(other));
        // With empty rows, the shift of a row of the triangular lattice cannot be told from places without a hole.
        let rows: BTreeSet<i32> = board.holes().map(row).collect();
        let has_every_row = rows
            .iter()
            .zip(rows.iter().skip(1))
            .all(|(one, next)| one + 1 == *next);
        let is_small = |hole| point(hole).0.max(point(hole).1) < LARGEST;
        if let Ok(again) = ImportedBoard::read(&picture, "again.txt", lattice, &legend) {
            assert_eq!(again.file.holes.len(), board.hole_count(), "{picture}");
            let file = BoardFile {
                name: board.name().to_owned(),
                ..again.file
            };
            let again = Board::new(file).expect("it is a board");
            if board.holes().all(is_small) && has_neighbors && has_every_row {
                assert_eq!(again, *board, "{picture}");
            }
        }
    }
}
