//! Problems of the planning competitions, read as PDDL, for the table in docs/speed.md.
//!
//! `planning.csv` has the problems on the English board: those of the optimal tracks of 2008 and 2011 with their fewest moves,
//! and those of the Unsolvability competition of 2016, which have no solution. Each ends with one peg in the center. The
//! competitions took them from the booklet *Problems in Puzzle-Peg* (Lubbers & Bell, 1924), whose numbers and names they
//! bear. The other problems of 2016 are armies of pegs, which try to reach the fifth row above them.

use criterion::{Criterion, criterion_group, criterion_main};
use pegboard::moves::{MovesOptions, fewest_moves};
use pegboard::{
    Board, BoardFile, Control, Hole, ImportedProblem, Lattice, Position, Solver, SolverOptions,
    Verdict,
};
use std::fmt::Write as _;

criterion_group!(benches, fewest, unsolvable, armies);
criterion_main!(benches);

/// Problem on the English board.
struct Row {
    suites: &'static str,
    text: String,
    /// Fewest moves; `None` for an unsolvable problem.
    moves: Option<usize>,
}

fn rows() -> Vec<Row> {
    let english = Board::library("english").unwrap();
    let center = english.hole("d4").unwrap();
    let row = |line: &'static str| {
        let [number, _, suites, start, moves] = *line.split(',').collect::<Vec<_>>() else {
            panic!("`{line}` has not five columns");
        };
        let pegs = start.split('/').zip(0..).flat_map(|(row, y)| {
            let places = row.chars().zip(0..);
            places.filter_map(move |(place, x)| (place == '*').then_some((x, y)))
        });
        let start = english.with_pegs(pegs.map(|point| english.hole_at(point).unwrap()));
        let others = english.holes().filter(|hole| *hole != center);
        Row {
            suites,
            text: pddl(number, &start, center, others),
            moves: moves.parse().ok(),
        }
    };
    include_str!("planning.csv")
        .lines()
        .skip(1)
        .map(row)
        .collect()
}

/// Writes a problem whose goal is a peg in a hole and no peg in others.
fn pddl(
    name: &str,
    start: &Position,
    finish: Hole,
    empty: impl IntoIterator<Item = Hole>,
) -> String {
    let board = start.board();
    let place = |hole: Hole| {
        let (x, y) = board.coordinate(hole).unwrap();
        format!("pos-{x}-{y}")
    };
    let mut text = format!("(define (problem {name}) (:domain pegsolitaire) (:init\n");
    for jump in board.jumps() {
        let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(place);
        writeln!(text, "(IN-LINE {from} {over} {to})").unwrap();
    }
    for hole in board.holes() {
        let state = if start.has_peg(hole) {
            "occupied"
        } else {
            "free"
        };
        writeln!(text, "({state} {})", place(hole)).unwrap();
    }
    writeln!(text, ") (:goal (and (occupied {})", place(finish)).unwrap();
    for hole in empty {
        writeln!(text, "(free {})", place(hole)).unwrap();
    }
    text + ")))"
}

fn read(text: &str) -> ImportedProblem {
    ImportedProblem::read(text, "planning.pddl").unwrap()
}

fn is_unsolvable(text: &str) -> bool {
    let ImportedProblem { problem, .. } = read(text);
    let solver = Solver::new(problem.board(), SolverOptions::default());
    let answer = solver.solve(&problem, &Control::default()).unwrap();
    matches!(answer.verdict(), Verdict::Unsolvable(_))
}

fn fewest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fewest moves of all problems");
    group.sample_size(10);
    for suite in ["2008", "2011"] {
        let rows: Vec<Row> = rows()
            .into_iter()
            .filter(|row| row.suites.contains(suite))
            .collect();
        group.bench_function(suite, |bencher| {
            bencher.iter(|| {
                for row in &rows {
                    let ImportedProblem { problem, .. } = read(&row.text);
                    let (options, control) = (MovesOptions::default(), Control::default());
                    let found = fewest_moves(&problem, &options, &control).unwrap();
                    assert!(found.is_proved() && found.moves() == row.moves);
                }
            });
        });
    }
}

fn unsolvable(criterion: &mut Criterion) {
    let rows: Vec<Row> = rows()
        .into_iter()
        .filter(|row| row.moves.is_none())
        .collect();
    criterion.bench_function("unsolvable problems of 2016", |bencher| {
        bencher.iter(|| assert!(rows.iter().all(|row| is_unsolvable(&row.text))));
    });
}

fn armies(criterion: &mut Criterion) {
    let text = |size: i32| {
        let points = (0..size + 5).flat_map(|y| (0..size).map(move |x| (x, y)));
        let board = Board::new(BoardFile::new("Army", Lattice::Square, points)).unwrap();
        let army = board
            .holes()
            .filter(|hole| board.coordinate(*hole).unwrap().1 >= 5);
        let finish = board.hole_at((size / 2, 0)).unwrap();
        pddl("army", &board.with_pegs(army), finish, [])
    };
    // One peg alone is refused; with 10 in a row the board has 150 holes.
    let texts: Vec<String> = (2..10).map(text).collect();
    criterion.bench_function("armies of 2 to 9 in a row", |bencher| {
        bencher.iter(|| assert!(texts.iter().all(|text| is_unsolvable(text))));
    });
}
