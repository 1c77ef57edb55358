//! Properties of board files: equivalent forms, saving and loading, and arbitrary bytes.

use crate::support::boards::{lattice, lattice_and_jumps};
use pegboard::{Board, BoardFile, ImportOptions, ImportedBoard, Labels, Lattice};
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
    fn any_picture_is_imported_or_an_error(lattice in lattice(), text in "[ .oO*x+#_\nq\t●]{0,80}") {
        let options = ImportOptions { lattice: Some(lattice), ..ImportOptions::default() };
        let imported = ImportedBoard::read(&text, "any.txt", &options);
        match imported {
            Ok(imported) => {
                let board = Board::new(imported.file).unwrap();
                prop_assert!(imported.pegs.iter().flatten().all(|peg| board.hole_at(*peg).is_some()));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("any.txt")),
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_board_or_an_error_that_names_the_file(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("any.ron");
        std::fs::write(&path, bytes).unwrap();
        if let Err(error) = Board::load(&path) {
            prop_assert!(error.to_string().contains("any.ron"));
        }
    }
}
