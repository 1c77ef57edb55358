use super::outcome::Outcome;
use super::output::{self, Format, counted};
use super::problem_args::ProblemArgs;
use super::quantity;
use clap::Args;
use pegboard::{Board, Games, Problem, Solution};
use serde_json::{Value, json};

#[derive(Args)]
pub struct GamesArgs {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    problem: ProblemArgs,
    /// List so many games at most
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, default_value = "20", help_heading = "Output")]
    limit: u64,
    /// List every game; on most boards they never end
    #[arg(long, conflicts_with = "limit", help_heading = "Output")]
    all: bool,
    /// Begin with a random game instead of the first, another for each seed
    #[arg(long, value_name = "NUMBER", help_heading = "Output")]
    seed: Option<u64>,
    /// List only games that end as the problem wants
    #[arg(long, help_heading = "Output")]
    solutions_only: bool,
}

pub fn run(args: &GamesArgs, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let mut games = args.games(&problem);
    let limit = if args.all { usize::MAX } else { usize::try_from(args.limit).unwrap_or(usize::MAX) };
    match format {
        Format::Text => output::print_pieces(games.take(limit).map(|game| line(&problem, &game)))?,
        Format::Json => output::print_pieces(json_pieces(&problem, &mut games, limit))?,
    }
    Ok(Outcome::Done)
}

impl GamesArgs {
    fn games<'a>(&self, problem: &'a Problem) -> impl Iterator<Item = Solution> + use<'a> {
        let games = match self.seed {
            None => Games::from_first(problem.start()),
            Some(seed) => Games::from_random(problem.start(), seed),
        };
        let solutions_only = self.solutions_only;
        games.filter(move |game| !solutions_only || problem.is_met_by(game.finish()))
    }
}

fn line(problem: &Problem, game: &Solution) -> String {
    let left = counted(game.finish().peg_count(), "peg");
    let solved = if problem.is_met_by(game.finish()) { ", solved" } else { "" };
    format!("{game}: {left} left{solved}\n")
}

/// One JSON object, piece by piece, so that the games need not be kept.
fn json_pieces(
    problem: &Problem,
    games: &mut impl Iterator<Item = Solution>,
    limit: usize,
) -> impl Iterator<Item = String> {
    let head = format!("{{\n  \"board\": {},\n  \"games\": [", json!(problem.board().name()));
    let mut games = games.peekable();
    let (mut written, mut is_done) = (0, false);
    let rest = std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let separator = if written == 0 { "\n    " } else { ",\n    " };
        if written < limit
            && let Some(game) = games.next()
        {
            written += 1;
            return Some(format!("{separator}{}", report(problem, &game)));
        }
        is_done = true;
        Some(format!("\n  ],\n  \"complete\": {}\n}}\n", games.peek().is_none()))
    });
    std::iter::once(head).chain(rest)
}

fn report(problem: &Problem, game: &Solution) -> Value {
    let moves: Vec<String> = game.moves().iter().map(|each| each.notation(problem.board())).collect();
    json!({
        "moves": moves,
        "jumps": game.jumps().len(),
        "pegs_left": game.finish().peg_count(),
        "solution": problem.is_met_by(game.finish()),
    })
}
