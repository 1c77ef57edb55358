use super::evidence::assert_holds;
use crate::support::boards::small_board;
use crate::support::reference::{Codes, fewest_pegs, is_solvable_within, reachable};
use pegboard::{
    Answer, Backend, Board, Control, Direction, Goal, Hole, JumpOrder, Limits, Method, Methods,
    Pattern, Position, Problem, Solver, SolverOptions, Verdict,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::HashSet;
use std::num::NonZeroUsize;

/// Boards small enough to visit every reachable position.
const SMALL_BOARDS: [&str; 5] = ["diamond13", "star13", "triangle4", "triangle5", "square4"];

fn solver(board: &Board) -> Solver {
    Solver::new(board, SolverOptions::default())
}

/// Returns `true` if an answer without limits is positive, after checking its evidence.
#[track_caller]
fn is_solved(answer: &Answer) -> bool {
    assert_holds(answer);
    match answer.verdict() {
        Verdict::Solvable(_) | Verdict::Fewest(..) => true,
        Verdict::Unsolvable(_) => false,
        Verdict::Undecided(_) => panic!("{:?} is undecided", answer.problem()),
    }
}

#[track_caller]
fn assert_agrees(answer: &Answer, reachable: &Codes) {
    assert_eq!(
        is_solved(answer),
        is_solvable_within(answer.problem(), reachable),
        "{:?}",
        answer.problem()
    );
    if answer.problem().goal() == &Goal::FewestPegs {
        assert_eq!(
            answer.solution().unwrap().finish().peg_count(),
            fewest_pegs(reachable)
        );
    }
}

/// Tries every pair of vacancy and finish, even those that the classes exclude, then one peg anywhere and fewest pegs.
#[test]
fn on_small_boards_the_solver_agrees_with_a_plain_search() {
    for name in SMALL_BOARDS {
        let board = Board::library(name).unwrap();
        let solver = solver(&board);
        for vacancy in board.holes() {
            let start = board.vacate(vacancy);
            let reachable = reachable(&start);
            let finishes = board.holes().map(|finish| Goal::PegIn(vec![finish]));
            for goal in finishes.chain([Goal::OnePeg, Goal::FewestPegs]) {
                let problem = Problem::new(start.clone(), goal).unwrap();
                assert_agrees(
                    &solver.solve(&problem, &Control::default()).unwrap(),
                    &reachable,
                );
            }
        }
    }
}

#[test]
fn a_problem_is_solvable_exactly_when_its_reversal_is() {
    for name in SMALL_BOARDS {
        let board = Board::library(name).unwrap();
        let solver = solver(&board);
        let solvable = |vacancy: Hole, finish: Hole| {
            is_solved(
                &solver
                    .solve(&Problem::svss(&board, vacancy, finish), &Control::default())
                    .unwrap(),
            )
        };
        for problem in board.svss_problems() {
            let (vacancy, finish) = (problem.vacancy(), problem.finish());
            assert_eq!(
                solvable(vacancy, finish),
                solvable(finish, vacancy),
                "{name}: {problem:?}"
            );
        }
    }
}

/// The seed decides the solution, not the number of threads.
#[test]
fn a_seed_gives_one_solution_and_another_seed_another() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let line = |seed: u64, threads: usize| {
        let control = Control::new(Limits {
            threads: NonZeroUsize::new(threads),
            ..Limits::default()
        });
        let options = SolverOptions::default().with_seed(Some(seed));
        let solver = Solver::new(&board, options);
        let answer = solver
            .solve(&Problem::svss(&board, center, center), &control)
            .unwrap();
        assert!(is_solved(&answer));
        answer.solution().unwrap().to_string()
    };
    let mut lines = HashSet::new();
    for seed in 0..10 {
        let alone = line(seed, 1);
        assert_eq!(line(seed, 4), alone, "seed {seed}");
        lines.insert(alone);
    }
    assert!(
        lines.len() > 5,
        "only {} different solutions from ten seeds",
        lines.len()
    );
}

/// Generates a position with a peg and a goal for it.
fn small_problem() -> impl Strategy<Value = Problem> {
    let raw = (
        small_board(),
        any::<u64>(),
        any::<u64>(),
        0..6usize,
        any::<Index>(),
        any::<Index>(),
    );
    raw.prop_filter_map(
        "no problem",
        |(board, start, finish, kind, first, second)| {
            let position = |code: u64| {
                Position::from_code(&board, u128::from(code) & board.full().code()).unwrap()
            };
            let holes: Vec<Hole> = board.holes().collect();
            let goal = match kind {
                0 => Goal::Position(position(finish & finish.rotate_left(17))),
                1 => Goal::PegIn(vec![*first.get(&holes), *second.get(&holes)]),
                2 => Goal::OnePeg,
                3 => Goal::FewestPegs,
                _ => Goal::Patterns(patterns(&board, finish, kind - 3)),
            };
            Problem::new(position(start | start.rotate_left(29)), goal).ok()
        },
    )
}

