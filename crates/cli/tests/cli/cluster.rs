//! `pegboard cluster`, which runs another program. Its own tests are in `crates/cluster`.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program from a folder where no other program is beside it.
fn pegboard_alone(folder: &Path, path: &Path, args: &[&str]) -> Output {
    // A link: a copy may still be open for writing in the child that another test forks.
    let program = folder.join(format!("pegboard{EXE_SUFFIX}"));
    if !program.exists() {
        fs::hard_link(cargo_bin!("pegboard"), &program).unwrap();
    }
    Command::new(program)
        .args(args)
        .env("PATH", path)
        .output()
        .unwrap()
}

#[test]
fn a_missing_program_is_named_with_the_way_to_install_it() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let output = pegboard_alone(
        folder.path(),
        folder.path(),
        &["cluster", "--processes", "2"],
    );
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("cargo install --locked pegboard-cluster"),
        "{message}"
    );
}

#[test]
fn a_missing_program_is_an_error_object_with_json() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for args in [
        &["cluster", "sweep", "english", "--json"][..],
        &["--json", "cluster", "sweep", "english"],
    ] {
        let output = pegboard_alone(folder.path(), folder.path(), args);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let error: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(error["command"], "error", "{error}");
    }
}

#[cfg(unix)]
#[test]
fn the_program_in_the_path_gets_all_arguments() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/echo", path.path().join("pegboard-cluster")).unwrap();
    let given = ["--color", "never", "--json", "cluster"];
    for passed in [
        &["--help"][..],
        &["--version"],
        &["--processes", "2", "--", "sweep", "english", "--json"],
        &["sweep", "-h"],
    ] {
        let output = pegboard_alone(folder.path(), path.path(), &[&given, passed].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            format!("--json --color=never {}\n", passed.join(" "))
        );
    }
}
