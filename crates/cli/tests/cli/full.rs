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
