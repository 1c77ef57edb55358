use crate::support::table::rows;
use pegboard::SymmetryUse;
use pegboard::engine::{ChildImages, Engine};
use pegboard::sweep::{LevelSizes, PositionSet, Sweep, SweepOptions, SweepTask, winning_codes};
use pegboard::{Board, Problem};
use std::collections::HashSet;
use std::ops::ControlFlow;

fn complement(board: &Board, hole: &str) -> Problem {
    let hole = board.hole(hole).unwrap();
    Problem::svss(board, hole, hole)
}

fn sweep(board: &str, hole: &str, symmetry: SymmetryUse) -> Sweep<u64> {
    let engine = Engine::<u64>::new(&Board::library(board).unwrap());
    let task = SweepTask::of_problem(&engine, &complement(engine.board(), hole), symmetry);
    Sweep::run(&engine, task, &SweepOptions::default()).unwrap()
}

fn at<'a>(sweep: &'a Sweep<u64>, pegs: &str) -> &'a LevelSizes {
    sweep.levels().iter().find(|level| level.pegs.to_string() == pegs).expect("the level is not empty")
}

/// All 23,475,688 classes and all 187,636,299 positions of the central game.
#[test]
fn the_central_game_has_the_known_sizes() {
    let classes = sweep("english", "d4", SymmetryUse::Classes);
    let raw = sweep("english", "d4", SymmetryUse::Raw);
    for [pegs, jumps, reachable, positions, winning] in
        rows(include_str!("../truth/english_central_levels.csv"))
    {
        let level = at(&classes, pegs);
        let found =
            (level.jumps.to_string(), level.reachable.to_string(), level.winning.unwrap().to_string());
        assert_eq!(found, (jumps.to_owned(), reachable.to_owned(), winning.to_owned()), "{pegs} pegs");
        assert_eq!(at(&raw, pegs).reachable.to_string(), positions, "{pegs} pegs");
    }
    assert_eq!(classes.levels().iter().map(|level| level.reachable).sum::<u64>(), 23_475_688);
}

#[test]
fn the_corner_game_of_the_triangle_has_the_known_sizes() {
    let swept = sweep("triangle5", "a1", SymmetryUse::Classes);
    for [pegs, jumps, reachable, winning, losing] in
        rows(include_str!("../truth/triangle5_corner_levels.csv"))
    {
        let level = at(&swept, pegs);
        let found = [level.jumps as u64, level.reachable, level.winning.unwrap(), level.losing.unwrap()];
        assert_eq!(
            found.map(|number| number.to_string()),
            [jumps, reachable, winning, losing],
            "{pegs} pegs"
        );
    }
}

/// The codes themselves, canonical under the whole group.
#[test]
fn winning_codes_are_the_published_ones() {
    for [board, hole, pegs, codes] in rows(include_str!("../truth/winning_codes.csv")) {
        let engine = Engine::<u64>::new(&Board::library(board).unwrap());
        let problem = complement(engine.board(), hole);
        let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
        let cancelled_never = &|_: &_| ControlFlow::Continue(());
        let found = winning_codes(&engine, &task, 0..=33, &SweepOptions::default(), cancelled_never).unwrap();
        let pegs: usize = pegs.parse().unwrap();
        let mut found: Vec<u64> = found[pegs].iter().map(|code| engine.canonical(*code)).collect();
        found.sort_unstable();
        let found: Vec<String> = found.iter().map(u64::to_string).collect();
        assert_eq!(found.join(" "), codes, "{board} {hole} {pegs}");
    }
}

/// Of the central game, the winning sets of n and of 33 − n pegs are each other's complements.
#[test]
fn winning_sets_of_a_complement_problem_are_complements_of_each_other() {
    let swept = sweep("triangle5", "a1", SymmetryUse::Raw);
    let full = swept.task().board().full().code() as u64;
    for pegs in 1..15 {
        let mut complements = swept.codes(PositionSet::Winning, 15 - pegs).unwrap();
        complements.iter_mut().for_each(|code| *code = full & !*code);
        complements.sort_unstable();
        assert_eq!(swept.codes(PositionSet::Winning, pegs).unwrap(), complements);
    }
}

/// Levels up to this size are also found by expanding one position after the other.
const FEW: u64 = 10_000;

#[test]
fn large_boards_have_levels_of_the_sizes_written_down() {
    for (name, vacancy, total) in [("french", "d4", 374_349_517), ("square6", "a1", 1_192_048_071)] {
        let engine = Engine::<u64>::new(&Board::library(name).unwrap());
        let start = engine.board().vacate(engine.board().hole(vacancy).unwrap());
        let task = SweepTask::from_start(&engine, &start, SymmetryUse::Classes);
        let images = ChildImages::new(&engine, task.symmetries());
        let mut level = HashSet::from([task.start()]);
        let swept = Sweep::run(&engine, task, &SweepOptions::default()).unwrap();
        for [_, _, pegs, classes] in
            rows(include_str!("large_boards.csv")).filter(|row| row[..2] == [name, vacancy])
        {
            let found = at(&swept, pegs).reachable;
            assert_eq!(found.to_string(), classes, "{name}, {pegs} pegs");
            if !level.is_empty() {
                assert_eq!(level.len() as u64, found, "{name}, {pegs} pegs, one position after the other");
                level = if found < FEW { children(&images, &level) } else { HashSet::new() };
            }
        }
        assert_eq!(swept.levels().iter().map(|level| level.reachable).sum::<u64>(), total);
    }
}

fn children(images: &ChildImages<u64>, level: &HashSet<u64>) -> HashSet<u64> {
    let mut children = HashSet::new();
    for code in level {
        images.for_each_child(*code, |child| {
            children.insert(child);
        });
    }
    children
}
