//! Corrupt certificates: the checker refuses mistakes and never accepts a false statement.

use super::sample::{self, check, check_in, proven, start_of, svss, triangle5};
use crate::support::reference::{fewest_pegs, is_solvable, reachable};
use pegboard::checker::{CheckOptions, Proven, ProvenAnswer, Rejection, verify};
use pegboard::solver::exhaustion::{ExhaustionOptions, ExhaustionStrategy};
use pegboard::{
    Board, Cancellation, Certificate, CertificateError, Control, Goal, LimitReached, Problem,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

/// Pegs and codes of each level.
type Levels = Vec<(u32, Vec<u128>)>;

static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(sample::all);

/// Replaces a part of a text, which must contain it.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    text.replacen(from, to, 1)
}

/// Returns the rejection of a text that can be read but is invalid.
#[track_caller]
fn invalid(text: &str) -> String {
    match check(text) {
        Err(rejection @ Rejection::Invalid { .. }) => rejection.to_string(),
        other => panic!("{other:?}\n{text}"),
    }
}

#[track_caller]
fn unreadable(text: &str) -> String {
    match check(text) {
        Err(rejection @ Rejection::Unreadable { .. }) => rejection.to_string(),
        other => panic!("{other:?}\n{text}"),
    }
}

/// Returns `true` if the proved statement is true.
fn is_true(proven: &Proven) -> bool {
    let start = start_of(proven);
    let reached = reachable(&start);
    let is_solvable = || {
        proven
            .finishes
            .as_ref()
            .unwrap()
            .iter()
            .any(|finish| reached.contains(finish))
    };
    match proven.answer {
        ProvenAnswer::Solvable { .. } => is_solvable(),
        ProvenAnswer::Unsolvable { .. } => !is_solvable(),
        ProvenAnswer::Fewest { pegs } => fewest_pegs(&reached) == pegs as usize,
        ProvenAnswer::FewestMoves { .. } => panic!("none of the samples is about fewest moves"),
    }
}

#[test]
fn every_kind_is_valid_before_anything_is_changed() {
    for text in SAMPLES.iter() {
        let proven = check(text).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
        assert!(is_true(&proven), "{text}");
    }
}

