//! `--stuck`: shortest games after which no jump is left.

use super::program::pegboard;
use serde_json::{Value, json};

#[test]
fn the_shortest_english_game_has_six_jumps() {
    let report = pegboard(&["solve", "english", "--stuck", "--json"]).json();
    assert_eq!(
        [&report["jumps"], &report["at_least"], &report["pegs_left"]],
        [&json!(6), &json!(6), &json!(26)]
    );
    assert_eq!(report["searched"], json!([1, 1, 2, 8, 39, 171]));
    assert_eq!(report["games"], Value::Null);
    let text = pegboard(&["solve", "english", "--stuck"]).ok();
    let text = text.replace('\n', " ");
    assert!(
        text.starts_with(
            "English, vacate d4: stuck after 6 jumps; 26 pegs are left. No game is shorter: all 222 positions that \
             fewer jumps reach (up to symmetry) allow a jump."
        ),
        "{text}"
    );
}

#[test]
fn all_shortest_games_are_listed_up_to_a_limit() {
    let args = ["solve", "triangle5", "--vacate", "a3", "--stuck", "--all"];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    let games = report["games"].as_array().unwrap();
    assert_eq!(report["complete"], true);
    assert!(games.len() > 1);
    let counts = pegboard(&["count", "triangle5", "--vacate", "a3", "--json"]).json();
    assert_eq!(
        report["sequences"],
        counts["by_final_pegs"][report["pegs_left"].to_string()]
    );
    let cut = pegboard(&[&args[..], &["--limit", "1", "--json"]].concat()).json();
    assert_eq!(cut["complete"], false);
    assert_eq!(cut["games"].as_array().unwrap().len(), 1);
    let text = pegboard(&[&args[..], &["--limit", "1"]].concat()).ok();
    assert!(
        text.replace('\n', " ").contains("more than 1 set of jumps"),
        "{text}"
    );
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let args = ["solve", "english", "--stuck", "--nodes", "20"];
    let run = pegboard(&args);
    assert_eq!(run.code, 2);
    let text = run.stdout.replace('\n', " ");
    assert!(
        text.starts_with("English, vacate d4: undecided: stopped by the node limit. Every game has at least 5 jumps: "),
        "{text}"
    );
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["answer"], &report["at_least"]),
        (&json!("undecided"), &json!(5))
    );
}

#[test]
fn a_table_has_the_shortest_game_of_every_vacancy() {
    let jumps = |report: &Value| -> Vec<(String, u64)> {
        let rows = report["problems"].as_array().unwrap().iter();
        rows.map(|row| {
            let vacancy = row["vacate"].as_str().unwrap().to_owned();
            (vacancy, row["jumps"].as_u64().unwrap())
        })
        .collect()
    };
    let known = [("a1", 6), ("a2", 6), ("a3", 7), ("b3", 4)];
    let known = known.map(|(vacancy, jumps)| (vacancy.to_owned(), jumps));
    for (args, command) in [
        (&["atlas", "triangle5", "--stuck"][..], "atlas --stuck"),
        (
            &["solve", "triangle5", "--stuck", "--vacate", "any"],
            "solve --vacate any --stuck",
        ),
    ] {
        let report = pegboard(&[args, &["--json"]].concat()).json();
        assert_eq!(
            (jumps(&report), &report["open"], &report["command"]),
            (known.to_vec(), &json!(0), &json!(command))
        );
    }
    let csv = pegboard(&["atlas", "triangle5", "--stuck", "--csv", "-"]).ok();
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("vacate,jumps,at_least,pegs_left,proved,moves,seconds")
    );
    assert!(lines.next().unwrap().starts_with("a1,6,6,8,true,"));
    let text = pegboard(&["atlas", "triangle5", "--stuck"]).ok();
    assert!(
        text.starts_with(
            "Triangle 5: shortest games after which no jump is left, from 4 vacancies up to symmetry: 4 to 7 jumps, \
             all proved.\n\n vacate   jumps   pegs left   game"
        ),
        "{text}"
    );
}

#[test]
fn options_of_a_problem_do_not_go_with_stuck() {
    for option in [
        &["--finish", "any"][..],
        &["--fewest"],
        &["--problem", "lamp"],
        &["--certificate", "x.ron"],
    ] {
        pegboard(&[&["solve", "english", "--stuck"], option].concat()).refused();
    }
    pegboard(&["solve", "english", "--all"]).refused();
}

#[test]
fn limits_of_zero_are_reported_as_such() {
    let none = pegboard(&["solve", "english", "--stuck", "--nodes", "0"]);
    assert_eq!(none.code, 2, "{}", none.stderr);
    let said = "undecided: stopped by the node limit before any position was searched.";
    assert!(none.stdout.contains(said), "{}", none.stdout);
    let unlisted = pegboard(&["solve", "triangle5", "--stuck", "--all", "--limit", "0"]);
    let said = "2 shortest games; raise `--limit` to list them\n";
    assert!(unlisted.stdout.contains(said), "{}", unlisted.stdout);
}
