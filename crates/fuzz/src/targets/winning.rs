//! Files of winning positions.

use super::{Target, control};
use crate::oracle::{Games, Rules, image, lattice_steps};
use pegboard::sweep::SweepOptions;
use pegboard::winning::WinningSet;
use pegboard::{Board, Lattice, Position};
use std::collections::HashSet;
use std::sync::LazyLock;

pub(super) const TARGET: Target = Target {
    name: "winning",
    run,
    words: &[
        "PEGWINS\0",
        "\x01\0\0\0",
        "\x02\0\0\0",
        "\0\0\0\0\0\0\0\0",
        "\u{7f}",
        "\x01",
        "\x02\0\0\0\0\0\0\0",
    ],
};

const DIGEST: usize = 32;

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    ["triangle5", "star13", "star73"]
        .map(|name| Board::library(name).expect("the library has the board"))
        .into()
});

/// The digest is mended, so that mutations are not caught by it alone.
fn run(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    if bytes.len() > DIGEST {
        let end = bytes.len() - DIGEST;
        let digest = blake3::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(digest.as_bytes());
    }
    for board in BOARDS.iter() {
        match WinningSet::from_bytes(bytes.clone(), board) {
            Ok(set) => {
                assert_answers(&set, &bytes);
                if set.check(&SweepOptions::default(), &control()).is_ok() {
                    assert_exact(&set);
                }
            }
            Err(error) => assert_ne!(error.to_string(), ""),
        }
    }
}

/// Calls the queries, which must answer, even about a file that was altered together with its checksum.
fn assert_answers(set: &WinningSet, bytes: &[u8]) {
    assert_eq!(set.as_bytes(), bytes);
    let board = set.board();
    let mut listed = 0;
    for pegs in 0..=board.hole_count() {
        for code in set.codes(pegs, &control()).expect("the file is small") {
            listed += 1;
            if let Ok(position) = Position::from_code(board, code) {
                set.is_winning(&position);
            }
        }
    }
    assert!(listed >= set.len());
    for position in [&[set.start().clone()], set.finishes()].concat() {
        set.is_winning(&position);
    }
}

/// Most positions of a naive search.
const MAX_POSITIONS: usize = 1 << 14;

/// Checks that a set holds the winning positions of its problem and no others.
fn assert_exact(set: &WinningSet) {
    let board = set.board();
    let places = board.holes().filter_map(|hole| board.coordinate(hole));
    let is_triangular = board.lattice() == Some(Lattice::Triangular);
    let rules = Rules::new(places, &lattice_steps(is_triangular));
    let Some(games) = Games::new(&rules, set.start().code(), MAX_POSITIONS) else {
        return;
    };
    let position =
        |code: u128| Position::from_code(board, code).expect("the holes are the board's");
    let codes = games.codes.iter().copied();
    let finishes: Vec<u128> = codes
        .filter(|code| set.is_finish(&position(*code)))
        .collect();
    let winning = games.winning(&finishes);
    for code in &games.codes {
        let position = position(*code);
        assert_eq!(set.is_winning(&position), winning.contains(code), "{code}");
    }
    let group = rules.symmetries(is_triangular);
    let images: HashSet<u128> = winning
        .iter()
        .flat_map(|code| group.iter().map(|(_, to)| image(*code, to)))
        .collect();
    for pegs in 0..=board.hole_count() {
        for code in set.codes(pegs, &control()).expect("the file is small") {
            assert!(images.contains(&code), "{code}");
        }
    }
}
