//! Drawings to import.

use super::Target;
use super::board::assert_points_into;
use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Board, BoardFile, ImportLegend, ImportOptions, ImportedBoard, Lattice, Position};

pub(super) const TARGET: Target = Target {
    name: "drawing",
    run,
    words: &[
        "|a|\n|-|\n\n",
        " ",
        "\n",
        "\t",
        ".",
        "o",
        "O",
        "0",
        "*",
        "x",
        "X",
        "+",
        "#",
        "_",
        "@",
        "-",
        "?",
        "●",
        "○",
        "◉",
        "·",
        "\r\n",
        "\u{feff}",
        "   ",
        "ooo",
        ". . .",
        "\u{3000}",
        "\u{301}",
        "a",
        "é",
        "/",
        "|",
        "+---+",
        "[",
        "]",
        ",",
        "'o'",
        "-1",
        "0",
        "1",
        "\n\n",
        "    ",
        "o   o",
        "3x2:",
        "OPH",
        "->",
        "1 ",
        "⚫",
        "⚪\u{fe0f}",
    ],
};

/// The bits of the first byte choose the lattice, or none, and whether a legend is given.
fn run(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else {
        return;
    };
    let lattice = match choice & 5 {
        0 => Some(Lattice::Square),
        1 => Some(Lattice::Triangular),
        _ => None,
    };
    let legend = if choice & 2 == 0 {
        ImportLegend::default()
    } else {
        ImportLegend {
            hole: ".".to_owned(),
            peg: "o".to_owned(),
            outside: "x_".to_owned(),
            ..ImportLegend::default()
        }
    };
    let options = ImportOptions {
        lattice,
        legend,
        nth: (choice & 8 != 0).then_some(1),
    };
    let text = String::from_utf8_lossy(text);
    match ImportedBoard::read(&text, "drawing.txt", &options) {
        Ok(imported) => {
            assert!(ImportedBoard::count(&text) >= 1);
            assert!(!imported.file.holes.is_empty());
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

fn greatest_divisor(one: i32, other: i32) -> i32 {
    if other == 0 {
        one
    } else {
        greatest_divisor(other, one % other)
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
        let options = ImportOptions {
            lattice: Some(lattice),
            ..ImportOptions::default()
        };
        let point = |hole| board.coordinate(hole).expect("the board lies on a lattice");
        let is_small = |hole| point(hole).0.max(point(hole).1) < LARGEST;
        let Ok(again) = ImportedBoard::read(&picture, "again.txt", &options) else {
            continue;
        };
        let has_vacancy = position.vacancies().next().is_some();
        let file = BoardFile {
            name: board.name().to_owned(),
            ..again.file
        };
        let again = Board::new(file).expect("it is a board");
        // Blanks between pegs are empty holes if the picture shows no others.
        assert!(
            again.hole_count() == board.hole_count()
                || (!has_vacancy && again.hole_count() > board.hole_count()),
            "{picture}"
        );
        // A drawing of a board in parts may be a wide drawing of a board in fewer parts.
        let parts = |board: &Board| board.connected_parts().len();
        // So may one whose rows all lie two or more apart, or whose columns do.
        let lie_apart = |number: fn((i32, i32)) -> i32| {
            let numbers = board.holes().map(|hole| number(point(hole)));
            numbers.fold(0, greatest_divisor) > 1
        };
        let is_wide = lie_apart(|point| point.0) || lie_apart(|point| point.1);
        if board.holes().all(is_small) && has_vacancy && !is_wide {
            assert!(again == *board || parts(&again) < parts(board), "{picture}");
        }
    }
}
