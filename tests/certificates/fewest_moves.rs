//! Certificates of version 4: proofs that no line has fewer moves, compared with brute force on many small random
//! problems, and refused if any part is wrong.

use super::sample::{check, svss, triangle5};
use crate::support::fewest_moves::{Known, any_problem, fewest};
use pegboard::checker::{CheckOptions, Proven, ProvenAnswer, Rejection, verify_text};
use pegboard::moves::{FewestMoves, MovesOptions, fewest_moves};
use pegboard::solver::exhaustion::ExhaustionError;
use pegboard::{
    Board, Certificate, CertificateError, Control, Goal, Limits, Position, Problem, Solver,
    SolverOptions, Verdict,
};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::path::Path;

fn shortest(problem: &Problem) -> FewestMoves {
    fewest_moves(problem, &MovesOptions::default(), &Control::default()).unwrap()
}

fn recorded(problem: &Problem) -> FewestMoves {
    let mut options = MovesOptions::default();
    options.solver.record = true;
    fewest_moves(problem, &options, &Control::default()).unwrap()
}

fn certificate(problem: &Problem) -> String {
    Certificate::of_fewest_moves(&recorded(problem))
        .unwrap()
        .to_text()
}

#[track_caller]
fn valid(text: &str) -> Proven {
    check(text).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"))
}

fn moves_of(proven: &Proven) -> usize {
    match proven.answer {
        ProvenAnswer::FewestMoves { moves, .. } => moves,
        other => panic!("{other:?}"),
    }
}

/// Returns the place and the message of the rejection.
#[track_caller]
fn invalid(text: &str) -> String {
    match check(text) {
        Err(Rejection::Invalid { place, message, .. }) => format!("{place}: {message}"),
        other => panic!("{other:?}\n{text}"),
    }
}

/// Replaces a part of a text, which must contain it.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    text.replacen(from, to, 1)
}

/// Replaces the line of a text and its number of moves.
fn with_line(text: &str, line: &str, moves: usize) -> String {
    let (head, rest) = text.split_once("count: ").unwrap();
    let (_, rest) = rest.split_once("moves: \"").unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    format!("{head}count: {moves}, moves: \"{line}\"{rest}")
}

/// Returns the text with a random solution, claimed to be the shortest, and its number of moves.
fn claim(problem: &Problem, text: &str, seed: u64) -> (String, usize) {
    let options = SolverOptions::default().with_seed(Some(seed));
    let answer = Solver::new(problem.board(), options)
        .solve(problem, &Control::default())
        .unwrap();
    let solution = answer.solution().unwrap();
    let moves = solution.moves().len();
    (
        with_line(text, &solution.notation().join(" "), moves),
        moves,
    )
}

/// Returns every text with one of its sizes set to 0.
fn with_a_size_of_none(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for (begin, _) in text.match_indices("Sizes([") {
        let begin = begin + "Sizes([".len();
        let end = begin + text[begin..].find(']').unwrap();
        let sizes: Vec<u64> = text[begin..end]
            .split(',')
            .filter_map(|size| size.trim().parse().ok())
            .collect();
        for place in 0..sizes.len() {
            let mut sizes = sizes.clone();
            sizes[place] = 0;
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            texts.push(format!(
                "{}{}{}",
                &text[..begin],
                sizes.join(", "),
                &text[end..]
            ));
        }
    }
    texts
}

#[test]
fn a_certificate_of_version_4_stays_valid() {
    let proven = valid(include_str!("version4/ten_moves.ron"));
    assert_eq!(
        proven.answer,
        ProvenAnswer::FewestMoves {
            moves: 10,
            jumps: 13
        }
    );
}

#[test]
fn the_fewest_moves_of_small_boards_are_certified() {
    let mut problems = Vec::new();
    for name in [
        "triangle5",
        "square4",
        "diamond13",
        "star13",
        "cracker-barrel",
    ] {
        let board = Board::library(name).unwrap();
        problems.extend(
            board
                .svss_problems()
                .iter()
                .map(|svss| Problem::svss(&board, svss.vacancy(), svss.finish())),
        );
        let vacancies = board.holes().step_by(4);
        problems
            .extend(vacancies.map(|hole| Problem::new(board.vacate(hole), Goal::OnePeg).unwrap()));
    }
    let (mut certified, mut longer) = (0, 0);
    for problem in &problems {
        let fewest = recorded(problem);
        let text = Certificate::of_fewest_moves(&fewest).unwrap().to_text();
        let proven = valid(&text);
        match fewest.moves() {
            Some(moves) => {
                assert_eq!(moves_of(&proven), moves);
                longer += refused_longer_lines(problem, &text, moves);
            }
            None => assert!(matches!(proven.answer, ProvenAnswer::Unsolvable { .. })),
        }
        certified += usize::from(fewest.moves().is_some());
    }
    assert!(certified > 30 && longer > 30, "{certified}, {longer}");
}

