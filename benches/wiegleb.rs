//! How many of the 36 problems of Wiegleb's board are solved with 20 s each: no time to measure, but a count.
//! It takes a minute or more, and a hundred lines of statistics would say nothing about it.

use pegboard::{Board, Control, Limits, Problem, Solver, SolverOptions, Verdict};
use std::time::Duration;

const TIME: Duration = Duration::from_secs(20);

fn main() {
    // `cargo test --benches` runs this program too, and wants only to know that it starts.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let board = Board::library("wiegleb").unwrap();
    let problems = board.svss_problems();
    let mut solved = 0;
    for problem in &problems {
        let (vacancy, finish) = (problem.vacancy(), problem.finish());
        let control = Control::new(Limits { time: Some(TIME), ..Limits::default() });
        let solver = Solver::new(&board, SolverOptions::default());
        let answer = solver.solve(&Problem::svss(&board, vacancy, finish), &control).unwrap();
        let verdict = match answer.verdict() {
            Verdict::Solvable(_) => "solved",
            Verdict::Undecided(_) => "undecided",
            _ => "unsolvable",
        };
        solved += usize::from(verdict == "solved");
        let seconds = answer.stats().elapsed.as_secs_f64();
        println!("{} to {}: {verdict} in {seconds:.3} s", board.label(vacancy), board.label(finish));
    }
    println!("wiegleb: {solved} of {} solved with {} s each", problems.len(), TIME.as_secs());
}
