use super::program::pegboard;
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The levels without the times.
fn sizes(report: &Value) -> Vec<[Value; 6]> {
    let of = |level: &Value, name: &str| level[name].clone();
    let names = ["pegs", "jumps", "reachable", "winning", "losing", "jumps_tried"];
    report["levels"].as_array().unwrap().iter().map(|level| names.map(|name| of(level, name))).collect()
}

#[test]
fn a_sweep_is_a_table() {
    let text = pegboard(&["sweep", "triangle5", "--vacate", "a1", "--finish", "a1"]).ok();
    let without_time = text.lines().map(|line| line.split("   0.").next().unwrap().trim_end());
    insta::assert_snapshot!(without_time.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_sweep_is_json_and_csv() {
    let report = pegboard(&["sweep", "triangle5", "--finish", "any", "--json"]).json();
    assert_eq!((&report["vacate"], &report["finish"]), (&json!("a1"), &json!("any")));
    let level = &report["levels"][3];
    assert_eq!((&level["pegs"], &level["jumps"], &level["reachable"]), (&json!(11), &json!(3), &json!(19)));
    assert_eq!(report["total"]["reachable"], 1544);
    let without_finish = pegboard(&["sweep", "triangle5", "--raw", "--json"]).json();
    assert_eq!(without_finish["levels"][3]["winning"], Value::Null);
    assert_eq!(without_finish["symmetries"], 1);
    let csv = pegboard(&["sweep", "triangle5", "--csv"]).ok();
    assert!(
        csv.starts_with("pegs,jumps,reachable,winning,losing,jumps_tried,seconds\n14,0,1,,,2,\n"),
        "{csv}"
    );
}

#[test]
fn memory_threads_and_method_change_nothing() {
    let report = pegboard(&["sweep", "triangle6", "--vacate", "a1", "--finish", "any", "--json"]).json();
    let ways: [&[&str]; 3] =
        [&["--method", "lists"], &["--threads", "1"], &["--method", "lists", "--threads", "3"]];
    for way in ways {
        let args = [&["sweep", "triangle6", "--vacate", "a1", "--finish", "any", "--json"], way].concat();
        assert_eq!(sizes(&pegboard(&args).json()), sizes(&report), "{way:?}");
    }
}

#[test]
fn what_cannot_be_swept_is_said() {
    assert!(pegboard(&["sweep", "triangle5", "--fewest"]).refused().contains("names no finish"));
    let message = pegboard(&["sweep", "wiegleb", "--vacate", "e1", "--memory", "1M"]).refused();
    assert!(message.contains("name a scratch folder"), "{message}");
}

fn finished_levels(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("sweep.ron")).map_or(0, |text| text.matches("digest:").count())
}

/// Runs the program until it has finished so many levels more, and kills it. Whether it was still running.
fn run_and_kill(args: &[&str], folder: &Path, levels: usize) -> bool {
    let before = finished_levels(folder);
    let mut program = Command::new(cargo_bin!("pegboard")).args(args).stdout(Stdio::null()).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    while finished_levels(folder) < before + levels && Instant::now() < patience {
        if program.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    true
}

/// Killed again and again, it comes to the end that it would have come to.
#[test]
fn a_killed_sweep_goes_on_from_its_last_finished_level() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("sweep");
    let plain = ["sweep", "triangle6", "--vacate", "a1", "--finish", "any", "--json"];
    let args = [&plain[..], &["--scratch", folder.to_str().unwrap(), "--memory", "1M"]].concat();
    let mut kills = 0;
    while run_and_kill(&args, &folder, 3) {
        kills += 1;
        assert!(finished_levels(&folder) >= 3 * kills); // nothing is lost
    }
    assert!(kills >= 2, "it was too fast to be killed");
    let resumed = pegboard(&args).json();
    assert_eq!(sizes(&resumed), sizes(&pegboard(&plain).json()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_scratch_folder_that_cannot_be_written_is_a_clear_error() {
    let message = pegboard(&["sweep", "triangle5", "--scratch", "/proc/nowhere"]).refused();
    assert!(message.contains("the scratch file `/proc/nowhere` cannot be used"), "{message}");
    assert!(message.contains("free space"), "{message}");
}
