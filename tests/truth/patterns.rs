//! Goals that leave holes free.

use super::evidence::assert_holds;
use pegboard::{
    Answer, Board, Control, Goal, NamedProblem, Pattern, Position, Problem, Solver, SolverOptions,
    Verdict,
};

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
