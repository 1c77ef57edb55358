//! Meanings of characters.

use super::ImportLegend;
use super::block::has_words;
use super::cells::{Cells, Mark};
use super::text::{Line, plain_text};
use crate::board::file::{Diagnostic, Remedy};
use unicode_width::UnicodeWidthChar;

/// Meaning of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    /// No hole.
    Outside,
    /// Empty hole.
    Hole,
    /// Hole with a peg.
    Peg,
}

/// Character of a drawing, with the number of times that it occurs.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) symbol: char,
    pub(crate) count: usize,
    /// Meanings in question, each with a cost: the more unusual a meaning is, the higher its cost.
    pub(crate) meanings: Vec<(Content, u32)>,
    /// Kind whose meaning this one shares, as the mark of the finish.
    pub(crate) finish_like: Option<usize>,
    /// `true` if the character may mark the finish.
    pub(crate) may_mark_finish: bool,
    pub(crate) first: Mark,
    /// `true` for a character that usually draws an empty hole, or a hole of a board.
    pub(crate) is_ring: bool,
    /// `true` for a character that also draws empty holes where blanks are places without a hole.
    pub(crate) is_dot: bool,
    pub(crate) is_wall: bool,
    /// `true` for a character that draws both empty holes and the ground around a board.
    pub(crate) is_ground: bool,
    /// `true` if the user gave its meaning, or the format of the text.
    pub(crate) is_given: bool,
    /// `true` for a character of a picture that this program printed.
    pub(crate) is_own: bool,
}

/// Maximum number of different characters.
const MAX_KINDS: usize = 8;

/// Characters by their usual meanings.
const WALLS: &str = "#█▓▒░■⬛";
const DOTS: &str = ".,:_~-·'`・･∙⋅‧";
const RINGS: &str = "oO0○◯⚪◦⭕□◌⚬♡♢♤♧☐△▽▯▢";
/// Light squares, which draw empty holes and the ground around a board.
const SQUARES: &str = "⬜◻◽▫🔲🔳";
const SOLIDS: &str = "*xX+@●◉⚫•◆♥♦♠♣☑☒✓✔▲▼▮1🔴🔵🟢🟡🟠🟣🟤";
/// Characters that name the content of a hole: empty, vacant, hole.
const EMPTIES: &str = "eEvVhH";
const PEGS: &str = "pP";
const FINISHES: &str = "◎⊙★☆◇";

/// Words that name the content of a place.
const WORDS: [(&[&str], Content); 3] = [
    (&["empty", "hole", "vacant", "free", "false"], Content::Hole),
    (
        &["peg", "full", "marble", "ball", "stone", "true"],
        Content::Peg,
    ),
    (
        &[
            "wall", "invalid", "blocked", "outside", "nothing", "void", "na", "nan",
        ],
        Content::Outside,
    ),
];

/// Costs of meanings that are not the first of a character. Readings are compared by the sum of their costs, so these
/// numbers only order how likely a character has a meaning.
const OFTEN: u32 = 1;
const SOMETIMES: u32 = 2;
const SELDOM: u32 = 3;
const RARELY: u32 = 4;
const HARDLY_EVER: u32 = 5;

/// Characters of pictures that this program prints, including marks for the last move and for hints: empty holes and pegs.
const OWN: [(&str, &str, &str); 3] = [
    ("○·□", "●◉+-?x", "○◉·"),
    ("o-", "*@", "@"),
    ("o", "*", "*o"),
];

/// Returns the meanings that identify a picture of this program.
fn of_this_program(symbols: &[char]) -> Option<(&'static str, &'static str)> {
    OWN.into_iter().find_map(|(holes, pegs, identifying)| {
        let is_known =
            |symbol: &char| holes.contains(*symbol) || pegs.contains(*symbol) || *symbol == '.';
        let identifies = match holes {
            "o" => identifying.chars().all(|each| symbols.contains(&each)),
            _ => symbols.iter().any(|symbol| identifying.contains(*symbol)),
        };
        (identifies && symbols.iter().all(is_known)).then_some((holes, pegs))
    })
}

