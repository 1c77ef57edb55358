//! Certificates about goals that leave holes free.

use super::sample::{check, check_in, start_of};
use crate::support::reference::reachable;
use pegboard::checker::{Proven, ProvenAnswer, Rejection};
use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
use pegboard::{
    Board, Certificate, Control, Goal, Hole, Method, Methods, Pattern, Position, Problem, Solver,
    SolverOptions, Verdict,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::LazyLock;

/// Returns `true` if the proved statement is true.
fn is_true(proven: &Proven) -> bool {
    let start = start_of(proven);
    let patterns = proven.patterns.as_ref().expect("the goal has patterns");
    let matches = |code: &u128| {
        let mut patterns = patterns.iter();
        patterns.any(|(pegs, empty)| code & pegs == *pegs && code & empty == 0)
    };
    let is_solvable = reachable(&start).iter().any(matches);
    match proven.answer {
        ProvenAnswer::Solvable { .. } => is_solvable,
        ProvenAnswer::Unsolvable { .. } => !is_solvable,
        answer => panic!("{answer:?}"),
    }
}

fn pattern(board: &Board, pegs: &str, empty: &str) -> Pattern {
    let mut patterns = Pattern::parse_all(board, pegs, empty).unwrap();
    assert_eq!(patterns.len(), 1);
    patterns.remove(0)
}

fn problem(board: &str, start: &str, patterns: &[(&str, &str)]) -> Problem {
    let board = Board::library(board).unwrap();
    let patterns = patterns
        .iter()
        .map(|(pegs, empty)| pattern(&board, pegs, empty));
    let goal = Goal::Patterns(patterns.collect());
    Problem::new(Position::parse(&board, start).unwrap(), goal).unwrap()
}

/// Refutes a problem by an exhaustion without functions, or without a search.
fn refuted(problem: &Problem, by_search: bool) -> Certificate {
    if by_search {
        let kinds = pegboard::refutation::RefutationKinds {
            pagodas: false,
            ..Default::default()
        };
        let options = ExhaustionOptions::default().with_kinds(kinds);
        let Exhausted::Unsolvable(proof) = exhaust(problem, &options, &Control::default()).unwrap()
        else {
            panic!("{problem:?} is solvable")
        };
        return Certificate::of_exhaustion(problem, &proof).unwrap();
    }
    let methods = Methods::none().with(Method::Pagodas);
    let options = SolverOptions::default().with_methods(methods);
    let solver = Solver::new(problem.board(), options);
    let answer = solver.solve(problem, &Control::default()).unwrap();
    assert!(
        matches!(answer.verdict(), Verdict::Unsolvable(_)),
        "{answer:?}"
    );
    Certificate::of(&answer).unwrap()
}

/// A certificate of each kind.
static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let triangle = "a1 a2 b2 a3 b3";
    let class = ("a4 d4", "a1 a2 b3 c3 b4 a5 c5 d5");
    let class = problem("triangle5", triangle, &[class]);
    let pagoda = problem("triangle5", "a1 a2 b2 a3", &[("e5", ""), ("a5", "")]);
    let pegs = [("a5 b5 c5 d5 e5", ""), ("e5", "")];
    let pegs = problem("triangle5", triangle, &pegs);
    let search = [("d4", ""), ("b4 c4", "")];
    let search = problem("square4", "a1 b1 c1 a2 b2 c2 b3", &search);
    [
        refuted(&class, false),
        refuted(&pagoda, false),
        refuted(&pegs, false),
        refuted(&search, true),
        refuted(
            &problem("square4", "a1 b1 c1 a2 b2", &[("b1 d1", "")]),
            true,
        ),
    ]
    .iter()
    .map(Certificate::to_text)
    .collect()
});

#[test]
fn each_kind_is_accepted() {
    for (text, parts) in SAMPLES.iter().zip([
        &["Class("][..],
        &["Pagoda("],
        &["refuted: Pegs"],
        &["refuted: Exhaustion", "Listed(["],
        &["refuted: Exhaustion"],
    ]) {
        let proven = check(text).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
        assert!(is_true(&proven), "{text}");
        assert!(text.contains("version: 5"), "{text}");
        for part in parts {
            assert!(text.contains(part), "no `{part}`: {text}");
        }
    }
}

#[test]
fn mistakes_are_found() {
    let changed = |sample: usize, from: &str, to: &str| {
        let text = &SAMPLES[sample];
        assert!(text.contains(from), "`{from}` is not in\n{text}");
        match check(&text.replacen(from, to, 1)) {
            Err(rejection @ Rejection::Invalid { .. }) => rejection.to_string(),
            other => panic!("{other:?}"),
        }
    };
    for (sample, from, to, message) in [
        (
            1,
            "Pattern(pegs: \"e5\"),",
            "Pattern(pegs: \"e5\", empty: \"e5\"),",
            "pegs and no pegs are required in `e5`",
        ),
        (
            1,
            "Pattern(pegs: \"e5\"),",
            "Pattern(),",
            "the pattern names no hole",
        ),
        (
            1,
            "Pattern(pegs: \"e5\"),",
            "Pattern(pegs: \"d5\"),",
            "this pattern is not one of the goal",
        ),
        (
            1,
            "Pattern(pegs: \"e5\"),",
            "Pattern(pegs: \"e5\"), Pattern(pegs: \"b4\"),",
            "pattern number 2 of the goal is missing",
        ),
        (
            2,
            "refuted: Pegs",
            "refuted: Exhaustion",
            "there are finishes that nothing else refutes",
        ),
        (
            3,
            "refuted: Exhaustion",
            "refuted: Pegs",
            "the start has enough pegs for this pattern",
        ),
        (
            3,
            "refuted: Exhaustion",
            "refuted: Cases(First([]))",
            "a pattern cannot be refuted by cases",
        ),
    ] {
        let rejection = changed(sample, from, to);
        assert!(rejection.contains(message), "{rejection}");
    }
}

