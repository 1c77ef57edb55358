//! Lists the pairs of vacancy and finish that position classes allow, grouped by class, with a verdict on each.
//!
//! ```text
//! cargo run --release --example pairs_by_position_class            # triangle of side 5
//! cargo run --release --example pairs_by_position_class english
//! ```

use pegboard::{
    Board, Control, Limits, PositionClass, Problem, Solver, SolverOptions, SvssProblem, Verdict,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "triangle5".to_owned());
    let board = Board::find(&name)?;

    // No jump changes the class, so the class of the start is that of the finish.
    let mut by_class: BTreeMap<PositionClass, Vec<SvssProblem>> = BTreeMap::new();
    for problem in board.svss_problems() {
        by_class
            .entry(board.vacate(problem.vacancy()).class())
            .or_default()
            .push(problem);
    }

    let solver = Solver::new(&board, SolverOptions::default()); // its tables serve every problem of the board
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        ..Limits::default()
    };

    println!(
        "{}: {} problems in {} classes",
        board.name(),
        board.svss_problems().len(),
        by_class.len()
    );
    for (class, problems) in &by_class {
        println!(
            "\nclass {:0width$b}",
            class.bits(),
            width = board.position_classes().dimension()
        );
        for problem in problems {
            let (vacancy, finish) = (problem.vacancy(), problem.finish());
            let control = Control::new(limits.clone()); // its clock starts here
            let answer = solver.solve(&Problem::svss(&board, vacancy, finish), &control)?;
            let verdict = match answer.verdict() {
                Verdict::Solvable(solution) => {
                    format!("solvable in {} moves", solution.moves().len())
                }
                Verdict::Unsolvable(proof) => format!("unsolvable: {proof}"),
                _ => "undecided".to_owned(),
            };
            println!(
                "  {:>4} to {:<4} {verdict}",
                board.label(vacancy),
                board.label(finish)
            );
        }
    }
    Ok(())
}
