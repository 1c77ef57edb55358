//! The command line: arguments in, text or JSON out. Everything it knows about boards it asks the library.
//!
//! Each subcommand is a file: its arguments, a `run` that does it, and what it prints.

mod answer_report;
mod answer_text;
mod any_vacancy;
mod args;
mod atlas;
mod atlas_moves;
mod board_facts;
mod board_name;
mod boards;
mod certify;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "cluster")]
mod cluster_args;
mod completions;
mod count;
mod count_shortest;
mod diagnostics;
mod draw;
mod fewest_moves;
mod games;
mod graph;
mod hint;
mod import;
mod info;
mod limit_args;
mod man;
mod named_files;
mod outcome;
mod output;
mod output_check;
mod output_file;
mod picture_file;
mod play;
mod problem_args;
mod problems;
mod puzzle;
mod quantity;
mod search_args;
mod solve;
mod sweep;
mod sweep_args;
mod table;
mod verify;
mod watch;
mod winning;

#[cfg(feature = "cluster")]
use anyhow::{Context, bail};
use args::{Arguments, Command};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use diagnostics::ErrorReport;
use outcome::Outcome;
use output::Format;
use output_check::check_outputs;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let (arguments, matches) = match parsed(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) => return answer_usage(&error),
    };
    arguments.color.choice().write_global();
    let format = if arguments.json { Format::Json } else { Format::Text };
    let outcome = check_outputs(&matches).and_then(|()| dispatch(arguments, format));
    let outcome = outcome.unwrap_or_else(|error| {
        diagnostics::report(&error, format);
        Outcome::of_error(&error)
    });
    outcome.into()
}

/// The arguments, and what `clap` knows about them.
fn parsed(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<(Arguments, ArgMatches), clap::Error> {
    let mut program = Arguments::command();
    let matches = program.try_get_matches_from_mut(arguments)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut program))?;
    Ok((arguments, matches))
}

fn dispatch(arguments: Arguments, format: Format) -> anyhow::Result<Outcome> {
    match arguments.command {
        Command::Boards => boards::run(format),
        Command::Info(args) => info::run(&args, format),
        Command::Problems(args) => problems::run(&args, format),
        Command::Check(args) => check::run(&args, format),
        Command::Solve(args) => solve::run(&args, format),
        Command::Atlas(args) => atlas::run(&args, format),
        Command::Verify(args) => verify::run(&args, format),
        Command::Sweep(args) => sweep::run(&args, format),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args, format, check_for_cluster),
        Command::Count(args) => count::run(&args, format),
        Command::Winning(args) => winning::run(&args, format),
        Command::Draw(args) => draw::run(&args, format),
        Command::Hint(args) => hint::run(&args, format),
        Command::Play(args) => play::run(&args, format),
        Command::Puzzle(args) => puzzle::run(&args, format),
        Command::Games(args) => games::run(&args, format),
        Command::Graph(args) => graph::run(&args, format),
        Command::Import(args) => import::run(&args, format),
        Command::Completions(args) => completions::run(&args, Arguments::command(), format),
        Command::Man(args) => man::run(&args, Arguments::command(), format),
    }
}

/// Refuses what several processes cannot do together.
#[cfg(feature = "cluster")]
fn check_for_cluster(command: &[String]) -> anyhow::Result<()> {
    let (arguments, matches) = parsed(std::iter::once("pegboard").chain(command.iter().map(String::as_str)))
        .context("the command after `--`")?;
    check_outputs(&matches)?;
    match arguments.command {
        Command::Sweep(sweep) => sweep.check_for_cluster(),
        Command::Solve(solve) => solve.check_for_cluster(),
        _ => bail!(
            "`pegboard cluster` can only do a sweep or an exhaustion: `pegboard cluster --processes 2 -- sweep BOARD \
             …` or `… -- solve BOARD … --exhaust --certificate FILE`"
        ),
    }
}

/// Help and version were asked for; anything else is bad input.
fn answer_usage(error: &clap::Error) -> ExitCode {
    let is_help = !error.use_stderr();
    let wants_json = std::env::args_os().any(|arg| arg == "--json");
    // When even that cannot be written there is nobody to tell.
    if wants_json && !is_help {
        let _ = output::print_json(&ErrorReport::of_usage(error));
    } else {
        let _ = error.print();
    }
    if is_help { ExitCode::SUCCESS } else { Outcome::BadInput.into() }
}
