//! Defines the same board in code and in a file, and prints the message for a file with an error.
//!
//! ```text
//! cargo run --release --example define_a_board
//! ```

use pegboard::drawing::TextPicture;
use pegboard::{Board, BoardFile, Control, Goal, Lattice, Problem, Solver, SolverOptions};
use std::error::Error;

/// Path of the board file.
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/house.ron");

fn main() -> Result<(), Box<dyn Error>> {
    let from_file = Board::load(PATH)?;
    assert_eq!(house()?, from_file);
    describe(&from_file)?;

    // A declared symmetry is checked against the holes.
    let wrong = std::fs::read_to_string(PATH)?.replace("Auto", "D4");
    if let Err(error) = Board::parse(&wrong, "wrong.ron") {
        println!("\nWith `symmetry: D4` the file is refused:\n{error}");
    }
    Ok(())
}

/// Builds the board from coordinates: `x` increases to the right, `y` downwards, and the origin may lie anywhere.
fn house() -> Result<Board, Box<dyn Error>> {
    let row = |y: i32| (-y.min(3)..=y.min(3)).map(move |x| (x, y));
    let mut file = BoardFile::new("House", Lattice::Square, (0..5).flat_map(row));
    file.vacancy = Some("d3".to_owned());
    Ok(Board::new(file)?)
}

fn describe(board: &Board) -> Result<(), Box<dyn Error>> {
    println!("{}\n", TextPicture::of_labels(board));
    println!(
        "{}: {} holes, {} jumps, symmetry {}",
        board.name(),
        board.hole_count(),
        board.jumps().len(),
        board.symmetry_group(),
    );
    let start = board.vacate(board.usual_vacancy().ok_or("the board names no vacancy")?);
    let solver = Solver::new(board, SolverOptions::default());
    let answer = solver.solve(&Problem::new(start, Goal::OnePeg)?, &Control::default())?;
    if let Some(solution) = answer.solution() {
        println!("One peg is left after {solution}");
    }
    Ok(())
}
