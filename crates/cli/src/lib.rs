//! Command line of pegboard: arguments in, text or JSON out. The library does all work on boards.
//!
//! This library serves the programs `pegboard` and `pegboard-cluster`, which share arguments and reports. Its API may
//! change in any release.
//!
//! Each command has a file with its arguments, its work and its output, and an entry in the list below.

mod answer_report;
mod answer_text;
mod any_vacancy;
mod atlas;
mod atlas_games;
mod atlas_longest;
mod atlas_moves;
mod batch;
mod board_facts;
mod board_name;
mod boards;
pub mod certify;
mod check;
mod cluster;
mod codes_file;
mod completions;
mod count;
mod count_shortest;
mod diagnostics;
mod draw;
mod each_vacancy;
mod fewest_moves;
mod games;
mod graph;
mod hint;
mod import;
mod info;
mod limit_args;
mod man;
mod named_files;
mod notation_args;
mod one_of;
mod out_of_memory;
pub mod outcome;
pub mod output;
mod output_check;
mod output_file;
mod picture_file;
mod play;
mod problem_args;
mod problems;
pub mod program;
mod puzzle;
pub mod quantity;
mod schema;
pub mod search_args;
mod signals;
pub mod solve;
mod stuck;
pub mod sweep;
pub mod sweep_args;
mod table;
mod verify;
mod verify_winning;
pub mod watch;
mod winning;

use diagnostics::ErrorReport;
use outcome::Outcome;
use output::Format;
use output_check::check_outputs;
use program::{Call, Command, OutputArgs, Parsed, Program, with_short_values};
use std::process::ExitCode;

