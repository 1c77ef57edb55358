//! Certificates of the answers of the solver: the checker accepts each.

use super::sample::{bar, check, proven};
use pegboard::certificate::is_described;
use pegboard::checker::{Proven, ProvenAnswer};
use pegboard::solver::exhaustion::{Exhausted, ExhaustionError, ExhaustionOptions, exhaust};
use pegboard::{
    Answer, Board, Certificate, CertificateError, Control, Goal, LimitReached, Limits, Method,
    Methods, Position, Problem, Proof, Solver, SolverOptions, Verdict,
};
use std::collections::BTreeSet;

fn recording() -> SolverOptions {
    SolverOptions::default().with_record(true)
}

fn says_the_same(answer: &Answer, proven: &Proven) {
    let problem = answer.problem();
    let board = problem.board();
    assert_eq!(proven.board.name, board.name());
    assert!(is_described(board, &proven.board));
    assert_eq!(proven.start, problem.start().code());
    let codes =
        |finishes: Vec<Position>| finishes.iter().map(Position::code).collect::<BTreeSet<_>>();
    assert_eq!(
        proven.finishes.clone().map(BTreeSet::from_iter),
        problem.finishes().map(codes)
    );
    match (answer.verdict(), proven.answer) {
        (Verdict::Solvable(line), ProvenAnswer::Solvable { jumps }) => {
            assert_eq!(line.jumps().len(), jumps)
        }
        (Verdict::Fewest(line, _), ProvenAnswer::Fewest { pegs }) => {
            assert_eq!(line.finish().peg_count(), pegs as usize);
        }
        (Verdict::Unsolvable(_), ProvenAnswer::Unsolvable { .. }) => {}
        (verdict, proven) => panic!("{verdict:?}, {proven:?}"),
    }
}

fn kind(answer: &Answer) -> &'static str {
    match answer.verdict() {
        Verdict::Solvable(_) => "solvable",
        Verdict::Fewest(_, Proof::LastPeg) => "fewest, last peg",
        Verdict::Fewest(_, Proof::Class) => "fewest, class",
        Verdict::Fewest(_, Proof::Pagoda(_)) => "fewest, pagoda",
        Verdict::Fewest(..) => "fewest, exhaustion",
        Verdict::Unsolvable(proof) => proof.kind(),
        Verdict::Undecided(_) => "undecided",
    }
}

fn problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in [
        "triangle4",
        "triangle5",
        "square4",
        "diamond13",
        "star13",
        "cracker-barrel",
    ] {
        let board = Board::library(name).unwrap();
        for svss in board.svss_problems() {
            problems.push(Problem::svss(&board, svss.vacancy(), svss.finish()));
        }
        for hole in board.holes().step_by(3) {
            let start = board.vacate(hole);
            let goals = [
                Goal::OnePeg,
                Goal::FewestPegs,
                Goal::Position(start.complement()),
            ];
            problems.extend(
                goals
                    .into_iter()
                    .filter_map(|goal| Problem::new(start.clone(), goal).ok()),
            );
        }
    }
    let diamond = Board::library("diamond41").unwrap();
    for (vacancy, finish) in [("e3", "e4"), ("e1", "b6"), ("d2", "f8")] {
        problems.push(Problem::svss(
            &diamond,
            diamond.hole(vacancy).unwrap(),
            diamond.hole(finish).unwrap(),
        ));
    }
    for code in (1..4096u128).step_by(23) {
        let start = Position::from_code(&bar(), code).unwrap();
        let finish = Position::from_code(&bar(), code * 31 % 4096).unwrap();
        let goals = [Goal::Position(finish), Goal::FewestPegs, Goal::OnePeg];
        problems.extend(
            goals
                .into_iter()
                .filter_map(|goal| Problem::new(start.clone(), goal).ok()),
        );
    }
    problems
}

#[test]
fn every_answer_has_a_certificate_that_is_accepted() {
    let mut kinds = BTreeSet::new();
    for problem in problems() {
        let answer = Solver::new(problem.board(), recording())
            .solve(&problem, &Control::default())
            .unwrap();
        kinds.insert(kind(&answer));
        says_the_same(&answer, &proven(&Certificate::of(&answer).unwrap()));
    }
    for expected in [
        "solvable",
        "class",
        "pagoda",
        "cases",
        "exhaustion",
        "fewest, last peg",
        "fewest, class",
    ] {
        assert!(kinds.contains(expected), "{kinds:?}");
    }
}

/// The solver can also make the record afterward.
#[test]
fn an_exhaustion_without_a_record_has_no_certificate() {
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("b3").unwrap());
    let single = Problem::complement(start).unwrap();
    let small = Board::library("triangle4").unwrap();
    let start = small.vacate(small.hole("a1").unwrap());
    let fewest = Problem::new(start, Goal::FewestPegs).unwrap();
    for problem in [single, fewest] {
        let solver = Solver::new(problem.board(), SolverOptions::default());
        let answer = solver.solve(&problem, &Control::default()).unwrap();
        assert!(kind(&answer).ends_with("exhaustion"), "{answer:?}");
        let error = Certificate::of(&answer).unwrap_err();
        assert!(matches!(error, CertificateError::NoRecord), "{error}");
        assert_eq!(
            error.to_string(),
            "the search kept no record of the positions it exhausted; solve with the option to keep the record \
             (`SolverOptions::record`), within limits that leave room for it"
        );
        let recorded = solver.exhaust(&answer, &Control::default()).unwrap();
        says_the_same(&recorded, &proven(&Certificate::of(&recorded).unwrap()));
    }
}

