//! Certificates and atlases of every version of their formats: they stay valid and keep their meaning.

use super::sample;
use pegboard::Control;
use pegboard::checker::{CheckOptions, format, read_certificates};
use std::fs;
use std::path::{Path, PathBuf};

fn folder(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/certificates")
        .join(version)
}

#[test]
fn certificates_and_atlases_of_every_version_are_valid() {
    let certificates = (1..=format::VERSION).map(|version| (version, "version"));
    let atlases = (1..=format::atlas::VERSION).map(|version| (version, "atlas_version"));
    let mut report: Vec<String> = Vec::new();
    for (version, kind) in certificates.chain(atlases) {
        for entry in fs::read_dir(folder(&format!("{kind}{version}"))).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "ron") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            assert!(
                text.contains(&format!("version: {version},")),
                "{}",
                path.display()
            );
            let name = path.file_name().unwrap().to_string_lossy();
            for certificate in read_certificates(&path).unwrap() {
                let proven = certificate.verify(&CheckOptions::default()).unwrap();
                report.push(format!("{kind}{version}/{name}: {}", proven.sentence));
            }
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
        let kept = folder("version1").join(path.file_name().unwrap());
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
