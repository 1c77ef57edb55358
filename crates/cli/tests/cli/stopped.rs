//! Checks that signals and `--time` end every long command soon, with exit code 2 and a plain sentence.

use super::program::{SOON, pegboard, pegboard_in};
#[cfg(unix)]
use super::program::{
    pegboard_interrupted, pegboard_signalled, pegboard_signalled_unheard, wait_until_caught,
};
#[cfg(unix)]
use rustix::process::Signal;
#[cfg(unix)]
use std::path::Path;
use std::time::{Duration, Instant};

/// Commands that would run for many seconds, or forever.
const LONG: [&[&str]; 8] = [
    &["sweep", "wiegleb"],
    &["sweep", "wiegleb", "--finish", "any", "--method", "lists"],
    &["count", "french", "--vacate", "d4"],
    &["count", "english", "--vacate", "d4", "--method", "lists"],
    &["winning", "wiegleb", "--finish", "any"],
    &["winning", "english", "--indexed", "indexed.txt"],
    &[
        "graph",
        "french",
        "--vacate",
        "d4",
        "--depth",
        "20",
        "--nodes",
        "100000000",
    ],
    &[
        "games",
        "wiegleb",
        "--vacate",
        "e1",
        "--finish",
        "e1",
        "--all",
        "--solutions-only",
    ],
];

/// Sends Ctrl-C after a delay, and checks that the program reports it and ends soon.
#[cfg(unix)]
#[track_caller]
fn check_that_ctrl_c_ends(args: &[&str], after: Duration, folder: &Path) {
    check_that_a_signal_ends(args, after, folder, Signal::INT, "Ctrl-C");
}

/// Sends a signal after a delay, and checks that the program reports it and ends soon.
#[cfg(unix)]
#[track_caller]
fn check_that_a_signal_ends(
    args: &[&str],
    after: Duration,
    folder: &Path,
    signal: Signal,
    name: &str,
) {
    let (run, time) = pegboard_signalled_unheard(folder, args, after, signal);
    assert_eq!(
        (run.code, run.stderr),
        (2, format!("Stopped by {name}.\n")),
        "{args:?}"
    );
    assert!(time < SOON, "{args:?} went on for {time:?}");
}

/// Waits for the end of a program to which SIGTERM was sent, and checks that it says so.
#[cfg(unix)]
#[track_caller]
fn assert_ends_by_sigterm(program: std::process::Child) {
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"Stopped by SIGTERM.\n");
}

#[cfg(unix)]
#[test]
fn signals_end_every_long_command_with_a_plain_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let (int, term) = ((Signal::INT, "Ctrl-C"), (Signal::TERM, "SIGTERM"));
    for args in LONG {
        for (after, (signal, name)) in [(100, int), (400, term), (700, int)] {
            let after = Duration::from_millis(after);
            check_that_a_signal_ends(args, after, folder.path(), signal, name);
            assert!(!folder.path().join("indexed.txt").exists());
        }
    }
}

/// Batch systems send SIGTERM, and a closed terminal sends SIGHUP.
#[cfg(unix)]
#[test]
fn other_signals_act_as_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let after = Duration::from_millis(300);
    for (signal, name) in [
        (Signal::INT, "Ctrl-C"),
        (Signal::TERM, "SIGTERM"),
        (Signal::HUP, "SIGHUP"),
        (Signal::QUIT, "SIGQUIT"),
    ] {
        // Work that is cancelled, a list, and an answer that tells what was tried.
        let list = ["games", "english", "--all"];
        for args in [LONG[0], &list] {
            let run = pegboard_signalled(folder.path(), args, after, signal);
            assert_eq!(
                (run.code, run.stderr),
                (2, format!("Stopped by {name}.\n")),
                "{args:?}"
            );
        }
        let partial = [
            "solve", "wiegleb", "--vacate", "e1", "--finish", "e1", "--json",
        ];
        let run = pegboard_signalled(folder.path(), &partial, after, signal);
        assert_eq!(
            (run.code, run.json()["answer"].as_str()),
            (2, Some("undecided"))
        );
    }
}

