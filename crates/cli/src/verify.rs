use super::answer_text::limit_name;
use super::board_name::{BoardName, LabelArgs};
use super::limit_args::LimitArgs;
use super::named_files::ron_files;
use super::outcome::Outcome;
use super::output::{self, BAD, Format, GOOD, ReportedBoard, counted, styled};
use super::problem_args::read;
use super::program::{Call, Run, with_help};
use super::verify_winning::{check_set, proven_sentence};
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use pegboard::Board;
use pegboard::certificate::{check_within, is_described, read_within};
use pegboard::checker::{Proven, ProvenAnswer, Rejection, Unverified};
use pegboard::control::abridged;
use pegboard::winning::{WinningSet, is_winning_file};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Exit codes for `--help`.
const EXIT_CODES: &str = "\
Exit codes:
  0  every file is valid
  1  a file is invalid
  2  a limit was reached, or Ctrl-C was pressed, before all files were checked
  3  a file cannot be read, or is neither a certificate nor a file of winning positions";

#[derive(Args)]
#[command(after_long_help = EXIT_CODES)]
#[command(mut_arg("memory", |memory| with_help(
    memory,
    "Maximum memory for positions: 512M, 2G",
    "The default is 512M for exhaustion proofs, and half of the free memory for files of winning positions. Positions that \
     do not fit go to a temporary folder."
)))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct VerifyArgs {
    /// Certificates, atlas files, or folders of them; files of winning positions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Board of the winning positions, if it is not in the library
    #[arg(long, value_name = "BOARD", hide_possible_values = true)]
    board: Option<BoardName>,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Serialize)]
struct VerifyReport {
    valid: bool,
    files: Vec<FileReport>,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    /// Problem of a certificate in an atlas file: vacancy and finish.
    vacate: Option<String>,
    finish: Option<String>,
    valid: bool,
    /// Name of the board in the library, if it is a board of the library.
    board: Option<String>,
    /// Name of the board in the file.
    title: Option<String>,
    /// Proved answer: `solvable` or `unsolvable`.
    answer: Option<&'static str>,
    jumps: Option<usize>,
    pegs_left: Option<u32>,
    /// Proved fewest moves, if any.
    fewest_moves: Option<usize>,
    /// Proved statement, as a sentence.
    proven: Option<String>,
    /// Number of checked positions of exhaustion proofs, or of the positions in a file of winning positions.
    positions: Option<String>,
    /// Place of the error in an invalid file.
    place: Option<String>,
    error: Option<String>,
}

impl Run for VerifyArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let files = ron_files(&self.files)?;
        if self.board.is_none() && self.labels.are_given() {
            bail!(
                "`--labels` gives labels to the board of winning positions; name it with `--board`"
            );
        }
        let board = self.board.as_ref().map(BoardName::find_and_warn);
        let board = board.transpose()?;
        let board = board.map(|board| self.labels.applied(board)).transpose()?;
        let has_sets = files.iter().any(|path| is_winning_file(path));
        if board.is_some() && !has_sets {
            bail!("`--board` is for files of winning positions; a certificate contains its board");
        }
        let watch = Watch::start();
        let control = watch.control(self.limits.limits());
        let (mut checked, mut notes) = (Vec::new(), Vec::new());
        for path in files {
            let file = path.display().to_string();
            if is_winning_file(&path) && control.limit_reached().is_none() {
                let result = check_set(&path, board.as_ref(), &control, &mut notes);
                checked.push(Checked {
                    file,
                    certificate: None,
                    result: result.map(Verified::Winning),
                });
                continue;
            }
            match read_within(&path, &control) {
                Ok(certificates) => {
                    checked.extend(certificates.into_iter().map(|certificate| Checked {
                        file: file.clone(),
                        result: check_within(&certificate, &control).map(Verified::Certificate),
                        certificate: Some(certificate),
                    }))
                }
                Err(rejection) => checked.push(Checked {
                    file,
                    certificate: None,
                    result: Err(rejection),
                }),
            }
        }
        let stopped_by = control.limit_reached();
        drop(watch); // before anything is printed
        match call.format {
            Format::Text if checked.iter().all(|checked| line(checked).is_empty()) => {}
            Format::Text => output::print_text(&checked.iter().map(line).collect::<String>())?,
            Format::Json => output::print_json(
                "verify",
                &VerifyReport {
                    valid: checked.iter().all(|checked| checked.result.is_ok()),
                    files: checked.iter().map(FileReport::new).collect(),
                },
            )?,
        }
        let unchecked = checked
            .iter()
            .filter(|checked| matches!(checked.result, Err(Rejection::Stopped { .. })))
            .count();
        if let Some(limit) = stopped_by.filter(|_| unchecked > 0) {
            let files = counted(unchecked, if has_sets { "file" } else { "certificate" });
            output::print_note(&format!(
                "stopped by {}: {files} not checked",
                limit_name(limit)
            ));
        }
        notes.iter().for_each(|note| output::print_note(note));
        Ok(outcome(checked.iter().map(|checked| &checked.result)))
    }
}

/// Certificate with the result of its check.
struct Checked {
    file: String,
    /// `None` if the file cannot be read.
    certificate: Option<Unverified>,
    result: Result<Verified, Rejection>,
}

/// Contents of a valid file.
enum Verified {
    Certificate(Proven),
    Winning(WinningSet),
}

impl Verified {
    fn sentence(&self) -> String {
        match self {
            Verified::Certificate(proven) => proven.sentence.clone(),
            Verified::Winning(set) => proven_sentence(set),
        }
    }
}

