use crate::support::reference::Reference;
use crate::support::table::rows;
use pegboard::sweep::{LevelSizes, PositionSet, Sweep, SweepOptions};
use pegboard::winning::WinningSet;
use pegboard::{Board, Control, Position, Problem, Symmetry, SymmetryUse};
use std::collections::HashSet;

fn complement(board: &Board, hole: &str) -> Problem {
    let hole = board.hole(hole).unwrap();
    Problem::svss(board, hole, hole)
}

fn sweep(board: &str, hole: &str, symmetry: SymmetryUse) -> Sweep {
    let problem = complement(&Board::library(board).unwrap(), hole);
    Sweep::of_problem(
        &problem,
        symmetry,
        &SweepOptions::default(),
        &Control::default(),
    )
    .unwrap()
}

fn at<'a>(sweep: &'a Sweep, pegs: &str) -> &'a LevelSizes {
    sweep
        .levels()
        .iter()
        .find(|level| level.pegs.to_string() == pegs)
        .expect("the level is not empty")
}

/// The central game has 23,475,688 classes and 187,636,299 positions.
#[test]
fn the_central_game_has_the_known_sizes() {
    let classes = sweep("english", "d4", SymmetryUse::Classes);
    let raw = sweep("english", "d4", SymmetryUse::Raw);
    for [pegs, jumps, reachable, positions, winning] in
        rows(include_str!("../truth/english_central_levels.csv"))
    {
        let level = at(&classes, pegs);
        let found = (
            level.jumps.to_string(),
            level.reachable.to_string(),
            level.winning.unwrap().to_string(),
        );
        assert_eq!(
            found,
            (jumps.to_owned(), reachable.to_owned(), winning.to_owned()),
            "{pegs} pegs"
        );
        assert_eq!(
            at(&raw, pegs).reachable.to_string(),
            positions,
            "{pegs} pegs"
        );
    }
    assert_eq!(
        classes
            .levels()
            .iter()
            .map(|level| level.reachable)
            .sum::<u64>(),
        23_475_688
    );
}

#[test]
fn the_corner_game_of_the_triangle_has_the_known_sizes() {
    let swept = sweep("triangle5", "a1", SymmetryUse::Classes);
    for [pegs, jumps, reachable, winning, just_lost] in
        rows(include_str!("../truth/triangle5_corner_levels.csv"))
    {
        let level = at(&swept, pegs);
        let found = [
            level.jumps as u64,
            level.reachable,
            level.winning.unwrap(),
            level.just_lost.unwrap(),
        ];
        assert_eq!(
            found.map(|number| number.to_string()),
            [jumps, reachable, winning, just_lost],
            "{pegs} pegs"
        );
    }
}

/// Compares the codes, canonical under the whole group.
#[test]
fn winning_codes_are_the_published_ones() {
    for [board, hole, pegs, codes] in rows(include_str!("../truth/winning_codes.csv")) {
        let problem = complement(&Board::library(board).unwrap(), hole);
        let control = Control::default();
        let set = WinningSet::find(&problem, &SweepOptions::default(), &control).unwrap();
        let found = set
            .whole_group_codes(pegs.parse().unwrap(), &control)
            .unwrap();
        let found: Vec<String> = found.iter().map(u128::to_string).collect();
        assert_eq!(found.join(" "), codes, "{board} {hole} {pegs}");
    }
}

/// In the central game, the winning sets of n and 33 − n pegs are complements of each other.
#[test]
fn winning_sets_of_a_complement_problem_are_complements_of_each_other() {
    let swept = sweep("triangle5", "a1", SymmetryUse::Raw);
    let full = Board::library("triangle5").unwrap().full().code();
    let codes = |pegs| {
        swept
            .codes(PositionSet::Winning, pegs, &Control::default())
            .unwrap()
    };
    for pegs in 1..15 {
        let mut complements = codes(15 - pegs);
        complements
            .iter_mut()
            .for_each(|code| *code = full & !*code);
        complements.sort_unstable();
        assert_eq!(codes(pegs), complements);
    }
}

/// Maximum size of levels that are also found by expanding positions one by one.
const FEW: u64 = 10_000;

#[test]
#[ignore = "sweeps 1,566,397,588 classes; the README says how to run it"]
fn large_boards_have_levels_of_the_recorded_sizes() {
    for (name, vacancy, total) in [
        ("french", "d4", 374_349_517),
        ("square6", "a1", 1_192_048_071),
    ] {
        let board = Board::library(name).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let swept = Sweep::from_start(
            &start,
            SymmetryUse::Classes,
            &SweepOptions::default(),
            &Control::default(),
        )
        .unwrap();
        let mut level = HashSet::from([start.code()]);
        for [_, _, pegs, classes] in
            rows(include_str!("large_boards.csv")).filter(|row| row[..2] == [name, vacancy])
        {
            let found = at(&swept, pegs).reachable;
            assert_eq!(found.to_string(), classes, "{name}, {pegs} pegs");
            if !level.is_empty() {
                assert_eq!(
                    level.len() as u64,
                    found,
                    "{name}, {pegs} pegs, one position at a time"
                );
                level = if found < FEW {
                    children(&board, swept.symmetries(), &level)
                } else {
                    HashSet::new()
                };
            }
        }
        assert_eq!(
            swept
                .levels()
                .iter()
                .map(|level| level.reachable)
                .sum::<u64>(),
            total
        );
    }
}

/// Returns the canonical codes one jump after those of a level.
fn children(board: &Board, symmetries: &[Symmetry], level: &HashSet<u128>) -> HashSet<u128> {
    let reference = Reference::new(board);
    let canonical = |code| {
        let position = Position::from_code(board, code).unwrap();
        symmetries
            .iter()
            .map(|symmetry| position.image(symmetry).code())
            .min()
            .unwrap()
    };
    level
        .iter()
        .flat_map(|code| reference.descendants(*code))
        .map(canonical)
        .collect()
}
