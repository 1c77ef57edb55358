//! Numbers that others have found.

use crate::support::table::rows;
use pegboard::moves::{MovesOptions, ShortestSolutions, fewest_moves};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Control, Problem};

fn problem(board: &str, vacate: &str, finish: &str) -> Problem {
    let board = Board::library(board).unwrap();
    Problem::svss(&board, board.hole(vacate).unwrap(), board.hole(finish).unwrap())
}

fn shortest(problem: &Problem) -> ShortestSolutions {
    let found = ShortestSolutions::find(problem, &SweepOptions::default(), &Control::default());
    found.unwrap().expect("the problem is solvable")
}

/// G. Bell's catalogue: 133 in all.
#[test]
fn solutions_of_the_15_hole_triangle_are_as_many_as_in_the_catalogue() {
    let mut sum = 0;
    for [vacate, finish, moves, count] in rows(include_str!("../truth/triangle5_fewest_moves.csv")) {
        let problem = problem("triangle5", vacate, finish);
        let shortest = shortest(&problem);
        assert_eq!(shortest.moves().to_string(), moves, "{vacate} to {finish}");
        let different = shortest.different(&Control::default()).unwrap();
        assert_eq!(different.len().to_string(), count, "{vacate} to {finish}");
        assert_eq!(different.len(), shortest.count_different(&Control::default()).unwrap());
        assert!(different.iter().all(|line| line.moves().len() == shortest.moves()));
        assert!(different.iter().all(|line| problem.is_met_by(line.finish())));
        sum += different.len();
    }
    assert_eq!(sum, 133);
}

#[test]
fn every_known_number_is_found() {
    for [board, vacate, finish, moves] in rows(include_str!("../truth/fewest_moves.csv")) {
        let problem = problem(board, vacate, finish);
        let fewest = fewest_moves(&problem, &MovesOptions::default(), &Control::default()).unwrap();
        assert!(fewest.is_proved(), "{board}, {vacate} to {finish}");
        let solution = fewest.answer().solution().unwrap();
        assert!(problem.is_met_by(solution.finish()));
        let found = [fewest.moves(), fewest.at_least(), Some(solution.moves().len())];
        assert_eq!(found, [Some(moves.parse().unwrap()); 3], "{board}, {vacate} to {finish}");
    }
}

/// The search by moves and the values along the winning positions are two ways to the same numbers.
#[test]
fn the_central_game_has_two_solutions_in_18_moves() {
    let shortest = shortest(&problem("english", "d4", "d4"));
    assert_eq!(shortest.moves(), 18);
    assert_eq!(shortest.count_different(&Control::default()).unwrap(), 2);
    let lines = shortest.different(&Control::default()).unwrap();
    assert!(lines.iter().all(|line| line.moves().len() == 18));
}
