//! Refusal of arguments, hosts and folders that do not fit together.

use super::processes::{
    Ended, LONG_SWEEP, Processes, free_addresses, pegboard, process, run, sizes, start, wait,
};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;

const TASK: [&str; 7] = [
    "sweep",
    "triangle5",
    "--vacate",
    "a1",
    "--scratch",
    "levels",
    "--json",
];

#[track_caller]
fn refused(ended: &[Ended], what: &str) {
    for process in ended {
        assert_eq!(process.code, Some(3), "{ended:?}");
    }
    assert!(
        ended.iter().any(|process| process.stdout.contains(what)),
        "{what}: {ended:?}"
    );
}

/// Runs processes with different arguments.
fn run_different(folder: &Path, args: &[&[&str]]) -> Vec<Ended> {
    let hosts = folder.join("hosts");
    fs::write(&hosts, free_addresses(args.len()).join("\n")).unwrap();
    let start = |(number, args): (usize, &&[&str])| process(folder, &hosts, number, args);
    let mut processes = Processes(args.iter().enumerate().map(start).collect());
    processes.0.iter_mut().map(wait).collect()
}

#[test]
fn processes_must_have_the_same_task() {
    let folder = tempfile::tempdir().unwrap();
    let other = [
        "sweep",
        "triangle5",
        "--vacate",
        "b2",
        "--scratch",
        "levels",
        "--json",
    ];
    let ended = run_different(folder.path(), &[&TASK, &other]);
    refused(&ended, "has another task");
    let more_workers = [&TASK[..], &["--workers", "2"]].concat();
    let ended = run_different(folder.path(), &[&TASK, &more_workers]);
    refused(&ended, "give all the same list of hosts and `--workers`");
    assert!(!folder.path().join("levels").exists());
}

#[test]
fn folders_of_other_runs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    sizes(&run(folder.path(), 2, &TASK));
    let other = [
        "sweep",
        "triangle5",
        "--vacate",
        "b2",
        "--scratch",
        "levels",
        "--json",
    ];
    refused(
        &run(folder.path(), 2, &other),
        "holds other levels (sweep on board",
    );
    let alone = [
        "sweep",
        "triangle5",
        "--vacate",
        "a1",
        "--scratch",
        "levels",
        "--json",
    ];
    let output = Command::new(pegboard())
        .current_dir(folder.path())
        .args(alone)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("several processes have made"),
        "{output:?}"
    );
}

#[test]
fn a_damaged_shard_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    sizes(&run(folder.path(), 2, &TASK));
    let shard = folder.path().join("levels/forward-009.1-of-2.level");
    let whole = fs::read(&shard).unwrap();
    for (place, change) in [(60, 1u8), (whole.len() - 5, 128)] {
        let mut bytes = whole.clone();
        bytes[place] ^= change;
        fs::write(&shard, bytes).unwrap();
        for count in [1, 2, 3] {
            refused(
                &run(folder.path(), count, &TASK),
                "forward-009.1-of-2.level` cannot be used",
            );
        }
    }
    fs::write(&shard, whole).unwrap();
    sizes(&run(folder.path(), 2, &TASK));
    let manifest = folder.path().join("levels/cluster.ron");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("version: 2", "version: 9")).unwrap();
    refused(
        &run(folder.path(), 1, &TASK),
        "it has version 9, but this program reads version 2",
    );
}

#[test]
fn a_second_run_in_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = start(folder.path(), 1, &LONG_SWEEP);
    while !folder.path().join("levels/cluster.ron").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    refused(
        &run(
            folder.path(),
            2,
            &[&LONG_SWEEP[..], &["--wait", "5s"]].concat(),
        ),
        "is in use by another run",
    );
    drop(first);
}

#[test]
fn lists_of_hosts_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts");
    for (text, number, what) in [
        ("127.0.0.1", 0, "line 1 is `127.0.0.1`"),
        ("127.0.0.1:2101\n", 1, "there is no process 1 among 1"),
        ("192.0.2.1:2101\n", 0, "cannot listen at `192.0.2.1:2101`"),
    ] {
        fs::write(&hosts, text).unwrap();
        let ended = wait(&mut process(folder.path(), &hosts, number, &TASK));
        refused(&[ended], what);
    }
}

#[test]
fn arguments_that_name_no_cluster_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = ["sweep", "triangle5", "--vacate", "a1"];
    let levels = ["--scratch", "levels"];
    let prove = ["solve", "triangle5", "--vacate", "a1"];
    for (args, what) in [
        (&[&sweep[..], &levels].concat(), "give `--processes NUMBER`"),
        (
            &[&["--processes", "2"], &sweep[..]].concat(),
            "give `--scratch`",
        ),
        (
            &[
                &["--processes", "2"],
                &sweep[..],
                &levels,
                &["--threads", "2"],
            ]
            .concat(),
            "use `--workers`",
        ),
        (
            &[
                &["--processes", "2"],
                &sweep[..],
                &levels,
                &["--hosts", "h", "--process", "0"],
            ]
            .concat(),
            "leave `--hosts` out",
        ),
        (
            &[
                &["--processes", "2"],
                &sweep[..],
                &levels,
                &["--method", "bitmap"],
            ]
            .concat(),
            "leave `--method bitmap` out",
        ),
        (
            &[
                &["--processes", "2"],
                &prove[..],
                &["--certificate", "c.ron"],
                &levels,
            ]
            .concat(),
            "give `--exhaust`",
        ),
        (
            &["--processes", "2", "count", "triangle5"].to_vec(),
            "unrecognized subcommand",
        ),
    ] {
        let output = Command::new(cargo_bin!("pegboard-cluster"))
            .current_dir(folder.path())
            .args(args)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}: {message}");
        assert!(message.contains(what), "{args:?}: {message}");
    }
    assert!(!folder.path().join("levels").exists());
}