/// Checks claims that other solutions are the shortest, and returns the number of false claims.
fn refused_longer_lines(problem: &Problem, text: &str, least: usize) -> usize {
    let mut longer = 0;
    for seed in 0..4 {
        let (text, moves) = claim(problem, text, seed);
        let checked = check(&text);
        assert_eq!(checked.is_ok(), moves == least, "{checked:?}\n{text}");
        longer += usize::from(moves != least);
    }
    longer
}

/// If both walks meet in the middle of a move, at a position with symmetries of its own, the moving peg may be replaced
/// by its mirror image in one walk but not in the other.
#[test]
fn symmetric_positions_where_the_walks_meet() {
    let mut longer = 0;
    for name in ["triangle5", "square4", "diamond13", "star13", "rhombus4"] {
        let board = Board::library(name).unwrap();
        for seed in 1..40u128 {
            let half = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) >> 100
                & board.full().code();
            let symmetry = &board.symmetries()[1 + seed as usize % (board.symmetries().len() - 1)];
            let half = Position::from_code(&board, half).unwrap();
            let start = board.with_pegs(half.pegs().flat_map(|hole| [hole, symmetry.apply(hole)]));
            let Ok(problem) = Problem::new(start, Goal::OnePeg) else {
                continue;
            };
            if let Some(moves) = shortest(&problem).moves().filter(|moves| *moves > 0) {
                longer += refused_longer_lines(&problem, &certificate(&problem), moves);
            }
        }
    }
    assert!(longer > 30, "{longer}");
}

/// The proof uses functions and merged lists, and depends on neither threads nor memory.
#[test]
fn the_fewest_moves_of_a_larger_board_are_certified() {
    let board = Board::library("triangle6").unwrap();
    let problem = svss(&board, "a1", "a1");
    let text = certificate(&problem);
    let Some(at) = text.find("weights: [").map(|at| at + "weights: [".len()) else {
        panic!("there is no function\n{text}")
    };
    let expected = valid(&text);
    assert_eq!(Some(moves_of(&expected)), shortest(&problem).moves());
    for (threads, memory) in [(2, 512 << 20), (1, 1 << 10)] {
        let options = CheckOptions::default()
            .with_threads(NonZeroUsize::new(threads).unwrap())
            .with_memory(memory);
        assert_eq!(
            verify_text(&text, "moves.ron", Path::new(""), &options).unwrap(),
            expected
        );
    }
    let heavier = format!(
        "{}-1000000, {}",
        &text[..at],
        text[at..].split_once(", ").unwrap().1
    );
    assert!(
        invalid(&heavier).contains("functions, number 1"),
        "{}",
        invalid(&heavier)
    );
}

#[test]
fn a_claim_with_a_mistake() {
    let text = certificate(&svss(&triangle5(), "c5", "b3"));
    assert_eq!(moves_of(&valid(&text)), 10);
    for (from, to, fault) in [
        (
            "count: 10",
            "count: 9",
            "answer.count: the line has 10 moves, not 9",
        ),
        (
            "count: 10",
            "count: 11",
            "answer.count: the line has 10 moves, not 11",
        ),
        (
            "version: 4",
            "version: 3",
            "version: the certificate uses features of version 4",
        ),
        (
            "meeting: 9",
            "meeting: 8",
            "exhaustion, forward, positions: there are",
        ),
        (
            "meeting: 9",
            "meeting: 10",
            "exhaustion, backward, positions: there are",
        ),
        (
            "meeting: 9",
            "meeting: 15",
            "exhaustion.meeting: it is not between 1 and 14 pegs",
        ),
        (
            "goal: PegIn(\"b3\")",
            "goal: PegIn(\"c5\")",
            "answer: the moves leave pegs in `b3`, which is not",
        ),
        (
            "goal: PegIn(\"b3\")",
            "goal: FewestPegs",
            "answer: the goal is to leave the fewest pegs",
        ),
        (
            "pegs: \"b3\", refuted: Exhaustion",
            "pegs: \"a1\", refuted: Exhaustion",
            "finishes, number 1",
        ),
    ] {
        let fault_found = invalid(&changed(&text, from, to));
        assert!(fault_found.starts_with(fault), "{fault_found}, not {fault}");
    }
    for text in with_a_size_of_none(&text) {
        let fault = invalid(&text);
        assert!(
            fault.contains("positions: there are") && fault.ends_with(", more than 0"),
            "{fault}"
        );
    }
    let sizes = text.find("Sizes(").unwrap();
    let end = sizes + text[sizes..].find(")").unwrap();
    let listed = format!("{}Listed([]{}", &text[..sizes], &text[end..]);
    assert!(invalid(&listed).contains("lists only sizes"));
}

