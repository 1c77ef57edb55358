//! Certificates.

use super::{Target, assert_message};
use crate::oracle::{Games, Rules, lattice_steps};
use pegboard::checker::format::LatticePart;
use pegboard::checker::{CheckOptions, Proven, ProvenAnswer, Rejection, verify_text};
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

pub(super) const TARGET: Target = Target {
    name: "certificate",
    run,
    words: &[
        "version: 1",
        "version: 2",
        "version: 3",
        "version: 4",
        "Square",
        "Triangular",
        "jumps: [(1, 0)],",
        "(0, 0)",
        "PegIn(\"a1\")",
        "Position(\"a1\")",
        "OnePeg",
        "FewestPegs",
        "Solvable(\"",
        "Unsolvable((",
        "Fewest(",
        "FewestMoves(",
        "LastPeg",
        "Refuted(",
        "Each([",
        "Every(pegs: 2)",
        "Any(pegs: 1)",
        "Class(",
        "Pagoda(",
        "Function(",
        "Cases(",
        "Exhaustion",
        "Left",
        "Forward",
        "Backward",
        "BothWays",
        "Halved",
        "\"\"",
        "a1",
        "-1",
        "0",
        "1",
        "2",
        "127",
        "2147483647",
        "-2147483648",
        "9223372036854775807",
        "340282366920938463463374607431768211455",
        "[]",
        "()",
        "(",
        ")",
        "[",
        "]",
        ",",
        "\"",
    ],
};

/// Most positions of a game that are checked against the oracle.
pub(super) const MAX_POSITIONS: usize = 20_000;

fn run(bytes: &[u8]) {
    static EMPTY: LazyLock<tempfile::TempDir> =
        LazyLock::new(|| tempfile::tempdir().expect("a folder for position files"));
    let text = String::from_utf8_lossy(bytes);
    check(&text, EMPTY.path());
}

fn check(text: &str, folder: &Path) {
    let end = Instant::now() + Duration::from_secs(10);
    let go_on = move |_| Instant::now() < end;
    let options = CheckOptions::default()
        .with_memory(16 << 20)
        .with_go_on(&go_on);
    match verify_text(text, "certificate.ron", folder, &options) {
        Ok(proven) => assert_true(&proven),
        Err(Rejection::Invalid {
            file,
            place,
            message,
        }) => {
            assert_message(&message, !place.is_empty() && file == "certificate.ron");
        }
        Err(rejection) => {
            let message = rejection.to_string();
            assert_message(&message, message.starts_with("certificate.ron: "));
        }
    }
}

/// Checks a proved statement by a plain search, if the board is small.
pub(super) fn assert_true(proven: &Proven) {
    let board = &proven.board;
    if matches!(board.lattice, LatticePart::Jumps(_)) || !board.without.is_empty() {
        return; // the rules of the plain search are those of a lattice
    }
    let is_triangular = board.lattice == LatticePart::Triangular;
    let steps = board.jumps.clone();
    let steps = steps.unwrap_or_else(|| lattice_steps(is_triangular));
    let rules = Rules::new(board.holes.clone(), &steps);
    assert_eq!(
        rules.holes, board.holes,
        "the holes are not listed row by row"
    );
    let Some(games) = Games::new(&rules, proven.start, MAX_POSITIONS) else {
        return;
    };
    let finishes = proven.finishes.clone().unwrap_or_default();
    let is_solvable = !games.reached(&finishes).is_empty();
    let is_true = match proven.answer {
        ProvenAnswer::Solvable { .. } => is_solvable,
        ProvenAnswer::Unsolvable { .. } => !is_solvable,
        ProvenAnswer::Fewest { pegs } => games.fewest_pegs() == pegs,
        ProvenAnswer::FewestMoves { moves, .. } => {
            games.moves_to_go(&finishes).get(&(games.start, None)) == Some(&moves)
        }
    };
    assert!(
        is_true,
        "a false statement was accepted: {}",
        proven.sentence
    );
}
