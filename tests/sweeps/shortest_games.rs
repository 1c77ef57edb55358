use crate::support::boards::small_board;
use crate::support::table::rows;
use num_bigint::BigUint;
use pegboard::count::count_games;
use pegboard::sweep::{ShortestGame, Sweep, SweepOptions, shortest_game, shortest_games};
use pegboard::{
    Backend, Board, Control, Goal, Jump, LimitReached, Limits, Line, Position, Problem, SymmetryUse,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const MANY: usize = 100_000;

fn all(start: &Position) -> ShortestGame {
    shortest_games(start, MANY, &SweepOptions::default(), &Control::default()).unwrap()
}

fn shortest(board: &str, vacancy: &str) -> ShortestGame {
    let board = Board::library(board).unwrap();
    all(&board.vacate(board.hole(vacancy).unwrap()))
}

/// Games of a plain search.
struct Plain {
    length: usize,
    /// Sets of jumps of the games, each with the number of its orders.
    games: BTreeMap<Vec<Jump>, u64>,
}

/// Sets of jumps at which the plain search gives up.
const TOO_MANY_SETS: usize = 20_000;

impl Plain {
    /// Makes all sets of jumps, level by level, until one leads to a position without jumps. Returns `None` if there are too
    /// many sets.
    fn new(start: &Position) -> Option<Plain> {
        let mut level = BTreeMap::from([(Vec::new(), (start.clone(), 1))]);
        for length in 0.. {
            let is_end = |position: &Position| position.jumps().next().is_none();
            let ends = level.iter().filter(|(_, (position, _))| is_end(position));
            let games: BTreeMap<_, _> = ends.map(|(set, end)| (set.clone(), end.1)).collect();
            if !games.is_empty() {
                return Some(Plain { length, games });
            }
            let mut longer = BTreeMap::new();
            for (set, (position, orders)) in &level {
                for jump in position.jumps() {
                    let mut set = [&set[..], &[jump]].concat();
                    set.sort_unstable();
                    let child = || (position.play(jump).unwrap(), 0);
                    longer.entry(set).or_insert_with(child).1 += orders;
                }
            }
            if longer.len() > TOO_MANY_SETS {
                return None;
            }
            level = longer;
        }
        unreachable!("every game ends")
    }
}

/// Returns the sets of jumps of some games, up to the symmetries that fix the start.
fn sets<'a>(
    start: &Position,
    games: impl Iterator<Item = &'a [Jump]>,
) -> BTreeSet<Vec<[usize; 3]>> {
    let symmetries = start.board().symmetries().iter();
    let fixing: Vec<_> = symmetries
        .filter(|symmetry| start.image(symmetry) == *start)
        .collect();
    let canonical = |jumps: &[Jump]| {
        let images = fixing.iter().map(|symmetry| {
            let image = |jump: &Jump| {
                [jump.from(), jump.over(), jump.to()].map(|hole| symmetry.apply(hole).index())
            };
            let mut set: Vec<_> = jumps.iter().map(image).collect();
            set.sort_unstable();
            set
        });
        images.min().unwrap()
    };
    games.map(canonical).collect()
}

