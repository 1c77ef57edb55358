//! Syntax errors of `ron`, explained in terms of board files.

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
        } => Diagnostic::new(format!("`{found}` is unknown here"))
            .at(word_span(found), "unknown word")
            .help(choice(found, "expected one of", expected)),
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
        Error::TrailingCharacters => Diagnostic::new("unexpected text after the board")
            .at(shifted(next_word(part, span.start)), "from here on")
            .help("a file holds one board; save each board in its own file"),
        Error::Eof => Diagnostic::new("unexpected end of the text").at(here, "the text ends here"),
        Error::ExceededRecursionLimit => {
            Diagnostic::new("brackets are nested too deeply").at(here, "here")
        }
        Error::UnexpectedChar('“' | '”' | '„' | '‘' | '’') => {
            Diagnostic::new("quotation marks must be straight")
                .at(here, "a curly one")
                .help("write text in straight quotation marks: \"…\"")
        }
        Error::UnexpectedChar(character) => {
            Diagnostic::new(format!("unexpected `{character}`")).at(here, "here")
        }
        Error::ExpectedAttribute => Diagnostic::new("unexpected `#`")
            .at(word_span("#"), "here")
            .help("write comments after `//`"),
        Error::ExpectedMapColon => Diagnostic::new("a colon is missing")
            .at(shifted(next_word(part, span.start)), "before this")
            .help("write `:` between a field and its value"),
        Error::ExpectedIdentifier => Diagnostic::new("a name is missing")
            .at(here, "before this")
            .help("write the name of a field without quotation marks: `name: …`"),
        Error::ExpectedStringEnd => Diagnostic::new("a text is not closed")
            .at(here, "begins here")
            .help("write `\"` at its end"),
        Error::InvalidEscape(_) => Diagnostic::new("unknown escape sequence")
            .at(here, "here")
            .help("write `\\\\` for a backslash and `\\\"` for a quotation mark"),
        other => Diagnostic::new(plain(other)).at(here, "here"),
    }
}

/// Returns the error for an unknown field.
pub(super) fn unknown_field(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(format!("`{name}` is not a field of a board"))
        .at(place, "unknown field")
        .help(choice(name, "the fields are", NAMES))
}

/// Returns the error for a repeated field.
pub(super) fn repeated_field(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(format!("the field `{name}` is given twice")).at(place, "given again")
}

/// Returns the error for a missing field.
pub(super) fn missing_field(name: &str, end: Span) -> Diagnostic {
    Diagnostic::new(format!("the field `{name}` is missing"))
        .at(end, "the board ends here")
        .help("a board needs `name` and `lattice`, and on a lattice also `holes`")
}

/// Returns the span of the first word from `place` on.
fn next_word(text: &str, place: usize) -> Span {
    let rest = text[place..].trim_start();
    let start = text.len() - rest.len();
    start..start + rest.find(char::is_whitespace).unwrap_or(rest.len())
}

/// Returns the end of the code before trailing blanks and line comments.
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

/// Unclosed bracket.
struct Unclosed {
    /// Offset of the bracket.
    open: usize,
    /// Offset after which it should close.
    end: usize,
    /// Missing closing brackets; at the end of the text, also those of the enclosing brackets.
    close: String,
}

impl Unclosed {
    /// Returns the first bracket that is still open where, from `end` on, the text ends or a bracket of another kind
    /// closes. Returns `None` if other code comes first.
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

/// Updates the stack of open brackets with their closing counterparts.
fn nest(open: &mut Vec<(usize, char)>, place: usize, character: char) {
    match character {
        '(' => open.push((place, ')')),
        '[' => open.push((place, ']')),
        '{' => open.push((place, '}')),
        ')' | ']' | '}' => drop(open.pop()),
        _ => {}
    }
}

/// Returns the characters of the code with their offsets, without blanks and comments. Strings are represented by
/// their first quotation mark.
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

/// Returns the length of the string literal at the start of `text`.
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

/// Returns the span of the last occurrence of a word up to the end of a span of `ron`, which includes blanks.
fn last_word(part: &str, span: &Span, word: &str) -> Span {
    match part[..span.end].rfind(word) {
        Some(start) => start..start + word.len(),
        None => span.clone(),
    }
}

/// Suggests the closest known word and lists all of them.
fn choice(found: &str, lead: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    let all = format!("{lead} {}", all.join(", "));
    match nearest(found, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`? {all}"),
        None => all,
    }
}

/// Formats an error of `ron` as part of a sentence.
fn plain(error: &Error) -> String {
    let sentence = error.to_string();
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => sentence,
    }
}
