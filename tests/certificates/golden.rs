//! Certificates of released versions: they stay valid and keep their meaning.

use super::sample;
use pegboard::Control;
use pegboard::checker::{CheckOptions, verify};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/version1")
}

#[test]
fn certificates_of_version_1_are_valid() {
    let mut report: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            let proven = verify(&path, &CheckOptions::default()).unwrap();
            report.push(format!(
                "{}: {}",
                path.file_name().unwrap().to_string_lossy(),
                proven.sentence
            ));
        }
    }
    report.sort();
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn certificates_of_version_1_are_written_unchanged() {
    let written = tempfile::tempdir().unwrap();
    for (name, certificate) in [
        ("solution", sample::solution()),
        ("class", sample::class()),
        ("pagoda", sample::pagoda()),
        ("fewest", sample::fewest()),
    ] {
        certificate
            .write(
                &written.path().join(format!("{name}.ron")),
                &Control::default(),
            )
            .unwrap();
    }
    for entry in fs::read_dir(written.path()).unwrap() {
        let path = entry.unwrap().path();
        let kept = folder().join(path.file_name().unwrap());
        if std::env::var_os("PEGBOARD_KEEP_CERTIFICATES").is_some() {
            fs::copy(&path, &kept).unwrap();
        }
        assert!(
            fs::read(&path).unwrap() == fs::read(&kept).unwrap(),
            "{} has changed",
            kept.display()
        );
    }
}