/// Returns the characters of a drawing with the meanings in question.
///
/// # Errors
///
/// A [`Diagnostic`] if the legend contradicts itself, or if there are too many characters without a known meaning.
pub(crate) fn kinds(cells: &Cells, legend: &ImportLegend) -> Result<Vec<Kind>, Diagnostic> {
    let mut symbols: Vec<char> = Vec::new();
    for mark in &cells.marks {
        if !symbols.contains(&mark.symbol) {
            symbols.push(mark.symbol);
        }
    }
    let own = of_this_program(&symbols);
    let mut kinds: Vec<Kind> = Vec::new();
    for mark in &cells.marks {
        let known = kinds.iter().position(|kind| kind.symbol == mark.symbol);
        match known {
            Some(index) => kinds[index].count += 1,
            None if kinds.len() == MAX_KINDS => {
                return Err(unknown(cells, mark));
            }
            None => kinds.push(Kind {
                symbol: mark.symbol,
                count: 1,
                meanings: Vec::new(),
                finish_like: None,
                may_mark_finish: false,
                first: mark.clone(),
                is_ring: false,
                is_dot: false,
                is_wall: false,
                is_ground: false,
                is_given: false,
                is_own: own.is_some(),
            }),
        }
    }
    let numbers = numbers(cells, &symbols);
    let has_boxes = symbols.contains(&' ');
    for kind in &mut kinds {
        let mut given = legend.meaning(&cells.word(kind.symbol));
        if given.is_empty() {
            given = cells.legend.meaning(&cells.word(kind.symbol));
        }
        kind.is_given = !given.is_empty() || legend.marks_finish(&cells.word(kind.symbol));
        kind.is_ring = cells.are_labels() || RINGS.contains(kind.symbol);
        kind.is_wall = WALLS.contains(kind.symbol);
        // Any emoji may draw the ground.
        kind.is_ground = kind.symbol.width() == Some(2)
            || DOTS.contains(kind.symbol)
            || SQUARES.contains(kind.symbol);
        kind.is_dot = DOTS.contains(kind.symbol);
        kind.meanings = match (&given[..], own) {
            ([_, _, ..], _) => return Err(two_meanings(cells, &kind.first)),
            ([one], _) => vec![(*one, 0)],
            _ if cells.are_labels() => vec![(Content::Hole, 0)],
            (_, Some((_, pegs))) if pegs.contains(kind.symbol) => vec![(Content::Peg, 0)],
            (_, Some((holes, _))) if holes.contains(kind.symbol) => vec![(Content::Hole, 0)],
            // Beside empty boxes, a ring is a peg.
            _ if has_boxes && kind.is_ring => vec![(Content::Peg, 0), (Content::Hole, SOMETIMES)],
            _ => match &numbers {
                Some(numbers) => of_number(numbers, kind.symbol),
                None => usual(kind.symbol, &cells.word(kind.symbol)),
            },
        };
        kind.may_mark_finish = (FINISHES.contains(kind.symbol) && kind.count == 1)
            || legend.marks_finish(&cells.word(kind.symbol));
        if legend.marks_finish(&cells.word(kind.symbol)) && given.is_empty() {
            kind.meanings = vec![(Content::Hole, 0)];
        }
    }
    link_finish(&mut kinds);
    Ok(kinds)
}

