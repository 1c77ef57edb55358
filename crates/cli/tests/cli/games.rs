use super::program::pegboard;
use serde_json::{Value, json};

#[test]
fn each_game_is_a_line() {
    let text = pegboard(&["games", "triangle4", "--vacate", "a2", "--all"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines
            .iter()
            .all(|line| line.ends_with(" left") || line.ends_with("1 peg left, solved"))
    );
    let solved = lines
        .iter()
        .filter(|line| line.ends_with(": 1 peg left, solved"))
        .count();
    assert!(solved > 0);
    let only = pegboard(&[
        "games",
        "triangle4",
        "--vacate",
        "a2",
        "--all",
        "--solutions-only",
    ])
    .ok();
    assert_eq!(only.lines().count(), solved);
    let first = pegboard(&["games", "triangle4", "--vacate", "a2", "--limit", "3"]).ok();
    assert_eq!(first.lines().collect::<Vec<_>>(), lines[..3]);
}

#[test]
fn a_game_that_meets_the_goal_on_the_way_is_solved() {
    let args = [
        "games",
        "triangle4",
        "--vacate",
        "a2",
        "--finish-includes",
        "a2",
        "--all",
    ];
    let text = pegboard(&args).ok(); // every first jump ends in a2
    assert!(text.lines().all(|line| line.ends_with(" left, solved")));
    let list = pegboard(&[&args[..], &["--json"]].concat()).json();
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), text.lines().count());
    assert!(games.iter().all(|game| game["solution"] == true));
}

/// The first board is too large for a bitmap of the winning positions, the second for any bitmap.
#[test]
fn solutions_of_large_boards_end_where_the_goal_is_met() {
    let french = ["french", "--start", "c1,d1,e2", "--finish-position"];
    let wiegleb = ["wiegleb", "--start", "a4,b4,d4", "--finish-position"];
    for (problem, finish, solution) in [
        (french, "e1,e2", "c1-e1: 2 pegs left, solved\n"),
        (wiegleb, "c4,d4", "a4-c4: 2 pegs left, solved\n"),
    ] {
        let problem = [&problem[..], &[finish, "--solutions-only"]].concat();
        for more in [&[][..], &["--all"]] {
            let list = pegboard(&[&["games"], &problem[..], more].concat()).ok();
            assert_eq!(list, solution);
        }
        let count = pegboard(&[&["count"], &problem[..]].concat()).ok();
        assert!(count.ends_with("1 solution\n"), "{count}");
    }
}

#[test]
fn a_seed_draws_random_games_and_random_solutions() {
    let games = |seed, more: &[&str]| {
        let args = [
            "games",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--limit",
            "5",
            "--seed",
            seed,
        ];
        pegboard(&[&args[..], more].concat()).ok()
    };
    for more in [&[][..], &["--solutions-only"]] {
        assert_eq!(games("1", more).lines().count(), 5);
        assert_eq!(games("1", more), games("1", more));
        assert_ne!(games("1", more), games("2", more));
    }
    assert!(
        games("3", &["--solutions-only"])
            .lines()
            .all(|line| line.ends_with(": 1 peg left, solved"))
    );
    let all = pegboard(&["games", "triangle5", "--all", "--seed", "1"]).refused();
    assert!(all.contains("cannot be used with"), "{all}");
}

