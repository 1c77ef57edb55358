//! Starts processes that work together.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Maximum time of a run in these tests, even on a busy machine.
const END: Duration = Duration::from_secs(240);

/// Result of a process that has ended.
#[derive(Debug)]
pub struct Ended {
    /// `None` if the process was killed.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Returns addresses with free ports.
pub fn free_addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string())
        .collect()
}

/// Processes that are killed when the test ends, even if it fails.
pub struct Processes(pub Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Starts one process of a list of hosts.
pub fn process(folder: &Path, hosts: &Path, number: usize, args: &[&str]) -> Child {
    Command::new(cargo_bin!("pegboard"))
        .current_dir(folder)
        .args(args)
        .arg("--hosts")
        .arg(hosts)
        .args(["--process", &number.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Starts `count` processes with the same arguments.
pub fn start(folder: &Path, count: usize, args: &[&str]) -> Processes {
    let hosts = folder.join(format!("hosts-{count}"));
    std::fs::write(&hosts, free_addresses(count).join("\n")).unwrap();
    Processes(
        (0..count)
            .map(|number| process(folder, &hosts, number, args))
            .collect(),
    )
}

/// Waits for a process, and fails the test if it runs too long.
pub fn wait(process: &mut Child) -> Ended {
    let began = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if began.elapsed() > END {
            let _ = process.kill();
            panic!("a process still runs");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let (mut stdout, mut stderr) = (String::new(), String::new());
    process
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut stdout)
        .unwrap();
    process
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    Ended {
        code: process.wait().unwrap().code(),
        stdout,
        stderr,
    }
}

/// Runs `count` processes to their end.
pub fn run(folder: &Path, count: usize, args: &[&str]) -> Vec<Ended> {
    let mut processes = start(folder, count, args);
    processes.0.iter_mut().map(wait).collect()
}

/// Checks that all processes ended well, and returns the level sizes that process 0 prints: pegs, reachable, winning
/// and losing positions.
#[track_caller]
pub fn sizes(ended: &[Ended]) -> Vec<[Option<u64>; 4]> {
    for process in ended {
        assert_eq!(
            (process.code, process.stderr.as_str()),
            (Some(0), ""),
            "{ended:?}"
        );
    }
    assert!(ended[1..].iter().all(|process| process.stdout.is_empty()));
    sizes_of(&ended[0].stdout)
}

/// Returns the level sizes in a report.
#[track_caller]
pub fn sizes_of(json: &str) -> Vec<[Option<u64>; 4]> {
    let report: Value = serde_json::from_str(json).unwrap();
    let size = |level: &Value, name: &str| level[name].as_u64();
    let levels = report["levels"].as_array().unwrap().iter();
    levels
        .map(|level| ["pegs", "reachable", "winning", "losing"].map(|name| size(level, name)))
        .collect()
}

/// Returns the level sizes that the plain program finds.
pub fn expected(args: &[&str]) -> Vec<[Option<u64>; 4]> {
    let output = Command::new(cargo_bin!("pegboard"))
        .args(args)
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    sizes_of(std::str::from_utf8(&output.stdout).unwrap())
}
