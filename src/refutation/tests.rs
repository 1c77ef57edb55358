//! Learned refutations compared with brute force on random small boards.

use super::cases::{CaseSearch, after, regions_before};
use super::learning::Learner;
use super::pool::{Pool, PoolSize};
use super::{MAX_PARITIES, RefutationKinds};
use crate::board::file::BoardFile;
use crate::board::geometry::Lattice;
use crate::board::{Board, Hole};
use crate::control::Control;
use crate::problem::answer::{CaseTree, Cases, PagodaFunction};
use crate::problem::{Finish, Region};
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeSet, HashSet};

/// Returns a board of 6 to 12 holes with a few jumps.
fn random_board(random: &mut impl Rng) -> Board {
    loop {
        let lattice = if random.random() {
            Lattice::Square
        } else {
            Lattice::Triangular
        };
        let mut points: Vec<(i32, i32)> = (0..16).map(|point| (point % 4, point / 4)).collect();
        for index in 0..points.len() {
            points.swap(index, random.random_range(0..=index));
        }
        points.truncate(random.random_range(6..=12));
        let board = Board::new(BoardFile::new("Random", lattice, points)).unwrap();
        if board.jumps().len() >= 4 {
            return board;
        }
    }
}

/// Returns all positions reachable from a position, including itself.
fn reachable(board: &Board, start: u128) -> BTreeSet<u128> {
    let mut found = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        waiting.extend(after(board, position).filter(|child| found.insert(*child)));
    }
    found
}

/// Checks the trees of a proof against the definition.
fn proves(board: &Board, cases: &Cases, start: u128) -> bool {
    let mut seen = HashSet::new();
    let trees = cases.trees.iter();
    trees.into_iter().all(|(finish, tree)| {
        let region = finish.region();
        holds(board, &cases.functions, tree, (start, region), &mut seen)
    })
}

fn holds(
    board: &Board,
    functions: &[PagodaFunction],
    tree: &CaseTree,
    (start, finish): (u128, Region),
    seen: &mut HashSet<(u128, Region)>,
) -> bool {
    let image =
        |symmetry: &crate::board::Symmetry| (symmetry.apply_code(start), finish.image(symmetry));
    // In the order of the codes of the start, the pegs and the empty holes.
    let split = |trees: &[CaseTree],
                 cases: BTreeSet<(u128, u128, u128)>,
                 seen: &mut HashSet<(u128, Region)>| {
        let case = |(start, least, empty): (u128, u128, u128)| {
            let most = board.full().code() & !empty;
            (start, Region { least, most })
        };
        trees.len() == cases.len()
            && trees
                .iter()
                .zip(cases)
                .all(|(tree, codes)| holds(board, functions, tree, case(codes), seen))
    };
    let key = |start: u128, finish: Region| {
        let empty = board.full().code() & !finish.most;
        (start, finish.least, empty)
    };
    let has_fewer = start.count_ones() > finish.least_pegs();
    let is_proved = match tree {
        CaseTree::Function(index) => functions[*index].refutes_region(start, finish),
        CaseTree::Seen => board
            .symmetries()
            .iter()
            .any(|symmetry| seen.contains(&image(symmetry))),
        CaseTree::First(trees) => {
            let starts = after(board, start)
                .filter(|_| has_fewer)
                .map(|start| key(start, finish))
                .collect();
            !finish.contains(start) && split(trees, starts, seen)
        }
        CaseTree::Last(trees) => {
            let finishes = regions_before(board, finish)
                .filter(|_| has_fewer)
                .map(|finish| key(start, finish))
                .collect();
            !finish.contains(start) && split(trees, finishes, seen)
        }
    };
    seen.insert((start, finish));
    is_proved
}

#[test]
fn nothing_learned_refutes_what_brute_force_reaches() {
    let random = &mut Pcg64Mcg::new(41);
    let (mut problems, mut by_function, mut by_parities, mut by_cases) = (0, 0, 0, 0);
    while problems < 20_000 {
        let board = random_board(random);
        let learner = Learner::new(&board, MAX_PARITIES);
        for _ in 0..4 {
            let start = random.random::<u128>() & board.full().code();
            let reached = reachable(&board, start);
            let some: Vec<u128> = reached
                .iter()
                .copied()
                .filter(|_| random.random_range(0..3) == 0)
                .collect();
            let others = (0..30).map(|_| random.random::<u128>() & board.full().code());
            let class = board.position_classes().class_of(start);
            let others =
                others.filter(|finish| board.position_classes().class_of(*finish) == class);
            let finishes: Vec<u128> = some
                .into_iter()
                .take(10)
                .chain(others)
                .filter(|finish| *finish != 0)
                .collect();
            for finish in finishes {
                problems += 1;
                let is_reachable = reached.contains(&finish);
                if let Some(function) = learner.refute(start, finish) {
                    assert!(
                        !is_reachable,
                        "{function:?} refutes {start} to {finish} on {board:?}"
                    );
                    by_function += 1;
                    by_parities += usize::from(!function.parities().is_empty());
                }
                let mut search =
                    CaseSearch::new(&board, start, &[finish.into()], RefutationKinds::default());
                if let Some(cases) = search.advance(20, &Control::default()).unwrap() {
                    assert!(
                        !is_reachable,
                        "{cases:?} refutes {start} to {finish} on {board:?}"
                    );
                    assert!(proves(&board, &cases, start), "{cases:?}");
                    by_cases += 1;
                }
                assert!(is_reachable || !search.is_hopeless());
            }
        }
    }
    assert!(
        by_parities > 10 && by_function > 1_000 && by_cases > by_function,
        "{by_parities} {by_function} {by_cases}"
    );
}

