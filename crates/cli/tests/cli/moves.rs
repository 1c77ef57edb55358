//! Tests of fewest moves in the built program.

use super::program::{pegboard, pegboard_in};
use pegboard::{Board, Line};
use serde_json::{Value, json};

#[test]
fn the_shortest_solution_comes_with_its_proof() {
    let args = [
        "solve",
        "triangle5",
        "--vacate",
        "c5",
        "--finish",
        "b3",
        "--fewest-moves",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let numbers = ["fewest_moves", "at_least", "proved", "answer"].map(|name| report[name].clone());
    assert_eq!(
        numbers,
        [json!(10), json!(10), json!(true), json!("solvable")]
    );
    assert_eq!(report["moves"].as_array().unwrap().len(), 10);
    let text = pegboard(&args).ok();
    assert!(
        text.starts_with("Triangle 5, vacate c5, finish b3: solved in 10 moves (13 jumps)"),
        "{text}"
    );
    assert!(text.contains("No solution has fewer moves."), "{text}");
    let plain = pegboard(&["solve", "triangle5", "--json"]).json();
    assert_eq!(plain.get("fewest_moves"), None);
}

#[test]
fn an_unsolvable_problem_has_no_fewest_moves() {
    let run = pegboard(&[
        "solve",
        "triangle5",
        "--finish",
        "b3",
        "--fewest-moves",
        "--json",
    ]);
    assert_eq!(run.code, 1);
    let report = run.json();
    assert_eq!(
        (&report["fewest_moves"], &report["at_least"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&report["answer"], &report["proved"]),
        (&json!("unsolvable"), &json!(true))
    );
}

#[test]
fn within_a_limit_there_are_bounds() {
    let args = [
        "solve",
        "wiegleb",
        "--vacate",
        "e5",
        "--finish",
        "e5",
        "--fewest-moves",
        "--time",
        "3s",
        "--json",
    ];
    let run = pegboard(&args);
    assert_eq!(run.code, 2);
    let report = run.json();
    let number = |name: &str| report[name].as_u64().unwrap();
    assert!(
        10 < number("at_least") && number("at_least") < number("fewest_moves"),
        "{report}"
    );
    assert_eq!(report["proved"], false);
    assert_eq!(
        report["moves"].as_array().unwrap().len() as u64,
        number("fewest_moves")
    );
}

#[test]
fn the_limit_that_stopped_a_search_for_fewest_moves_is_named() {
    let little = pegboard(&["solve", "triangle7", "--fewest-moves", "--memory", "1M"]);
    assert_eq!(little.code, 2);
    let advice =
        "is the minimum: the positions did not fit in memory; raise the limit with `--memory`.";
    let words: Vec<&str> = little.stdout.split_whitespace().collect();
    assert!(words.join(" ").contains(advice), "{}", little.stdout);
}

#[test]
fn fewest_pegs_have_two_names_and_exclude_fewest_moves() {
    let fewest =
        |name: &str| pegboard(&["solve", "triangle3", name, "--json"]).json()["pegs_left"].clone();
    assert_eq!(fewest("--fewest"), fewest("--fewest-pegs"));
    let refused = pegboard(&["solve", "triangle3", "--fewest", "--fewest-moves"]).refused();
    assert!(refused.contains("cannot be used with"), "{refused}");
}

#[test]
fn shortest_solutions_are_counted_and_listed() {
    let args = [
        "count",
        "triangle5",
        "--vacate",
        "c5",
        "--finish",
        "b3",
        "--fewest-moves",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let numbers =
        ["fewest_moves", "sequences", "sets", "solutions"].map(|name| report[name].clone());
    assert_eq!(numbers, [json!(10), json!("118"), json!("5"), Value::Null]);
    let report = pegboard(&[&args[..], &["--all", "--json"]].concat()).json();
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("c5").unwrap());
    let solutions = report["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 5);
    for moves in solutions {
        let moves: Vec<&str> = moves
            .as_array()
            .unwrap()
            .iter()
            .map(|each| each.as_str().unwrap())
            .collect();
        let line = Line::parse(&start, &moves.join(" ")).unwrap();
        assert_eq!(
            (line.moves().len(), line.finish().clone()),
            (10, board.with_pegs([board.hole("b3").unwrap()]))
        );
    }
    let text = pegboard(&[&args[..], &["--all"]].concat()).ok();
    assert!(text.contains("sets of moves       5\n"), "{text}");
    assert_eq!(text.matches("\n\n").count(), 5);
    let none = pegboard(&["count", "triangle5", "--finish", "b3", "--fewest-moves"]);
    assert_eq!(
        (none.code, none.stdout.as_str()),
        (1, "Triangle 5, vacate a1, finish b3: no solution\n")
    );
}

#[test]
fn the_table_of_a_board_is_resumed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    // Certificates prove which problems are unsolvable.
    pegboard_in(folder.path(), &["atlas", "triangle5"]).ok();
    let args = ["atlas", "triangle5", "--fewest-moves", "--map", "moves.svg"];
    let text = pegboard_in(folder.path(), &args).ok();
    assert!(
        text.starts_with(
            "Triangle 5: fewest moves of 17 problems; 12 solvable in 9 to 11 moves, all proved."
        ) && text.ends_with("\n\ntable: triangle5.atlas/moves.csv\n"),
        "{text}"
    );
    assert!(
        text.contains("b3: a1 unsolvable, b3 unsolvable, a4 unsolvable, c5 11"),
        "{text}"
    );
    let file = folder.path().join("triangle5.atlas/moves.csv");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        pegboard_in(
            folder.path(),
            &["atlas", "triangle5", "--fewest-moves", "--csv", "-"]
        )
        .ok(),
        written
    );
    let svg = std::fs::read_to_string(folder.path().join("moves.svg")).unwrap();
    let drawing = roxmltree::Document::parse(&svg).unwrap();
    let is_number =
        |node: &roxmltree::Node<'_, '_>| node.text().is_some_and(|text| text.parse::<u8>().is_ok());
    let numbers = drawing
        .descendants()
        .filter(|node| node.has_tag_name("text") && is_number(node));
    assert!(numbers.count() > 12);
    let report = pegboard_in(
        folder.path(),
        &["atlas", "triangle5", "--fewest-moves", "--json"],
    )
    .json();
    assert_eq!(
        (
            &report["open"],
            report["problems"].as_array().unwrap().len()
        ),
        (&json!(0), 17)
    );
    assert!(
        report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .all(|each| each["seconds"] == 0.0)
    );
    // The bounds of an earlier run are recorded; what certificates prove is proved.
    assert_eq!(report["recorded"], 12);
    for problem in report["problems"].as_array().unwrap() {
        let is_unsolvable = problem["answer"] == "unsolvable";
        assert_eq!(problem["proved"], is_unsolvable);
        assert_eq!(problem["recorded"], !is_unsolvable);
    }
    let text = pegboard_in(folder.path(), &args).ok();
    let head = "12 solvable in 9 to 11 moves, 5 proved, 12 recorded by an earlier run.";
    assert!(text.replace('\n', " ").contains(head), "{text}");
    let svg = std::fs::read_to_string(folder.path().join("moves.svg")).unwrap();
    assert!(svg.contains(">10*<") && svg.contains("* : the fewest as recorded by an earlier run"));
    // A removed row is found again.
    let without: Vec<&str> = written
        .lines()
        .filter(|line| !line.starts_with("c5,b3"))
        .collect();
    std::fs::write(&file, without.join("\n") + "\n").unwrap();
    pegboard_in(folder.path(), &args).ok();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap().lines().count(),
        written.lines().count()
    );
}

