//! Benchmarks of whole commands, for the tables in docs/speed.md.

use criterion::{Criterion, criterion_group, criterion_main};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

criterion_group!(benches, solve_command, hint_commands);
criterion_main!(benches);

fn solve_command(criterion: &mut Criterion) {
    time(
        criterion,
        "the command `pegboard solve english`",
        &["solve", "english"],
    );
}

fn hint_commands(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d4.win");
    let file = path.to_str().unwrap();
    let problem = ["english", "--vacate", "d4", "--finish", "d4"];
    assert!(run(&[&["winning"][..], &problem, &["-o", file]].concat()).success());
    let hint = [&["hint"][..], &problem, &["--played", "d2-d4 b3-d3 c1-c3"]].concat();
    let with_file = [&hint[..], &["--winning", file]].concat();
    time(
        criterion,
        "the command `pegboard hint english` with a file",
        &with_file,
    );
    time(
        criterion,
        "the command `pegboard hint english` without",
        &hint,
    );
}

fn time(criterion: &mut Criterion, name: &str, arguments: &[&str]) {
    LazyLock::force(&PROGRAM); // outside the timing
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| assert!(run(arguments).code().is_some_and(|code| code < 2)));
    });
}

fn run(arguments: &[&str]) -> std::process::ExitStatus {
    Command::new(&*PROGRAM)
        .args(arguments)
        .output()
        .unwrap()
        .status
}

/// Path of the program, built in release mode. It lies in the parent folder of this benchmark's own.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let build = Command::new(cargo)
        .args(["build", "--release", "--package", "pegboard-cli"])
        .status();
    assert!(build.unwrap().success());
    let bench = std::env::current_exe().unwrap();
    bench
        .ancestors()
        .nth(2)
        .unwrap()
        .join("pegboard")
        .with_extension(std::env::consts::EXE_EXTENSION)
});
