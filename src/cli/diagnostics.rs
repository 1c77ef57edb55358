//! Errors in board files, shown where they are.

use super::outcome::limit_reached;
use super::output::{BAD, styled};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use pegboard::sweep::SweepError;
use pegboard::{Diagnostic, InvalidFile, LimitReached, LoadError};
use std::io::Write;

/// Reports an error on standard error.
pub fn report(error: &anyhow::Error) {
    let text = match error.downcast_ref::<LoadError>() {
        Some(error) => load_error(error),
        None => match limit_reached(error) {
            Some(limit) => stopped(limit, error),
            None => message(format_args!("{}", with_causes(error))),
        },
    };
    let _ = anstream::stderr().lock().write_all(text.as_bytes()); // when stderr is gone there is nobody to tell
}

/// That a limit or Ctrl-C ended the command is no error.
fn stopped(limit: LimitReached, error: &anyhow::Error) -> String {
    let kept = error.downcast_ref::<SweepError>().map(ToString::to_string);
    let sentence = kept.unwrap_or_else(|| format!("stopped by {limit}")).replacen("stopped", "Stopped", 1);
    format!("{}.\n", sentence.replace("cancellation", "Ctrl-C"))
}

/// The error, and each of its causes that it does not print itself.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        told if told.contains(&cause) => text,
        _ => format!("{text}: {cause}"),
    })
}

/// The errors of a board file, each with an excerpt of its text.
pub fn load_error(error: &LoadError) -> String {
    match error {
        LoadError::Invalid(file) => file.diagnostics().iter().map(|each| excerpt(file, each)).collect(),
        _ => message(format_args!("{error}")),
    }
}

fn message(text: std::fmt::Arguments<'_>) -> String {
    format!("{} {text}\n", styled(BAD, "error:"))
}

/// The lines of the file that a diagnostic is about; a diagnostic without a place is only a message.
fn excerpt(file: &InvalidFile, diagnostic: &Diagnostic) -> String {
    let Some((main, _)) = diagnostic.labels.first() else {
        return without_excerpt(file, diagnostic);
    };
    let name = file.file_name();
    let config = Config::default().with_index_type(IndexType::Byte);
    let mut report =
        Report::build(ReportKind::Custom("error", Color::Red), (name, main.clone())).with_config(config);
    report.set_message(&diagnostic.message);
    for (place, remark) in &diagnostic.labels {
        report.add_label(Label::new((name, place.clone())).with_message(remark).with_color(Color::Red));
    }
    if let Some(help) = &diagnostic.help {
        report.set_help(help);
    }
    let mut text = Vec::new();
    match report.finish().write((name, Source::from(file.text())), &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => without_excerpt(file, diagnostic),
    }
}

fn without_excerpt(file: &InvalidFile, diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
    message(format_args!("{}: {}{help}", file.file_name(), diagnostic.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_cause_is_told_once() {
        let full = || std::io::Error::other("disk full");
        let told = anyhow::Error::from(full()).context("cannot write `x`: disk full");
        assert_eq!(with_causes(&told), "cannot write `x`: disk full");
        let untold = Err::<(), _>(full()).context("cannot write `x`").unwrap_err();
        assert_eq!(with_causes(&untold), "cannot write `x`: disk full");
    }
}