fn check(start: &Position) {
    let Some(plain) = Plain::new(start) else {
        return;
    };
    let found = all(start);
    let (game, list) = (found.game().unwrap(), found.all().unwrap());
    assert_eq!(
        (found.at_least(), found.limit_reached()),
        (plain.length, None)
    );
    for game in list.games.iter().chain([game]) {
        assert_eq!((game.start(), game.jumps().len()), (start, plain.length));
        assert_eq!(game.finish().jumps().count(), 0);
    }
    assert_eq!(
        list.sequences,
        BigUint::from(plain.games.values().sum::<u64>())
    );
    assert!(list.is_complete);
    let listed = sets(start, list.games.iter().map(Line::jumps));
    assert_eq!(listed, sets(start, plain.games.keys().map(Vec::as_slice)));
    assert_eq!(listed.len(), list.games.len()); // no two games are equivalent
    let (options, control) = (SweepOptions::default(), Control::default());
    let sweep = Sweep::from_start(start, SymmetryUse::Classes, &options, &control).unwrap();
    let sizes = sweep.levels().iter().map(|level| level.reachable);
    assert_eq!(
        found.searched(),
        sizes.take(plain.length).collect::<Vec<_>>()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shortest_games_are_those_of_a_plain_search(board in small_board(), random: u64) {
        let pegs = u128::from(random | random.rotate_left(23) | random.rotate_left(41));
        check(&Position::from_code(&board, pegs & board.full().code()).unwrap());
        for vacancy in board.holes_up_to_symmetry() {
            check(&board.vacate(vacancy));
        }
    }
}

#[test]
fn shortest_games_on_the_triangle_have_the_known_lengths() {
    for [vacancy, _, _, jumps] in rows(include_str!("../truth/triangle5_games.csv")) {
        let found = shortest("triangle5", vacancy);
        assert_eq!(found.at_least().to_string(), jumps);
        assert_eq!(found.game().unwrap().jumps().len(), found.at_least());
    }
}

/// Six jumps are a well-known answer.
#[test]
fn the_shortest_english_central_game_has_six_jumps() {
    let found = shortest("english", "d4");
    assert_eq!(found.game().unwrap().finish().peg_count(), 26);
    assert_eq!(found.searched(), [1, 1, 2, 8, 39, 171]);
    check(found.game().unwrap().start());
}

/// All games of the board are counted without regard to their lengths.
#[test]
fn the_number_of_shortest_games_is_that_of_all_games_with_as_many_pegs() {
    for (board, vacancy) in [("triangle6", "a1"), ("triangle6", "b3"), ("square5", "c3")] {
        let found = shortest(board, vacancy);
        let game = found.game().unwrap();
        let problem = Problem::new(game.start().clone(), Goal::OnePeg).unwrap();
        let counts = count_games(&problem, &SweepOptions::default(), &Control::default()).unwrap();
        assert_eq!(found.at_least(), counts.shortest_game);
        let pegs = game.finish().peg_count();
        assert_eq!(found.all().unwrap().sequences, counts.by_final_pegs[&pegs]);
    }
}

#[test]
fn a_list_that_is_too_long_is_cut() {
    let whole = shortest("triangle6", "a1");
    let whole = whole.all().unwrap();
    assert!(whole.games.len() > 2);
    let start = whole.games[0].start().clone();
    for most in [0, 1, 2] {
        let cut = shortest_games(&start, most, &SweepOptions::default(), &Control::default());
        let cut = cut.unwrap();
        let cut = cut.all().unwrap();
        assert_eq!((cut.games.len(), cut.is_complete), (most, false));
        assert_eq!(cut.sequences, whole.sequences);
    }
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    let stopped = |limits, limit| {
        let options = SweepOptions::default();
        let found = shortest_games(&start, 9, &options, &Control::new(limits)).unwrap();
        assert!(found.game().is_none() && found.all().is_none());
        assert_eq!(found.limit_reached(), Some(limit));
        found.at_least()
    };
    let nodes = Limits {
        nodes: Some(20),
        ..Limits::default()
    };
    assert_eq!(stopped(nodes, LimitReached::Nodes), 5);
    let memory = Limits {
        memory: Some(1),
        ..Limits::default()
    };
    assert_eq!(stopped(memory, LimitReached::Memory), 0);
}

#[test]
fn the_game_does_not_depend_on_the_machine_word() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d1").unwrap());
    let games = [Backend::U64, Backend::U128].map(|backend| {
        let options = SweepOptions::default().with_backend(Some(backend));
        let found = shortest_game(&start, &options, &Control::default()).unwrap();
        found.game().unwrap().to_string()
    });
    assert_eq!(games[0], games[1]);
}
