//! `pegboard cluster`: runs the program `pegboard-cluster`.

use super::diagnostics;
use super::outcome::Outcome;
use super::output::Format;
use super::program::{Call, Run};
use anstream::ColorChoice;
use anyhow::anyhow;
use clap::Args;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process;

#[derive(Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct ClusterCommand {
    /// Arguments of `pegboard-cluster`, such as `--help`
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

impl Run for ClusterCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let name = format!("pegboard-cluster{EXE_SUFFIX}");
        let neighbor = std::env::current_exe()
            .map(|program| program.with_file_name(&name))
            .ok()
            .filter(|path| path.is_file());
        let mut command = process::Command::new(neighbor.unwrap_or_else(|| PathBuf::from(&name)));
        if call.format == Format::Json {
            command.arg("--json");
        }
        match ColorChoice::global() {
            ColorChoice::Auto => {}
            ColorChoice::Never => drop(command.arg("--color=never")),
            _ => drop(command.arg("--color=always")),
        }
        command.args(&self.arguments);
        match become_program(&mut command) {
            Ok(outcome) => Ok(outcome),
            Err(error) => self.report(&not_run(error), call.format),
        }
    }
}

impl ClusterCommand {
    /// Reports an error as an object also for a `--json` among the arguments of the other program.
    fn report(&self, error: &anyhow::Error, format: Format) -> anyhow::Result<Outcome> {
        let format = if self.arguments.iter().any(|argument| argument == "--json") {
            Format::Json
        } else {
            format
        };
        diagnostics::report(error, format)?;
        Ok(Outcome::of_error(error))
    }
}

fn not_run(error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow!(
            "the program `pegboard-cluster` is neither beside `pegboard` nor in the PATH; install it with \
             `cargo install --locked pegboard-cluster`, or in a clone of the repository with \
             `cargo install --locked --path crates/cluster`"
        ),
        _ => anyhow::Error::new(error).context("cannot run `pegboard-cluster`"),
    }
}

/// Replaces this process by another program.
#[cfg(unix)]
fn become_program(command: &mut process::Command) -> io::Result<Outcome> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Runs another program, and returns its outcome.
#[cfg(not(unix))]
fn become_program(command: &mut process::Command) -> io::Result<Outcome> {
    Ok(Outcome::of_code(command.status()?.code()))
}
