//! The certificates that come with the library's boards.

use super::atlas::without;
use pegboard::atlas::{Finding, verify};
use pegboard::certificate::check_within;
use pegboard::checker::{CheckOptions, Rejection, Unverified, read_certificates};
use pegboard::{Board, Control, Limits};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Boards with problems that are left open here, and the number of these problems.
const OPEN: [(&str, usize); 2] = [("wiegleb", 1), ("cross-3-3-4-2", 1)];

/// Problems whose certificates make the checker find tens of millions of positions or more.
const LONG: [(&str, &str, &str); 2] = [("wiegleb", "e1", "e1"), ("cross-3-3-4-2", "e10", "e10")];

/// Upper bound on the holes of boards with certificates.
const MAX_HOLES: usize = 45;

#[test]
fn every_certificate_is_valid_and_settles_its_problem() {
    let names: BTreeSet<String> = fs::read_dir(atlas_folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| !read_certificates(file).unwrap().is_empty()) // larger boards have a table of moves alone
        .map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let expected: BTreeSet<String> = Board::library_names()
        .filter(|name| Board::library(name).unwrap().hole_count() <= MAX_HOLES)
        .filter(|name| *name != "cracker-barrel") // the twin of triangle5
        .map(str::to_owned)
        .collect();
    assert_eq!(names, expected);
    let folder = tempfile::tempdir().unwrap();
    let mut certificates = 0;
    for name in &names {
        let board = Board::library(name).unwrap();
        let short = folder.path().join(name);
        fs::write(&short, without_long(name)).unwrap();
        certificates += read_certificates(&short).unwrap().len();
        let verified =
            verify(&short, &Control::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
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
    assert_eq!(certificates + LONG.len(), 1873);
}

fn atlas_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/atlas")
}

fn file(board: &str) -> PathBuf {
    atlas_folder().join(format!("{board}.ron"))
}

/// Returns the atlas of a board without the long certificates.
fn without_long(board: &str) -> String {
    let text = fs::read_to_string(file(board)).unwrap();
    LONG.iter()
        .filter(|(name, ..)| *name == board)
        .fold(text, |text, (_, vacate, finish)| {
            without(&text, vacate, finish)
        })
}

fn long_certificates() -> impl Iterator<Item = Unverified> {
    LONG.into_iter().map(|(board, vacate, finish)| {
        let mut certificates = read_certificates(&file(board)).unwrap().into_iter();
        certificates
            .find(|certificate| certificate.problem() == Some((vacate, finish)))
            .unwrap()
    })
}

/// The checker checks functions, symmetries and forced ends before it finds positions.
#[test]
fn long_certificates_are_sound_as_far_as_they_are_checked_here() {
    for certificate in long_certificates() {
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        let name = certificate.name();
        match check_within(&certificate, &Control::new(limits)) {
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
    for certificate in long_certificates() {
        certificate.verify(&CheckOptions::default()).unwrap();
    }
}
