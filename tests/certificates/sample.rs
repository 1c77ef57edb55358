//! Certificates of every kind, for small boards.

use pegboard::checker::format::LatticePart;
use pegboard::checker::{CheckOptions, Proven, Rejection, verify_text};
use pegboard::solver::exhaustion::{
    Exhausted, ExhaustionOptions, ExhaustionStrategy, exhaust, exhaust_pegs,
};
use pegboard::{
    Board, BoardFile, Certificate, Control, Goal, Lattice, Line, PagodaFunction, Position, Problem,
    PruningFunctions,
};
use std::path::Path;

pub fn check(text: &str) -> Result<Proven, Rejection> {
    check_in(text, Path::new(""))
}

/// Checks a text with position files in `folder`.
pub fn check_in(text: &str, folder: &Path) -> Result<Proven, Rejection> {
    verify_text(text, "certificate.ron", folder, &CheckOptions::default())
}

#[track_caller]
pub fn proven(certificate: &Certificate) -> Proven {
    let text = certificate.to_text();
    check(&text).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"))
}

pub fn triangle5() -> Board {
    Board::library("triangle5").unwrap()
}

/// Returns a board of two rows of six holes.
pub fn bar() -> Board {
    let holes = (0..6).flat_map(|x| (0..2).map(move |y| (x, y)));
    Board::new(BoardFile::new("Bar", Lattice::Square, holes)).unwrap()
}

pub fn svss(board: &Board, vacancy: &str, finish: &str) -> Problem {
    Problem::svss(
        board,
        board.hole(vacancy).unwrap(),
        board.hole(finish).unwrap(),
    )
}

/// Returns the pagoda functions with weights 0 and 1: every jump into a hole of weight 1 removes a peg from another.
pub fn set_functions(board: &Board) -> Vec<PagodaFunction> {
    let bit = |hole: pegboard::Hole| 1u32 << hole.index();
    let is_pagoda = |set: &u32| {
        board.jumps().iter().all(|jump| {
            set & bit(jump.to()) == 0 || set & (bit(jump.from()) | bit(jump.over())) != 0
        })
    };
    let weights = |set: u32| {
        (0..board.hole_count())
            .map(|hole| (set >> hole & 1) as i32)
            .collect()
    };
    let sets = (1..1u32 << board.hole_count()).filter(is_pagoda);
    sets.map(|set| PagodaFunction::new(board, weights(set)).unwrap())
        .collect()
}

pub fn solution() -> Certificate {
    let problem = svss(&triangle5(), "a1", "a1");
    let moves = "a3-a1, c3-a3, a1-c3, a4-a2, d4-b2, b5-b3, d5-b5, a5-c5-c3, b2-d4, e5-c3-a3-a1";
    let line = Line::parse(problem.start(), moves).unwrap();
    Certificate::of_solution(&problem, &line).unwrap()
}

pub fn exhaustion(problem: &Problem, options: &ExhaustionOptions) -> Certificate {
    match exhaust(problem, options, &Control::default()).unwrap() {
        Exhausted::Unsolvable(proof) => Certificate::of_exhaustion(problem, &proof).unwrap(),
        other => panic!("{other:?}"),
    }
}

pub fn class() -> Certificate {
    let board = triangle5();
    let finishes = ["a2", "b2"].map(|label| board.hole(label).unwrap());
    let problem = Problem::new(
        board.vacate(board.hole("a1").unwrap()),
        Goal::PegIn(finishes.to_vec()),
    )
    .unwrap();
    exhaustion(&problem, &ExhaustionOptions::default())
}

/// Returns a problem that the classes allow, and a pagoda function that refutes it.
pub fn pagoda_problem() -> (Problem, PagodaFunction) {
    let board = bar();
    let position = |code| Position::from_code(&board, code).unwrap();
    let functions = set_functions(&board);
    let mut cases = (0..4096u128)
        .flat_map(|start| (1..4096u128).map(move |finish| (position(start), position(finish))));
    let case = cases.find_map(|(start, finish)| {
        let function = functions
            .iter()
            .find(|function| function.refutes(&start, &finish))?;
        let problem = Problem::new(start, Goal::Position(finish.clone())).ok()?;
        let is_allowed =
            problem.start().class() == finish.class() && problem.start().peg_count() > 4;
        is_allowed.then(|| (problem, function.clone()))
    });
    case.unwrap()
}

pub fn pagoda() -> Certificate {
    let (problem, function) = pagoda_problem();
    let functions = PruningFunctions::default().with_forward(vec![function]);
    exhaustion(
        &problem,
        &ExhaustionOptions::default().with_functions(functions),
    )
}

/// Returns an exhaustion by a strategy, pruned by a few pagoda functions.
pub fn pruned_exhaustion(vacancy: &str, finish: &str, strategy: ExhaustionStrategy) -> Certificate {
    let board = triangle5();
    let functions: Vec<PagodaFunction> = set_functions(&board)
        .into_iter()
        .step_by(5)
        .take(40)
        .collect();
    let functions = PruningFunctions::default()
        .with_forward(functions.clone())
        .with_backward(functions);
    let options = ExhaustionOptions::default()
        .with_functions(functions)
        .with_strategy(Some(strategy));
    exhaustion(&svss(&board, vacancy, finish), &options)
}

/// Returns a certificate of a problem whose fewest pegs are two.
pub fn fewest() -> Certificate {
    let start = Position::parse(&bar(), "a1 b1 d1 f2").unwrap();
    let exhausted = |pegs| {
        exhaust_pegs(
            &start,
            pegs,
            &ExhaustionOptions::default(),
            &Control::default(),
        )
    };
    let Exhausted::Solvable(line) = exhausted(2).unwrap() else {
        panic!("two pegs can be left")
    };
    let Exhausted::Unsolvable(proof) = exhausted(1).unwrap() else {
        panic!("one peg cannot be left")
    };
    Certificate::of_fewest(&line, &proof).unwrap()
}

/// Returns a certificate of each kind, with all positions in the text.
pub fn all() -> Vec<String> {
    use ExhaustionStrategy::{Backward, BothWays, Forward, Halved};
    let mut certificates = vec![solution(), class(), pagoda(), fewest()];
    certificates.extend(
        [Forward, Backward, BothWays].map(|strategy| pruned_exhaustion("b3", "a4", strategy)),
    );
    certificates.push(pruned_exhaustion("b3", "b3", Halved));
    certificates
        .iter()
        .map(|certificate| certificate.to_text())
        .collect()
}

/// Returns the start of a proved statement about a board on a lattice.
pub fn start_of(proven: &Proven) -> Position {
    let lattice = if proven.board.lattice == LatticePart::Triangular {
        Lattice::Triangular
    } else {
        Lattice::Square
    };
    let holes = proven.board.holes.clone();
    let board = Board::new(BoardFile::new("Board", lattice, holes)).unwrap();
    Position::from_code(&board, proven.start).unwrap()
}
