use super::outcome::Outcome;
use super::output::{self, Format};
use clap::{Args, Command};
use clap_complete::Shell;
use serde_json::json;

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// `program` is what is completed.
pub fn run(args: &CompletionsArgs, mut program: Command, format: Format) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "pegboard", &mut script);
    let script = String::from_utf8(script)?;
    match format {
        Format::Text => output::print_text(&script)?,
        Format::Json => output::print_json(&json!({ "shell": args.shell.to_string(), "script": script }))?,
    }
    Ok(Outcome::Done)
}