#[test]
fn a_solution_with_a_mistake() {
    let text = sample::solution().to_text();
    let (head, moves) = text.split_once("answer: Solvable(\n").unwrap();
    let moves: Vec<&str> = moves
        .trim()
        .trim_matches(['"', ',', ')', '\n', ' '])
        .split(", ")
        .collect();
    let with = |moves: &[&str]| format!("{head}answer: Solvable(\"{}\"))", moves.join(", "));
    assert!(check(&with(&moves)).is_ok());
    for dropped in 0..moves.len() {
        let rest = [&moves[..dropped], &moves[dropped + 1..]].concat();
        assert!(check(&with(&rest)).is_err(), "without move {dropped}");
    }
    for swapped in 1..moves.len() {
        let mut other = moves.clone();
        other.swap(swapped - 1, swapped);
        if let Ok(proven) = check(&with(&other)) {
            assert!(is_true(&proven));
        }
    }
    let mut reversed = moves.clone();
    reversed.reverse();
    let report = [
        invalid(&with(&moves[1..])),
        invalid(&with(&moves[..moves.len() - 1])),
        invalid(&with(&[&moves[..], &["a1-a3"]].concat())),
        invalid(&with(&["a1-a1"])),
        invalid(&with(&["a3"])),
        invalid(&with(&["a3-z9"])),
        invalid(&with(&[])),
        invalid(&with(&reversed)),
        invalid(&changed(
            &text,
            "goal: PegIn(\"a1\")",
            "goal: Position(\"a4\")",
        )),
        invalid(&changed(&text, "goal: PegIn(\"a1\")", "goal: PegIn(\"\")")),
        invalid(&changed(&text, "goal: PegIn(\"a1\")", "goal: FewestPegs")),
        invalid(&changed(&text, "start: \"a2 ", "start: \"")),
        invalid(&changed(&text, "start: \"a2 ", "start: \"a2 a2 ")),
        invalid(&changed(&text, "start: \"a2 ", "start: \"a1 ")),
        invalid(&changed(&text, "Triangular", "Square")),
        invalid(&changed(&text, "(0, 1), (1, 1)", "(1, 1), (0, 1)")),
        invalid(&changed(&text, "(0, 1), (1, 1)", "(0, 1), (0, 1)")),
        invalid(&changed(&text, "(0, 0), (0, 1)", "(0, -5), (0, 1)")),
        invalid(&changed(&text, "(0, 0), ", "")),
        invalid(&changed(&text, "\"a2\", \"b2\"", "\"a2\", \"a2\"")),
        invalid(&changed(&text, "\"a2\", \"b2\"", "\"a2\", \"b-2\"")),
    ];
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn a_text_that_is_no_certificate() {
    let text = sample::solution().to_text();
    let report = [
        unreadable(""),
        unreadable("Certificate(version: 6, new: \"field\")"),
        unreadable(&changed(&text, "version: 1", "version: 7")),
        unreadable(&changed(&text, "version: 1", "version: -1")),
        unreadable(&changed(&text, "version: 1,", "")),
        unreadable(&changed(&text, "goal:", "gaol:")),
        unreadable(&changed(&text, "Solvable", "Solved")),
        unreadable(&changed(&text, "name: \"", "name: ")),
        unreadable(&changed(&text, "start:", "author: \"me\", start:")),
        unreadable(&text[..text.len() / 2]),
        unreadable(&format!("{text})")),
        unreadable(&"(".repeat(100_000)),
    ];
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn a_class_proof_with_a_mistake() {
    let text = sample::class().to_text();
    assert!(text.contains("exhaustion: NotNeeded"), "{text}");
    let line = text
        .lines()
        .find(|line| line.contains("Finish(pegs: \"a2\""))
        .unwrap();
    let flipped = if line.contains("start: Even") {
        "start: Odd"
    } else {
        "start: Even"
    };
    let stated = if line.contains("start: Even") {
        "start: Even"
    } else {
        "start: Odd"
    };
    let report = [
        invalid(&changed(&text, line, &changed(line, stated, flipped))),
        invalid(&changed(&text, line, "")),
        invalid(&changed(&text, line, &format!("{line}{line}"))),
        invalid(&changed(
            &text,
            line,
            &format!("{line}{}", changed(line, "a2", "a1")),
        )),
        invalid(&changed(&text, line, &changed(line, "a2", "a4"))),
        invalid(&changed(
            &text,
            line,
            &changed(line, "invariant: 1", "invariant: 0"),
        )),
        invalid(&changed(
            &text,
            line,
            &changed(line, "invariant: 1", "invariant: 9"),
        )),
        invalid(&changed(
            &text,
            line,
            "Finish(pegs: \"a2\", refuted: Exhaustion),",
        )),
        invalid(&changed(
            &text,
            line,
            "Finish(pegs: \"a2\", refuted: Pagoda(function: 1, start: 0, finish: 1)),",
        )),
        invalid(&changed(&text, "goal: PegIn(\"a2 b2\")", "goal: OnePeg")),
        invalid(&changed(&text, "invariants: [\"a1 ", "invariants: [\"")),
        invalid(&changed(
            &text,
            "invariants: [\"a1 ",
            "invariants: [\"a1 b2 ",
        )),
    ];
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn a_pagoda_proof_with_a_mistake() {
    let text = sample::pagoda().to_text();
    let weights = text
        .lines()
        .find(|line| line.trim_start().starts_with('['))
        .unwrap();
    let numbers: Vec<i64> = weights
        .trim()
        .trim_matches(['[', ']', ','])
        .split(", ")
        .map(|number| number.parse().unwrap())
        .collect();
    let with = |numbers: &[i64]| changed(&text, weights, &format!("{numbers:?},"));
    assert!(check(&with(&numbers)).is_ok());
    let mut refused = 0;
    for index in 0..numbers.len() {
        for change in [-1, 1, 1000] {
            let mut other = numbers.clone();
            other[index] += change;
            refused += usize::from(check(&with(&other)).is_err());
        }
    }
    assert!(
        refused >= numbers.len() * 2,
        "{refused} of {}",
        numbers.len() * 3
    );
    let refuted = text
        .lines()
        .find(|line| line.contains("Pagoda(function: 1"))
        .unwrap();
    let raised = numbers.iter().map(|_| 1 << 27).collect::<Vec<_>>();
    for wrong in [
        with(&numbers[1..]),
        with(&raised),
        changed(
            &text,
            refuted,
            &changed(refuted, "function: 1", "function: 2"),
        ),
        changed(&text, refuted, &changed(refuted, "start: ", "start: 1")),
        changed(&text, refuted, &changed(refuted, "finish: ", "finish: 1")),
        changed(&text, &format!("{weights}\n"), ""),
    ] {
        invalid(&wrong);
    }
    unreadable(&changed(&text, "pagodas: [", "pagodas: [[4294967296],"));
}

/// Replaces the listed positions of a certificate by `levels`.
fn with_levels(text: &str, levels: &Levels) -> String {
    let (head, rest) = text.split_once("positions: Listed([").unwrap();
    let (_, tail) = rest.split_once("]),").unwrap();
    let line = |(pegs, codes): &(u32, Vec<u128>)| {
        let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
        format!("Level(pegs: {pegs}, codes: \"{}\"),", codes.join(" "))
    };
    let lines: String = levels.iter().map(line).collect();
    format!("{head}positions: Listed([{lines}]),{tail}")
}

fn levels_of(text: &str) -> Levels {
    let (_, rest) = text.split_once("positions: Listed([").unwrap();
    let (levels, _) = rest.split_once("]),").unwrap();
    let level = |part: &str| {
        let (pegs, codes) = part.split_once(", codes: \"").unwrap();
        let codes = codes.split_once('"').unwrap().0;
        (
            pegs.parse().unwrap(),
            codes
                .split_whitespace()
                .map(|code| code.parse().unwrap())
                .collect(),
        )
    };
    levels.split("Level(pegs: ").skip(1).map(level).collect()
}

#[test]
fn no_position_of_an_exhaustion_can_be_missing() {
    for (vacancy, finish, strategy, step) in [
        ("b3", "a4", ExhaustionStrategy::Forward, 9),
        ("b3", "a4", ExhaustionStrategy::Backward, 11),
        ("b3", "b3", ExhaustionStrategy::Halved, 1),
    ] {
        let text = sample::pruned_exhaustion(vacancy, finish, strategy).to_text();
        let levels = levels_of(&text);
        assert!(check(&with_levels(&text, &levels)).is_ok());
        for level in 0..levels.len() {
            for position in (0..levels[level].1.len()).step_by(step) {
                let mut fewer = levels.clone();
                fewer[level].1.remove(position);
                invalid(&with_levels(&text, &fewer));
            }
        }
    }
}

#[test]
fn an_exhaustion_with_a_mistake() {
    let certificate = sample::pruned_exhaustion("b3", "a4", ExhaustionStrategy::Forward);
    let text = certificate.to_text();
    let levels = levels_of(&text);
    let altered = |alter: &dyn Fn(&mut Levels)| {
        let mut other = levels.clone();
        alter(&mut other);
        invalid(&with_levels(&text, &other))
    };
    let identity = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],";
    let finish_level = |levels: &mut Levels| {
        let last = levels.last().unwrap().0;
        levels.extend((1..last).rev().map(|pegs| (pegs, Vec::new())));
        levels.last_mut().unwrap().1 = vec![1 << 6];
    };
    let report = [
        altered(&|levels| drop(levels.remove(0))),
        altered(&|levels| levels[0].1.clear()),
        altered(&|levels| levels.swap(2, 3)),
        altered(&|levels| drop(levels.remove(4))),
        altered(&|levels| levels.truncate(5)),
        altered(&|levels| levels.clear()),
        altered(&|levels| levels[2].1.reverse()),
        altered(&|levels| levels[2].1 = levels[2].1.repeat(2)),
        altered(&|levels| levels[2].1.insert(0, 1)),
        altered(&|levels| levels[2].1.push((1 << 100) - 1)),
        altered(&|levels| levels.push((0, Vec::new()))),
        altered(&finish_level),
        invalid(&changed(
            &text,
            identity,
            "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],",
        )),
        invalid(&changed(
            &text,
            identity,
            "[0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],",
        )),
        invalid(&changed(
            &text,
            identity,
            "[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],",
        )),
        invalid(&changed(
            &text,
            identity,
            "[0, 2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10],",
        )),
        invalid(&changed(&text, identity, "")),
        invalid(&changed(&text, identity, &identity.repeat(513))),
        invalid(&changed(
            &text,
            "goal: PegIn(\"a4\")",
            "goal: PegIn(\"a1\")",
        )),
        invalid(&changed(&text, "start: \"", "start: \"b3 ")),
        invalid(&changed(&text, "Forward(Side(", "Backward(Side(")),
    ];
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn two_sides_that_do_not_fit() {
    let text = sample::pruned_exhaustion("b3", "a4", ExhaustionStrategy::BothWays).to_text();
    let meeting = text
        .lines()
        .find(|line| line.contains("meeting: "))
        .unwrap();
    for pegs in [0, 1, 5, 13, 14, 99, u32::MAX] {
        let other = changed(&text, meeting, &format!("meeting: {pegs},"));
        assert!(other.contains(meeting) || check(&other).is_err(), "{pegs}");
    }
    let solvable = sample::pruned_exhaustion("b3", "b3", ExhaustionStrategy::Halved).to_text();
    invalid(&changed(
        &solvable,
        "goal: PegIn(\"b3\")",
        "goal: PegIn(\"a4\")",
    ));
}

/// Returns the reachable positions up to symmetry, in the levels of a certificate.
fn reachable_levels(problem: &Problem, symmetries: &[Vec<usize>]) -> Levels {
    let image = |code: u128, permutation: &Vec<usize>| {
        (0..permutation.len())
            .filter(|hole| code >> hole & 1 == 1)
            .fold(0, |image, hole| image | 1 << permutation[hole])
    };
    let canonical = |code: &u128| {
        symmetries
            .iter()
            .map(|permutation| image(*code, permutation))
            .min()
            .unwrap()
    };
    let codes: BTreeSet<u128> = reachable(problem.start()).iter().map(canonical).collect();
    let most = problem.start().peg_count() as u32;
    (1..=most)
        .rev()
        .map(|pegs| {
            (
                pegs,
                codes
                    .iter()
                    .copied()
                    .filter(|code| code.count_ones() == pegs)
                    .collect(),
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/certificates/corruption.regressions"))),
        ..ProptestConfig::default()
    })]

    /// No set of positions proves a solvable problem unsolvable.
    #[test]
    fn a_solvable_problem_has_no_proof_of_unsolvability(
        (case, removed) in (0..3usize, proptest::collection::vec(any::<prop::sample::Index>(), 0..6)),
        symmetric in any::<bool>(),
    ) {
        static PROBLEMS: LazyLock<Vec<(Problem, Levels, Levels)>> = LazyLock::new(|| {
            let identity = (0..15).collect::<Vec<_>>();
            let mirror = vec![0, 2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10];
            [("a1", "a1"), ("a3", "a1"), ("a1", "a4")].into_iter().map(|(vacancy, finish)| {
                let problem = svss(&triangle5(), vacancy, finish);
                let plain = reachable_levels(&problem, std::slice::from_ref(&identity));
                let reduced = reachable_levels(&problem, &[identity.clone(), mirror.clone()]);
                (problem, plain, reduced)
            }).collect()
        });
        let (problem, plain, reduced) = &PROBLEMS[case];
        let mut levels = if symmetric { reduced.clone() } else { plain.clone() };
        levels.last_mut().unwrap().1.clear(); // no finish among the positions
        for index in removed {
            let all: usize = levels.iter().map(|level| level.1.len()).sum();
            let mut place = index.index(all);
            for level in &mut levels {
                if place < level.1.len() {
                    level.1.remove(place);
                    break;
                }
                place -= level.1.len();
            }
        }
        let label = |hole| problem.board().label(hole).to_owned();
        let start: Vec<String> = problem.start().pegs().map(label).collect();
        let finish = label(problem.finish().unwrap());
        let second = if symmetric { "[0, 2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10]" } else { "" };
        let sample = sample::solution().to_text();
        let board = sample.split_once("start:").unwrap().0;
        let text = format!(
            "{board}start: \"{}\", goal: PegIn(\"{finish}\"), answer: Unsolvable((invariants: [], pagodas: [], \
             finishes: Each([(pegs: \"{finish}\", refuted: Exhaustion)]), exhaustion: Forward((pagodas: [], \
             symmetries: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],{second}], \
             positions: Listed([]),)))))",
            start.join(" ")
        );
        invalid(&with_levels(&text, &levels));
    }

    /// A changed byte makes a certificate invalid, unless the changed statement is true.
    #[test]
    fn a_changed_byte_makes_nothing_false_valid(
        sample in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        byte in prop_oneof![any::<u8>(), proptest::sample::select(b"0123456789,-()[]\"abcde ".to_vec())],
    ) {
        let mut bytes = SAMPLES[sample.index(SAMPLES.len())].clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(proven) = check(&text)
        {
            prop_assert!(is_true(&proven), "{text}");
        }
    }

    #[test]
    fn a_missing_or_doubled_piece_makes_nothing_false_valid(
        sample in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        length in 0..40usize,
        doubled in any::<bool>(),
    ) {
        let text = &SAMPLES[sample.index(SAMPLES.len())];
        let place = place.index(text.len());
        let end = (place + length).min(text.len());
        let piece = if doubled { text[place..end].repeat(2) } else { String::new() };
        if let Ok(proven) = check(&format!("{}{piece}{}", &text[..place], &text[end..])) {
            prop_assert!(is_true(&proven));
        }
    }
}

/// A certificate with a position file.
struct WithFile {
    folder: TempDir,
    text: String,
    file: PathBuf,
    bytes: Vec<u8>,
}

fn with_file() -> WithFile {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("proof.ron");
    let options = ExhaustionOptions::default().with_strategy(Some(ExhaustionStrategy::Backward));
    let problem = svss(&triangle5(), "a1", "b3");
    let backward = sample::exhaustion(&problem, &options);
    assert!(proven(&backward).positions > 100);
    let options = ExhaustionOptions::default().with_strategy(Some(ExhaustionStrategy::Forward));
    sample::exhaustion(&problem, &options)
        .write(&path, &Control::default())
        .unwrap();
    let file = folder.path().join("proof.forward.positions");
    WithFile {
        text: fs::read_to_string(&path).unwrap(),
        bytes: fs::read(&file).unwrap(),
        file,
        folder,
    }
}

impl WithFile {
    fn check(&self) -> Result<Proven, Rejection> {
        check_in(&self.text, self.folder.path())
    }

    /// Checks the certificate with other bytes in its file, and with their length and digest in its text.
    fn consistent_with(&self, bytes: &[u8]) -> Result<Proven, Rejection> {
        fs::write(&self.file, bytes).unwrap();
        let line = |field: &str| {
            self.text
                .lines()
                .find(|line| line.trim_start().starts_with(field))
                .unwrap()
        };
        let text = changed(
            &self.text,
            line("bytes: "),
            &format!("bytes: {},", bytes.len()),
        );
        let text = changed(
            &text,
            line("blake3: "),
            &format!("blake3: \"{}\",", blake3::hash(bytes).to_hex()),
        );
        check_in(&text, self.folder.path())
    }

    fn with_bytes(&self, bytes: &[u8]) -> Result<Proven, Rejection> {
        fs::write(&self.file, bytes).unwrap();
        self.check()
    }
}

#[test]
fn a_position_file_with_a_mistake() {
    let sample = with_file();
    assert!(sample.check().is_ok());
    let bytes = &sample.bytes;
    for bit in 0..bytes.len() * 8 {
        if bit % 29 == 0 || bit < 8 * 100 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(sample.with_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
    for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert!(
            matches!(
                sample.with_bytes(&bytes[..length]),
                Err(Rejection::Invalid { .. })
            ),
            "{length} bytes"
        );
    }
    assert!(
        sample
            .with_bytes(&[bytes.as_slice(), &[0]].concat())
            .is_err()
    );
    fs::remove_file(&sample.file).unwrap();
    assert!(matches!(sample.check(), Err(Rejection::Unreadable { .. })));
}

#[test]
fn a_position_file_with_a_mistake_and_the_digest_that_goes_with_it() {
    let sample = with_file();
    let bytes = &sample.bytes;
    assert!(sample.consistent_with(bytes).is_ok());
    for bit in (0..bytes.len() * 8).step_by(23).chain(0..8 * 300) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let result = sample.consistent_with(&flipped);
        assert!(
            matches!(result, Err(Rejection::Invalid { .. })),
            "bit {bit}: {result:?}"
        );
    }
    for length in (0..bytes.len()).step_by(53) {
        assert!(
            sample.consistent_with(&bytes[..length]).is_err(),
            "{length} bytes"
        );
    }
    let other = with_file();
    let of_other_problem = {
        let path = other.folder.path().join("other.ron");
        let options = ExhaustionOptions::default().with_strategy(Some(ExhaustionStrategy::Forward));
        sample::exhaustion(&svss(&triangle5(), "a4", "b3"), &options)
            .write(&path, &Control::default())
            .unwrap();
        fs::read_dir(other.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.ends_with("other.forward.positions"))
            .map(|path| fs::read(path).unwrap())
    };
    if let Some(bytes) = of_other_problem {
        let message = sample.consistent_with(&bytes).unwrap_err().to_string();
        assert!(
            message.contains("it belongs to another board, start or finish"),
            "{message}"
        );
    }
}

#[test]
fn a_position_file_is_only_looked_for_beside_the_certificate() {
    let sample = with_file();
    for name in [
        "../proof.forward.positions",
        "/etc/passwd",
        "",
        ".",
        "sub/proof",
    ] {
        let text = changed(&sample.text, "proof.forward.positions", name);
        assert!(check_in(&text, sample.folder.path()).is_err(), "{name}");
    }
}

#[test]
fn the_result_does_not_depend_on_memory() {
    let sample = with_file();
    let path = sample.folder.path().join("proof.ron");
    let options = CheckOptions::default().with_memory(0);
    assert_eq!(
        verify(&path, &options),
        verify(&path, &CheckOptions::default())
    );
}

#[test]
fn a_certificate_is_written_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let nowhere: &Path = &folder.path().join("nowhere").join("proof.ron");
    let certificate: Certificate = sample::solution();
    let message = certificate
        .write(nowhere, &Control::default())
        .unwrap_err()
        .to_string();
    assert!(
        message.starts_with("cannot write ") && message.contains("proof.ron"),
        "{message}"
    );
    let path = folder.path().join("proof.ron");
    fs::write(&path, "an older one").unwrap();
    certificate.write(&path, &Control::default()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), certificate.to_text());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_certificate_whose_writing_is_stopped_leaves_nothing() {
    let sample = with_file();
    let nothing = TempDir::new().unwrap();
    let options = ExhaustionOptions::default().with_strategy(Some(ExhaustionStrategy::Forward));
    let proof = sample::exhaustion(&svss(&triangle5(), "a1", "b3"), &options);
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let stopped = proof.write(
        &nothing.path().join("proof.ron"),
        &Control::default().cancelled_by(&cancellation),
    );
    let limit = LimitReached::Cancelled;
    assert!(
        matches!(stopped, Err(CertificateError::WritingStopped { limit: found, .. }) if found == limit)
    );
    assert_eq!(fs::read_dir(nothing.path()).unwrap().count(), 0);
    assert!(
        fs::read_dir(sample.folder.path()).unwrap().count() > 1,
        "the sample has a file of positions"
    );
}

#[test]
fn one_peg_anywhere_needs_every_finish_refuted() {
    let board = Board::library("triangle3").unwrap();
    let problem = Problem::new(board.vacate(board.hole("a1").unwrap()), Goal::OnePeg).unwrap();
    assert!(!is_solvable(&problem));
    let text = sample::exhaustion(&problem, &ExhaustionOptions::default()).to_text();
    assert!(check(&text).is_ok());
    for line in text.lines().filter(|line| line.contains("Finish(")) {
        invalid(&changed(&text, line, ""));
    }
}

#[test]
fn errors_suggest_the_file_that_was_probably_meant() {
    let sample = with_file();
    let message = |path: &Path| {
        verify(path, &CheckOptions::default())
            .unwrap_err()
            .to_string()
    };
    let folder = sample.folder.path();
    assert!(
        message(folder).contains("it is a folder; name the certificates in it: "),
        "{}",
        message(folder)
    );
    assert!(
        message(&sample.file).contains("check the certificate itself"),
        "{}",
        message(&sample.file)
    );
    let without_extension = message(&folder.join("proof"));
    assert!(without_extension.contains("; there is ") && without_extension.ends_with("proof.ron"));
    assert!(!message(&folder.join("absent.ron")).contains("there is"));
}

#[test]
fn a_text_crafted_to_take_long_is_refused() {
    let text = sample::solution().to_text();
    let many = |unit: &str| unit.repeat(1 << 16);
    for (from, to, refusal) in [
        (
            "holes: [",
            format!("holes: [{}", many("(0,0),")),
            "a board has from 1 to 128",
        ),
        (
            "labels: [",
            format!("labels: [{}", many("\"x\",")),
            "labels for 15 holes",
        ),
        (
            "Solvable(\n        \"",
            format!("Solvable(\n        \"{}", many("a3-")),
            "a3-a3-",
        ),
    ] {
        let rejection = check(&changed(&text, from, &to)).unwrap_err().to_string();
        assert!(
            rejection.contains(refusal) && rejection.len() < 3000,
            "{rejection}"
        );
    }
    let text = sample::pruned_exhaustion("b3", "b3", ExhaustionStrategy::Halved).to_text();
    for (from, to, refusal) in [
        ("invariants: [", many("\"\","), "there are more than 128"),
        ("pagodas: [", many("[],"), "there are more than 1024"),
        (
            "symmetries: [",
            format!("[{}],", many("0,")),
            "does not name each of 0 to 14 once",
        ),
        (
            "Listed([",
            many("Level(pegs: 1, codes: \"\"),"),
            "the levels do not go down",
        ),
        (
            "Each([",
            many("Finish(pegs: \"b3\", refuted: Exhaustion),"),
            "this finish is listed twice",
        ),
    ] {
        assert!(invalid(&changed(&text, from, &format!("{from}{to}"))).contains(refusal));
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("large.ron");
    fs::write(&path, " ".repeat((16 << 20) + 1)).unwrap();
    assert!(
        verify(&path, &CheckOptions::default())
            .unwrap_err()
            .to_string()
            .contains("larger than 16 MiB")
    );
    fs::write(&path, " ".repeat(1 << 20)).unwrap();
    let little = CheckOptions::default().with_memory(8 << 20);
    assert_eq!(
        verify(&path, &little).unwrap_err().to_string(),
        format!(
            "{}: its text of 1024 KiB may take 16384 KiB of memory, more than is allowed",
            path.display()
        )
    );
}
