use super::program::{pegboard, pegboard_in};
use serde_json::json;

const LOST: &str = "a3-a1, a5-a3";

#[test]
fn the_alarm_names_the_jump_that_threw_the_win_away() {
    let run = pegboard(&["hint", "triangle5", "--played", LOST, "--json"]);
    assert_eq!(run.code, 1);
    let hint = run.json();
    assert_eq!(hint["verdict"], "losing");
    assert_eq!(hint["alarm"], json!({ "jump": "a5-a3", "number": 2 }));
    assert!(hint["jumps"].as_array().unwrap().iter().all(|jump| jump["verdict"] == "losing"));
    let text = pegboard(&["hint", "triangle5", "--played", LOST]).stdout;
    assert!(text.contains("alarm: jump 2, a5-a3, threw the win away"), "{text}");
}

#[test]
fn a_file_gives_the_hints_of_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    pegboard_in(folder.path(), &["winning", "triangle5", "--vacate", "a1", "-o", "a1.win"]).ok();
    for played in ["", "a3-a1", LOST, "a3-a1 c3-a3 a4-a2"] {
        let by_file = pegboard_in(
            folder.path(),
            &["hint", "triangle5", "--played", played, "--winning", "a1.win", "--json"],
        );
        let by_solver = pegboard(&["hint", "triangle5", "--played", played, "--json"]);
        assert_eq!(by_file.code, by_solver.code);
        let (by_file, by_solver) = (by_file.json(), by_solver.json());
        assert_eq!(by_file["jumps"], by_solver["jumps"], "{played}");
        assert_eq!(by_file["alarm"], by_solver["alarm"], "{played}");
    }
}

#[test]
fn a_hint_for_a_picture() {
    let args = ["hint", "triangle5", "--vacate", "a1", "--position", "o/*o/*oo/oooo/ooooo", "--json"];
    let hint = pegboard(&args).json();
    assert_eq!(
        hint["jumps"],
        json!([
            { "jump": "a2-a4", "verdict": "losing" },
            { "jump": "a3-a1", "verdict": "winning" },
        ])
    );
    assert_eq!((&hint["best"], &hint["alarm"]), (&json!(["a3-a1"]), &json!(null)));
}

#[test]
fn a_file_of_another_problem_or_board_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pegboard = |args: &[&str]| pegboard_in(folder.path(), args);
    pegboard(&["winning", "triangle5", "--vacate", "a1", "-o", "a1.win"]).ok();
    let hint = |args: &[&str]| pegboard(&[&["hint"], args, &["--winning", "a1.win"]].concat()).refused();
    assert!(hint(&["triangle5", "--vacate", "a3"]).contains("is about another problem"));
    assert!(hint(&["triangle5", "--vacate", "a1", "--finish", "a4"]).contains("is about another problem"));
    assert!(hint(&["triangle4", "--vacate", "a1"]).contains("was made for another board"));
    std::fs::write(folder.path().join("a1.win"), "nothing").unwrap();
    assert!(hint(&["triangle5"]).contains("is not a file of winning positions"));
    assert!(hint(&["triangle5", "--fewest"]).contains("is not a file"));
    assert!(pegboard(&["hint", "triangle5", "--fewest"]).refused().contains("name a finish"));
}

#[test]
fn games_are_listed() {
    let text = pegboard(&["games", "triangle5", "--limit", "3"]).ok();
    assert_eq!(text.lines().count(), 3);
    let games = pegboard(&["games", "triangle4", "--vacate", "b3", "--limit", "1M", "--json"]).json();
    let count = pegboard(&["count", "triangle4", "--vacate", "b3", "--json"]).json();
    assert_eq!(games["games"].as_array().unwrap().len().to_string(), count["games"].as_str().unwrap());
    let random = |seed| pegboard(&["games", "english", "--seed", seed, "--limit", "2"]).ok();
    assert_eq!(random("5"), random("5"));
    assert_ne!(random("5"), random("6"));
}

#[test]
fn positions_are_drawn() {
    let svg = pegboard(&["graph", "triangle5", "--within", "2"]).ok();
    assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 9, "{svg}");
    let dot = pegboard(&["graph", "triangle4", "--vacate", "b3", "--kind", "dot", "--json"]).json();
    assert!(dot["picture"].as_str().unwrap().starts_with("digraph positions {"));
}

#[test]
fn the_indexed_set_is_written_as_text() {
    let folder = tempfile::tempdir().unwrap();
    pegboard_in(folder.path(), &["winning", "triangle5", "--indexed", "all.txt"]).ok();
    let text = std::fs::read_to_string(folder.path().join("all.txt")).unwrap();
    assert!(text.starts_with("1 0 16\n1 1 64\n1 2 1\n1 4 8\n2 0 18\n2 3 10\n"), "{text}");
}
