//! Cells: the places of a board that a text shows.

use super::ImportLegend;
use super::text::Glyph;
use crate::board::file::span::Span;

/// Character or word at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) span: Span,
    /// The character, or the symbol of a word in [`Cells::words`].
    pub(super) symbol: char,
}

/// Meaning of the distances between marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Spacing {
    /// Steps between rows and columns are inferred.
    #[default]
    Inferred,
    /// Each row and each column of the cells is one of the board.
    Exact,
}

/// Marks of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    /// Marks row by row, from the left.
    pub(super) marks: Vec<Mark>,
    /// Number of columns of each row of the text.
    pub(super) widths: Vec<usize>,
    pub(super) spacing: Spacing,
    /// Words of several characters; the symbol of the first is [`FIRST_WORD`].
    pub(super) words: Vec<String>,
    /// Meanings of characters that the format of the text defines.
    pub(super) legend: ImportLegend,
    /// `true` if every mark is the name of a hole.
    pub(super) are_labels: bool,
}

/// Maximum number of different words.
const MOST_WORDS: usize = 64;

/// First symbol of a word, in a private use area.
const FIRST_WORD: u32 = 0xf0000;

impl Cells {
    /// Adds the glyphs of a row that are not blank.
    pub(super) fn push_line(&mut self, row: usize, glyphs: &[Glyph]) {
        let marks = glyphs.iter().filter(|glyph| !glyph.is_blank());
        self.marks.extend(marks.map(|glyph| Mark {
            row,
            column: glyph.column,
            span: glyph.span(),
            symbol: glyph.character,
        }));
        self.widths.resize(self.widths.len().max(row + 1), 0);
        self.widths[row] = glyphs.last().map_or(0, |glyph| glyph.column + 1);
    }

    /// Leaves out empty boxes if all corners are empty. Otherwise an empty box is an empty hole.
    pub(super) fn drop_blank_corners(&mut self) {
        let right = self.marks.iter().map(|mark| mark.column).max();
        let bottom = self.marks.iter().map(|mark| mark.row).max();
        let is_corner = |mark: &Mark| {
            (mark.column == 0 || Some(mark.column) == right)
                && (mark.row == 0 || Some(mark.row) == bottom)
        };
        let mut corners = self.marks.iter().filter(|mark| is_corner(mark));
        if corners.all(|mark| mark.symbol == ' ') {
            self.marks.retain(|mark| mark.symbol != ' ');
        }
    }

    /// Returns the symbol of a word.
    pub(super) fn symbol(&mut self, word: &str) -> char {
        let mut characters = word.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            return only;
        }
        let known = self.words.iter().position(|each| each == word);
        if known.is_none() && self.words.len() == MOST_WORDS {
            return char::REPLACEMENT_CHARACTER; // too many for any reading
        }
        let index = known.unwrap_or_else(|| {
            self.words.push(word.to_owned());
            self.words.len() - 1
        });
        u32::try_from(index)
            .ok()
            .and_then(|index| char::from_u32(FIRST_WORD + index))
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns the text of a symbol.
    pub(super) fn word(&self, symbol: char) -> String {
        let index = u32::from(symbol).checked_sub(FIRST_WORD);
        let word = index.and_then(|index| self.words.get(index as usize));
        word.cloned().unwrap_or_else(|| symbol.to_string())
    }

    /// Returns the text of a symbol as messages quote it.
    pub(super) fn shown(&self, symbol: char) -> String {
        self.word(symbol).escape_debug().to_string()
    }
}
