//! Tables of the games from every vacancy.

use crate::support::table::rows;
use num_bigint::BigUint;
use pegboard::count::GameCountsTable;
use pegboard::{Board, BoardFile, Control, Lattice, LimitReached, Limits, TableError};
use std::fs;
use std::path::{Path, PathBuf};

const SHIPPED: &str = "boards/games";

/// Returns the names of the boards with a shipped table, and the tables.
fn shipped() -> impl Iterator<Item = (String, GameCountsTable)> {
    fs::read_dir(SHIPPED).unwrap().map(|file| {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let board = Board::library(&name).unwrap();
        let table = GameCountsTable::read_or_new(&board, &file).unwrap();
        assert_eq!(table.to_csv(), fs::read_to_string(&file).unwrap(), "{name}");
        (name, table)
    })
}

/// Returns the number of games from one vacancy to one peg.
fn games(table: &GameCountsTable, vacancy: &str, finish: &str) -> String {
    let hole = |label| table.board().hole(label).unwrap();
    let vacancy = hole(vacancy);
    let mut entries = table.entries().iter();
    let entry = entries.find(|entry| entry.vacancy == vacancy).unwrap();
    let counts = entry.counts.as_ref().unwrap();
    counts.ending_at(hole(finish)).to_string()
}

/// Each end that is counted has the class of its start, and a line from one vacancy to one peg, played backward on complements,
/// is a line from the vacancy that the peg leaves to a peg in the first. So are the images of both under a symmetry.
#[test]
fn the_shipped_tables_are_valid() {
    let mut tables = 0;
    for (name, table) in shipped() {
        let board = table.board();
        assert!(table.open() < table.entries().len(), "{name}");
        let counted = table.entries().iter();
        let counted = counted.filter_map(|entry| Some((entry.vacancy, entry.counts.as_ref()?)));
        for (vacancy, counts) in counted.clone() {
            let class = board.vacate(vacancy).class();
            for (finish, games) in &counts.by_survivor {
                assert_eq!(board.with_pegs([*finish]).class(), class, "{name}");
                for symmetry in board.symmetries() {
                    let start = symmetry.apply(*finish);
                    let mut others = counted.clone();
                    if let Some((_, others)) = others.find(|(other, _)| *other == start) {
                        assert_eq!(others.ending_at(symmetry.apply(vacancy)), *games, "{name}");
                    }
                }
            }
            assert!(counts.longest_game <= board.hole_count(), "{name}");
        }
        tables += 1;
    }
    assert!(tables > 30);
}

#[test]
fn the_shipped_tables_have_the_known_numbers() {
    let table = |name: &str| {
        let board = Board::library(name).unwrap();
        let file = Path::new(SHIPPED).join(name).with_extension("csv");
        GameCountsTable::read_or_new(&board, &file).unwrap()
    };
    let triangle = table("triangle5");
    let known = rows(include_str!("triangle5_games.csv"));
    let known: Vec<[&str; 4]> = known.collect();
    assert_eq!(known.len(), triangle.entries().len());
    for [vacancy, games, one_peg_games, shortest] in known {
        let vacancy = triangle.board().hole(vacancy).unwrap();
        let mut entries = triangle.entries().iter();
        let entry = entries.find(|entry| entry.vacancy == vacancy).unwrap();
        let counts = entry.counts.as_ref().unwrap();
        let found = [
            counts.games.to_string(),
            counts.ending_with(1).to_string(),
            counts.shortest_game.to_string(),
        ];
        assert_eq!(found, [games, one_peg_games, shortest]);
    }
    let english = table("english");
    for [vacancy, finish, _, known] in rows(include_str!("english_svss.csv")) {
        assert_eq!(
            games(&english, vacancy, finish),
            known,
            "{vacancy} {finish}"
        );
    }
}

#[test]
fn small_tables_are_counted_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = 0;
    for (name, shipped) in shipped().filter(|(_, table)| table.board().hole_count() <= 15) {
        let file = folder.path().join(name);
        let control = Control::default();
        let table = GameCountsTable::settle(shipped.board(), &file, None, None, &control).unwrap();
        assert_eq!(table.to_csv(), shipped.to_csv());
        assert_eq!((table.open(), table.recorded()), (0, 0));
        tables += 1;
    }
    assert!(tables > 5);
}

/// Returns a folder and the path of a table of a board in it.
fn new_table(name: &str) -> (tempfile::TempDir, PathBuf, Board) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.csv");
    (folder, file, Board::library(name).unwrap())
}

fn within(limits: Limits, board: &Board, file: &Path) -> GameCountsTable {
    GameCountsTable::settle(board, file, None, None, &Control::new(limits)).unwrap()
}

/// A run resumes from the rows in the file, in any order, and counts only what is missing.
#[test]
fn a_table_is_resumed() {
    let (_folder, file, board) = new_table("triangle5");
    let all = within(Limits::default(), &board, &file).to_csv();
    assert_eq!(fs::read_to_string(&file).unwrap(), all);
    let mut lines: Vec<&str> = all.lines().collect();
    lines.remove(2);
    lines[1..].reverse();
    fs::write(&file, lines.join("\n")).unwrap();
    let resumed = GameCountsTable::read_or_new(&board, &file).unwrap();
    assert_eq!((resumed.open(), resumed.recorded()), (1, 3));
    // Too few nodes for the vacancies that the file has.
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let resumed = within(limits, &board, &file);
    assert_eq!((resumed.open(), resumed.recorded()), (0, 3));
    assert_eq!(fs::read_to_string(&file).unwrap(), all);
}

