//! Boards with jump directions other than those of the lattice.

use crate::support::boards::lattice_and_jumps;
use crate::support::reference::{Reference, reachable};
use pegboard::checker::{CheckOptions, verify_text};
use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, ExhaustionStrategy, exhaust};
use pegboard::{
    Board, BoardFile, Certificate, Control, Goal, JumpDirections, Lattice, Line, Position, Problem,
    Solver, SolverOptions, SymmetryGroup, Verdict,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn board(jumps: &str, rows: &[&str]) -> Board {
    let text = format!(
        "Board(name: \"Board\", lattice: Square, jumps: {jumps}, holes: Picture({rows:?}))"
    );
    Board::parse(&text, "board.ron").unwrap()
}

const SQUARE: [&str; 4] = ["oooo", "oooo", "oooo", "oooo"];

#[test]
fn jumps_are_those_of_the_reference() {
    for jumps in ["Orthogonal", "Diagonal", "All", "[Up]", "[Left, UpRight]"] {
        let board = board(jumps, &SQUARE);
        let reference = Reference::new(&board);
        for code in (0..1u128 << 16).step_by(7) {
            let position = Position::from_code(&board, code).unwrap();
            let mut after: Vec<u128> = position
                .jumps()
                .map(|jump| position.play(jump).unwrap().code())
                .collect();
            let mut expected = reference.descendants(code);
            after.sort_unstable();
            expected.sort_unstable();
            assert_eq!(after, expected, "{jumps} {code}");
        }
    }
}

#[test]
fn a_symmetry_carries_jumps_onto_jumps() {
    use SymmetryGroup::{C1, C2, C4, D1, D2, D4};
    for (jumps, group) in [
        ("Orthogonal", D4),
        ("Diagonal", D4),
        ("All", D4),
        ("[Right, Left]", D2),
        ("[UpRight, DownLeft]", D2),
        ("[Up]", D1),
        ("[Right, Left, UpRight, DownLeft]", C2),
        ("[Right, UpRight, Down]", C1),
    ] {
        assert_eq!(board(jumps, &SQUARE).symmetry_group(), group, "{jumps}");
    }
    // A quarter turn keeps the jumps only if the directions come in fours.
    let pinwheel = board("All", &[".o..", ".ooo", "ooo.", "..o."]);
    assert_eq!(pinwheel.symmetry_group(), C4);
}

/// A last jump can be redirected only if pegs jump both ways.
#[test]
fn jumps_in_one_direction_connect_no_problems() {
    let types = |jumps| board(jumps, &["oooo", "oooo", "oooo", "oooo"]).problem_types();
    let both_ways = types("[Right, Left, Up, Down]");
    assert!(both_ways.iter().any(|kind| kind.problems().len() > 1));
    let one_way = types("[Right, Down]");
    assert!(!one_way.is_empty() && one_way.iter().all(|kind| kind.problems().len() == 1));
}

/// Pegs stay on squares of one color, so a full square is in two parts.
#[test]
fn diagonal_jumps_stay_on_one_color() {
    let draughts = board("Diagonal", &SQUARE);
    assert_eq!(
        draughts
            .connected_parts()
            .iter()
            .map(Vec::len)
            .collect::<Vec<_>>(),
        [8, 8]
    );
    assert!(draughts.svss_problems().is_empty());
}

/// Turned by 45°, diagonals become rows, so a turned board has the games of the straight one.
#[test]
fn a_turned_board_with_diagonal_jumps_has_the_answers_of_the_straight_one() {
    let straight = Board::library("square4").unwrap();
    let turned = straight
        .holes()
        .filter_map(|hole| straight.coordinate(hole))
        .map(|(x, y)| (x + y, y - x));
    let file = BoardFile {
        jumps: Some(JumpDirections::Diagonal),
        ..BoardFile::new("T", Lattice::Square, turned)
    };
    let turned = Board::new(file).unwrap();
    assert_eq!(turned.jumps().len(), straight.jumps().len());
    assert_eq!(turned.symmetry_group(), straight.symmetry_group());
    assert_eq!(turned.svss_problems().len(), straight.svss_problems().len());
    let solvable = |board: &Board| {
        let solver = Solver::new(board, SolverOptions::default());
        let answers = board.svss_problems().into_iter().filter(|svss| {
            let problem = Problem::svss(board, svss.vacancy(), svss.finish());
            solver
                .solve(&problem, &Control::default())
                .unwrap()
                .solution()
                .is_some()
        });
        answers.count()
    };
    assert_eq!(solvable(&turned), solvable(&straight));
}

#[test]
fn a_diagonal_jump_is_written_and_read() {
    let board = board("All", &["ooo", "ooo", "ooo"]);
    let start = Position::parse(&board, "a1 b1 b2 c2").unwrap();
    let line = Line::parse(&start, "a1-c3, c3-c1, c1-a1").unwrap();
    assert_eq!(line.to_string(), "a1-c3-c1-a1");
    let straight = BoardFile::new("Straight", Lattice::Square, (0..9).map(|i| (i % 3, i / 3)));
    let straight = Board::new(straight).unwrap();
    assert_ne!(straight, board);
    let start = straight.vacate(straight.hole("c3").unwrap());
    assert!(Line::parse(&start, "a1-c3").is_err());
}

fn proven(certificate: &Certificate) -> String {
    let text = certificate.to_text();
    match verify_text(&text, "jumps.ron", "".as_ref(), &CheckOptions::default()) {
        Ok(proven) => proven.sentence,
        Err(rejection) => panic!("{rejection}\n{text}"),
    }
}

/// The checker reads the jumps from the certificate, and with other jumps the moves are invalid.
#[test]
fn a_certificate_names_its_jumps() {
    let board = board("All", &["ooo", "ooo", "ooo"]);
    let start = board.vacate(board.hole("c3").unwrap());
    let line = Line::parse(&start, "a1-c3, a3-a1").unwrap();
    let problem = Problem::new(start, Goal::Position(line.finish().clone())).unwrap();
    let text = Certificate::of_solution(&problem, &line).unwrap().to_text();
    let check = |text: &str| verify_text(text, "c.ron", "".as_ref(), &CheckOptions::default());
    assert!(check(&text).is_ok());
    assert!(text.contains("version: 3"));
    let jumps = text.lines().find(|line| line.contains("jumps: ")).unwrap();
    for (other, wrong) in [
        ("jumps: [(1, 0), (-1, 0)],", "answer"),
        ("jumps: [],", "board.jumps"),
        ("jumps: [(2, 0)],", "board.jumps[0]"),
        ("jumps: [(1, 1), (1, 1)],", "board.jumps[1]"),
        ("", "answer"),
    ] {
        let error = check(&text.replace(jumps, other)).unwrap_err().to_string();
        assert!(error.contains(wrong), "{other}: {error}");
    }
    assert!(
        check(&text.replace("version: 3", "version: 2"))
            .unwrap_err()
            .to_string()
            .contains("version 3")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The checker accepts every answer, by the solver and by exhaustion.
    #[test]
    fn certificates_of_any_jumps_are_valid(
        (lattice, jumps) in lattice_and_jumps(),
        holes in proptest::collection::btree_set((0..4, 0..4), 5..=13),
        vacancy in any::<prop::sample::Index>(),
        finish in any::<prop::sample::Index>(),
        strategy in 0..3usize,
    ) {
        let holes: BTreeSet<(i32, i32)> = holes;
        let board = Board::new(BoardFile { jumps, ..BoardFile::new("B", lattice, holes) }).unwrap();
        let all: Vec<_> = board.holes().collect();
        let problem = Problem::svss(&board, *vacancy.get(&all), *finish.get(&all));
        let is_solvable = problem.finishes().unwrap().iter().any(|finish| {
            reachable(problem.start()).contains(&finish.code())
        });
        let answer = Solver::new(&board, SolverOptions::default()).solve(&problem, &Control::default()).unwrap();
        prop_assert_eq!(answer.solution().is_some(), is_solvable);
        if !matches!(answer.verdict(), Verdict::Unsolvable(pegboard::Proof::Exhaustion { .. })) {
            proven(&Certificate::of(&answer).unwrap());
        }
        let strategies = [ExhaustionStrategy::Forward, ExhaustionStrategy::Backward, ExhaustionStrategy::BothWays];
        let options = ExhaustionOptions::default().with_strategy(Some(strategies[strategy]));
        match exhaust(&problem, &options, &Control::default()).unwrap() {
            Exhausted::Solvable(_) => prop_assert!(is_solvable),
            Exhausted::Unsolvable(proof) => {
                prop_assert!(!is_solvable);
                proven(&Certificate::of_exhaustion(&problem, &proof).unwrap());
            }
            other => panic!("{other:?}"),
        }
    }
}
