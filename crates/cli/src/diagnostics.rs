//! Error reports, with excerpts of board files.

use super::answer_text::limit_name;
use super::outcome::{Outcome, gave_up, has_lost_process, innermost, limit_reached};
use super::output::{self, BAD, Format, styled};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use pegboard::control::abridged;
use pegboard::levels::LevelError;
use pegboard::sweep::SweepError;
use pegboard::{Diagnostic, InvalidFile, LimitReached, LoadError, Remedy};
use serde::Serialize;
use std::io::Write;
use std::ops::Range;

/// Reports an error: as text on standard error, or as a JSON object on standard output.
///
/// # Errors
///
/// Returns an error if standard output cannot be written. The first error is then reported as text.
pub fn report(error: &anyhow::Error, format: Format) -> anyhow::Result<()> {
    if format == Format::Text {
        report_text(error);
        return Ok(());
    }
    let printed = output::print_json("error", &ErrorReport::new(error));
    let is_same = |unprinted: &anyhow::Error| sentence(unprinted) == sentence(error);
    if printed.as_ref().is_err_and(|unprinted| !is_same(unprinted)) {
        report_text(error);
    }
    printed
}

/// Reports an error as text on standard error.
pub fn report_text(error: &anyhow::Error) {
    let _ = anstream::stderr()
        .lock()
        .write_all(error_text(error).as_bytes()); // ignore write errors
}

/// Formats an error, with excerpts of a board file.
pub fn error_text(error: &anyhow::Error) -> String {
    match error.downcast_ref::<LoadError>() {
        _ if limit_reached(error).is_some() => {
            format!("{}.\n", stopped(error).replacen("stopped", "Stopped", 1))
        }
        Some(error) => load_error(error),
        None => message(&sentence(error)),
    }
}

/// Report of an error in `--json`.
#[derive(Serialize)]
pub struct ErrorReport {
    kind: ErrorKind,
    pub error: String,
    pub help: Option<String>,
    /// Errors in a board file.
    pub diagnostics: Option<Vec<DiagnosticReport>>,
}

/// Kind of an error, by what a calling program can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ErrorKind {
    /// Change the request: arguments, a board or a position are invalid.
    Input,
    /// Check a file or folder that the system refused to read or write.
    File,
    /// Raise a limit: a limit or Ctrl-C ended the command.
    Limit,
    /// Try again: a random search found nothing.
    NotFound,
    /// Restart the processes: one of them ended.
    Process,
}

impl ErrorKind {
    fn of(error: &anyhow::Error) -> ErrorKind {
        if has_lost_process(error) {
            ErrorKind::Process
        } else if gave_up(error) {
            ErrorKind::NotFound
        } else if Outcome::of_error(error) == Outcome::Undecided {
            ErrorKind::Limit
        } else if error.chain().any(is_file_error) {
            ErrorKind::File
        } else {
            ErrorKind::Input
        }
    }
}

