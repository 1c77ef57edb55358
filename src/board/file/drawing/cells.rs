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
    /// The plain character, or the symbol of a word in [`Cells::words`].
    pub(super) symbol: char,
    /// The character in the text; for a word, its symbol.
    pub(super) written: char,
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
    /// Words of several characters, plain and as they are in the text; the symbol of the first is [`FIRST_WORD`].
    pub(super) words: Vec<(String, String)>,
    /// Meanings of characters that the format of the text defines.
    pub(super) legend: ImportLegend,
    /// Label of each mark, if the text shows the names of the holes; otherwise empty.
    pub(super) labels: Vec<String>,
    /// `true` if the marks were listed by their coordinates.
    pub(super) are_points: bool,
    /// `true` if the text names the board and does not show it.
    pub(super) is_named: bool,
    /// `true` for an array without rows.
    pub(super) is_list: bool,
}

/// Maximum number of different words.
const MAX_WORDS: usize = 64;

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
            written: glyph.written,
        }));
        self.widths.resize(self.widths.len().max(row + 1), 0);
        self.widths[row] = glyphs.last().map_or(0, |glyph| glyph.column + 1);
    }

    /// Leaves out empty boxes if those in the four corners are empty. Otherwise an empty box is an empty hole.
    pub(super) fn drop_blank_corners(&mut self) {
        let columns = || self.marks.iter().map(|mark| mark.column);
        let rows = || self.marks.iter().map(|mark| mark.row);
        let sides = [columns().min(), columns().max()];
        let ends = [rows().min(), rows().max()];
        let is_corner =
            |mark: &&Mark| sides.contains(&Some(mark.column)) && ends.contains(&Some(mark.row));
        let corners: Vec<&Mark> = self.marks.iter().filter(is_corner).collect();
        if corners.len() == 4 && corners.iter().all(|mark| mark.symbol == ' ') {
            self.marks.retain(|mark| mark.symbol != ' ');
        }
    }

    /// Makes the marks names of holes.
    pub(super) fn set_labels(&mut self, labels: Vec<String>) {
        self.labels = labels;
        self.words.clear();
        self.marks.iter_mut().for_each(|mark| mark.symbol = 'o');
    }

    /// Returns `true` if every mark is the name of a hole.
    pub(super) fn are_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// Returns the cells with each row in the middle of the widest, if the rows have no gaps. They must begin in the same
    /// column, unless the width of the blanks before them is unknown.
    pub(super) fn centered(&self, blanks_are_known: bool) -> Option<Cells> {
        let mut centered = self.clone();
        let left = self.marks.first()?.column;
        let rows = || self.marks.chunk_by(|one, other| one.row == other.row);
        let step = rows()
            .flat_map(|row| row.windows(2))
            .map(|pair| pair[1].column - pair[0].column)
            .min()?;
        let are_even = rows().all(|row| {
            let steps = row
                .windows(2)
                .all(|pair| pair[1].column - pair[0].column == step);
            (row[0].column == left || !blanks_are_known) && steps
        });
        let left = centered.marks.iter().map(|mark| mark.column).min()?;
        let widest = rows().map(<[Mark]>::len).max()?;
        if !are_even || rows().any(|row| (widest - row.len()) % 2 != 0) {
            return None;
        }
        for row in centered
            .marks
            .chunk_by_mut(|one, other| one.row == other.row)
        {
            let first = row[0].column;
            let start = left + (widest - row.len()) / 2 * step;
            row.iter_mut()
                .for_each(|mark| mark.column = mark.column - first + start);
        }
        (centered != *self).then_some(centered)
    }

    /// Returns the symbol of a word, given in its plain form and as it is in the text.
    pub(super) fn symbol(&mut self, word: &str, written: &str) -> char {
        let mut characters = word.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            return only;
        }
        let known = self.words.iter().position(|(each, _)| each == word);
        if known.is_none() && self.words.len() == MAX_WORDS {
            return char::REPLACEMENT_CHARACTER; // too many for any reading
        }
        let index = known.unwrap_or_else(|| {
            self.words.push((word.to_owned(), written.to_owned()));
            self.words.len() - 1
        });
        u32::try_from(index)
            .ok()
            .and_then(|index| char::from_u32(FIRST_WORD + index))
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn known_word(&self, symbol: char) -> Option<&(String, String)> {
        let index = u32::from(symbol).checked_sub(FIRST_WORD)?;
        self.words.get(index as usize)
    }

    /// Returns the plain text of a symbol.
    pub(super) fn word(&self, symbol: char) -> String {
        match self.known_word(symbol) {
            Some((plain, _)) => plain.clone(),
            None => symbol.to_string(),
        }
    }

    /// Returns the first text that a symbol stands for.
    pub(super) fn written(&self, symbol: char) -> String {
        let mut marks = self.marks.iter().filter(|mark| mark.symbol == symbol);
        match (self.known_word(symbol), marks.next()) {
            (Some((_, written)), _) => written.clone(),
            (None, Some(mark)) => mark.written.to_string(),
            (None, None) => symbol.to_string(),
        }
    }

    /// Returns the text of a symbol as messages quote it.
    pub(super) fn shown(&self, symbol: char) -> String {
        quotable(&self.written(symbol))
    }
}

/// Returns a text with escapes for characters that a terminal does not print.
pub(super) fn quotable(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match character {
            '\'' | '"' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}
