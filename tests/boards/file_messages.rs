//! Messages for invalid board files: one test for each kind of error.

use pegboard::{Board, LoadError};

/// Returns a file whose first three lines are valid; `fields` starts on the fourth.
fn file(fields: &str) -> String {
    format!("Board(\n    name: \"Test\",\n    lattice: Square,\n{fields}\n)\n")
}

const PLUS: &str = "    holes: Picture([\".o.\", \"ooo\", \".o.\"]),\n";

fn with_plus(fields: &str) -> String {
    file(&format!("{PLUS}{fields}"))
}

#[track_caller]
fn assert_message(text: &str, message: &str) {
    match Board::parse(text, "test.ron") {
        Ok(board) => panic!("{board:?} is valid"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn unknown_fields() {
    let known = "the fields are `name`, `lattice`, `jumps`, `without`, `symmetry`, `axis`, `labels`, `vacancy`, \
                 `finish`, `holes`, `places`, `note`, `source`";
    assert_message(
        &with_plus("    color: 3,"),
        &format!("test.ron:5:5: `color` is not a field of a board\n  help: {known}"),
    );
    assert_message(
        &with_plus("    vacany: \"b2\","),
        &format!(
            "test.ron:5:5: `vacany` is not a field of a board\n  help: did you mean `vacancy`? {known}"
        ),
    );
}

#[test]
fn missing_and_repeated_fields() {
    assert_message(
        &file(""),
        "test.ron:5:1: the field `holes` is missing\n  help: a board needs `name` and `lattice`, and on a lattice also `holes`",
    );
    assert_message(
        &with_plus("    name: \"Again\","),
        "test.ron:5:5: the field `name` is given twice",
    );
}

#[test]
fn invalid_jumps() {
    assert_message(
        &with_plus("    jumps: diagonal,"),
        "test.ron:5:12: `diagonal` is not a set of jump directions\n  help: did you mean `Diagonal`?",
    );
    assert_message(
        &with_plus("    jumps: 3,"),
        "test.ron:5:12: `3` is not a set of jump directions\n  help: write one of `Orthogonal`, \
         `Diagonal`, `All`, or a list of directions: `[Right, Left]`",
    );
    assert_message(
        &with_plus("    jumps: [Right, North, Lft],"),
        "test.ron:5:20: `North` is not a direction\n  help: the directions are Right, DownRight, Down, DownLeft, \
         Left, UpLeft, Up, UpRight\ntest.ron:5:27: `Lft` is not a direction\n  help: did you mean `Left`?",
    );
    assert_message(
        &with_plus("    jumps: [],"),
        "test.ron:5:12: the list of directions in which pegs jump is empty\n  help: remove the field `jumps` for \
         the default of the lattice, or list directions: `[Right, Left]`",
    );
    assert_message(
        &with_plus("    jumps: [Up, Up],"),
        "test.ron:5:12: the direction `Up` is listed twice\n  help: list every direction once",
    );
    assert_message(
        "Board(name: \"T\", lattice: Triangular, jumps: [Up], holes: Picture([\"o\"]))",
        "test.ron:1:46: the triangular lattice has no direction `Up`\n  help: its directions are Right, DownRight, \
         DownLeft, Left, UpLeft, UpRight",
    );
    assert_message(
        "Board(name: \"T\", lattice: Triangular, jumps: Diagonal, holes: Picture([\"o\"]))",
        "test.ron:1:46: only the square lattice has `Diagonal` jumps\n  help: remove the field `jumps` for the \
         three axes of the triangular lattice, or list directions: `[Right, Left]`",
    );
}

#[test]
fn unknown_lattice_and_symmetry_are_reported_together() {
    assert_message(
        "Board(\n  name: \"T\",\n  lattice: Hexagonal,\n  symmetry: D5,\n  holes: Picture([\"oo\"]))",
        "test.ron:3:12: `Hexagonal` is not a lattice\n  help: write `Square`, `Triangular`, `Graph([…])`, `Lines([…])` or \
         `Jumps([…])`\n\
         test.ron:4:13: `D5` is not a symmetry group\n  help: the groups are C1 C2 C3 C4 C6 D1 D2 D3 D4 D6, \
         and `Auto` takes the largest that the holes have",
    );
    assert_message(
        "Board(name: \"T\", lattice: square, holes: Picture([\"oo\"]))",
        "test.ron:1:27: `square` is not a lattice\n  help: did you mean `Square`?",
    );
}

#[test]
fn values_of_the_wrong_type() {
    assert_message(
        "Board(\n  name: T,\n  lattice: Square,\n  symmetry: D1,\n  axis: 45.5,\n  vacancy: 4,\n  labels: Names([1]),\n  \
         holes: Coordinates([(0.5, 1), (1, 1), 3, (99999999999, 1)]))",
        "test.ron:2:9: `T` is not text\n  help: write text in quotation marks: \"…\"\n\
         test.ron:5:9: `45.5` is not an angle\n  help: write a whole number of degrees, such as 45\n\
         test.ron:6:12: `4` is not text\n  help: write text in quotation marks: \"…\"\n\
         test.ron:7:18: `1` is not text\n  help: write text in quotation marks: \"…\"\n\
         test.ron:8:23: `(0.5, 1)` is not a point\n  help: write a point as two whole numbers, `(x, y)`, x to the right and y down\n\
         test.ron:8:41: `3` is not a point\n  help: write a point as two whole numbers, `(x, y)`, x to the right and y down\n\
         test.ron:8:44: `(99999999999, 1)` is not a point\n  help: write a point as two whole numbers, `(x, y)`, x to the right and y down",
    );
    assert_message(
        &file("    holes: Picure([\"ooo\"]),"),
        "test.ron:4:12: `Picure` is unknown here\n  help: did you mean `Picture`? expected one of `Picture`, `Coordinates`",
    );
    assert_message(
        &file("    holes: Picture(\"ooo\"),"),
        "test.ron:4:12: `Picture(\"ooo\")` has the wrong form\n  help: write `Picture([\"…\", …])` or `Coordinates([(x, y), …])`",
    );
    assert_message(
        &with_plus("    labels: Letter,"),
        "test.ron:5:13: `Letter` is unknown here\n  help: did you mean `Letters`? expected one of `Letters`, `Numbers`, `Names`",
    );
}

#[test]
fn unknown_characters_in_a_picture() {
    assert_message(
        &file(
            "    holes: Picture([\n        \"ooo\",\n        \"oOo\",\n        \"oöO\",\n    ]),",
        ),
        "test.ron:6:11: the picture has an unknown character, `O`\n  test.ron:7:12: and here\n  \
         help: a picture of a board shows holes, not pegs: write `o` for every hole and `.` elsewhere\n\
         test.ron:7:11: the picture has an unknown character, `ö`\n  \
         help: write `o` for a hole, `.` or a space where there is none",
    );
}

#[test]
fn a_hole_listed_twice_is_shown_at_both_places() {
    assert_message(
        &file(
            "    holes: Coordinates([\n        (1, 2), (2, 2), // ä\n        (3, 2), (1, 2),\n        (3, 2),\n    ]),",
        ),
        "test.ron:6:17: the hole (1, 2) is listed twice\n  test.ron:5:9: first listed here\n  help: list every hole once\n\
         test.ron:7:9: the hole (3, 2) is listed twice\n  test.ron:6:9: first listed here\n  help: list every hole once",
    );
}

#[test]
fn too_few_and_too_many_holes() {
    let none = "test.ron:4:12: the board has no holes\n  help: draw every hole as an `o` in a `Picture`, or list its point \
                `(x, y)` in `Coordinates`";
    assert_message(&file("    holes: Picture([\"...\", \"   \"]),"), none);
    assert_message(&file("    holes: Coordinates([]),"), none);
    let rows = "        \"ooooooooooooo\",\n".repeat(10);
    assert_message(
        &file(&format!("    holes: Picture([\n{rows}    ]),")),
        "test.ron:14:21: the board has 130 holes, but at most 128 are possible\n  \
         help: a position is stored in 128 bits, one for each hole",
    );
}

#[test]
fn holes_too_far_apart() {
    assert_message(
        &file("    holes: Coordinates([(-2147483648, 0), (2147483647, 0)]),"),
        "test.ron:4:12: the holes lie more than 268435455 apart",
    );
}

#[test]
fn a_symmetry_that_the_holes_do_not_have() {
    assert_message(
        &file("    symmetry: D4, // really?\n    holes: Picture([\"ooo\", \"ooo\"]),"),
        "test.ron:4:15: the holes do not have the symmetry D4; the largest group they have is D2\n  \
         help: write `symmetry: D2`, or `Auto` for the largest group",
    );
}

#[test]
fn axes() {
    let bar = "    holes: Picture([\"ooo\", \"ooo\"]),";
    assert_message(
        &file(&format!("    symmetry: D1,\n{bar}")),
        "test.ron:4:15: the holes have the symmetry D1 in several ways, about the axes at 0°, 90°\n  \
         help: choose one: `axis: 0`, `axis: 90`",
    );
    assert_message(
        &file(&format!("    symmetry: D1,\n    axis: 45,\n{bar}")),
        "test.ron:5:11: the holes have no symmetry D1 about an axis at 45°, only at 0°, 90°\n  \
         test.ron:4:15: of this group\n  help: write `axis: 0`",
    );
    assert_message(
        &file(&format!("    symmetry: C2,\n    axis: 45,\n{bar}")),
        "test.ron:5:11: the holes have no symmetry C2 about an axis at 45° (it has no axis)\n  \
         test.ron:4:15: of this group\n  help: remove the field `axis`",
    );
    assert_message(
        &file(&format!("    axis: 45,\n{bar}")),
        "test.ron:4:11: `45` is an axis without a declared symmetry\n  \
         help: declare the group whose axis it is: `symmetry: D1`",
    );
    let upright = file(&format!("    symmetry: D1,\n    axis: 90,\n{bar}"));
    assert_eq!(
        Board::parse(&upright, "test.ron")
            .unwrap()
            .symmetries()
            .len(),
        2
    );
}

#[test]
fn unknown_vacancy() {
    assert_message(
        &with_plus("    vacancy: \"B2\","),
        "test.ron:5:14: the vacancy `B2` is not a hole of the board\n  help: did you mean `b2`?",
    );
    assert_message(
        &with_plus("    vacancy: \"z9\","),
        "test.ron:5:14: the vacancy `z9` is not a hole of the board\n  help: its holes are b1 a2 b2 c2 b3",
    );
}

#[test]
fn labels_and_other_errors_are_reported_together() {
    assert_message(
        &with_plus("    symmetry: C6,\n    labels: Names([\"a\", \"a\", \"b-c\"]),"),
        "test.ron:5:15: the holes do not have the symmetry C6; the largest group they have is D4\n  \
         help: write `symmetry: D4`, or `Auto` for the largest group\n\
         test.ron:6:13: there are 3 labels for 5 holes\n  help: name every hole once, row by row from the top left\n\
         test.ron:6:25: the label `a` is given twice\n  test.ron:6:20: first given here\n  \
         help: give every hole a label of its own\n\
         test.ron:6:30: `b-c` cannot be a label; labels are made of letters, digits and underscores",
    );
}

#[test]
fn text_that_is_not_a_board() {
    let reads =
        "help: a board file reads `Board(name: \"…\", lattice: Square, holes: Picture([…]))`";
    assert_message("", &format!("test.ron:1:1: this is not a board\n  {reads}"));
    assert_message(
        "Game(name: \"x\")",
        "test.ron:1:1: `Game` is not a board\n  help: a board file begins with `Board(`",
    );
    assert_message(
        &with_plus("    vacancy: \"b2\" note: \"x\""),
        "test.ron:5:18: a comma is missing\n  help: write `,` here",
    );
    assert_message(
        "Board(\n  name: \"T\", // \"a\" \n  lattice: Square // no comma\n\n  holes: Picture([\"o\"]))",
        "test.ron:3:18: a comma is missing\n  help: write `,` here",
    );
    let lattice = "Board(\n  name: \"[\", lattice: Square,";
    let unclosed = "a bracket is not closed\n  test.ron:3:";
    assert_message(
        &format!("{lattice}\n  holes: Picture([\"ooo\"]"),
        &format!("test.ron:3:25: {unclosed}17: opened here\n  help: write `))` here"),
    );
    assert_message(
        &format!("{lattice}\n  holes: Picture([\"ooo\"))"),
        &format!("test.ron:3:24: {unclosed}18: opened here\n  help: write `]` here"),
    );
    assert_message(
        &format!("{lattice} holes: Picture([\"o\"]))\nBoard("),
        "test.ron:3:1: unexpected text after the board\n  \
         help: a file holds one board; save each board in its own file",
    );
    assert_message(
        "Board(name: \" \", lattice: Square, holes: Picture([\"ooo\"]))",
        "test.ron:1:13: the board has no name\n  help: write the name of the board",
    );
    assert_message(
        &with_plus("    note: \"never closed"),
        "test.ron:5:11: a text is not closed\n  help: write `\"` at its end",
    );
    assert_message(
        &with_plus("    /* never closed"),
        "test.ron:5:7: unclosed block comment",
    );
    assert_message(
        "# mine\nBoard(name: \"x\")",
        "test.ron:1:1: unexpected `#`\n  help: write comments after `//`",
    );
    assert_message(
        "Board(name = \"x\")",
        "test.ron:1:12: a colon is missing\n  help: write `:` between a field and its value",
    );
    assert_message(
        "Board(\"name\": \"x\")",
        "test.ron:1:7: a name is missing\n  \
         help: write the name of a field without quotation marks: `name: …`",
    );
    assert_message(
        "Board(name: “x”)",
        "test.ron:1:13: quotation marks must be straight\n  \
         help: write text in straight quotation marks: \"…\"",
    );
    assert_message("Board(name: )", "test.ron:1:13: unexpected `)`");
    assert_message(
        &with_plus("    note: \"x\\q\""),
        "test.ron:5:12: unknown escape sequence\n  \
         help: write `\\\\` for a backslash and `\\\"` for a quotation mark",
    );
    let nested = format!(
        "Board(name: {}{})",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert_message(&nested, "test.ron:1:76: brackets are nested too deeply");
}

#[test]
fn a_byte_order_mark_is_not_an_error() {
    assert!(Board::parse(&format!("\u{feff}{}", with_plus("")), "test.ron").is_ok());
}

#[test]
fn many_errors_are_cut_short() {
    let points = "(1, 1),\n".repeat(1001);
    let error = Board::parse(
        &file(&format!("holes: Coordinates([\n{points}])")),
        "test.ron",
    )
    .unwrap_err();
    assert_eq!(error.diagnostics().len(), 21);
    assert!(
        error
            .to_string()
            .ends_with("\ntest.ron: 980 more errors are not shown")
    );
}

/// The messages are shorter than the invalid text, whatever the file.
#[test]
fn a_file_full_of_errors_is_refused_briefly() {
    let many = |piece: &str| piece.repeat((1 << 17) / piece.len());
    for fields in [
        format!("holes: Coordinates([{}])", many("(1, 1),")),
        format!("holes: Coordinates([{}])", many("x,")),
        format!("holes: Picture([\"{}\"])", many("?")),
        format!("holes: Picture([{}])", many("\"x\",")),
        format!("{PLUS}{}", many("a:1,")),
        format!("{PLUS}{}", many("name:1,")),
        format!("{PLUS}{}: 1", many("a")),
        format!("{PLUS}labels: Names([{}])", many("\"-\",")),
        format!("{PLUS}labels: Names([{}])", many("1,")),
        format!("{PLUS}vacancy: \"{}\"", many("a")),
    ] {
        let message = Board::parse(&file(&fields), "test.ron")
            .unwrap_err()
            .to_string();
        assert!(
            message.len() < 100_000,
            "{} bytes: {}",
            message.len(),
            &message[..200]
        );
    }
}

#[test]
fn an_unknown_field_hides_no_other_error() {
    assert_message(
        "Board(\n  name: T,\n  latice: Square,\n  colour: (1, 2),\n  holes: Picture([\"o?\"]))",
        "test.ron:2:9: `T` is not text\n  help: write text in quotation marks: \"…\"\n\
         test.ron:3:3: `latice` is not a field of a board\n  help: did you mean `lattice`? the fields are `name`, \
         `lattice`, `jumps`, `without`, `symmetry`, `axis`, `labels`, `vacancy`, `finish`, `holes`, `places`, `note`, \
         `source`\n\
         test.ron:4:3: `colour` is not a field of a board\n  help: the fields are `name`, `lattice`, `jumps`, \
         `without`, `symmetry`, `axis`, `labels`, `vacancy`, `finish`, `holes`, `places`, `note`, `source`\n\
         test.ron:5:21: the picture has an unknown character, `?`\n  \
         help: write `o` for a hole, `.` or a space where there is none\n\
         test.ron:5:25: the field `lattice` is missing\n  \
         help: a board needs `name` and `lattice`, and on a lattice also `holes`",
    );
}

#[test]
fn names_and_labels_that_cannot_be_used() {
    assert_message(
        "Board(\n  name: \"a\\u{1b}[31m\",\n  lattice: Square,\n  holes: Picture([\"ooo\"]))",
        "test.ron:2:9: the name of the board contains the control character `\\u{1b}`\n  \
         help: use printable characters only",
    );
    assert_message(
        &file("    holes: Picture([\"ooo\"]),\n    labels: Names([\"any\", \"fewest\", \"or\"]),"),
        "test.ron:5:20: `any` cannot be a label: in a finish it means any hole\n\
         test.ron:5:27: `fewest` cannot be a label: in a finish it means as few pegs as possible\n\
         test.ron:5:37: `or` cannot be a label: in a finish it means an alternative",
    );
}

#[test]
fn a_triangular_picture_may_be_centered() {
    let rows = ["  o", " o o", "o o o"]
        .map(|row| format!("\"{row}\""))
        .join(", ");
    let text =
        |lattice: &str| format!("Board(name: \"T\", lattice: {lattice}, holes: Picture([{rows}]))");
    let board = Board::parse(&text("Triangular"), "test.ron").unwrap();
    assert!(board.same_geometry(&Board::library("triangle3").unwrap()));
    let warnings: Vec<String> = Board::parse(&text("Square"), "test.ron")
        .unwrap()
        .warnings()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        warnings.last().unwrap(),
        "the picture looks like one of a triangular board: write `lattice: Triangular`"
    );
}

/// The help suggests what a picture with misread blanks was meant to be.
#[test]
fn pictures_with_misread_blanks_have_a_hint() {
    let warnings = |lattice: &str, rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
        let holes = rows.join(", ");
        let text = format!("Board(name: \"T\", lattice: {lattice}, holes: Picture([{holes}]))");
        let board = Board::parse(&text, "test.ron").unwrap();
        board
            .warnings()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let last = |lattice: &str, rows: &[&str]| warnings(lattice, rows).pop().unwrap();
    let dots = "the rows look offset by half a hole: if that is meant, write blanks instead of dots where there is \
                no hole";
    assert_eq!(
        last("Triangular", &["..o.o.o", ".o.o.o.o", "o.o.o.o.o"]),
        dots
    );
    assert_eq!(
        last("Triangular", &["  o o o.", " o o o o", "o o o o o"]),
        dots
    );
    let crooked = ["  o o o", " o o o o", "o o oo o"];
    let out_of_line = "the rows look offset by half a hole, but f3, h3 are not aligned with the other rows: write one \
                       blank between the holes of a row, and no dots";
    assert_eq!(last("Triangular", &crooked), out_of_line);
    let square = warnings("Square", &crooked);
    assert_eq!(
        square[1..],
        [
            "the picture looks like one of a triangular board: write `lattice: Triangular`",
            out_of_line
        ]
    );
    for lattice in ["Square", "Triangular"] {
        for rows in [
            ["o o o", "o o o o", "o o o o o"],
            ["    o", "  o o", "o o o"],
        ] {
            assert!(
                last(lattice, &rows).starts_with("the holes of each row look separated by blanks")
            );
        }
        for rows in [
            ["ooo..", "...oo", "ooo.."],
            ["oo.oo", "oo...", "..o.o"],
            ["o..o.", "..o..", "ooooo"],
        ] {
            let warnings = warnings(lattice, &rows);
            assert!(
                warnings.iter().all(|warning| !warning.contains("look")),
                "{warnings:?}"
            );
        }
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let load = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = Board::load(&path).unwrap_err();
        (path.display().to_string(), error)
    };
    let (path, error) = load("latin1.ron", b"Board(\n    name: \"Caf\xe9\",\n)");
    assert_eq!(
        error.to_string(),
        format!("{path}:2:15: the byte 0xe9 is not UTF-8\n  help: save the file as UTF-8 text")
    );
    let (path, error) = load("large.ron", &vec![b' '; 3 << 20]);
    assert_eq!(
        error.to_string(),
        format!("{path} is larger than 1 MiB, too large for a board file")
    );
    let missing = folder.path().join("missing.ron");
    let error = Board::load(&missing).unwrap_err();
    assert!(matches!(error, LoadError::Unreadable { .. }));
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot read `{}`: ", missing.display()))
    );
}

#[test]
fn unknown_library_names() {
    for (name, advice) in [
        ("englihs", "; did you mean `english`?"),
        (
            "triangle13",
            "; did you mean `triangle3`, `triangle10`, `triangle11` or `triangle12`?",
        ),
        ("mahjong", ""),
    ] {
        let message = format!("the library has no board `{name}`{advice}");
        assert_eq!(Board::find(name).unwrap_err().to_string(), message);
        assert_eq!(Board::library(name).unwrap_err().to_string(), message);
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for path in ["./englihs", "englihs.txt", "ENGLIHS.RON", folder] {
        let error = Board::find(path).unwrap_err();
        let message = format!("cannot read `{path}`: ");
        assert!(error.to_string().starts_with(&message), "{error}");
    }
}
