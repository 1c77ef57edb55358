//! Arrays of numbers or letters: JSON, Python, C, and lines of values apart by commas or tabs.

use super::cells::{Cells, Mark, Spacing};
use super::text::{Glyph, Line};
use crate::board::file::span::Span;

/// Array that a text holds.
pub(super) enum Array {
    Cells(Cells),
    /// Each row is one text.
    Lines(Vec<Line>),
}

/// Token of an array.
#[derive(Default)]
struct Token {
    text: String,
    span: Span,
    /// Glyphs within the quotation marks.
    glyphs: Line,
}

/// Returns the array of a text, if it is one.
pub(super) fn read(lines: &[Line]) -> Option<Array> {
    let first = lines.iter().flatten().find(|glyph| !glyph.is_blank())?;
    let has_brackets = "[{(".contains(first.character) || begins_after_equals(lines);
    let rows = if has_brackets {
        bracketed(lines)?
    } else {
        separated(lines)?
    };
    let tokens = || rows.iter().flatten();
    let is_text = |token: &Token| token.glyphs.len() > 1;
    if rows.iter().all(|row| row.len() == 1) && tokens().any(is_text)
        || rows.len() == 1 && tokens().count() > 1 && tokens().all(is_text)
    {
        let lines = tokens().map(|token| {
            let mut line = token.glyphs.clone();
            let left = line.first().map_or(0, |glyph| glyph.column);
            line.iter_mut().for_each(|glyph| glyph.column -= left);
            line
        });
        return Some(Array::Lines(lines.collect()));
    }
    if tokens().any(|token| token.text.chars().count() > LONGEST_WORD) {
        return None;
    }
    let mut cells = Cells {
        spacing: Spacing::Exact,
        widths: rows.iter().map(Vec::len).collect(),
        ..Cells::default()
    };
    for (row, tokens) in rows.iter().enumerate() {
        for (column, token) in tokens.iter().enumerate() {
            if ["", " ", "None", "null", "nil"].contains(&token.text.as_str()) {
                continue;
            }
            let symbol = cells.symbol(&token.text);
            cells.marks.push(Mark {
                row,
                column,
                span: token.span.clone(),
                symbol,
            });
        }
    }
    Some(Array::Cells(cells))
}

/// Maximum length of a value.
const LONGEST_WORD: usize = 12;

/// Returns `true` for `name = [`.
fn begins_after_equals(lines: &[Line]) -> bool {
    let mut characters = lines.iter().flatten().map(|glyph| glyph.character);
    let mut has_name = false;
    while let Some(character) = characters.next() {
        match character {
            '=' if has_name => {
                return characters
                    .find(|next| *next != ' ')
                    .is_some_and(|next| "[{(".contains(next));
            }
            _ => has_name |= character.is_alphabetic(),
        }
        if !(character.is_alphanumeric() || " _[].:<>&*,".contains(character)) {
            return false;
        }
    }
    false
}

