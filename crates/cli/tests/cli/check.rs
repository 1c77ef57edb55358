use super::program::{pegboard_in, pegboard_reading};
use serde_json::json;
use std::fs;
use tempfile::TempDir;

const PLUS: &str = r#"Board(
    name: "Plus",
    lattice: Square,
    holes: Picture([".o.", "ooo", ".o."]),
)
"#;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn valid_files_are_listed_with_their_boards() {
    let folder = folder(&[("plus.ron", PLUS)]);
    let report = pegboard_in(folder.path(), &["check", "plus.ron"]).ok();
    assert_eq!(
        report,
        "ok: plus.ron: Plus, 5 holes, square lattice, symmetry D4\n"
    );
}

#[test]
fn drawings_and_boards_of_the_library_are_checked() {
    let folder = folder(&[("frame.txt", "ooo\no.o\nooo\n"), ("odd.txt", "ab\nba\n")]);
    let run = pegboard_in(folder.path(), &["check", "frame.txt", "english"]);
    assert_eq!(
        run.stdout,
        "ok: frame.txt: frame, 9 holes, square lattice, symmetry D4\n\
         ok: english: English, 33 holes, square lattice, symmetry D4\n"
    );
    let note = "note: `frame.txt` was read as a drawing on the square lattice";
    assert!(run.stderr.starts_with(note), "{}", run.stderr);
    let wrong = pegboard_in(folder.path(), &["check", "odd.txt", "englihs", "--json"]).json();
    let message = |file: usize| {
        wrong["files"][file]["errors"][0]["message"]
            .as_str()
            .unwrap()
    };
    assert!(message(0).contains("can be read in two ways"), "{wrong}");
    assert!(message(1).contains("did you mean `english`?"), "{wrong}");
}

