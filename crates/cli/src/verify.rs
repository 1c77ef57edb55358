use super::answer_text::limit_name;
use super::limit_args::LimitArgs;
use super::named_files::ron_files;
use super::outcome::Outcome;
use super::output::{self, BAD, Format, GOOD, counted, styled};
use super::program::{Call, Run};
use super::watch::Watch;
use clap::Args;
use pegboard::Board;
use pegboard::certificate::check_within;
use pegboard::checker::{Proven, ProvenAnswer, Rejection, Unverified, read_certificates};
use serde::Serialize;
use std::path::PathBuf;

/// Exit codes for `--help`.
const EXIT_CODES: &str = "\
Exit codes:
  0  every certificate is valid
  1  a certificate is invalid
  2  a limit was reached, or Ctrl-C was pressed, before all certificates were checked
  3  a file cannot be read, or is not a certificate";

#[derive(Args)]
#[command(after_help = EXIT_CODES)]
#[command(mut_arg("memory", |arg| arg.help("Maximum memory for the positions of exhaustion proofs: 512M, 2G [default: 512M]")))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct VerifyArgs {
    /// Certificates, atlas files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
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
    board: Option<String>,
    /// Proved answer: `solvable` or `unsolvable`.
    answer: Option<&'static str>,
    jumps: Option<usize>,
    pegs_left: Option<u32>,
    /// Proved fewest moves, if any.
    fewest_moves: Option<usize>,
    /// Proved statement, as a sentence.
    proven: Option<String>,
    /// Number of checked positions of exhaustion proofs.
    positions: Option<String>,
    /// Place of the error in an invalid file.
    place: Option<String>,
    error: Option<String>,
}

impl Run for VerifyArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let files = ron_files(&self.files)?;
        let watch = Watch::start();
        let control = watch.control(self.limits.limits());
        let mut checked = Vec::new();
        for path in files {
            let file = path.display().to_string();
            let read = if control.limit_reached().is_some() {
                Err(Rejection::Stopped {
                    file: file.clone(),
                    positions: 0,
                })
            } else {
                read_certificates(&path)
            };
            match read {
                Ok(certificates) => {
                    checked.extend(certificates.into_iter().map(|certificate| Checked {
                        file: file.clone(),
                        result: check_within(&certificate, &control),
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
            Format::Text => output::print_text(&checked.iter().map(line).collect::<String>())?,
            Format::Json => output::print_json(&VerifyReport {
                valid: checked.iter().all(|checked| checked.result.is_ok()),
                files: checked.iter().map(FileReport::new).collect(),
            })?,
        }
        let unchecked = checked
            .iter()
            .filter(|checked| matches!(checked.result, Err(Rejection::Stopped { .. })))
            .count();
        if let Some(limit) = stopped_by.filter(|_| unchecked > 0) {
            let files = counted(unchecked, "certificate");
            output::print_note(&format!(
                "stopped by {}: {files} not checked",
                limit_name(limit)
            ));
        }
        Ok(outcome(checked.iter().map(|checked| &checked.result)))
    }
}

/// Certificate with the result of its check.
struct Checked {
    file: String,
    /// `None` if the file cannot be read.
    certificate: Option<Unverified>,
    result: Result<Proven, Rejection>,
}

/// Returns the worst outcome: unreadable files weigh most, then stopped checks, then invalid files.
fn outcome<'a>(results: impl Iterator<Item = &'a Result<Proven, Rejection>>) -> Outcome {
    let of_one = |result: &Result<Proven, Rejection>| match result {
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
        Ok(proven) => {
            let name = checked
                .certificate
                .as_ref()
                .map_or(file.as_str(), Unverified::name);
            format!("{} {name}: {}\n", styled(GOOD, "valid:"), proven.sentence)
        }
        Err(Rejection::Stopped { .. }) => String::new(), // one note counts all of them
        Err(rejection @ Rejection::Invalid { .. }) => {
            format!("{} {rejection}\n", styled(BAD, "invalid:"))
        }
        Err(rejection) => format!(
            "{} {}\n",
            styled(BAD, "error:"),
            unreadable(file, rejection)
        ),
    }
}

/// Describes a file that cannot be read as a certificate.
fn unreadable(file: &str, rejection: &Rejection) -> String {
    match Board::load(file) {
        Ok(_) => {
            format!("{file}: not a certificate but a board file; check it with `pegboard check`")
        }
        Err(_) => rejection.to_string(),
    }
}

impl FileReport {
    fn new(checked: &Checked) -> FileReport {
        let Checked { file, result, .. } = checked;
        let certificate = checked.certificate.as_ref();
        let (vacate, finish) = certificate.and_then(Unverified::problem).unzip();
        let proven = result.as_ref().ok();
        let (place, error) = match result {
            Ok(_) => (None, None),
            Err(Rejection::Invalid { place, message, .. }) => {
                (Some(place.clone()), Some(message.clone()))
            }
            Err(rejection @ Rejection::Stopped { .. }) => (None, Some(rejection.to_string())),
            Err(rejection) => (None, Some(unreadable(file, rejection))),
        };
        FileReport {
            file: file.clone(),
            vacate: vacate.map(str::to_owned),
            finish: finish.map(str::to_owned),
            valid: result.is_ok(),
            board: proven.map(|proven| proven.board.clone()),
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
            proven: proven.map(|proven| proven.sentence.clone()),
            positions: proven.map(|proven| proven.positions.to_string()),
            place,
            error,
        }
    }
}
