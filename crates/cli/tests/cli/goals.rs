//! Goals that leave holes free, and the usual goal of a board file, in every command that takes a goal.

use super::program::{pegboard, pegboard_in};
use serde_json::{Value, json};
use std::fs;

/// Each command that takes a goal, without its board and its goal.
const COMMANDS: &[&[&str]] = &[
    &["solve"],
    &["solve", "--fewest-moves"],
    &["solve", "--longest-move"],
    &["solve", "--longest-last-move"],
    &["sweep"],
    &["count"],
    &["count", "--solutions-only"],
    &["count", "--odds"],
    &["count", "--fewest-moves"],
    &["hint"],
    &["winning"],
    &["games"],
    &["games", "--solutions-only", "--limit", "3"],
    &["graph"],
    &["draw", "--solution"],
];

/// Commands that state the patterns for each of several starts.
const OF_SEVERAL: &[&[&str]] = &[
    &["solve", "--vacate", "any", "--fewest-moves"],
    &["count", "--vacate", "any"],
];

/// Runs a command with JSON output. A command that stops early with the answer that nothing is left is fine, too.
fn json_of(folder: &std::path::Path, args: &[&str]) -> Value {
    let run = pegboard_in(folder, &[args, &["--json"]].concat());
    assert!(run.code <= 1, "{args:?}: {}", run.stderr);
    run.json()
}

fn with_board<'a>(command: &[&'a str], board: &'a str) -> Vec<&'a str> {
    let (name, options) = command.split_first().unwrap();
    [&[*name, board], options].concat()
}

#[test]
fn every_command_with_a_goal_states_its_patterns() {
    let folder = tempfile::tempdir().unwrap();
    let goal = [
        "--finish-includes",
        "a1",
        "e5",
        "or",
        "c4",
        "--finish-excludes",
        "b3",
    ];
    let patterns =
        json!([{"pegs": ["a1", "e5"], "empty": ["b3"]}, {"pegs": ["c4"], "empty": ["b3"]}]);
    for command in COMMANDS {
        let args = [
            with_board(command, "triangle5"),
            vec!["--vacate", "a1"],
            goal.to_vec(),
        ]
        .concat();
        let report = json_of(folder.path(), &args);
        let stated = report["finish_patterns"].as_array().unwrap();
        let expected = patterns.as_array().unwrap();
        let has_all = expected.iter().all(|pattern| stated.contains(pattern));
        assert!(stated.len() == 2 && has_all, "{args:?}: {report}");
        let without = [
            with_board(command, "triangle5"),
            vec!["--vacate", "a1", "--finish", "a1"],
        ];
        let report = json_of(folder.path(), &without.concat());
        assert_eq!(report["finish_patterns"], Value::Null, "{command:?}");
    }
    for command in OF_SEVERAL {
        let args = [with_board(command, "triangle5"), goal.to_vec()].concat();
        let report = json_of(folder.path(), &args);
        let answers = report["answers"].as_array().unwrap();
        assert!(
            answers.len() > 3
                && answers
                    .iter()
                    .all(|each| each["finish_patterns"] == patterns)
        );
    }
    fs::write(folder.path().join("batch.txt"), "a2 b2 a3 b3 c3 a4\n").unwrap();
    let args = [&["solve", "triangle5", "--batch", "batch.txt"][..], &goal].concat();
    assert_eq!(json_of(folder.path(), &args)["finish_patterns"], patterns);
}

const OUTPOST: &str = "Board(
    name: \"Outpost\",
    lattice: Square,
    vacancy: \"c3\",
    finish: FINISH,
    holes: Picture([\"..o..\", \".ooo.\", \"ooooo\", \".ooo.\", \"..o..\"]),
)";

#[test]
fn every_command_takes_the_usual_goal_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, finish: &str| {
        fs::write(folder.path().join(name), OUTPOST.replace("FINISH", finish)).unwrap();
    };
    save(
        "pattern.ron",
        "Patterns([(pegs: [\"c1\", \"c5\"], empty: [\"a3\", \"e3\"])])",
    );
    save("position.ron", "Position([\"c1\", \"c5\"])");
    let patterns = json!([{"pegs": ["c1", "c5"], "empty": ["a3", "e3"]}]);
    for command in COMMANDS {
        let report = json_of(folder.path(), &with_board(command, "pattern.ron"));
        // Without a finish, these two show all that can be reached.
        let states_goal = !matches!(command, ["graph"] | ["sweep"]);
        assert_eq!(
            report["finish_patterns"] == patterns,
            states_goal,
            "{command:?}"
        );
        let given = [
            "--finish-includes",
            "c1",
            "c5",
            "--finish-excludes",
            "a3",
            "e3",
        ];
        let args = [with_board(command, "pattern.ron"), given.to_vec()].concat();
        let mut named = json_of(folder.path(), &args);
        let mut usual = report;
        for report in [&mut usual, &mut named] {
            for field in ["seconds", "stats", "levels"] {
                report.as_object_mut().unwrap().remove(field);
            }
        }
        assert!(
            usual == named || !states_goal,
            "{command:?}\n{usual}\n{named}"
        );
    }
    let named = ["--finish-position", "c1 c5"];
    for command in [&["solve"][..], &["count", "--solutions-only"], &["hint"]] {
        let mut usual = json_of(folder.path(), &with_board(command, "position.ron"));
        let args = [with_board(command, "position.ron"), named.to_vec()].concat();
        let mut named = json_of(folder.path(), &args);
        for report in [&mut usual, &mut named] {
            report.as_object_mut().unwrap().remove("stats");
        }
        assert_eq!(usual, named, "{command:?}");
    }
    // Symmetric vacancies differ for a goal that names holes.
    let report = json_of(folder.path(), &["count", "pattern.ron", "--vacate", "any"]);
    assert_eq!(report["answers"].as_array().unwrap().len(), 13);
}

