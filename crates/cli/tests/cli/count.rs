use super::program::pegboard;
use serde_json::{Value, json};

#[test]
fn games_are_counted() {
    let report = pegboard(&["count", "triangle5", "--vacate", "a1", "--json"]).json();
    assert_eq!(
        (&report["games"], &report["solutions"]),
        (&json!("568630"), &json!("6816"))
    );
    assert_eq!(report["by_final_pegs"]["1"], json!("29760"));
    assert_eq!(
        (&report["shortest_dead_end"], &report["longest_game"]),
        (&json!(6), &json!(13))
    );
    let survivors = report["by_survivor"].as_object().unwrap().values();
    let sum: u64 = survivors
        .map(|games| games.as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 29760);
    insta::assert_snapshot!(pegboard(&["count", "triangle5", "--vacate", "a1"]).ok());
}

#[test]
fn solutions_alone_are_counted_faster() {
    let args = [
        "count",
        "triangle5",
        "--vacate",
        "a3",
        "--finish",
        "any",
        "--solutions-only",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["solutions"], &report["games"]),
        (&json!("85258"), &Value::Null)
    );
    assert_eq!(
        pegboard(&args).ok(),
        "Triangle 5, vacate a3: 85,258 solutions\n"
    );
    assert!(
        pegboard(&["count", "triangle5", "--fewest", "--solutions-only"])
            .refused()
            .contains("no finish")
    );
}

#[test]
fn too_little_memory_is_reported_with_the_amount_needed() {
    let run = pegboard(&["count", "english", "--vacate", "d4", "--memory", "32M"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("allow at least "), "{}", run.stderr);
}

/// With little memory, levels are collected a few at a time.
#[test]
fn counts_do_not_depend_on_memory() {
    let args = ["count", "triangle6", "--vacate", "a1", "--json"];
    let enough = pegboard(&args).json();
    for memory in ["2M", "3M"] {
        assert_eq!(
            pegboard(&[&args[..], &["--memory", memory]].concat()).json(),
            enough,
            "{memory}"
        );
    }
}

/// The games and the solutions to a pattern take a sweep each.
#[test]
fn a_goal_that_leaves_holes_free_is_counted_in_a_scratch_folder() {
    let scratch = tempfile::tempdir().unwrap();
    let args = [
        "count",
        "triangle5",
        "--vacate",
        "a1",
        "--finish-includes",
        "a1",
        "b2",
        "--json",
    ];
    let plain = pegboard(&args).json();
    let in_folder = [&args[..], &["--scratch", scratch.path().to_str().unwrap()]].concat();
    for _ in 0..2 {
        assert_eq!(pegboard(&in_folder).json(), plain);
    }
}

#[test]
fn a_finish_named_twice_counts_once() {
    let solutions = |finish| {
        pegboard(&[
            "count",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            finish,
            "--json",
        ])
        .json()
    };
    assert_eq!(
        solutions("a1,a1")["solutions"],
        solutions("a1")["solutions"]
    );
}

#[test]
fn the_odds_are_exact() {
    let args = ["count", "triangle4", "--start", "a1 a2 b2 b3", "--odds"];
    let text = pegboard(&args).ok();
    assert!(
        text.contains("random play wins 1 game in 4 (25 %)") && text.contains("exactly 1/4"),
        "{text}"
    );
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["chance_exact"], report["chance"].as_f64()),
        (&json!("1/4"), Some(0.25))
    );
    assert_eq!(report["games"], Value::Null);
    let never = pegboard(&[
        "count",
        "triangle5",
        "--vacate",
        "b3",
        "--finish",
        "b3",
        "--odds",
    ])
    .ok();
    assert!(never.ends_with("random play never wins\n"), "{never}");
}

#[test]
fn headings_name_the_start_whatever_it_is() {
    let heading = |args: &[&str]| {
        pegboard(&[&["count"], args].concat())
            .ok()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        heading(&["english", "--start", "d4"]),
        "English, from 1 peg: 1 game"
    );
    assert_eq!(
        heading(&[
            "triangle4",
            "--start",
            "a1 a2 b2",
            "--finish",
            "a3,b3",
            "--solutions-only"
        ]),
        "Triangle 4, from 3 pegs, finish a3 or b3: 0 solutions"
    );
    let two = heading(&["triangle4", "--vacate", "a1,b2", "--fewest-moves"]);
    assert!(two.starts_with("Triangle 4, vacate a1 and b2: "), "{two}");
}

/// The chance of one peg is that of a problem whose goal is one peg anywhere.
#[test]
fn chances_of_the_pegs_left_are_exact() {
    let args = ["count", "triangle5", "--vacate", "a1", "--odds-by-pegs"];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let chances = report["chances_by_final_pegs"].as_object().unwrap();
    let odds = [
        "count",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--odds",
        "--json",
    ];
    assert_eq!(
        chances["1"]["exact"],
        pegboard(&odds).json()["chance_exact"]
    );
    let sum: f64 = chances
        .values()
        .map(|chance| chance["chance"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-12);
    assert_eq!(
        (&report["finish"], &report["games"], &report["chance"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let text = pegboard(&[
        "count",
        "triangle4",
        "--start",
        "a1 a2 b2 b3",
        "--odds-by-pegs",
    ])
    .ok();
    assert_eq!(
        text,
        "Triangle 4, from 4 pegs: random play\n\n pegs left   chance   exactly\n\
         ──────────────────────────────\n         1     25 %       1/4\n         2     75 %       3/4\n"
    );
}

/// Each vacancy has the object that the command prints for it alone.
#[test]
fn every_vacancy_is_counted() {
    let args = ["count", "triangle5", "--json", "--vacate"];
    let with = |vacancy: &str| pegboard(&[&args[..], &[vacancy]].concat()).json();
    let all = with("any");
    let answers = all["answers"].as_array().unwrap();
    let vacancies: Vec<&str> = answers
        .iter()
        .map(|answer| answer["vacate"].as_str().unwrap())
        .collect();
    assert_eq!(vacancies, ["a1", "a2", "a3", "b3"]);
    for answer in answers {
        assert_eq!(*answer, with(answer["vacate"].as_str().unwrap()));
    }
    let text = pegboard(&[
        "count",
        "triangle5",
        "--vacate",
        "any",
        "--solutions-only",
        "--finish",
        "any",
    ])
    .ok();
    assert!(
        text.ends_with("\n\nTriangle 5, 4 vacancies up to symmetry: 131,448 solutions in all\n"),
        "{text}"
    );
    let fewest = pegboard(&[
        "count",
        "triangle5",
        "--vacate",
        "any",
        "--fewest-moves",
        "--json",
    ])
    .json();
    assert_eq!(fewest["answers"][2]["fewest_moves"], 9);
}
