//! Tests of a law: the same question gives the same bytes for any number of threads and any timing, unless a limit stops
//! the call.

use crate::atlas::{AtlasOptions, settle};
use crate::board::{Board, Position};
use crate::certificate::Certificate;
use crate::control::{Control, Limits};
use crate::count::{RandomSolutions, chance_of_random_play, count_games, count_solutions};
use crate::moves::{MovesOptions, fewest_moves, longest_last_move, longest_move};
use crate::play::game::Game;
use crate::play::games::{Games, RandomGames};
use crate::play::hint::GameOracle;
use crate::play::puzzle::{Difficulty, Puzzle, PuzzleOptions};
use crate::problem::answer::{Answer, Stats};
use crate::problem::{Goal, Problem};
use crate::solver::{Method, Methods, Solver, SolverOptions};
use crate::sweep::SweepOptions;
use crate::winning::WinningSet;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// Checks that a call gives the same result with 1, 2, 3 and 8 threads, and when threads are delayed.
fn assert_repeatable<T: PartialEq + Debug>(limits: &Limits, call: impl Fn(&Control<'_>) -> T) {
    let mut first = None;
    for threads in [1, 2, 3, 8] {
        for delayed in [false, true] {
            let limits = Limits {
                threads: NonZeroUsize::new(threads),
                ..limits.clone()
            };
            let control = Control::new(limits);
            let control = if delayed {
                control.with_delays()
            } else {
                control
            };
            let result = call(&control);
            assert_eq!(control.limit_reached(), None);
            let first = first.get_or_insert_with(|| call(&control));
            assert!(
                result == *first,
                "{threads} threads, delayed: {delayed}: {result:?} instead of {first:?}"
            );
        }
    }
}

/// Returns a time limit that no call reaches, even on a busy machine.
fn hour() -> Limits {
    Limits {
        time: Some(Duration::from_secs(3600)),
        ..Limits::default()
    }
}

fn svss(name: &str, vacancy: &str, finish: &str) -> Problem {
    let board = Board::library(name).unwrap();
    let hole = |label| board.hole(label).unwrap();
    Problem::svss(&board, hole(vacancy), hole(finish))
}

fn position(name: &str, pegs: &str) -> Position {
    Position::parse(&Board::library(name).unwrap(), pegs).unwrap()
}

/// Returns the verdict with its functions, the statistics without the time, and the certificate.
fn bytes_of(answer: &Answer) -> (String, Stats, Option<String>) {
    let stats = Stats {
        elapsed: Default::default(),
        ..answer.stats().clone()
    };
    let certificate = Certificate::of(answer).ok();
    (
        format!("{:?}", answer.verdict()),
        stats,
        certificate.map(|certificate| certificate.to_text()),
    )
}

#[test]
fn answers_and_certificates() {
    let recorded = SolverOptions::default().with_record(true);
    let without = |methods: &[Method]| {
        let fewer = |all: Methods, method: &Method| all.without(*method);
        SolverOptions::default().with_methods(methods.iter().fold(Methods::all(), fewer))
    };
    let pegs = position("triangle5", "a1 a2 b2 a3 b3 c3 a5 b5 c5");
    let cases = [
        (svss("english", "d4", "d4"), recorded.clone()),
        (
            svss("english", "d4", "d4"),
            SolverOptions::default().with_seed(Some(7)),
        ),
        (svss("triangle5", "a1", "b3"), recorded.clone()),
        (svss("triangle5", "b3", "b3"), recorded.clone()),
        (svss("triangle6", "a1", "a1"), recorded.clone()),
        // Runs are long enough for threads of their own and for learning.
        (
            svss("triangle5", "b3", "b3"),
            without(&[Method::Bitmap, Method::Levels, Method::Table]),
        ),
        (
            svss("triangle5", "b3", "b3"),
            without(&[Method::Bitmap, Method::Table]),
        ),
        (Problem::new(pegs, Goal::FewestPegs).unwrap(), recorded),
    ];
    for (problem, options) in cases {
        let solver = Solver::new(problem.board(), options);
        assert_repeatable(&hour(), |control| {
            bytes_of(&solver.solve(&problem, control).unwrap())
        });
    }
}

/// Returns the names and contents of the files in a folder.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap();
    let read = |file: std::fs::DirEntry| {
        let bytes = std::fs::read(file.path()).unwrap();
        (file.file_name().into_string().unwrap(), bytes)
    };
    files.map(|file| read(file.unwrap())).collect()
}

