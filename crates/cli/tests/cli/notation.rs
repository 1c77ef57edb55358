//! Tests of moves and labels as people write them, in the built program.

use super::program::{pegboard, pegboard_in};
use pegboard::{Board, Line};
use serde_json::json;

fn played(moves: &str) -> String {
    let run = pegboard(&[
        "hint",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--played",
        moves,
        "--json",
    ]);
    assert!(run.code < 2, "{moves}");
    run.json()["position"].to_string()
}

#[test]
fn moves_are_read_as_pages_print_them() {
    let usual = played("a3-a1, c3-a3");
    for moves in [
        "a3–a1; c3–a3",
        "1. A3xA1 2. C3xA3",
        "a3 to a1\nc3 to a3",
        "a3->a2->a1 | c3->b3->a3",
        "a3a1 c3a3",
    ] {
        assert_eq!(played(moves), usual, "{moves}");
    }
    let drawn = pegboard(&[
        "draw",
        "triangle5",
        "--vacate",
        "a1",
        "--moves",
        "(3,1) to (1,1)",
    ]);
    assert!(drawn.stdout.contains("<svg") && drawn.stdout.contains("a3-a1"));
    assert!(
        drawn
            .stderr
            .contains("--moves were read as (row, column), counted from 1"),
        "{}",
        drawn.stderr
    );
}

