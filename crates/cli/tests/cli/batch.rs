//! `solve --batch`: many positions, one JSON object in a line for each.

use super::program::{pegboard_in, pegboard_reading};
use serde_json::{Value, json};

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn positions_are_answered_in_order() {
    let input = "a1 a2\n\na1 e5\nx/xx/xox/xxxx/xxxxx\n";
    let input = input.replace('x', "*");
    for threads in ["1", "3"] {
        let args = [
            "solve",
            "triangle5",
            "--finish",
            "any",
            "--batch",
            "-",
            "--threads",
            threads,
        ];
        let run = pegboard_reading(&input, &args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let found = objects(&run.stdout);
        let facts = |object: &Value| [object["line"].clone(), object["answer"].clone()];
        assert_eq!(
            found.iter().map(facts).collect::<Vec<_>>(),
            [
                [json!(1), json!("solvable")],
                [json!(3), json!("unsolvable")],
                [json!(4), json!("solvable")],
            ]
        );
        assert!(found.iter().all(|object| object["schema"] == 1));
        assert_eq!(found[0]["start"], json!(["a1", "a2"]));
    }
}

#[test]
fn pictures_are_apart_by_blank_lines() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |holes: &str| {
        let mut rows = holes.chars();
        let row = |count| rows.by_ref().take(count).collect::<String>() + "\n";
        [1, 2, 3, 4, 5].map(row).concat()
    };
    let text = format!(
        "\u{feff}\n{}\n\n{}\na1\nno such hole\n",
        picture("o**************").replace('\n', "\r\n"),
        picture("****o**********")
    );
    std::fs::write(folder.path().join("many.txt"), text).unwrap();
    let args = [
        "solve",
        "triangle5",
        "--finish",
        "any",
        "--batch",
        "many.txt",
    ];
    let run = pegboard_in(folder.path(), &args);
    let found = objects(&run.stdout);
    let lines: Vec<&Value> = found.iter().map(|object| &object["line"]).collect();
    assert_eq!(lines, [2, 9, 15, 16], "{}", run.stdout);
    assert_eq!(found[0]["vacate"], "a1");
    assert_eq!(
        (&found[1]["vacate"], &found[2]["start"]),
        (&json!("b3"), &json!(["a1"]))
    );
    assert_eq!(found[3]["kind"], "input");
}

#[test]
fn an_unreadable_line_is_an_object_and_an_exit_code() {
    let input = "a1 a2\na1 zz\nb2 c3\n\n*\n**\n*x\n";
    let args = ["solve", "triangle5", "--finish", "any", "--batch", "-"];
    let run = pegboard_reading(input, &args);
    assert_eq!(run.code, 3);
    let found = objects(&run.stdout);
    assert_eq!(found.len(), 4, "{}", run.stdout);
    assert_eq!(
        (&found[1]["line"], &found[1]["kind"]),
        (&json!(2), &json!("input"))
    );
    assert!(found[1]["error"].as_str().unwrap().contains("zz"));
    assert_eq!(
        (&found[2]["line"], &found[2]["answer"]),
        (&json!(3), &json!("solvable"))
    );
    assert_eq!(
        (&found[3]["line"], &found[3]["kind"]),
        (&json!(5), &json!("input"))
    );
}

#[test]
fn each_search_has_the_limits() {
    let hard = "*/**/***/****/*****".replacen('*', "o", 1);
    let input = format!("a1 a2\n{hard}\n");
    let args = ["solve", "triangle5", "--finish", "b3", "--batch", "-"];
    let limits = [
        "--nodes",
        "1",
        "--without",
        "beam,pagodas,bitmap,cases,levels",
    ];
    let run = pegboard_reading(&input, &[&args[..], &limits].concat());
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert_eq!(objects(&run.stdout)[1]["answer"], "undecided");
}

#[test]
fn special_solutions_are_found_for_each_position() {
    let input = "o/**/***/****/*****\n";
    let args = [
        "solve",
        "triangle5",
        "--finish",
        "a1",
        "--fewest-moves",
        "--batch",
        "-",
    ];
    let run = pegboard_reading(input, &args);
    assert_eq!(run.code, 0);
    let found = objects(&run.stdout);
    assert_eq!(
        (&found[0]["fewest_moves"], &found[0]["proved"]),
        (&json!(10), &json!(true))
    );
}

/// The objects come while the input is still open.
#[test]
fn answers_do_not_wait_for_the_end_of_the_input() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("pegboard"))
        .args([
            "solve",
            "triangle5",
            "--finish",
            "any",
            "--batch",
            "-",
            "--threads",
            "2",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    for number in 1..=3 {
        writeln!(input, "a1 a2").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(objects(&answer)[0]["line"], number);
    }
    drop(input);
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn a_batch_that_cannot_be_read_is_refused() {
    let run = pegboard_reading("", &["solve", "triangle5", "--batch", "nowhere.txt"]);
    assert!(run.refused().contains("nowhere.txt"));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_an_input_without_positions() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("pegboard"))
        .args(["solve", "triangle5", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    std::thread::spawn(move || while input.write_all(&[b'\n'; 4096]).is_ok() {});
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&program), Signal::TERM).unwrap();
    let began = Instant::now();
    let ended = loop {
        if let Some(ended) = program.try_wait().unwrap() {
            break ended;
        }
        if began.elapsed() > super::program::SOON {
            program.kill().unwrap();
            panic!("the program reads on");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(ended.code(), Some(2));
}
