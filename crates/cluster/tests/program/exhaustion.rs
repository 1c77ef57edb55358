//! Tests of proofs by several processes, which write the same certificates as one process.

use super::processes::{Ended, LONG_START, free_addresses, pegboard, process, run, start, wait};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Options that leave a search nothing but the exhaustion.
const BARE: [&str; 4] = [
    "--nodes",
    "1",
    "--without",
    "pagodas,parities,forced-ends,cases,bitmap,levels,reversal,beam,restarts",
];
/// Options that leave the exhaustion and learn pagoda functions from levels.
const LEARNING: [&str; 4] = [
    "--nodes",
    "1",
    "--without",
    "bitmap,levels,beam,cases,reversal",
];
/// Unsolvable problem, forwards and backwards, that runs long enough to be killed.
const LONG: [&str; 6] = ["solve", "zigzag", "--start", LONG_START, "--finish", "i2"];

fn with_proof<'a>(task: &[&'a str], name: &'a str, scratch: &'a str) -> Vec<&'a str> {
    [
        task,
        &["--exhaust", "--certificate", name, "--scratch", scratch],
    ]
    .concat()
}

/// Runs a single process, which writes `alone.ron`.
fn alone(folder: &Path, task: &[&str]) -> Ended {
    let output = Command::new(pegboard())
        .current_dir(folder)
        .args(with_proof(task, "alone.ron", "alone"))
        .output()
        .unwrap();
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the certificate and the contents of its position files.
fn certificate(folder: &Path, name: &str) -> (String, Vec<Vec<u8>>) {
    let text = fs::read_to_string(folder.join(format!("{name}.ron"))).unwrap();
    let sides = ["forward", "backward"].map(|side| folder.join(format!("{name}.{side}.positions")));
    let files = sides
        .iter()
        .filter(|path| path.exists())
        .map(|path| fs::read(path).unwrap())
        .collect();
    (text.replace(&format!("\"{name}."), "\""), files)
}

/// Reads the set, pegs and codes of each level from a manifest.
fn level_sizes(manifest: &Path) -> Vec<(String, u64, u64)> {
    let mut levels: Vec<(String, u64, u64)> = Vec::new();
    for line in fs::read_to_string(manifest).unwrap().lines() {
        let Some((name, value)) = line.trim().trim_end_matches(',').split_once(": ") else {
            continue;
        };
        match (name, levels.last_mut()) {
            ("set", _) => levels.push((value.to_owned(), 0, 0)),
            ("pegs", Some(level)) => level.1 = value.parse().unwrap(),
            ("codes", Some(level)) => level.2 += value.parse::<u64>().unwrap(),
            _ => {}
        }
    }
    levels
}

/// Compares processes with a single one. Only process 0 prints the result.
#[track_caller]
fn same_as_alone(folder: &Path, ended: &[Ended], alone: &Ended) {
    for process in ended {
        assert_eq!(
            (process.code, process.stderr.as_str()),
            (alone.code, ""),
            "{ended:?}"
        );
    }
    assert_eq!(
        ended[0].stdout.replace("together.ron", "alone.ron"),
        alone.stdout
    );
    assert!(
        ended[1..].iter().all(|process| process.stdout.is_empty()),
        "{ended:?}"
    );
    assert_eq!(
        certificate(folder, "together"),
        certificate(folder, "alone")
    );
    assert_eq!(
        level_sizes(&folder.join("levels/cluster.ron")),
        level_sizes(&folder.join("alone/levels.ron"))
    );
    let verified = Command::new(pegboard())
        .current_dir(folder)
        .args(["verify", "together.ron"])
        .output();
    assert!(verified.unwrap().status.success());
}

/// Writes a board of one row, with few positions of 128 bits.
fn write_strip(folder: &Path) {
    let text = format!(
        "Board(\n    name: \"Strip\",\n    lattice: Square,\n    symmetry: Auto,\n    holes: Picture([\"{}\"]),\n)\n",
        "o".repeat(66)
    );
    fs::write(folder.join("strip.ron"), text).unwrap();
}

#[test]
fn processes_together_prove_the_same_as_one() {
    let middle = format!("{}o{}", "*".repeat(32), "*".repeat(33));
    let tasks: [(&[&str], i32); 5] = [
        (
            &["solve", "triangle5", "--vacate", "b3", "--finish", "b3"],
            1,
        ),
        (
            &["solve", "triangle5", "--vacate", "a1", "--finish", "a1"],
            0,
        ),
        (
            &["solve", "diamond25", "--vacate", "d4", "--finish", "d4"],
            1,
        ),
        (
            &["solve", "triangle6", "--vacate", "a2", "--finish", "b4"],
            0,
        ),
        (
            &[
                "solve",
                "strip.ron",
                "--start",
                &middle,
                "--finish",
                "complement",
            ],
            1,
        ),
    ];
    for (task, code) in tasks {
        let folder = tempfile::tempdir().unwrap();
        write_strip(folder.path());
        let task = [task, &BARE].concat();
        let alone = alone(folder.path(), &task);
        assert_eq!(alone.code, Some(code), "{alone:?}");
        for (processes, workers) in [(1, "1"), (2, "1"), (3, "2")] {
            let levels = folder.path().join("levels");
            let _ = fs::remove_dir_all(&levels);
            let args = [
                &with_proof(&task, "together.ron", "levels")[..],
                &["--workers", workers],
            ]
            .concat();
            same_as_alone(folder.path(), &run(folder.path(), processes, &args), &alone);
        }
    }
}

#[test]
fn processes_learn_the_same_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let task = [
        &["solve", "diamond25", "--vacate", "c2", "--finish", "c2"],
        &LEARNING[..],
    ]
    .concat();
    let alone = alone(folder.path(), &task);
    assert_eq!(alone.code, Some(1), "{alone:?}");
    assert!(certificate(folder.path(), "alone").0.contains("pagodas: ["));
    let args = with_proof(&task, "together.ron", "levels");
    same_as_alone(folder.path(), &run(folder.path(), 2, &args), &alone);
    // A resumed run learns the same functions again from the finished levels.
    let manifest = folder.path().join("levels/cluster.ron");
    let (_, pegs, _) = level_sizes(&manifest).pop().unwrap();
    let last = folder
        .path()
        .join(format!("levels/forward-{pegs:03}.0-of-2.level"));
    fs::remove_file(last).unwrap();
    same_as_alone(folder.path(), &run(folder.path(), 3, &args), &alone);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        text.replacen("conclusions: \"\"", "conclusions: \"x\"", 1),
    )
    .unwrap();
    let refused = run(folder.path(), 1, &args);
    assert_eq!(refused[0].code, Some(3), "{refused:?}");
    assert!(
        refused[0].stderr.contains("other pagoda functions"),
        "{refused:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_proof_resumes_with_other_processes() {
    let folder = tempfile::tempdir().unwrap();
    let task = [&LONG[..], &BARE].concat();
    let alone = alone(folder.path(), &task);
    assert_eq!(alone.code, Some(1), "{alone:?}");
    let args = with_proof(&task, "together.ron", "levels");
    let manifest = folder.path().join("levels/cluster.ron");
    let finished = || fs::read_to_string(&manifest).map_or(0, |text| text.matches("pegs:").count());
    for (count, victim, signal) in [(2, 1, "-KILL"), (3, 0, "-KILL"), (2, 1, "-INT")] {
        let before = finished();
        let mut processes = start(folder.path(), count, &args);
        while finished() < before + 2 {
            assert!(
                processes
                    .0
                    .iter_mut()
                    .all(|process| process.try_wait().unwrap().is_none())
            );
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let one = processes.0[victim].id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &one])
                .status()
                .unwrap()
                .success()
        );
        for (number, process) in processes.0.iter_mut().enumerate() {
            let ended = wait(process);
            let is_killed = number == victim && signal == "-KILL";
            assert_eq!(
                ended.code,
                if is_killed { None } else { Some(2) },
                "{ended:?}"
            );
        }
        assert!(!folder.path().join("together.ron").exists());
    }
    same_as_alone(folder.path(), &run(folder.path(), 2, &args), &alone);
}

