//! The program `pegboard-cluster`: `sweep` and `solve` of `pegboard`, by several processes.

mod cluster_args;
mod launcher;
mod progress_line;
mod solve;
mod sweep;

use super::{ClusterError, ClusterOptions};
use anyhow::bail;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use cluster_args::{ClusterArgs, Membership, ProcessArgs};
use launcher::Launcher;
use pegboard_cli::outcome::{EXIT_CODES, Outcome};
use pegboard_cli::output::Format;
use pegboard_cli::program::OutputArgs;
use pegboard_cli::solve::SolveArgs;
use pegboard_cli::sweep::SweepCommand;
use pegboard_cli::watch::{Watch, wait_for_processes};
use pegboard_cli::{answer_usage, quantity, run_command};
use std::path::Path;
use std::process::ExitCode;

/// Peg solitaire by several processes or machines
#[derive(Parser)]
#[command(name = "pegboard-cluster", version, propagate_version = true, after_long_help = EXIT_CODES)]
struct Arguments {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    processes: ProcessArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find all positions of a game, level by level
    Sweep(CommandArgs<SweepCommand>),
    /// Solve a problem, and prove by exhaustion what a search does not decide
    Solve(CommandArgs<SolveArgs>),
}

#[derive(Args)]
#[command(mut_args(quantity::with_negative_values))]
#[command(mut_args(hidden_if_refused))]
struct CommandArgs<C: Args> {
    #[command(flatten)]
    command: C,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// Options of `pegboard sweep` and `pegboard solve` that several processes refuse.
const FOR_ONE_PROCESS: [&str; 10] = [
    "threads",
    "fewest",
    "fewest_moves",
    "longest_move",
    "longest_last_move",
    "last_move",
    "stuck",
    "all",
    "limit",
    "batch",
];

/// Hides an option in the help if several processes refuse it.
fn hidden_if_refused(option: Arg) -> Arg {
    let is_hidden = option.is_hide_set() || FOR_ONE_PROCESS.contains(&option.get_id().as_str());
    option.hide(is_hidden)
}

/// Command of `pegboard` that the processes of a cluster run together.
trait ClusterCommand: Args {
    /// Work that the arguments ask for.
    type Task;

    fn scratch(&self) -> Option<&Path>;

    /// Returns `true` if `--threads` is given.
    fn threads_are_given(&self) -> bool;

    /// Returns `true` if the board can be read only once.
    fn board_is_stream(&self) -> bool;

    /// Returns the task, or an error for arguments with which every process would fail.
    fn task(&self) -> anyhow::Result<Self::Task>;

    /// Works as one process of a cluster. Process 0 prints the result.
    fn run(
        &self,
        task: &Self::Task,
        format: Format,
        options: &ClusterOptions,
        watch: Watch,
    ) -> anyhow::Result<Outcome>;
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let mut program = Arguments::command();
    let mut words: Vec<_> = std::env::args_os().collect();
    // `--` may stand before the command: `pegboard-cluster --processes 4 -- sweep …`.
    if let Some(place) = words.iter().position(|word| word == "--") {
        words.remove(place);
    }
    let parsed = program.try_get_matches_from_mut(words).and_then(|matches| {
        let arguments = Arguments::from_arg_matches(&matches);
        Ok((
            arguments.map_err(|error| error.format(&mut program))?,
            matches,
        ))
    });
    match parsed {
        Ok((arguments, matches)) => {
            wait_for_processes();
            run_command(&arguments.output, &matches, |format| arguments.run(format))
        }
        Err(error) => answer_usage(error),
    }
}

impl Arguments {
    fn run(&self, format: Format) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Sweep(sweep) => self.run_command(sweep, format),
            Command::Solve(solve) => self.run_command(solve, format),
        }
    }

    /// Starts the processes of a command, or runs it as one of them.
    fn run_command<C: ClusterCommand>(
        &self,
        CommandArgs { command, cluster }: &CommandArgs<C>,
        format: Format,
    ) -> anyhow::Result<Outcome> {
        if command.threads_are_given() {
            bail!("`--threads` is for a single process; use `--workers` instead");
        }
        if command.board_is_stream() {
            bail!(
                "every process reads the board, and a pipe can be read only once; save the board to a file"
            );
        }
        let membership = self.processes.membership(cluster, command.scratch())?;
        let task = command.task()?;
        match membership {
            Membership::Launcher { processes } => Launcher {
                processes,
                restarts: self.processes.restarts(),
            }
            .run(),
            Membership::Process { options, watch } => command.run(&task, format, &options, watch),
        }
    }
}

/// Returns the folder for levels, or an error if none is given.
fn needs_scratch(scratch: Option<&Path>) -> anyhow::Result<&Path> {
    let Some(scratch) = scratch else {
        bail!(
            "the processes need a folder for the levels: give `--scratch`, on storage that all share or on each machine"
        );
    };
    Ok(scratch)
}

/// Returns the innermost error, which the error reports of both programs recognize.
fn innermost(error: ClusterError) -> anyhow::Error {
    match error {
        ClusterError::Sweep(error) => error.into(),
        ClusterError::Exhaustion(error) => error.into(),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
