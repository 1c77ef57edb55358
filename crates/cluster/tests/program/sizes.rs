//! Same levels as by a single process.

use super::processes::{expected, pegboard, run, sizes, sizes_of};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Sweep on a board of 72 holes, with positions of 128 bits; few pegs keep the number of positions small.
const WIDE: [&str; 4] = [
    "sweep",
    "wide.ron",
    "--start",
    "a1 b1 d1 e1 f1 c2 d2 e2 c3 d3 b4 d4 e5 f5",
];

fn write_wide(folder: &Path) {
    let row = format!("        \"{}\",\n", "o".repeat(9));
    let text = format!(
        "Board(\n    name: \"Wide\",\n    lattice: Square,\n    symmetry: Auto,\n    holes: Picture([\n{}    ]),\n)\n",
        row.repeat(8)
    );
    fs::write(folder.join("wide.ron"), text).unwrap();
}

#[test]
fn processes_together_find_the_same_as_one() {
    let free_holes = "triangle6 --vacate a1 --finish-includes a1 d4 or c3 --finish-excludes b2";
    let free_holes: Vec<&str> = ["sweep"].into_iter().chain(free_holes.split(' ')).collect();
    let tasks: [&[&str]; 5] = [
        &["sweep", "triangle5", "--vacate", "a1"],
        &["sweep", "triangle6", "--vacate", "a1", "--raw"],
        &["sweep", "triangle6", "--vacate", "a1", "--finish", "a1"],
        &["sweep", "triangle6", "--vacate", "a1", "--finish", "c4,d4"],
        &free_holes,
    ];
    for task in tasks {
        let expected = expected(task);
        for (processes, workers) in [(1, "1"), (2, "1"), (3, "2")] {
            let folder = tempfile::tempdir().unwrap();
            let own = ["--scratch", "levels", "--json", "--workers", workers];
            let ended = run(folder.path(), processes, &[task, &own].concat());
            assert_eq!(
                sizes(&ended),
                expected,
                "{task:?} by {processes} processes with {workers} workers"
            );
        }
    }
}

/// With another number of workers, files of an earlier run would stay beside the new ones.
#[test]
fn codes_are_written_into_a_folder_without_codes() {
    let folder = tempfile::tempdir().unwrap();
    let codes = folder.path().join("codes");
    fs::create_dir(&codes).unwrap();
    let args = "sweep triangle5 --vacate a1 --finish a1 --scratch levels --codes codes --json";
    let args: Vec<&str> = args.split(' ').collect();
    sizes(&run(folder.path(), 2, &args));
    for set in ["forward", "winning", "just-lost"] {
        assert!(codes.join(format!("{set}-010.1-of-2.u64")).exists());
    }
    let again = run(folder.path(), 2, &args);
    let message = "it holds the codes of an earlier run";
    assert!(
        again
            .iter()
            .all(|process| process.code == Some(3) && process.stdout.contains(message))
    );
}

#[test]
fn processes_find_positions_of_128_bits() {
    let folder = tempfile::tempdir().unwrap();
    write_wide(folder.path());
    let board = folder.path().join("wide.ron");
    let mut alone = WIDE.to_vec();
    alone[1] = board.to_str().unwrap();
    let expected = expected(&alone);
    assert!(
        expected.iter().any(|level| level[1] > Some(1000)),
        "{expected:?}"
    );
    let ended = run(
        folder.path(),
        2,
        &[&WIDE[..], &["--scratch", "levels", "--json"]].concat(),
    );
    assert_eq!(sizes(&ended), expected);
}

#[test]
fn levels_do_not_depend_on_memory() {
    let task = ["sweep", "triangle6", "--vacate", "a1", "--finish", "a1"];
    let folder = tempfile::tempdir().unwrap();
    let own = ["--scratch", "levels", "--json", "--memory", "1M"];
    let ended = run(folder.path(), 2, &[&task[..], &own].concat());
    assert_eq!(sizes(&ended), expected(&task));
}

#[test]
fn each_machine_may_have_its_own_folder() {
    let task = ["sweep", "triangle6", "--vacate", "a1"];
    let expected = expected(&task);
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts");
    for time in 0..2 {
        fs::write(&hosts, super::processes::free_addresses(3).join("\n")).unwrap();
        let mut processes: Vec<_> = (0..3)
            .map(|number| {
                let own = folder.path().join(format!("disk-{number}"));
                fs::create_dir_all(&own).unwrap();
                let args = [&task[..], &["--scratch", "levels", "--json"]].concat();
                super::processes::process(&own, &hosts, number, &args)
            })
            .collect();
        let ended: Vec<_> = processes.iter_mut().map(super::processes::wait).collect();
        assert_eq!(sizes(&ended), expected);
        for number in 0..3 {
            let levels = folder.path().join(format!("disk-{number}/levels"));
            let shards = fs::read_dir(levels).unwrap().flatten();
            let of_process = format!(".{number}-of-3.level");
            let mut names: Vec<String> = shards
                .map(|shard| shard.file_name().to_string_lossy().into_owned())
                .collect();
            names.retain(|name| name.ends_with(".level"));
            assert!(
                !names.is_empty() && names.iter().all(|name| name.ends_with(&of_process)),
                "{names:?}"
            );
        }
        if time == 0 {
            // The second run finds the last two levels unfinished, because a shard is missing.
            fs::remove_file(folder.path().join("disk-1/levels/forward-003.1-of-3.level")).unwrap();
        }
    }
}

#[test]
fn cluster_starts_processes_and_prints_one_result() {
    let task = ["sweep", "triangle6", "--vacate", "a1", "--finish", "a1"];
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(pegboard())
        .current_dir(folder.path())
        .args(["--json", "cluster", "--processes", "3", "--"])
        .args(task)
        .args(["--scratch", "levels"])
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..]),
        "{output:?}"
    );
    assert_eq!(
        sizes_of(std::str::from_utf8(&output.stdout).unwrap()),
        expected(&task)
    );
}
