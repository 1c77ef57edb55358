use super::evidence::assert_holds;
use pegboard::drawing::{BoardDrawing, Glyphs, TextPicture, TextStrip};
use pegboard::{
    Answer, Board, Control, Goal, Limits, Position, Problem, Solver, SolverOptions, Verdict,
};
use std::time::Duration;

/// Solves for one peg anywhere from the usual vacancy, or from the first hole if the board names none; if that is
/// impossible, solves for the fewest pegs.
fn answer_usual_problem(board: &Board) -> Answer {
    let solver = Solver::new(board, SolverOptions::default());
    let vacancy = board.usual_vacancy().or(board.holes().next()).unwrap();
    let answer = |goal| {
        let control = Control::new(Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        });
        let answer = solver
            .solve(
                &Problem::new(board.vacate(vacancy), goal).unwrap(),
                &control,
            )
            .unwrap();
        assert_holds(&answer);
        answer
    };
    let one_peg = answer(Goal::OnePeg);
    match one_peg.verdict() {
        Verdict::Unsolvable(_) => answer(Goal::FewestPegs),
        _ => one_peg,
    }
}

/// Checks that the picture is read back as the position.
fn assert_draws(position: &Position) {
    let picture = TextPicture::of_position(position, &Glyphs::ASCII).to_string();
    assert_eq!(
        &Position::parse(position.board(), &picture).unwrap(),
        position
    );
}

/// Checks that the picture shows every hole.
fn assert_draws_svg(position: &Position) {
    let svg = BoardDrawing::of_position(position).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let circles = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
        .count();
    assert!(
        circles >= position.board().hole_count(),
        "{:?}: {circles} circles",
        position.board()
    );
}

#[test]
fn every_board_of_the_library_loads_draws_and_answers_a_problem() {
    for name in Board::library_names() {
        let board = Board::library(name).unwrap();
        let labels = TextPicture::of_labels(&board).to_string();
        assert!(
            board.holes().all(|hole| labels.contains(board.label(hole))),
            "{name}"
        );
        let answer = answer_usual_problem(&board);
        assert!(
            matches!(answer.verdict(), Verdict::Solvable(_) | Verdict::Fewest(..)),
            "{name}: {answer:?}"
        );
        let solution = answer.solution().unwrap();
        solution
            .positions()
            .for_each(|position| assert_draws(&position));
        assert_draws_svg(solution.start());
        assert_draws_svg(solution.finish());
        let strip = TextStrip::of_solution(solution, &Glyphs::ROUND).wrapped(100);
        assert_eq!(
            strip.matches(". ").count(),
            solution.moves().len(),
            "{name}"
        );
        roxmltree::Document::parse(&BoardDrawing::of_solution(solution).to_svg()).unwrap();
    }
}
