//! Memory of the program: every command keeps to `--memory`, and ends in good order where the system refuses memory.
//!
//! These tests are a program of their own because the peak that Linux reports for a child is at least the size of the
//! process that started it.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Ended run of the program.
struct Run {
    /// Exit code, or `None` after a signal.
    code: Option<i32>,
    /// Peak of resident memory in bytes.
    peak: u64,
    stdout: String,
    stderr: String,
}

const MIB: u64 = 1 << 20;

/// Memory of the program itself beyond what it takes to print its version: code, stacks, and the board.
const PROGRAM: u64 = 9 * MIB;

/// Runs the program in a folder, with at most `address_space` bytes of address space.
#[expect(clippy::zombie_processes)] // `wait4` waits for it, and reports its memory
fn run(folder: &Path, args: &[&str], address_space: Option<u64>) -> Run {
    let (mut stdout, mut stderr) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegboard"));
    command
        .args(args)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .stdout(stdout.try_clone().unwrap())
        .stderr(stderr.try_clone().unwrap());
    if let Some(bytes) = address_space {
        let limit = libc::rlimit {
            rlim_cur: bytes,
            rlim_max: bytes,
        };
        // SAFETY: between fork and exec, the closure makes one system call and allocates nothing.
        unsafe {
            command.pre_exec(move || match libc::setrlimit(libc::RLIMIT_AS, &limit) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            });
        }
    }
    let program = command.spawn().unwrap();
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::zeroed());
    // SAFETY: the process is a child that nothing else waits for, and both pointers are valid.
    let usage: libc::rusage = unsafe {
        let pid = program.id() as libc::pid_t;
        assert_eq!(libc::wait4(pid, &mut status, 0, usage.as_mut_ptr()), pid);
        usage.assume_init()
    };
    let read = |file: &mut File| {
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Run {
        code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        peak: usage.ru_maxrss as u64 * 1024,
        stdout: read(&mut stdout),
        stderr: read(&mut stderr),
    }
}

/// Commands with `--memory`, on cases of a second or less.
const CASES: &[&str] = &[
    "solve english",
    "solve triangle6 --fewest-moves",
    "solve triangle6 --longest-move",
    "solve triangle5 --vacate b3 --finish b3 --exhaust --certificate exhausted.ron",
    "atlas triangle5 --folder atlas",
    "solve triangle15 --stuck --nodes 2000000",
    "solve triangle15 --stuck --nodes 2000000 --threads 6",
    "verify certificate.ron",
    "verify certificate.ron --threads 64",
    "verify winning.win",
    "sweep english",
    "sweep triangle6 --finish any --method lists",
    "sweep triangle6 --finish any --method lists --threads 256",
    "sweep triangle6 --scratch levels",
    "sweep english --codes codes.npy",
    "sweep english --method lists --codes codes.bin --level 15",
    "count english",
    "count rectangle5x6 --finish complement --solutions-only",
    "count english --odds",
    "count triangle6 --finish any",
    "count triangle6 --fewest-moves",
    "winning triangle6 --output triangle6.win",
    "winning triangle6 --indexed triangle6.txt --bell bell --csv triangle6.csv",
    "draw english --solution -o english.svg",
    "draw english --solution -o english.gif",
    "draw english --width 2500 -o english.png",
    "draw triangle6 --solution --fewest-moves -o triangle6.svg",
    "hint english",
    "graph english --depth 3 --finish d4",
    "graph triangle6 --depth 5 --nodes 100000",
    "graph triangle6 --depth 6 --nodes 100000 --dot",
    "graph triangle6 --depth 6 --nodes 100000 --json --output graph.dot",
];

/// Returns a folder with the files that the cases read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "solve",
        "triangle6",
        "--fewest-moves",
        "--certificate",
        "certificate.ron",
    ];
    assert_eq!(run(folder.path(), &args, None).code, Some(0));
    let args = ["winning", "triangle6", "--output", "winning.win"];
    assert_eq!(run(folder.path(), &args, None).code, Some(0));
    folder
}

fn words(case: &str) -> Vec<&str> {
    case.split(' ').collect()
}

#[test]
fn every_command_keeps_to_its_memory() {
    let folder = folder();
    let version = run(folder.path(), &["--version"], None).peak;
    let mut failures = Vec::new();
    for case in CASES {
        for memory in [1, 16] {
            let limit = format!("{memory}M");
            let args = [&words(case)[..], &["--memory", &limit]].concat();
            let Run {
                code, peak, stderr, ..
            } = run(folder.path(), &args, None);
            let is_too_large = peak > version + PROGRAM + memory * MIB / 10 * 11;
            if !matches!(code, Some(0..=2)) || is_too_large {
                let peak = peak / 1024;
                failures.push(format!(
                    "{case} --memory {limit}: {peak} KiB, {code:?} {stderr}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_command_with_a_memory_limit_is_tried() {
    let folder = tempfile::tempdir().unwrap();
    let help = run(folder.path(), &["--help"], None).stdout;
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next());
    for command in commands.filter(|name| !["cluster", "help"].contains(name)) {
        let has_limit = run(folder.path(), &[command, "--help"], None)
            .stdout
            .contains("--memory");
        let is_tried = CASES.iter().any(|case| words(case)[0] == command);
        assert_eq!(is_tried, has_limit, "{command}");
    }
}

/// Without `--memory`, commands take what the process may have.
#[test]
fn no_command_aborts_where_the_system_refuses_memory() {
    let folder = folder();
    let mut failures = Vec::new();
    for case in CASES {
        for megabytes in [40, 200] {
            let Run { code, stderr, .. } = run(folder.path(), &words(case), Some(megabytes * MIB));
            if !matches!(code, Some(0..=2)) || stderr.contains("memory allocation of") {
                failures.push(format!("{case} in {megabytes} MiB: {code:?} {stderr}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn small_problems_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    for case in [
        "atlas triangle5 --folder atlas",
        "solve triangle5 --fewest-moves",
        "count triangle5 --odds",
    ] {
        let ended = run(folder.path(), &words(case), Some(60 * MIB));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{case}");
    }
}

/// `--memory` promises more than the system gives.
#[test]
fn an_allocation_that_fails_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "sweep", "wiegleb", "--vacate", "e5", "--method", "bitmap", "--memory", "900G",
    ];
    let ended = run(folder.path(), &args, Some(200 * MIB));
    assert!(ended.code.is_some(), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("cannot allocate a bitmap"),
        "{}",
        ended.stderr
    );
    let args = ["count", "english", "--vacate", "d4", "--memory", "4G"];
    let ended = run(folder.path(), &args, Some(100 * MIB));
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("`--memory`"), "{}", ended.stderr);
    assert!(
        !ended.stderr.contains("memory allocation of"),
        "{}",
        ended.stderr
    );
}

/// The pixels of the picture would take 104 MiB.
#[test]
fn a_picture_that_does_not_fit_is_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let args = words("draw english --width 5000 -o english.png");
    let refused = run(folder.path(), &args, Some(60 * MIB));
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("memory limit"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_long_text_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rows.txt"), "o\n".repeat(1 << 19)).unwrap();
    let ended = run(
        folder.path(),
        &words("solve english --start-file rows.txt"),
        None,
    );
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    let version = run(folder.path(), &["--version"], None).peak;
    let most = version + PROGRAM + 4 * MIB;
    assert!(ended.peak <= most, "{} KiB", ended.peak / 1024);
}