fn is_file_error(cause: &(dyn std::error::Error + 'static)) -> bool {
    let is_unreadable = matches!(cause.downcast_ref(), Some(LoadError::Unreadable { .. }));
    let is_scratch = matches!(
        innermost(cause).downcast_ref(),
        Some(LevelError::Scratch { .. })
    );
    is_unreadable || is_scratch || cause.is::<std::io::Error>()
}

/// Error in a board file.
#[derive(Serialize)]
pub struct DiagnosticReport {
    message: String,
    help: Option<String>,
    /// Place in the file, from 1; null if the error has no place.
    line: Option<usize>,
    column: Option<usize>,
}

impl ErrorReport {
    pub fn new(error: &anyhow::Error) -> ErrorReport {
        let load_error = error
            .chain()
            .find_map(|cause| cause.downcast_ref::<LoadError>());
        if let Some(LoadError::Invalid(file)) = load_error
            && let Some(first) = file.diagnostics().first()
        {
            return ErrorReport {
                kind: ErrorKind::Input,
                error: format!("{}: {}", file.file_name(), first.message),
                help: help(first),
                diagnostics: Some(DiagnosticReport::all(file)),
            };
        }
        let kind = ErrorKind::of(error);
        let message = if limit_reached(error).is_some() {
            stopped(error)
        } else {
            sentence(error)
        };
        let (error, help) = without_advice(&message);
        ErrorReport {
            kind,
            error: error.to_owned(),
            help: help.map(str::to_owned),
            diagnostics: None,
        }
    }

    /// Reports invalid arguments.
    pub fn of_usage(error: &clap::Error) -> ErrorReport {
        let text = error.to_string();
        let (message, help) = text.split_once("\n\n").unwrap_or((&text, ""));
        let message = message.strip_prefix("error: ").unwrap_or(message).trim();
        let help = Some(help.trim().to_owned()).filter(|help| !help.is_empty());
        ErrorReport {
            kind: ErrorKind::Input,
            error: message.to_owned(),
            help,
            diagnostics: None,
        }
    }
}

impl DiagnosticReport {
    pub fn all(file: &InvalidFile) -> Vec<DiagnosticReport> {
        file.diagnostics()
            .iter()
            .map(|each| DiagnosticReport::new(file, each))
            .collect()
    }

    /// Reports the errors in a board file, or an error without a place.
    pub fn of_error(error: &anyhow::Error) -> Vec<DiagnosticReport> {
        match error.downcast_ref() {
            Some(LoadError::Invalid(file)) => DiagnosticReport::all(file),
            _ => vec![DiagnosticReport {
                message: sentence(error),
                help: None,
                line: None,
                column: None,
            }],
        }
    }

    fn new(file: &InvalidFile, diagnostic: &Diagnostic) -> DiagnosticReport {
        let place = diagnostic
            .labels
            .first()
            .map(|(range, _)| file.line_and_column(range.start));
        DiagnosticReport {
            message: diagnostic.message.clone(),
            help: help(diagnostic),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}

/// Describes the limit that ended the command; to reach a limit is not an error.
fn stopped(error: &anyhow::Error) -> String {
    let Some(limit) = limit_reached(error) else {
        return String::new();
    };
    let (by, text) = (
        format!("stopped by {limit}"),
        format!("stopped by {}", limit_name(limit)),
    );
    let sweep_error = innermost(error.as_ref()).downcast_ref::<SweepError>();
    let text = match sweep_error {
        Some(error) => error.to_string().replacen(&by, &text, 1), // the name of a folder may contain the same words
        None => text,
    };
    match limit {
        LimitReached::Memory if sweep_error.is_none_or(SweepError::more_memory_helps) => {
            format!("{text}; raise `--memory`, or give the process more memory")
        }
        _ => text,
    }
}

/// Splits a message from the advice after its first semicolon, ignoring semicolons between backticks, which belong to
/// names.
fn without_advice(message: &str) -> (&str, Option<&str>) {
    let is_outside_names = |place: &usize| message[..*place].matches('`').count().is_multiple_of(2);
    match message
        .match_indices("; ")
        .map(|(place, _)| place)
        .find(is_outside_names)
    {
        Some(place) => (&message[..place], Some(&message[place + 2..])),
        None => (message, None),
    }
}

/// Joins the message of an error with the causes that it omits.
fn sentence(error: &anyhow::Error) -> String {
    let text = error
        .chain()
        .map(ToString::to_string)
        .fold(String::new(), |text, cause| match text.as_str() {
            "" => cause,
            _ if text.contains(&cause) => text,
            _ => format!("{text}: {cause}"),
        });
    abridged(&text)
}

/// Formats the errors of a board file, each with an excerpt of its text.
fn load_error(error: &LoadError) -> String {
    match error {
        LoadError::Invalid(file) => file
            .diagnostics()
            .iter()
            .map(|each| excerpt(file, each))
            .collect(),
        _ => message(&error.to_string()),
    }
}

fn message(text: &str) -> String {
    format!("{} {}\n", styled(BAD, "error:"), abridged(text))
}

/// Returns the help of a diagnostic, with the options that make a choice which the text leaves open.
fn help(diagnostic: &Diagnostic) -> Option<String> {
    let options = match diagnostic.remedy {
        Some(Remedy::Legend) => {
            "say which characters are a hole, a peg, or no hole: `--hole`, `--peg`, `--outside`"
                .to_owned()
        }
        Some(Remedy::Lattice) => "use `--lattice square` or `--lattice triangular`".to_owned(),
        Some(Remedy::Graph) => "or use `--lattice graph` for edges, `--lattice square` or `--lattice triangular` for holes".to_owned(),
        Some(Remedy::BlanksOutside) => {
            "where blanks are places without a hole, say so: `--outside ' '`".to_owned()
        }
        Some(Remedy::Nth { .. }) => {
            "import one of them with `--nth`, such as `--nth 1`, or each into a file of its own with `--all`"
                .to_owned()
        }
        _ => return diagnostic.help.clone(),
    };
    Some(match &diagnostic.help {
        Some(help) => format!("{help}; {options}"),
        None => options,
    })
}

/// Formats a diagnostic with the lines of the file that it refers to, or as a plain message if it has no place.
fn excerpt(file: &InvalidFile, diagnostic: &Diagnostic) -> String {
    let Some((main, _)) = diagnostic.labels.first() else {
        return without_excerpt(file, diagnostic);
    };
    if diagnostic
        .labels
        .iter()
        .any(|(place, _)| is_in_long_line(file.text(), place))
    {
        return without_excerpt(file, diagnostic);
    }
    let name = file.file_name();
    let config = Config::default().with_index_type(IndexType::Byte);
    let mut report = Report::build(
        ReportKind::Custom("error", Color::Red),
        (name, main.clone()),
    )
    .with_config(config);
    report.set_message(abridged(&diagnostic.message));
    for (place, remark) in &diagnostic.labels {
        report.add_label(
            Label::new((name, place.clone()))
                .with_message(abridged(remark))
                .with_color(Color::Red),
        );
    }
    if let Some(help) = help(diagnostic) {
        report.set_help(abridged(&help));
    }
    let mut text = Vec::new();
    match report.finish().write(
        (name, Source::from(without_controls(file.text()))),
        &mut text,
    ) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => without_excerpt(file, diagnostic),
    }
}

/// Replaces control characters, which would change the terminal, by as many bytes that do not.
fn without_controls(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\n' | '\r' | '\t' => character,
            _ if character.is_control() && character.is_ascii() => '?',
            _ if character.is_control() => '¿',
            _ => character,
        })
        .collect()
}

