use super::program::{Run, pegboard, pegboard_in, pegboard_reading};
use pegboard::{Board, Line, Position};
use serde_json::{Value, json};
use std::time::Duration;

/// Returns the JSON answer and the finish of its replayed moves, which must be legal and leave the stated pegs.
fn replayed(run: &Run, board: &str) -> (Value, Position) {
    let answer = run.json();
    let board = Board::library(board).unwrap();
    let labels = answer["start"]
        .as_array()
        .unwrap()
        .iter()
        .map(|label| board.hole(label.as_str().unwrap()).unwrap());
    let start = board.with_pegs(labels);
    let moves: Vec<&str> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each.as_str().unwrap())
        .collect();
    let line = Line::parse(&start, &moves.join(", ")).unwrap();
    assert_eq!(answer["jumps"], line.jumps().len());
    assert_eq!(answer["pegs_left"], line.finish().peg_count());
    assert_eq!(moves.len(), line.moves().len());
    (answer, line.finish().clone())
}

fn pegs_of(position: &Position) -> Vec<&str> {
    position
        .pegs()
        .map(|hole| position.board().label(hole))
        .collect()
}

#[test]
fn warnings_of_a_board_come_before_its_solution() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        r#"Board(name: "Apart", lattice: Square, symmetry: Auto, holes: Picture(["ooo ooo"]))"#;
    std::fs::write(folder.path().join("apart.ron"), text).unwrap();
    let args = [
        "solve",
        "apart.ron",
        "--vacate",
        "a1",
        "--finish",
        "complement",
    ];
    for args in [&args[..], &[&args[..], &["--json"]].concat()] {
        let run = pegboard_in(folder.path(), args);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.starts_with("warning: "), "{}", run.stderr);
        assert!(run.stderr.contains("2 parts"), "{}", run.stderr);
    }
    assert_eq!(pegboard(&["solve", "english"]).stderr, "");
}

#[test]
fn the_inverse_game_is_the_solution_backwards() {
    let args = [
        "solve",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "a1",
        "--inverse",
    ];
    let answer = pegboard(&[&args[..], &["--json"]].concat()).json();
    let moves = |field: &str| -> Vec<String> {
        answer[field]
            .as_array()
            .unwrap()
            .iter()
            .map(|each| each.as_str().unwrap().to_owned())
            .collect()
    };
    let steps = |moves: &[String], sign: char| -> Vec<(String, String)> {
        let holes = |each: &String| each.split(sign).map(str::to_owned).collect::<Vec<_>>();
        let pairs = |holes: Vec<String>| {
            holes
                .windows(2)
                .map(|two| (two[0].clone(), two[1].clone()))
                .collect::<Vec<_>>()
        };
        moves.iter().map(holes).flat_map(pairs).collect()
    };
    let mut backward = steps(&moves("inverse_moves"), '+');
    backward.reverse();
    let swapped: Vec<_> = backward.into_iter().map(|(from, to)| (to, from)).collect();
    assert_eq!(swapped, steps(&moves("moves"), '-'));
    assert!(
        pegboard(&args)
            .ok()
            .contains("The inverse game, from 1 peg to 14 pegs, in ")
    );
    let usual = pegboard(&[&args[..6], &["--json"]].concat()).json();
    assert_eq!(usual["inverse_moves"], Value::Null);
}

#[test]
fn the_usual_vacancy_and_its_complement_are_the_default() {
    let (answer, finish) = replayed(&pegboard(&["solve", "triangle5", "--json"]), "triangle5");
    assert_eq!(answer["board"], "triangle5");
    assert_eq!(answer["title"], "Triangle 5");
    assert_eq!(answer["vacate"], "a1");
    assert_eq!(answer["finish"], "a1");
    assert_eq!(answer["answer"], "solvable");
    assert_eq!(answer["proof"], "solution");
    assert_eq!(answer["jumps"], 13);
    assert!(answer["stats"]["nodes"].is_u64() && answer["stats"]["seconds"].is_f64());
    assert_eq!(pegs_of(&finish), ["a1"]);
}

#[test]
fn if_the_classes_exclude_the_complement_the_default_is_one_peg_anywhere() {
    let (answer, finish) = replayed(
        &pegboard(&["solve", "square4", "--vacate", "b1", "--json"]),
        "square4",
    );
    assert_eq!(answer["vacate"], "b1");
    assert_eq!(answer["finish"], Value::Null);
    assert_eq!(finish.peg_count(), 1);
}

