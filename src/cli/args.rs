use super::outcome::EXIT_CODES;
use super::{check, completions, count, draw, games, graph, hint, import, info, man, solve, sweep, winning};
use clap::{Parser, Subcommand};

/// Peg solitaire on any board: draw a board, get its problems solved.
#[derive(Parser)]
#[command(name = "pegboard", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the boards of the library
    Boards,
    /// Show a board and what follows from its geometry
    Info(info::InfoArgs),
    /// Check board files, and point at what is wrong in them
    Check(check::CheckArgs),
    /// Solve a problem
    Solve(Box<solve::SolveArgs>),
    /// Find all positions of a game, level by level
    Sweep(Box<sweep::SweepCommand>),
    /// Count the games from a start, and the solutions among them
    Count(Box<count::CountCommand>),
    /// Write the winning positions of a problem to a compact file
    Winning(Box<winning::WinningCommand>),
    /// Tell which jumps keep the win, and which one threw it away
    Hint(Box<hint::HintCommand>),
    /// List games one after the other
    Games(games::GamesCommand),
    /// Draw the positions within some jumps, winning and losing ones coloured
    Graph(Box<graph::GraphCommand>),
    /// Draw a board, a position or a solution as SVG
    Draw(Box<draw::DrawArgs>),
    /// Turn a picture made of characters into a board file
    Import(import::ImportArgs),
    /// Print a script that completes arguments in a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
}
