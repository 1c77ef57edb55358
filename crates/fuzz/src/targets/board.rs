//! Board files.

use super::{Target, assert_message};
use pegboard::{Board, BoardFile, InvalidFile, LoadError};

pub(super) const TARGET: Target = Target {
    name: "board",
    run,
    words: &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "\"",
        "'",
        ",",
        ":",
        "\\",
        "//",
        "/*",
        "*/",
        "#",
        "r#\"",
        "o",
        "O",
        ".",
        "é",
        "\n",
        "Some(",
        "None",
        "Picture([",
        "Names([",
        "Coordinates([",
        "(1, 1),",
        "-99999999999",
        "2147483647",
        "1e9",
        "labels: Numbers,",
        "labels: Names([",
        "axis: 45,",
        "symmetry: D1,",
        "symmetry: C2,",
        "lattice: Triangular,",
        "jumps: [Left, Up],",
        "jumps: Diagonal,",
        "vacancy: \"a1\",",
        "note: \"",
        "source: Some(\"",
        "b'x'",
        "#![enable(unwrap_newtypes)]",
        "#![enable(implicit_some)]",
        "#![enable(explicit_struct_names)]",
        "\u{feff}",
        "\0",
        "\u{202e}",
    ],
};

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Board::parse(&text, "board.ron") {
        Ok(board) => {
            let written = board.file().to_ron();
            let again = Board::parse(&written, "again.ron")
                .unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, board);
            let without_holes = |board: &Board| BoardFile {
                holes: Vec::new(), // a picture begins at the origin
                ..board.file().clone()
            };
            assert_eq!(without_holes(&again), without_holes(&board));
            assert_eq!(again.file().to_ron(), written);
            for hole in board.holes() {
                assert_eq!(board.hole(board.label(hole)), Ok(hole));
                if let Some(point) = board.coordinate(hole) {
                    assert_eq!(board.hole_at(point), Some(hole));
                }
            }
        }
        Err(LoadError::Invalid(file)) => assert_points_into(&file),
        Err(error) => assert_message(&error.to_string(), error.to_string().contains("board.ron")),
    }
}

/// Checks that an error in a text points into it.
pub(super) fn assert_points_into(file: &InvalidFile) {
    assert!(!file.diagnostics().is_empty());
    for diagnostic in file.diagnostics() {
        assert_message(&diagnostic.message, true);
        for (range, _) in &diagnostic.labels {
            assert!(
                file.text().get(range.clone()).is_some(),
                "{range:?} is no range of {:?}",
                file.text()
            );
            let (line, column) = file.line_and_column(range.start);
            assert!(line >= 1 && column >= 1);
        }
    }
    let message = file.to_string();
    assert!(message.contains(file.file_name()), "{message}");
}
