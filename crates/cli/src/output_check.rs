//! What a command reads and writes, checked before any work: hours of it may come before the first file is written.

use super::board_name::BoardName;
use anyhow::{Context, bail};
use clap::ArgMatches;
use pegboard::control::whole_file::{behind_links, draft_of};
use std::path::{Path, PathBuf};

/// The arguments of all commands that name files to read, other than the board. A folder counts, too.
const INPUTS: [&str; 7] = [
    "file",
    "start_file",
    "winning",
    "from_bell",
    "from_csv",
    "from_indexed",
    "hosts",
];

/// The options of all commands that name files to write.
const OUTPUTS: [&str; 5] = ["output", "csv", "indexed", "certificate", "map"];

/// The options that name a folder in which files are overwritten.
const FOLDERS: [&str; 1] = ["bell"];

/// The commands whose `--output -` is standard output. The others print something else there.
const WRITES_TO_STANDARD_OUTPUT: [&str; 3] = ["draw", "graph", "import"];

/// Refuses files that a command cannot write, and those that would destroy what it reads or writes elsewhere.
///
/// # Errors
///
/// The first such file, by its name and its option.
pub fn check_outputs(arguments: &ArgMatches) -> anyhow::Result<()> {
    let Some((command, arguments)) = arguments.subcommand() else {
        return Ok(());
    };
    let mut known: Vec<(Option<&str>, PathBuf)> = inputs(arguments)
        .iter()
        .filter_map(|path| Some((None, identity(path)?)))
        .collect();
    for (option, path) in named(arguments, &[&OUTPUTS[..], &FOLDERS].concat()) {
        if path.as_os_str() == "-" {
            check_standard_output(command, option)?;
            continue;
        }
        if let Some(identity) = identity(path) {
            if let Some((other, _)) = known.iter().find(|(_, other)| *other == identity) {
                bail!(collision(option, *other, path));
            }
            known.push((Some(option), identity));
        }
        check_place(option, path)?;
    }
    Ok(())
}

/// The files that are read.
fn inputs(arguments: &ArgMatches) -> Vec<PathBuf> {
    let board = value::<BoardName>(arguments, "board").and_then(BoardName::file);
    let others = named(arguments, &INPUTS).map(|(_, path)| path.to_owned());
    board.into_iter().chain(others).collect()
}

/// The arguments among these that name a file.
fn named<'a>(
    arguments: &'a ArgMatches,
    ids: &[&'static str],
) -> impl Iterator<Item = (&'static str, &'a Path)> {
    ids.iter()
        .filter_map(|id| Some((*id, value::<PathBuf>(arguments, id)?.as_path())))
}

/// The value of an argument, where the command has it and it is of this type.
fn value<'a, T: Clone + Send + Sync + 'static>(
    arguments: &'a ArgMatches,
    id: &str,
) -> Option<&'a T> {
    arguments.try_get_one(id).ok().flatten()
}

/// The one path that all names of a file or a folder share, also where there is nothing yet. A terminal or a pipe can
/// be read and written.
fn identity(path: &Path) -> Option<PathBuf> {
    let target = behind_links(path);
    if target.exists() {
        return (target.is_file() || target.is_dir()).then_some(target);
    }
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    Some(folder.join(target.file_name()?))
}

fn check_standard_output(command: &str, option: &str) -> anyhow::Result<()> {
    if option == "output" && WRITES_TO_STANDARD_OUTPUT.contains(&command) {
        return Ok(());
    }
    bail!(
        "`{} -`: this cannot go to standard output, where `pegboard {command}` prints its result; name a file",
        spelt(option)
    )
}

/// Why a file cannot be written. `other` is the option that names it, too; none where it is read.
fn collision(option: &str, other: Option<&str>, path: &Path) -> String {
    let (option, path) = (spelt(option), path.display());
    match other {
        Some(other) => {
            format!(
                "`{}` and `{option}` both write `{path}`; give each a file of its own",
                spelt(other)
            )
        }
        None => format!(
            "`{option}` would overwrite `{path}`, which the command reads; name another file"
        ),
    }
}

/// Whether a file can be made here.
fn check_place(option: &str, path: &Path) -> anyhow::Result<()> {
    let draft = if FOLDERS.contains(&option) {
        draft_of(&existing_folder(path).join("draft"))
    } else {
        draft_of(&behind_links(path))
    };
    draft
        .map(drop)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// The folder, or the one above it in which it is to be made.
fn existing_folder(path: &Path) -> &Path {
    let found = path.ancestors().find(|folder| folder.exists());
    found.unwrap_or(Path::new("."))
}

/// How an option is written.
fn spelt(option: &str) -> String {
    format!("--{option}")
}
