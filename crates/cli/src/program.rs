//! What the program is made of: options that every command has, and commands.
//!
//! A command is a type of arguments that can be [`Run`], and one line in the list of `lib.rs`.

use super::outcome::{EXIT_CODES, Outcome};
use super::output::Format;
use anstream::ColorChoice;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::ffi::OsString;

/// A command, by its arguments.
pub trait Run {
    /// Does what the command is for, and prints the result.
    fn run(&self, call: Call) -> anyhow::Result<Outcome>;
}

/// What a command needs to know beside its arguments.
#[derive(Clone, Copy)]
pub struct Call {
    pub format: Format,
    /// The program, for commands that describe it.
    pub program: Program,
}

/// The program, by its commands in the order of the help.
#[derive(Clone, Copy)]
pub struct Program(pub &'static [Command]);

/// A command in the list of all.
///
/// Its arguments are described when it is called: those of all commands together are a tenth of the program's start. So
/// a doc comment on a struct of arguments would replace the description that stands in the list; those have plain ones.
pub struct Command {
    name: &'static str,
    about: &'static str,
    with_arguments: fn(clap::Command) -> clap::Command,
    read: fn(&mut ArgMatches) -> Result<Box<dyn Run>, clap::Error>,
}

impl Command {
    /// The command that takes these arguments.
    pub const fn of<Arguments: Args + Run + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Command {
        Command {
            name,
            about,
            with_arguments: Arguments::augment_args,
            read: |matches| Ok(Box::new(Arguments::from_arg_matches_mut(matches)?)),
        }
    }

    fn described(&self) -> clap::Command {
        clap::Command::new(self.name)
            .about(self.about)
            .defer(self.with_arguments)
    }
}

/// Peg solitaire on any board: draw a board, get its problems solved.
#[derive(Parser)]
#[command(name = "pegboard", version, propagate_version = true, after_help = EXIT_CODES)]
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

/// Arguments of the program that could be read.
pub struct Parsed {
    pub options: Options,
    pub command: Box<dyn Run>,
    /// What `clap` knows about them.
    pub matches: ArgMatches,
}

impl Program {
    /// The program as `clap` knows it.
    pub fn described(self) -> clap::Command {
        Options::command().subcommands(self.0.iter().map(Command::described))
    }

    /// The program with the one command that the arguments begin with, if they do: the others would be a tenth of its
    /// start.
    pub fn described_for(self, arguments: &[OsString]) -> clap::Command {
        let is_called =
            |command: &&Command| arguments.get(1).is_some_and(|word| word == command.name);
        match self.0.iter().find(is_called) {
            Some(command) => Options::command().subcommand(command.described()),
            None => self.described(),
        }
    }

    /// Reads arguments, of which the first is the name of the program.
    ///
    /// # Errors
    ///
    /// What is wrong with them; or the help or the version, if they ask for that.
    pub fn parse(
        self,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Parsed, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let mut program = self.described_for(&arguments);
        let matches = program.try_get_matches_from_mut(arguments)?;
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

fn missing(name: &str) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::InvalidSubcommand, name)
}