#[test]
fn last_pegs_that_symmetry_or_class_forbids_are_refused() {
    let (_folder, file, board) = new_table("triangle5");
    let table = within(Limits::default(), &board, &file).to_csv();
    let row = table.lines().find(|row| row.starts_with("a1,")).unwrap();
    assert!(row.contains("a4:3408 d4:3408"), "{row}");
    for (last_pegs, message) in [
        (
            "a4:3409 d4:3407",
            "the numbers of symmetric last pegs differ",
        ),
        (
            "a3:3408 c3:3408",
            "the position classes allow no last peg in a3",
        ),
    ] {
        fs::write(&file, table.replace("a4:3408 d4:3408", last_pegs)).unwrap();
        let error = GameCountsTable::read_or_new(&board, &file).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn two_rows_about_a_vacancy_are_refused() {
    let (_folder, file, board) = new_table("triangle4");
    let table = within(Limits::default(), &board, &file).to_csv();
    let row = table.lines().last().unwrap();
    fs::write(&file, format!("{table}{row}\n")).unwrap();
    let error = GameCountsTable::read_or_new(&board, &file).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a line before it is about the same vacancy"),
        "{error}"
    );
}

/// The count of one vacancy needs more memory than the others.
#[test]
fn vacancies_that_do_not_fit_the_memory_stay_open() {
    let (_folder, file, board) = new_table("rectangle5x6");
    let limits = Limits {
        memory: Some(1 << 10),
        ..Limits::default()
    };
    let table = within(limits, &board, &file);
    assert_eq!((table.open(), table.games()), (9, BigUint::ZERO));
    let is_memory = |limit| limit == Some(LimitReached::Memory);
    assert!(table.entries().iter().all(|entry| is_memory(entry.limit)));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
}

#[test]
fn vacancies_that_do_not_fit_the_memory_are_counted_in_a_scratch_folder() {
    let (folder, file, board) = new_table("square5");
    let control = Control::new(Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    });
    let settle = |scratch| GameCountsTable::settle(&board, &file, None, scratch, &control).unwrap();
    assert!(settle(None).open() > 0);
    let scratch = folder.path().join("scratch");
    let table = settle(Some(&scratch));
    assert_eq!(table.open(), 0);
    let shipped = Path::new(SHIPPED).join("square5.csv");
    assert_eq!(table.to_csv(), fs::read_to_string(shipped).unwrap());
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
}

#[test]
fn a_board_of_one_hole_has_no_start() {
    let (_folder, file, _) = new_table("triangle3");
    let board = BoardFile::new("One", Lattice::Square, [(0, 0)]);
    let table = within(Limits::default(), &Board::new(board).unwrap(), &file);
    assert_eq!((table.open(), table.entries().len()), (0, 0));
}

#[test]
fn rows_that_are_wrong_are_refused() {
    let (_folder, file, board) = new_table("triangle5");
    let all = within(Limits::default(), &board, &file).to_csv();
    let row: Vec<&str> = all.lines().nth(1).unwrap().split(',').collect();
    let with = |cell: usize, value: &str| {
        let mut row = row.clone();
        row[cell] = value;
        let header = all.lines().next().unwrap();
        fs::write(&file, format!("{header}\n{}\n", row.join(","))).unwrap();
        GameCountsTable::read_or_new(&board, &file)
    };
    assert_eq!(with(0, "a1").unwrap().recorded(), 1);
    for (cell, value) in [
        (0, "z9"),
        (0, "a2"),
        (0, "a5"),
        (1, "568631"),
        (2, ""),
        (3, "6817"),
        (4, "5"),
        (5, "12"),
        (6, ""),
        (7, "1:29760"),
        (7, "x:1"),
        (7, "99:1"),
        (7, "0:1"),
        (8, "a1"),
        (8, "a1:29760"),
        (8, ""),
        (9, "0123456789abcdef"),
        (9, ""),
    ] {
        let error = with(cell, value).unwrap_err();
        let is_row = matches!(error, TableError::Row { line: 2, .. });
        assert!(is_row, "{cell} {value}: {error}");
    }
    let digest = row[9];
    for numbers in ["0,0,0,0,0,,,", "7,0,0,14,14,,0:7,"] {
        let text = format!("{}\na1,{numbers},{digest}\n", all.lines().next().unwrap());
        fs::write(&file, text).unwrap();
        assert!(GameCountsTable::read_or_new(&board, &file).is_err());
    }
    // The same holes with other labels are another board.
    fs::write(&file, &all).unwrap();
    let labels = board.holes().map(|hole| format!("{}", hole.index() + 1));
    let renamed = board.with_labels(labels.collect()).unwrap();
    assert!(GameCountsTable::read_or_new(&renamed, &file).is_err());
}
