//! The certificates that come with the library's boards.

use pegboard::atlas::{Finding, verify_folder};
use pegboard::{Board, Control};
use std::collections::BTreeSet;
use std::path::Path;

/// Boards of which some problems have no certificate here, and how many.
const OPEN: [(&str, usize); 2] = [("wiegleb", 1), ("cross-3-3-4-2", 1)];

/// Boards up to this size have certificates.
const MAX_HOLES: usize = 45;

#[test]
fn every_certificate_is_valid_and_settles_what_it_should() {
    let atlas = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/atlas");
    let folders: BTreeSet<String> = std::fs::read_dir(&atlas)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> = Board::library_names()
        .filter(|name| Board::library(name).unwrap().hole_count() <= MAX_HOLES)
        .filter(|name| *name != "cracker-barrel") // the twin of triangle5
        .map(str::to_owned)
        .collect();
    assert_eq!(folders, expected);
    for name in &folders {
        let board = Board::library(name).unwrap();
        let verified = verify_folder(&atlas.join(name), &Control::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(verified.board().same_geometry(&board), "{name}");
        let open = OPEN.iter().find(|(open, _)| open == name).map_or(0, |(_, count)| *count);
        assert_eq!(verified.count(Finding::Open), open, "{name}");
        if name == "diamond41" {
            let counts = [Finding::Solvable, Finding::RefutedByPagoda, Finding::RefutedByCases];
            assert_eq!(counts.map(|finding| verified.count(finding)), [4, 3, 10]);
        }
    }
}