#[test]
fn a_line_with_a_mistake() {
    let problem = svss(&triangle5(), "c5", "b3");
    let text = certificate(&problem);
    let fewest = shortest(&problem);
    let Verdict::Solvable(solution) = fewest.answer().verdict() else {
        panic!()
    };
    let moves = solution.notation();
    assert!(check(&with_line(&text, &moves.join(" "), moves.len())).is_ok());
    // Two moves of a text count as one if the same peg continues to jump.
    let split = moves
        .iter()
        .position(|each| each.matches('-').count() == 2)
        .unwrap();
    let holes: Vec<&str> = moves[split].split('-').collect();
    let mut pieces = moves.clone();
    pieces[split] = format!("{}-{} {}-{}", holes[0], holes[1], holes[1], holes[2]);
    assert!(check(&with_line(&text, &pieces.join(" "), moves.len())).is_ok());
    for dropped in 0..moves.len() {
        let rest = [&moves[..dropped], &moves[dropped + 1..]].concat();
        assert!(check(&with_line(&text, &rest.join(" "), rest.len())).is_err());
    }
    for other in 0..moves.len() {
        let mut changed = moves.clone();
        changed[other] = "a1-a3".to_owned();
        assert!(
            moves[other] == "a1-a3" || check(&with_line(&text, &changed.join(" "), 10)).is_err()
        );
    }
}

#[test]
fn a_longer_solution_is_not_the_shortest() {
    let problem = svss(&triangle5(), "c5", "b3");
    let text = certificate(&problem);
    let mut longer = 0;
    for seed in 0..20 {
        let (claimed, moves) = claim(&problem, &text, seed);
        if moves == 10 {
            assert_eq!(moves_of(&valid(&claimed)), 10);
            continue;
        }
        let fault = invalid(&claimed);
        assert!(
            fault.ends_with(&format!("has 10 moves, fewer than {moves}")),
            "{fault}"
        );
        longer += 1;
    }
    assert!(longer > 5);
}

#[test]
fn symmetries_that_do_not_fix_the_problem() {
    let board = triangle5();
    let text = certificate(&svss(&board, "a1", "a1"));
    let group = |symmetries: &[&pegboard::Symmetry]| {
        let rows: Vec<String> = symmetries
            .iter()
            .map(|each| {
                format!(
                    "{:?}",
                    board
                        .holes()
                        .map(|hole| each.apply(hole).index())
                        .collect::<Vec<_>>()
                )
            })
            .collect();
        format!("symmetries: [{}], positions", rows.join(", "))
    };
    let with_groups = |groups: [String; 2]| {
        let mut parts = text.split("symmetries: [");
        let mut changed = parts.next().unwrap().to_owned();
        for (part, group) in parts.zip(groups) {
            changed += &group;
            changed += part.split_once("positions").unwrap().1;
        }
        changed
    };
    let corner = board.hole("a1").unwrap();
    let symmetries = board.symmetries();
    let identity = symmetries
        .iter()
        .find(|each| board.holes().all(|hole| each.apply(hole) == hole))
        .unwrap();
    let reflections: Vec<_> = symmetries
        .iter()
        .filter(|each| {
            *each != identity
                && board
                    .holes()
                    .all(|hole| each.apply(each.apply(hole)) == hole)
        })
        .collect();
    assert_eq!(reflections.len(), 3);
    let (fixing, moving) = reflections
        .into_iter()
        .partition::<Vec<_>, _>(|each| each.apply(corner) == corner);
    let right = group(&[identity, fixing[0]]);
    assert!(check(&with_groups([right.clone(), right.clone()])).is_ok());
    for wrong in moving {
        let wrong = group(&[identity, wrong]);
        let fault = invalid(&with_groups([wrong.clone(), wrong.clone()]));
        assert!(
            fault.contains("a permutation carries a finish onto a position that is not a finish"),
            "{fault}"
        );
        let fault = invalid(&with_groups([right.clone(), wrong.clone()]));
        assert!(fault.contains("the same symmetries both ways"), "{fault}");
    }
}

#[test]
fn an_open_answer_has_no_certificate() {
    let board = Board::library("english").unwrap();
    let problem = svss(&board, "d4", "d4");
    let control = Control::new(Limits {
        nodes: Some(10),
        ..Limits::default()
    });
    let fewest = fewest_moves(&problem, &MovesOptions::default(), &control).unwrap();
    assert!(!fewest.is_proved());
    let error = Certificate::of_fewest_moves(&fewest).unwrap_err();
    assert!(
        matches!(error, CertificateError::OpenMoves { .. }),
        "{error}"
    );
    let problem = svss(&triangle5(), "c5", "b3");
    let control = Control::new(Limits {
        nodes: Some(10),
        ..Limits::default()
    });
    let fewest = shortest(&problem);
    let error = Certificate::of_fewest_moves(&fewest).unwrap_err();
    assert!(matches!(error, CertificateError::NoRecord), "{error}");
    let error = fewest
        .with_record(&SolverOptions::default(), &control)
        .unwrap_err();
    assert!(matches!(error, ExhaustionError::Stopped { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The checker accepts a claim exactly if it is true.
    #[test]
    fn any_claim_about_any_small_problem(problem in any_problem(), seed in any::<u64>()) {
        let Some(problem) = problem else { return Ok(()) };
        let expected = fewest(problem.start(), None, &problem, &mut Known::default());
        let Some((least, _)) = expected else { return Ok(()) };
        let text = certificate(&problem);
        prop_assert_eq!(moves_of(&valid(&text)), least);
        let (text, moves) = claim(&problem, &text, seed);
        let checked = check(&text);
        prop_assert_eq!(checked.is_ok(), moves == least, "{:?}\n{}", checked, text);
    }
}