/// A pipe without a reader blocks a list that is printed while it grows.
#[cfg(unix)]
#[test]
fn one_signal_ends_a_blocked_list() {
    use rustix::process::{Pid, kill_process};
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pegboard"));
    command
        .args(["games", "english", "--all"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut program = command.spawn().unwrap();
    wait_until_caught(&mut program, Signal::TERM);
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&program), Signal::TERM).unwrap();
    let sent = Instant::now();
    while program.try_wait().unwrap().is_none() {
        if sent.elapsed() > Duration::from_secs(30) {
            program.kill().unwrap();
            panic!("the program waits for a reader");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_ends_by_sigterm(program);
}

/// `nohup` starts programs with SIGHUP ignored, and shells start jobs in the background with SIGINT ignored.
#[cfg(unix)]
#[test]
fn a_signal_ignored_from_the_start_stays_ignored() {
    use rustix::process::{Pid, kill_process};
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("pegboard"))
        .args(LONG[0])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut program = command.spawn().unwrap();
    wait_until_caught(&mut program, Signal::TERM);
    for signal in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM] {
        std::thread::sleep(Duration::from_millis(300));
        kill_process(Pid::from_child(&program), signal).unwrap();
    }
    assert_ends_by_sigterm(program);
}

/// The first signal cancels work that does not look at it, because the answer cannot be printed.
#[cfg(unix)]
#[test]
fn one_signal_ends_a_program_whose_answer_finds_no_room() {
    use std::io::Write;
    let (_reader, mut full) = std::io::pipe().unwrap();
    let output = full.try_clone().unwrap();
    std::thread::spawn(move || full.write_all(&[0; 1 << 20])); // never ends
    std::thread::sleep(Duration::from_millis(100));
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pegboard"));
    command
        .args(["solve", "wiegleb", "--vacate", "e1", "--finish", "e1"])
        .stdout(output)
        .stderr(std::process::Stdio::piped());
    let mut program = command.spawn().unwrap();
    wait_until_caught(&mut program, Signal::TERM);
    std::thread::sleep(Duration::from_millis(300));
    rustix::process::kill_process(rustix::process::Pid::from_child(&program), Signal::TERM)
        .unwrap();
    assert_ends_by_sigterm(program);
}

/// The system sends a signal where a file may not grow.
#[cfg(unix)]
#[test]
fn a_limit_of_the_file_size_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$@\"", "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("pegboard"))
        .args(["winning", "english", "-o", "set.win"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("File too large"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_outlooks_of_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let with_outlooks = [
        "graph", "wiegleb", "--vacate", "e1", "--finish", "e1", "--depth", "3", "--time", "1h",
    ];
    check_that_ctrl_c_ends(&with_outlooks, Duration::from_millis(500), folder.path());
}

#[cfg(unix)]
#[test]
fn a_hint_that_ctrl_c_ends_shows_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "hint", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "1h",
    ];
    let (ended, took) = pegboard_interrupted(folder.path(), &args, Duration::from_millis(500));
    assert_eq!((ended.code, ended.stderr.as_str()), (2, ""));
    assert!(
        ended.stdout.contains("? e3-e1  unknown"),
        "{}",
        ended.stdout
    );
    assert!(
        ended
            .stdout
            .contains("Stopped by Ctrl-C before deciding whether the goal can still be reached.\n"),
        "{}",
        ended.stdout
    );
    assert!(took < SOON, "{took:?}");
}

/// Reads from a pipe without a writer, or writes into one without a reader.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_waiting_for_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let waiting = [
        &["info"][..],
        &["import"],
        &["verify"],
        &["solve", "english", "--start-file"],
        &["hint", "english", "--winning"],
        &["winning", "english", "--from-csv"],
        &["winning", "triangle5", "-o"],
        &["solve", "english", "--certificate"],
    ];
    std::thread::scope(|scope| {
        for (number, args) in waiting.into_iter().enumerate() {
            let folder = folder.path();
            scope.spawn(move || {
                let pipe = format!("pipe{number}.ron");
                let mut command = std::process::Command::new("mkfifo");
                let made = command.arg(folder.join(&pipe)).status().unwrap();
                assert!(made.success());
                let args = [args, &[pipe.as_str()]].concat();
                check_that_ctrl_c_ends(&args, Duration::from_millis(500), folder);
            });
        }
    });
}

