//! What is wrong with a board file, shown where it is wrong.

use super::output::{BAD, styled};
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use pegboard::{Diagnostic, LoadError};
use std::io::Write;
use std::ops::Range;

/// Tells the user about an error, on standard error.
pub fn report(error: &anyhow::Error) {
    let text = match error.downcast_ref::<LoadError>() {
        Some(error) => excerpts(error),
        None => format!("{} {error:#}\n", styled(BAD, "error:")),
    };
    let _ = anstream::stderr().lock().write_all(text.as_bytes()); // when stderr is gone there is nobody to tell
}

/// Each thing that is wrong, with the lines of the file that it is about. An error without a place in a file is
/// only said.
pub fn excerpts(error: &LoadError) -> String {
    let excerpt = |diagnostic: &Diagnostic| match diagnostic.labels().first() {
        Some(first) => excerpt(error, diagnostic, first.range()),
        None => unplaced(error, diagnostic),
    };
    error.diagnostics().iter().map(excerpt).collect()
}

fn unplaced(error: &LoadError, diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help().map(|help| format!("\n  help: {help}")).unwrap_or_default();
    format!("{} {}: {}{help}\n", styled(BAD, "error:"), error.file_name(), diagnostic.message())
}

fn excerpt(error: &LoadError, diagnostic: &Diagnostic, main: Range<usize>) -> String {
    let file = error.file_name();
    let config = Config::default().with_index_type(IndexType::Byte);
    let mut report = Report::build(ReportKind::Error, (file, main)).with_config(config);
    report.set_message(diagnostic.message());
    for label in diagnostic.labels() {
        report.add_label(Label::new((file, label.range())).with_message(label.message()).with_color(ariadne::Color::Red));
    }
    if let Some(help) = diagnostic.help() {
        report.set_help(help);
    }
    let mut text = Vec::new();
    // Writing to memory cannot fail, and a report that could not be laid out still has its message.
    if report.finish().write((file, Source::from(error.source_text())), &mut text).is_err() {
        return unplaced(error, diagnostic);
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Line and column, both from 1, of a byte of a text; the column counts characters.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "one\nzwölf x";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.find('x').unwrap()), (2, 7));
        assert_eq!(line_and_column(text, 999), (2, 8));
    }
}
