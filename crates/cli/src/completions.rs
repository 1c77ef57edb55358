use super::outcome::Outcome;
use super::output::{self, Format};
use super::program::{Call, Run};
use clap::{Args, Command};
use clap_complete::Shell;
use pegboard::Board;
use serde_json::json;

#[derive(Args)]
pub struct CompletionsArgs {
    /// Shell to print the script for
    shell: Shell,
}

impl Run for CompletionsArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let (mut program, mut script) = (call.program.described(), Vec::new());
        clap_complete::generate(self.shell, &mut program, "pegboard", &mut script);
        let script = with_boards(
            self.shell,
            &String::from_utf8(script)?,
            &commands_with_boards(&program),
        );
        match call.format {
            Format::Text => output::print_text(&script)?,
            Format::Json => output::print_json(
                "completions",
                &json!({ "shell": self.shell.to_string(), "script": script }),
            )?,
        }
        Ok(Outcome::Done)
    }
}

/// Returns the commands with a positional argument for which library names are completed.
fn commands_with_boards(program: &Command) -> Vec<&str> {
    let offers_boards = |command: &&Command| {
        let offers = |arg: &clap::Arg| {
            arg.get_possible_values()
                .iter()
                .any(|value| value.get_name() == "english")
        };
        command.get_positionals().any(offers)
    };
    program
        .get_subcommands()
        .filter(offers_boards)
        .map(Command::get_name)
        .collect()
}

/// Adds completion of boards to the script. bash has it already, and completes files if no name fits. In zsh the names
/// exclude files, so that a function offers both. For other shells `clap_complete` omits the values of positional
/// arguments.
fn with_boards(shell: Shell, script: &str, commands: &[&str]) -> String {
    let names = || Board::library_names();
    let after = |head: &dyn Fn(&str) -> String, offer: &dyn Fn(&str) -> String| {
        let offers: String = names()
            .map(|name| format!("            {}\n", offer(name)))
            .collect();
        let heads: Vec<String> = commands.iter().map(|command| head(command)).collect();
        let line = |line: &str| {
            if heads.iter().any(|head| line.trim() == head) {
                format!("{line}\n{offers}")
            } else {
                format!("{line}\n")
            }
        };
        script.lines().map(line).collect()
    };
    match shell {
        Shell::Zsh => {
            const COMPLETER: &str = "_pegboard_boards";
            let names = names().collect::<Vec<_>>().join(" ");
            let script = script.replace(&format!(":({names})"), &format!(":{COMPLETER}"));
            let function = format!(
                "{COMPLETER}() {{\n    _alternative 'boards:board:({names})' 'files:board file:_files'\n}}\n\n"
            );
            let (head, rest) = script.split_at(script.find("_pegboard() {").unwrap_or(0));
            format!("{head}{function}{rest}")
        }
        Shell::Fish => {
            let names = names().collect::<Vec<_>>().join(" ");
            let line = |command| {
                format!(
                    "complete -c pegboard -n \"__fish_pegboard_using_subcommand {command}\" -a \"{names}\"\n"
                )
            };
            script.to_owned() + &commands.iter().map(line).collect::<String>()
        }
        Shell::Elvish => after(&|command| format!("&'pegboard;{command}'= {{"), &|name| {
            format!("cand {name} 'a board'")
        }),
        Shell::PowerShell => after(&|command| format!("'pegboard;{command}' {{"), &|name| {
            format!(
                "[CompletionResult]::new('{name}', '{name}', [CompletionResultType]::ParameterValue, 'a board')"
            )
        }),
        _ => script.to_owned(),
    }
}
