use super::program::pegboard;
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Returns the sizes of the levels, without times.
fn sizes(report: &Value) -> Vec<[Value; 6]> {
    let of = |level: &Value, name: &str| level[name].clone();
    let names = [
        "pegs",
        "jumps",
        "reachable",
        "winning",
        "losing",
        "jumps_tried",
    ];
    report["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| names.map(|name| of(level, name)))
        .collect()
}

#[test]
fn a_sweep_is_a_table() {
    let text = pegboard(&["sweep", "triangle5", "--vacate", "a1", "--finish", "a1"]).ok();
    let without_time = text.lines().filter(|line| !line.starts_with("by bitmap, "));
    insta::assert_snapshot!(without_time.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_sweep_is_json_and_csv() {
    let report = pegboard(&["sweep", "triangle5", "--finish", "any", "--json"]).json();
    assert_eq!(
        (&report["vacate"], &report["finish"]),
        (&json!("a1"), &json!("any"))
    );
    let level = &report["levels"][3];
    assert_eq!(
        (&level["pegs"], &level["jumps"], &level["reachable"]),
        (&json!(11), &json!(3), &json!(19))
    );
    assert_eq!(report["total"]["reachable"], 1544);
    let without_finish = pegboard(&["sweep", "triangle5", "--raw", "--json"]).json();
    assert_eq!(without_finish["levels"][3]["winning"], Value::Null);
    assert_eq!(without_finish["symmetries"], 1);
    let csv = pegboard(&["sweep", "triangle5", "--csv", "-"]).ok();
    assert!(
        csv.starts_with("pegs,jumps,reachable,winning,losing,jumps_tried,seconds\n14,0,1,,,2,\n"),
        "{csv}"
    );
}

#[test]
fn sizes_do_not_depend_on_memory_threads_and_method() {
    let report = pegboard(&[
        "sweep",
        "triangle6",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--json",
    ])
    .json();
    let ways: [&[&str]; 3] = [
        &["--method", "lists"],
        &["--threads", "1"],
        &["--method", "lists", "--threads", "3"],
    ];
    for way in ways {
        let args = [
            &[
                "sweep",
                "triangle6",
                "--vacate",
                "a1",
                "--finish",
                "any",
                "--json",
            ],
            way,
        ]
        .concat();
        assert_eq!(sizes(&pegboard(&args).json()), sizes(&report), "{way:?}");
    }
}

#[test]
fn impossible_sweeps_are_refused() {
    assert!(
        pegboard(&["sweep", "triangle5", "--fewest"])
            .refused()
            .contains("names no finish")
    );
    let run = pegboard(&["sweep", "wiegleb", "--vacate", "e1", "--memory", "1M"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, "")); // a limit was reached
    assert!(
        run.stderr.contains("name a scratch folder"),
        "{}",
        run.stderr
    );
}

fn manifest(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("levels.ron")).unwrap_or_default()
}

pub fn finished_levels(folder: &Path) -> usize {
    manifest(folder).matches("digest:").count()
}

/// Returns the level files with their contents.
fn level_files(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap());
    let levels = entries.filter(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "level")
    });
    levels
        .map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap()))
        .collect()
}

/// Starts the program and waits, at most two minutes, until it has finished `levels` more levels. Returns `None` if it
/// ends before that.
pub fn run_until(args: &[&str], folder: &Path, levels: usize) -> Option<Child> {
    let before = finished_levels(folder);
    let mut command = Command::new(cargo_bin!("pegboard"));
    let mut program = command
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    while finished_levels(folder) < before + levels && Instant::now() < patience {
        if program.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Some(program)
}

/// Number of levels to wait for before each kill: a fifth of those in each direction and in each set.
const LEVELS_OF_A_RUN: usize = 4;

/// A sweep killed repeatedly, in each direction and each set, ends with the result of an uninterrupted one.
#[test]
fn a_killed_sweep_resumes_from_its_last_finished_level() {
    let scratch = tempfile::tempdir().unwrap();
    let (folder, other) = (scratch.path().join("killed"), scratch.path().join("whole"));
    let plain = [
        "sweep",
        "triangle6",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--json",
        "--method",
        "lists",
    ];
    let with = |folder: &Path| {
        [
            &plain.map(String::from)[..],
            &["--memory", "1M", "--scratch", folder.to_str().unwrap()].map(String::from),
        ]
        .concat()
    };
    let args = with(&folder);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut killed_at = Vec::new();
    while let Some(mut program) = run_until(&args, &folder, LEVELS_OF_A_RUN) {
        program.kill().unwrap(); // SIGKILL
        program.wait().unwrap();
        killed_at.push(
            manifest(&folder)
                .rsplit("set: ")
                .next()
                .unwrap()
                .split(',')
                .next()
                .unwrap()
                .to_owned(),
        );
        assert!(finished_levels(&folder) >= LEVELS_OF_A_RUN * killed_at.len()); // nothing is lost
    }
    for phase in ["Forward", "Backward", "Winning", "Losing"] {
        assert!(
            killed_at.iter().any(|set| set == phase),
            "not killed in {phase}: {killed_at:?}"
        );
    }
    let args = with(&other);
    let whole = pegboard(&args.iter().map(String::as_str).collect::<Vec<_>>()).json();
    let args = with(&folder);
    let resumed = pegboard(&args.iter().map(String::as_str).collect::<Vec<_>>()).json();
    assert_eq!(sizes(&resumed), sizes(&whole));
    assert_eq!(sizes(&resumed), sizes(&pegboard(&plain).json()));
    assert!(
        level_files(&folder) == level_files(&other),
        "the files differ"
    );
    let is_leftover = |name: &OsString| {
        let name = name.to_string_lossy();
        name.starts_with("run-") || name.ends_with(".draft")
    };
    let names = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(is_leftover).count(), 0);
}