/// Returns the worst outcome: unreadable files weigh most, then stopped checks, then invalid files.
fn outcome<'a>(results: impl Iterator<Item = &'a Result<Verified, Rejection>>) -> Outcome {
    let of_one = |result: &Result<Verified, Rejection>| match result {
        Ok(_) => Outcome::Done,
        Err(Rejection::Invalid { .. }) => Outcome::Unsolvable, // exit code 1
        Err(Rejection::Stopped { .. }) => Outcome::Undecided,
        Err(_) => Outcome::BadInput,
    };
    results
        .map(of_one)
        .max_by_key(|outcome| *outcome as u8)
        .unwrap_or(Outcome::Done)
}

fn line(checked: &Checked) -> String {
    let file = &checked.file;
    match &checked.result {
        Ok(verified) => {
            let name = checked
                .certificate
                .as_ref()
                .map_or(file.as_str(), Unverified::name);
            format!(
                "{} {}: {}\n",
                styled(GOOD, "valid:"),
                abridged(name),
                verified.sentence()
            )
        }
        Err(Rejection::Stopped { .. }) => String::new(), // one note counts all of them
        Err(rejection @ Rejection::Invalid { .. }) => {
            format!(
                "{} {}\n",
                styled(BAD, "invalid:"),
                abridged(&rejection.to_string())
            )
        }
        Err(rejection) => format!(
            "{} {}\n",
            styled(BAD, "error:"),
            abridged(&unreadable(file, rejection))
        ),
    }
}

/// Describes a file that cannot be read as a certificate.
fn unreadable(file: &str, rejection: &Rejection) -> String {
    if !Path::new(file).is_file() {
        return rejection.to_string(); // reading a pipe again would wait for more
    }
    // A file that is not text counts as a certificate, because its error names the byte.
    let text = read(Path::new(file)).unwrap_or_else(|_| "(".to_owned());
    match Board::load(file) {
        Ok(_) => {
            format!("{file}: not a certificate but a board file; check it with `pegboard check`")
        }
        Err(_) if text.trim().is_empty() => format!("{file}: the file is empty"),
        Err(_) if !begins_as_certificate(&text) => format!(
            "{file}: not a certificate; to check a written game, give its moves to `pegboard hint BOARD --played MOVES`"
        ),
        Err(_) => rejection.to_string(),
    }
}

/// Returns `true` for a text that begins with a bracket, a comment, or the name of a structure before a bracket.
fn begins_as_certificate(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(char::is_alphabetic);
    let is_named = rest.len() < text.len() && rest.trim_start().starts_with('(');
    is_named || text.starts_with(['(', '[', '{', '/']) || text.starts_with("#!")
}

/// Returns the library name of the board of a certificate, if the library has this board.
fn library_name(proven: &Proven) -> Option<&'static str> {
    let name = Board::library_name(&proven.board.name)?;
    let board = Board::library(name).ok()?;
    is_described(&board, &proven.board).then_some(name)
}

impl FileReport {
    fn new(checked: &Checked) -> FileReport {
        let Checked { file, result, .. } = checked;
        let certificate = checked.certificate.as_ref();
        let (vacate, finish) = certificate.and_then(Unverified::problem).unzip();
        let (proven, set) = match result {
            Ok(Verified::Certificate(proven)) => (Some(proven), None),
            Ok(Verified::Winning(set)) => (None, Some(set)),
            Err(_) => (None, None),
        };
        let (board, title) = match (proven, set) {
            (Some(proven), _) => (
                library_name(proven).map(str::to_owned),
                Some(proven.board.name.clone()),
            ),
            (None, Some(set)) => {
                let ReportedBoard { board, title } = ReportedBoard::of_unnamed(set.board());
                (board.map(str::to_owned), Some(title.to_owned()))
            }
            (None, None) => (None, None),
        };
        let positions = proven.map(|proven| proven.positions.to_string());
        let (place, error) = match result {
            Ok(_) => (None, None),
            Err(Rejection::Invalid { place, message, .. }) => {
                (Some(place.clone()), Some(message.clone()))
            }
            Err(rejection @ Rejection::Stopped { .. }) => (None, Some(rejection.to_string())),
            Err(rejection) => (None, Some(abridged(&unreadable(file, rejection)))),
        };
        FileReport {
            file: file.clone(),
            vacate: vacate.map(str::to_owned),
            finish: finish.map(str::to_owned),
            valid: result.is_ok(),
            board,
            title,
            answer: proven.map(|proven| match proven.answer {
                ProvenAnswer::Unsolvable { .. } => "unsolvable",
                ProvenAnswer::Solvable { .. }
                | ProvenAnswer::Fewest { .. }
                | ProvenAnswer::FewestMoves { .. } => "solvable",
            }),
            jumps: proven.and_then(|proven| match proven.answer {
                ProvenAnswer::Solvable { jumps } | ProvenAnswer::FewestMoves { jumps, .. } => {
                    Some(jumps)
                }
                _ => None,
            }),
            pegs_left: proven.and_then(|proven| match proven.answer {
                ProvenAnswer::Fewest { pegs } => Some(pegs),
                _ => None,
            }),
            fewest_moves: proven.and_then(|proven| match proven.answer {
                ProvenAnswer::FewestMoves { moves, .. } => Some(moves),
                _ => None,
            }),
            proven: result.as_ref().ok().map(Verified::sentence),
            positions: positions.or_else(|| Some(set?.len().to_string())),
            place,
            error,
        }
    }
}
