//! Structure of the program: its commands, and the options of every command.
//!
//! A command is a type of arguments that implements [`Run`], and an entry in the list of `lib.rs`.

use super::outcome::{EXIT_CODES, Outcome};
use super::output::Format;
use anstream::ColorChoice;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, ValueEnum};
use pegboard::Board;
use pegboard::control::shortened;
use std::ffi::OsString;
use std::path::Path;

/// Command with its arguments.
pub trait Run {
    /// Runs the command and prints the result.
    fn run(&self, call: Call) -> anyhow::Result<Outcome>;
}

/// Context of a command besides its arguments.
#[derive(Clone, Copy)]
pub struct Call {
    pub format: Format,
    /// The program, for commands that describe it.
    pub program: Program,
}

/// Commands of a program, in the order of the help.
#[derive(Clone, Copy)]
pub struct Program(pub &'static [Command]);

/// Entry in the list of commands.
///
/// `clap` accepts an option without the one that it `requires` if the latter conflicts with a third one that is given. So
/// the former needs the same conflict.
///
/// The arguments of a command are described when it is called: describing those of all commands takes a tenth of the
/// startup time. A doc comment on a struct of arguments would then replace the description in the list, so these
/// structs have plain comments.
pub struct Command {
    name: &'static str,
    about: &'static str,
    examples: &'static [&'static str],
    with_arguments: fn(clap::Command) -> clap::Command,
    read: fn(&mut ArgMatches) -> Result<Box<dyn Run>, clap::Error>,
}

impl Command {
    /// Returns the entry of a command with these arguments.
    pub const fn of<Arguments: Args + Run + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Command {
        Command {
            name,
            about,
            examples: &[],
            with_arguments: Arguments::augment_args,
            read: |matches| Ok(Box::new(Arguments::from_arg_matches_mut(matches)?)),
        }
    }

    /// Adds command lines to the long help.
    pub const fn with_examples(self, examples: &'static [&'static str]) -> Command {
        Command { examples, ..self }
    }

    /// Returns the command lines of the long help.
    pub fn examples(&self) -> &'static [&'static str] {
        self.examples
    }

    fn described(&self) -> clap::Command {
        let examples: String = self
            .examples
            .iter()
            .map(|line| format!("\n  {line}"))
            .collect();
        let long_about = match self.examples {
            [] => self.about.to_owned(),
            [_] => format!("{}\n\nExample:{examples}", self.about),
            _ => format!("{}\n\nExamples:{examples}", self.about),
        };
        clap::Command::new(self.name)
            .about(self.about)
            .long_about(long_about)
            .after_long_help(EXIT_CODES) // unless the arguments bring their own
            .defer(self.with_arguments)
    }
}

/// Replaces the help of an option. The long help adds a paragraph.
pub fn with_help(option: Arg, help: &'static str, more: &str) -> Arg {
    option.help(help).long_help(format!("{help}\n\n{more}"))
}

/// Peg solitaire on any board: draw a board, get its problems solved.
#[derive(Parser)]
#[command(name = "pegboard", version, propagate_version = true, after_long_help = EXIT_CODES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Options {
    #[command(flatten)]
    pub output: OutputArgs,
}

// Options of every command of both programs.
#[derive(Args)]
pub struct OutputArgs {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// When to color the output
    #[arg(
        long,
        alias = "colour",
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: ColorWhen,
}

/// Use of color: `auto` colors the output on a terminal, unless the environment says otherwise (`NO_COLOR`,
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

/// Parsed arguments of the program.
pub struct Parsed {
    pub options: Options,
    pub command: Box<dyn Run>,
    /// Matches of `clap`, for the check of input and output files.
    pub matches: ArgMatches,
}

impl Program {
    /// Returns the `clap` command of the program.
    pub fn described(self) -> clap::Command {
        Options::command().subcommands(self.0.iter().map(Command::described))
    }

    /// Returns the `clap` command of the program with only the subcommand that the arguments begin with, if any. The
    /// other subcommands would take a tenth of the startup time.
    pub fn described_for(self, arguments: &[OsString]) -> clap::Command {
        let is_called =
            |command: &&Command| arguments.get(1).is_some_and(|word| word == command.name);
        match self.0.iter().find(is_called) {
            Some(command) => Options::command().subcommand(command.described()),
            None => self.described(),
        }
    }

    /// Parses arguments, the first of which is the name of the program.
    ///
    /// # Errors
    ///
    /// The mistake in the arguments, or the help or version text that they request.
    pub fn parse(
        self,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Parsed, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let mut program = self.described_for(&arguments);
        let matches = program
            .try_get_matches_from_mut(&arguments)
            .or_else(|error| match with_board_before_holes(&error, &arguments) {
                Some(moved) => program.try_get_matches_from_mut(moved),
                None => Err(error),
            })?;
        let (options, command) = self
            .read(&matches)
            .map_err(|error| error.format(&mut program))?;
        Ok(Parsed {
            options,
            command,
            matches,
        })
    }

    fn read(self, matches: &ArgMatches) -> Result<(Options, Box<dyn Run>), clap::Error> {
        let mut matches = matches.clone();
        let (name, mut arguments) = matches
            .remove_subcommand()
            .ok_or_else(|| missing("no command"))?;
        let command = self
            .0
            .iter()
            .find(|command| command.name == name)
            .ok_or_else(|| missing(&name))?;
        Ok((
            Options::from_arg_matches_mut(&mut matches)?,
            (command.read)(&mut arguments)?,
        ))
    }
}

/// Returns the arguments with the board before the option whose list of holes it ends, if that mends the error:
/// `--finish-includes a1 b2 english`.
fn with_board_before_holes(error: &clap::Error, arguments: &[OsString]) -> Option<Vec<OsString>> {
    const LISTS: [&str; 2] = ["--finish-includes", "--finish-excludes"];
    let is_board = |word: &OsString| {
        let name = word.to_str();
        let is_known =
            |name: &str| Board::library_name(name).is_some() || Board::library(name).is_ok();
        name.is_some_and(is_known) || Path::new(word).is_file()
    };
    let is_option = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with('-'));
    let lists = arguments
        .iter()
        .enumerate()
        .filter(|(_, word)| LISTS.iter().any(|list| word == list));
    let mut boards = lists.filter_map(|(list, _)| {
        let holes = arguments[list + 1..]
            .iter()
            .take_while(|word| !is_option(word));
        let board = holes.enumerate().skip(1).find(|(_, word)| is_board(word));
        board.map(|(place, _)| (list, list + 1 + place))
    });
    let (list, board) = boards
        .next()
        .filter(|_| error.kind() == ErrorKind::MissingRequiredArgument)?;
    let mut moved = arguments.to_vec();
    moved[list..=board].rotate_right(1);
    Some(moved)
}

/// Shortens the arguments that an error quotes, and omits tips that quote long ones.
pub fn with_short_values(mut error: clap::Error) -> clap::Error {
    const LONGEST: usize = 200;
    let shown: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => {
                Some((kind, ContextValue::String(shortened(text, LONGEST))))
            }
            ContextValue::StyledStrs(tips) => {
                let is_short = |tip: &&StyledStr| tip.ansi().to_string().len() <= 2 * LONGEST;
                let short = tips.iter().filter(is_short).cloned().collect();
                Some((kind, ContextValue::StyledStrs(short)))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in shown {
        error.insert(kind, value);
    }
    error
}

fn missing(name: &str) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::InvalidSubcommand, name)
}
