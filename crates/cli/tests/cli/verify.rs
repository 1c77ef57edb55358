#[cfg(unix)]
use super::program::pegboard_interrupted;
use super::program::{Run, pegboard_in};
#[cfg(target_os = "linux")]
use super::sweep::with_full_disk;
use super::sweep::{finished_levels, run_until};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Solves a problem and writes its certificate to `FOLDER/proof.ron`.
fn certified(folder: &Path, arguments: &str) -> Run {
    let run = solve(folder, arguments);
    assert!(folder.join("proof.ron").exists(), "{}", run.stderr);
    run
}

fn solve(folder: &Path, arguments: &str) -> Run {
    let args: Vec<&str> = ["solve"]
        .into_iter()
        .chain(arguments.split(' '))
        .chain(["--certificate", "proof.ron"])
        .collect();
    pegboard_in(folder, &args)
}

fn verified(folder: &Path) -> String {
    pegboard_in(folder, &["verify", "proof.ron"]).ok()
}

#[test]
fn only_proved_fewest_moves_are_certified() {
    let folder = TempDir::new().unwrap();
    let run = solve(
        folder.path(),
        "wiegleb --vacate e5 --finish e5 --fewest-moves --nodes 20000",
    );
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("no certificate: whether ") && run.stderr.contains(" is open"),
        "{}",
        run.stderr
    );
    assert!(!folder.path().join("proof.ron").exists());
    certified(
        folder.path(),
        "triangle5 --vacate c5 --finish b3 --fewest-moves",
    );
    let report = pegboard_in(folder.path(), &["verify", "proof.ron", "--json"]).json();
    let file = &report["files"][0];
    assert_eq!(
        (&file["fewest_moves"], &file["jumps"]),
        (&Value::from(10), &Value::from(13))
    );
}