#[test]
fn random_solutions_of_large_boards_are_uniform_only_on_request() {
    let args = [
        "games",
        "english",
        "--seed",
        "5",
        "--limit",
        "2",
        "--solutions-only",
    ];
    let found = pegboard(&args);
    assert!(
        found.stderr.contains("not equally likely; add `--uniform`"),
        "{}",
        found.stderr
    );
    let drawn = pegboard(&[&args[..], &["--uniform"]].concat());
    assert_eq!(drawn.stderr, "");
    for output in [&found, &drawn] {
        assert_eq!(
            output
                .stdout
                .lines()
                .filter(|line| line.ends_with(": 1 peg left, solved"))
                .count(),
            2
        );
    }
    assert_ne!(found.stdout, drawn.stdout);
    let largest = u64::MAX.to_string(); // the seed after it is 0
    let args = args.map(|arg| if arg == "5" { &largest } else { arg });
    let wrapped = pegboard(&args);
    assert_eq!((wrapped.code, wrapped.stdout.lines().count()), (0, 2));
    let large = [
        "games",
        "wiegleb",
        "--seed",
        "1",
        "--solutions-only",
        "--uniform",
        "--time",
        "100ms",
    ];
    let stopped = pegboard(&large);
    assert_eq!(stopped.code, 2);
    assert!(
        stopped.stderr.contains("without `--uniform`"),
        "{}",
        stopped.stderr
    );
    let alone = pegboard(&["games", "english", "--uniform"]).refused();
    assert!(
        alone.contains("--seed") && alone.contains("--solutions-only"),
        "{alone}"
    );
}

#[test]
fn a_list_that_ends_early_says_so() {
    let args = ["games", "triangle5", "--vacate", "a1", "--finish", "a1"];
    let run = |more: &[&str]| pegboard(&[&args[..], more].concat());
    let short = run(&[]);
    assert_eq!((short.code, short.stdout.lines().count()), (0, 20));
    assert_eq!(
        short.stderr,
        "note: 20 games listed; there are more: `--limit NUMBER`, `--all`\n"
    );
    assert_eq!(run(&["--limit", "20"]).ok().lines().count(), 20);
}

#[test]
fn no_solution_is_reported_with_its_exit_code() {
    let args = [
        "games",
        "triangle5",
        "--vacate",
        "b3",
        "--finish",
        "b3",
        "--solutions-only",
    ];
    let none = pegboard(&args);
    assert_eq!(
        (none.code, none.stdout.as_str(), none.stderr.as_str()),
        (1, "", "note: there is no solution\n")
    );
}

/// Only one game in billions is a solution, so a search among all games would find none.
#[test]
fn solutions_are_listed_in_order() {
    let args = [
        "games",
        "english",
        "--finish",
        "d4",
        "--limit",
        "3",
        "--solutions-only",
    ];
    let list = pegboard(&args).ok();
    assert_eq!(
        list.lines()
            .filter(|line| line.ends_with(": 1 peg left, solved"))
            .count(),
        3
    );
}

#[test]
fn an_unsolvable_problem_lists_no_solution() {
    let args = [
        "games",
        "triangle5",
        "--vacate",
        "b3",
        "--finish",
        "b3",
        "--seed",
        "1",
        "--solutions-only",
    ];
    let list = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&list["games"], &list["complete"]),
        (&json!([]), &Value::Bool(true))
    );
}

#[test]
fn json_says_whether_the_list_is_complete() {
    let list = pegboard(&["games", "english", "--limit", "2", "--json"]).json();
    assert_eq!(list["games"].as_array().unwrap().len(), 2);
    assert_eq!(list["complete"], false);
    let list = pegboard(&["games", "triangle5", "--start", "a1 a2", "--json"]).json();
    let game = json!({ "moves": ["a1-a3"], "over": [["a2"]], "jumps": 1, "pegs_left": 1, "solution": true });
    assert_eq!(
        list,
        json!({ "schema": 1, "command": "games", "board": "triangle5", "title": "Triangle 5", "finish_patterns": null, "games": [game], "complete": true })
    );
    let none = pegboard(&[
        "games",
        "triangle5",
        "--start",
        "a1 a2",
        "--limit",
        "0",
        "--json",
    ])
    .json();
    assert_eq!(
        (&none["games"], &none["complete"]),
        (&json!([]), &Value::Bool(false))
    );
}

/// The next solution of this problem takes hours to find.
#[test]
fn json_ends_after_the_last_listed_solution() {
    let args = ["games", "wiegleb", "--solutions-only", "--limit", "0"];
    let run = pegboard(&[&args[..], &["--time", "2s", "--json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.json()["complete"], false);
}

#[test]
fn a_game_without_a_jump_says_so() {
    assert_eq!(
        pegboard(&["games", "english", "--start", "d4"]).ok(),
        "no jump: 1 peg left, solved\n"
    );
}