/// Marks a single capital letter as the finish if the same small letter occurs, beside other characters.
fn link_finish(kinds: &mut [Kind]) {
    if kinds.len() < 3 {
        return;
    }
    for index in 0..kinds.len() {
        let symbol = kinds[index].symbol;
        let small = symbol.to_ascii_lowercase();
        if kinds[index].count != 1 || small == symbol || kinds[index].is_given {
            continue;
        }
        let like = kinds.iter().position(|kind| kind.symbol == small);
        let others = kinds.iter().filter(|kind| {
            kind.symbol.to_ascii_lowercase() != small
                && !WALLS.contains(kind.symbol)
                && !DOTS.contains(kind.symbol)
        });
        if like.is_some() && others.count() >= 2 {
            kinds[index].finish_like = like;
        }
    }
}

/// Returns the numbers of symbols, if all of them are numbers.
fn numbers(cells: &Cells, symbols: &[char]) -> Option<Vec<(char, i64)>> {
    symbols
        .iter()
        .map(|symbol| Some((*symbol, cells.word(*symbol).parse().ok()?)))
        .collect()
}

/// Returns the meanings of a number: 0 is an empty hole or none, 1 a peg, and a negative number no hole. Of other numbers,
/// the smallest and the largest are more likely no hole.
fn of_number(numbers: &[(char, i64)], symbol: char) -> Vec<(Content, u32)> {
    use Content::{Hole, Outside, Peg};
    let value = |symbol| {
        numbers
            .iter()
            .find(|each| each.0 == symbol)
            .map_or(0, |each| each.1)
    };
    let value = value(symbol);
    let has_negative = numbers.iter().any(|(_, each)| *each < 0);
    match value {
        ..0 => vec![(Outside, 0)],
        0 if numbers.len() > 2 && !has_negative => vec![(Outside, 0), (Hole, 0), (Peg, RARELY)],
        0 => vec![(Outside, OFTEN), (Hole, 0), (Peg, RARELY)],
        1 => vec![(Peg, 0), (Hole, OFTEN), (Outside, HARDLY_EVER)],
        _ => vec![(Outside, OFTEN), (Hole, OFTEN), (Peg, SOMETIMES)],
    }
}

/// Returns the meanings of a character or word.
fn usual(symbol: char, word: &str) -> Vec<(Content, u32)> {
    use Content::{Hole, Outside, Peg};
    let is = |characters: &str| characters.contains(symbol);
    if let Some(meaning) = meaning_of_word(word) {
        vec![(meaning, 0)]
    } else if symbol == ' ' {
        vec![(Hole, 0)] // an empty box
    } else if is(WALLS) {
        vec![(Outside, 0), (Peg, SELDOM), (Hole, SELDOM)]
    } else if is(DOTS) {
        vec![(Outside, 0), (Hole, OFTEN), (Peg, HARDLY_EVER)]
    } else if is(RINGS) {
        vec![(Hole, 0), (Peg, SOMETIMES), (Outside, HARDLY_EVER)]
    } else if is(SQUARES) {
        vec![(Hole, 0), (Outside, OFTEN), (Peg, HARDLY_EVER)]
    } else if is("xX") {
        vec![(Peg, 0), (Hole, SOMETIMES), (Outside, SELDOM)]
    } else if is(SOLIDS) {
        vec![(Peg, 0), (Hole, SELDOM), (Outside, HARDLY_EVER)]
    } else if is(EMPTIES) {
        vec![(Hole, 0), (Peg, RARELY), (Outside, SELDOM)]
    } else if is(PEGS) {
        vec![(Peg, 0), (Hole, RARELY), (Outside, SELDOM)]
    } else if is(FINISHES) {
        vec![(Hole, 0), (Peg, OFTEN), (Outside, HARDLY_EVER)]
    } else if symbol.is_alphanumeric() {
        vec![(Peg, OFTEN), (Hole, OFTEN), (Outside, SOMETIMES)]
    } else {
        vec![(Peg, OFTEN), (Hole, OFTEN), (Outside, OFTEN)]
    }
}

fn meaning_of_word(word: &str) -> Option<Content> {
    let word = word.to_ascii_lowercase();
    let mut known = WORDS.iter();
    let (_, meaning) = known.find(|(words, _)| words.contains(&word.as_str()))?;
    Some(*meaning)
}

