//! Goals that leave holes free.

use super::evidence::assert_holds;
use pegboard::count::{RandomSolutions, count_solutions};
use pegboard::moves::{
    MovesError, MovesOptions, ShortestSolutions, fewest_moves, longest_last_move, longest_move,
    solution_ending_with,
};
use pegboard::play::games::Solutions;
use pegboard::sweep::{PositionSet, SolvablePositions, Sweep, SweepMethod, SweepOptions};
use pegboard::winning::{CodeFile, WinningSet};
use pegboard::{
    Answer, Board, Control, Goal, Jump, Line, Move, NamedProblem, Pattern, Position, Problem,
    Solver, SolverOptions, SymmetryUse, Verdict,
};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};

fn solved(problem: &Problem) -> Answer {
    let options = SolverOptions::default().with_record(true);
    let solver = Solver::new(problem.board(), options);
    let answer = solver.solve(problem, &Control::default()).unwrap();
    assert_holds(&answer);
    answer
}

/// Conway 1961; Bell, Hirschberg and Guerrero-García 2007: no smaller army reaches the row.
#[test]
fn armies_win_and_lose_with_any_peg_fewer() {
    let board = Board::library("square9").unwrap();
    for (row, pegs) in [(1, 2), (2, 4), (3, 8), (4, 20)] {
        let army = NamedProblem::find(&board, &format!("Army to row {row}")).unwrap();
        let problem = army.problem();
        assert_eq!(problem.start().peg_count(), pegs);
        let answer = solved(problem);
        let line = answer.solution().expect("the army wins");
        assert_eq!(line.jumps().len(), pegs - 1);
        for hole in problem.start().pegs() {
            let others = problem.start().pegs().filter(|other| *other != hole);
            let start = board.with_pegs(others);
            let Ok(smaller) = Problem::new(start, problem.goal().clone()) else {
                assert_eq!(pegs, 2, "a single peg is where it is");
                continue;
            };
            let answer = solved(&smaller);
            assert!(
                matches!(answer.verdict(), Verdict::Unsolvable(_)),
                "without {}: {answer:?}",
                board.label(hole)
            );
        }
    }
}

#[test]
fn a_line_ends_where_it_first_meets_the_goal() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    let patterns = Pattern::parse_all(&board, "d4", "d3 d2 or b4 c4").unwrap();
    let problem = Problem::new(start.clone(), Goal::Patterns(patterns)).unwrap();
    let answer = solved(&problem);
    assert_eq!(answer.solution().unwrap().jumps().len(), 1);
    let met = Goal::Patterns(Pattern::parse_all(&board, "", "d4").unwrap());
    let answer = solved(&Problem::new(start, met).unwrap());
    assert!(answer.solution().unwrap().jumps().is_empty());
}

#[test]
fn a_pattern_without_free_holes_is_a_position() {
    let board = Board::library("triangle3").unwrap();
    let start = board.vacate(board.hole("a1").unwrap());
    let finish = Position::parse(&board, "b2 a1").unwrap();
    let pattern = Pattern::new(&board, finish.pegs(), finish.vacancies()).unwrap();
    let goal = Goal::Patterns(vec![pattern.clone(), pattern]);
    let problem = Problem::new(start, goal).unwrap();
    assert_eq!(problem.goal(), &Goal::Position(finish));
}

#[test]
fn patterns_with_too_many_pegs_are_refused() {
    let board = Board::library("triangle5").unwrap();
    let start = Position::parse(&board, "a1 a2 b2").unwrap();
    let problem = |pegs: &str| {
        let patterns = Pattern::parse_all(&board, pegs, "").unwrap();
        Problem::new(start.clone(), Goal::Patterns(patterns)).map_err(|error| error.to_string())
    };
    let error = problem("a5 b5 c5 or a4 b4 c4 d4").unwrap_err();
    assert!(
        error.starts_with("the goal asks for pegs in 3 holes, and the start has 3 pegs"),
        "{error}"
    );
    assert!(problem("a1 a2 b2").is_ok() && problem("a5 b5 c5 or a3 a4").is_ok());
}

/// Most positions and lines of a problem that is compared line by line.
const MOST: usize = 800;

/// Returns every line that ends where it first meets the goal, or `None` if there are too many.
fn lines(problem: &Problem) -> Option<Vec<Line>> {
    let (mut found, mut visited) = (Vec::new(), 0);
    let mut waiting = vec![(problem.start().clone(), Vec::new())];
    while let Some((position, jumps)) = waiting.pop() {
        visited += 1;
        if visited > 20 * MOST || found.len() > MOST {
            return None;
        }
        if problem.is_met_by(&position) {
            found.push(Line::new(problem.start().clone(), jumps).unwrap());
            continue;
        }
        for jump in position.jumps() {
            let next = position.play(jump).unwrap();
            waiting.push((next, [jumps.as_slice(), &[jump]].concat()));
        }
    }
    Some(found)
}

