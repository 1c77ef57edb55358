//! Words that consist of several labels: `d2d4`.

use crate::board::{Board, Hole};
use std::collections::HashMap;
use std::ops::Range;

/// Maximum length of a word, in bytes.
const MAX_LENGTH: usize = 1024;
/// Words that can stand between labels, unless they are labels.
const SIGNS: [&str; 3] = ["x", "to", "_"];

/// Labels of a board, for words that consist of several.
pub(super) struct Glued {
    /// The holes with a label, ignoring letter case; `None` if case distinguishes several.
    holes: HashMap<String, Option<Hole>>,
    /// The holes by their exact labels.
    exact: HashMap<String, Hole>,
    /// Length of the longest label, in characters.
    longest: usize,
}

/// Part of a word: a label, or a sign.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) range: Range<usize>,
    pub(super) hole: Option<Hole>,
}

impl Glued {
    pub(super) fn new(board: &Board) -> Glued {
        let (mut holes, mut exact, mut longest) = (HashMap::new(), HashMap::new(), 0);
        for hole in board.holes() {
            let label = board.label(hole);
            longest = longest.max(label.chars().count());
            exact.insert(label.to_owned(), hole);
            let same = holes.entry(label.to_lowercase());
            same.and_modify(|known| *known = None).or_insert(Some(hole));
        }
        Glued {
            holes,
            exact,
            longest,
        }
    }

    fn hole(&self, label: &str) -> Option<Hole> {
        let exact = self.exact.get(label).copied();
        exact.or_else(|| self.holes.get(&label.to_lowercase()).copied().flatten())
    }

    /// Returns the pieces with which a word can begin.
    fn first_pieces(&self, word: &str, start: usize) -> impl Iterator<Item = Piece> {
        let ends = word[start..].char_indices();
        let ends = ends.map(move |(place, c)| start + place + c.len_utf8());
        ends.take(self.longest.max(2)).filter_map(move |end| {
            let (text, range) = (&word[start..end], start..end);
            if let Some(hole) = self.hole(text) {
                let hole = Some(hole);
                return Some(Piece { range, hole });
            }
            let is_sign = SIGNS.contains(&text.to_lowercase().as_str());
            is_sign.then_some(Piece { range, hole: None })
        })
    }

    /// Returns the ways to divide a word into labels and signs, or two of them.
    pub(super) fn readings(&self, word: &str) -> Vec<Vec<Piece>> {
        if word.len() > MAX_LENGTH {
            return Vec::new();
        }
        // `true` at the places from which the rest of the word can be divided.
        let mut can_end = vec![false; word.len() + 1];
        can_end[word.len()] = true;
        for (start, _) in word.char_indices().rev() {
            can_end[start] = self
                .first_pieces(word, start)
                .any(|piece| can_end[piece.range.end]);
        }
        let (mut found, mut open) = (Vec::new(), vec![Vec::new()]);
        while let Some(pieces) = open.pop() {
            let end = pieces.last().map_or(0, |piece: &Piece| piece.range.end);
            if end == word.len() {
                found.push(pieces);
                if found.len() == 2 {
                    break;
                }
                continue;
            }
            for piece in self
                .first_pieces(word, end)
                .filter(|piece| can_end[piece.range.end])
            {
                open.push([&pieces[..], &[piece]].concat());
            }
        }
        found.retain(|pieces| pieces.iter().any(|piece| piece.hole.is_some()));
        found
    }
}