/// Returns `true` for a word that names the content of a place, or says that there is none.
pub(super) fn is_content_word(word: &str) -> bool {
    meaning_of_word(word).is_some() || ["None", "null", "nil"].contains(&word)
}

/// Returns the legend that lines of words state: `x = peg, o = hole`, `pegs: x`.
pub(super) fn stated(lines: &[Line]) -> ImportLegend {
    let mut legend = ImportLegend::default();
    for line in lines.iter().filter(|line| has_words(line)) {
        let text: String = line.iter().map(|glyph| glyph.written).collect();
        let text = text.replace(" and ", ",");
        let is_filler = |word: &&str| {
            ![
                "", "a", "an", "the", "=", ":", "-", "is", "are", "means", "→", "->",
            ]
            .contains(word)
        };
        for part in text.split([',', ';', '(', ')']) {
            let words = part
                .split(|c: char| c.is_whitespace() || "=:".contains(c) && part.trim().len() > 3);
            let words: Vec<&str> = words
                .map(|word| word.trim_matches(['`', '"', '\'']))
                .filter(is_filler)
                .collect();
            let meaning = |word: &str| match word.to_lowercase().as_str() {
                "no" => Some(Content::Outside),
                word => meaning_of_word(word.strip_suffix('s').unwrap_or(word)),
            };
            let is_stated = ["=", ":", "is", "are", "means", "→", "->"]
                .iter()
                .any(|sign| part.contains(sign));
            let (character, meaning) = match words[..] {
                [character, word, ..] if character.chars().count() == 1 => {
                    (character, meaning(word))
                }
                [word, character] if character.chars().count() == 1 => (character, meaning(word)),
                _ => continue,
            };
            match meaning.filter(|_| is_stated) {
                Some(Content::Hole) => legend.hole.push_str(character),
                Some(Content::Peg) => legend.peg.push_str(character),
                Some(Content::Outside) => legend.outside.push_str(character),
                None => {}
            }
        }
    }
    legend
}

impl ImportLegend {
    /// Returns the meanings that the legend gives a character or word.
    pub(crate) fn meaning(&self, word: &str) -> Vec<Content> {
        let meanings = [
            (&self.outside, Content::Outside),
            (&self.hole, Content::Hole),
            (&self.peg, Content::Peg),
        ];
        let named = meanings.iter().filter(|(names, _)| names_word(names, word));
        named.map(|(_, meaning)| *meaning).collect()
    }

    fn marks_finish(&self, word: &str) -> bool {
        names_word(&self.finish, word)
    }
}

/// Returns `true` if a list of characters, or of words separated by commas, contains a plain word.
pub(super) fn names_word(names: &str, word: &str) -> bool {
    let names = &plain_text(names);
    let is_character = word.chars().count() == 1;
    (is_character && names.contains(word)) || names.split(',').any(|name| name == word)
}

/// Returns `true` for a character without a usual meaning.
pub(crate) fn is_unknown(symbol: char) -> bool {
    let known = [WALLS, DOTS, RINGS, SQUARES, SOLIDS, EMPTIES, PEGS, FINISHES];
    symbol != ' ' && symbol != 'x' && !known.iter().any(|each| each.contains(symbol))
}

fn unknown(cells: &Cells, mark: &Mark) -> Diagnostic {
    let shown = cells.shown(mark.symbol);
    let message = format!("the picture has too many different characters, such as `{shown}`");
    Diagnostic::new(message)
        .at(mark.span.clone(), "one more character")
        .remedy(Remedy::Legend)
}

fn two_meanings(cells: &Cells, mark: &Mark) -> Diagnostic {
    let shown = cells.shown(mark.symbol);
    Diagnostic::new(format!("the legend gives `{shown}` two meanings"))
        .at(mark.span.clone(), "used here")
        .help("name every character once")
}