/// Returns the reachable positions, and those among them from which the goal can be met, or `None` if there are too many.
fn naive_sets(problem: &Problem) -> Option<[BTreeSet<u128>; 2]> {
    let board = problem.board();
    let position = |code: u128| Position::from_code(board, code).unwrap();
    let after = |code: u128| {
        let from = position(code);
        let next = from.jumps().map(|jump| from.play(jump).unwrap().code());
        next.collect::<Vec<_>>()
    };
    let mut reached = BTreeSet::new();
    let mut waiting = vec![problem.start().code()];
    while let Some(code) = waiting.pop() {
        if reached.insert(code) {
            waiting.extend(after(code));
        }
        if reached.len() > 4 * MOST {
            return None;
        }
    }
    let mut by_pegs: Vec<u128> = reached.iter().copied().collect();
    by_pegs.sort_by_key(|code| code.count_ones());
    let mut winning = BTreeSet::new();
    for code in by_pegs {
        let can_meet = after(code).iter().any(|next| winning.contains(next));
        if can_meet || problem.is_met_by(&position(code)) {
            winning.insert(code);
        }
    }
    Some([reached, winning])
}

/// Compares sweeps by each method, and the file of winning positions.
fn check_positions(problem: &Problem) {
    let board = problem.board();
    let control = Control::default();
    let Some([reached, winning]) = naive_sets(problem) else {
        return;
    };
    for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
        let options = SweepOptions::default().with_method(method);
        let sweep = Sweep::of_problem(problem, SymmetryUse::Raw, &options, &control).unwrap();
        for (set, expected) in [
            (PositionSet::Reachable, &reached),
            (PositionSet::Winning, &winning),
        ] {
            let codes =
                (0..=board.hole_count()).flat_map(|pegs| sweep.codes(set, pegs, &control).unwrap());
            assert_eq!(codes.collect::<BTreeSet<u128>>(), *expected, "{problem:?}");
        }
        let set = WinningSet::find(problem, &options, &control).unwrap();
        set.check(&options, &control).unwrap();
        let read = WinningSet::from_bytes(set.as_bytes().to_vec(), board).unwrap();
        let patterns = problem.patterns().unwrap();
        assert_eq!(read.patterns().len(), patterns.len());
        assert!(patterns.iter().all(|each| read.patterns().contains(each)));
        for code in &reached {
            let position = Position::from_code(board, *code).unwrap();
            assert_eq!(read.is_winning(&position), winning.contains(code));
            assert_eq!(read.is_finish(&position), problem.is_met_by(&position));
        }
        let codes = (0..=board.hole_count())
            .flat_map(|pegs| set.whole_group_codes(pegs, &control).unwrap());
        let file = CodeFile {
            path: "codes.csv".into(),
            codes: codes.collect(),
        };
        if !file.codes.is_empty() {
            let imported = WinningSet::import(problem, &[file], &control).unwrap();
            assert_eq!(imported.as_bytes(), set.as_bytes());
        }
    }
}

/// Compares numbers of solutions, moves and samples with all lines.
fn check_lines(problem: &Problem, lines: &[Line]) {
    let control = Control::default();
    let options = SweepOptions::default();
    let solutions = count_solutions(problem, &options, &control).unwrap();
    assert_eq!(solutions, lines.len().into(), "{problem:?}");
    let lengths = |line: &Line| -> Vec<usize> {
        let moves = line.moves();
        moves.iter().map(|each| each.holes().len() - 1).collect()
    };
    let fewest = lines.iter().map(|line| line.moves().len()).min();
    let found = fewest_moves(problem, &MovesOptions::default(), &control).unwrap();
    assert_eq!(
        (found.moves(), found.is_proved()),
        (fewest, true),
        "{problem:?}"
    );
    let shortest = ShortestSolutions::find(problem, &options, &control).unwrap();
    assert_eq!(shortest.as_ref().map(ShortestSolutions::moves), fewest);
    if let Some(shortest) = shortest {
        let as_short = lines
            .iter()
            .filter(|line| Some(line.moves().len()) == fewest);
        assert_eq!(shortest.sequences(), as_short.count().into(), "{problem:?}");
    }
    let longest = |of: fn(Vec<usize>) -> usize| lines.iter().map(|line| of(lengths(line))).max();
    let any = longest_move(problem, &SolverOptions::default(), &control).unwrap();
    let expected = longest(|lengths| lengths.into_iter().max().unwrap_or(0));
    assert_eq!(
        (any.jumps(), any.is_proved()),
        (expected, true),
        "{problem:?}"
    );
    let last = longest_last_move(problem, &SolverOptions::default(), &control).unwrap();
    let expected = longest(|lengths| lengths.last().copied().unwrap_or(0));
    assert_eq!(
        (last.jumps(), last.is_proved()),
        (expected, true),
        "{problem:?}"
    );
    for found in [any.answer(), last.answer()] {
        let line = found.solution().map(|solution| solution.jumps().to_vec());
        assert!(line.is_none_or(|line| lines.iter().any(|known| *known.jumps() == line)));
    }
    let solvable = SolvablePositions::of_problem(problem, &control).unwrap();
    let listed = solvable.map(|solvable| Solutions::new(problem.start(), solvable));
    let jumps = |line: Line| line.jumps().to_vec();
    let listed: HashSet<Vec<Jump>> = listed.into_iter().flatten().map(jumps).collect();
    assert_eq!(listed, lines.iter().cloned().map(jumps).collect());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sweeps_and_moves_agree_with_all_lines(
        name in prop::sample::select(vec!["triangle4", "square4", "cube", "path8", "star13", "petersen"]),
        codes in proptest::collection::vec(any::<[u128; 4]>(), 1..4),
        emptied in any::<[u128; 2]>(),
    ) {
        let board = Board::library(name).unwrap();
        let holes = |code: u128| board.holes().filter(move |hole| code >> hole.index() & 1 == 1);
        let start = board.with_pegs(holes(board.full().code() & (emptied[0] | emptied[1])));
        // Each hole is named for a peg with a probability of a quarter, and as an empty one with a little less.
        let patterns = codes.iter().filter_map(|[a, b, c, d]| {
            Pattern::new(&board, holes(a & b), holes(c & d & !(a & b))).ok()
        });
        if let Ok(problem) = Problem::new(start, Goal::Patterns(patterns.collect()))
            && problem.patterns().is_some()
        {
            check_positions(&problem);
            if let Some(lines) = lines(&problem) {
                check_lines(&problem, &lines);
            }
        }
    }
}