#[test]
fn cases_refute_no_pattern_that_brute_force_reaches() {
    let random = &mut Pcg64Mcg::new(42);
    let (mut by_function, mut by_cases, mut by_last_jumps) = (0, 0, 0);
    for _ in 0..1_500 {
        let board = random_board(random);
        let full = board.full().code();
        let start = random.random::<u128>() & full;
        let reached = reachable(&board, start);
        for _ in 0..4 {
            // From most holes free to none.
            let mut some = || random.random::<u128>() & full;
            let named = match (some() % 3, some(), some()) {
                (0, one, other) => one & other,
                (1, one, _) => one,
                (_, one, other) => one | other,
            };
            let least = some() & named;
            let most = full & !(named & !least);
            if named == 0 || most == 0 {
                continue;
            }
            let region = Region { least, most };
            let is_reachable = reached.iter().any(|code| region.contains(*code));
            let kinds = RefutationKinds::default();
            let mut search = CaseSearch::new(&board, start, &[region], kinds);
            let Some(cases) = search.advance(20, &Control::default()).unwrap() else {
                assert!(is_reachable || !search.is_hopeless());
                continue;
            };
            assert!(!is_reachable, "{cases:?} refutes {start} on {board:?}");
            assert!(proves(&board, &cases, start), "{cases:?}");
            let text = format!("{cases:?}");
            by_function += usize::from(!text.contains("First(") && !text.contains("Last("));
            by_cases += usize::from(text.contains("First([") || text.contains("Last(["));
            by_last_jumps += usize::from(text.replace("Last([])", "").contains("Last(["));
        }
    }
    assert!(
        by_function > 1_000 && by_cases > 100 && by_last_jumps > 3,
        "{by_function} {by_cases} {by_last_jumps}"
    );
}

#[test]
fn a_pool_refutes_dead_positions_alone() {
    let random = &mut Pcg64Mcg::new(33);
    let size = PoolSize {
        followed: 40,
        functions: 60,
        samples: 100,
        parities: MAX_PARITIES,
    };
    let mut refuted = 0;
    for _ in 0..400 {
        let board = random_board(random);
        let pegs = random.random_range(1..4);
        let codes: Vec<u128> = (0..60)
            .map(|_| random.random::<u128>() & board.full().code())
            .collect();
        let most = random.random_range(1..7);
        let finishes = codes
            .into_iter()
            .filter(|code| code.count_ones() == pegs)
            .take(most);
        let Some(finish) = Finish::positions(finishes) else {
            continue;
        };
        let samples: Vec<u128> = (0..60)
            .map(|_| random.random::<u128>() & board.full().code())
            .filter(|code| code.count_ones() >= pegs)
            .collect();
        let symmetries = finish.stabilizer(&board);
        let mut pool = Pool::new(&board, &finish, symmetries, size);
        let learned = pool.learn(samples.iter().copied().take(30), &Control::default());
        let follower = pool.follower();
        let mut count = 0;
        for (index, sample) in samples.iter().enumerate() {
            if follower.refutes(*sample) {
                count += usize::from(index < 30);
                let reached = reachable(&board, *sample);
                assert!(
                    finish
                        .codes()
                        .iter()
                        .all(|finish| !reached.contains(finish))
                );
            }
        }
        assert!(
            count >= learned,
            "{count} of {learned} are refuted by the functions that were chosen"
        );
        refuted += count;
    }
    assert!(refuted > 1_000, "{refuted}");
}

/// Conway's argument needs weights whose ratio is golden. The army has 81 pegs in nine rows, and the board five more.
#[test]
fn no_army_reaches_the_fifth_row() {
    let points = (0..14).flat_map(|y| (0..9).map(move |x| (x, y)));
    let board = Board::new(BoardFile::new("Army", Lattice::Square, points)).unwrap();
    let is_of_army = |hole: &Hole| board.coordinate(*hole).unwrap().1 >= 5;
    let army = board.with_pegs(board.holes().filter(is_of_army)).code();
    let finish = Region {
        least: 1 << board.hole_at((4, 0)).unwrap().index(),
        most: board.full().code(),
    };
    let function = Learner::new(&board, 0).refute(army, finish).unwrap();
    assert!(function.refutes_region(army, finish));
    let fourth_row = Region {
        least: 1 << board.hole_at((4, 1)).unwrap().index(),
        ..finish
    };
    assert!(Learner::new(&board, 0).refute(army, fourth_row).is_none());
}
