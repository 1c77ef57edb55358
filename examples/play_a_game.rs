//! A game at the keyboard that shows how to embed the engine: it prints positions, plays jumps, undoes and redoes them,
//! shows the outlook of every jump, and warns when a jump loses the game.
//!
//! ```sh
//! cargo run --release --example play_a_game             # English board, d4 to d4
//! cargo run --release --example play_a_game triangle5 a1 a1
//! ```
//!
//! Type moves such as `d2-d4` or one of the commands `undo`, `redo`, `hint`, `moves` and `quit`.

use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Alarm, Board, Control, Game, GameOracle, Hint, Outlook, Problem, SolverOptions};
use std::io::{self, BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument =
        |index: usize, default: &'static str| arguments.get(index).map_or(default, String::as_str);
    let board = Board::find(argument(0, "english"))?;
    let (vacancy, finish) = (
        board.hole(argument(1, "d4"))?,
        board.hole(argument(2, "d4"))?,
    );
    let mut game = Game::new(Problem::svss(&board, vacancy, finish));
    let oracle = GameOracle::prepare(
        game.problem(),
        SolverOptions::default(),
        &Control::default(),
    );

    show(&game)?;
    for line in io::stdin().lock().lines() {
        match line?.trim() {
            "" => continue,
            "quit" => break,
            "moves" => println!("{game}"),
            "hint" => advise(&board, &game.hint(&oracle, &Control::default())),
            "undo" => {
                println!(
                    "{}",
                    if game.undo().is_some() {
                        "Undone."
                    } else {
                        "This is the start: there is nothing to undo."
                    }
                )
            }
            "redo" => println!(
                "{}",
                if game.redo().is_some() {
                    "Played again."
                } else {
                    "There is nothing to redo."
                }
            ),
            moves => match game.play_text(moves) {
                Ok(()) => warn(&board, &game.hint(&oracle, &Control::default())),
                Err(error) => println!("{error}"),
            },
        }
        show(&game)?;
    }
    Ok(())
}

fn show(game: &Game) -> io::Result<()> {
    println!(
        "\n{}",
        TextPicture::of_position(game.position(), &Glyphs::ROUND)
    );
    if game.is_won() {
        println!("Won!");
    } else if game.is_over() {
        println!("No jump is possible.");
    }
    print!("> ");
    io::stdout().flush()
}

fn advise(board: &Board, hint: &Hint) {
    for each in hint.jumps() {
        let (from, to) = (board.label(each.jump.from()), board.label(each.jump.to()));
        println!("{from}-{to}: {}", each.outlook);
    }
    if let Some(line) = hint
        .best_line()
        .filter(|_| hint.outlook() == Outlook::Winning)
    {
        println!("to the goal: {line}");
    }
}

fn warn(board: &Board, hint: &Hint) {
    if let Alarm::LostBy { number, jump } = hint.alarm() {
        println!(
            "Jump {number}, {}-{}, lost the game.",
            board.label(jump.from()),
            board.label(jump.to())
        );
    }
}
