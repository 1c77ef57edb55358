use crate::support::table::rows;
use pegboard::{Board, Position};
use std::collections::{BTreeSet, HashSet};

/// Positions with the same number of pegs, as canonical codes.
type Level = BTreeSet<u128>;

fn position(board: &Board, code: u128) -> Position {
    Position::from_code(board, code).unwrap()
}

fn descendants(board: &Board, level: &Level) -> Level {
    let children = |code: &u128| {
        let position = position(board, *code);
        let child = |jump| position.play(jump).unwrap().canonical().code();
        position.jumps().map(child).collect::<Vec<_>>()
    };
    level.iter().flat_map(children).collect()
}

fn complements(board: &Board, level: &Level) -> Level {
    level
        .iter()
        .map(|&code| position(board, code).complement().canonical().code())
        .collect()
}

/// Returns the first levels reachable from one vacancy, `result[i]` after `i` jumps.
fn reachable(board: &Board, vacancy: &str, levels: usize) -> Vec<Level> {
    let start = board.vacate(board.hole(vacancy).unwrap());
    let first = Level::from([start.canonical().code()]);
    let next = |level: &Level| Some(descendants(board, level));
    std::iter::successors(Some(first), next)
        .take(levels)
        .collect()
}

/// Returns the number of positions whose canonical codes are these.
fn position_count(board: &Board, level: &Level) -> usize {
    let orbit = |&code: &u128| {
        let position = position(board, code);
        board
            .symmetries()
            .iter()
            .map(|symmetry| position.image(symmetry).code())
            .collect::<HashSet<_>>()
            .len()
    };
    level.iter().map(orbit).sum()
}

#[test]
fn the_first_levels_of_the_central_game_have_the_known_sizes() {
    const LEVELS: usize = 10;
    let board = Board::library("english").unwrap();
    let levels = reachable(&board, "d4", LEVELS);
    let table = rows(include_str!("english_central_levels.csv"));
    for ([_, jumps, classes, positions, _], level) in table.zip(&levels) {
        assert_eq!(level.len().to_string(), classes, "after {jumps} jumps");
        assert_eq!(
            position_count(&board, level).to_string(),
            positions,
            "after {jumps} jumps"
        );
    }
}

/// Checks every number of the corner game on the triangle. The finish can be reached from a position exactly if the
/// complement can be reached from the complement of the finish, which is the start.
#[test]
fn the_corner_game_of_the_triangle_has_levels_of_the_known_sizes() {
    let board = Board::library("triangle5").unwrap();
    let from_start = reachable(&board, "a1", 14);
    let to_finish: Vec<Level> = from_start
        .iter()
        .rev()
        .map(|level| complements(&board, level))
        .collect();
    let winning: Vec<Level> = from_start
        .iter()
        .zip(&to_finish)
        .map(|(start, finish)| start & finish)
        .collect();
    for [pegs, jumps, reached, won, lost] in rows(include_str!("triangle5_corner_levels.csv")) {
        let jumps: usize = jumps.parse().unwrap();
        let losing = match jumps.checked_sub(1) {
            Some(before) => &descendants(&board, &winning[before]) - &winning[jumps],
            None => Level::new(),
        };
        let sizes = [from_start[jumps].len(), winning[jumps].len(), losing.len()]
            .map(|size| size.to_string());
        assert_eq!(sizes, [reached, won, lost], "{pegs} pegs");
    }
}
