//! What `ron` says about a text, in the words of board files.

use super::Diagnostic;
use super::fields::NAMES;
use super::span::{Span, span_between};
use super::spelling::nearest;
use ron::error::{Error, SpannedError};

/// Explains an error in `part`, which begins at byte `start` of the file.
pub(super) fn explain(part: &str, start: usize, error: &SpannedError) -> Diagnostic {
    let span = span_between(part, &error.span);
    let shifted = |span: Span| start + span.start..start + span.end;
    let word_span = |word: &str| shifted(last_word(part, &span, word));
    let here = shifted(span.clone());
    match &error.code {
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => Diagnostic::new(format!("`{found}` is not known here"))
            .at(word_span(found), "unknown word")
            .help(choice(found, "possible are", expected)),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            Diagnostic::new("this is not a board")
                .at(here, "expected `Board(`")
                .help(
                    "a board file reads `Board(name: \"…\", lattice: Square, holes: Picture([…]))`",
                )
        }
        Error::ExpectedDifferentStructName { found, .. } => {
            Diagnostic::new(format!("`{found}` is not a board"))
                .at(word_span(found), "expected `Board`")
                .help(match found.as_str() {
                    "Certificate" => "this is a certificate; `pegboard verify` checks it",
                    _ => "a board file begins with `Board(`",
                })
        }
        Error::ExpectedComma => {
            let end = end_of_code(&part[..span.start]);
            match Unclosed::find(part, end) {
                Some(Unclosed { open, end, close }) => Diagnostic::new("a bracket is not closed")
                    .at(shifted(end..end), "after this")
                    .at(shifted(open..open + 1), "opened here")
                    .help(format!("write `{close}` here")),
                None => Diagnostic::new("a comma is missing")
                    .at(shifted(end..end), "after this")
                    .help("write `,` here"),
            }
        }
        Error::TrailingCharacters => Diagnostic::new("the text goes on after the board")
            .at(shifted(next_word(part, span.start)), "from here on")
            .help("a file holds one board; save another one in a file of its own"),
        Error::Eof => Diagnostic::new("the text ends too early").at(here, "the end of the text"),
        Error::ExceededRecursionLimit => {
            Diagnostic::new("brackets are nested too deeply").at(here, "in here")
        }
        other => Diagnostic::new(plain(other)).at(here, "here"),
    }
}

/// A field that no board has.
pub(super) fn unknown_field(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(format!("`{name}` is not a field of a board"))
        .at(place, "unknown field")
        .help(choice(name, "the fields are", NAMES))
}

/// A field that was given before.
pub(super) fn repeated_field(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(format!("the field `{name}` is given twice")).at(place, "given again")
}

/// A field without which there is no board.
pub(super) fn missing_field(name: &str, end: Span) -> Diagnostic {
    Diagnostic::new(format!("the field `{name}` is missing"))
        .at(end, "the board ends here")
        .help("a board needs at least `name`, `lattice` and `holes`")
}

/// What stands between blanks from `place` on.
fn next_word(text: &str, place: usize) -> Span {
    let rest = text[place..].trim_start();
    let start = text.len() - rest.len();
    start..start + rest.find(char::is_whitespace).unwrap_or(rest.len())
}

/// Where the code ends that blanks and line comments follow.
fn end_of_code(text: &str) -> usize {
    let mut end = text.trim_end().len();
    loop {
        let line_start = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &text[line_start..end];
        // A `//` within quotation marks is text.
        let mut comments = line.match_indices("//").map(|(place, _)| place);
        match comments.find(|place| line[..*place].matches('"').count().is_multiple_of(2)) {
            Some(place) => end = text[..line_start + place].trim_end().len(),
            None => return end,
        }
    }
}

/// A bracket that nothing closes.
struct Unclosed {
    /// Where it opens.
    open: usize,
    /// After what it should close.
    end: usize,
    /// What would close it: at the end of the text with all the brackets around it.
    close: String,
}

impl Unclosed {
    /// The first bracket that should close from `end` on, before the text ends or a bracket of another kind closes.
    fn find(text: &str, mut end: usize) -> Option<Unclosed> {
        let mut open: Vec<(usize, char)> = Vec::new();
        for (place, character) in code(text) {
            let closing = open.last().map(|(_, close)| *close);
            match character {
                _ if place < end => nest(&mut open, place, character),
                ')' | ']' | '}' if closing == Some(character) => {
                    open.pop();
                    end = place + 1;
                }
                ')' | ']' | '}' => {
                    return Some(Unclosed {
                        open: open.last()?.0,
                        end,
                        close: closing?.into(),
                    });
                }
                _ => return None,
            }
        }
        let close = open.iter().rev().map(|(_, close)| *close).collect();
        Some(Unclosed {
            open: open.last()?.0,
            end,
            close,
        })
    }
}

/// Keeps account of the open brackets, and of what closes each.
fn nest(open: &mut Vec<(usize, char)>, place: usize, character: char) {
    match character {
        '(' => open.push((place, ')')),
        '[' => open.push((place, ']')),
        '{' => open.push((place, '}')),
        ')' | ']' | '}' => drop(open.pop()),
        _ => {}
    }
}

/// What is neither blank nor a comment, and where it stands. Of a text in quotation marks it is only the first mark.
fn code(text: &str) -> Vec<(usize, char)> {
    let mut code = Vec::new();
    let mut place = 0;
    while let Some(character) = text[place..].chars().next() {
        let rest = &text[place..];
        let comment = comment_length(rest);
        if comment.is_none() && !character.is_whitespace() {
            code.push((place, character));
        }
        let quoted = || {
            if character == '"' {
                quoted_length(rest)
            } else {
                character.len_utf8()
            }
        };
        place += comment.unwrap_or_else(quoted);
    }
    code
}

fn comment_length(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    text.starts_with("/*")
        .then(|| text.find("*/").map_or(text.len(), |end| end + "*/".len()))
}

/// The length of the text in quotation marks with which `text` begins.
fn quoted_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        if character == '"' && !is_escaped {
            return place + 1;
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    text.len()
}

/// The last occurrence of a word up to the end of the span: `ron` counts blanks around words in.
fn last_word(part: &str, span: &Span, word: &str) -> Span {
    match part[..span.end].rfind(word) {
        Some(start) => start..start + word.len(),
        None => span.clone(),
    }
}

/// Advice that names the nearest of the possible words, and all of them.
fn choice(found: &str, lead: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    let all = format!("{lead} {}", all.join(", "));
    match nearest(found, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`? {all}"),
        None => all,
    }
}

/// The sentence of `ron` as part of one.
fn plain(error: &Error) -> String {
    let sentence = error.to_string();
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => sentence,
    }
}
