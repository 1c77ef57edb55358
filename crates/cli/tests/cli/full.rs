//! Checks that output that cannot be written is reported, with exit code 3, by every command in every format.

use super::program::pegboard_in;
use assert_cmd::cargo::cargo_bin;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

/// Arguments of each command, with files in a folder that [`folder`] makes.
const COMMANDS: [&str; 20] = [
    "boards",
    "info triangle5",
    "problems",
    "check heart.ron",
    "solve triangle5",
    "atlas triangle4",
    "verify certificate.ron",
    "sweep triangle5",
    "cluster sweep triangle5",
    "count triangle5",
    "winning triangle5",
    "draw triangle5",
    "hint triangle5",
    "play triangle5",
    "puzzle triangle5",
    "games triangle5",
    "graph triangle5",
    "import picture",
    "completions bash",
    "man",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let heart = "Board(name: \"Heart\", lattice: Square, holes: Picture([\"ooooo\", \"ooooo\", \"ooooo\"]))";
    std::fs::write(folder.path().join("heart.ron"), heart).unwrap();
    std::fs::write(folder.path().join("picture"), "ooo\nooo\n").unwrap();
    let certificate = ["solve", "triangle5", "--certificate", "certificate.ron"];
    pegboard_in(folder.path(), &certificate).ok();
    folder
}

/// Runs the program with its output on a full disk. Returns the exit code and the messages.
fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(cargo_bin!("pegboard"))
        .current_dir(folder)
        .args(words)
        .stdin(Stdio::null())
        .stdout(full)
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), messages)
}

#[track_caller]
fn check_reported(folder: &Path, words: &[&str]) {
    let (code, messages) = run(folder, words);
    assert_eq!(code, Some(3), "{words:?}: {messages}");
    let reports = messages.matches("error: cannot write to standard output: ");
    assert_eq!(reports.count(), 1, "{words:?}: {messages}");
}

#[test]
fn every_command_reports_a_full_disk() {
    let folder = folder();
    for command in COMMANDS {
        let words: Vec<&str> = command.split(' ').collect();
        // `cluster` is another program, which may not be built; `play` needs a terminal.
        if !["cluster", "play"].contains(&words[0]) {
            check_reported(folder.path(), &words);
            check_reported(folder.path(), &[&words[..], &["--json"]].concat());
        }
        if words[0] != "cluster" {
            check_reported(folder.path(), &[words[0], "--help"]);
        }
    }
    for option in ["--help", "-h", "--version", "help"] {
        check_reported(folder.path(), &[option]);
    }
}

#[test]
fn errors_in_json_on_a_full_disk_are_reported_as_text() {
    let folder = folder();
    for words in [
        &["play", "triangle5", "--json"][..],
        &["info", "no-such-board", "--json"],
        &["info", "--no-such-option", "--json"],
        &["sweep", "french", "--time", "0s", "--json"],
        &[
            "draw",
            "triangle5",
            "--finish",
            "b2",
            "--vacate",
            "a1",
            "--solution",
            "--json",
        ],
    ] {
        check_reported(folder.path(), words);
        let (_, messages) = run(folder.path(), words);
        assert!(messages.lines().count() > 1, "{words:?}: {messages}");
    }
}

/// Without output on standard output, there is nothing to report.
#[test]
fn messages_on_standard_error_do_not_need_standard_output() {
    let folder = folder();
    let (code, messages) = run(folder.path(), &["draw", "triangle5", "-o", "drawing.svg"]);
    assert_eq!((code, messages.as_str()), (Some(0), ""));
    let (code, messages) = run(folder.path(), &["info", "no-such-board"]);
    assert_eq!(code, Some(3));
    assert!(!messages.contains("standard output"), "{messages}");
}

/// Commands that write the file or folder `written`.
const WRITERS: [&str; 19] = [
    "solve triangle5 --certificate written",
    "solve triangle5 --vacate b3 --finish b3 --exhaust --certificate written.ron",
    "atlas triangle4 --stuck --csv written",
    "sweep triangle5 --csv written",
    "sweep triangle5 --codes written.npy",
    "sweep triangle5 --codes written.csv",
    "winning triangle5 --output written",
    "winning triangle5 --csv written",
    "winning triangle5 --indexed written",
    "winning triangle5 --bell written",
    "winning triangle5 --bell written/in/folders",
    "draw triangle5 --output written.svg",
    "draw triangle5 --output written.png",
    "draw triangle5 --output written.pdf",
    "draw triangle5 --solution --output written.gif",
    "draw triangle5 --solution --output written.html",
    "hint triangle5 --output written.svg",
    "graph triangle5 --depth 3 --output written.png",
    "import picture --output written.ron",
];

/// A limit on the size of files fails as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn nothing_half_written_stays_behind() {
    use std::os::unix::process::CommandExt;
    const MOST: libc::rlim_t = 16;
    let folder = folder();
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for command in WRITERS {
        let mut program = Command::new(cargo_bin!("pegboard"));
        program.current_dir(folder.path()).args(command.split(' '));
        let limit = libc::rlimit {
            rlim_cur: MOST,
            rlim_max: MOST,
        };
        // SAFETY: between fork and exec, the closure makes two system calls and allocates nothing.
        unsafe {
            program.pre_exec(move || {
                libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
                match libc::setrlimit(libc::RLIMIT_FSIZE, &limit) {
                    0 => Ok(()),
                    _ => Err(std::io::Error::last_os_error()),
                }
            });
        }
        let output = program.output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command}: {messages}");
        assert!(messages.contains("written"), "{command}: {messages}");
        assert!(messages.contains("File too large"), "{command}: {messages}");
        assert_eq!(names(), before, "{command}");
    }
}
