use super::span::{Span, line_and_column};
use crate::control::shortened;
use std::fmt;
use std::ops::Range;

/// Error in a file, with the places in the text that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Message that names the offending text.
    pub message: String,
    /// Remedy.
    pub help: Option<String>,
    /// Byte ranges of the text, each with a remark. The first one is the place of the error. Ranges lie within the
    /// text and on character boundaries.
    pub labels: Vec<(Range<usize>, String)>,
    /// Choice that the user can make to read the text. A program names its own control for it.
    pub remedy: Option<Remedy>,
    /// The two readings of an ambiguous text, in words.
    pub readings: Vec<String>,
}

/// Choice of the user that a text leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// The meaning of a character: [`ImportOptions::legend`](crate::ImportOptions::legend).
    Legend,
    /// The lattice: [`ImportOptions::lattice`](crate::ImportOptions::lattice).
    Lattice,
    /// The kind of a text that can be a graph, or show the places of holes.
    Graph,
    /// A blank as a place without a hole, which separates no columns.
    BlanksOutside,
    /// The number of one board among several: [`ImportOptions::nth`](crate::ImportOptions::nth).
    Nth {
        /// Number of boards.
        boards: usize,
    },
}

impl Diagnostic {
    pub(crate) fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: shortened(&message.into(), LONGEST_MESSAGE),
            help: None,
            labels: Vec::new(),
            remedy: None,
            readings: Vec::new(),
        }
    }

    pub(crate) fn remedy(mut self, remedy: Remedy) -> Diagnostic {
        self.remedy = Some(remedy);
        self
    }

    pub(crate) fn readings(mut self, readings: [String; 2]) -> Diagnostic {
        self.readings = readings.into();
        self
    }

    pub(crate) fn at(mut self, span: Span, remark: impl Into<String>) -> Diagnostic {
        self.labels.push((span, remark.into()));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(shortened(&help.into(), LONGEST_MESSAGE));
        self
    }
}

/// Maximum length of a message or a help text, which quote the file, in characters.
const LONGEST_MESSAGE: usize = 1000;

/// A file that was read but is invalid: its name, its text and its errors.
///
/// The `Display` form lists each diagnostic as `file:line:column: message`, followed by the remedy. To show the
/// offending lines, use [`diagnostics`](InvalidFile::diagnostics) and [`text`](InvalidFile::text).
///
/// ```
/// use pegboard::{Board, LoadError};
/// let text = "Board(\n    name: \"Plus\",\n    lattice: Round,\n    holes: Picture([\"ooo\"]),\n)";
/// let Err(LoadError::Invalid(file)) = Board::parse(text, "plus.ron") else { panic!() };
/// assert_eq!(
///     file.to_string(),
///     "plus.ron:3:14: `Round` is not a lattice\n  help: write `Square`, `Triangular`, `Graph([…])`, \
///      `Lines([…])` or `Jumps([…])`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidFile {
    file_name: String,
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl InvalidFile {
    /// Maximum number of diagnostics.
    const MAX_DIAGNOSTICS: usize = 20;

    /// Requires at least one diagnostic.
    pub(crate) fn new(
        file_name: impl Into<String>,
        text: impl Into<String>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> InvalidFile {
        debug_assert!(!diagnostics.is_empty());
        diagnostics.sort_by_key(|diagnostic| {
            diagnostic
                .labels
                .first()
                .map_or(0, |(span, _)| 1 + span.start as u64)
        });
        let omitted = diagnostics
            .len()
            .saturating_sub(InvalidFile::MAX_DIAGNOSTICS);
        if omitted > 0 {
            diagnostics.truncate(InvalidFile::MAX_DIAGNOSTICS);
            diagnostics.push(Diagnostic::new(format!(
                "{omitted} more errors are not shown"
            )));
        }
        InvalidFile {
            file_name: file_name.into(),
            text: text.into(),
            diagnostics,
        }
    }

    /// Returns the error for a file that is not UTF-8. Invalid bytes are U+FFFD in its text.
    pub(crate) fn not_utf8(
        file_name: impl Into<String>,
        bytes: &[u8],
        error: std::str::Utf8Error,
    ) -> InvalidFile {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let start = error.valid_up_to();
        let byte = bytes.get(start).copied().unwrap_or(0);
        let diagnostic = Diagnostic::new(format!("the byte {byte:#04x} is not UTF-8"))
            .at(
                start..start + char::REPLACEMENT_CHARACTER.len_utf8(),
                "not a character",
            )
            .help("save the file as UTF-8 text");
        InvalidFile::new(file_name, text, vec![diagnostic])
    }

    /// Returns the file name as given.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Returns the text to which the byte ranges of the diagnostics refer.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the errors in the order of the text, at least one.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the line and the column of a byte offset, both from 1. Columns count characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        line_and_column(&self.text, offset)
    }

    fn write_place(&self, f: &mut fmt::Formatter<'_>, span: &Span) -> fmt::Result {
        let (line, column) = self.line_and_column(span.start);
        write!(f, "{}:{line}:{column}", self.file_name)
    }

    fn write_diagnostic(&self, f: &mut fmt::Formatter<'_>, diagnostic: &Diagnostic) -> fmt::Result {
        match diagnostic.labels.first() {
            Some((span, _)) => self.write_place(f, span)?,
            None => f.write_str(&self.file_name)?,
        }
        write!(f, ": {}", diagnostic.message)?;
        for (span, remark) in diagnostic.labels.iter().skip(1) {
            f.write_str("\n  ")?;
            self.write_place(f, span)?;
            write!(f, ": {remark}")?;
        }
        match &diagnostic.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for InvalidFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            self.write_diagnostic(f, diagnostic)?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidFile {}
