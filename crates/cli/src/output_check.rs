//! Checks of input and output files before any work, because hours can pass before the first file is written.

use super::atlas::default_folder;
use super::board_name::BoardName;
use super::named_files::is_dash;
use anyhow::{Context, bail};
use clap::ArgMatches;
use pegboard::control::whole_file::{behind_links, draft_of};
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments that name files or folders to read, other than the board.
const INPUTS: [&str; 9] = [
    "file",
    "batch",
    "start_file",
    "pddl",
    "winning",
    "from_bell",
    "from_csv",
    "from_indexed",
    "hosts",
];

/// Options that name files to write.
const OUTPUTS: [&str; 7] = [
    "output",
    "csv",
    "indexed",
    "certificate",
    "map",
    "pack",
    "codes",
];

/// Tables in the folder of an atlas.
const TABLES: [&str; 3] = ["games.csv", "longest.csv", "moves.csv"];

/// Options that name a folder whose files are overwritten.
const FOLDERS: [&str; 2] = ["bell", "codes_folder"];

/// Commands whose `--output -` means standard output.
const WRITES_TO_STANDARD_OUTPUT: [&str; 3] = ["draw", "graph", "import"];

/// Rejects files that cannot be written, and those that would overwrite an input or another output.
///
/// # Errors
///
/// Returns an error that names the first such file and its option.
pub fn check_outputs(arguments: &ArgMatches) -> anyhow::Result<()> {
    let Some((command, arguments)) = arguments.subcommand() else {
        return Ok(());
    };
    check_standard_input(arguments)?;
    let mut known: Vec<(Option<&str>, PathBuf)> = inputs(arguments)
        .iter()
        .filter_map(|path| Some((None, identity(path)?)))
        .collect();
    for (option, path) in named(arguments, &[&OUTPUTS[..], &FOLDERS].concat()) {
        if is_dash(path) {
            check_standard_output(command, option, arguments)?;
            continue;
        }
        if let Some(identity) = identity(path) {
            if let Some((other, _)) = known.iter().find(|(_, other)| *other == identity) {
                bail!(collision(option, *other, path));
            }
            if command != "import" && is_board_file(&identity) {
                bail!(
                    "`{}` would overwrite the board file `{}`; name another file",
                    flag(option),
                    path.display()
                );
            }
            check_folder(arguments, option, &identity)?;
            known.push((Some(option), identity));
        }
        check_place(option, path)?;
    }
    Ok(())
}

/// Returns `true` if there is a board file, or a drawing of a board, at this path: people write them by hand.
fn is_board_file(path: &Path) -> bool {
    const MAX_BYTES: u64 = 1 << 20;
    const DRAWN: &str = "oO.*xX@#●○";
    let is_begin = |line: &str| line.trim_start().starts_with("Board(");
    let is_drawing = |text: &str| {
        !text.trim().is_empty() && text.chars().all(|c| c.is_whitespace() || DRAWN.contains(c))
    };
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= MAX_BYTES)
        && fs::read_to_string(path)
            .is_ok_and(|text| text.lines().any(is_begin) || is_drawing(&text))
}

/// Refuses two inputs from standard input, which can be read only once.
fn check_standard_input(arguments: &ArgMatches) -> anyhow::Result<()> {
    let board = value::<BoardName>(arguments, "board").map(|name| Path::new(name.as_str()));
    let others = named(arguments, &INPUTS).map(|(_, path)| path);
    let readers = board.into_iter().chain(others).filter(|path| is_dash(path));
    if readers.count() > 1 {
        bail!("standard input, `-`, can be read only once; save one of the inputs to a file");
    }
    Ok(())
}

/// Returns the input files.
fn inputs(arguments: &ArgMatches) -> Vec<PathBuf> {
    let board = value::<BoardName>(arguments, "board").and_then(BoardName::file);
    let others = named(arguments, &INPUTS).map(|(_, path)| path.to_owned());
    let labels = value::<String>(arguments, "labels").map(PathBuf::from);
    let labels = labels.filter(|path| path.is_file());
    let atlas = atlas_folder(arguments);
    let tables = atlas
        .iter()
        .flat_map(|folder| TABLES.map(|table| folder.join(table)));
    board
        .into_iter()
        .chain(labels)
        .chain(others)
        .chain(tables)
        .chain(atlas.clone().filter(|path| path.is_file()))
        .collect()
}

/// Returns the folder or the file of an atlas: the given one, or that of the board.
fn atlas_folder(arguments: &ArgMatches) -> Option<PathBuf> {
    let own = || {
        let is_atlas = arguments.try_contains_id("pack").is_ok();
        let board = value::<BoardName>(arguments, "board").filter(|_| is_atlas)?;
        Some(default_folder(board.as_str()))
    };
    value::<PathBuf>(arguments, "folder").cloned().or_else(own)
}

/// Returns the arguments that name a file.
fn named<'a>(
    arguments: &'a ArgMatches,
    ids: &[&'static str],
) -> impl Iterator<Item = (&'static str, &'a Path)> {
    ids.iter()
        .filter_map(|id| Some((*id, value::<PathBuf>(arguments, id)?.as_path())))
}

/// Returns the value of an argument if the command has it with this type.
fn value<'a, T: Clone + Send + Sync + 'static>(
    arguments: &'a ArgMatches,
    id: &str,
) -> Option<&'a T> {
    arguments.try_get_one(id).ok().flatten()
}

/// Rejects a file among those that a folder keeps for later runs: levels of a search, or certificates.
fn check_folder(arguments: &ArgMatches, option: &str, file: &Path) -> anyhow::Result<()> {
    let is_certificate = file.extension().is_some_and(|ending| ending == "ron");
    let is_lock = file.file_name().is_some_and(|name| name == "lock");
    let scratch = value::<PathBuf>(arguments, "scratch").cloned();
    let atlas = atlas_folder(arguments).filter(|_| is_certificate || is_lock);
    for folder in scratch.into_iter().chain(atlas) {
        if identity(&folder).is_some_and(|folder| Some(&*folder) == file.parent()) {
            bail!(
                "`{}` would write into the folder `{}`, among files that later runs read; name a file elsewhere",
                flag(option),
                folder.display()
            );
        }
    }
    Ok(())
}

/// Returns a path that identifies a file or folder, even if it does not exist yet. `None` for terminals and pipes,
/// which can be both read and written.
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

fn check_standard_output(
    command: &str,
    option: &str,
    arguments: &ArgMatches,
) -> anyhow::Result<()> {
    if option == "output" && WRITES_TO_STANDARD_OUTPUT.contains(&command) {
        return Ok(());
    }
    if option == "csv" && !arguments.get_flag("json") {
        return Ok(());
    }
    bail!(
        "`{} -`: `pegboard {command}` prints its result on standard output; name a file",
        flag(option)
    )
}

/// Formats the error for a file with two uses. `other` is the other option, or `None` for an input.
fn collision(option: &str, other: Option<&str>, path: &Path) -> String {
    let (option, path) = (flag(option), path.display());
    match other {
        Some(other) => {
            format!(
                "`{}` and `{option}` both write `{path}`; name different files",
                flag(other)
            )
        }
        None => format!(
            "`{option}` would overwrite `{path}`, which the command reads; name another file"
        ),
    }
}

/// Checks that the file can be created.
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

/// Returns the folder, or its nearest existing ancestor.
fn existing_folder(path: &Path) -> &Path {
    let found = path.ancestors().find(|folder| folder.exists());
    found.unwrap_or(Path::new("."))
}

/// Returns an option as it is typed.
fn flag(option: &str) -> String {
    format!("--{}", option.trim_end_matches("_folder"))
}