#[test]
fn info_and_import_name_the_usual_goal() {
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for (finish, line, [hole, position, patterns]) in [
        ("\"c1\"", "c1", [json!("c1"), Value::Null, Value::Null]),
        (
            "Position([\"c1\", \"c5\"])",
            "the position c1 c5",
            [Value::Null, json!(["c1", "c5"]), Value::Null],
        ),
        (
            "Patterns([(pegs: [\"c1\"]), (empty: [\"c3\"])])",
            "a peg in c1, or no peg in c3",
            [
                Value::Null,
                Value::Null,
                json!([{"pegs": ["c1"], "empty": []}, {"pegs": [], "empty": ["c3"]}]),
            ],
        ),
    ] {
        save("board.ron", &OUTPOST.replace("FINISH", finish));
        let run = pegboard_in(folder.path(), &["info", "board.ron"]);
        assert!(
            run.stdout.contains(&format!("finish      {line}\n")),
            "{}",
            run.stdout
        );
        let report = json_of(folder.path(), &["info", "board.ron"]);
        assert_eq!(
            [
                &report["finish"],
                &report["finish_position"],
                &report["finish_patterns"]
            ],
            [&hole, &position, &patterns]
        );
        let ron = pegboard_in(folder.path(), &["info", "board.ron", "--ron"]).stdout;
        save("again.ron", &ron);
        let again = pegboard_in(folder.path(), &["info", "again.ron", "--ron"]).stdout;
        assert!(ron == again && ron.contains("    finish: "), "{ron}");
    }
    save(
        "row.pddl",
        "(define (problem row) (:domain pegsolitaire)
           (:init (IN-LINE p-0-0 p-1-0 p-2-0) (IN-LINE p-1-0 p-2-0 p-3-0)
                  (occupied p-0-0) (occupied p-1-0) (free p-2-0) (free p-3-0))
           (:goal (and (occupied p-2-0) (free p-0-0))))",
    );
    let report = json_of(folder.path(), &["import", "row.pddl"]);
    let labels = report["finish_patterns"][0].clone();
    assert_eq!(labels, json!({"pegs": ["p_2_0"], "empty": ["p_0_0"]}));
    assert!(
        report["ron"]
            .as_str()
            .unwrap()
            .contains("finish: Patterns([")
    );
}

/// No line to a pattern has fewer moves, and the checker agrees.
#[test]
fn fewest_moves_to_a_pattern_have_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "solve",
        "triangle5",
        "--vacate",
        "a1",
        "--finish-includes",
        "a1",
        "e5",
        "--finish-excludes",
        "b3",
        "--fewest-moves",
        "--certificate",
        "short.ron",
    ];
    let run = pegboard_in(folder.path(), &args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = json_of(folder.path(), &["verify", "short.ron"]);
    assert!(report["files"][0]["fewest_moves"].is_u64(), "{report}");
    let army = [
        "solve",
        "square9",
        "--problem",
        "army to row 2",
        "--finish",
        "any",
    ];
    assert_eq!(pegboard(&army).code, 3);
}

/// A list of holes ends before the name of a board.
#[test]
fn a_board_may_stand_after_a_list_of_holes() {
    let first = pegboard(&[
        "solve",
        "english",
        "--finish-includes",
        "d4",
        "d1",
        "--json",
    ])
    .json();
    for arguments in [
        &[
            "solve",
            "--finish-includes",
            "d4",
            "d1",
            "english",
            "--json",
        ][..],
        &["solve", "--json", "--finish-includes", "d4", "d1", "Hi-Q"],
    ] {
        let last = pegboard(arguments).json();
        assert_eq!(last["finish_patterns"], first["finish_patterns"]);
        assert!(last["finish_patterns"].is_array(), "{last}");
        assert_eq!(last["board"], first["board"]);
    }
    let missing = pegboard(&["solve", "--finish-includes", "d4", "d1"]).refused();
    assert!(missing.contains("<BOARD>"), "{missing}");
}
