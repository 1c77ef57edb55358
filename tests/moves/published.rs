//! Published numbers of moves and solutions.

use super::tables::shipped_table;
use crate::support::table::rows;
use pegboard::moves::{MovesEntry, MovesOptions, ShortestSolutions, fewest_moves};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Control, Problem};

fn problem(board: &str, vacate: &str, finish: &str) -> Problem {
    let board = Board::library(board).unwrap();
    Problem::svss(
        &board,
        board.hole(vacate).unwrap(),
        board.hole(finish).unwrap(),
    )
}

fn shortest(problem: &Problem) -> ShortestSolutions {
    let found = ShortestSolutions::find(problem, &SweepOptions::default(), &Control::default());
    found.unwrap().expect("the problem is solvable")
}

/// G. I. Bell's catalog, with 133 solutions in all.
#[test]
fn solutions_of_the_15_hole_triangle_match_the_catalog() {
    let mut sum = 0;
    for [vacate, finish, moves, count] in rows(include_str!("../truth/triangle5_fewest_moves.csv"))
    {
        let problem = problem("triangle5", vacate, finish);
        let shortest = shortest(&problem);
        assert_eq!(shortest.moves().to_string(), moves, "{vacate} to {finish}");
        let different = shortest.different(&Control::default()).unwrap();
        assert_eq!(different.len().to_string(), count, "{vacate} to {finish}");
        assert_eq!(
            different.len(),
            shortest.count_different(&Control::default()).unwrap()
        );
        assert!(
            different
                .iter()
                .all(|line| line.moves().len() == shortest.moves())
        );
        assert!(
            different
                .iter()
                .all(|line| problem.is_met_by(line.finish()))
        );
        sum += different.len();
    }
    assert_eq!(sum, 133);
}

/// Checks the fewest moves of each known problem whose start and finish satisfy `is_wanted`.
fn check(is_wanted: impl Fn(&str, &str) -> bool) {
    for [board, vacate, finish, moves] in rows(include_str!("../truth/fewest_moves.csv")) {
        if !is_wanted(vacate, finish) {
            continue;
        }
        let problem = problem(board, vacate, finish);
        let fewest = fewest_moves(&problem, &MovesOptions::default(), &Control::default()).unwrap();
        assert!(fewest.is_proved(), "{board}, {vacate} to {finish}");
        let solution = fewest.answer().solution().unwrap();
        assert!(problem.is_met_by(solution.finish()));
        let found = [
            fewest.moves(),
            fewest.at_least(),
            Some(solution.moves().len()),
        ];
        assert_eq!(
            found,
            [Some(moves.parse().unwrap()); 3],
            "{board}, {vacate} to {finish}"
        );
    }
}

/// Problems of the English board whose search takes a second or more. The table shipped with the board has their
/// numbers as well.
const LONG: [(&str, &str); 7] = [
    ("c1", "c1"),
    ("c1", "f4"),
    ("c2", "c2"),
    ("d1", "d4"),
    ("d1", "d7"),
    ("d2", "d2"),
    ("d4", "d1"),
];

#[test]
fn known_numbers_are_found() {
    check(|vacate, finish| !LONG.contains(&(vacate, finish)));
}

#[test]
#[ignore = "takes half a minute; run it with `cargo test --release every_known_number -- --ignored`"]
fn every_known_number_is_found() {
    check(|_, _| true);
}

#[test]
fn every_known_number_is_in_the_table_of_its_board() {
    for [name, vacate, finish, moves] in rows(include_str!("../truth/fewest_moves.csv")) {
        let (table, board) = (shipped_table(name), Board::library(name).unwrap());
        let ends = [vacate, finish].map(|label| board.hole(label).unwrap());
        let is_image = |entry: &&MovesEntry| {
            let ends_there = [entry.problem.vacancy(), entry.problem.finish()];
            board
                .symmetries()
                .iter()
                .any(|symmetry| ends.map(|hole| symmetry.apply(hole)) == ends_there)
        };
        let entry = table.entries().iter().find(is_image).unwrap();
        let moves = Some(moves.parse().unwrap());
        assert_eq!(
            (entry.moves(), entry.at_least),
            (moves, moves),
            "{name}, {vacate} to {finish}"
        );
    }
}

/// The search by moves and the values along the winning positions give the same numbers.
#[test]
fn the_central_game_has_two_solutions_in_18_moves() {
    let shortest = shortest(&problem("english", "d4", "d4"));
    assert_eq!(shortest.moves(), 18);
    assert_eq!(shortest.count_different(&Control::default()).unwrap(), 2);
    let lines = shortest.different(&Control::default()).unwrap();
    assert!(lines.iter().all(|line| line.moves().len() == 18));
}
