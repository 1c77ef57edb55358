use super::outcome::EXIT_CODES;
use super::{
    atlas, check, completions, count, draw, games, graph, hint, import, info, man, play, problems, puzzle,
    solve, sweep, verify, winning,
};
use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};

/// Peg solitaire on any board: draw a board, get its problems solved.
#[derive(Parser)]
#[command(name = "pegboard", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// When to colour the output
    #[arg(
        long,
        alias = "colour",
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: ColorWhen,
    #[command(subcommand)]
    pub command: Command,
}

/// When to colour the output: `auto` is on a terminal, and as the environment says (`NO_COLOR`,
/// `CLICOLOR_FORCE`).
#[derive(Clone, Copy, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    pub fn choice(self) -> ColorChoice {
        match self {
            ColorWhen::Auto => ColorChoice::Auto,
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
        }
    }
}

/// The arguments of a command are described when it is called: all of them together are a tenth of the program's start.
/// So a doc comment on a struct of arguments would replace the description that stands here; those have plain ones.
#[derive(Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// List the boards of the library
    Boards,
    /// Show a board and what follows from its geometry
    Info(info::InfoArgs),
    /// List the problems that have names
    Problems(problems::ProblemsArgs),
    /// Check board files and show where they are wrong
    Check(check::CheckArgs),
    /// Solve a problem
    Solve(Box<solve::SolveArgs>),
    /// Settle every single-vacancy problem of a board, each with a certificate
    Atlas(atlas::AtlasArgs),
    /// Check certificates of answers
    Verify(verify::VerifyArgs),
    /// Find all positions of a game, level by level
    Sweep(Box<sweep::SweepCommand>),
    /// Start several processes on this machine that sweep or prove together
    #[cfg(feature = "cluster")]
    Cluster(super::cluster::ClusterCommand),
    /// Count the games from a start, and the solutions among them
    Count(Box<count::CountCommand>),
    /// Write the winning positions of a problem to a compact file
    Winning(Box<winning::WinningCommand>),
    /// Draw a board, a position or a solution
    Draw(Box<draw::DrawArgs>),
    /// Show which jumps still win, and which one lost the game
    Hint(Box<hint::HintArgs>),
    /// Play in the terminal
    Play(Box<play::PlayArgs>),
    /// Make a puzzle: a start with a solution, as hard as wanted
    Puzzle(puzzle::PuzzleArgs),
    /// List games, one per line
    Games(Box<games::GamesArgs>),
    /// Draw the positions and jumps around a position as a graph
    Graph(Box<graph::GraphArgs>),
    /// Turn a text drawing into a board file
    Import(import::ImportArgs),
    /// Print a shell completion script
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn a_command_says_of_itself_what_the_list_of_commands_says() {
        let listed = Arguments::command();
        let mut built = Arguments::command();
        built.build();
        for command in listed.get_subcommands() {
            let itself = built.find_subcommand(command.get_name()).unwrap();
            assert_eq!(
                itself.get_about().map(ToString::to_string),
                command.get_about().map(ToString::to_string)
            );
            assert!(itself.get_long_about().is_none() && command.get_about().is_some());
        }
    }
}
