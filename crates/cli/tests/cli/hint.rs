use super::program::pegboard;
use pegboard::{Board, Line};
use serde_json::{Value, json};

fn hint(args: &[&str]) -> (i32, Value) {
    let run = pegboard(&[&["hint"], args, &["--time", "20s", "--json"]].concat());
    (run.code, run.json())
}

fn verdicts(hint: &Value) -> Vec<&str> {
    hint["jumps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["verdict"].as_str().unwrap())
        .collect()
}

#[test]
fn every_possible_jump_has_a_verdict() {
    let (code, hint) = hint(&["triangle5", "--vacate", "a1"]);
    assert_eq!(code, 0);
    assert_eq!(
        hint["jumps"],
        json!([
            { "jump": "a3-a1", "over": "a2", "verdict": "winning" },
            { "jump": "c3-a1", "over": "b2", "verdict": "winning" },
        ])
    );
    assert_eq!(
        (&hint["alarm"], &hint["start_verdict"]),
        (&Value::Null, &json!("winning"))
    );
}

/// Asks for a hint after every prefix of a game.
#[test]
fn the_alarm_names_the_jump_at_which_winning_turned_to_losing() {
    let played = ["a3-a1", "a5-a3", "c5-a5", "e5-c5"];
    let mut lost = None;
    for count in 1..=played.len() {
        let (code, hint) = hint(&[
            "triangle5",
            "--vacate",
            "a1",
            "--played",
            &played[..count].join(" "),
        ]);
        if code == 1 {
            lost.get_or_insert((count, played[count - 1]));
        }
        match lost {
            None => assert_eq!((code, &hint["alarm"]), (0, &Value::Null)),
            Some((number, jump)) => {
                assert_eq!(
                    (code, &hint["alarm"]),
                    (1, &json!({ "jump": jump, "number": number }))
                );
                assert!(verdicts(&hint).iter().all(|verdict| *verdict == "losing"));
            }
        }
    }
    assert!(lost.is_some());
}

#[test]
fn the_best_line_leads_to_the_goal_while_it_can_be_reached() {
    let (_, hint) = hint(&["english", "--vacate", "d4", "--played", "d2-d4"]);
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    let moves: Vec<&str> = hint["best_line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    let line = Line::parse(&start, &format!("d2-d4 {}", moves.join(" "))).unwrap();
    assert_eq!(line.finish(), &board.with_pegs([board.hole("d4").unwrap()]));
    assert_eq!(hint["pegs_left"], 1);
}

#[test]
fn a_position_can_be_given_instead_of_a_game() {
    let (code, hint) = hint(&["triangle5", "--position", "a1 a2 e5"]);
    assert_eq!(
        (code, hint["position"].clone()),
        (1, json!(["a1", "a2", "e5"]))
    );
    assert_eq!(
        hint["jumps"],
        json!([{ "jump": "a1-a3", "over": "a2", "verdict": "losing" }])
    );
    assert_eq!(
        (&hint["start_verdict"], &hint["pegs_left"]),
        (&json!("losing"), &json!(2))
    );
}

/// A position of the board's usual game has the goal of that game.
#[test]
fn a_position_has_the_usual_goal() {
    let (_, played) = hint(&["english", "--played", "d2-d4 b3-d3"]);
    let pegs: Vec<&str> = played["position"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| l.as_str().unwrap())
        .collect();
    let (code, given) = hint(&["english", "--position", &pegs.join(" ")]);
    assert_eq!((code, &given["jumps"]), (0, &played["jumps"]));
    let text = pegboard(&["hint", "triangle5", "--position", "d4"]);
    assert_eq!(text.code, 1);
    assert!(
        text.stdout
            .starts_with("Triangle 5, from 1 peg, finish a1,"),
        "{}",
        text.stdout
    );
}

#[test]
fn the_text_has_a_picture_the_jumps_the_alarm_and_the_best_line() {
    let run = pegboard(&[
        "hint",
        "triangle5",
        "--position",
        "a1 a2",
        "--finish",
        "a3",
        "--ascii",
        "--time",
        "20s",
    ]);
    let expected = "\
Triangle 5, from 2 pegs, finish a3, at the start: 2 pegs.

    +
   * o
  o o o
 o o o o
o o o o o

jumps
  + a1-a3  winning

The goal can still be reached.

From here random play always wins.

best line, to the goal
  a1-a3
";
    assert_eq!(run.ok(), expected);
    let run = pegboard(&["hint", "triangle5", "--position", "a1 e5", "--finish", "a3"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout
            .contains("No jump is possible.\n\nThe goal cannot be reached from here.")
    );
}

/// Hints mark pegs only, so marks are read back as pegs.
#[test]
fn the_picture_of_a_hint_is_read_back() {
    for played in ["a3-a1", "a3-a1, c4-a2", "a3-a1, c4-a2, a1-a3"] {
        let text = pegboard(&["hint", "triangle5", "--played", played, "--ascii"]).stdout;
        let picture: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.is_empty())
            .skip(1)
            .take(5)
            .collect();
        let again = pegboard(&[
            "hint",
            "triangle5",
            "--start",
            &picture.join("\n"),
            "--finish",
            "a1",
            "--json",
        ]);
        let whole = pegboard(&["hint", "triangle5", "--played", played, "--json"]).json();
        assert_eq!(again.json()["position"], whole["position"], "{text}");
    }
}

#[test]
fn a_finished_game_is_reported_as_won_or_lost() {
    let problem = ["hint", "triangle5", "--vacate", "a1", "--finish", "a1"];
    let solution = "a3-a1 c3-a3 e5-c3 b5-b3 d5-b5 a5-c5 a4-a2 b2-d4 c5-c3 d4-b2 a1-c3-a3-a1";
    let won = pegboard(&[&problem[..], &["--played", solution]].concat()).ok();
    assert!(
        won.ends_with("\n\nThe goal is reached.\n") && !won.contains("No jump"),
        "{won}"
    );
    let never = pegboard(&[
        "hint",
        "triangle5",
        "--vacate",
        "b3",
        "--finish",
        "b3",
        "--time",
        "20s",
    ]);
    assert_eq!(never.code, 1);
    assert!(
        never
            .stdout
            .starts_with("Triangle 5, vacate b3, finish b3, at the start: 14 pegs.\n")
    );
    assert!(
        never.stdout.contains("\n\nThis problem has no solution.\n"),
        "{}",
        never.stdout
    );
}

#[test]
fn without_time_the_verdict_is_unknown() {
    let run = pegboard(&[
        "hint", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "10ms", "--json",
    ]);
    assert_eq!(run.code, 2);
    let hint = run.json();
    assert_eq!(
        (&hint["verdict"], &hint["start_verdict"]),
        (&json!("unknown"), &json!("unknown"))
    );
    assert!(verdicts(&hint).contains(&"unknown"));
}

#[test]
fn impossible_jumps_are_refused() {
    let refused =
        |played| pegboard(&["hint", "triangle5", "--vacate", "a1", "--played", played]).refused();
    assert_eq!(
        refused("a3-a1 a4-a2 x9-a1"),
        "error: --played: move 2, `a4-a2`: the jump a4-a2 cannot be played: a3, which it would jump over, has no peg; \
         here c4-a2, c3-a3, a5-a3 or c5-a3 can be played\n"
    );
    assert!(refused("a3-b2").contains("there is no jump from a3 to b2"));
    assert!(refused("z9-a1").contains("move 1, `z9-a1`: "));
    let both = pegboard(&[
        "hint",
        "triangle5",
        "--position",
        "a1 a2",
        "--played",
        "a1-a3",
    ])
    .refused();
    assert!(both.contains("cannot be used with"), "{both}");
}

/// In the middle of the central game, a search for each jump would take longer than a player waits.
#[test]
fn on_the_english_board_every_jump_has_a_definite_verdict() {
    let played = "d2-d4 b3-d3 c1-c3 e1-c1 d3-b3 a3-c3";
    let run = pegboard(&[
        "hint", "english", "--vacate", "d4", "--finish", "d4", "--played", played, "--json",
    ]);
    let hint = run.json();
    assert!(
        run.code < 2 && !verdicts(&hint).contains(&"unknown"),
        "{hint}"
    );
}

/// The hint alone has a line of the central game with more moves.
#[test]
fn the_line_has_the_fewest_moves_if_they_were_requested() {
    for (board, moves) in [
        (&["english"][..], 18),
        (&["triangle5", "--vacate", "a1", "--finish", "a1"], 10),
    ] {
        let hint = |format: &[&str]| {
            let options = ["hint", "--fewest-moves", "--time", "60s"];
            pegboard(&[&options, board, format].concat())
        };
        let text = hint(&[]).ok();
        let expected = format!("{moves} more moves at best.\n\nshortest line to the goal\n");
        assert!(text.contains(&expected), "{text}");
        let report = hint(&["--json"]).json();
        assert_eq!(report["best_line"].as_array().unwrap().len(), moves);
    }
}