/// Program `pegboard` with all its commands.
const PEGBOARD: Program = Program(&[
    Command::of::<boards::BoardsArgs>("boards", "List the boards of the library")
        .with_examples(&["pegboard boards --json"]),
    Command::of::<info::InfoArgs>("info", "Show a board and its properties")
        .with_examples(&["pegboard info english", "pegboard info heart.ron --json"]),
    Command::of::<problems::ProblemsArgs>("problems", "List the classic problems")
        .with_examples(&["pegboard problems english"]),
    Command::of::<check::CheckArgs>("check", "Check board files and show their mistakes")
        .with_examples(&["pegboard check heart.ron boards/"]),
    Command::of::<solve::SolveArgs>("solve", "Solve a problem").with_examples(&[
        "pegboard solve english",
        "pegboard solve english --vacate d1 --finish d4 --pictures",
        "pegboard solve heart.ron --vacate any --time 1m",
        "pegboard solve triangle5 --vacate a1 --finish b2 --certificate a1.ron",
    ]),
    Command::of::<atlas::AtlasArgs>(
        "atlas",
        "Settle every single-vacancy problem of a board, each with a certificate",
    )
    .with_examples(&[
        "pegboard atlas triangle5",
        "pegboard atlas english --fewest-moves --csv moves.csv",
        "pegboard atlas --verify triangle5.atlas",
    ]),
    Command::of::<verify::VerifyArgs>(
        "verify",
        "Check certificates of answers, and files of winning positions",
    )
    .with_examples(&[
        "pegboard verify a1.ron",
        "pegboard verify english.win --memory 2G",
    ]),
    Command::of::<sweep::SweepCodesCommand>(
        "sweep",
        "Find all positions of a game, level by level",
    )
    .with_examples(&[
        "pegboard sweep english",
        "pegboard sweep triangle6 --vacate a1 --finish a1 --csv levels.csv",
        "pegboard sweep triangle6 --vacate a1 --codes codes.npy",
    ]),
    Command::of::<cluster::ClusterCommand>(
        "cluster",
        "Sweep or prove with several processes or machines, using `pegboard-cluster`",
    ),
    Command::of::<count::CountCommand>(
        "count",
        "Count the games from a start, and the solutions among them",
    )
    .with_examples(&[
        "pegboard count triangle5",
        "pegboard count english --solutions-only",
        "pegboard count triangle5 --vacate a1 --odds",
    ]),
    Command::of::<winning::WinningCommand>(
        "winning",
        "Write the winning positions of a problem to a compact file",
    )
    .with_examples(&["pegboard winning english -o english.win"]),
    Command::of::<draw::DrawArgs>("draw", "Draw a board, a position or a solution").with_examples(
        &[
            "pegboard draw english -o board.svg",
            "pegboard draw english --moves \"d2-d4, f3-d3\" -o moves.png",
            "pegboard draw english --solution -o solution.gif",
        ],
    ),
    Command::of::<hint::HintArgs>(
        "hint",
        "Show which jumps still win, and which one lost the game",
    )
    .with_examples(&[
        "pegboard hint english --played \"d2-d4 f3-d3\"",
        "pegboard hint triangle5 --position \"a1 a2 b3\"",
    ]),
    Command::of::<play::PlayArgs>("play", "Play in the terminal").with_examples(&[
        "pegboard play english",
        "pegboard play triangle5 --vacate a1 --finish a1",
    ]),
    Command::of::<puzzle::PuzzleArgs>(
        "puzzle",
        "Generate a puzzle: a start with a solution, as hard as requested",
    )
    .with_examples(&["pegboard puzzle english --difficulty hard --seed 7"]),
    Command::of::<games::GamesArgs>("games", "List games, one per line").with_examples(&[
        "pegboard games triangle5 --limit 5",
        "pegboard games english --solutions-only --seed 1",
    ]),
    Command::of::<graph::GraphArgs>(
        "graph",
        "Draw the positions and jumps around a position as a graph",
    )
    .with_examples(&[
        "pegboard graph triangle5 --depth 3 --merge -o graph.svg",
        "pegboard graph english --finish d4 --json",
    ]),
    Command::of::<import::ImportArgs>(
        "import",
        "Turn a drawing, a graph or a PDDL problem into a board file",
    )
    .with_examples(&["pegboard import drawing.txt -o board.ron"]),
    Command::of::<completions::CompletionsArgs>("completions", "Print a shell completion script")
        .with_examples(&[
            "pegboard completions bash > ~/.local/share/bash-completion/completions/pegboard",
        ]),
    Command::of::<man::ManArgs>("man", "Print the manual page")
        .with_examples(&["pegboard man solve > pegboard-solve.1"]),
    Command::of::<schema::SchemaArgs>("schema", "Print the JSON Schema of the output of `--json`")
        .with_examples(&["pegboard schema > output.schema.json"]),
]);

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let Parsed {
        options,
        command,
        matches,
    } = match PEGBOARD.parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) => return answer_usage(error),
    };
    run_command(&options.output, &matches, |format| {
        command.run(Call {
            format,
            program: PEGBOARD,
        })
    })
}

/// Runs a command whose arguments were parsed into `matches`, and reports its error.
pub fn run_command(
    output: &OutputArgs,
    matches: &clap::ArgMatches,
    command: impl FnOnce(Format) -> anyhow::Result<Outcome>,
) -> ExitCode {
    signals::listen();
    out_of_memory::share_arena_under_limit();
    out_of_memory::end_instead_of_core_dump();
    output.color.choice().write_global();
    let format = if output.json {
        Format::Json
    } else {
        Format::Text
    };
    let outcome = check_outputs(matches).and_then(|()| command(format));
    let outcome = outcome.unwrap_or_else(|error| match diagnostics::report(&error, format) {
        Ok(()) => Outcome::of_error(&error),
        Err(unprinted) => unprintable(&unprinted),
    });
    outcome.into()
}

