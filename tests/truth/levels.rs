use crate::support::table::rows;
use pegboard::Board;
use pegboard::engine::Engine;
use std::collections::{BTreeSet, HashSet};

/// Positions with the same number of pegs, as canonical codes.
type Level = BTreeSet<u64>;

fn descendants(engine: &Engine<u64>, level: &Level) -> Level {
    let mut next = Level::new();
    for &code in level {
        engine.jumps().for_each(code, |jump| {
            next.insert(engine.canonical(code ^ engine.jumps().change(jump)));
        });
    }
    next
}

fn complements(engine: &Engine<u64>, level: &Level) -> Level {
    level.iter().map(|&code| engine.canonical(engine.complement(code))).collect()
}

/// The first levels of all that can be reached from one vacancy, `result[i]` after `i` jumps.
fn reachable(engine: &Engine<u64>, vacancy: &str, levels: usize) -> Vec<Level> {
    let board = engine.board();
    let start = board.vacate(board.hole(vacancy).unwrap()).code() as u64;
    let first = Level::from([engine.canonical(start)]);
    let next = |level: &Level| Some(descendants(engine, level));
    std::iter::successors(Some(first), next).take(levels).collect()
}

/// The positions of which these codes are the canonical ones.
fn position_count(engine: &Engine<u64>, level: &Level) -> usize {
    let mut images = [0; pegboard::engine::MAX_SYMMETRIES];
    let count = engine.symmetries().len();
    let orbit = |&code: &u64| {
        engine.symmetries().images(code, &mut images);
        images[..count].iter().collect::<HashSet<_>>().len()
    };
    level.iter().map(orbit).sum()
}

#[test]
fn the_first_levels_of_the_central_game_have_the_known_sizes() {
    const LEVELS: usize = 10;
    let engine = Engine::<u64>::new(&Board::library("english").unwrap());
    let levels = reachable(&engine, "d4", LEVELS);
    let table = rows(include_str!("english_central_levels.csv"));
    for ([_, jumps, classes, positions, _], level) in table.zip(&levels) {
        assert_eq!(level.len().to_string(), classes, "after {jumps} jumps");
        assert_eq!(position_count(&engine, level).to_string(), positions, "after {jumps} jumps");
    }
}

/// Every number of the corner game on the triangle. That the finish can be reached from a position is seen
/// backwards: the complement can then be reached from the complement of the finish, which is the start.
#[test]
fn the_corner_game_of_the_triangle_has_levels_of_the_known_sizes() {
    let engine = Engine::<u64>::new(&Board::library("triangle5").unwrap());
    let from_start = reachable(&engine, "a1", 14);
    let to_finish: Vec<Level> = from_start.iter().rev().map(|level| complements(&engine, level)).collect();
    let winning: Vec<Level> =
        from_start.iter().zip(&to_finish).map(|(start, finish)| start & finish).collect();
    for [pegs, jumps, reached, won, lost] in rows(include_str!("triangle5_corner_levels.csv")) {
        let jumps: usize = jumps.parse().unwrap();
        let losing = match jumps.checked_sub(1) {
            Some(before) => &descendants(&engine, &winning[before]) - &winning[jumps],
            None => Level::new(),
        };
        let sizes =
            [from_start[jumps].len(), winning[jumps].len(), losing.len()].map(|size| size.to_string());
        assert_eq!(sizes, [reached, won, lost], "{pegs} pegs");
    }
}