/// Delayed searches do not end in the first round. In little memory, a part of it for each thread would be too little for
/// a bitmap.
#[test]
fn atlases() {
    let little = Limits {
        memory: Some(8 << 10),
        ..Limits::default()
    };
    for (name, limits) in [
        ("triangle4", Limits::default()),
        ("triangle5", Limits::default()),
        ("triangle5", little),
        ("diamond13", Limits::default()),
    ] {
        let board = Board::library(name).unwrap();
        assert_repeatable(&limits, |control| {
            let folder = tempfile::tempdir().unwrap();
            let options = AtlasOptions::default();
            settle(&board, folder.path(), &options, control).unwrap();
            files_in(folder.path())
        });
    }
}

/// The last game is lost, so its best line is one that leaves few pegs.
#[test]
fn hints() {
    for (problem, played) in [
        (svss("triangle5", "a1", "a1"), "a3-a1"),
        (
            svss("english", "d4", "d4"),
            "d2-d4, d5-d3, d7-d5, b4-d4, d4-d6, f4-d4",
        ),
    ] {
        let Ok(game) = Game::parse(problem.clone(), played) else {
            panic!("{played} cannot be played");
        };
        assert_repeatable(&hour(), |control| {
            let oracle = GameOracle::prepare(&problem, SolverOptions::default(), control);
            let hint = game.hint(&oracle, control);
            let chance = oracle.chance_of_random_play(game.position(), control);
            (hint, chance.map(f64::to_bits))
        });
    }
}

#[test]
fn games_puzzles_and_counts() {
    let problem = svss("triangle5", "a1", "a1");
    let sweep = SweepOptions::default();
    assert_repeatable(&Limits::default(), |control| {
        let start = problem.start();
        let games: Vec<String> = Games::from_random(start, 3)
            .take(5)
            .chain(RandomGames::new(start, 3).take(5))
            .map(|game| game.to_string())
            .collect();
        let solutions = RandomSolutions::find(&problem, 3, &sweep, control).unwrap();
        let solutions: Vec<String> = solutions.take(5).map(|line| line.to_string()).collect();
        let options = PuzzleOptions::default().with_difficulty(Difficulty::Easy);
        let puzzle = Puzzle::find(start.board(), &options, control).unwrap();
        let counts = (
            format!("{:?}", count_games(&problem, &sweep, control).unwrap()),
            count_solutions(&problem, &sweep, control).unwrap(),
            format!(
                "{:?}",
                chance_of_random_play(&problem, &sweep, control).unwrap()
            ),
        );
        let winning = WinningSet::find(&problem, &sweep, control).unwrap();
        let winning = winning.as_bytes().to_vec();
        (games, solutions, format!("{puzzle:?}"), counts, winning)
    });
}

#[test]
fn fewest_and_longest_moves() {
    for problem in [
        svss("triangle5", "c5", "c5"),
        svss("diamond13", "a3", "a3"),
        svss("triangle6", "a1", "a1"),
    ] {
        assert_repeatable(&Limits::default(), |control| {
            let solver = SolverOptions::default();
            let fewest = fewest_moves(&problem, &MovesOptions::default(), control).unwrap();
            let longest = longest_move(&problem, &solver, control).unwrap();
            let last = longest_last_move(&problem, &solver, control).unwrap();
            [fewest.answer(), longest.answer(), last.answer()].map(bytes_of)
        });
    }
}
