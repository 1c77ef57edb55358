//! Tests of processes that are killed or interrupted, and of runs that resume.

use super::processes::{
    LONG_START, LONG_SWEEP, Processes, expected, free_addresses, pegboard, process, sizes,
    sizes_of, start, wait,
};
use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Task that runs long enough to be killed.
const TASK: [&str; 7] = [
    "sweep",
    "wiegleb",
    "--start",
    TASK_START,
    "--scratch",
    "levels",
    "--json",
];
const TASK_START: &str = "d4 e4 f4 d5 e5 f5 d6 e6 f6 c5 g5 e3 e7 d3 f7";

/// Random generator, seeded by the test so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }
}

/// Measures the time of the task with one process.
fn usual_time(folder: &Path) -> Duration {
    let began = std::time::Instant::now();
    sizes(&super::processes::run(folder, 1, &with_scratch("first")));
    began.elapsed()
}

fn with_scratch(scratch: &'static str) -> Vec<&'static str> {
    let mut args = TASK.to_vec();
    args[5] = scratch;
    args
}

#[test]
fn kills_do_not_change_the_levels() {
    let expected = expected(&TASK[..4]);
    assert!(
        expected.iter().any(|level| level[1] > Some(10_000)),
        "{expected:?}"
    );
    let folder = tempfile::tempdir().unwrap();
    let usual = usual_time(folder.path()).as_micros() as u64;
    let mut random = Random(5);
    let mut kills = 0;
    while kills < 6 {
        let count = 1 + random.below(4) as usize;
        // The others wait a short time only for a process that is killed before it connects.
        let mut processes = start(
            folder.path(),
            count,
            &[&TASK[..], &["--wait", "5s"]].concat(),
        );
        std::thread::sleep(Duration::from_micros(random.below(usual)));
        let victim = random.below(count as u64) as usize;
        processes.0[victim].kill().unwrap();
        kills += 1;
        for (number, process) in processes.0.iter_mut().enumerate() {
            let ended = wait(process);
            match ended.code {
                None => assert_eq!(number, victim),
                Some(0) => {} // it had finished
                // Each names the killed process, or one that ended because of it.
                code => {
                    assert!(code == Some(2) || code == Some(3), "{ended:?}");
                    assert!(
                        ended.stdout.contains("process ") && ended.stderr.is_empty(),
                        "{ended:?}"
                    );
                }
            }
        }
    }
    let mut processes = start(folder.path(), 3, &TASK);
    let ended: Vec<_> = processes.0.iter_mut().map(wait).collect();
    assert_eq!(sizes(&ended), expected);
    let left: Vec<String> = std::fs::read_dir(folder.path().join("levels"))
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".draft"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_on_one_process_stops_all_and_keeps_finished_levels() {
    let folder = tempfile::tempdir().unwrap();
    let mut processes = start(folder.path(), 3, &LONG_SWEEP);
    let manifest = folder.path().join("levels/cluster.ron");
    let finished =
        || std::fs::read_to_string(&manifest).map_or(0, |text| text.matches("pegs:").count());
    while finished() < 4 {
        assert!(
            processes
                .0
                .iter_mut()
                .all(|process| process.try_wait().unwrap().is_none())
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let one = processes.0[1].id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &one])
            .status()
            .unwrap()
            .success()
    );
    for process in &mut processes.0 {
        let ended = wait(process);
        assert_eq!(
            (ended.code, ended.stderr.is_empty()),
            (Some(2), true),
            "{ended:?}"
        );
        assert!(ended.stdout.contains("resumes from"), "{ended:?}");
    }
    assert!(finished() >= 4);
}

/// Schedulers end a process by SIGTERM, and a lost terminal by SIGHUP.
#[cfg(unix)]
#[test]
fn peers_name_a_process_that_a_signal_ends_and_the_run_resumes() {
    let task = ["sweep", "zigzag", "--start", LONG_START];
    let expected = expected(&task);
    let args = [&task[..], &["--scratch", "levels", "--json"]].concat();
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("levels/cluster.ron");
    let finished =
        || std::fs::read_to_string(&manifest).map_or(0, |text| text.matches("pegs:").count());
    for (signal, victim) in [("-TERM", 1), ("-HUP", 0)] {
        let before = finished();
        let mut processes = start(folder.path(), 3, &args);
        while finished() < before + 2 {
            assert!(
                processes
                    .0
                    .iter_mut()
                    .all(|process| process.try_wait().unwrap().is_none())
            );
            std::thread::sleep(Duration::from_millis(1));
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
            if number == victim {
                assert_ne!(ended.code, Some(0), "{ended:?}");
            } else {
                assert_eq!(ended.code, Some(2), "{ended:?}");
                assert!(ended.stdout.contains("process "), "{ended:?}");
            }
        }
    }
    assert_eq!(
        sizes(&super::processes::run(folder.path(), 2, &args)),
        expected
    );
}

/// A limit on file sizes makes a write fail like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_all_processes_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let task = ["sweep", "triangle6", "--vacate", "a1", "--raw"];
    let args = [&task[..], &["--scratch", "levels", "--json"]].concat();
    let hosts = folder.path().join("hosts");
    std::fs::write(&hosts, free_addresses(2).join("\n")).unwrap();
    let limited = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\""])
        .arg(cargo_bin!("pegboard-cluster"))
        .args(&args)
        .arg("--hosts")
        .arg(&hosts)
        .args(["--process", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut processes = Processes(vec![process(folder.path(), &hosts, 0, &args), limited]);
    let ended: Vec<_> = processes.0.iter_mut().map(wait).collect();
    for process in &ended {
        assert_eq!(process.code, Some(3), "{ended:?}");
        assert!(
            process.stdout.contains(".1-of-2.level` cannot be used"),
            "{ended:?}"
        );
    }
    let manifest = std::fs::read_to_string(folder.path().join("levels/cluster.ron")).unwrap();
    assert!(manifest.matches("pegs:").count() > 5, "{manifest}");
    assert_eq!(
        sizes(&super::processes::run(folder.path(), 2, &args)),
        expected(&task)
    );
}

#[test]
fn cluster_restarts_all_processes_when_one_dies() {
    let folder = tempfile::tempdir().unwrap();
    let launcher = Command::new(pegboard())
        .current_dir(folder.path())
        .args(["cluster", "--processes", "2", "--"])
        .args(TASK)
        .args(["--wait", "5s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut launcher = Processes(vec![launcher]);
    if let Some(child) = first_child(launcher.0[0].id()) {
        let _ = Command::new("kill").args(["-KILL", &child]).status();
    }
    let ended = wait(&mut launcher.0[0]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(sizes_of(&ended.stdout), expected(&TASK[..4]));
}

/// Returns a child of a process, if the system tells.
fn first_child(parent: u32) -> Option<String> {
    for _ in 0..100 {
        let path = format!("/proc/{parent}/task/{parent}/children");
        let children = std::fs::read_to_string(path).ok()?;
        if let Some(child) = children.split_whitespace().next() {
            return Some(child.to_owned());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}

#[test]
fn a_process_that_never_connects_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts");
    let addresses = free_addresses(3);
    std::fs::write(&hosts, addresses.join("\n")).unwrap();
    let args = [&TASK[..], &["--wait", "8s"]].concat();
    let mut two = Processes(
        (0..2)
            .map(|number| process(folder.path(), &hosts, number, &args))
            .collect(),
    );
    for one in &mut two.0 {
        let ended = wait(one);
        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert!(
            ended
                .stdout
                .contains(&format!("process 2 (`{}`)", addresses[2])),
            "{ended:?}"
        );
    }
}