/// A set with a matching position far above its last level proves nothing.
#[test]
fn a_match_on_any_level_is_found() {
    let search = problem("square4", "a1 b1 c1 a2 b2", &[("d4", "")]);
    let text = refuted(&search, true).to_text();
    let solvable = text.replace("pegs: \"d4\"", "pegs: \"c3\"");
    assert!(
        matches!(check(&solvable), Err(Rejection::Invalid { .. })),
        "{solvable}"
    );
    let (head, positions) = solvable.split_once("positions: Listed([").unwrap();
    let (levels, tail) = positions.split_once("])").unwrap();
    let sizes: Vec<String> = levels.matches("Level(").map(|_| "99".to_owned()).collect();
    let compact = format!("{head}positions: Sizes([{}]){tail}", sizes.join(", "));
    let rejection = check(&compact).unwrap_err().to_string();
    assert!(rejection.contains("the finish "), "{rejection}");
    let rejection = check(&solvable).unwrap_err().to_string();
    assert!(rejection.contains("the finish "), "{rejection}");
}

fn holes(board: &Board, code: u64) -> Vec<Hole> {
    let has = |hole: &Hole| code >> hole.index() & 1 == 1;
    board.holes().filter(has).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every exhaustion gives a certificate that is accepted, with its positions in the text, in a file or left out.
    #[test]
    fn exhaustions_are_accepted(
        name in proptest::sample::select(vec!["square4", "triangle5", "star13", "cube", "petersen"]),
        start in any::<u64>(),
        patterns in proptest::collection::vec(any::<[u64; 4]>(), 1..4),
        kinds in any::<(bool, bool)>(),
    ) {
        let board = Board::library(name).unwrap();
        let full = board.full().code() as u64;
        let start = Position::from_code(&board, u128::from(start & full)).unwrap();
        let pattern = |[a, b, c, d]: &[u64; 4]| {
            let (pegs, empty) = (a & b & full, c & d & !(a & b) & full);
            Pattern::new(&board, holes(&board, pegs), holes(&board, empty)).ok()
        };
        let patterns = patterns.iter().filter_map(pattern).collect();
        let Ok(problem) = Problem::new(start.clone(), Goal::Patterns(patterns)) else {
            return Ok(());
        };
        let kinds = pegboard::refutation::RefutationKinds {
            pagodas: kinds.0,
            parities: kinds.1,
            ..Default::default()
        };
        let options = ExhaustionOptions::default().with_kinds(kinds);
        let is_solvable = reachable(&start).iter().any(|code| {
            problem.is_met_by(&Position::from_code(&board, *code).unwrap())
        });
        match exhaust(&problem, &options, &Control::default()).unwrap() {
            Exhausted::Solvable(line) => {
                prop_assert!(is_solvable && problem.is_met_by(line.finish()));
                let before = line.positions().collect::<Vec<_>>();
                prop_assert!(before[..before.len() - 1].iter().all(|position| !problem.is_met_by(position)));
            }
            Exhausted::Unsolvable(proof) => {
                prop_assert!(!is_solvable);
                let certificate = Certificate::of_exhaustion(&problem, &proof).unwrap();
                let text = certificate.to_text();
                prop_assert!(check(&text).is_ok(), "{:?}\n{text}", check(&text));
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("proof.ron");
                certificate.write(&path, &Control::default()).unwrap();
                let written = std::fs::read_to_string(&path).unwrap();
                prop_assert!(check_in(&written, folder.path()).is_ok());
            }
            Exhausted::Undecided { .. } => panic!("there is no limit"),
        }
    }

    /// Changes of a byte and exchanged words never prove a false statement.
    #[test]
    fn altered_texts_prove_nothing_false(
        sample in any::<Index>(), place in any::<Index>(), byte in any::<u8>(), words in any::<(Index, Index)>(), swaps in any::<bool>()
    ) {
        let text = &SAMPLES[sample.index(SAMPLES.len())];
        let altered = if swaps {
            let goal = text.find("goal:").unwrap();
            let (head, rest) = text.split_at(goal);
            let mut parts: Vec<&str> = rest.split_inclusive([' ', '"', ',', '(', ')', '[', ']', '\n']).collect();
            let (one, other) = (words.0.index(parts.len()), words.1.index(parts.len()));
            parts.swap(one, other);
            format!("{head}{}", parts.concat())
        } else {
            let mut bytes = text.clone().into_bytes();
            let place = place.index(bytes.len());
            bytes[place] = b' ' + byte % 95;
            String::from_utf8(bytes).unwrap()
        };
        if let Ok(proven) = check(&altered) && proven.patterns.is_some() {
            prop_assert!(is_true(&proven), "{altered}");
        }
    }
}