#[test]
fn the_minimum_over_all_problems_is_found_alone() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["atlas", "triangle6", "--fewest-moves", "--least"];
    let text = pegboard_in(folder.path(), &args).ok();
    let head = "Triangle 6, vacate a3, finish a3: solved in 9 moves. No solution of any problem of the board has fewer.";
    assert!(text.replace('\n', " ").starts_with(head), "{text}");
    assert!(
        text.ends_with("\n\ntable: triangle6.atlas/moves.csv\n"),
        "{text}"
    );
    let resumed = pegboard_in(folder.path(), &args).ok();
    let head = "solved in 9 moves. By bounds that an earlier run recorded, no solution of any problem of the board has fewer.";
    assert!(resumed.replace('\n', " ").contains(head), "{resumed}");
    let resumed = pegboard_in(folder.path(), &[&args[..], &["--json"]].concat()).json();
    assert_eq!(resumed["least"]["proved"], false);
    let other = tempfile::tempdir().unwrap();
    let report = pegboard_in(other.path(), &[&args[..], &["--json"]].concat()).json();
    let least =
        json!({"fewest_moves": 9, "at_least": 9, "proved": true, "vacate": "a3", "finish": "a3"});
    assert_eq!(report["least"], least);
    assert_ne!(report["open"], 0);
    let stopped = pegboard_in(
        folder.path(),
        &[
            "atlas",
            "wiegleb",
            "--fewest-moves",
            "--least",
            "--time",
            "1ms",
        ],
    );
    assert_eq!(stopped.code, 2);
    assert!(stopped.stdout.contains("at least "), "{}", stopped.stdout);
}

