//! Tables of fewest moves shipped with the boards.

use pegboard::atlas::moves;
use pegboard::moves::{MovesEntry, MovesTable, MovesTableOptions, ShortestSolutions};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Control, Problem};
use std::path::Path;

pub fn shipped_table(board: &str) -> MovesTable {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("boards/atlas/{board}.ron"));
    assert!(file.exists(), "{}", file.display());
    moves(&Board::library(board).unwrap(), &file).unwrap()
}

/// Reading a table replays every solution.
#[test]
fn every_board_of_up_to_37_holes_has_a_table_without_an_open_problem() {
    for name in Board::library_names().filter(|name| *name != "cracker-barrel") {
        // The omitted board is a copy of triangle5.
        if Board::library(name).unwrap().hole_count() <= 37 {
            assert_eq!(shipped_table(name).open(), 0, "{name}");
        }
    }
}

/// Tables of larger boards have bounds, and a solution of every problem that the atlas settles as solvable.
#[test]
fn tables_of_larger_boards_have_bounds() {
    for (name, solvable) in [
        ("clipped7", 20),
        ("cross-3-2-3-2", 54),
        ("cross-3-3-2-2", 88),
        ("cross-3-3-3-2", 110),
        ("cross-3-3-4-2", 228),
        ("cross-4-2-2-2", 98),
        ("cross-4-2-4-2", 71),
        ("diamond39", 52),
        ("diamond40", 8),
        ("rectangle6x7", 54),
        ("wiegleb", 35),
        ("square7", 20),
        ("diamond41", 4),
        ("triangle9", 125),
        ("triangle10", 108),
    ] {
        let table = shipped_table(name);
        assert_eq!(
            table
                .entries()
                .iter()
                .filter(|entry| entry.solution.is_some())
                .count(),
            solvable,
            "{name}"
        );
        let has_bound = |entry: &MovesEntry| entry.at_least.is_none_or(|at_least| at_least > 10);
        assert!(table.entries().iter().all(has_bound), "{name}");
    }
    let triangle9 = shipped_table("triangle9");
    let shortest = triangle9.shortest().and_then(|entry| entry.moves());
    assert_eq!((shortest, triangle9.is_least_settled()), (Some(16), true)); // OEIS A127500
    assert!(!triangle9.is_least_proved(), "the table has no proofs")
}

/// OEIS A127500: the minimum over all problems of a triangle.
#[test]
fn the_minimum_over_all_problems_of_triangles() {
    for (board, least) in [("triangle4", 5), ("triangle5", 9), ("triangle6", 9)] {
        let table = shipped_table(board);
        assert_eq!(table.open(), 0, "{board}");
        assert_eq!(
            table
                .entries()
                .iter()
                .filter_map(|entry| entry.moves())
                .min(),
            Some(least),
            "{board}"
        );
    }
}

/// A search for the minimum over all problems agrees with the table.
#[test]
fn the_minimum_is_that_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let options = MovesTableOptions::default().with_least(true);
    for name in [
        "triangle4",
        "triangle5",
        "triangle6",
        "rhombus4",
        "kite",
        "diamond13",
        "square4",
    ] {
        let (board, path) = (Board::library(name).unwrap(), folder.path().join(name));
        let least = MovesTable::settle(&board, &path, &options, &Control::default()).unwrap();
        let all = shipped_table(name);
        assert!(all.open() == 0 && least.is_least_proved(), "{name}");
        let fewest = all.shortest().and_then(|entry| entry.moves());
        assert_eq!(
            least.shortest().and_then(|entry| entry.moves()),
            fewest,
            "{name}"
        );
        for (found, shipped) in least.entries().iter().zip(all.entries()) {
            let is_bound = match (found.at_least, shipped.at_least) {
                (Some(bound), Some(fewest)) => bound <= fewest,
                (bound, None) => {
                    bound.is_none_or(|bound| fewest.is_none_or(|fewest| bound >= fewest))
                }
                (None, Some(_)) => false,
            };
            assert!(is_bound, "{name}: {:?}", found.problem);
        }
    }
}

/// Recomputes the tables of small boards of both lattices, and compares them with the values along all winning
/// positions.
#[test]
fn small_tables_are_reproduced() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "triangle4",
        "triangle5",
        "triangle6",
        "rhombus4",
        "diamond13",
        "square4",
    ] {
        let (board, path) = (Board::library(name).unwrap(), folder.path().join(name));
        let (options, control) = (MovesTableOptions::default(), Control::default());
        let found = MovesTable::settle(&board, &path, &options, &control).unwrap();
        assert_eq!(found.open(), 0);
        for (found, shipped) in found.entries().iter().zip(shipped_table(name).entries()) {
            assert_eq!(
                (found.moves(), found.at_least),
                (shipped.moves(), shipped.at_least),
                "{name}"
            );
            let problem = Problem::svss(&board, found.problem.vacancy(), found.problem.finish());
            let shortest =
                ShortestSolutions::find(&problem, &SweepOptions::default(), &control).unwrap();
            assert_eq!(
                shortest.map(|shortest| shortest.moves()),
                found.moves(),
                "{name}"
            );
        }
        let again = MovesTable::settle(&board, &path, &options, &control).unwrap();
        for entry in again.entries() {
            match entry.solution {
                Some(_) => assert!(entry.seconds == 0.0 && entry.is_recorded, "{name}"),
                None => assert!(entry.seconds > 0.0 && entry.is_proved(), "{name}"),
            }
        }
        assert_eq!(again.to_csv(), found.to_csv());
    }
}

