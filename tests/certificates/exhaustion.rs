use super::naive;
use super::sample::{bar, proven};
use pegboard::checker::ProvenAnswer;
use pegboard::exhaustion::{Exhausted, ExhaustionOptions, ExhaustionStrategy, exhaust, exhaust_pegs};
use pegboard::{Board, Certificate, Goal, Position, Problem};
use std::ops::ControlFlow;

fn strategies() -> [Option<ExhaustionStrategy>; 4] {
    use ExhaustionStrategy::{Backward, BothWays, Forward};
    [None, Some(Forward), Some(Backward), Some(BothWays)]
}

/// Exhausts a problem, compares with a plain search, and has the proof checked.
fn agrees_with_a_plain_search(problem: &Problem, options: &ExhaustionOptions) {
    let solvable = naive::is_solvable(problem);
    match exhaust(problem, options).unwrap() {
        Exhausted::Solvable(line) => {
            assert!(problem.is_met_by(line.finish()) && line.start() == problem.start());
            assert!(solvable);
        }
        Exhausted::Unsolvable(proof) => {
            assert!(!solvable, "{problem:?}");
            let proven = proven(&Certificate::of_exhaustion(problem, &proof).unwrap());
            assert_eq!(proven.answer, ProvenAnswer::Unsolvable);
            assert_eq!(proven.positions, proof.positions());
        }
        Exhausted::Undecided { .. } => panic!("no limit was set"),
    }
}

fn svss_problems(board: &Board) -> Vec<Problem> {
    board.svss_problems().iter().map(|svss| Problem::svss(board, svss.vacancy(), svss.finish())).collect()
}

#[test]
fn every_problem_of_small_boards_is_settled_as_a_plain_search_settles_it() {
    for board in ["triangle4", "triangle5", "square4", "diamond13"].map(|name| Board::library(name).unwrap())
    {
        for problem in svss_problems(&board) {
            for strategy in strategies() {
                let options = ExhaustionOptions { strategy, ..ExhaustionOptions::default() };
                agrees_with_a_plain_search(&problem, &options);
            }
        }
    }
}

#[test]
fn positions_and_several_finishes_are_goals_too() {
    let board = bar();
    let some = |code| Position::from_code(&board, code).unwrap();
    for start in (1..4096u128).step_by(37).map(some) {
        let holes = board.holes().step_by(3).collect();
        let goals = [
            Goal::OnePeg,
            Goal::PegIn(holes),
            Goal::Position(some(0b10_0001)),
            Goal::Position(start.complement()),
        ];
        for problem in goals.into_iter().filter_map(|goal| naive::problem(&start, goal)) {
            for strategy in strategies() {
                let options = ExhaustionOptions { strategy, ..ExhaustionOptions::default() };
                agrees_with_a_plain_search(&problem, &options);
            }
        }
    }
}

#[test]
fn the_fewest_pegs_are_proved_by_refuting_one_fewer() {
    let board = bar();
    for code in (3..4096u128).step_by(61) {
        let start = Position::from_code(&board, code).unwrap();
        let fewest = naive::fewest_pegs(&start) as usize;
        let observer = |_: &_| ControlFlow::Continue(());
        let found = exhaust_pegs(&start, fewest, &ExhaustionOptions::default(), &observer).unwrap();
        let Exhausted::Solvable(line) = found else { panic!("{fewest} pegs can be left") };
        assert_eq!(line.finish().peg_count(), fewest);
        if fewest > 1 {
            let found = exhaust_pegs(&start, fewest - 1, &ExhaustionOptions::default(), &observer).unwrap();
            let Exhausted::Unsolvable(proof) = found else { panic!("{fewest} pegs are the fewest") };
            let proven = proven(&Certificate::of_fewest(&line, &proof).unwrap());
            assert_eq!(proven.answer, ProvenAnswer::Fewest { pegs: fewest as u32 });
        }
    }
}
