//! Start of processes that work together.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Timeout of a run, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(240);

/// End of a process.
#[derive(Debug)]
pub struct Ended {
    /// `None` after a kill.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Sweep that takes far longer than any test.
pub const LONG_SWEEP: [&str; 8] = [
    "sweep",
    "english",
    "--vacate",
    "d4",
    "--raw",
    "--scratch",
    "levels",
    "--json",
];

/// Start on the board `zigzag` with enough positions to kill a run between two levels.
pub const LONG_START: &str =
    "a4 a5 a6 b4 b5 b6 c4 c5 c6 d1 d2 d3 d4 d5 d6 e1 e3 e5 e6 f5 f6 g2 g3 h1 h3 i1 i3";

/// Returns the path of the program `pegboard`, which Cargo builds into the folder of `pegboard-cluster`. Builds it if only
/// this package is tested.
pub fn pegboard() -> &'static Path {
    static PEGBOARD: OnceLock<PathBuf> = OnceLock::new();
    PEGBOARD.get_or_init(|| {
        let name = format!("pegboard{}", std::env::consts::EXE_SUFFIX);
        let path = Path::new(&cargo_bin!("pegboard-cluster")).with_file_name(name);
        if !path.exists() {
            let folder = path.parent().unwrap().file_name().unwrap();
            let profile = match folder.to_str().unwrap() {
                "debug" => "dev",
                profile => profile,
            };
            let built = Command::new(env!("CARGO"))
                .args(["build", "--package", "pegboard-cli", "--bin", "pegboard"])
                .args(["--profile", profile])
                .status();
            assert!(built.unwrap().success() && path.exists());
        }
        path
    })
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

/// Processes that are killed at the end of the test.
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
    Command::new(cargo_bin!("pegboard-cluster"))
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

/// Waits for a process. A timeout fails the test.
pub fn wait(process: &mut Child) -> Ended {
    let began = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if began.elapsed() > TIMEOUT {
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

/// Returns the sizes of levels that process 0 prints: pegs, reachable, winning and just lost positions. All processes must
/// succeed.
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

/// Returns the sizes of levels in a report.
#[track_caller]
pub fn sizes_of(json: &str) -> Vec<[Option<u64>; 4]> {
    let report: Value = serde_json::from_str(json).unwrap();
    let size = |level: &Value, name: &str| level[name].as_u64();
    let levels = report["levels"].as_array().unwrap().iter();
    levels
        .map(|level| ["pegs", "reachable", "winning", "just_lost"].map(|name| size(level, name)))
        .collect()
}

/// Returns the sizes of levels that a single process finds.
pub fn expected(args: &[&str]) -> Vec<[Option<u64>; 4]> {
    let output = Command::new(pegboard())
        .args(args)
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    sizes_of(std::str::from_utf8(&output.stdout).unwrap())
}