/// A stopped table resumes from its bounds and lines, and ends with the same numbers.
#[test]
fn a_stopped_table_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::library("triangle5").unwrap();
    let (options, control) = (MovesTableOptions::default(), Control::default());
    let weaker = |row: &str, by: usize, keeps_line: bool| {
        let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        if let Ok(at_least) = cells[3].parse::<usize>() {
            cells[3] = (at_least - by).to_string();
        }
        if !keeps_line {
            (cells[2], cells[4]) = (String::new(), String::new());
        }
        cells.join(",")
    };
    let shipped = shipped_table("triangle5").to_csv();
    for (by, keeps_line) in [(1, true), (2, true), (0, false), (1, false)] {
        let path = folder.path().join(format!("{by}-{keeps_line}.csv"));
        let header = shipped.lines().take(1).map(str::to_owned);
        let rows = shipped
            .lines()
            .skip(1)
            .map(|row| weaker(row, by, keeps_line || row.contains(",,,")));
        std::fs::write(&path, header.chain(rows).collect::<Vec<_>>().join("\n")).unwrap();
        assert!(MovesTable::read_or_new(&board, &path).unwrap().open() > 0);
        let found = MovesTable::settle(&board, &path, &options, &control).unwrap();
        for (found, shipped) in found
            .entries()
            .iter()
            .zip(shipped_table("triangle5").entries())
        {
            assert_eq!(
                (found.moves(), found.at_least),
                (shipped.moves(), shipped.at_least)
            );
        }
    }
}

#[test]
fn a_wrong_row_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::library("triangle4").unwrap();
    let path = folder.path().join("moves.csv");
    for (row, wrong) in [
        ("a2,b2,4,4,a2-a4", "move 1"),
        ("a1,a1,4,4,", "not one of the board's listed problems"),
        ("a2,b2,x,4,", "is not a number of moves"),
        ("a2,b2", "2 cells"),
        ("garbage", "1 cell instead of 5"),
        ("a2,b2,4,5,", "do not agree"),
        ("a2,b2,,9,", "a solution has at most 8 moves"),
    ] {
        std::fs::write(
            &path,
            format!("vacate,finish,moves,at_least,solution\n{row}\n"),
        )
        .unwrap();
        let error = MovesTable::read_or_new(&board, &path)
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 2") && error.contains(wrong), "{error}");
    }
}

#[test]
fn rows_that_contradict_each_other_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::library("triangle5").unwrap();
    let path = folder.path().join("moves.csv");
    let shipped = shipped_table("triangle5").to_csv();
    let row = shipped
        .lines()
        .find(|row| row.starts_with("a1,a1,10,10,"))
        .unwrap();
    for other in ["a1,a1,,11,", "a1,a1,,,"] {
        for rows in [[row, other], [other, row]] {
            std::fs::write(
                &path,
                format!(
                    "vacate,finish,moves,at_least,solution\n{}\n",
                    rows.join("\n")
                ),
            )
            .unwrap();
            let error = MovesTable::read_or_new(&board, &path)
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("line 3: it contradicts a line before it"),
                "{error}"
            );
        }
    }
}

/// Reading a table proves nothing, and every row of a shipped table is recorded.
#[test]
fn rows_are_recorded_when_read() {
    for name in ["triangle5", "english", "wiegleb"] {
        let table = shipped_table(name);
        assert_eq!(
            table.recorded(),
            table.entries().len() - table.open(),
            "{name}"
        );
        assert!(!table.entries().iter().any(MovesEntry::is_proved), "{name}");
    }
}

/// Bounds that are too high do not lead to wrong proofs, whether all problems are asked or only the shortest solution.
#[test]
fn raised_bounds_are_not_proved() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::library("triangle5").unwrap();
    let path = folder.path().join("moves.csv");
    let control = Control::default();
    let raised = |bound: usize| -> String {
        let rows = shipped_table("triangle5").to_csv();
        let rows = rows.lines().map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            match cells[2].parse::<usize>() {
                Ok(_) => format!("{},{},,{bound},\n", cells[0], cells[1]),
                Err(_) => format!("{row}\n"),
            }
        });
        rows.collect()
    };
    for bound in [8, 9, 10, 11, 12, 13] {
        for least in [false, true] {
            std::fs::write(&path, raised(bound)).unwrap();
            let options = MovesTableOptions::default().with_least(least);
            let table = MovesTable::settle(&board, &path, &options, &control).unwrap();
            for (found, shipped) in table
                .entries()
                .iter()
                .zip(shipped_table("triangle5").entries())
            {
                let at_least = (found.at_least, shipped.at_least);
                if found.is_proved() {
                    assert_eq!(at_least.0, at_least.1, "{bound} {:?}", found.problem);
                }
                if !found.is_recorded {
                    assert!(at_least.1.is_none() || at_least.0 <= at_least.1, "{bound}");
                }
                assert!(least || found.is_settled(), "{bound} {:?}", found.problem);
            }
            let shortest = table.shortest().and_then(|entry| entry.moves());
            assert!(!table.is_least_proved() || shortest == Some(9), "{bound}");
        }
    }
}
