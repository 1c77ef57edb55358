//! The certificates that come with the library's boards.

use pegboard::atlas::{Finding, verify_folder};
use pegboard::certificate::verify_within;
use pegboard::checker::{CheckOptions, Rejection, verify};
use pegboard::{Board, Control, Limits};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Boards of which some problems have no certificate that is checked to its end here, and how many.
const OPEN: [(&str, usize); 2] = [("wiegleb", 1), ("cross-3-3-4-2", 1)];

/// Certificates for which the checker finds tens of millions of positions, or more.
const LONG: [&str; 2] = ["wiegleb/e1-e1.ron", "cross-3-3-4-2/e10-e10.ron"];

/// Boards up to this size have certificates.
const MAX_HOLES: usize = 45;

#[test]
fn every_certificate_is_valid_and_settles_what_it_should() {
    let atlas = atlas_folder();
    let has_certificates = |folder: &Path| {
        let mut files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        files.any(|file| file.extension().is_some_and(|ending| ending == "ron"))
    };
    let folders: BTreeSet<String> = fs::read_dir(&atlas)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| has_certificates(&entry.path())) // larger boards have a table of moves alone
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> = Board::library_names()
        .filter(|name| Board::library(name).unwrap().hole_count() <= MAX_HOLES)
        .filter(|name| *name != "cracker-barrel") // the twin of triangle5
        .map(str::to_owned)
        .collect();
    assert_eq!(folders, expected);
    for name in &folders {
        let board = Board::library(name).unwrap();
        let short = without_long(&atlas, name);
        let verified = verify_folder(short.path(), &Control::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(verified.board().same_geometry(&board), "{name}");
        let open = OPEN
            .iter()
            .find(|(open, _)| open == name)
            .map_or(0, |(_, count)| *count);
        assert_eq!(verified.count(Finding::Open), open, "{name}");
        if name == "english-diagonal" {
            // G. I. Bell, Diagonal Peg Solitaire, 2007: from any vacancy to any finish.
            assert_eq!(
                verified.count(Finding::Solvable),
                board.svss_problems().len()
            );
        }
        if name == "diamond41" {
            let counts = [
                Finding::Solvable,
                Finding::RefutedByPagoda,
                Finding::RefutedByCases,
            ];
            assert_eq!(counts.map(|finding| verified.count(finding)), [4, 3, 10]);
        }
    }
}

fn atlas_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/atlas")
}

/// A copy of a board's certificates without the long ones.
fn without_long(atlas: &Path, board: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(atlas.join(board)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !LONG.contains(&format!("{board}/{name}").as_str()) {
            fs::copy(atlas.join(board).join(&name), copy.path().join(&name)).unwrap();
        }
    }
    copy
}

/// The checker looks at functions, symmetries and forced ends before it finds positions.
#[test]
fn long_certificates_are_sound_as_far_as_they_are_checked_here() {
    for name in LONG {
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        match verify_within(&atlas_folder().join(name), &Control::new(limits)) {
            Err(Rejection::Stopped { positions, .. }) => {
                assert!(positions > 50_000, "{name}: {positions}")
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
#[ignore = "takes minutes; run it with `cargo test --release long_certificates -- --ignored`"]
fn long_certificates_are_valid() {
    for name in LONG {
        verify(&atlas_folder().join(name), &CheckOptions::default()).unwrap();
    }
}
