//! Text to lines of plain characters.

use crate::board::file::Diagnostic;
use crate::board::file::span::Span;
use unicode_width::UnicodeWidthChar;

/// Character of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// Plain form of the character: ASCII for full-width characters, and a blank for every kind of blank but the tab.
    pub(super) character: char,
    /// The character in the text, which messages quote.
    pub(super) written: char,
    pub(super) column: usize,
    pub(super) offset: usize,
    pub(super) length: usize,
}

impl Glyph {
    pub(super) fn span(&self) -> Span {
        self.offset..self.offset + self.length
    }

    pub(super) fn is_blank(&self) -> bool {
        self.character == ' '
    }

    pub(super) fn blanked(self) -> Glyph {
        Glyph {
            character: ' ',
            ..self
        }
    }
}

/// Line of a text.
pub(super) type Line = Vec<Glyph>;

/// Unit of the columns of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// Emoji and full-width characters are two columns wide, as in a terminal.
    Width,
    /// Every character is one column wide.
    Characters,
}

/// Returns an error for a file that is not text.
pub(super) fn check(text: &str) -> Result<(), Diagnostic> {
    match text.find('\0') {
        Some(place) => {
            let message = format!("the file is not text: byte {place} is `\\0`");
            Err(Diagnostic::new(message).at(place..place + 1, "here"))
        }
        None => Ok(()),
    }
}

/// Returns the lines of a text. Byte order marks, variation selectors and other characters without a shape of their own
/// are left out.
pub(super) fn lines(text: &str, metric: Metric) -> Vec<Line> {
    let mut lines = vec![Line::new()];
    let mut column = 0;
    for (offset, character) in text.char_indices() {
        let is_carriage_return = character == '\r' && !text[offset + 1..].starts_with('\n');
        if character == '\n' || is_carriage_return {
            lines.push(Line::new());
            column = 0;
            continue;
        }
        if is_shapeless(character) {
            continue;
        }
        let width = match metric {
            Metric::Width => character.width().unwrap_or(1).max(1),
            Metric::Characters => 1,
        };
        if let Some(line) = lines.last_mut() {
            line.push(Glyph {
                character: plain(character),
                written: character,
                column,
                offset,
                length: character.len_utf8(),
            });
        }
        column += width;
    }
    for line in &mut lines {
        let end = line.iter().rposition(|glyph| !glyph.is_blank());
        line.truncate(end.map_or(0, |last| last + 1));
    }
    lines
}

/// Returns `true` if some characters are two columns wide.
pub(super) fn has_wide(text: &str) -> bool {
    text.chars().any(|character| character.width() == Some(2))
}

fn is_shapeless(character: char) -> bool {
    matches!(
        character,
        '\r' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{20e3}'
    )
}

/// Returns the plain form of a list of characters.
pub(super) fn plain_text(text: &str) -> String {
    let shaped = text.chars().filter(|character| !is_shapeless(*character));
    shaped.map(plain).collect()
}

pub(super) fn plain(character: char) -> char {
    match character {
        '\t' => '\t',
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        '\u{2800}' => ' ', // a Braille pattern without dots
        '−' | '–' | '—' => '-',
        _ if character.is_whitespace() => ' ',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain_text(text: &str) -> Vec<String> {
        let line = |line: &Line| line.iter().map(|glyph| glyph.character).collect();
        lines(text, Metric::Width).iter().map(line).collect()
    }

    #[test]
    fn characters_become_plain() {
        assert_eq!(
            plain_text("\u{feff}o\u{a0}o\r\n\u{ff0a}\u{3000}\u{ff0a}  \n"),
            ["o o", "* *", ""]
        );
        assert_eq!(plain_text("⚫\u{fe0f}⚪"), ["⚫⚪"]);
    }

    #[test]
    fn emoji_are_two_columns_wide() {
        let columns = |metric| -> Vec<usize> {
            lines("⚫⚫.", metric)[0]
                .iter()
                .map(|glyph| glyph.column)
                .collect()
        };
        assert_eq!(columns(Metric::Width), [0, 2, 4]);
        assert_eq!(columns(Metric::Characters), [0, 1, 2]);
        assert!(has_wide("⚫") && !has_wide("●"));
    }
}