#[test]
fn coordinates_are_read_with_a_note_or_refused() {
    let args = |moves| {
        [
            "hint", "english", "--vacate", "d4", "--played", moves, "--time", "60s",
        ]
    };
    let run = pegboard(&args("(2,4) to (4,4)"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("read as (row, column), counted from 1"),
        "{}",
        run.stderr
    );
    let named = pegboard(&args("x=5,y=3 to x=3,y=3"));
    assert_eq!(
        named.stderr,
        "note: the coordinates of --played were read as named rows and columns, counted from 0\n"
    );
    let asymmetric = ["draw", "english", "--vacate", "a3,d4", "--moves"];
    let refused = pegboard(&[&asymmetric[..], &["(2,4) to (4,4)"]].concat()).refused();
    assert!(
        refused.contains("either way; choose with `--labels rowcol` or `--labels colrow`"),
        "{refused}"
    );
    let run = pegboard(
        &[
            &args("(2,4) to (4,4)")[..],
            &["--labels", "rowcol", "--vacate", "44"],
        ]
        .concat(),
    );
    assert_eq!(run.code, 3, "`--vacate` is given twice");
    let run = pegboard(&[
        "hint",
        "english",
        "--labels",
        "rowcol",
        "--played",
        "(2,4) to (4,4)",
        "--time",
        "60s",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains(
            "note: the coordinates of --played were read as (row, column), counted from 1"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn solutions_are_printed_in_a_style_and_read_back() {
    let solve = |more: &[&str]| {
        let text = pegboard(
            &[
                &["solve", "triangle5", "--vacate", "a1", "--finish", "a1"],
                more,
            ]
            .concat(),
        )
        .ok();
        text.split_once("\n\n").unwrap().1.trim().to_owned()
    };
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("a1").unwrap());
    let usual = Line::parse(&start, &solve(&[])).unwrap();
    for style in [
        "dash",
        "plain,bars",
        "x,numbered",
        "to,lines",
        "over",
        "brackets,semicolons",
        "arrow",
    ] {
        let text = solve(&["--format", style]);
        assert_eq!(Line::parse(&start, &text).as_ref(), Ok(&usual), "{text}");
        assert_ne!(text, usual.to_string());
    }
    let unknown = pegboard(&["solve", "triangle5", "--format", "arow"]).refused();
    assert!(unknown.contains("did you mean `arrow`?"), "{unknown}");
    let games = pegboard(&["games", "triangle3", "--vacate", "a1", "--format", "arrow"]).ok();
    assert!(games.starts_with("a3→a1"), "{games}");
    let hint = pegboard(&[
        "hint",
        "triangle3",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--format",
        "over",
    ]);
    assert!(hint.stdout.contains("a3-a2-a1"), "{}", hint.stdout);
}

#[test]
fn moves_in_json_carry_the_holes_jumped_over() {
    let report = pegboard(&[
        "solve",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "a1",
        "--json",
    ])
    .json();
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("a1").unwrap());
    let moves: Vec<&str> = report["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each.as_str().unwrap())
        .collect();
    let line = Line::parse(&start, &moves.join(" ")).unwrap();
    assert_eq!(report["over"], json!(line.jumped_over()));
    let hint = pegboard(&[
        "hint",
        "triangle3",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--json",
    ])
    .json();
    assert_eq!(hint["jumps"][0]["jump"], "a3-a1");
    assert_eq!(hint["jumps"][0]["over"], "a2");
}

#[test]
fn holes_have_other_labels_in_every_command() {
    let solved = pegboard(&[
        "solve",
        "triangle5",
        "--labels",
        "numbers",
        "--vacate",
        "1",
        "--finish",
        "1",
    ])
    .ok();
    assert!(
        solved.starts_with("Triangle 5, vacate 1, finish 1: solved"),
        "{solved}"
    );
    let named = pegboard(&["solve", "english", "--labels", "44", "--problem", "Cross"]).ok();
    assert!(named.contains("the last peg in 44"), "{named}");
    let info = pegboard(&["info", "triangle3", "--labels", "numbers"]).ok();
    assert!(info.contains("    1\n   2 3\n  4 5 6\n"), "{info}");
    let refused = |labels| pegboard(&["info", "triangle3", "--labels", labels]).refused();
    assert!(refused("number").contains(
        "--labels: no file has this name, and there is no scheme of labels `number`; did you mean `numbers`?\n"
    ));
    assert!(refused("").contains("no file has this name"));
    assert!(refused("winning-ways").contains("--labels: these labels are for"));
    let puzzle = pegboard(&["puzzle", "triangle5", "--labels", "numbers"]).ok();
    assert!(
        puzzle.contains("play: pegboard play triangle5 --labels numbers --start"),
        "{puzzle}"
    );
    let other = pegboard(&["verify", "x.ron", "--labels", "numbers"]).refused();
    assert!(other.contains("--board"), "{other}");
}

#[test]
fn labels_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("names.txt"),
        "\u{feff}   top\n  l   r\nll, m, rr\n",
    )
    .unwrap();
    std::fs::write(folder.path().join("few.txt"), "a b").unwrap();
    let labelled = |file| pegboard_in(folder.path(), &["games", "triangle3", "--labels", file]);
    assert!(
        labelled("names.txt").ok().starts_with("ll-top, "),
        "{}",
        labelled("names.txt").ok()
    );
    assert!(labelled("few.txt").refused().contains("--labels: "));
    std::fs::write(folder.path().join("odd.txt"), "a b-c d e f g").unwrap();
    assert!(
        labelled("odd.txt")
            .refused()
            .contains("`b-c` cannot be a label")
    );
    std::fs::copy(
        folder.path().join("names.txt"),
        folder.path().join("names.svg"),
    )
    .unwrap();
    let over = pegboard_in(
        folder.path(),
        &[
            "draw",
            "triangle3",
            "--labels",
            "names.svg",
            "-o",
            "names.svg",
        ],
    );
    assert!(over.refused().contains("which the command reads"));
}

/// A certificate holds the labels that were in use, and is checked with them.
#[test]
fn certificates_carry_the_labels_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    run(&[
        "solve",
        "triangle5",
        "--labels",
        "numbers",
        "--vacate",
        "1",
        "--finish",
        "1",
        "--certificate",
        "one.ron",
    ])
    .ok();
    let proven = run(&["verify", "one.ron"]).ok();
    assert!(
        proven.contains("vacate 1") || proven.contains("from 1"),
        "{proven}"
    );
    let text = std::fs::read_to_string(folder.path().join("one.ron")).unwrap();
    assert!(text.contains("\"15\""), "{text}");
}

#[test]
fn a_board_of_the_library_is_printed_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["english", "petersen", "think-and-jump"] {
        let ron = pegboard(&["info", name, "--ron"]).ok();
        std::fs::write(folder.path().join("mine.ron"), &ron).unwrap();
        let read = Board::load(folder.path().join("mine.ron")).unwrap();
        assert_eq!(read, Board::library(name).unwrap(), "{name}");
    }
    let numbered = pegboard(&["info", "english", "--ron", "--labels", "numbers"]).ok();
    assert!(
        numbered.contains("labels: Numbers") && numbered.contains("vacancy: \"17\""),
        "{numbered}"
    );
}

