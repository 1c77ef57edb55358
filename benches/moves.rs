//! Benchmarks of fewest moves, for the table in docs/speed.md.

use criterion::{Criterion, criterion_group, criterion_main};
use pegboard::checker::{CheckOptions, verify_text};
use pegboard::moves::{FewestMoves, MovesOptions, ShortestSolutions, fewest_moves};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Certificate, Control, Goal, Position, Problem, SolverOptions};

/// Criterion's minimum number of samples, for runs of seconds.
const FEW: usize = 10;

criterion_group!(
    benches,
    one_problem,
    all_problems,
    numbers,
    partial_positions,
    certificate
);
criterion_main!(benches);

fn one_problem(criterion: &mut Criterion) {
    let problem = svss("english", "d4", "d4");
    let mut group = criterion.benchmark_group("fewest moves");
    group.sample_size(FEW);
    group.bench_function("english central", |bencher| {
        bencher.iter(|| proved(&problem))
    });
}

fn all_problems(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fewest moves of all problems");
    group.sample_size(FEW);
    for name in ["triangle5", "triangle6", "english"] {
        let board = Board::library(name).unwrap();
        let problems: Vec<Problem> = board
            .svss_problems()
            .into_iter()
            .map(|problem| Problem::svss(&board, problem.vacancy(), problem.finish()))
            .collect();
        group.bench_function(name, |bencher| {
            bencher.iter(|| problems.iter().map(proved).collect::<Vec<_>>());
        });
    }
}

fn numbers(criterion: &mut Criterion) {
    let problem = svss("english", "d4", "d4");
    let mut group = criterion.benchmark_group("shortest solutions");
    group.sample_size(FEW);
    group.bench_function("english central, how many", |bencher| {
        bencher.iter(|| {
            let (options, control) = (SweepOptions::default(), Control::default());
            let shortest = ShortestSolutions::find(&problem, &options, &control)
                .unwrap()
                .unwrap();
            shortest.count_different(&control).unwrap()
        });
    });
}

/// Solves the rest of the central game from positions of a solution.
fn partial_positions(criterion: &mut Criterion) {
    let problem = svss("english", "d4", "d4");
    let solution = proved(&problem).answer().solution().unwrap().clone();
    let mut group = criterion.benchmark_group("fewest moves from a position");
    group.sample_size(FEW);
    for pegs in [5, 10, 15, 20, 25, 30] {
        let start: Position = solution
            .positions()
            .find(|position| position.peg_count() == pegs)
            .unwrap();
        let rest = Problem::new(start, Goal::Position(solution.finish().clone())).unwrap();
        group.bench_function(format!("english, {pegs} pegs"), |bencher| {
            bencher.iter(|| proved(&rest))
        });
    }
}

/// Verifies a certificate of 83,389 positions, each with the slacks of many functions.
fn certificate(criterion: &mut Criterion) {
    let fewest = proved(&svss("triangle6", "a1", "a1"))
        .with_record(&SolverOptions::default(), &Control::default())
        .unwrap();
    let text = Certificate::of_fewest_moves(&fewest).unwrap().to_text();
    let mut group = criterion.benchmark_group("certificate of fewest moves");
    group.sample_size(FEW);
    group.bench_function("triangle6 a1 to a1, verified", |bencher| {
        bencher.iter(|| {
            verify_text(&text, "a1-a1.ron", "".as_ref(), &CheckOptions::default()).unwrap()
        });
    });
}

fn proved(problem: &Problem) -> FewestMoves {
    let fewest = fewest_moves(problem, &MovesOptions::default(), &Control::default()).unwrap();
    assert!(fewest.is_proved());
    fewest
}

fn svss(board: &str, vacancy: &str, finish: &str) -> Problem {
    let board = Board::library(board).unwrap();
    Problem::svss(
        &board,
        board.hole(vacancy).unwrap(),
        board.hole(finish).unwrap(),
    )
}
