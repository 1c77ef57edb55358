use super::program::{pegboard, pegboard_in};
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
        "just_lost",
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
        csv.starts_with(
            "pegs,jumps,reachable,winning,just_lost,jumps_tried,seconds\n14,0,1,,,2,\n"
        ),
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
    assert_eq!(run.code, 2); // a limit was reached
    assert!(
        run.stdout.starts_with(
            "Wiegleb, vacate e1: positions up to 2 symmetries that fix the problem, stopped by the memory limit: the \
             levels finished so far\n"
        ),
        "{}",
        run.stdout
    );
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
    for phase in ["Forward", "Backward", "Winning", "JustLost"] {
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

/// Each thread needs buffers, so fewer threads start than are allowed.
#[test]
fn many_threads_need_no_more_memory() {
    let args = "sweep triangle5 --method lists --threads 256 --memory 1M --json";
    let report = pegboard(&args.split(' ').collect::<Vec<_>>()).json();
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

/// The numbers of the first levels come from an independent search.
#[test]
fn a_stopped_sweep_prints_its_finished_levels() {
    let args = [
        "sweep", "wiegleb", "--vacate", "e1", "--finish", "any", "--memory", "1M",
    ];
    let run = pegboard(&[&args[..], &["--json"]].concat());
    let report = run.json();
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("name a scratch folder"),
        "{}",
        run.stderr
    );
    assert_eq!(report["limit"], "the memory limit");
    let levels = report["levels"].as_array().unwrap();
    let reachable = levels
        .iter()
        .map(|level| level["reachable"].as_u64().unwrap());
    let first: Vec<u64> = reachable.clone().take(6).collect();
    assert_eq!(first, [1, 1, 1, 3, 17, 97]);
    let (last, others) = levels.split_last().unwrap();
    assert_eq!(last["jumps_tried"], Value::Null); // the next level was not finished
    assert!(others.iter().all(|level| level["jumps_tried"].is_u64()));
    assert!(levels.iter().all(|level| level["winning"].is_null()));
    assert_eq!(report["total"]["reachable"], reachable.sum::<u64>());
    let csv = pegboard(&[&args[..], &["--csv", "-"]].concat());
    assert_eq!(csv.code, 2);
    assert!(csv.stdout.contains("\n44,0,1,,,1,"), "{}", csv.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_finished_levels() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["sweep", "wiegleb", "--vacate", "e1", "--json"];
    let (run, _) =
        super::program::pegboard_interrupted(folder.path(), &args, Duration::from_secs(1));
    assert_eq!((run.code, run.stderr.as_str()), (2, "Stopped by Ctrl-C.\n"));
    assert_eq!(run.json()["levels"][0]["reachable"], 1);
    assert_eq!(run.json()["limit"], "Ctrl-C");
}

/// Returns the little-endian numbers of a file.
fn numbers(path: &Path, bytes: usize, skip: usize) -> Vec<u128> {
    let content = std::fs::read(path).unwrap();
    let number = |chunk: &[u8]| {
        let mut wide = [0; 16];
        wide[..chunk.len()].copy_from_slice(chunk);
        u128::from_le_bytes(wide)
    };
    let chunks = content[skip..].chunks_exact(bytes);
    assert!(chunks.remainder().is_empty());
    chunks.map(number).collect()
}

#[test]
fn codes_of_levels_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let swept = |args: &[&str]| pegboard_in(folder.path(), &[&["sweep"], args].concat());
    let sizes = swept(&[
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "a1",
        "--json",
        "--codes",
        "all.bin",
    ]);
    let all = numbers(&folder.path().join("all.bin"), 8, 0);
    let levels = sizes.json();
    assert_eq!(levels["total"]["reachable"], all.len());
    let by_level: Vec<u32> = all.iter().map(|code| code.count_ones()).collect();
    assert!(by_level.is_sorted_by(|above, below| above >= below));
    assert_eq!(all[0], (1 << 15) - 2); // every hole but the first
    for (set, size) in [("reachable", 62), ("winning", 18), ("just-lost", 20)] {
        let args = ["--level", "10", "--set", set, "--codes", "level.npy"];
        swept(
            &[
                &["triangle5", "--vacate", "a1", "--finish", "a1"],
                &args[..],
            ]
            .concat(),
        )
        .ok();
        let path = folder.path().join("level.npy");
        let content = std::fs::read(&path).unwrap();
        let header = String::from_utf8_lossy(&content[10..128]);
        let wanted = format!("{{'descr': '<u8', 'fortran_order': False, 'shape': ({size},), }}");
        assert_eq!(header.trim_end(), wanted);
        let codes = numbers(&path, 8, 128);
        assert_eq!(codes.len(), size);
        assert!(codes.is_sorted() && codes.iter().all(|code| code.count_ones() == 10));
    }
    let both = [
        "triangle5",
        "--level",
        "13,12",
        "--level",
        "14",
        "--codes",
        "some.bin",
    ];
    swept(&both).ok();
    assert_eq!(
        numbers(&folder.path().join("some.bin"), 8, 0).len(),
        1 + 1 + 4
    );
}

/// A board with more than 64 holes has two words for each code, the low one first.
#[test]
fn wide_codes_have_two_words() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["sweep", "square9", "--start", "a1 b1 i9 h9", "--codes"];
    let swept = |file: &str| pegboard_in(folder.path(), &[&args[..], &[file]].concat()).ok();
    swept("codes.bin");
    let codes = numbers(&folder.path().join("codes.bin"), 16, 0);
    assert_eq!(codes[0], 0b11 | 0b11 << 79);
    swept("codes.npy");
    let content = std::fs::read(folder.path().join("codes.npy")).unwrap();
    let shape = format!("'shape': ({}, 2), }}", codes.len());
    assert!(String::from_utf8_lossy(&content).contains(&shape));
    assert_eq!(numbers(&folder.path().join("codes.npy"), 16, 128), codes);
}

#[test]
fn codes_that_cannot_be_written_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str]| {
        let run = pegboard_in(folder.path(), &[&["sweep", "triangle5"], args].concat());
        assert!(!folder.path().join("x.bin").exists());
        run.refused()
    };
    assert!(refused(&["--codes", "x.bin", "--set", "winning"]).contains("need a finish"));
    assert!(
        refused(&["--codes", "x.bin", "--level", "15"]).contains("the levels have 14 to 1 pegs")
    );
    assert!(refused(&["--level", "3"]).contains("--codes"));
    let range = refused(&["--codes", "x.bin", "--level", "10-12"]);
    assert!(range.contains("write a whole number"), "{range}");
    let stopped = ["sweep", "wiegleb", "--memory", "1M", "--codes", "x.bin"];
    assert_eq!(pegboard_in(folder.path(), &stopped).code, 2);
    assert!(!folder.path().join("x.bin").exists());
}