/// Returns up to this many patterns, each with up to half of the holes.
fn patterns(board: &Board, random: u64, count: usize) -> Vec<Pattern> {
    let holes = |random: u64| -> Vec<Hole> {
        let code = random & random.rotate_left(11) & board.full().code() as u64;
        let has = |hole: &Hole| code >> hole.index() & 1 == 1;
        board.holes().filter(has).collect()
    };
    let pattern = |index: usize| {
        let (pegs, empty) = (
            holes(random.rotate_left(23 * index as u32)),
            holes(!random.rotate_left(23 * index as u32 + 3)),
        );
        let empty = empty.into_iter().filter(|hole| !pegs.contains(hole));
        Pattern::new(board, pegs.clone(), empty).ok()
    };
    (0..count).filter_map(pattern).collect()
}

/// Generates a number of threads, and memory for the transposition tables.
fn limits() -> impl Strategy<Value = Limits> {
    let memory = prop_oneof![Just(Some(0)), Just(Some(1 << 12)), Just(None)];
    (1..=2usize, memory).prop_map(|(threads, memory)| Limits {
        memory,
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    })
}

/// Generates methods, order, seed and backend.
fn options() -> impl Strategy<Value = SolverOptions> {
    use Direction::{Left, Right, Up};
    let order = proptest::sample::select(vec![
        JumpOrder::Own,
        JumpOrder::Rows,
        JumpOrder::OutsideIn,
        JumpOrder::InsideOut,
        JumpOrder::Directions(vec![Up, Right, Left]),
    ]);
    let backend = prop_oneof![
        Just(None),
        Just(Some(Backend::U64)),
        Just(Some(Backend::U128))
    ];
    let methods = proptest::sample::subsequence(Method::ALL.to_vec(), 0..=Method::ALL.len());
    (order, methods, any::<Option<u64>>(), backend).prop_map(|(order, without, seed, backend)| {
        SolverOptions::default()
            .with_seed(seed)
            .with_order(order)
            .with_methods(without.into_iter().fold(Methods::all(), Methods::without))
            .with_backend(backend)
            .with_record(true)
    })
}

proptest! {
    #[test]
    fn with_any_options_the_solver_agrees_with_a_plain_search(
        problem in small_problem(), options in options(), limits in limits()
    ) {
        let reachable = reachable(problem.start());
        let answer = Solver::new(problem.board(), options).solve(&problem, &Control::new(limits)).unwrap();
        assert_agrees(&answer, &reachable);
    }

    /// The depth-first search gets no time, so the bitmap decides.
    #[test]
    fn a_bitmap_of_all_positions_agrees_with_a_plain_search(problem in small_problem()) {
        let reachable = reachable(problem.start());
        let methods = Methods::none().with(Method::Restarts).with(Method::Bitmap);
        let options = SolverOptions::default().with_methods(methods);
        let answer = Solver::new(problem.board(), options).solve(&problem, &Control::default()).unwrap();
        assert_agrees(&answer, &reachable);
    }

    #[test]
    fn a_limit_never_makes_an_answer_wrong(
        problem in small_problem(), options in options(), limits in limits(), nodes in 0..40u64
    ) {
        let reachable = reachable(problem.start());
        let control = Control::new(Limits { nodes: Some(nodes), ..limits });
        let answer = Solver::new(problem.board(), options).solve(&problem, &control).unwrap();
        match answer.verdict() {
            Verdict::Undecided(_) => assert_holds(&answer),
            _ => assert_agrees(&answer, &reachable),
        }
    }

    /// A position reached by random play is not a rare finish.
    #[test]
    fn a_played_finish_is_found(
        board in small_board(), start in any::<u64>(), choices in proptest::collection::vec(any::<Index>(), 1..12)
    ) {
        let start = Position::from_code(&board, u128::from(start) & board.full().code()).unwrap();
        let mut finish = start.clone();
        for choice in choices {
            let jumps: Vec<_> = finish.jumps().collect();
            if !jumps.is_empty() {
                finish = finish.play(*choice.get(&jumps)).unwrap();
            }
        }
        prop_assume!(start.peg_count() > 0);
        let forward = Problem::new(start.clone(), Goal::Position(finish.clone())).unwrap();
        prop_assert!(is_solved(&solver(&board).solve(&forward, &Control::default()).unwrap()));
        // Backwards, pegs and holes swap.
        prop_assume!(finish.complement().peg_count() > 0 && start.complement().peg_count() > 0);
        let backward = Problem::new(finish.complement(), Goal::Position(start.complement())).unwrap();
        prop_assert!(is_solved(&solver(&board).solve(&backward, &Control::default()).unwrap()));
    }

    #[test]
    fn symmetric_images_of_a_problem_have_the_same_answer(problem in small_problem()) {
        let solver = solver(problem.board());
        let expected = is_solved(&solver.solve(&problem, &Control::default()).unwrap());
        for symmetry in problem.board().symmetries() {
            let goal = match problem.goal() {
                Goal::Position(finish) => Goal::Position(finish.image(symmetry)),
                Goal::PegIn(holes) => Goal::PegIn(holes.iter().map(|hole| symmetry.apply(*hole)).collect()),
                Goal::Patterns(patterns) => {
                    Goal::Patterns(patterns.iter().map(|pattern| pattern.image(symmetry)).collect())
                }
                other => other.clone(),
            };
            let image = Problem::new(problem.start().image(symmetry), goal).unwrap();
            prop_assert_eq!(is_solved(&solver.solve(&image, &Control::default()).unwrap()), expected);
        }
    }
}