#[test]
fn an_entry_that_is_not_a_file_is_an_error_beside_the_others() {
    let folder = folder(&[("plus.ron", PLUS)]);
    fs::create_dir(folder.path().join("new.ron")).unwrap();
    let run = pegboard_in(folder.path(), &["check", "."]);
    assert_eq!(run.code, 3);
    for part in ["ok: ./plus.ron: Plus", "error: cannot read `./new.ron`"] {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
}

#[test]
fn warnings_are_not_errors() {
    let two = PLUS.replace(r#"".o.", "ooo", ".o.""#, r#""ooo..ooo.o""#);
    let folder = folder(&[("two.ron", &two)]);
    insta::assert_snapshot!(pegboard_in(folder.path(), &["check", "two.ron"]).ok());
}

#[test]
fn a_row_that_lacks_a_hole_is_reported() {
    let check = |rows: &str| {
        let folder = folder(&[("board.ron", &PLUS.replace(r#"".o.", "ooo", ".o.""#, rows))]);
        pegboard_in(folder.path(), &["check", "board.ron"]).ok()
    };
    let warning = "warning: board.ron: row 2 is shorter than others; with a hole at g2 the board would have the symmetry D2\n";
    let short = check(r#""..ooo..", "oooooo", "ooooooo", "..ooo..""#);
    assert!(short.ends_with(warning), "{short}");
    let drawn = check(r#""..ooo..", "oooooo.", "ooooooo", "..ooo..""#);
    let symmetric = check(r#""..ooo", "ooooooo", "ooooooo", "..ooo""#);
    assert!(
        !drawn.contains("row") && !symmetric.contains("row"),
        "{drawn}{symmetric}"
    );
}

#[test]
fn the_warning_of_a_board_without_a_jump_comes_first() {
    let check = |lines: &str| {
        let text = format!("Board(name: \"T\", lattice: Triangular, {lines})");
        let folder = folder(&[("board.ron", &text)]);
        pegboard_in(folder.path(), &["check", "board.ron"])
    };
    let crooked = check(r#"holes: Picture(["  o", " o o", "o  o o"])"#).ok();
    assert!(
        crooked.starts_with("warning: board.ron: no jump is possible anywhere on this board\n")
    );
    assert!(
        crooked.contains("but d3, f3 are not aligned with the other rows"),
        "{crooked}"
    );
    let dotted = check(r#"vacancy: "a1", holes: Picture(["..o", ".o.o", "o.o.o"])"#);
    assert_eq!(dotted.code, 3);
    assert!(
        dotted
            .stdout
            .contains("write blanks instead of dots where there is no hole"),
        "{}",
        dotted.stdout
    );
}

#[test]
fn an_error_is_shown_in_its_line() {
    let folder = folder(&[
        ("round.ron", &PLUS.replace("Square", "Round")),
        (
            "twice.ron",
            &PLUS.replace(
                r#"Picture([".o.", "ooo", ".o."])"#,
                "Coordinates([(0, 0), (1, 0), (0, 0)])",
            ),
        ),
        ("plus.ron", PLUS),
    ]);
    let run = pegboard_in(
        folder.path(),
        &["check", "round.ron", "twice.ron", "plus.ron"],
    );
    assert_eq!(run.code, 3);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn errors_in_json_have_lines_and_columns() {
    let folder = folder(&[
        ("round.ron", &PLUS.replace("Square", "Round")),
        ("plus.ron", PLUS),
    ]);
    let run = pegboard_in(
        folder.path(),
        &["check", "--json", "round.ron", "plus.ron", "none.ron"],
    );
    assert_eq!(run.code, 3);
    let report = run.json();
    assert_eq!(report["valid"], false);
    assert_eq!(
        report["files"][0]["errors"],
        json!([{
            "message": "`Round` is not a lattice",
            "help": "write `Square`, `Triangular`, `Graph([…])`, `Lines([…])` or `Jumps([…])`",
            "line": 3,
            "column": 14,
        }])
    );
    assert_eq!(report["files"][1]["valid"], true);
    assert_eq!(report["files"][1]["holes"], 5);
    assert_eq!(report["files"][2]["valid"], false);
    assert_eq!(report["files"][2]["errors"][0]["line"], json!(null));
}

#[test]
fn other_commands_show_the_errors_of_a_board_file_too() {
    let folder = folder(&[("round.ron", &PLUS.replace("Square", "Round"))]);
    let message = pegboard_in(folder.path(), &["solve", "round.ron"]).refused();
    assert!(
        message.contains("`Round` is not a lattice") && message.contains("round.ron:3:14"),
        "{message}"
    );
}

#[test]
fn a_board_is_checked_from_standard_input() {
    let report = pegboard_reading(PLUS, &["check", "-"]).ok();
    assert_eq!(
        report,
        "ok: standard input: Plus, 5 holes, square lattice, symmetry D4\n"
    );
}

#[test]
fn a_file_of_the_other_kind_is_reported_with_its_command() {
    let folder = folder(&[("plus.ron", PLUS), ("game.txt", "d2-d4, d5-d3\n")]);
    let verified = pegboard_in(folder.path(), &["verify", "plus.ron"]);
    assert_eq!(verified.code, 3);
    assert_eq!(
        verified.stdout,
        "error: plus.ron: not a certificate but a board file; check it with `pegboard check`\n"
    );
    let verified = pegboard_in(folder.path(), &["verify", "game.txt"]);
    assert_eq!(verified.code, 3);
    assert_eq!(
        verified.stdout,
        "error: game.txt: not a certificate; to check a written game, give its moves to `pegboard hint BOARD --played MOVES`\n"
    );
    let made = [
        "solve",
        "triangle5",
        "--finish",
        "b2",
        "--certificate",
        "no.ron",
    ];
    assert_eq!(pegboard_in(folder.path(), &made).code, 1);
    let checked = pegboard_in(folder.path(), &["check", "no.ron"]);
    assert_eq!(checked.code, 3);
    assert!(
        checked
            .stdout
            .contains("this is a certificate; `pegboard verify` checks it")
    );
}

#[test]
fn bytes_that_are_not_text_are_an_error() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bytes.ron"), [0xff, 0x00, 0xc3]).unwrap();
    let run = pegboard_in(folder.path(), &["check", "bytes.ron"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.contains("is not UTF-8"), "{}", run.stdout);
}
