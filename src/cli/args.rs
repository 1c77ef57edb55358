use super::outcome::EXIT_CODES;
use super::{atlas, check, completions, draw, import, info, man, solve, verify};
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
    /// Settle every single-vacancy problem of a board, with a certificate of each
    Atlas(atlas::AtlasArgs),
    /// Check certificates of answers
    Verify(verify::VerifyArgs),
    /// Draw a board, a position or a solution as SVG
    Draw(Box<draw::DrawArgs>),
    /// Turn a picture made of characters into a board file
    Import(import::ImportArgs),
    /// Print a script that completes arguments in a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
}
