use super::outcome::Outcome;
use super::output::{self, Format, counted};
use super::problem_args::ProblemArgs;
use super::quantity;
use super::watch::Watch;
use clap::Args;
use pegboard::{Board, Control, Games, LimitReached, Limits, Problem, Solution};
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::Duration;

#[derive(Args)]
pub struct GamesArgs {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    problem: ProblemArgs,
    /// List at most this many games
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, default_value = "20", help_heading = "Output")]
    limit: u64,
    /// List every game; on most boards there are astronomically many
    #[arg(long, conflicts_with = "limit", help_heading = "Output")]
    all: bool,
    /// Begin with a random game instead of the first, another for each seed
    #[arg(long, value_name = "NUMBER", help_heading = "Output")]
    seed: Option<u64>,
    /// Stop after this time: 20s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    time: Option<Duration>,
    /// List only games that end as the problem wants
    #[arg(long, help_heading = "Output")]
    solutions_only: bool,
}

pub fn run(args: &GamesArgs, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let watch = if std::io::stdout().is_terminal() { Watch::without_bar() } else { Watch::new() };
    let control = watch.control(Limits { time: args.time, ..Limits::default() });
    let stopped = Cell::new(None);
    let mut games = args.games(&problem, &control).inspect(|game| stopped.set(game.as_ref().err().copied()));
    let limit = if args.all { usize::MAX } else { usize::try_from(args.limit).unwrap_or(usize::MAX) };
    match format {
        Format::Text => {
            let games = games.map_while(Result::ok).take(limit);
            output::print_pieces(games.map(|game| line(&problem, &game)))?;
        }
        Format::Json => output::print_pieces(json_pieces(&problem, &mut games, limit))?,
    }
    stopped.get().map_or(Ok(()), Err)?;
    Ok(Outcome::Done)
}

impl GamesArgs {
    /// The games, and last the limit that stopped the list.
    fn games<'a>(
        &self,
        problem: &'a Problem,
        control: &'a Control<'a>,
    ) -> impl Iterator<Item = Result<Solution, LimitReached>> + use<'a> {
        let games = match self.seed {
            None => Games::from_first(problem.start()),
            Some(seed) => Games::from_random(problem.start(), seed),
        };
        let solutions_only = self.solutions_only;
        let is_wanted = move |game: &Solution| !solutions_only || problem.is_met_by(game.finish());
        games.watched(control).filter(move |game| game.as_ref().map_or(true, is_wanted))
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
    games: &mut impl Iterator<Item = Result<Solution, LimitReached>>,
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
            && let Some(game) = games.next_if(Result::is_ok).and_then(Result::ok)
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
