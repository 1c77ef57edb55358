use super::outcome::Outcome;
use super::output::{self, Format};
use super::program::{Call, Run};
use anyhow::anyhow;
use clap::{Args, Command};
use serde_json::json;

#[derive(Args)]
pub struct ManArgs {
    /// Command whose page to print [default: the page of `pegboard` itself]
    command: Option<String>,
}

impl Run for ManArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let page = page(call.program.described(), self.command.as_deref())?;
        match call.format {
            Format::Text => output::print_text(&page)?,
            Format::Json => {
                output::print_json("man", &json!({ "topic": self.command, "page": page }))?
            }
        }
        Ok(Outcome::Done)
    }
}

fn page(mut program: Command, command: Option<&str>) -> anyhow::Result<String> {
    program.build();
    let described = match command {
        None => program,
        Some(name) => subcommand(&program, name)?,
    };
    let mut page = Vec::new();
    let source = concat!("pegboard ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(described)
        .source(source)
        .render(&mut page)?;
    Ok(String::from_utf8(page)?)
}

fn subcommand(program: &Command, name: &str) -> anyhow::Result<Command> {
    let names = || {
        program
            .get_subcommands()
            .map(Command::get_name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let found = program
        .find_subcommand(name)
        .ok_or_else(|| anyhow!("no command `{name}`; the commands are {}", names()))?;
    Ok(found.clone())
}
