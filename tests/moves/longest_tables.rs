//! Tables of the longest moves of every problem.

use pegboard::moves::LongMovesTable;
use pegboard::{Board, Control, TableError};
use std::fs;
use std::path::Path;

/// Every solution of the shipped tables is replayed, and its numbers are counted again.
#[test]
fn the_shipped_tables_are_valid() {
    let mut tables = 0;
    for file in fs::read_dir("boards/longest").unwrap() {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let board = Board::library(name).unwrap();
        let table = LongMovesTable::read_or_new(&board, &file).unwrap();
        assert_eq!(table.to_csv(), fs::read_to_string(&file).unwrap(), "{name}");
        for entry in table.entries() {
            assert!(entry.anywhere.jumps() >= entry.last.jumps(), "{name}");
            assert!(entry.anywhere.at_most() >= entry.last.at_most(), "{name}");
            let is_solved = entry.anywhere.jumps().is_some();
            assert!(!is_solved || entry.last.at_most().is_some(), "{name}");
            assert_eq!(is_solved, entry.last.jumps().is_some(), "{name}");
        }
        tables += 1;
    }
    assert!(tables > 4);
}

#[test]
fn a_shipped_table_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("longest.csv");
    let board = Board::library("triangle5").unwrap();
    let control = Control::default();
    let found = LongMovesTable::settle(&board, &file, None, &control).unwrap();
    let shipped = Path::new("boards/longest/triangle5.csv");
    let shipped = LongMovesTable::read_or_new(&board, shipped).unwrap();
    for (found, shipped) in found.entries().iter().zip(shipped.entries()) {
        assert_eq!(found.problem, shipped.problem);
        for (found, shipped) in [
            (&found.anywhere, &shipped.anywhere),
            (&found.last, &shipped.last),
        ] {
            assert!(found.is_settled());
            assert_eq!(found.jumps(), shipped.jumps());
        }
    }
    assert_eq!((found.open(), shipped.open()), (0, 0));
}

/// A run resumes from the file, and leaves what is settled there.
#[test]
fn a_table_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("longest.csv");
    let board = Board::library("triangle4").unwrap();
    let control = Control::default();
    let first = LongMovesTable::settle(&board, &file, None, &control).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, first.to_csv());
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    let again = LongMovesTable::settle(&board, &file, None, &control).unwrap();
    assert_eq!(again.to_csv(), text);
    let is_written_again = fs::metadata(&file).unwrap().modified().unwrap() != written;
    assert!(!is_written_again, "nothing has changed");
    let row = text.lines().find(|line| line.contains('-')).unwrap();
    let cells: Vec<&str> = row.split(',').collect();
    let with = |cell: usize, value: &str| {
        let mut cells = cells.clone();
        cells[cell] = value;
        let header = text.lines().next().unwrap();
        fs::write(&file, format!("{header}\n{}\n", cells.join(","))).unwrap();
        LongMovesTable::read_or_new(&board, &file)
    };
    for (cell, value) in [
        (0, "z9"),
        (2, "1"),
        (2, "x"),
        (3, ""),
        (3, "9"),
        (4, "a1-a3"),
        (5, ""),
        (6, "0"),
        (7, ""),
    ] {
        let error = with(cell, value).unwrap_err();
        assert!(matches!(error, TableError::Row { line: 2, .. }), "{error}");
    }
    let twice = format!("{text}{row}\n");
    fs::write(&file, twice).unwrap();
    let error = LongMovesTable::read_or_new(&board, &file).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a line before it is about the same problem"),
        "{error}"
    );
    let open = with(3, "8").unwrap();
    assert_eq!(open.open(), 3); // the other rows are missing
    let settled = LongMovesTable::settle(&board, &file, None, &control).unwrap();
    assert_eq!(settled.to_csv(), text);
}

/// An earlier run, or anyone else, may have written the bounds.
#[test]
fn bounds_that_are_read_are_not_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("longest.csv");
    let board = Board::library("triangle5").unwrap();
    let shipped = fs::read_to_string("boards/longest/triangle5.csv").unwrap();
    let row = shipped.lines().find(|row| row.starts_with("a3,b2,3,3,"));
    let (row, cells) = (row.unwrap(), row.unwrap().split(','));
    let cells: Vec<&str> = cells.collect();
    assert_eq!([cells[5], cells[6]], ["2", "2"]);
    assert!(cells[4].ends_with(" d4-b2"));
    // A solution whose last move has one jump, with a bound for the last move of all solutions.
    let settle_with = |at_most: &str| {
        let altered = [&cells[..5], &["1", at_most, cells[4]]].concat().join(",");
        fs::write(&file, shipped.replace(row, &altered)).unwrap();
        let table = LongMovesTable::settle(&board, &file, None, &Control::default()).unwrap();
        let ends = ["a3", "b2"].map(|label| board.hole(label).unwrap());
        let mut entries = table.entries().iter();
        let found = entries.find(|entry| [entry.problem.vacancy(), entry.problem.finish()] == ends);
        let last = found.unwrap().last.clone();
        (table, last)
    };
    let (table, last) = settle_with("1");
    assert_eq!(last.at_most(), Some(1));
    assert!(last.is_settled() && !last.is_proved());
    assert_eq!((table.open(), table.recorded()), (0, 12));
    for entry in table.entries() {
        let is_unsolvable = entry.anywhere.at_most().is_none();
        let proved = [&entry.anywhere, &entry.last].map(|bounds| bounds.is_proved());
        assert_eq!(proved, [is_unsolvable; 2]);
    }
    // A search is needed, and its result replaces the record.
    for at_most in ["2", "3", "13"] {
        let (_, last) = settle_with(at_most);
        assert_eq!((last.jumps(), last.at_most()), (Some(2), Some(2)));
        assert!(last.is_proved(), "{at_most}");
    }
}
