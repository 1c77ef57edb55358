use super::evidence::assert_holds;
use pegboard::drawing::{Glyphs, SvgDrawing, TextPicture, TextStrip};
use pegboard::{Answer, Board, Goal, Position, Problem, Solver, SolverOptions, Verdict};
use std::time::Duration;

/// One peg anywhere from the usual vacancy; where a board names none, because nothing leads to one peg, as
/// few as possible.
fn usual_problem(board: &Board) -> Problem {
    match board.usual_vacancy() {
        Some(vacancy) => Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap(),
        None => Problem::new(board.vacate(board.holes().next().unwrap()), Goal::FewestPegs).unwrap(),
    }
}

fn answer_usual_problem(board: &Board) -> Answer {
    let mut options = SolverOptions::default();
    options.limits.time = Some(Duration::from_secs(60));
    Solver::new(board, options).solve(&usual_problem(board)).unwrap()
}

/// The picture shows every hole, and what is read from it is the position.
fn assert_draws(position: &Position) {
    let picture = TextPicture::of_position(position, &Glyphs::ASCII).to_string();
    assert_eq!(&Position::parse(position.board(), &picture).unwrap(), position);
    let svg = SvgDrawing::of_position(position).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let circles = document.descendants().filter(|node| node.has_tag_name("circle")).count();
    assert!(circles >= position.board().hole_count(), "{:?}: {circles} circles", position.board());
}

#[test]
fn every_board_of_the_library_loads_draws_and_answers_a_problem() {
    for name in Board::library_names() {
        let board = Board::library(name).unwrap();
        let labels = TextPicture::of_labels(&board).to_string();
        assert!(board.holes().all(|hole| labels.contains(board.label(hole))), "{name}");
        let answer = answer_usual_problem(&board);
        assert_holds(&answer);
        assert!(matches!(answer.verdict(), Verdict::Solvable(_) | Verdict::Fewest(..)), "{name}: {answer:?}");
        let solution = answer.solution().unwrap();
        solution.positions().for_each(|position| assert_draws(&position));
        let strip = TextStrip::of_solution(solution, &Glyphs::ROUND).wrapped(100);
        assert_eq!(strip.matches(". ").count(), solution.moves().len(), "{name}");
        roxmltree::Document::parse(&SvgDrawing::of_solution(solution).to_svg()).unwrap();
    }
}
