use super::board_name::BoardName;
use super::diagnostics::{DiagnosticReport, error_text};
use super::named_files::{is_dash, ron_files};
use super::outcome::Outcome;
use super::output::{self, Format, GOOD, UNSURE, counted, styled};
use super::program::{Call, Run};
use clap::Args;
use pegboard::board::geometry::Structure;
use pegboard::{Board, BoardWarning};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct CheckArgs {
    /// Board files, folders of them, drawings, or names of the library; `-` is standard input
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
        let checked: Vec<Checked> = ron_files(&self.files)?
            .iter()
            .map(|file| load(file))
            .collect();
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

/// Name of a file, with its board or its errors.
type Checked = (String, anyhow::Result<Board>);

fn load(file: &Path) -> Checked {
    let name = file.display().to_string();
    let board = match file.to_str() {
        Some(name) => BoardName::new(name).find(),
        None => Board::load(file).map_err(Into::into),
    };
    if is_dash(file) {
        ("standard input".to_owned(), board)
    } else {
        (name, board)
    }
}

fn print_text(checked: &[Checked]) -> anyhow::Result<()> {
    let text = |(file, result): &Checked| match result {
        Ok(board) => valid_file_text(file, board),
        Err(error) => error_text(error),
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
    fn new(file: &str, result: &anyhow::Result<Board>) -> FileReport {
        let board = result.as_ref().ok();
        let errors = result.as_ref().err().map(DiagnosticReport::of_error);
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

/// Returns the kind of the board in words: `square lattice`.
fn structure_text(board: &Board) -> String {
    match &board.file().lattice {
        Structure::Lattice(lattice) => format!("{lattice} lattice"),
        Structure::Graph(_) => "graph".to_owned(),
        Structure::Lines(_) => "lines of holes".to_owned(),
        Structure::Jumps(_) => "list of jumps".to_owned(),
    }
}
