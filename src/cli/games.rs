use super::outcome::Outcome;
use super::output::{self, Format};
use super::problem_args::StartArgs;
use super::quantity;
use clap::Args;
use pegboard::games::Games;
use pegboard::{Board, Solution};
use serde_json::{Value, json};

#[derive(Args)]
pub struct GamesCommand {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    start: StartArgs,
    /// Print so many games at most
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, default_value = "10")]
    limit: u64,
    /// Begin with a random game: another for each seed, the same for the same seed
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

pub fn run(args: &GamesCommand, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let start = args.start.position(&board)?;
    let all = match args.seed {
        Some(seed) => Games::shuffled(start, seed),
        None => Games::new(start),
    };
    let games = all.take(usize::try_from(args.limit).unwrap_or(usize::MAX));
    match format {
        Format::Json => {
            let games: Vec<Value> = games.map(|game| report(&game)).collect();
            output::print_json(&json!({ "board": board.name(), "games": games }))?;
        }
        Format::Text => {
            for game in games {
                output::print_text(&line(&game))?;
            }
        }
    }
    Ok(Outcome::Done)
}

fn report(game: &Solution) -> Value {
    let moves: Vec<String> = game.moves().iter().map(|each| each.notation(game.board())).collect();
    json!({ "moves": moves, "pegs_left": game.finish().peg_count() })
}

/// The pegs that are left, and the moves.
fn line(game: &Solution) -> String {
    format!("{:>3}  {game}", game.finish().peg_count())
}
