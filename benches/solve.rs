//! Benchmarks of the solver, for the table in docs/speed.md.
//!
//! A solver keeps what it has learned about a board. Each run therefore has its own solver, built outside the timing
//! unless the table says otherwise.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pegboard::{
    Backend, Board, BoardFile, Control, Goal, Limits, Method, Problem, Solver, SolverOptions,
    Structure, Verdict,
};
use std::hint::black_box;
use std::num::NonZeroUsize;

/// Criterion's default number of samples.
const MANY: usize = 100;

/// Criterion's minimum number of samples, for runs of seconds.
const FEW: usize = 10;

criterion_group!(
    benches,
    english_central_game,
    english_engine,
    english_all,
    french_all,
    square6_all,
    triangles_all,
    wiegleb_complements,
    one_peg_anywhere,
    large_graphs,
    time_per_node,
);
criterion_main!(benches);

fn english_central_game(criterion: &mut Criterion) {
    let board = library("english");
    let center = board.hole("d4").unwrap();
    time_problems(
        criterion,
        "english d4 to d4",
        MANY,
        &board,
        &[Problem::svss(&board, center, center)],
    );
}

fn english_engine(criterion: &mut Criterion) {
    let board = library("english");
    criterion.bench_function("english engine", |bencher| {
        bencher.iter_with_large_drop(|| Solver::new(black_box(&board), SolverOptions::default()));
    });
}

fn english_all(criterion: &mut Criterion) {
    time_all(criterion, "english", MANY);
}

fn french_all(criterion: &mut Criterion) {
    time_all(criterion, "french", FEW);
}

fn square6_all(criterion: &mut Criterion) {
    time_all(criterion, "square6", MANY);
}

/// Solves every problem that the classes allow on four boards, with one solver for each board.
fn triangles_all(criterion: &mut Criterion) {
    let boards = [5, 6, 7, 8].map(|side| library(&format!("triangle{side}")));
    let problems: Vec<Vec<Problem>> = boards.iter().map(svss_problems).collect();
    let count: usize = problems.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(FEW);
    group.bench_function(format!("triangles 5 to 8, all {count}"), |bencher| {
        let solvers = || {
            boards
                .each_ref()
                .map(|board| Solver::new(board, SolverOptions::default()))
        };
        let solve_all = |solvers: [Solver; 4]| {
            solvers
                .iter()
                .zip(&problems)
                .for_each(|(solver, problems)| decide_each(solver, problems));
        };
        bencher.iter_batched(solvers, solve_all, BatchSize::PerIteration);
    });
}

fn wiegleb_complements(criterion: &mut Criterion) {
    let board = library("wiegleb");
    for label in ["d1", "d4", "e5"] {
        let hole = board.hole(label).unwrap();
        let problem = Problem::svss(&board, hole, hole);
        time_problems(
            criterion,
            &format!("wiegleb {label} to {label}"),
            FEW,
            &board,
            &[problem],
        );
    }
}

/// Solves problems from the usual vacancy of each board.
fn one_peg_anywhere(criterion: &mut Criterion) {
    for name in [
        "wiegleb",
        "diamond41",
        "square8",
        "square9",
        "triangle12",
        "hexagon5",
        "hexagon7",
    ] {
        let board = library(name);
        let vacancy = board.usual_vacancy().expect("the board names a vacancy");
        let problem = Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap();
        time_problems(
            criterion,
            &format!("{name}, one peg anywhere"),
            FEW,
            &board,
            &[problem],
        );
    }
}

/// Reads and solves graphs of 128 vertices, each with three or four neighbors: a Möbius ladder and a torus.
fn large_graphs(criterion: &mut Criterion) {
    let ladder = (0..128).map(|v| (v, (v + 1) % 128));
    let rungs = (0..64).map(|v| (v, v + 64));
    let torus = (0..128).flat_map(|v| {
        let (row, column) = (v / 16, v % 16);
        [
            (v, row * 16 + (column + 1) % 16),
            (v, (row + 1) % 8 * 16 + column),
        ]
    });
    let graphs: [(&str, Vec<(usize, usize)>); 2] = [
        ("Möbius ladder of 128", ladder.chain(rungs).collect()),
        ("torus of 8×16", torus.collect()),
    ];
    for (name, edges) in graphs {
        let label = |vertex: usize| format!("v{vertex}");
        let edges = edges
            .into_iter()
            .map(|(a, b)| (label(a), label(b)))
            .collect();
        let file = BoardFile::from_structure(name, Structure::Graph(edges));
        criterion.bench_function(&format!("board/{name}"), |bencher| {
            bencher.iter(|| Board::new(black_box(file.clone())).unwrap());
        });
        let board = Board::new(file).unwrap();
        let start = board.vacate(board.hole("v0").unwrap());
        let problem = Problem::new(start, Goal::OnePeg).unwrap();
        let name = format!("{name}, one peg anywhere");
        time_problems(criterion, &name, FEW, &board, &[problem]);
    }
}

/// Runs the same search in words of 64 and of 128 bits. The problem exceeds the node limit; one thread solves it
/// without the beam, whose nodes are counted separately.
fn time_per_node(criterion: &mut Criterion) {
    const NODES: u64 = 200_000;
    let board = library("wiegleb");
    let hole = board.hole("e1").unwrap();
    let problem = Problem::svss(&board, hole, hole);
    let mut group = criterion.benchmark_group("time per node");
    group.sample_size(FEW);
    for backend in [Backend::U64, Backend::U128] {
        let mut options = SolverOptions::default();
        options = options.with_backend(Some(backend));
        options.methods = options.methods.without(Method::Beam);
        let limits = Limits {
            nodes: Some(NODES),
            threads: NonZeroUsize::new(1),
            ..Limits::default()
        };
        let solver = || Solver::new(&board, options.clone());
        let solve = |solver: Solver| {
            solver
                .solve(&problem, &Control::new(limits.clone()))
                .unwrap()
        };
        let searched = solve(solver()).stats().nodes;
        group.throughput(Throughput::Elements(searched));
        group.bench_function(BenchmarkId::from_parameter(backend), |bencher| {
            bencher.iter_batched(solver, solve, BatchSize::PerIteration);
        });
    }
}

/// Times every problem that the classes allow.
fn time_all(criterion: &mut Criterion, name: &str, samples: usize) {
    let board = library(name);
    let problems = svss_problems(&board);
    time_problems(
        criterion,
        &format!("{name}, all {}", problems.len()),
        samples,
        &board,
        &problems,
    );
}

/// Times all problems together, solved in sequence by one solver.
fn time_problems(
    criterion: &mut Criterion,
    name: &str,
    samples: usize,
    board: &Board,
    problems: &[Problem],
) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(samples);
    group.bench_function(name, |bencher| {
        let solver = || Solver::new(board, SolverOptions::default());
        bencher.iter_batched(
            solver,
            |solver| decide_each(&solver, problems),
            BatchSize::PerIteration,
        );
    });
}

/// Solves the problems, or proves that they cannot be solved.
fn decide_each(solver: &Solver, problems: &[Problem]) {
    for problem in problems {
        let answer = solver.solve(problem, &Control::default()).unwrap();
        assert!(!matches!(answer.verdict(), Verdict::Undecided(_)));
        black_box(answer);
    }
}

fn svss_problems(board: &Board) -> Vec<Problem> {
    let problems = board.svss_problems().into_iter();
    problems
        .map(|problem| Problem::svss(board, problem.vacancy(), problem.finish()))
        .collect()
}

fn library(name: &str) -> Board {
    Board::library(name).unwrap()
}
