use super::sample::{bar, proven};
use crate::support::reference::{fewest_pegs, is_solvable, reachable};
use pegboard::checker::ProvenAnswer;
use pegboard::exhaustion::{
    Exhausted, Exhaustion, ExhaustionError, ExhaustionOptions, ExhaustionProgress, ExhaustionStrategy,
    exhaust, exhaust_observed, exhaust_pegs,
};
use pegboard::{Board, Certificate, Goal, LimitReached, PagodaFunction, Position, Problem};
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use tempfile::TempDir;

fn strategies() -> [Option<ExhaustionStrategy>; 4] {
    use ExhaustionStrategy::{Backward, BothWays, Forward};
    [None, Some(Forward), Some(Backward), Some(BothWays)]
}

/// Exhausts a problem, compares with a plain search, and has the proof checked.
fn agrees_with_a_plain_search(problem: &Problem, options: &ExhaustionOptions) {
    let solvable = is_solvable(problem);
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
        for problem in goals.into_iter().filter_map(|goal| Problem::new(start.clone(), goal).ok()) {
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
        let fewest = fewest_pegs(&reachable(&start));
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

fn with_scratch(folder: &TempDir) -> ExhaustionOptions {
    ExhaustionOptions { scratch: Some(folder.path().to_owned()), ..ExhaustionOptions::default() }
}

fn unsolvable(found: Exhausted) -> Exhaustion {
    match found {
        Exhausted::Unsolvable(proof) => proof,
        other => panic!("{other:?}"),
    }
}

fn square5() -> Problem {
    let board = Board::library("square5").unwrap();
    let finish = Goal::Position(Position::parse(&board, "b2 d2 b4").unwrap());
    Problem::new(board.vacate(board.hole("a1").unwrap()), finish).unwrap()
}

#[test]
fn the_result_depends_on_neither_threads_nor_memory() {
    let problem = square5();
    let text = |threads, memory| {
        let mut options =
            ExhaustionOptions { threads: NonZeroUsize::new(threads), ..ExhaustionOptions::default() };
        options.limits.memory = Some(memory);
        let proof = unsolvable(exhaust(&problem, &options).unwrap());
        Certificate::of_exhaustion(&problem, &proof).unwrap().to_text().unwrap()
    };
    let plain = text(1, 1 << 30);
    assert!(plain == text(3, 1 << 30) && plain == text(1, 0) && plain == text(2, 0));
}

#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let problem = square5();
    let whole = unsolvable(exhaust(&problem, &ExhaustionOptions::default()).unwrap());
    for strategy in [None, Some(ExhaustionStrategy::BothWays)] {
        let folder = TempDir::new().unwrap();
        let mut options = ExhaustionOptions { strategy, ..with_scratch(&folder) };
        let mut stops = 0;
        let proof = loop {
            options.limits.nodes = Some(8_000 + 1_000 * stops);
            match exhaust(&problem, &options).unwrap() {
                Exhausted::Unsolvable(proof) => break proof,
                Exhausted::Undecided { limit, .. } => assert_eq!(limit, LimitReached::Nodes),
                Exhausted::Solvable(line) => panic!("{line}"),
            }
            stops += 1;
        };
        assert!(stops > 0 || strategy.is_none(), "{stops}");
        let texts = [&whole, &proof].map(|proof| Certificate::of_exhaustion(&problem, proof).unwrap());
        proven(&texts[1]);
        if strategy == whole.strategy() {
            assert_eq!(texts[0].to_text().unwrap(), texts[1].to_text().unwrap());
        }
    }
}

#[test]
fn a_scratch_folder_serves_one_problem() {
    let folder = TempDir::new().unwrap();
    let board = Board::library("triangle5").unwrap();
    let problem = |finish| Problem::svss(&board, board.hole("a4").unwrap(), board.hole(finish).unwrap());
    let options = ExhaustionOptions { strategy: Some(ExhaustionStrategy::Forward), ..with_scratch(&folder) };
    unsolvable(exhaust(&problem("b3"), &options).unwrap());
    let message = exhaust(&problem("a1"), &options).unwrap_err().to_string();
    assert!(
        message.ends_with("holds the positions of another problem; give each problem a folder of its own")
    );
    let again = unsolvable(exhaust(&problem("b3"), &options).unwrap());
    proven(&Certificate::of_exhaustion(&problem("b3"), &again).unwrap());
    fs::write(folder.path().join("forward-10.level"), "short").unwrap();
    let message = exhaust(&problem("b3"), &options).unwrap_err().to_string();
    assert!(message.contains("forward-10.level has 5 bytes"), "{message}");
    fs::write(folder.path().join("manifest.ron"), "(version: 1").unwrap();
    assert!(matches!(exhaust(&problem("b3"), &options), Err(ExhaustionError::Damaged { .. })));
}

#[test]
fn the_observer_can_stop_a_search() {
    let observer = |progress: &ExhaustionProgress| {
        assert!(progress.expanded <= progress.level && progress.pegs <= 24);
        ControlFlow::Break(())
    };
    let found = exhaust_observed(&square5(), &ExhaustionOptions::default(), &observer).unwrap();
    assert!(matches!(found, Exhausted::Undecided { limit: LimitReached::Cancelled, .. }), "{found:?}");
}

#[test]
fn options_that_do_not_suit_are_refused() {
    let board = Board::library("triangle5").unwrap();
    let problem = Problem::svss(&board, board.hole("a1").unwrap(), board.hole("b3").unwrap());
    let halved =
        ExhaustionOptions { strategy: Some(ExhaustionStrategy::Halved), ..ExhaustionOptions::default() };
    assert!(matches!(exhaust(&problem, &halved), Err(ExhaustionError::Unsuitable { .. })));
    let fewest = Problem::new(problem.start().clone(), Goal::FewestPegs).unwrap();
    assert!(matches!(exhaust(&fewest, &ExhaustionOptions::default()), Err(ExhaustionError::NoFinish)));
    let foreign = PagodaFunction::new(&bar(), vec![0; 12]).unwrap();
    let foreign = ExhaustionOptions { functions: vec![foreign], ..ExhaustionOptions::default() };
    assert!(matches!(exhaust(&problem, &foreign), Err(ExhaustionError::OtherBoard { .. })));
}