/// All symmetries of the board keep these goals, and most of them map the class of the start onto another one.
#[test]
fn symmetric_goals_agree_with_all_lines_in_every_class() {
    for (name, center) in [("triangle4", "b3"), ("square4", "b2 c2 b3 c3")] {
        let board = Board::library(name).unwrap();
        for vacancy in board.holes_up_to_symmetry() {
            for [pegs, empty] in [[center, ""], ["", center]] {
                let patterns = Pattern::parse_all(&board, pegs, empty).unwrap();
                let start = board.vacate(vacancy);
                let problem = Problem::new(start, Goal::Patterns(patterns)).unwrap();
                check_positions(&problem);
                if let Some(lines) = lines(&problem) {
                    check_lines(&problem, &lines);
                }
            }
        }
    }
}

/// The goal can be met again, so each end is reached by lines that pass another one.
#[test]
fn random_solutions_are_uniform_and_end_at_the_goal() {
    let board = Board::library("triangle4").unwrap();
    let start = board.vacate(board.hole("a2").unwrap());
    let patterns = Pattern::parse_all(&board, "c3 or c4", "d4 or b3").unwrap();
    let problem = Problem::new(start, Goal::Patterns(patterns)).unwrap();
    let all = lines(&problem).unwrap();
    assert!((10..100).contains(&all.len()), "{}", all.len());
    let draws = 400 * all.len();
    let mut times: HashMap<Vec<Jump>, usize> = HashMap::new();
    let (options, control) = (SweepOptions::default(), Control::default());
    let solutions = RandomSolutions::find(&problem, 7, &options, &control).unwrap();
    for solution in solutions.take(draws) {
        *times.entry(solution.jumps().to_vec()).or_default() += 1;
    }
    assert_eq!(times.len(), all.len());
    for line in all {
        let times = times[line.jumps()];
        assert!((300..500).contains(&times), "{line}: {times} of {draws}"); // five standard deviations
    }
}

#[test]
fn a_last_move_ends_where_the_goal_is_first_met() {
    let board = Board::library("triangle5").unwrap();
    let hole = |label: &str| board.hole(label).unwrap();
    let vacant = ["a1", "a3", "c3"].map(hole);
    let start = board.with_pegs(board.holes().filter(|hole| !vacant.contains(hole)));
    let ending = |goal: &str, last: &str| {
        let patterns = Pattern::parse_all(&board, goal, "").unwrap();
        let problem = Problem::new(start.clone(), Goal::Patterns(patterns)).unwrap();
        let last = Move::parse(&board, last).unwrap();
        let (options, control) = (SolverOptions::default(), Control::default());
        solution_ending_with(&problem, &last, &options, &control)
    };
    let answer = ending("a1", "a5-a3-a1").unwrap();
    let line = answer.solution().unwrap().to_string();
    assert!(line.ends_with("a5-a3-a1"), "{line}");
    // Another jump comes before, because a run into a3 would be part of the move.
    let answer = ending("a1", "a3-a1").unwrap();
    let line = answer.solution().unwrap().to_string();
    assert!(line.ends_with(", a3-a1"), "{line}");
    // The goal is met on the way.
    let answer = ending("a1 or a3", "a5-a3-a1").unwrap();
    assert!(matches!(answer.verdict(), Verdict::Unsolvable(_)));
    let passing = ending("a1", "a3-a1-c3");
    assert!(
        matches!(passing, Err(MovesError::NotAnEnding { .. })),
        "{passing:?}"
    );
}