/// Prints the help or the version, or else reports arguments that cannot be used.
pub fn answer_usage(error: clap::Error) -> ExitCode {
    let error = with_short_values(error);
    let is_help = !error.use_stderr();
    let wants_json = std::env::args_os().any(|arg| arg == "--json");
    let printed = if is_help {
        output::print_help(&error)
    } else if wants_json {
        output::print_json("error", &ErrorReport::of_usage(&error))
    } else {
        Ok(())
    };
    if !is_help && (printed.is_err() || !wants_json) {
        let _ = error.print(); // ignore write errors: they cannot be reported anywhere
    }
    match printed {
        Err(unprinted) => unprintable(&unprinted),
        Ok(()) if is_help => Outcome::Done,
        Ok(()) => Outcome::BadInput,
    }
    .into()
}

/// Reports that standard output cannot be written.
fn unprintable(error: &anyhow::Error) -> Outcome {
    diagnostics::report_text(error);
    Outcome::BadInput
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn the_help_of_a_command_repeats_its_description_in_the_list() {
        let listed = PEGBOARD.described();
        let mut built = PEGBOARD.described();
        built.build();
        for command in listed.get_subcommands() {
            let itself = built.find_subcommand(command.get_name()).unwrap();
            assert_eq!(
                itself.get_about().map(ToString::to_string),
                command.get_about().map(ToString::to_string)
            );
            let about = command.get_about().unwrap().to_string();
            let long = itself.get_long_about().unwrap().to_string();
            assert!(long.starts_with(&about), "{long}");
        }
    }

    #[test]
    fn the_short_help_is_short_and_the_long_help_has_examples() {
        const LONGEST: usize = 120;
        let mut program = PEGBOARD.described();
        program.build();
        for command in program.get_subcommands_mut() {
            let name = command.get_name().to_owned();
            if ["cluster", "help"].contains(&name.as_str()) {
                continue; // pass their arguments on
            }
            for option in command.get_arguments() {
                let help = option
                    .get_help()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                assert!(help.len() <= LONGEST, "{name}: {option}: {help}");
            }
            let (short, long) = (
                command.render_help().to_string(),
                command.render_long_help().to_string(),
            );
            assert!(
                !short.contains("Exit codes") && short.len() < long.len(),
                "{short}"
            );
            assert!(long.contains("Example"), "{long}");
        }
    }

    #[test]
    fn the_examples_of_the_help_are_accepted() {
        for line in PEGBOARD.0.iter().flat_map(|command| command.examples()) {
            // The parts between quotes are single words.
            let line = line.split_once(" > ").map_or(*line, |(line, _)| line);
            let words = line.split('"').enumerate().flat_map(|(place, part)| {
                if place % 2 == 0 {
                    part.split_whitespace().collect()
                } else {
                    vec![part]
                }
            });
            if let Err(error) = PEGBOARD.parse(words) {
                panic!("{line}: {error}");
            }
        }
    }

    /// The headings of the options have one order in the help of all commands.
    #[test]
    fn options_are_listed_in_the_same_order() {
        const ORDER: [&str; 11] = [
            "Start", "Finish", "Count", "Graph", "Drawing", "Puzzle", "Sweep", "Search", "Limits",
            "Proof", "Output",
        ];
        let place = |heading: &str| match heading {
            "Look" => ORDER.len(),
            heading if heading.starts_with("Input") => 2,
            heading => ORDER
                .iter()
                .position(|known| *known == heading)
                .expect(heading),
        };
        let mut program = PEGBOARD.described();
        program.build();
        for command in program.get_subcommands() {
            let headings = command.get_arguments().filter_map(Arg::get_help_heading);
            let mut first: Vec<&str> = Vec::new();
            for heading in headings {
                if !first.contains(&heading) {
                    first.push(heading);
                }
            }
            let places: Vec<usize> = first.iter().map(|heading| place(heading)).collect();
            assert!(places.is_sorted(), "{}: {first:?}", command.get_name());
        }
    }

    /// A flattened struct of arguments leaves its heading to the arguments after it.
    #[test]
    fn only_limits_are_listed_under_limits() {
        let mut program = PEGBOARD.described();
        program.build();
        for command in program.get_subcommands() {
            let listed = command
                .get_arguments()
                .filter(|arg| arg.get_help_heading() == Some("Limits"));
            for option in listed.filter_map(Arg::get_long) {
                assert!(
                    ["time", "memory", "threads", "nodes"].contains(&option),
                    "{}: --{option}",
                    command.get_name()
                );
            }
        }
    }

    /// `clap` knows only the command that is called.
    #[test]
    fn a_command_answers_as_if_all_commands_were_known() {
        let says = |program: clap::Command, words: &[&str]| {
            let error = program.try_get_matches_from(words).unwrap_err();
            (error.kind(), error.to_string())
        };
        for command in PEGBOARD.described().get_subcommands() {
            let name = command.get_name();
            if name == "cluster" {
                continue; // passes its arguments on
            }
            for word in ["--help", "-h", "--version", "--jsn", "--color=blue"] {
                let words = ["pegboard", name, word];
                let alone = PEGBOARD.described_for(&words.map(Into::into));
                assert!(alone.get_subcommands().count() == 1 && PEGBOARD.0.len() > 1);
                assert_eq!(says(alone, &words), says(PEGBOARD.described(), &words));
            }
        }
        let unknown = PEGBOARD.described_for(&["pegboard", "slove"].map(Into::into));
        assert_eq!(unknown.get_subcommands().count(), PEGBOARD.0.len());
    }

    /// Checks the tables of `docs/options.md`: they hold every option of every command, and the program refuses an option
    /// in exactly those modes in which the table says so.
    #[test]
    fn options_without_an_effect_are_refused() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
        let document = std::fs::read_to_string(path).unwrap();
        let mut program = PEGBOARD.described();
        program.build();
        let (mut documented, mut wrong) = (Vec::new(), Vec::new());
        for section in document.split("\n## `").skip(1) {
            let (call, text) = section.split_once("`\n").unwrap();
            let name = call.split(' ').nth(1).unwrap();
            documented.push(name);
            for option in own_options(program.find_subcommand(name).unwrap()) {
                if !text.contains(&format!("`{option}")) {
                    wrong.push(format!("{call}: no {option}"));
                }
            }
            wrong.extend(wrong_cells(call, text));
        }
        for command in program.get_subcommands() {
            let has_own = own_options(command).next().is_some();
            assert_eq!(has_own, documented.contains(&command.get_name()));
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Returns the options of a command that are not options of every command.
    fn own_options(command: &clap::Command) -> impl Iterator<Item = String> {
        let options = command.get_arguments().filter_map(Arg::get_long);
        let own = options.filter(|long| !["json", "color", "help", "version"].contains(long));
        own.map(|long| format!("--{long}"))
    }

    /// Returns the cells of a table with which the program disagrees, and refusals that name no cure.
    fn wrong_cells(call: &str, text: &str) -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let mut rows = rows.map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().trim_matches('`'))
        });
        let modes: Vec<&str> = rows.next().unwrap().skip(1).collect();
        let mut wrong = Vec::new();
        for mut row in rows {
            let options = row.next().unwrap();
            for (mode, cell) in modes.iter().zip(row) {
                let verify_only = mode.contains("--verify");
                let board = if verify_only { "" } else { "triangle5" };
                let line = format!("{} {mode} {options}", call.replace("BOARD", board));
                let is_right = match (cell, refusal(&line, cell == "–")) {
                    ("", _) | ("+", None) => true,
                    ("–", Some(message)) => {
                        let option = options.split(' ').next().unwrap();
                        let rest = message.replace(option, "");
                        let cures = ["--", "leave", "use ", "without it"];
                        (message.contains(option) || message.contains("a finish "))
                            && cures.iter().any(|cure| rest.contains(cure))
                    }
                    _ => false,
                };
                if !is_right {
                    wrong.push(format!("{line}: {cell}"));
                }
            }
        }
        wrong
    }

    /// Returns the message with which the program refuses a command line. A command is only run if it is to be refused.
    fn refusal(line: &str, is_run: bool) -> Option<String> {
        match PEGBOARD.parse(line.split_whitespace()) {
            Err(error) => Some(error.to_string()),
            Ok(parsed) if is_run => {
                let call = Call {
                    format: if parsed.options.output.json {
                        Format::Json
                    } else {
                        Format::Text
                    },
                    program: PEGBOARD,
                };
                let ran = parsed.command.run(call);
                ran.err().map(|error| format!("{error:#}"))
            }
            Ok(_) => None,
        }
    }

    /// `clap` accepts an option without the one that it requires if a third one conflicts with the latter.
    #[test]
    fn an_option_is_refused_without_the_one_that_it_requires() {
        use clap::error::{ContextKind, ContextValue, ErrorKind};
        let mut program = PEGBOARD.described();
        program.build();
        let mut tried = 0;
        for command in program
            .get_subcommands()
            .filter(|known| known.get_name() != "help")
        {
            let name = command.get_name();
            let options: Vec<Vec<String>> = command.get_arguments().filter_map(as_typed).collect();
            let board: &[&str] = if command
                .get_arguments()
                .any(|arg| arg.get_id() == "board" && arg.is_positional())
            {
                &["triangle5"]
            } else {
                &[]
            };
            let parsed = |options: &[&Vec<String>]| {
                let options = options
                    .iter()
                    .flat_map(|words| words.iter().map(String::as_str));
                let words: Vec<&str> = ["pegboard", name]
                    .into_iter()
                    .chain(board.iter().copied())
                    .chain(options)
                    .collect();
                PEGBOARD.parse(words)
            };
            for option in &options {
                let Err(error) = parsed(&[option]) else {
                    continue;
                };
                let Some(ContextValue::Strings(missing)) = error
                    .get(ContextKind::InvalidArg)
                    .filter(|_| error.kind() == ErrorKind::MissingRequiredArgument)
                else {
                    continue;
                };
                let supplies =
                    |other: &Vec<String>| missing.iter().any(|text| text.contains(&other[0]));
                for other in options
                    .iter()
                    .filter(|other| *other != option && !supplies(other))
                {
                    tried += 1;
                    assert!(
                        parsed(&[option, other]).is_err(),
                        "{name} {option:?} {other:?}"
                    );
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }

    /// Returns an option with a value, if it takes one.
    fn as_typed(arg: &Arg) -> Option<Vec<String>> {
        let long = format!("--{}", arg.get_long()?);
        if matches!(long.as_str(), "--help" | "--version" | "--json" | "--color") {
            return None;
        }
        let takes_value = arg.get_action().takes_values();
        let names = arg.get_value_names().unwrap_or_default();
        let value = match names.first().map(|name| name.as_str()) {
            _ if !takes_value => return Some(vec![long]),
            Some("TIME") => "1s",
            Some("SIZE") => "1G",
            Some("NUMBER" | "PIXELS") => "5",
            _ => match arg.get_possible_values().first() {
                Some(known) => return Some(vec![long, known.get_name().to_owned()]),
                None => "a1",
            },
        };
        Some(vec![long, value.to_owned()])
    }

    #[test]
    fn quantities_of_every_command_may_be_negative() {
        fn check(command: &clap::Command) -> usize {
            let quantities: Vec<&Arg> = command
                .get_arguments()
                .filter(|arg| quantity::is_quantity(arg))
                .collect();
            for option in &quantities {
                assert!(
                    option.is_allow_hyphen_values_set(),
                    "{}: {option}",
                    command.get_name()
                );
            }
            quantities.len() + command.get_subcommands().map(check).sum::<usize>()
        }
        let mut program = PEGBOARD.described();
        program.build();
        assert!(check(&program) > 20);
    }
}