#[test]
fn an_answer_stands_where_its_record_cannot_be_made() {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("b3").unwrap();
    let problem = Problem::svss(&board, corner, corner);
    let file = tempfile::NamedTempFile::new().unwrap();
    let options = recording().with_scratch(Some(file.path().join("no folder")));
    let solver = Solver::new(&board, options);
    let answer = solver.solve(&problem, &Control::default()).unwrap();
    assert_eq!(kind(&answer), "exhaustion");
    assert!(matches!(
        Certificate::of(&answer),
        Err(CertificateError::NoRecord)
    ));
    let error = solver.exhaust(&answer, &Control::default()).unwrap_err();
    assert!(matches!(error, ExhaustionError::Levels(_)), "{error}");
}

#[test]
fn an_undecided_problem_has_no_certificate() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let options = SolverOptions::default().with_methods(Methods::none().with(Method::Table));
    let control = Control::new(Limits {
        nodes: Some(10),
        ..Limits::default()
    });
    let solver = Solver::new(&board, options);
    let answer = solver
        .solve(&Problem::svss(&board, center, center), &control)
        .unwrap();
    assert!(matches!(
        Certificate::of(&answer),
        Err(CertificateError::Undecided)
    ));
}

#[test]
fn an_exhaustion_certifies_no_other_problem() {
    let board = Board::library("triangle5").unwrap();
    let problem = |finish| {
        Problem::svss(
            &board,
            board.hole("a1").unwrap(),
            board.hole(finish).unwrap(),
        )
    };
    let found = exhaust(
        &problem("b3"),
        &ExhaustionOptions::default(),
        &Control::default(),
    )
    .unwrap();
    let Exhausted::Unsolvable(proof) = found else {
        panic!("{found:?}")
    };
    assert!(matches!(
        Certificate::of_exhaustion(&problem("a1"), &proof),
        Err(CertificateError::OtherProblem)
    ));
}

/// The next search starts from a line that leaves fewer pegs than the best line so far.
#[test]
fn an_exhaustion_continues_to_the_fewest_pegs() {
    for (name, vacancy) in [("triangle5", "a1"), ("triangle4", "a1")] {
        let board = Board::library(name).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let problem = Problem::new(start, Goal::FewestPegs).unwrap();
        let solver = Solver::new(&board, SolverOptions::default());
        let nothing = Control::new(Limits {
            nodes: Some(0),
            ..Limits::default()
        });
        let undecided = solver.solve(&problem, &nothing).unwrap();
        let Verdict::Undecided(stopped) = undecided.verdict() else {
            panic!("{undecided:?}")
        };
        let fewest = solver.solve(&problem, &Control::default()).unwrap();
        let fewest = fewest.solution().unwrap().finish().peg_count();
        assert!(stopped.best.as_ref().unwrap().finish().peg_count() > fewest + 1);

        let folder = tempfile::tempdir().unwrap();
        let options = SolverOptions::default().with_scratch(Some(folder.path().to_owned()));
        let answer = Solver::new(&board, options)
            .exhaust(&undecided, &Control::default())
            .unwrap();
        let Verdict::Fewest(line, _) = answer.verdict() else {
            panic!("{answer:?}")
        };
        assert_eq!(line.finish().peg_count(), fewest, "{name}");
        says_the_same(&answer, &proven(&Certificate::of(&answer).unwrap()));

        let short = Control::new(Limits {
            nodes: Some(5),
            ..Limits::default()
        });
        match solver.exhaust(&undecided, &short) {
            Err(ExhaustionError::Stopped {
                limit: LimitReached::Nodes,
                best,
                ..
            }) => {
                assert!(best.unwrap().finish().peg_count() >= fewest);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// On a path whose last two vertices have a common neighbor, each can be jumped over from the other into it.
#[test]
fn jumps_of_equal_effect_are_one_case() {
    const CERTIFICATE: &str = r#"Certificate(
    version: 5,
    board: Board(
        name: "Lists",
        lattice: Jumps([
            (0, 1, 2), (1, 2, 3), (2, 1, 0), (2, 3, 4), (3, 2, 1), (3, 4, 5), (4, 3, 2), (4, 5, 6),
            (4, 5, 7), (5, 4, 3), (5, 6, 7), (5, 7, 6), (6, 5, 4), (6, 5, 7), (6, 7, 5), (7, 5, 4),
            (7, 5, 6), (7, 6, 5),
        ]),
        labels: ["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7"],
    ),
    start: "v0 v1 v2 v3 v4 v5 v6",
    goal: Position("v1 v5"),
    answer: Unsolvable(Refutation(
        invariants: [],
        pagodas: [
            [-1, 1, 0, 1, 0, 1, 1, 0],
        ],
        finishes: Each([
            Finish(pegs: "v1 v5", refuted: Cases(
                First([
                    Function(1),
                    First([
                        First([Function(1)]),
                        Function(1),
                    ]),
                ]),
            )),
        ]),
        exhaustion: NotNeeded,
    )),
)"#;
    let proven = check(CERTIFICATE).unwrap();
    assert!(matches!(proven.answer, ProvenAnswer::Unsolvable { .. }));
}

/// The hole jumped over stands once, between the two holes of the jump.
#[test]
fn brackets_stand_between_two_holes() {
    let certificate = include_str!("version5/jumps.ron");
    assert!(check(certificate).is_ok());
    for misplaced in ["(c)-d-b", "d-(a)-(c)-b", "d-b-(c)"] {
        let changed = certificate.replace("d-(c)-b", misplaced);
        assert_ne!(changed, certificate);
        assert!(check(&changed).is_err(), "{misplaced}");
    }
}
