use super::evidence::assert_holds;
use crate::support::table::rows;
use pegboard::{Answer, Board, Control, Problem, Solver, SolverOptions, Verdict};

fn solver(board: &Board) -> Solver {
    Solver::new(board, SolverOptions::default())
}

/// Returns the answer to the problem between two holes, after checking its evidence.
fn answer(solver: &Solver, board: &Board, vacate: &str, finish: &str) -> Answer {
    let (vacancy, finish) = (board.hole(vacate).unwrap(), board.hole(finish).unwrap());
    let answer = solver
        .solve(&Problem::svss(board, vacancy, finish), &Control::default())
        .unwrap();
    assert_holds(&answer);
    answer
}

/// Returns `solvable`, or the kind of proof that the problem is unsolvable.
fn word(answer: &Answer) -> &'static str {
    match answer.verdict() {
        Verdict::Solvable(_) => "solvable",
        Verdict::Unsolvable(proof) => proof.kind(),
        other => panic!("{other:?} is not an answer without limits"),
    }
}

#[test]
fn known_numbers_of_problems_are_solvable() {
    for [name, problems, solvable] in rows(include_str!("solvable_counts.csv")) {
        let board = Board::library(name).unwrap();
        let solver = solver(&board);
        let words: Vec<&str> = board
            .svss_problems()
            .iter()
            .map(|each| {
                word(&answer(
                    &solver,
                    &board,
                    board.label(each.vacancy()),
                    board.label(each.finish()),
                ))
            })
            .collect();
        assert_eq!(words.len().to_string(), problems, "{name}");
        let solved = words.iter().filter(|word| **word == "solvable").count();
        assert_eq!(solved.to_string(), solvable, "{name}");
    }
}

#[test]
fn known_answers_are_found() {
    for [name, vacate, finish, expected] in rows(include_str!("answers.csv")) {
        let board = Board::library(name).unwrap();
        let answer = answer(&solver(&board), &board, vacate, finish);
        assert_eq!(word(&answer), expected, "{name} {vacate} to {finish}");
    }
}

#[test]
fn no_solution_has_fewer_moves_than_the_known_minimum() {
    for [name, vacate, finish, moves] in rows(include_str!("fewest_moves.csv")) {
        let board = Board::library(name).unwrap();
        let answer = answer(&solver(&board), &board, vacate, finish);
        let solution = answer
            .solution()
            .unwrap_or_else(|| panic!("{name} {vacate} to {finish} is solvable"));
        assert!(
            solution.moves().len() >= moves.parse().unwrap(),
            "{name} {vacate} to {finish}: {solution}"
        );
    }
}

/// A solution of a complement problem only passes winning positions. Those near the end are all known, and their
/// complements are those near the beginning.
#[test]
fn solutions_run_through_the_known_winning_positions() {
    for [name, hole, pegs, codes] in rows(include_str!("winning_codes.csv")) {
        let board = Board::library(name).unwrap();
        let answer = answer(&solver(&board), &board, hole, hole);
        let pegs: usize = pegs.parse().unwrap();
        let winning: Vec<u128> = codes.split(' ').map(|code| code.parse().unwrap()).collect();
        for position in answer.solution().unwrap().positions() {
            for position in [position.complement(), position] {
                if position.peg_count() == pegs {
                    assert!(
                        winning.contains(&position.canonical().code()),
                        "{name}: {position:?}"
                    );
                }
            }
        }
    }
}