/// The message about an unreadable certificate does not read the pipe again.
#[cfg(unix)]
#[test]
fn an_endless_pipe_is_no_certificate() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let writer = std::thread::spawn(move || {
        let mut pipe = std::fs::OpenOptions::new().write(true).open(pipe).unwrap();
        while pipe.write_all(&[b'y'; 1 << 16]).is_ok() {} // until the reader leaves
    });
    let run = pegboard_in(folder.path(), &["verify", "pipe.ron"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.contains("larger than"), "{}", run.stdout);
    writer.join().unwrap();
}

/// Formatting a large picture takes seconds.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_picture_of_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "graph",
        "square7",
        "--depth",
        "6",
        "--nodes",
        "100000000",
        "-o",
        "graph.svg",
    ];
    check_that_ctrl_c_ends(&args, Duration::from_millis(1500), folder.path());
    assert!(!folder.path().join("graph.svg").exists());
}

/// A pipe without a reader blocks the output.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_blocked_output_with_a_plain_sentence() {
    let args = [
        "graph", "english", "--vacate", "d4", "--depth", "4", "--nodes", "1000", "--dot",
    ];
    let folder = tempfile::tempdir().unwrap();
    let (ended, _) = pegboard_interrupted(folder.path(), &args, Duration::from_secs(1));
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (2, "Stopped by Ctrl-C.\n")
    );
}

/// Imports the codes of a set that takes seconds to check.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_import() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("d4.csv");
    let csv = csv.to_str().unwrap();
    pegboard(&[
        "winning", "english", "--vacate", "d4", "--finish", "d4", "--csv", csv,
    ])
    .ok();
    let args = [
        "winning",
        "english",
        "--vacate",
        "d4",
        "--finish",
        "d4",
        "--from-csv",
        csv,
    ];
    check_that_ctrl_c_ends(&args, Duration::from_millis(300), folder.path());
}

/// Commands for pictures that take several seconds, each with its output file. Animations stop between frames.
const PICTURES: [(&[&str], &str); 3] = [
    (
        &["draw", "english", "--solution", "--width", "2000"],
        "game.gif",
    ),
    (
        &["draw", "english", "--solution", "--width", "2700"],
        "game.apng",
    ),
    (&["draw", "english", "--width", "16000"], "board.png"),
];

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_picture_and_leaves_no_part_of_it() {
    let folder = tempfile::tempdir().unwrap();
    for (args, file) in PICTURES {
        let args = [args, &["-o", file]].concat();
        for after in [300, 900].map(Duration::from_millis) {
            check_that_ctrl_c_ends(&args, after, folder.path());
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}

#[test]
fn a_time_limit_ends_a_picture_and_leaves_no_part_of_it() {
    let folder = tempfile::tempdir().unwrap();
    for (args, file) in PICTURES {
        let began = Instant::now();
        let run = pegboard_in(
            folder.path(),
            &[args, &["-o", file, "--time", "200ms"]].concat(),
        );
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (2, "Stopped by the time limit.\n"),
            "{args:?}"
        );
        assert!(
            began.elapsed() < SOON,
            "{args:?} took {:?}",
            began.elapsed()
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_time_limit_ends_every_long_command() {
    for args in LONG.into_iter().filter(|args| !args.contains(&"--indexed")) {
        let began = Instant::now();
        let run = pegboard(&[args, &["--time", "200ms"]].concat());
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (2, "Stopped by the time limit.\n"),
            "{args:?}"
        );
        assert!(
            began.elapsed() < SOON,
            "{args:?} took {:?}",
            began.elapsed()
        );
        let run = pegboard(&[args, &["--time", "0s"]].concat());
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (2, "Stopped by the time limit.\n"),
            "{args:?}"
        );
    }
    let hint = pegboard(&[
        "hint", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "0s",
    ]);
    assert_eq!((hint.code, hint.stderr.as_str()), (2, ""));
    assert!(
        hint.stdout
            .contains("Stopped by the time limit before deciding"),
        "{}",
        hint.stdout
    );
}

/// A stopped list says that it is incomplete.
#[test]
fn a_stopped_list_of_games_is_valid_json() {
    let run = pegboard(&[
        "games", "english", "--vacate", "d4", "--all", "--time", "50ms", "--json",
    ]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json()["complete"], false);
}