/// Returns the rows of an array in brackets.
fn bracketed(lines: &[Line]) -> Option<Vec<Vec<Token>>> {
    let is_open = |character| "[{(".contains(character);
    let starts_after = if begins_after_equals(lines) {
        '='
    } else {
        '\0'
    };
    let mut has_started = starts_after == '\0';
    let mut rows: Vec<Vec<Token>> = Vec::new();
    let mut row: Vec<Token> = Vec::new();
    let (mut depth, mut deepest) = (0usize, 0);
    // Brackets that are closed on the outermost level, and the most values between them.
    let (mut closed, mut most_values, mut before_bracket) = (0, 0, 0);
    // Rows of a flat array, by its lines.
    let mut by_lines: Vec<usize> = Vec::new();
    for line in lines {
        let mut glyphs = line.iter().peekable();
        let before = row.len();
        while let Some(glyph) = glyphs.next() {
            let character = glyph.character;
            if !has_started {
                has_started = character == '=';
                continue;
            }
            match character {
                _ if is_open(character) => {
                    if depth == 0 {
                        before_bracket = row.len();
                    }
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                ']' | '}' | ')' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        closed += 1;
                        most_values = most_values.max(row.len().saturating_sub(before_bracket));
                    }
                    if !row.is_empty() && depth > 0 {
                        rows.push(std::mem::take(&mut row));
                    }
                }
                ';' if depth > 0 && !row.is_empty() => rows.push(std::mem::take(&mut row)),
                ' ' | '\t' | ',' | ';' => {}
                _ if depth == 0 => return None,
                '\'' | '"' => {
                    let mut token = Token::new(glyph);
                    token.text.clear();
                    loop {
                        let next = glyphs.next()?;
                        if next.character == character {
                            break;
                        }
                        token.push(next);
                    }
                    row.push(token);
                }
                _ => {
                    let mut token = Token::new(glyph);
                    token.push(glyph);
                    let is_of_word = |next: &&Glyph| !" \t,;'\"[]{}()".contains(next.character);
                    while let Some(next) = glyphs.next_if(|next| is_of_word(next)) {
                        token.push(next);
                    }
                    row.push(token);
                }
            }
        }
        if row.len() > before {
            by_lines.push(row.len() - before);
        }
    }
    // Brackets around each hole are no array: `(o)(o)(o)`.
    let are_cells = closed > 1 && deepest == 1 && most_values <= 1;
    if depth != 0 || are_cells {
        return None;
    }
    if !row.is_empty() {
        if deepest == 1 && rows.is_empty() && by_lines.len() > 1 {
            let mut tokens = row.into_iter();
            rows = by_lines
                .into_iter()
                .map(|count| tokens.by_ref().take(count).collect())
                .collect();
        } else {
            rows.push(row);
        }
    }
    (!rows.is_empty()).then_some(rows)
}

impl Token {
    fn new(glyph: &Glyph) -> Token {
        Token {
            text: String::new(),
            span: glyph.span(),
            glyphs: Line::new(),
        }
    }

    fn push(&mut self, glyph: &Glyph) {
        self.text.push(glyph.character);
        self.span.end = self.span.end.max(glyph.span().end);
        self.glyphs.push(*glyph);
    }
}

/// Returns the rows of lines with values apart by commas, semicolons or tabs.
fn separated(lines: &[Line]) -> Option<Vec<Vec<Token>>> {
    let drawn: Vec<&Line> = lines
        .iter()
        .filter(|line| line.iter().any(|glyph| !glyph.is_blank()))
        .collect();
    let separator = [',', ';', '\t'].into_iter().find(|separator| {
        drawn
            .iter()
            .all(|line| line.iter().any(|glyph| glyph.character == *separator))
    })?;
    let value = |glyphs: &[Glyph]| -> Option<Option<Token>> {
        let is_quote = |glyph: &Glyph| "'\"".contains(glyph.character);
        let drawn: Vec<&Glyph> = glyphs
            .iter()
            .filter(|glyph| !glyph.is_blank() && !is_quote(glyph) && glyph.character != '\t')
            .collect();
        let Some(first) = drawn.first() else {
            return Some(None);
        };
        let mut token = Token::new(first);
        drawn.iter().for_each(|glyph| token.push(glyph));
        let is_value = token.text.chars().count() == 1 || token.text.parse::<i64>().is_ok();
        is_value.then_some(Some(token))
    };
    drawn
        .iter()
        .map(|line| {
            let mut parts: Vec<&[Glyph]> =
                line.split(|glyph| glyph.character == separator).collect();
            if parts.last().is_some_and(|part| part.is_empty()) {
                parts.pop(); // a separator at the end of the line
            }
            let values: Option<Vec<Option<Token>>> = parts.into_iter().map(value).collect();
            let or_empty = |value: Option<Token>| value.unwrap_or_default();
            Some(values?.into_iter().map(or_empty).collect())
        })
        .collect()
}