#[test]
fn boards_have_their_usual_names() {
    for (name, board) in [
        ("european", "french"),
        ("continental", "french"),
        ("german", "wiegleb"),
        ("Hi-Q", "english"),
        ("brainvita", "english"),
        ("senku", "english"),
        ("cracker barrel", "cracker-barrel"),
    ] {
        assert_eq!(pegboard(&["info", name, "--json"]).json()["board"], board);
    }
    let refused = pegboard(&["solve", "brainvitta"]).refused();
    assert!(
        refused.contains("did you mean `english`? `pegboard boards` lists the library"),
        "{refused}"
    );
}

#[test]
fn numbers_for_labels_name_the_option() {
    for arguments in [
        ["hint", "english", "--played", "5-17"],
        ["solve", "english", "--vacate", "5"],
        ["solve", "english", "--finish", "5"],
        ["solve", "english", "--start", "5 17"],
        ["solve", "triangle5", "--start", "5 3"],
    ] {
        let message = pegboard(&arguments).refused();
        assert!(
            message.contains("no hole `5`") && message.contains("`--labels numbers`"),
            "{message}"
        );
    }
    let letters = [
        "solve", "english", "--labels", "numbers", "--start", "d3 d4",
    ];
    let message = pegboard(&letters).refused();
    assert!(
        message.contains("no hole `d3`")
            && message.contains("`--labels letters` gives the holes such labels"),
        "{message}"
    );
    let capital = pegboard(&["solve", "english", "--vacate", "x", "--finish", "A"]).refused();
    assert!(
        capital.contains("no hole `x`") && capital.contains("`--labels winning-ways` gives"),
        "{capital}"
    );
    let numbered = ["solve", "triangle5", "--labels", "numbers", "--vacate", "0"];
    let message = pegboard(&numbered).refused();
    assert!(
        message.contains("numbered from 1: 1 2 3") && !message.contains("`--labels"),
        "{message}"
    );
    let nothing = pegboard(&["hint", "english", "--played", "[[[["]).refused();
    assert!(nothing.contains("move 1, `[[[[`, has no jump"), "{nothing}");
    let styles = pegboard(&["solve", "triangle5", "--format", "x,arrow"]).refused();
    assert!(
        styles.contains("`x` and `arrow` are both styles"),
        "{styles}"
    );
}

#[test]
fn printed_games_are_read_back() {
    for labels in ["letters", "numbers"] {
        let vacancy = if labels == "letters" { "a1" } else { "1" };
        let start = ["triangle5", "--labels", labels, "--vacate", vacancy];
        for format in ["hyphen", "arrow,lines", "to,numbered"] {
            for kind in [&["--solutions-only"][..], &[]] {
                let listing = ["games", "--limit", "1", "--format", format];
                let game = pegboard(&[&listing[..], &start[..], kind].concat()).stdout;
                assert!(game.contains("left"), "{game}");
                let read = pegboard(&[&["hint"], &start[..], &["--played", &game]].concat());
                assert_ne!(read.code, 3, "{game}\n{}", read.stderr);
            }
        }
    }
}
