//! Benchmarks of sweeps, counts and hints, for the table in docs/speed.md.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pegboard::count::{count_games, count_solutions};
use pegboard::sweep::{Sweep, SweepOptions};
use pegboard::winning::WinningSet;
use pegboard::{
    Board, Control, GameOracle, Hint, Line, Position, Problem, SolverOptions, SymmetryUse,
};
use std::hint::black_box;

/// Criterion's minimum number of samples, for runs of seconds.
const FEW: usize = 10;

criterion_group!(
    benches,
    winning_positions,
    all_positions,
    numbers_of_games,
    every_problem_of_the_board,
    large_boards,
    winning_test,
    hints,
);
criterion_main!(benches);

/// Returns the central game of the English board.
fn central() -> Problem {
    svss("english", "d4", "d4")
}

fn winning_positions(criterion: &mut Criterion) {
    let problem = central();
    criterion.bench_function("english central, winning positions", |bencher| {
        bencher.iter(|| winning_set(black_box(&problem)));
    });
}

fn all_positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(FEW);
    group.bench_function("english d4, all", |bencher| {
        bencher.iter(|| sweep(&central(), false))
    });
    group.bench_function("english d4, all, winning and losing", |bencher| {
        bencher.iter(|| sweep(&central(), true));
    });
}

fn numbers_of_games(criterion: &mut Criterion) {
    let problem = central();
    let mut group = criterion.benchmark_group("count");
    group.sample_size(FEW);
    group.bench_function("english central, solutions", |bencher| {
        bencher.iter(|| {
            count_solutions(&problem, &SweepOptions::default(), &Control::default()).unwrap()
        });
    });
    group.bench_function("english central, games", |bencher| {
        bencher
            .iter(|| count_games(&problem, &SweepOptions::default(), &Control::default()).unwrap());
    });
}

/// Finds the winning positions and counts the solutions of every problem.
fn every_problem_of_the_board(criterion: &mut Criterion) {
    let board = Board::library("english").unwrap();
    let problems = board.svss_problems().into_iter();
    let problems: Vec<Problem> = problems
        .map(|problem| Problem::svss(&board, problem.vacancy(), problem.finish()))
        .collect();
    let mut group = criterion.benchmark_group("count");
    group.sample_size(FEW);
    group.bench_function(
        "english, winning positions and solutions of all 21",
        |bencher| {
            bencher.iter(|| {
                for problem in &problems {
                    black_box(winning_set(problem));
                    black_box(
                        count_solutions(problem, &SweepOptions::default(), &Control::default())
                            .unwrap(),
                    );
                }
            });
        },
    );
}

fn large_boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(FEW);
    group.bench_function("french d4, all", |bencher| {
        bencher.iter(|| sweep(&svss("french", "d4", "d4"), false))
    });
    group.bench_function("square6 a1, all", |bencher| {
        bencher.iter(|| sweep(&svss("square6", "a1", "a1"), false));
    });
}

/// Looks up positions of random games in a file.
fn winning_test(criterion: &mut Criterion) {
    let problem = central();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d4.win");
    winning_set(&problem)
        .save(&path, &Control::default())
        .unwrap();
    let set = WinningSet::open(&path, problem.board()).unwrap();
    let positions: Vec<Position> = (0..500)
        .flat_map(|seed| {
            random_game(problem.start(), seed, 31)
                .positions()
                .collect::<Vec<_>>()
        })
        .collect();
    let mut places = (0..positions.len()).cycle();
    criterion.bench_function(
        "english central, one position looked up in the file",
        |bencher| {
            bencher.iter(|| set.is_winning(&positions[places.next().unwrap()]));
        },
    );
}

/// Asks for hints at all stages of random games, each time with a new oracle.
fn hints(criterion: &mut Criterion) {
    let problem = central();
    let mut seeds = 0..;
    criterion.bench_function(
        "english central, a hint with nothing known before",
        |bencher| {
            let game = || {
                let seed = seeds.next().unwrap();
                random_game(problem.start(), seed, seed as usize % 32)
            };
            let hint = |game| {
                let control = Control::default();
                Hint::find(
                    &game,
                    &GameOracle::prepare(&problem, SolverOptions::default(), &control),
                    &control,
                )
            };
            bencher.iter_batched(game, hint, BatchSize::PerIteration);
        },
    );
}

fn winning_set(problem: &Problem) -> WinningSet {
    WinningSet::find(problem, &SweepOptions::default(), &Control::default()).unwrap()
}

fn sweep(problem: &Problem, with_finish: bool) -> Sweep {
    let (classes, options, control) = (
        SymmetryUse::Classes,
        SweepOptions::default(),
        Control::default(),
    );
    if with_finish {
        Sweep::of_problem(problem, classes, &options, &control).unwrap()
    } else {
        Sweep::from_start(problem.start(), classes, &options, &control).unwrap()
    }
}

/// Plays at most `most` random jumps.
fn random_game(start: &Position, seed: u64, most: usize) -> Line {
    let (mut position, mut jumps, mut number) = (start.clone(), Vec::new(), seed);
    while let possible = position.jumps().collect::<Vec<_>>()
        && !possible.is_empty()
        && jumps.len() < most
    {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let jump = possible[(number >> 33) as usize % possible.len()];
        position = position.play(jump).unwrap();
        jumps.push(jump);
    }
    Line::new(start.clone(), jumps).unwrap()
}

fn svss(board: &str, vacancy: &str, finish: &str) -> Problem {
    let board = Board::library(board).unwrap();
    Problem::svss(
        &board,
        board.hole(vacancy).unwrap(),
        board.hole(finish).unwrap(),
    )
}
