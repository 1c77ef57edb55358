use super::diagnostics::{DiagnosticReport, load_error};
use super::named_files::ron_files;
use super::outcome::Outcome;
use super::output::{self, Format, GOOD, UNSURE, counted, styled};
use super::problem_args::read;
use super::program::{Call, Run};
use clap::Args;
use pegboard::board::geometry::Structure;
use pegboard::{Board, BoardWarning, LoadError};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct CheckArgs {
    /// Board files, or folders of them; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct CheckReport {
    valid: bool,
    files: Vec<FileReport>,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    valid: bool,
    /// Name of the board, if the file is valid.
    title: Option<String>,
    holes: Option<usize>,
    errors: Vec<DiagnosticReport>,
    warnings: Vec<String>,
}

impl Run for CheckArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let checked: Vec<(String, Result<Board, LoadError>)> = ron_files(&self.files)?
            .iter()
            .map(|file| load(file))
            .collect::<Result<_, _>>()?;
        let valid = checked.iter().all(|(_, result)| result.is_ok());
        match call.format {
            Format::Text => print_text(&checked)?,
            Format::Json => {
                let files = checked
                    .iter()
                    .map(|(file, result)| FileReport::new(file, result))
                    .collect();
                output::print_json("check", &CheckReport { valid, files })?;
            }
        }
        Ok(if valid {
            Outcome::Done
        } else {
            Outcome::BadInput
        })
    }
}

/// Loads a file and returns its name, with its board or its errors.
fn load(file: &Path) -> anyhow::Result<(String, Result<Board, LoadError>)> {
    if file.as_os_str() == "-" {
        const NAME: &str = "standard input";
        return Ok((NAME.to_owned(), Board::parse(&read(file)?, NAME)));
    }
    Ok((file.display().to_string(), Board::load(file)))
}

fn print_text(checked: &[(String, Result<Board, LoadError>)]) -> anyhow::Result<()> {
    let text = |(file, result): &(String, Result<Board, LoadError>)| match result {
        Ok(board) => valid_file_text(file, board),
        Err(error) => load_error(error),
    };
    output::print_text(&checked.iter().map(text).collect::<String>())
}

fn valid_file_text(file: &str, board: &Board) -> String {
    let ok = format!(
        "{} {file}: {}, {}, {}, symmetry {}\n",
        styled(GOOD, "ok:"),
        board.name(),
        counted(board.hole_count(), "hole"),
        structure_text(board),
        board.symmetry_group()
    );
    let warning =
        |warning: &BoardWarning| format!("{} {file}: {warning}\n", styled(UNSURE, "warning:"));
    let warnings: String = board.warnings().iter().map(warning).collect();
    // A board without jumps is useless, so its warnings come first.
    if board.jumps().is_empty() {
        warnings + &ok
    } else {
        ok + &warnings
    }
}

impl FileReport {
    fn new(file: &str, result: &Result<Board, LoadError>) -> FileReport {
        let board = result.as_ref().ok();
        let errors = result.as_ref().err().map(errors);
        FileReport {
            file: file.to_owned(),
            valid: result.is_ok(),
            title: board.map(|board| board.name().to_owned()),
            holes: board.map(Board::hole_count),
            errors: errors.unwrap_or_default(),
            warnings: board
                .map(|b| b.warnings().iter().map(ToString::to_string).collect())
                .unwrap_or_default(),
        }
    }
}

fn errors(error: &LoadError) -> Vec<DiagnosticReport> {
    match error {
        LoadError::Invalid(file) => DiagnosticReport::all(file),
        _ => vec![DiagnosticReport::of_message(error.to_string())],
    }
}

/// Returns the kind of the board in words: `square lattice`.
fn structure_text(board: &Board) -> String {
    match &board.file().lattice {
        Structure::Lattice(lattice) => format!("{lattice} lattice"),
        Structure::Graph(_) => "graph".to_owned(),
        Structure::Lines(_) => "lines of holes".to_owned(),
        Structure::Jumps(_) => "list of jumps".to_owned(),
    }
}
