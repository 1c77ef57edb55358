//! Certificates about goals that leave holes free.

use super::sample::{check, check_in, start_of};
use crate::support::fewest_moves::{Known, fewest};
use crate::support::reference::reachable;
use pegboard::checker::{Proven, ProvenAnswer, Rejection};
use pegboard::moves::{MovesOptions, fewest_moves};
use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
use pegboard::{
    Board, Certificate, Control, Games, Goal, Hole, Line, Method, Methods, Pattern, Position,
    Problem, Proof, Solver, SolverOptions, Verdict,
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
        ProvenAnswer::FewestMoves { moves, .. } => {
            let pattern = |(pegs, empty): &(u128, u128)| {
                let holes = |code: u128| holes(start.board(), code as u64);
                Pattern::new(start.board(), holes(*pegs), holes(*empty)).unwrap()
            };
            let goal = Goal::Patterns(patterns.iter().map(pattern).collect());
            let problem = Problem::new(start.clone(), goal).unwrap();
            let least = fewest(&start, None, &problem, &mut Known::default());
            least.map(|(moves, _)| moves) == Some(moves)
        }
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

/// Returns the certificate of the first of some small problems that has a proof by cases.
fn by_cases() -> Certificate {
    let board = Board::library("square4").unwrap();
    let methods = Methods::none().with(Method::Pagodas).with(Method::Cases);
    let options = SolverOptions::default().with_methods(methods);
    let solver = Solver::new(&board, options);
    let certificate = |code: u64| {
        let start = Position::from_code(&board, u128::from(code % 60_013)).unwrap();
        let holes = [code % 16, code / 16 % 16, code / 256 % 16].map(|hole| hole as usize);
        let [one, two, free] = holes.map(|hole| board.hole_from_index(hole).unwrap());
        let pattern = Pattern::new(&board, [one, two], [free]).ok()?;
        let problem = Problem::new(start, Goal::Patterns(vec![pattern])).ok()?;
        let answer = solver.solve(&problem, &Control::default()).unwrap();
        let is_by_cases = matches!(answer.verdict(), Verdict::Unsolvable(Proof::Cases(_)));
        is_by_cases.then(|| Certificate::of(&answer).unwrap())
    };
    let codes = (1..100_000u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20);
    codes.into_iter().find_map(certificate).unwrap()
}

/// Returns the certificate of the fewest moves of a solvable problem.
fn with_fewest_moves(problem: &Problem) -> Certificate {
    let mut options = MovesOptions::default();
    options.solver.record = true;
    let fewest = fewest_moves(problem, &options, &Control::default()).unwrap();
    Certificate::of_fewest_moves(&fewest).unwrap()
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
        by_cases(),
        with_fewest_moves(&problem(
            "triangle5",
            "a1 a2 b2 a3 b3 a4 b4 c4",
            &[("c5", "a1"), ("e5 b2", "")],
        )),
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
        &["refuted: Cases(", "Function("],
        &["FewestMoves(", "Forward(", "Sizes(["],
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
            "cases, of which 0 are listed",
        ),
    ] {
        let rejection = changed(sample, from, to);
        assert!(rejection.contains(message), "{rejection}");
    }
}

/// A line that is not the shortest is refused with the proof of the shortest one.
#[test]
fn longer_lines_do_not_have_the_fewest_moves() {
    let goal = [("c3", "a1 a2")];
    let problem = problem("triangle5", "a1 a2 b2 a3 b3 a4 b4 c4", &goal);
    let text = with_fewest_moves(&problem).to_text();
    let proven = check(&text).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
    let ProvenAnswer::FewestMoves { moves, .. } = proven.answer else {
        panic!("{proven:?}")
    };
    let known = Line::parse(problem.start(), quoted(&text, "moves: \"")).unwrap();
    let longer = Games::from_first(problem.start()).find_map(|game| {
        let met = game
            .positions()
            .position(|position| problem.is_met_by(&position))?;
        let line = Line::new(problem.start().clone(), game.jumps()[..met].to_vec()).unwrap();
        (line.moves().len() > moves).then_some(line)
    });
    let longer = longer.expect("a longer line leads to the goal");
    let forged = text
        .replace(&known.to_string(), &longer.to_string())
        .replace(
            &format!("count: {moves}"),
            &format!("count: {}", longer.moves().len()),
        );
    let rejection = check(&forged).unwrap_err().to_string();
    assert!(rejection.contains("is among the positions"), "{rejection}");
    let backward = text.replace("Forward(", "Backward(");
    let rejection = check(&backward).unwrap_err().to_string();
    assert!(rejection.contains("goes forward"), "{rejection}");
}

/// Returns the text between some words and the next quotation mark.
fn quoted<'a>(text: &'a str, before: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap();
    rest.split('"').next().unwrap()
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

    /// The certificate of every shortest solution is accepted, and its moves are those of a search by brute force.
    #[test]
    fn fewest_moves_are_accepted(
        name in proptest::sample::select(vec!["triangle4", "square4", "cube", "path8", "petersen"]),
        codes in any::<[u64; 2]>(),
        patterns in proptest::collection::vec(any::<[u64; 4]>(), 1..3),
    ) {
        let board = Board::library(name).unwrap();
        let full = board.full().code() as u64;
        let start = Position::from_code(&board, u128::from((codes[0] | codes[1]) & full)).unwrap();
        let pattern = |[a, b, c, d]: &[u64; 4]| {
            let (pegs, empty) = (a & b & full, c & d & !(a & b) & full);
            Pattern::new(&board, holes(&board, pegs), holes(&board, empty)).ok()
        };
        let patterns: Vec<Pattern> = patterns.iter().filter_map(pattern).collect();
        let Ok(problem) = Problem::new(start.clone(), Goal::Patterns(patterns)) else {
            return Ok(());
        };
        if problem.patterns().is_none() {
            return Ok(());
        }
        let least = fewest(&start, None, &problem, &mut Known::default());
        let text = with_fewest_moves(&problem).to_text();
        let proven = check(&text);
        let moves = match proven.as_ref().map(|proven| proven.answer) {
            Ok(ProvenAnswer::FewestMoves { moves, .. }) => Some(moves),
            Ok(ProvenAnswer::Unsolvable { .. }) => None,
            other => panic!("{other:?}\n{text}"),
        };
        prop_assert_eq!(moves, least.map(|(moves, _)| moves));
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