#[test]
fn a_hint_says_how_many_moves_are_still_needed() {
    let args = [
        "hint",
        "triangle5",
        "--vacate",
        "c5",
        "--finish",
        "c5",
        "--fewest-moves",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(report["moves_needed"], 9);
    let jumps = report["jumps"].as_array().unwrap();
    let best = jumps
        .iter()
        .filter_map(|jump| jump.get("moves_needed")?.as_u64())
        .min();
    assert_eq!(best, Some(9));
    let text = pegboard(&args).ok();
    assert!(
        text.contains("9 more moves at best.") && text.contains("winning  9 moves"),
        "{text}"
    );
    let plain = pegboard(&["hint", "triangle5", "--json"]).json();
    assert_eq!(plain.get("moves_needed"), None);
}

#[test]
fn the_longest_last_move_is_found() {
    let args = [
        "solve",
        "triangle5",
        "--vacate",
        "c5",
        "--finish",
        "c5",
        "--longest-last-move",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let jumps = report["last_move_jumps"].as_u64().unwrap();
    let last = report["moves"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .as_str()
        .unwrap();
    assert_eq!(last.matches('-').count() as u64, jumps);
    assert_eq!(report["proved"], true);
    let text = pegboard(&args).ok();
    assert!(
        text.contains(&format!(
            "The last move has {jumps} jumps; no solution ends with more."
        )),
        "{text}"
    );
}

#[test]
fn the_longest_move_is_found() {
    let args = [
        "solve",
        "triangle5",
        "--vacate",
        "c5",
        "--finish",
        "c5",
        "--longest-move",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let jumps = report["longest_move_jumps"].as_u64().unwrap();
    let moves = report["moves"].as_array().unwrap();
    let longest = moves
        .iter()
        .map(|each| each.as_str().unwrap().matches('-').count() as u64)
        .max();
    assert_eq!((longest, &report["proved"]), (Some(jumps), &json!(true)));
    let text = pegboard(&args).ok();
    assert!(
        text.contains(&format!(
            "The longest move has {jumps} jumps; no solution has a longer one."
        )),
        "{text}"
    );
}

#[test]
fn a_given_last_move_ends_the_solution() {
    let with = |last: &str| pegboard(&["solve", "triangle5", "--last-move", last]);
    let text = with("e5-c3-a3-a1").ok();
    assert!(text.trim_end().ends_with("e5-c3-a3-a1"), "{text}");
    assert_eq!(with("E5→D4→C3→a3→a1").ok(), text);
    let longer = with("c5-a3-c3-a1");
    assert_eq!(longer.code, 1);
    let expected = "Triangle 5, vacate a1, finish a1: unsolvable with the last move c5-a3-c3-a1.\n";
    assert_eq!(longer.stdout, expected);
    let refused = with("a1-a3").refused();
    assert!(
        refused.contains("the last move a1-a3 does not end in the goal"),
        "{refused}"
    );
    assert!(with("a2-a1").refused().contains(
        "no jump leads from `a2` to `a1`; name every hole that the peg visits, in order"
    ));
    assert!(with("z1-a1").refused().contains("--last-move"));
    let two = with("a3-a1, c3-a3").refused();
    assert!(two.contains("`c3-a3` is a second move"), "{two}");
}

/// The pegs `b` to `f` of a complete graph of ten holes, whose jumps are too many for bitmaps.
#[test]
fn a_board_with_very_many_jumps_needs_no_bitmap() {
    let folder = tempfile::tempdir().unwrap();
    let holes = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let edges = holes.iter().enumerate().flat_map(|(index, one)| {
        let others = holes[..index].iter();
        others.map(move |other| format!("(\"{one}\", \"{other}\")"))
    });
    let edges: Vec<String> = edges.collect();
    let board = format!(
        "Board(name: \"K10\", lattice: Graph([{}]))",
        edges.join(", ")
    );
    std::fs::write(folder.path().join("k10.ron"), board).unwrap();
    let args = "solve k10.ron --finish-includes b --finish-excludes d --json --start";
    let with = |option: &str| {
        let mut args: Vec<&str> = args.split(' ').collect();
        args.extend(["b c d e f", option]);
        pegboard_in(folder.path(), &args).json()
    };
    let fewest = with("--fewest-moves");
    assert_eq!(
        (&fewest["fewest_moves"], &fewest["proved"]),
        (&json!(1), &json!(true)),
        "{fewest}"
    );
    let longest = with("--longest-move");
    assert_eq!(longest["proved"], json!(true), "{longest}");
}

/// The positions of this problem fit no bitmap; they are few.
#[test]
fn a_last_move_to_a_pattern_on_a_large_board() {
    let args = [
        "solve",
        "square9",
        "--start",
        "c9 d7 d8 d9 e9",
        "--finish-includes",
        "c9",
        "--finish-excludes",
        "d9",
        "--last-move",
        "d9-d7",
        "--json",
    ];
    let report = pegboard(&args).json();
    assert_ne!(report["answer"], json!("undecided"), "{report}");
}

#[test]
fn a_given_last_move_names_the_holes_jumped_over() {
    let folder = tempfile::tempdir().unwrap();
    let board =
        r#"Board(name: "K4", lattice: Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]))"#;
    std::fs::write(folder.path().join("k4.ron"), board).unwrap();
    let with = |last: &str| {
        let problem = ["--start", "a b", "--finish", "c", "--last-move", last];
        pegboard_in(
            folder.path(),
            &[&["solve", "k4.ron"], &problem[..]].concat(),
        )
    };
    let text = with("a-(b)-c").ok();
    assert!(text.ends_with("\n\na-(b)-c\n"), "{text}");
    assert_eq!(with("a-b-c").ok(), text);
    let refused = with("a-(d)-c").refused();
    assert!(
        refused.contains("the last move a-(d)-c does not end in the goal"),
        "{refused}"
    );
    let refused = with("a-c").refused();
    assert!(
        refused.contains("jumps from a to c go over b and d"),
        "{refused}"
    );
}