#[test]
fn an_unsolvable_problem_has_exit_code_1_and_a_proof() {
    let run = pegboard(&["solve", "triangle5", "--finish", "b2", "--json"]);
    assert_eq!(run.code, 1);
    let answer = run.json();
    assert_eq!(answer["answer"], "unsolvable");
    assert_eq!(answer["finish"], "b2");
    assert!(
        ["class", "pagoda", "exhaustion"]
            .map(Value::from)
            .contains(&answer["proof"]),
        "{answer}"
    );
    assert_eq!(
        (&answer["moves"], &answer["jumps"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn the_finish_can_be_one_of_several_holes() {
    let run = pegboard(&[
        "solve",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "b2,a4",
        "--json",
    ]);
    let (answer, finish) = replayed(&run, "triangle5");
    assert_eq!(answer["finish"], Value::Null);
    assert_eq!(pegs_of(&finish), ["a4"]); // the classes exclude b2
}

#[test]
fn start_and_finish_can_be_positions() {
    let start = "*/**/ooo/oooo/ooooo";
    let run = pegboard(&[
        "solve",
        "triangle4",
        "--start",
        "o/oo/***/oooo",
        "--finish-position",
        "b3,c3,a3",
        "--json",
    ]);
    assert_eq!(replayed(&run, "triangle4").0["jumps"], 0);
    let run = pegboard(&[
        "solve",
        "triangle5",
        "--start",
        start,
        "--finish-position",
        "a3 b2",
        "--json",
    ]);
    let (answer, finish) = replayed(&run, "triangle5");
    assert_eq!(answer["finish"], Value::Null);
    assert_eq!(answer["moves"], json!(["a1-a3"]));
    assert_eq!(pegs_of(&finish), ["b2", "a3"]);
}

#[test]
fn the_start_can_come_from_a_file_or_from_standard_input() {
    let picture = "    *\n   * *\n  o o o\n o o o o\no o o o o\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("start.txt"), picture).unwrap();
    let from_file = pegboard_in(
        folder.path(),
        &[
            "solve",
            "triangle5",
            "--start-file",
            "start.txt",
            "--fewest",
            "--json",
        ],
    );
    let from_input = pegboard_reading(
        picture,
        &[
            "solve",
            "triangle5",
            "--start-file",
            "-",
            "--fewest",
            "--json",
        ],
    );
    assert_eq!(from_file.json()["start"], json!(["a1", "a2", "b2"]));
    assert_eq!(from_input.json()["start"], json!(["a1", "a2", "b2"]));
}

#[test]
fn several_holes_can_be_vacant() {
    let run = pegboard(&[
        "solve",
        "triangle5",
        "--vacate",
        "a1,a2",
        "--finish",
        "any",
        "--json",
    ]);
    assert_eq!(run.json()["start"].as_array().unwrap().len(), 13);
    let finish = replayed(&run, "triangle5").1;
    assert_eq!(finish.peg_count(), 1);
}

#[test]
fn a_solution_is_a_sentence_and_its_moves() {
    let text = pegboard(&["solve", "triangle5"]).ok();
    let (sentence, moves) = text.split_once("\n\n").unwrap();
    assert!(
        sentence.starts_with("Triangle 5, vacate a1, finish a1: solved in "),
        "{sentence}"
    );
    assert!(
        sentence.ends_with(" moves (13 jumps), the last peg in a1."),
        "{sentence}"
    );
    let board = Board::library("triangle5").unwrap();
    let line = Line::parse(&board.vacate(board.hole("a1").unwrap()), moves).unwrap();
    assert_eq!(pegs_of(line.finish()), ["a1"]);
    assert!(moves.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn pictures_show_a_position_after_each_move() {
    let text = pegboard(&["solve", "triangle5", "--pictures", "--ascii"]).ok();
    assert_eq!(text.matches("start").count(), 1);
    let moves = pegboard(&["solve", "triangle5", "--json"]).json()["moves"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(text.matches('@').count(), moves);
    assert!(text.contains(&format!("{moves}. ")));
    let round = pegboard(&["solve", "triangle5", "--pictures"]).ok();
    assert_eq!(round.matches('◉').count(), moves);
}

#[test]
fn statistics_are_printed_on_demand() {
    let text = pegboard(&["solve", "triangle5", "--stats"]).ok();
    for name in [
        "nodes",
        "dead positions",
        "pagoda prunes",
        "table hits",
        "restarts",
        "seconds",
    ] {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn unsolvable_problems_come_with_a_reason() {
    let run = pegboard(&["solve", "triangle5", "--finish", "b2"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout
            .starts_with("Triangle 5, vacate a1, finish b2: unsolvable: "),
        "{}",
        run.stdout
    );
    let run = pegboard(&["solve", "triangle3"]);
    assert!(
        run.stdout
            .trim_end()
            .ends_with("Try `--fewest` for the fewest pegs that can be left."),
        "{}",
        run.stdout
    );
}

#[test]
fn every_search_option_is_accepted() {
    let options = [
        "--time 20s --memory 64M --nodes 5M",
        "--seed 7 --threads 1",
        "--order rows",
        "--order outside-in",
        "--order inside-out",
        "--order directions:right,down-left",
        "--without beam,pagodas,table,reversal,symmetry,restarts",
    ];
    for options in options {
        let args: Vec<&str> = "solve triangle5 --json"
            .split(' ')
            .chain(options.split(' '))
            .collect();
        let (_, finish) = replayed(&pegboard(&args), "triangle5");
        assert_eq!(pegs_of(&finish), ["a1"], "{options}");
    }
}

#[test]
fn bad_input_is_refused_with_advice() {
    let cases: [&[&str]; 13] = [
        &["solve", "diamond13"],
        &["solve", "triangle5", "--vacate", "k9"],
        &["solve", "triangle5", "--finish", "a1,,b2"],
        &["solve", "triangle5", "--start", "*/**/***"],
        &["solve", "triangle5", "--start", "*/**/**/****/*****"],
        &["solve", "triangle5", "--start", "*/*?/***/****/*****"],
        &["solve", "triangle5", "--start", "o/oo/ooo/oooo/ooooo"],
        &[
            "solve",
            "triangle5",
            "--start",
            "a1 b2",
            "--finish-position",
            "a1 a2 b2",
        ],
        &["solve", "triangle5", "--start-file", "nowhere.txt"],
        &["solve", "triangle5", "--order", "luck"],
        &["solve", "triangle5", "--time", "soon"],
        &["solve", "triangle5", "--without", "luck"],
        &["solve", "triangle5", "--seed", "18446744073709551616"],
    ];
    let report = cases.map(|args| {
        format!(
            "$ pegboard {}\n{}",
            args.join(" "),
            pegboard(args).refused()
        )
    });
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn reaching_a_limit_has_exit_code_2() {
    let run = pegboard(&[
        "solve",
        "wiegleb",
        "--vacate",
        "d1",
        "--without",
        "beam,pagodas",
        "--nodes",
        "10",
        "--json",
    ]);
    assert_eq!(run.code, 2);
    let answer = run.json();
    assert_eq!(answer["answer"], "undecided");
    assert_eq!(answer["proof"], Value::Null);
    assert_eq!(answer["limit"], "the node limit");
}

#[test]
fn an_undecided_answer_lists_the_methods_tried() {
    let run = pegboard(&[
        "solve", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "100ms",
    ]);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].ends_with("stopped by the time limit. A longer `--time` may settle it."),
        "{}",
        lines[0]
    );
    assert_eq!(
        lines[1..4],
        ["", "tried", "  position classes, which allow 1 of 1 finish"]
    );
    assert!(
        run.stdout.contains("forwards: ") && !run.stdout.contains(';'),
        "{}",
        run.stdout
    );
}

/// Each vacancy has the object that the command prints for it alone, but for the time.
#[test]
fn every_vacancy_has_a_special_solution() {
    let untimed = |report: &Value| {
        let mut report = report.clone();
        report["stats"]["seconds"].take();
        report
    };
    for (option, best, amount) in [
        ("--fewest-moves", "a3", "fewest moves: 9 moves"),
        ("--longest-move", "a3", "longest move: "),
        ("--longest-last-move", "a1", "longest last move: "),
    ] {
        let args = ["solve", "triangle5", option, "--vacate"];
        let with = |vacancy| pegboard(&[&args[..], &[vacancy, "--json"]].concat()).json();
        let all = with("any");
        let answers = all["answers"].as_array().unwrap();
        assert_eq!(answers.len(), 4);
        for answer in answers {
            let alone = with(answer["vacate"].as_str().unwrap());
            assert_eq!(untimed(answer), untimed(&alone));
        }
        let run = pegboard(&[&args[..], &["any"]].concat());
        assert_eq!(run.code, 0);
        let summary = run.stdout.lines().last().unwrap();
        assert!(
            summary.starts_with("Triangle 5, 4 vacancies up to symmetry: ")
                && summary.contains(amount),
            "{summary}"
        );
        if option == "--fewest-moves" {
            assert_eq!(all["best"], best);
        }
    }
    let none = [
        "solve",
        "square4",
        "--vacate",
        "any",
        "--longest-move",
        "--finish",
        "complement",
    ];
    assert_eq!(pegboard(&none).code, 1);
    for option in [
        &["--fewest-moves", "--certificate", "x.ron"][..],
        &["--last-move", "a3-a1"],
    ] {
        let refused = pegboard(&[&["solve", "triangle5", "--vacate", "any"], option].concat());
        let refused = refused.refused();
        assert!(
            refused.contains("needs one vacancy, as in `--vacate a1`"),
            "{refused}"
        );
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_its_partial_answer() {
    let folder = tempfile::tempdir().unwrap();
    let problem = ["solve", "wiegleb", "--vacate", "e1", "--finish", "e1"];
    let exhaustive = [
        "--certificate",
        "proof.ron",
        "--exhaust",
        "--nodes",
        "1000",
        "--scratch",
        "levels",
    ];
    for more in [&[][..], &exhaustive] {
        let args = [&problem[..], more].concat();
        let (run, time) =
            super::program::pegboard_interrupted(folder.path(), &args, Duration::from_millis(1500));
        assert_eq!(run.code, 2, "{}", run.stderr);
        let is_tried = more.is_empty() || run.stdout.contains("exhaustion by levels: ");
        assert!(
            run.stdout.contains("undecided: stopped by Ctrl-C") && is_tried,
            "{}",
            run.stdout
        );
        assert!(time < super::program::SOON, "{time:?}");
    }
    assert!(!folder.path().join("proof.ron").exists());
    assert!(folder.path().join("levels").exists());
}

#[test]
fn any_vacancy_tries_them_all() {
    let run = pegboard(&[
        "solve",
        "triangle4",
        "--vacate",
        "any",
        "--finish",
        "any",
        "--json",
    ]);
    let answer = run.json();
    assert_eq!((run.code, &answer["answer"]), (0, &json!("solvable")));
    let tried: Vec<&str> = answer["vacancies_tried"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["vacate"].as_str().unwrap())
        .collect();
    assert_eq!(
        (tried.as_slice(), &answer["vacate"]),
        (&["a1", "a2"][..], &json!("a2"))
    );
    let none = pegboard(&[
        "solve",
        "square4",
        "--vacate",
        "any",
        "--finish",
        "complement",
    ]);
    assert_eq!(none.code, 1);
    assert!(
        none.stdout.starts_with(
            "Square 4x4: unsolvable: no vacancy works. Try `--fewest` for the fewest pegs that can be left.\n\n\
             vacancies tried:\n  vacate a1, finish a1: the position classes differ\n  vacate b1, finish b1: "
        ),
        "{}",
        none.stdout
    );
    let elsewhere = pegboard(&["sweep", "triangle4", "--vacate", "any"]).refused();
    assert!(
        elsewhere.contains("only `pegboard solve` and `pegboard count`"),
        "{elsewhere}"
    );
}

#[test]
fn unsolvable_boards_have_an_obvious_reason() {
    let folder = tempfile::tempdir().unwrap();
    let board =
        |rows: &str| format!("Board(name: \"Odd\", lattice: Square, holes: Picture([{rows}]))");
    std::fs::write(folder.path().join("parts.ron"), board("\"ooo.ooo\"")).unwrap();
    std::fs::write(folder.path().join("still.ron"), board("\"oo\", \"oo\"")).unwrap();
    let solve =
        |args: &[&str]| super::program::pegboard_in(folder.path(), &[&["solve"], args].concat());
    let parts = solve(&["parts.ron", "--vacate", "a1"]);
    assert_eq!(
        (parts.code, parts.stdout.as_str()),
        (
            1,
            "Odd, vacate a1, finish a1: unsolvable: a peg stays in each of the 2 parts of the board that no jump \
             connects. Try `--fewest` for the fewest pegs that can be left.\n"
        )
    );
    assert!(
        solve(&["still.ron"])
            .refused()
            .contains("no jump is possible on board `Odd`")
    );
    let still = solve(&["still.ron", "--vacate", "a1"]);
    assert!(
        still
            .stdout
            .contains("unsolvable: no jump is possible on this board"),
        "{}",
        still.stdout
    );
    let atlas = super::program::pegboard_in(folder.path(), &["atlas", "parts.ron"]);
    let summary = "Odd: 0 problems that the classes allow; 0 solvable, 0 unsolvable, 0 open.\n";
    assert_eq!(
        atlas.stdout,
        format!("{summary}\ncertificates: parts.atlas\n")
    );
}

#[test]
fn a_problem_can_be_chosen_by_name() {
    let (answer, finish) = replayed(
        &pegboard(&["solve", "english", "--problem", "fireplace", "--json"]),
        "english",
    );
    assert_eq!(
        (&answer["answer"], &answer["jumps"], pegs_of(&finish)),
        (&json!("solvable"), &json!(10), vec!["d4"])
    );
    let lamp = pegboard(&["solve", "english", "--problem", "lamp"]).ok();
    assert!(
        lamp.starts_with("English, Lamp, from 17 pegs, finish d4: solved"),
        "{lamp}"
    );
    let list = pegboard(&["problems"]).ok();
    let pyramid: Vec<&str> = list
        .lines()
        .find(|line| line.contains("Pyramid"))
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(pyramid, ["english", "Pyramid", "16", "d4", "8"]);
    assert!(!pegboard(&["problems", "french"]).ok().contains("Pyramid"));
    assert!(
        pegboard(&["problems", "square4"])
            .ok()
            .contains("this board has no classic problems")
    );
    assert!(
        pegboard(&["draw", "english", "--problem", "lamp"])
            .ok()
            .starts_with("<svg")
    );
    let unknown = pegboard(&["solve", "english", "--problem", "moon"]).refused();
    assert!(
        unknown.contains("has no problem `moon`; its problems are Central game, Cross"),
        "{unknown}"
    );
    let both = pegboard(&["solve", "english", "--problem", "lamp", "--vacate", "d4"]).refused();
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn labels_are_found_in_either_case() {
    let lower = pegboard(&["solve", "triangle5", "--vacate", "a1", "--finish", "b2"]);
    let upper = pegboard(&["solve", "triangle5", "--vacate", "A1", "--finish", "B2"]);
    assert_eq!((upper.code, upper.stdout), (1, lower.stdout));
}

/// Lists of holes have commas or blanks, and their options can be repeated.
#[test]
fn lists_of_holes_are_written_in_several_ways() {
    let answer = |options: &[&str]| {
        let mut answer = pegboard(&[&["solve", "triangle5", "--json"], options].concat()).json();
        answer["stats"] = Value::Null; // has times
        answer
    };
    let starts = [
        &["--vacate", "a1,b2"][..],
        &["--vacate", "a1 b2"],
        &["--vacate", " a1 , b2 "],
        &["--vacate", "a1", "--vacate", "b2"],
    ];
    let finishes = [
        &["--finish", "a1,c3"][..],
        &["--finish", "a1 c3"],
        &["--finish", "a1", "--finish=c3"],
    ];
    let expected = answer(&[starts[0], finishes[0]].concat());
    assert_eq!(expected["start"].as_array().unwrap().len(), 13);
    for start in starts {
        for finish in finishes {
            assert_eq!(
                answer(&[start, finish].concat()),
                expected,
                "{start:?} {finish:?}"
            );
        }
    }
    for option in ["--vacate", "--finish"] {
        let message = pegboard(&["solve", "triangle5", option, " "]).refused();
        assert!(
            message.contains(option) && message.contains("has no hole ``"),
            "{message}"
        );
    }
}

#[test]
fn limits_are_written_in_several_ways() {
    for limits in [
        ["--time", "1h30m", "--nodes", "1e6"],
        ["--time", "2.5m", "--nodes", "1_000_000"],
        ["--time", "90", "--nodes", "10M"],
    ] {
        pegboard(&[&["solve", "triangle5"][..], &limits].concat()).ok();
    }
    let games = pegboard(&["games", "triangle5", "--limit", "1e1"]).ok();
    assert_eq!(games.lines().count(), 10);
}