#[cfg(unix)]
#[test]
fn a_scratch_folder_serves_one_run_that_says_how_to_resume() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("sweep");
    let args = [
        "sweep",
        "english",
        "--vacate",
        "d4",
        "--scratch",
        folder.to_str().unwrap(),
    ];
    let program = run_until(&args, &folder, 5).unwrap();
    let message = pegboard(&args).refused();
    assert!(message.contains("is in use by another run"), "{message}");
    let interrupted = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    let output = program.wait_with_output().unwrap();
    assert!(interrupted.unwrap().success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("the same command with the same scratch folder resumes"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn too_little_memory_is_reported_with_the_amount_needed() {
    let args = [
        "sweep",
        "triangle5",
        "--method",
        "lists",
        "--threads",
        "256",
        "--memory",
    ];
    let message = pegboard(&[&args[..], &["1M"]].concat()).refused();
    let least = message.split("allow at least ").nth(1).unwrap();
    let least = least.lines().next().unwrap().trim_end_matches(['.', ';']);
    let scratch = tempfile::tempdir().unwrap();
    let with_folder = ["--scratch", scratch.path().to_str().unwrap(), "--json"];
    let report = pegboard(&[&args[..], &[least], &with_folder].concat()).json();
    assert_eq!(report["total"]["reachable"], 1544);
}

/// A bitmap has room for all positions of the class, but a start with few pegs reaches hardly any of them.
#[test]
fn a_start_with_few_pegs_uses_lists() {
    let start = [
        "sweep",
        "english-diagonal",
        "--start",
        "b4 d4 a5 d6",
        "--finish",
        "any",
        "--json",
    ];
    let report = pegboard(&start).json();
    assert_eq!(report["method"], "lists");
    let counted = |report: &Value| report["total"]["reachable"].clone();
    let few = [
        "sweep",
        "triangle6",
        "--start",
        "a1 b2 b3 c3 c4 d5",
        "--finish",
        "any",
        "--json",
    ];
    let by = |method: &str| pegboard(&[&few[..], &["--method", method]].concat()).json();
    assert_eq!(counted(&by("auto")), counted(&by("bitmap")));
    assert_eq!(counted(&by("lists")), counted(&by("bitmap")));
}

/// Runs the program with a limit on file sizes, which simulates a full disk.
#[cfg(target_os = "linux")]
pub fn with_full_disk(args: &[&str]) -> Output {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""])
        .arg(cargo_bin!("pegboard"));
    limited.args(args).output().unwrap()
}

/// The write fails in the middle of a level.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clear_error_and_the_sweep_resumes_later() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("sweep");
    let plain = [
        "sweep",
        "triangle6",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--json",
    ];
    let args = [
        &plain[..],
        &["--memory", "1M", "--scratch", folder.to_str().unwrap()],
    ]
    .concat();
    let limited = with_full_disk(&args);
    let message = String::from_utf8(limited.stdout).unwrap(); // one object, like all output of `--json`
    assert!(!limited.status.success());
    assert!(
        message.contains(".level` cannot be used: File too large"),
        "{message}"
    );
    assert!(message.contains("fix disk space"), "{message}");
    assert!(finished_levels(&folder) > 3);
    let drafts = std::fs::read_dir(&folder).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .path()
            .extension()
            .is_some_and(|extension| extension == "draft")
    });
    assert_eq!(
        drafts.count(),
        0,
        "a partial level would keep the disk full"
    );
    assert_eq!(
        sizes(&pegboard(&args).json()),
        sizes(&pegboard(&plain).json())
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_scratch_folder_that_cannot_be_written_is_a_clear_error() {
    let message = pegboard(&["sweep", "triangle5", "--scratch", "/proc/nowhere"]).refused();
    assert!(
        message.contains("the scratch file or folder `/proc/nowhere` cannot be used"),
        "{message}"
    );
    assert!(message.contains("fix disk space"), "{message}");
}

#[test]
fn headings_name_the_start_whatever_it_is() {
    let heading = |args: &[&str]| {
        pegboard(&[&["sweep"], args].concat())
            .ok()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let two = heading(&["triangle4", "--vacate", "a1,b2"]);
    assert!(
        two.starts_with("Triangle 4, vacate a1 and b2: positions"),
        "{two}"
    );
    let complement = heading(&["triangle4", "--vacate", "a1,b2", "--finish", "complement"]);
    assert!(
        complement.starts_with("Triangle 4, vacate a1 and b2, finish with the complement: "),
        "{complement}"
    );
    let any = heading(&["triangle4", "--vacate", "a2", "--finish", "any"]);
    assert!(
        any.starts_with("Triangle 4, vacate a2, finish any: positions"),
        "{any}"
    );
}
