//! Solves a problem and prints the solution, as moves and as pictures.
//!
//! ```text
//! cargo run --release --example solve_one_problem             # English board, d4 to d4
//! cargo run --release --example solve_one_problem french c1   # one peg anywhere
//! cargo run --release --example solve_one_problem triangle5 a1 b2
//! ```

use pegboard::drawing::{Glyphs, TextStrip};
use pegboard::{Board, Control, Goal, Limits, Problem, Solver, SolverOptions, Verdict};
use std::error::Error;
use std::time::Duration;

/// Width of a line of pictures in characters.
const PAGE_WIDTH: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, vacancy, finish @ ..] = arguments.as_slice() else {
        return solve("english", "d4", Some("d4"));
    };
    solve(name, vacancy, finish.first().map(String::as_str))
}

fn solve(name: &str, vacancy: &str, finish: Option<&str>) -> Result<(), Box<dyn Error>> {
    let board = Board::find(name)?;
    let start = board.vacate(board.hole(vacancy)?);
    let goal = match finish {
        Some(label) => Goal::PegIn(vec![board.hole(label)?]),
        None => Goal::OnePeg,
    };

    let control = Control::new(Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    });
    let solver = Solver::new(&board, SolverOptions::default());
    let answer = solver.solve(&Problem::new(start, goal)?, &control)?;

    match answer.verdict() {
        Verdict::Solvable(solution) => {
            println!("{} moves: {solution}\n", solution.moves().len());
            println!(
                "{}",
                TextStrip::of_solution(solution, &Glyphs::ROUND).wrapped(PAGE_WIDTH)
            );
        }
        Verdict::Unsolvable(proof) => println!("There is no solution: {proof}."),
        Verdict::Undecided(undecided) => {
            println!("Undecided: stopped by {}.", undecided.limit)
        }
        // Only for `Goal::FewestPegs`.
        Verdict::Fewest(best, _) => println!("{} pegs are the fewest.", best.finish().peg_count()),
    }
    Ok(())
}
