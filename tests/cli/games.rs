use super::program::pegboard;
use serde_json::{Value, json};

#[test]
fn each_game_is_a_line() {
    let text = pegboard(&["games", "triangle4", "--vacate", "a2", "--all"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.ends_with(" left") || line.ends_with("1 peg left, solved")));
    let solved = lines.iter().filter(|line| line.ends_with(": 1 peg left, solved")).count();
    assert!(solved > 0);
    let only = pegboard(&["games", "triangle4", "--vacate", "a2", "--all", "--solutions-only"]).ok();
    assert_eq!(only.lines().count(), solved);
    let first = pegboard(&["games", "triangle4", "--vacate", "a2", "--limit", "3"]).ok();
    assert_eq!(first.lines().collect::<Vec<_>>(), lines[..3]);
}

#[test]
fn a_seed_begins_elsewhere_in_the_same_list() {
    let all = pegboard(&["games", "triangle4", "--vacate", "a2", "--all"]).ok();
    let rest = |seed| pegboard(&["games", "triangle4", "--vacate", "a2", "--all", "--seed", seed]).ok();
    assert!(all.ends_with(&rest("1")) && all.ends_with(&rest("2")));
    assert_ne!(rest("1"), rest("2"));
}

#[test]
fn json_says_whether_there_are_more() {
    let list = pegboard(&["games", "english", "--limit", "2", "--json"]).json();
    assert_eq!(list["games"].as_array().unwrap().len(), 2);
    assert_eq!(list["complete"], false);
    let list = pegboard(&["games", "triangle5", "--start", "a1 a2", "--json"]).json();
    let game = json!({ "moves": ["a1-a3"], "jumps": 1, "pegs_left": 1, "solution": true });
    assert_eq!(list, json!({ "board": "Triangle 5", "games": [game], "complete": true }));
    let none = pegboard(&["games", "triangle5", "--start", "a1 a2", "--limit", "0", "--json"]).json();
    assert_eq!((&none["games"], &none["complete"]), (&json!([]), &Value::Bool(false)));
}
