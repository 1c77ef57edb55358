//! A player of the central game makes jumps at random and is told, after each, which of the next ones still
//! win and when the win was thrown away. The oracle is made once, as a game would do it, and asked after
//! every jump.

use pegboard::{
    Alarm, Board, Control, GameOracle, Hint, Outlook, Problem, Solution, SolverOptions,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::library("english")?;
    let centre = board.hole("d4")?;
    let problem = Problem::svss(&board, centre, centre);
    let oracle = GameOracle::new(&problem, SolverOptions::default(), &Control::default());

    let mut jumps = Vec::new();
    let mut number: usize = 1;
    loop {
        let game = Solution::new(problem.start().clone(), jumps.clone())?;
        let hint = Hint::new(&game, &oracle, &Control::default());
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
        number = number * 31 % 101; // chance enough for an example
        let Some(next) = hint.jumps().get(number % hint.jumps().len().max(1)) else {
            return Ok(());
        };
        jumps.push(next.jump);
    }
}
