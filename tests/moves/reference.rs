//! Fewest moves on small boards, compared with a search that tries every move from every position.

use crate::support::fewest_moves::{Known, any_problem, fewest};
use pegboard::moves::{MovesNeeded, MovesOptions, ShortestSolutions, fewest_moves, moves_needed};
use pegboard::sweep::{SweepError, SweepMethod, SweepOptions};
use pegboard::{Board, Control, Goal, Limits, Line, Pattern, Problem, Verdict};
use proptest::prelude::*;

fn check(problem: &Problem) {
    let expected = fewest(problem.start(), None, problem, &mut Known::default());
    let control = Control::default();
    let answer = fewest_moves(problem, &MovesOptions::default(), &control).unwrap();
    assert!(answer.is_proved());
    assert_eq!(
        answer.moves(),
        expected.map(|(moves, _)| moves),
        "{problem:?}"
    );
    assert_eq!(
        matches!(answer.answer().verdict(), Verdict::Unsolvable(_)),
        expected.is_none()
    );
    for method in [SweepMethod::Auto, SweepMethod::Lists] {
        let options = SweepOptions::default().with_method(method);
        let shortest = ShortestSolutions::find(problem, &options, &control).unwrap();
        let found = shortest.as_ref().map(|shortest| {
            let solution = shortest.solution();
            assert!(problem.is_met_by(solution.finish()));
            assert_eq!(solution.moves().len(), shortest.moves());
            (shortest.moves(), shortest.sequences())
        });
        assert_eq!(
            found,
            expected.map(|(moves, lines)| (moves, lines.into())),
            "{problem:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_problem_on_any_small_board(problem in any_problem()) {
        if let Some(problem) = problem {
            check(&problem);
        }
    }
}

#[test]
fn every_single_vacancy_problem_of_small_boards() {
    for name in [
        "triangle4",
        "triangle5",
        "diamond13",
        "star13",
        "square4",
        "cube",
        "octahedron",
        "icosahedron",
        "petersen",
        "cycle12",
        "double-star",
    ] {
        let board = Board::library(name).unwrap();
        for problem in board.svss_problems() {
            check(&Problem::svss(&board, problem.vacancy(), problem.finish()));
        }
        for vacancy in board.holes().take(3) {
            check(&Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap());
        }
    }
}

/// A wrong jump can lead to a position that needs more moves than the whole problem.
#[test]
fn a_wrong_jump_can_cost_more_moves_than_the_problem() {
    let board = Board::library("triangle7").unwrap();
    let pegs = "a3 b3 b4 c4 a5 b5 c5 b6 d6 e6 f6 d7 f7 g7";
    let start = board.with_pegs(pegs.split(' ').map(|label| board.hole(label).unwrap()));
    let problem = Problem::new(start, Goal::PegIn(vec![board.hole("g7").unwrap()])).unwrap();
    check(&problem);
    let options = SweepOptions::default();
    let shortest = ShortestSolutions::find(&problem, &options, &Control::default()).unwrap();
    assert_eq!(shortest.map(|shortest| shortest.moves()), Some(2));
}

/// On a complete graph, a single move solves the problem in countless ways.
#[test]
fn countless_shortest_solutions_do_not_fit_the_memory() {
    let holes: Vec<String> = (1..=8).map(|hole| hole.to_string()).collect();
    let edges = holes.iter().enumerate().flat_map(|(index, one)| {
        let others = holes[..index].iter();
        others.map(move |other| format!("(\"{one}\", \"{other}\")"))
    });
    let edges: Vec<String> = edges.collect();
    let text = format!(
        "Board(name: \"K8\", lattice: Graph([{}]))",
        edges.join(", ")
    );
    let board = Board::parse(&text, "k8.ron").unwrap();
    let start = board.vacate(board.holes().next().unwrap());
    let problem = Problem::new(start, Goal::OnePeg).unwrap();
    let options = SweepOptions::default();
    let control = Control::new(Limits {
        memory: Some(64 << 20),
        ..Limits::default()
    });
    let error = ShortestSolutions::find(&problem, &options, &control).unwrap_err();
    assert!(matches!(error, SweepError::NoRoom { .. }), "{error}");
}

/// Checks every position of a random game, up to the last winning one.
#[test]
fn the_moves_that_a_game_still_needs() {
    let board = Board::library("triangle5").unwrap();
    let (start, end) = (board.hole("c5").unwrap(), board.hole("c5").unwrap());
    let problem = Problem::svss(&board, start, end);
    let (mut known, control) = (Known::default(), Control::default());
    for seed in 0..20 {
        let game = pegboard::Games::from_random(problem.start(), seed)
            .next()
            .unwrap();
        for played in 0..=game.jumps().len() {
            let game = Line::new(problem.start().clone(), game.jumps()[..played].to_vec()).unwrap();
            let last = game.jumps().last().copied();
            let expected =
                fewest(game.finish(), last, &problem, &mut known).map(|(moves, _)| moves);
            let needed = moves_needed(&problem, &game, &SweepOptions::default(), &control).unwrap();
            assert_eq!(needed.as_ref().map(MovesNeeded::moves), expected, "{game}");
            for jump in game.finish().jumps() {
                let next = game.finish().play(jump).unwrap();
                let continues = last.is_some_and(|last| last.to() == jump.from());
                let moves = fewest(&next, Some(jump), &problem, &mut known);
                let moves = moves.map(|(moves, _)| moves + usize::from(!continues));
                assert_eq!(
                    needed.as_ref().and_then(|needed| needed.after(jump)),
                    moves,
                    "{game}"
                );
            }
        }
    }
}

#[test]
fn a_start_that_meets_the_goal_needs_no_move() {
    let board = Board::library("triangle5").unwrap();
    let position = board.with_pegs([board.hole("a1").unwrap(), board.hole("b3").unwrap()]);
    check(&Problem::new(position.clone(), Goal::Position(position)).unwrap());
}

/// The goal leaves holes free, so that it can be met again after a jump, or after two.
#[test]
fn a_game_can_go_on_after_it_meets_the_goal() {
    let board = Board::library("diamond13").unwrap();
    let hole = |label: &str| board.hole(label).unwrap();
    let start = board.with_pegs(["c1", "c2", "b3"].map(hole));
    let needed = |without: &str, played: &str| {
        let pattern = Pattern::new(&board, [], [hole(without)]).unwrap();
        let problem = Problem::new(start.clone(), Goal::Patterns(vec![pattern])).unwrap();
        let game = Line::parse(&start, played).unwrap();
        let control = Control::default();
        let needed = moves_needed(&problem, &game, &SweepOptions::default(), &control).unwrap();
        let needed = needed.unwrap();
        let jumps = needed.jumps().iter();
        let jumps = jumps.map(|(jump, moves)| (board.label(jump.to()).to_owned(), *moves));
        (needed.moves(), jumps.collect::<Vec<_>>())
    };
    assert_eq!(needed("c5", ""), (0, vec![("c3".to_owned(), 1)]));
    // The peg that lands in `c3` leaves it again in the same move.
    assert_eq!(needed("c3", ""), (0, vec![("c3".to_owned(), 1)]));
    assert_eq!(
        needed("b3", "c1-c3"),
        (0, vec![("d3".to_owned(), 1), ("a3".to_owned(), 0)])
    );
}

#[test]
fn the_fewest_pegs_are_not_a_finish() {
    let board = Board::library("triangle4").unwrap();
    let problem = Problem::new(board.vacate(board.hole("a1").unwrap()), Goal::FewestPegs).unwrap();
    let error = fewest_moves(&problem, &MovesOptions::default(), &Control::default()).unwrap_err();
    assert!(error.to_string().contains("need a finish"), "{error}");
}
