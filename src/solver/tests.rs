use super::*;
use crate::board::{Backend, Position};
use crate::control::{LimitReached, Limits, Progress};
use crate::problem::Goal;
use crate::problem::answer::{Proof, Verdict};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

fn board(name: &str) -> Board {
    Board::library(name).expect("a board of the library")
}

fn svss(board: &Board, vacancy: &str, finish: &str) -> Problem {
    Problem::svss(
        board,
        board.hole(vacancy).unwrap(),
        board.hole(finish).unwrap(),
    )
}

fn solve(problem: &Problem, options: SolverOptions) -> Answer {
    solve_within(Limits::default(), problem, options)
}

fn solve_within(limits: Limits, problem: &Problem, options: SolverOptions) -> Answer {
    Solver::new(problem.board(), options)
        .solve(problem, &Control::new(limits))
        .unwrap()
}

/// Returns the moves of the solution, which must meet the goal.
fn moves(answer: &Answer) -> String {
    let solution = answer.solution().expect("a solution");
    assert!(answer.problem().is_met_by(solution.finish()), "{answer:?}");
    assert_eq!(solution.start(), answer.problem().start());
    solution.to_string()
}

#[test]
fn the_same_seed_gives_the_same_solution_whatever_the_number_of_threads() {
    // This problem takes enough waves for the searches to run in parallel.
    let problem = svss(&board("diamond41"), "d2", "f2");
    let with = |seed, threads| {
        let options = SolverOptions {
            seed: Some(seed),
            ..SolverOptions::default()
        };
        let threads = NonZeroUsize::new(threads);
        let limits = Limits {
            nodes: Some(400_000),
            threads,
            ..Limits::default()
        };
        let answer = solve_within(limits, &problem, options);
        (
            answer.solution().map(ToString::to_string),
            answer.stats().nodes,
            answer.stats().beam_nodes,
        )
    };
    for seed in 1..4 {
        assert_eq!(with(seed, 1), with(seed, 2), "seed {seed}");
    }
}

#[test]
fn other_seeds_give_other_solutions() {
    let problem = svss(&board("english"), "d4", "d4");
    let seeded = |seed| SolverOptions {
        seed: Some(seed),
        ..SolverOptions::default()
    };
    let solutions: std::collections::HashSet<String> = (0..20)
        .map(|seed| moves(&solve(&problem, seeded(seed))))
        .collect();
    assert_eq!(solutions.len(), 20);
    assert_eq!(
        moves(&solve(&problem, seeded(7))),
        moves(&solve(&problem, seeded(7)))
    );
}

#[test]
fn every_set_of_methods_gives_the_same_verdicts() {
    let triangle = board("triangle4");
    let corner = board("triangle5");
    let problems = [
        svss(&triangle, "a2", "b2"),
        svss(&triangle, "a1", "b3"),
        svss(&corner, "a1", "b3"),
        svss(&corner, "b3", "c5"),
        svss(&corner, "a4", "a4"),
        Problem::new(corner.vacate(corner.hole("b3").unwrap()), Goal::OnePeg).unwrap(),
    ];
    let solvable = |problem: &Problem, methods| match solve(
        problem,
        SolverOptions {
            methods,
            ..SolverOptions::default()
        },
    )
    .verdict()
    {
        Verdict::Solvable(_) => true,
        Verdict::Unsolvable(_) => false,
        other => panic!("{problem:?} {other:?}"),
    };
    for problem in &problems {
        let expected = solvable(problem, Methods::all());
        for method in Method::ALL {
            assert_eq!(
                solvable(problem, Methods::all().without(method)),
                expected,
                "{problem:?} {method:?}"
            );
            assert_eq!(
                solvable(problem, Methods::none().with(method)),
                expected,
                "{problem:?} {method:?}"
            );
        }
        assert_eq!(solvable(problem, Methods::none()), expected, "{problem:?}");
    }
}

#[test]
fn every_order_of_jumps_gives_the_same_verdicts() {
    use crate::board::geometry::Direction::{Down, Left, Right, Up};
    let square = board("square4");
    let orders = [
        JumpOrder::Own,
        JumpOrder::Rows,
        JumpOrder::OutsideIn,
        JumpOrder::InsideOut,
        JumpOrder::Directions(vec![Up, Left]),
        JumpOrder::Directions(vec![Down, Right, Up, Left]),
    ];
    for problem in square.svss_problems() {
        let problem = problem.problem(&square);
        let verdicts: Vec<bool> = orders
            .iter()
            .map(|order| {
                let options = SolverOptions {
                    order: order.clone(),
                    methods: Methods::none().with(Method::Table),
                    ..SolverOptions::default()
                };
                solve(&problem, options).solution().is_some()
            })
            .collect();
        assert!(
            verdicts.iter().all(|verdict| *verdict == verdicts[0]),
            "{problem:?} {verdicts:?}"
        );
    }
}

#[test]
fn both_backends_search_the_same_positions() {
    let french = board("french");
    for problem in french.svss_problems() {
        let problem = problem.problem(&french);
        let with = |backend| {
            let options = SolverOptions {
                backend: Some(backend),
                seed: Some(1),
                ..SolverOptions::default()
            };
            let answer = solve(&problem, options);
            (
                moves(&answer),
                answer.stats().nodes,
                answer.stats().beam_nodes,
            )
        };
        assert_eq!(with(Backend::U64), with(Backend::U128));
    }
}