#[test]
fn a_certificate_is_written_and_accepted_for_every_kind_of_answer() {
    let folder = TempDir::new().unwrap();
    let mut report = String::new();
    for (arguments, code) in [
        ("triangle5 --fewest-moves", 0),
        ("triangle5 --finish b3 --fewest-moves", 1),
        ("triangle5", 0),
        ("triangle5 --finish b2", 1),
        ("triangle5 --finish b3", 1),
        ("triangle5 --vacate a4 --finish b3", 1),
        ("diamond41 --vacate e3 --finish e4", 1),
        ("triangle3 --vacate a1 --fewest", 0),
        ("triangle5 --fewest", 0),
    ] {
        let run = certified(folder.path(), arguments);
        assert_eq!(run.code, code, "{arguments}");
        assert!(
            run.stdout.trim_end().ends_with("certificate: proof.ron"),
            "{}",
            run.stdout
        );
        let sentence = verified(folder.path());
        let (verdict, _) = sentence.split_once(':').unwrap();
        assert_eq!(verdict, "valid");
        report += &sentence;
        fs::remove_file(folder.path().join("proof.ron")).unwrap();
    }
    for part in [
        "vacate a1, one peg in a1: solved in 13 jumps",
        "by position class",
        "by exhaustion",
        "by pagoda function",
        "no line leaves fewer",
        "no line has fewer moves",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

#[test]
fn json_names_the_certificate() {
    let folder = TempDir::new().unwrap();
    let answer = certified(folder.path(), "triangle5 --finish b3 --json").json();
    assert_eq!(answer["certificate"], "proof.ron");
    let report = pegboard_in(folder.path(), &["verify", "proof.ron", "--json"]).json();
    assert_eq!(report["valid"], true);
    let file = &report["files"][0];
    assert_eq!(
        (&file["file"], &file["answer"]),
        (&Value::from("proof.ron"), &Value::from("unsolvable"))
    );
    assert_eq!(
        (&file["error"], &file["place"]),
        (&Value::Null, &Value::Null)
    );
    assert!(file["positions"].as_str().unwrap().parse::<u64>().unwrap() > 100);
}

#[test]
fn errors_are_reported_with_their_place() {
    let folder = TempDir::new().unwrap();
    certified(folder.path(), "triangle3 --vacate b3 --finish b3");
    let text = fs::read_to_string(folder.path().join("proof.ron")).unwrap();
    fs::write(
        folder.path().join("wrong.ron"),
        text.replace("\"b3\"", "\"a3\""),
    )
    .unwrap();
    fs::write(folder.path().join("later.ron"), "Certificate(version: 6)").unwrap();
    let run = pegboard_in(folder.path(), &["verify", "proof.ron", "wrong.ron"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("invalid: wrong.ron: "),
        "{}",
        run.stdout
    );
    let run = pegboard_in(
        folder.path(),
        &[
            "verify",
            "wrong.ron",
            "later.ron",
            "absent.ron",
            "proof.ron",
        ],
    );
    assert_eq!(run.code, 3);
    insta::assert_snapshot!(run.stdout);
    let report = pegboard_in(folder.path(), &["verify", "later.ron", "--json"]);
    assert_eq!(
        (report.code, &report.json()["valid"]),
        (3, &Value::from(false))
    );
}

#[test]
fn a_stopped_search_leaves_no_certificate() {
    let folder = TempDir::new().unwrap();
    let run = solve(
        folder.path(),
        "wiegleb --vacate e1 --finish e1 --nodes 2000",
    );
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_scratch_folder_keeps_the_levels() {
    let folder = TempDir::new().unwrap();
    certified(
        folder.path(),
        "triangle5 --vacate b3 --finish b3 --scratch levels",
    );
    assert!(folder.path().join("levels").join("levels.ron").exists());
    certified(
        folder.path(),
        "triangle5 --vacate b3 --finish b3 --scratch levels",
    );
    assert!(verified(folder.path()).starts_with("valid: "));
}

/// Manifests that no run has written are not read into memory.
#[cfg(unix)]
#[test]
fn a_manifest_that_is_a_device_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("levels")).unwrap();
    let sweep = "sweep triangle5 --method lists --scratch levels";
    let exhaustion = format!("{EXHAUSTION} --scratch levels --certificate x.ron");
    for (name, command) in [("levels.ron", sweep), ("exhaustion.ron", &exhaustion)] {
        let path = folder.path().join("levels").join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        let arguments: Vec<&str> = command.split(' ').collect();
        let message = pegboard_in(folder.path(), &arguments).refused();
        assert!(message.contains("it is not a file"), "{command}: {message}");
        fs::remove_file(&path).unwrap();
    }
}

/// Short exhaustion of 14 levels, with other methods switched off.
const EXHAUSTION: &str = "solve diamond25 --vacate d1 --finish d1 --without bitmap,pagodas,parities,cases --time 10ms --exhaust";

/// Returns the arguments of the exhaustion, with a certificate and levels in this folder.
fn exhaustion_in(folder: &Path) -> Vec<String> {
    let [proof, levels] =
        ["proof.ron", "levels"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let files = [
        "--certificate".to_owned(),
        proof,
        "--scratch".to_owned(),
        levels,
    ];
    EXHAUSTION
        .split(' ')
        .map(String::from)
        .chain(files)
        .collect()
}

/// Returns the files of the certificate and of its positions.
fn proof_files(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let mut files: Vec<_> = files
        .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_killed_exhaustion_resumes_from_its_last_finished_level() {
    let (killed, whole) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let args = exhaustion_in(killed.path());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (levels, mut kills) = (killed.path().join("levels"), 0);
    while let Some(mut program) = run_until(&args, &levels, 3) {
        program.kill().unwrap(); // SIGKILL
        program.wait().unwrap();
        kills += 1;
        assert!(finished_levels(&levels) >= 3 * kills); // nothing is lost
    }
    assert!(kills > 1, "{kills}");
    let args = exhaustion_in(whole.path());
    let run = pegboard_in(
        whole.path(),
        &args.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        proof_files(killed.path()) == proof_files(whole.path()),
        "the files differ"
    );
    assert!(verified(killed.path()).starts_with("valid: "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clear_error_and_the_exhaustion_resumes_later() {
    let folder = TempDir::new().unwrap();
    let args = exhaustion_in(folder.path());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let limited = with_full_disk(&args);
    let message = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(
        (limited.status.code(), limited.stdout.len()),
        (Some(3), 0),
        "{message}"
    );
    assert!(message.contains("File too large"), "{message}");
    let left = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert_eq!(
        left.collect::<Vec<_>>(),
        ["levels"],
        "no partial proof is left"
    );
    let is_draft =
        |entry: &fs::DirEntry| entry.path().extension().is_some_and(|name| name == "draft");
    let levels = fs::read_dir(folder.path().join("levels"))
        .unwrap()
        .map(Result::unwrap);
    assert_eq!(levels.filter(is_draft).count(), 0);
    assert_eq!(pegboard_in(folder.path(), &args).code, 1);
    assert!(verified(folder.path()).starts_with("valid: "));
}

#[test]
fn a_certificate_that_cannot_be_written_is_an_error() {
    let folder = TempDir::new().unwrap();
    let message = pegboard_in(
        folder.path(),
        &["solve", "triangle5", "--certificate", "nowhere/proof.ron"],
    )
    .refused();
    assert!(
        message.contains("cannot write `nowhere/proof.ron`"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_check_with_the_number_of_unchecked_files() {
    let folder = TempDir::new().unwrap();
    certified(folder.path(), "triangle5 --vacate b3 --finish b3");
    let files = ["proof.ron"; 10_000];
    let args: Vec<&str> = ["verify"].into_iter().chain(files).collect();
    let (run, time) = pegboard_interrupted(folder.path(), &args, Duration::from_millis(500));
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stdout.starts_with("valid: proof.ron"), "{}", run.stdout);
    assert!(
        run.stderr.contains("stopped by Ctrl-C: ") && !run.stderr.contains("error"),
        "{}",
        run.stderr
    );
    assert!(time < super::program::SOON, "{time:?}");
}

#[test]
fn a_check_that_runs_out_of_time_says_so() {
    let folder = TempDir::new().unwrap();
    certified(folder.path(), "triangle5 --vacate b3 --finish b3");
    let run = pegboard_in(
        folder.path(),
        &["verify", "--time", "0s", "proof.ron", "proof.ron"],
    );
    assert_eq!((run.code, run.stdout.trim()), (2, ""));
    assert!(
        run.stderr
            .contains("stopped by the time limit: 2 certificates not checked"),
        "{}",
        run.stderr
    );
    let report = pegboard_in(
        folder.path(),
        &["verify", "--time", "0s", "proof.ron", "--json"],
    )
    .json();
    assert_eq!(
        (&report["valid"], &report["files"][0]["valid"]),
        (&Value::from(false), &Value::from(false))
    );
}

#[test]
fn subfolders_are_searched() {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("proofs/corner")).unwrap();
    pegboard_in(
        folder.path(),
        &[
            "solve",
            "triangle5",
            "--certificate",
            "proofs/corner/a1.ron",
        ],
    )
    .ok();
    let verified = pegboard_in(folder.path(), &["verify", "proofs"]).ok();
    assert!(
        verified.starts_with("valid: proofs/corner/a1.ron: "),
        "{verified}"
    );
    fs::create_dir(folder.path().join("empty")).unwrap();
    let message = pegboard_in(folder.path(), &["verify", "empty"]).refused();
    assert!(
        message.contains("the folder `empty` has no `.ron` files"),
        "{message}"
    );
}

/// A certificate that is left out would count as verified.
#[cfg(unix)]
#[test]
fn an_entry_that_is_not_a_file_is_an_error_beside_the_others() {
    for is_link in [true, false] {
        let folder = TempDir::new().unwrap();
        certified(folder.path(), "triangle5");
        let path = folder.path().join("a1-b3.ron");
        match is_link {
            true => std::os::unix::fs::symlink("missing.ron", path).unwrap(),
            false => fs::create_dir(path).unwrap(),
        }
        let run = pegboard_in(folder.path(), &["verify", "."]);
        assert_eq!(run.code, 3);
        for line in ["error: ./a1-b3.ron: ", "valid: ./proof.ron: "] {
            assert!(run.stdout.contains(line), "{}", run.stdout);
        }
        let message = pegboard_in(folder.path(), &["atlas", "--verify", "."]).refused();
        assert!(message.contains("a1-b3.ron"), "{message}");
    }
}

/// The records of levels are no certificates.
#[test]
fn a_folder_can_hold_certificates_and_levels() {
    let folder = TempDir::new().unwrap();
    certified(folder.path(), "triangle5");
    let verified = |command: &[&str]| {
        let run = pegboard_in(folder.path(), command);
        (run.code, run.stdout)
    };
    let commands = [&["verify", "."][..], &["atlas", "--verify", "."]];
    let before = commands.map(verified);
    let sweep = ["sweep", "triangle5", "--method", "lists", "--scratch", "."];
    pegboard_in(folder.path(), &sweep).ok();
    assert!(folder.path().join("levels.ron").exists());
    assert_eq!(commands.map(verified), before);
}

/// Reading this text takes seconds, and then shows that it is no certificate.
#[test]
fn the_time_limit_also_ends_the_reading_of_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let holes = "(0,0),".repeat(2_700_000);
    let text = format!(
        "Certificate(version: 1, board: Board(name: \"\", lattice: Square, holes: [{holes}"
    );
    std::fs::write(folder.path().join("hostile.ron"), text).unwrap();
    let run = pegboard_in(folder.path(), &["verify", "hostile.ron", "--time", "30ms"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("stopped by the time limit"),
        "{}",
        run.stderr
    );
}
