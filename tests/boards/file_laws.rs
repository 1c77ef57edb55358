//! Properties of board files: equivalent forms, saving and loading, and arbitrary bytes.

use crate::support::boards::{lattice, lattice_and_jumps};
use pegboard::{Board, BoardFile, ImportLegend, ImportedBoard, Labels, Lattice, LoadError};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Generates holes in a 9×9 square at the origin.
fn holes() -> impl Strategy<Value = BTreeSet<(i32, i32)>> {
    proptest::collection::btree_set((0..9, 0..9), 1..60)
}

fn rows(holes: &BTreeSet<(i32, i32)>) -> String {
    let mark = |x, y| if holes.contains(&(x, y)) { 'o' } else { '.' };
    let row = |y| {
        format!(
            "        \"{}\",\n",
            (0..9).map(|x| mark(x, y)).collect::<String>()
        )
    };
    (0..9).map(row).collect()
}

fn points(holes: &BTreeSet<(i32, i32)>, (right, down): (i32, i32)) -> String {
    holes
        .iter()
        .map(|(x, y)| format!("({}, {}), ", x + right, y + down))
        .collect()
}

fn text(lattice: Lattice, holes: &str) -> String {
    format!("Board(name: \"Law\", lattice: {lattice:?}, holes: {holes})")
}

proptest! {
    #[test]
    fn pictures_and_coordinates_describe_equal_boards(
        lattice in lattice(), holes in holes(), shift in (-1000..1000, -1000..1000)
    ) {
        let picture = text(lattice, &format!("Picture([\n{}])", rows(&holes)));
        let coordinates = text(lattice, &format!("Coordinates([{}])", points(&holes, shift)));
        let picture = Board::parse(&picture, "picture.ron").unwrap();
        prop_assert_eq!(&picture, &Board::parse(&coordinates, "coordinates.ron").unwrap());
        prop_assert_eq!(picture.hole_count(), holes.len());
    }

    #[test]
    fn a_saved_board_loads_unchanged(
        (lattice, jumps) in lattice_and_jumps(), holes in holes(), spread in prop_oneof![Just(1), Just(1000)], name in "\\PC*[a-z]",
        note in any::<Option<String>>(), source in any::<Option<String>>(), style in 0..3, vacancy in any::<bool>()
    ) {
        let holes = holes.into_iter().map(|(x, y)| (x * spread, y * spread));
        let mut file = BoardFile::new(name, lattice, holes);
        file.jumps = jumps;
        file.note = note;
        file.source = source;
        file.labels = match style {
            0 => Labels::Letters,
            1 => Labels::Numbers,
            _ => Labels::Names((0..file.holes.len()).map(|index| format!("hole_{index}")).collect()),
        };
        let board = Board::new(file.clone()).unwrap();
        file.vacancy = vacancy.then(|| board.label(board.holes().next().unwrap()).to_owned());
        let board = Board::new(file.clone()).unwrap();
        let loaded = Board::parse(&file.to_ron(), "saved.ron").unwrap();
        prop_assert_eq!(&loaded, &board);
        prop_assert_eq!(loaded.name(), board.name());
        prop_assert_eq!(loaded.usual_vacancy(), board.usual_vacancy());
        prop_assert_eq!(&loaded.file().note, &file.note);
        prop_assert_eq!(&loaded.file().source, &file.source);
        prop_assert_eq!(loaded.file().to_ron(), file.to_ron());
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in any::<String>()) {
        explain(Board::parse(&text, "any.ron"));
    }

    #[test]
    fn any_mutation_of_a_board_file_is_a_board_or_an_error(
        name in proptest::sample::select(Board::library_names().collect::<Vec<_>>()),
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), 0..4usize, fragment()), 1..6)
    ) {
        let mut bytes = Board::library(name).unwrap().file().to_ron().into_bytes();
        for (place, deleted, inserted) in edits {
            let at = place.index(bytes.len() + 1);
            let end = (at + deleted).min(bytes.len());
            bytes.splice(at..end, inserted);
        }
        explain(Board::parse(&String::from_utf8_lossy(&bytes), "mutated.ron"));
    }

    #[test]
    fn any_picture_is_imported_or_an_error(lattice in lattice(), text in "[ .oO*x+#_\nq\t●]{0,80}") {
        let imported = ImportedBoard::read(&text, "any.txt", lattice, &ImportLegend::default());
        match imported {
            Ok(imported) => {
                let board = Board::new(imported.file).unwrap();
                prop_assert!(imported.pegs.iter().flatten().all(|peg| board.hole_at(*peg).is_some()));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("any.txt")),
        }
    }
}

/// Generates fragments of board files, and arbitrary bytes.
fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
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
        "é",
        "\n",
        "Some(",
        "None",
        "Names([",
        "Coordinates([",
        "(1, 1),",
        "-99999999999",
        "1e9",
        "axis: 45,",
        "jumps: [Left, Up],",
        "jumps: Diagonal,",
        "vacancy: \"a1\",",
        "b'x'",
        "#![enable(unwrap_newtypes)]",
        "#![enable(explicit_struct_names)]",
        "\u{feff}",
        "\0",
    ];
    prop_oneof![
        proptest::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..4),
    ]
}

/// Formats every message and checks that labels point into the text.
fn explain(result: Result<Board, LoadError>) {
    let Err(error) = result else { return };
    assert!(!error.to_string().is_empty());
    if let LoadError::Invalid(file) = &error {
        assert!(!file.diagnostics().is_empty());
        for (range, _) in file
            .diagnostics()
            .iter()
            .flat_map(|diagnostic| &diagnostic.labels)
        {
            assert!(
                file.text().get(range.clone()).is_some(),
                "{range:?} is not a range of {:?}",
                file.text()
            );
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_board_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("any.ron");
        std::fs::write(&path, bytes).unwrap();
        explain(Board::load(&path));
    }
}