#[test]
fn limits_leave_a_problem_undecided_and_say_what_was_tried() {
    let wiegleb = board("wiegleb");
    let problem = svss(&wiegleb, "e1", "e1");
    let nodes = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    let answer = solve_within(nodes, &problem, SolverOptions::default());
    let Verdict::Undecided(undecided) = answer.verdict() else {
        panic!("{answer:?}")
    };
    assert_eq!(undecided.limit, LimitReached::Nodes);
    assert!(
        undecided
            .tried
            .iter()
            .any(|tried| tried.contains("pagoda functions")),
        "{undecided:?}"
    );
    assert!(
        undecided
            .tried
            .iter()
            .any(|tried| tried.contains("backwards")),
        "{undecided:?}"
    );
    let spent = answer.stats().all_nodes();
    assert!((150_000..260_000).contains(&spent), "{spent}");

    let time = Limits {
        time: Some(Duration::from_millis(30)),
        ..Limits::default()
    };
    let answer = solve_within(time, &problem, SolverOptions::default());
    let Verdict::Undecided(undecided) = answer.verdict() else {
        panic!("{answer:?}")
    };
    assert_eq!(undecided.limit, LimitReached::Time);
}

#[test]
fn an_observer_is_told_of_the_progress_and_can_cancel() {
    let wiegleb = board("wiegleb");
    let solver = Solver::new(&wiegleb, SolverOptions::default());
    let reports = std::sync::Mutex::new(Vec::new());
    let observer = |progress: &Progress| {
        let mut reports = reports.lock().unwrap();
        reports.push(progress.clone());
        if reports.len() == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let control = Control::default().watched_by(&observer);
    let answer = solver.solve(&svss(&wiegleb, "e1", "e1"), &control).unwrap();
    let Verdict::Undecided(undecided) = answer.verdict() else {
        panic!("{answer:?}")
    };
    assert_eq!(undecided.limit, LimitReached::Cancelled);
    let reports = reports.into_inner().unwrap();
    assert!(
        reports
            .windows(2)
            .all(|pair| pair[0].nodes <= pair[1].nodes)
    );
}

#[test]
fn tables_stay_within_their_memory() {
    let limits = Limits {
        memory: Some(1 << 16),
        nodes: Some(300_000),
        ..Limits::default()
    };
    let answer = solve_within(
        limits,
        &svss(&board("wiegleb"), "e1", "e1"),
        SolverOptions::default(),
    );
    assert!(
        answer.stats().table_bytes <= 1 << 16,
        "{:?}",
        answer.stats()
    );
}

#[test]
fn a_start_that_is_the_finish_needs_no_jump() {
    let english = board("english");
    let start = english.with_pegs([english.hole("d4").unwrap()]);
    let answer = solve(
        &Problem::new(start.clone(), Goal::Position(start)).unwrap(),
        SolverOptions::default(),
    );
    assert_eq!(moves(&answer), "");
}

#[test]
fn any_position_can_be_a_finish() {
    let english = board("english");
    let start = english.vacate(english.hole("d4").unwrap());
    let line = solve(&svss(&english, "d4", "d4"), SolverOptions::default());
    for (played, position) in line.solution().unwrap().positions().enumerate() {
        let problem = Problem::new(start.clone(), Goal::Position(position)).unwrap();
        let answer = solve(&problem, SolverOptions::default());
        moves(&answer);
        assert_eq!(answer.solution().unwrap().jumps().len(), played);
    }
}

#[test]
fn the_fewest_pegs_are_found_and_proved() {
    let fewest = |start: &Position| {
        let problem = Problem::new(start.clone(), Goal::FewestPegs).unwrap();
        let answer = solve(&problem, SolverOptions::default());
        let Verdict::Fewest(line, proof) = answer.verdict().clone() else {
            panic!("{answer:?}")
        };
        (line.finish().peg_count(), proof)
    };
    let english = board("english");
    assert_eq!(
        fewest(&english.vacate(english.hole("d4").unwrap())),
        (1, Proof::LastPeg)
    );
    // The classes of the French board allow no single peg from d4 (tests/truth/README.md).
    let french = board("french");
    assert_eq!(
        fewest(&french.vacate(french.hole("d4").unwrap())),
        (2, Proof::Class)
    );
    // No jump is possible on a full board.
    assert_eq!(fewest(&english.full()).0, 33);
    let triangle = board("triangle4");
    for vacancy in triangle.holes() {
        let start = triangle.vacate(vacancy);
        assert_eq!(fewest(&start).0, fewest_by_definition(&start), "{start:?}");
    }
}

fn fewest_by_definition(position: &Position) -> usize {
    let children = position
        .jumps()
        .map(|jump| fewest_by_definition(&position.play(jump).unwrap()));
    children.min().unwrap_or(position.peg_count())
}

#[test]
fn a_problem_of_another_board_is_refused() {
    let solver = Solver::new(&board("french"), SolverOptions::default());
    let error = solver
        .solve(&svss(&board("english"), "d4", "d4"), &Control::default())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the solver was made for board `French`, but the problem is on board `English`, which has another name, or other holes, jumps or labels"
    );
}

#[test]
fn solvers_and_answers_can_be_sent_between_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Solver>();
    is_send_and_sync::<Answer>();
    is_send_and_sync::<Problem>();
}
