//! Standard output: text or JSON, colors only on a terminal, lines wrapped to its width.

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use pegboard::Board;
use pegboard::control::abridged;
pub use pegboard::control::counted;
use pegboard::drawing::Glyphs;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

pub const HEADING: Style = Style::new().bold();
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const UNSURE: Style = AnsiColor::Yellow.on_default().bold();

/// Wraps text in a style. The stream strips styles unless it is a terminal.
pub fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Formats a number of vacancies.
pub fn vacancies(number: usize) -> String {
    match number {
        1 => "1 vacancy".to_owned(),
        several => format!("{several} vacancies"),
    }
}

/// Prints text, with a line break at its end.
pub fn print_text(text: &str) -> anyhow::Result<()> {
    let line_break = if text.ends_with('\n') { "" } else { "\n" };
    let mut stream = anstream::stdout().lock();
    unless_reader_left(write!(stream, "{text}{line_break}").and_then(|()| stream.flush()))
}

/// Version of the `--json` objects described by `crates/cli/output.schema.json`. It increases when a name or a meaning
/// changes, not when fields are added.
pub const SCHEMA: u32 = 1;

/// Report with the schema version, the command and the board in front.
#[derive(Serialize)]
pub struct Headed<'a, T> {
    schema: u32,
    command: &'a str,
    #[serde(flatten)]
    board: Option<ReportedBoard<'a>>,
    #[serde(flatten)]
    report: T,
}

/// Puts the schema version, the command and the board in front of a report.
pub fn headed<'a, T>(
    command: &'a str,
    board: Option<ReportedBoard<'a>>,
    report: T,
) -> Headed<'a, T> {
    Headed {
        schema: SCHEMA,
        command,
        board,
        report,
    }
}

/// Formats one JSON object as a line.
pub fn json_line(report: &impl Serialize) -> anyhow::Result<String> {
    serde_json::to_string(report).context("cannot write the result as JSON")
}

/// Board of a report.
#[derive(Clone, Copy, Serialize)]
pub struct ReportedBoard<'a> {
    /// Argument that finds the board again: its name in the library, or the path of its file. Null if neither is known.
    pub board: Option<&'a str>,
    /// Name in the board file.
    pub title: &'a str,
}

impl<'a> ReportedBoard<'a> {
    /// Describes a board that came out of another file, such as an atlas.
    pub fn of_unnamed(board: &'a Board) -> ReportedBoard<'a> {
        let is_it = |name: &&str| Board::library(name).is_ok_and(|known| known == *board);
        ReportedBoard {
            board: Board::library_name(board.name()).filter(is_it),
            title: board.name(),
        }
    }
}

/// Prints one JSON object without a board. `command` tells objects of different forms apart: it is the name of the
/// command, with the option that changes the form.
pub fn print_json(command: &str, report: &impl Serialize) -> anyhow::Result<()> {
    print_headed(command, None, report)
}

/// Prints one JSON object about a board.
pub fn print_board_json(
    command: &str,
    board: ReportedBoard<'_>,
    report: &impl Serialize,
) -> anyhow::Result<()> {
    print_headed(command, Some(board), report)
}

fn print_headed(
    command: &str,
    board: Option<ReportedBoard<'_>>,
    report: &impl Serialize,
) -> anyhow::Result<()> {
    let json = serde_json::to_string_pretty(&headed(command, board, report))
        .context("cannot write the result as JSON")?;
    print_bytes((json + "\n").as_bytes())
}

/// Prints the help or the version.
pub fn print_help(help: &clap::Error) -> anyhow::Result<()> {
    unless_reader_left(help.print().and_then(|()| io::stdout().flush()))
}

/// Prints bytes unchanged.
pub fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stream = io::stdout().lock();
    unless_reader_left(stream.write_all(bytes).and_then(|()| stream.flush()))
}

/// Prints what `write` writes, until the reader closes the pipe.
pub fn print_written(
    write: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut stream = io::stdout().lock();
    unless_reader_left(write(&mut stream).and_then(|()| stream.flush()))
}

/// Prints a note on standard error.
pub fn print_note(text: &str) {
    print_aside("note:", text);
}

/// Prints a warning about the input on standard error.
pub fn print_warning(warning: impl std::fmt::Display) {
    print_aside("warning:", &warning.to_string());
}

fn print_aside(kind: &str, text: &str) {
    let line = format!("{} {}\n", styled(UNSURE, kind), abridged(text));
    let _ = anstream::stderr().lock().write_all(line.as_bytes()); // ignore write errors
}

/// Prints pieces of text as they arrive, until the reader closes the pipe.
pub fn print_pieces(pieces: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
    let lines = io::stdout().lock();
    // On a terminal each line should appear at once; a pipe is faster with larger pieces.
    let mut stream: Box<dyn Write> = if lines.is_terminal() {
        Box::new(lines)
    } else {
        Box::new(io::BufWriter::new(lines))
    };
    let mut pieces = pieces.into_iter();
    let printed = pieces
        .try_for_each(|piece| stream.write_all(piece.as_bytes()))
        .and_then(|()| stream.flush());
    unless_reader_left(printed)
}

/// Ignores a closed pipe, which `| head` leaves behind.
fn unless_reader_left(printed: io::Result<()>) -> anyhow::Result<()> {
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Returns the width of the terminal in characters, or 80.
pub fn line_width() -> usize {
    const DEFAULT: usize = 80;
    terminal_size::terminal_size_of(io::stdout()).map_or(DEFAULT, |(width, _)| usize::from(width.0))
}

/// Wraps words into lines of at most `width` characters.
pub fn wrapped<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>, width: usize) -> String {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in words {
        let word = word.as_ref();
        let more = word.chars().count();
        let line = match lines.last_mut() {
            Some(line) if length == 0 || length + 1 + more <= width => line,
            _ => {
                lines.push(String::new());
                length = 0;
                let last = lines.len() - 1;
                &mut lines[last]
            }
        };
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += more;
    }
    lines.join("\n")
}

/// Joins the sections of a text with blank lines, without the empty ones.
pub fn joined(sections: impl IntoIterator<Item = String>) -> String {
    let sections = sections.into_iter().filter(|section| !section.is_empty());
    sections.collect::<Vec<_>>().join("\n\n")
}

/// Returns the glyphs of pictures, with `--ascii` or without.
pub fn glyphs(is_ascii: bool) -> Glyphs {
    if is_ascii {
        Glyphs::ASCII
    } else {
        Glyphs::ROUND
    }
}

/// Indents every line.
pub fn indented(text: &str, by: usize) -> String {
    let indent = " ".repeat(by);
    text.lines()
        .map(|line| format!("{indent}{line}").trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Highlights the peg that moved last.
pub fn painted(picture: &str) -> String {
    let landed = |glyph: char| styled(AnsiColor::BrightRed.on_default().bold(), glyph);
    picture
        .replace('◉', &landed('◉'))
        .replace('@', &landed('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_before_a_word_that_does_not_fit() {
        assert_eq!(
            wrapped(["a1-a3,", "b2-d2,", "c1-c3"], 13),
            "a1-a3, b2-d2,\nc1-c3"
        );
        assert_eq!(wrapped(["a1-a3-c3-c5,", "b2-d2"], 5), "a1-a3-c3-c5,\nb2-d2");
        assert_eq!(wrapped([""; 0], 5), "");
    }
}
