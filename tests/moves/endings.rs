//! Last moves and longest moves, compared with an exhaustive search of positions and runs on small boards.

use pegboard::moves::{MovesError, longest_last_move, longest_move, solution_ending_with};
use pegboard::{
    Board, Control, Goal, Hole, Jump, Limits, Line, Move, Position, Problem, SolverOptions, Verdict,
};
use std::collections::{HashMap, HashSet};

/// Returns every reachable position, with the holes where the last jump to it can have landed.
fn reached(start: &Position) -> HashMap<u128, HashSet<Option<usize>>> {
    let mut known: HashMap<u128, HashSet<Option<usize>>> = HashMap::new();
    let mut waiting = vec![(start.clone(), None)];
    while let Some((position, last)) = waiting.pop() {
        if known.entry(position.code()).or_default().insert(last) {
            for jump in position.jumps() {
                waiting.push((position.play(jump).unwrap(), Some(jump.to().index())));
            }
        }
    }
    known
}

/// Returns the reachable positions that lead to the goal.
fn winning(problem: &Problem) -> HashSet<u128> {
    let mut codes: Vec<u128> = reached(problem.start()).into_keys().collect();
    codes.sort_unstable_by_key(|code| code.count_ones());
    let mut winning = HashSet::new();
    for code in codes {
        let position = Position::from_code(problem.board(), code).unwrap();
        let leads_on = |jump: Jump| winning.contains(&position.play(jump).unwrap().code());
        if problem.is_met_by(&position) || position.jumps().any(leads_on) {
            winning.insert(code);
        }
    }
    winning
}

/// Calls `each` with every run of the peg in a hole and the position after it.
fn runs(
    position: &Position,
    hole: Hole,
    run: &mut Vec<Hole>,
    each: &mut dyn FnMut(&[Hole], &Position),
) {
    run.push(hole);
    for jump in position.jumps().filter(|jump| jump.from() == hole) {
        let next = position.play(jump).unwrap();
        let end = jump.to();
        run.push(end);
        each(run, &next);
        run.pop();
        runs(&next, end, run, each);
    }
    run.pop();
}

fn problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in ["triangle4", "triangle5", "diamond13", "star13"] {
        let board = Board::library(name).unwrap();
        let svss = board.svss_problems();
        problems.extend(
            svss.iter()
                .map(|svss| Problem::svss(&board, svss.vacancy(), svss.finish())),
        );
        problems
            .push(Problem::new(board.vacate(board.holes().next().unwrap()), Goal::OnePeg).unwrap());
    }
    problems
}

fn longest_of(solution: &Line) -> usize {
    solution
        .moves()
        .iter()
        .map(|each| each.jump_count())
        .max()
        .unwrap_or(0)
}

#[test]
fn no_move_of_any_solution_is_longer() {
    let (options, control) = (SolverOptions::default(), Control::default());
    let mut solved = 0;
    for problem in problems() {
        let winning = winning(&problem);
        let mut expected = None;
        for code in &winning {
            let position = Position::from_code(problem.board(), *code).unwrap();
            expected = expected.max(Some(0));
            for hole in position.pegs() {
                runs(&position, hole, &mut Vec::new(), &mut |run, next| {
                    if winning.contains(&next.code()) {
                        expected = expected.max(Some(run.len() - 1));
                    }
                });
            }
        }
        let found = longest_move(&problem, &options, &control).unwrap();
        assert!(found.is_proved());
        assert_eq!(found.jumps(), expected, "{problem:?}");
        assert_eq!(found.answer().best_line().map(longest_of), expected);
        solved += usize::from(expected.is_some());
    }
    assert!(solved > 15);
}