#[cfg(unix)]
#[test]
fn the_search_of_the_first_process_ends_with_one_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    let task = [
        "solve", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "10m",
    ];
    for signal in ["-INT", "-KILL"] {
        let levels = folder.path().join(signal);
        let mut processes = start(
            folder.path(),
            2,
            &with_proof(&task, "proof.ron", levels.to_str().unwrap()),
        );
        while !levels.exists() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        std::thread::sleep(std::time::Duration::from_millis(500)); // by now it searches
        let waiting = processes.0[1].id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &waiting])
                .status()
                .unwrap()
                .success()
        );
        let first = wait(&mut processes.0[0]);
        assert_eq!(first.code, Some(2), "{first:?}");
        assert!(first.stderr.contains("process 1"), "{first:?}");
        assert_eq!(
            wait(&mut processes.0[1]).code,
            (signal == "-INT").then_some(2)
        );
    }
}

#[test]
fn cluster_proves_with_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let task = [
        &["solve", "triangle5", "--vacate", "b3", "--finish", "b3"],
        &BARE[..],
    ]
    .concat();
    let alone = alone(folder.path(), &task);
    let output = Command::new(cargo_bin!("pegboard-cluster"))
        .current_dir(folder.path())
        .args(["--processes", "3"])
        .args(with_proof(&task, "together.ron", "levels"))
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let ended = Ended {
        code: output.status.code(),
        stdout,
        stderr: String::new(),
    };
    assert!(output.stderr.is_empty());
    same_as_alone(folder.path(), &[ended], &alone);
}

#[test]
fn a_problem_that_one_process_decides_needs_no_others() {
    let folder = tempfile::tempdir().unwrap();
    for (finish, code) in [("a1", 0), ("b3", 1)] {
        let task = ["solve", "triangle5", "--vacate", "a1", "--finish", finish];
        let ended = run(folder.path(), 3, &with_proof(&task, "proof.ron", "levels"));
        assert_eq!(ended[0].code, Some(code), "{ended:?}");
        assert!(
            ended[1..]
                .iter()
                .all(|process| process.code == Some(0) && process.stdout.is_empty())
        );
        assert!(folder.path().join("proof.ron").exists());
    }
}

#[test]
fn tasks_that_processes_cannot_share_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts");
    fs::write(&hosts, free_addresses(1).join("\n")).unwrap();
    let one = |args: &[&str]| wait(&mut process(folder.path(), &hosts, 0, args));
    let proof = ["--certificate", "proof.ron", "--scratch", "levels"];
    for (task, what) in [
        (
            &["solve", "triangle5", "--vacate", "a1"][..],
            "give `--exhaust` and `--certificate FILE`",
        ),
        (
            &[
                "solve",
                "triangle5",
                "--vacate",
                "a1",
                "--fewest",
                "--exhaust",
            ],
            "leave `--fewest` out",
        ),
        (
            &["solve", "triangle5", "--vacate", "any", "--exhaust"],
            "name the vacancy",
        ),
        (
            &[
                "solve",
                "triangle5",
                "--vacate",
                "a1",
                "--fewest-moves",
                "--exhaust",
            ],
            "cannot be used with",
        ),
    ] {
        let ended = one(&[task, &proof].concat());
        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert!(
            format!("{}{}", ended.stdout, ended.stderr).contains(what),
            "{what}: {ended:?}"
        );
    }
}
