//! Plays the central game at random. After each jump, prints how many of the next jumps still win, until one loses the
//! game. The program creates one oracle and asks it after every jump, as a game would.
//!
//! ```sh
//! cargo run --release --example advise_a_player
//! ```

use pegboard::{Alarm, Board, Control, GameOracle, Hint, Line, Outlook, Problem, SolverOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::library("english")?;
    let center = board.hole("d4")?;
    let problem = Problem::svss(&board, center, center);
    let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());

    let mut jumps = Vec::new();
    let mut number: usize = 1;
    loop {
        let game = Line::new(problem.start().clone(), jumps.clone())?;
        let hint = Hint::find(&game, &oracle, &Control::default());
        let winning = hint
            .jumps()
            .iter()
            .filter(|each| each.outlook == Outlook::Winning)
            .count();
        println!(
            "after {:>2} jumps: {winning} of {} jumps win",
            jumps.len(),
            hint.jumps().len()
        );
        if let Alarm::LostBy { number, jump } = hint.alarm() {
            let (from, to) = (board.label(jump.from()), board.label(jump.to()));
            println!("jump {number}, {from}-{to}, lost the game");
            return Ok(());
        }
        number = number * 31 % 101; // random enough for an example
        let Some(next) = hint.jumps().get(number % hint.jumps().len().max(1)) else {
            return Ok(());
        };
        jumps.push(next.jump);
    }
}
