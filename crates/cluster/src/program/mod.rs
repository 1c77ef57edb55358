//! The program `pegboard-cluster`: `sweep` and `solve` of `pegboard`, by several processes.

mod cluster_args;
mod launcher;
mod progress_line;
mod solve;
mod sweep;

use super::ClusterError;
use anyhow::bail;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use cluster_args::{Membership, ProcessArgs};
use launcher::Launcher;
use pegboard_cli::outcome::{EXIT_CODES, Outcome};
use pegboard_cli::output::Format;
use pegboard_cli::program::OutputArgs;
use pegboard_cli::{answer_usage, run_command};
use solve::ClusterSolveCommand;
use std::path::Path;
use std::process::ExitCode;
use sweep::ClusterSweepCommand;

/// Peg solitaire by several processes or machines
#[derive(Parser)]
#[command(name = "pegboard-cluster", version, propagate_version = true, after_help = EXIT_CODES)]
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
    Sweep(ClusterSweepCommand),
    /// Solve a problem, and prove by exhaustion what a search does not decide
    Solve(ClusterSolveCommand),
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
            run_command(&arguments.output, &matches, |format| arguments.run(format))
        }
        Err(error) => answer_usage(&error),
    }
}

impl Arguments {
    fn run(&self, format: Format) -> anyhow::Result<Outcome> {
        let (scratch, cluster, limits) = match &self.command {
            Command::Sweep(sweep) => (sweep.scratch(), &sweep.cluster, sweep.limits()),
            Command::Solve(solve) => (solve.scratch(), &solve.cluster, solve.limits()),
        };
        if limits.threads.is_some() {
            bail!("`--threads` is for a single process; use `--workers` instead");
        }
        match self.processes.membership(cluster, scratch)? {
            Membership::Launcher { processes } => {
                match &self.command {
                    Command::Sweep(sweep) => sweep.check()?,
                    Command::Solve(solve) => solve.check()?,
                }
                Launcher {
                    processes,
                    restarts: self.processes.restarts(),
                }
                .run()
            }
            Membership::Process { options, watch } => match &self.command {
                Command::Sweep(sweep) => sweep.run(format, &options, watch),
                Command::Solve(solve) => solve.run(format, &options, watch),
            },
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