/// Tries every run that ends at the finish, possible as a last move or not.
#[test]
fn a_given_last_move_ends_a_solution_if_possible() {
    let (options, control) = (SolverOptions::default(), Control::default());
    let mut counts = [0, 0];
    for problem in problems()
        .into_iter()
        .filter(|problem| problem.finish().is_some())
        .step_by(3)
    {
        let reached = reached(problem.start());
        let finish = &problem.finishes().unwrap()[0];
        // Every position from which some run leads to the finish.
        let mut endings: Vec<(Vec<Jump>, u128)> = Vec::new();
        let mut waiting: Vec<(Hole, Vec<Jump>, u128)> = finish
            .pegs()
            .map(|hole| (hole, Vec::new(), finish.code()))
            .collect();
        while let Some((first, run, code)) = waiting.pop() {
            for jump in problem
                .board()
                .jumps()
                .iter()
                .filter(|jump| jump.to() == first)
            {
                let [from, over, to] =
                    [jump.from(), jump.over(), jump.to()].map(|hole| 1u128 << hole.index());
                let change = from | over | to;
                if code & change == to {
                    let before = code ^ change;
                    let longer = [&[*jump], run.as_slice()].concat();
                    if before.count_ones() as usize <= problem.start().peg_count() {
                        waiting.push((jump.from(), longer.clone(), before));
                        endings.push((longer, before));
                    }
                }
            }
        }
        for (run, before) in endings {
            let first = run[0].from().index();
            let run = Move::new(&run).unwrap();
            let expected = reached
                .get(&before)
                .is_some_and(|lasts| lasts.iter().any(|last| *last != Some(first)));
            let answer = solution_ending_with(&problem, &run, &options, &control).unwrap();
            match answer.verdict() {
                Verdict::Solvable(solution) => {
                    assert!(expected, "{problem:?}, {run:?}");
                    assert!(
                        problem.is_met_by(solution.finish()) && solution.start() == problem.start()
                    );
                    assert_eq!(solution.moves().last().unwrap(), &run);
                }
                Verdict::Unsolvable(_) => assert!(!expected, "{problem:?}, {run:?}"),
                other => panic!("{other:?}"),
            }
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn invalid_last_moves_are_refused() {
    let board = Board::library("triangle5").unwrap();
    let hole = |label: &str| board.hole(label).unwrap();
    let problem = Problem::svss(&board, hole("a1"), hole("a1"));
    let refused = |problem: &Problem, last: &str| {
        let last = Move::parse(&board, last).unwrap();
        let (options, control) = (SolverOptions::default(), Control::default());
        solution_ending_with(problem, &last, &options, &control).unwrap_err()
    };
    assert!(matches!(
        refused(&problem, "a1-a3"),
        MovesError::NotAnEnding { .. }
    ));
    let fewest = Problem::new(problem.start().clone(), Goal::FewestPegs).unwrap();
    assert!(matches!(refused(&fewest, "a3-a1"), MovesError::NoFinish));
}

/// Without room for a bitmap, the trails of a peg decide.
#[test]
fn the_longest_move_is_proved_without_a_bitmap() {
    let board = Board::library("triangle6").unwrap();
    let limits = Limits {
        memory: Some(10_000),
        ..Limits::default()
    };
    let options = SolverOptions::default();
    for (ends, longest) in [(["a1", "a1"], 7), (["b4", "c3"], 9)] {
        let [from, to] = ends.map(|label| board.hole(label).unwrap());
        let problem = Problem::svss(&board, from, to);
        let found = longest_move(&problem, &options, &Control::new(limits.clone())).unwrap();
        let exact = longest_move(&problem, &options, &Control::default()).unwrap();
        assert!(found.is_proved() && exact.is_proved());
        assert_eq!(
            (found.jumps(), exact.jumps()),
            (Some(longest), Some(longest))
        );
        assert_eq!(found.answer().best_line().map(longest_of), found.jumps());
        assert_eq!(found.at_most(), found.jumps());
    }
}

/// A search that a limit stops has a solution and bounds.
#[test]
fn a_limit_leaves_bounds() {
    let board = Board::library("wiegleb").unwrap();
    let [from, to] = ["d6", "d3"].map(|label| board.hole(label).unwrap());
    let problem = Problem::svss(&board, from, to);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let control = Control::new(limits);
    let found = longest_move(&problem, &SolverOptions::default(), &control).unwrap();
    assert!(!found.is_proved());
    assert_eq!(found.answer().best_line().map(longest_of), found.jumps());
    assert_eq!(found.at_most(), Some(16)); // the longest trail of the board
}

/// Moves that G. Bell found by setting the position before them (Wiegleb's board, 2015), and the longest trails of other
/// boards.
#[test]
#[ignore = "takes minutes on a slow machine"]
fn the_longest_moves_of_large_boards_are_found() {
    for (name, from, to, is_last, longest) in [
        ("wiegleb", "d6", "d3", false, 16),
        ("wiegleb", "g4", "d4", true, 16),
        ("wiegleb", "g5", "d2", true, 16),
        ("triangle8", "c5", "c5", false, 17),
        ("diamond41", "d2", "c5", false, 9),
    ] {
        let board = Board::library(name).unwrap();
        let [from, to] = [from, to].map(|label| board.hole(label).unwrap());
        let problem = Problem::svss(&board, from, to);
        let limits = Limits {
            time: Some(std::time::Duration::from_secs(600)),
            ..Limits::default()
        };
        let (options, control) = (SolverOptions::default(), Control::new(limits));
        let found = if is_last {
            longest_last_move(&problem, &options, &control).unwrap()
        } else {
            longest_move(&problem, &options, &control).unwrap()
        };
        let numbers = (found.jumps(), found.at_most());
        assert_eq!(numbers, (Some(longest), Some(longest)), "{name}");
        assert!(problem.is_met_by(found.answer().best_line().unwrap().finish()));
    }
}

#[test]
fn the_longest_last_move_is_no_longer_than_the_longest_move() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let problem = Problem::svss(&board, center, center);
    let (options, control) = (SolverOptions::default(), Control::default());
    let last = longest_last_move(&problem, &options, &control).unwrap();
    let longest = longest_move(&problem, &options, &control).unwrap();
    assert!(last.is_proved() && longest.is_proved());
    assert!(last.jumps() <= longest.jumps());
    assert_eq!(
        longest.answer().best_line().map(longest_of),
        longest.jumps()
    );
}