/// Returns `true` if the lines of a place are too long to show.
fn is_in_long_line(text: &str, place: &Range<usize>) -> bool {
    const LONGEST: usize = 400;
    let start = text[..place.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let end = text[place.end..]
        .find('\n')
        .map_or(text.len(), |newline| place.end + newline);
    text[start..end]
        .split('\n')
        .any(|line| line.len() > LONGEST)
}

fn without_excerpt(file: &InvalidFile, diagnostic: &Diagnostic) -> String {
    let help = help(diagnostic)
        .map(|help| format!("\n  help: {help}"))
        .unwrap_or_default();
    let place = diagnostic
        .labels
        .first()
        .map(|(place, _)| file.line_and_column(place.start));
    let place = place.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
    let text = format!("{}{place}: {}{help}", file.file_name(), diagnostic.message);
    message(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn advice_is_split_from_the_error() {
        let parts = |message| without_advice(message);
        assert_eq!(
            parts("no hole `z9`; its holes are a1"),
            ("no hole `z9`", Some("its holes are a1"))
        );
        assert_eq!(
            parts("no board `a; b`; see `boards`"),
            ("no board `a; b`", Some("see `boards`"))
        );
        assert_eq!(
            parts("stopped by the time limit"),
            ("stopped by the time limit", None)
        );
    }

    #[test]
    fn errors_have_kinds() {
        let kind = |error: anyhow::Error| ErrorKind::of(&error);
        assert_eq!(kind(anyhow::anyhow!("no such thing")), ErrorKind::Input);
        assert_eq!(
            kind(std::io::Error::other("disk full").into()),
            ErrorKind::File
        );
        assert_eq!(kind(pegboard::LimitReached::Time.into()), ErrorKind::Limit);
    }

    #[test]
    fn the_name_of_a_folder_is_not_replaced_by_ctrl_c() {
        let folder = Some("cancellation".into());
        let error = SweepError::Stopped {
            limit: pegboard::LimitReached::Cancelled,
            folder,
        };
        let message = stopped(&error.into());
        assert!(
            message.starts_with("stopped by Ctrl-C") && message.contains("cancellation"),
            "{message}"
        );
    }

    #[test]
    fn excerpts_show_no_control_characters() {
        let rest = "lattice: \"\u{7}\", holes: Picture([\"ooo\"]))";
        for end in [String::new(), format!(" // {}", "long".repeat(200))] {
            let text = format!("Board(name: \"t\u{1b}[2J\u{9b}\", {rest}{end}");
            let error = pegboard::Board::parse(&text, "test.ron").unwrap_err();
            let colored = load_error(&error);
            let shown = anstream::adapter::strip_str(&colored).to_string();
            assert!(!colored.contains(['\u{7}', '\u{9b}']), "{colored:?}");
            assert!(shown.contains("`\"\\u{7}\"` is not a lattice"), "{shown}");
            assert_eq!(shown.contains("t?[2J¿\""), end.is_empty(), "{shown}");
        }
    }

    #[test]
    fn a_cause_is_reported_once() {
        let full = || std::io::Error::other("disk full");
        let repeated = anyhow::Error::from(full()).context("cannot write `x`: disk full");
        assert_eq!(sentence(&repeated), "cannot write `x`: disk full");
        let new = Err::<(), _>(full())
            .context("cannot write `x`")
            .unwrap_err();
        assert_eq!(sentence(&new), "cannot write `x`: disk full");
    }
}
