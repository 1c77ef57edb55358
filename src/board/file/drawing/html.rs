//! HTML around drawings.

use super::markup::character;
use super::text::{self, Glyph, Line, Metric};

/// Elements within a line; all others begin a line of their own.
const INLINE: [&str; 18] = [
    "a", "b", "big", "code", "em", "font", "i", "kbd", "samp", "small", "span", "strong", "sub",
    "sup", "td", "th", "tt", "u",
];
/// Elements whose content is no text.
const HIDDEN: [&str; 4] = ["head", "style", "script", "title"];

/// Maximum length of a tag, so that a text of beginnings without an end is read in short time.
const LONGEST_TAG: usize = 1000;

/// Part of an HTML text.
enum Piece {
    Glyph(Glyph),
    /// Tag with its first glyph and its width in columns.
    Tag(Tag, Glyph, usize),
    LineEnd,
}

struct Tag {
    /// Name in small letters.
    name: String,
    is_end: bool,
    length: usize,
}

/// Returns the tag with which a text begins.
fn tag(line: &[Glyph]) -> Option<Tag> {
    if character(line, 0) != Some('<') {
        return None;
    }
    let is_end = character(line, 1) == Some('/');
    let inside = &line[1 + usize::from(is_end)..];
    let name = inside
        .iter()
        .map(|glyph| glyph.character.to_ascii_lowercase());
    let name: String = name
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '!')
        .collect();
    let is_bounded = matches!(character(inside, name.len()), Some(' ' | '/' | '>' | '\t'));
    if !is_bounded || name.is_empty() {
        return None;
    }
    let mut rest = inside.iter().take(LONGEST_TAG);
    let end = rest.position(|glyph| glyph.character == '>')?;
    Some(Tag {
        name,
        is_end,
        length: 2 + usize::from(is_end) + end,
    })
}

/// Returns `true` for a text with tags of HTML, or of XML that is neither a graph nor a picture.
pub(crate) fn is_html(text: &str) -> bool {
    has_tags(&text::lines(text, Metric::Characters))
}

pub(super) fn has_tags(lines: &[Line]) -> bool {
    const KNOWN: [&str; 12] = [
        "!doctype",
        "blockquote",
        "body",
        "br",
        "code",
        "div",
        "html",
        "pre",
        "span",
        "table",
        "td",
        "tr",
    ];
    let places = lines
        .iter()
        .flat_map(|line| (0..line.len()).map(move |place| &line[place..]));
    let tags: Vec<Tag> = places.filter_map(tag).collect();
    let has = |names: &[&str]| tags.iter().any(|tag| names.contains(&tag.name.as_str()));
    let has_end = || tags.iter().any(|tag| tag.is_end && tag.name.len() > 1);
    !has(&["graph", "graphml"]) && (has(&KNOWN) || has_end() && !has(&["svg"]))
}

/// Returns the lines of an HTML text without its tags. If it has tables, only their rows, with tabs between the cells.
pub(super) fn without_tags(lines: &[Line]) -> Vec<Line> {
    let mut pieces = Vec::new();
    let mut hidden: Option<String> = None;
    for line in lines {
        let mut rest = &line[..];
        while let Some(first) = rest.first() {
            let found = tag(rest);
            let length = found.as_ref().map_or(1, |tag| tag.length);
            let end = rest.get(length).map_or(0, |next| next.column);
            match (found, &hidden) {
                (Some(tag), Some(name)) if tag.is_end && tag.name == *name => hidden = None,
                (_, Some(_)) => {}
                (Some(tag), None) if !tag.is_end && HIDDEN.contains(&tag.name.as_str()) => {
                    hidden = Some(tag.name);
                }
                (Some(tag), None) => {
                    let width = end.saturating_sub(first.column);
                    pieces.push(Piece::Tag(tag, *first, width));
                }
                (None, None) => pieces.push(Piece::Glyph(*first)),
            }
            rest = &rest[length..];
        }
        pieces.push(Piece::LineEnd);
    }
    let is_row = |piece: &Piece| matches!(piece, Piece::Tag(tag, ..) if tag.name == "tr");
    if pieces.iter().any(is_row) {
        rows_of_tables(pieces)
    } else {
        lines_of_text(pieces)
    }
}

fn rows_of_tables(pieces: Vec<Piece>) -> Vec<Line> {
    let mut rows: Vec<Line> = Vec::new();
    let push = |row: &mut Line, glyph: Glyph| {
        let column = row.len();
        row.push(Glyph { column, ..glyph });
    };
    let (mut is_row, mut is_first) = (false, true);
    for piece in pieces {
        match piece {
            Piece::Tag(tag, ..) if tag.name == "table" => rows.push(Line::new()),
            Piece::Tag(tag, ..) if tag.name == "tr" => {
                (is_row, is_first) = (!tag.is_end, true);
                rows.extend((!tag.is_end).then(Line::new));
            }
            Piece::Tag(tag, first, _)
                if is_row && !tag.is_end && ["td", "th"].contains(&tag.name.as_str()) =>
            {
                let tab = Glyph {
                    character: '\t',
                    ..first
                };
                let row = rows.last_mut().filter(|_| !is_first);
                row.into_iter().for_each(|row| push(row, tab));
                is_first = false;
            }
            Piece::Glyph(glyph) if is_row && !glyph.is_blank() && glyph.character != '\t' => {
                rows.last_mut().into_iter().for_each(|row| push(row, glyph));
            }
            _ => {}
        }
    }
    rows
}

fn lines_of_text(pieces: Vec<Piece>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::new();
    // Column where the line begins; unknown after a tag that begins it.
    let mut left = Some(0);
    for piece in pieces {
        match piece {
            Piece::Glyph(glyph) => {
                let left = *left.get_or_insert(glyph.column);
                let column = glyph.column - left;
                line.push(Glyph { column, ..glyph });
            }
            Piece::Tag(tag, ..) if !INLINE.contains(&tag.name.as_str()) => {
                lines.push(std::mem::take(&mut line));
                left = None;
            }
            Piece::Tag(_, _, width) => left = left.map(|left| left + width),
            Piece::LineEnd => {
                let is_broken = left.is_none() && line.is_empty();
                lines.extend((!is_broken).then(|| std::mem::take(&mut line)));
                left = Some(0);
            }
        }
    }
    lines.push(line);
    for line in &mut lines {
        let end = line.iter().rposition(|glyph| !glyph.is_blank());
        line.truncate(end.map_or(0, |last| last + 1));
    }
    lines
}

/// Replaces entities of HTML, such as `&nbsp;` and `&#9679;`, by their characters.
pub(super) fn decode_entities(line: &mut Line) {
    let mut decoded = Line::with_capacity(line.len());
    // Columns by which entities were wider than their characters.
    let mut left = 0;
    let mut rest = &line[..];
    while let Some(first) = rest.first() {
        let column = first.column - left;
        let mut length = 1;
        if let Some((meaning, end)) = entity(rest) {
            length = end + 1;
            left += rest[end].column - first.column;
            decoded.push(Glyph {
                character: text::plain(meaning),
                written: meaning,
                length: rest[end].span().end - first.offset,
                column,
                ..*first
            });
        } else {
            decoded.push(Glyph { column, ..*first });
        }
        rest = &rest[length..];
    }
    *line = decoded;
}

/// Returns the character of the entity with which a text begins, and the place of its semicolon.
fn entity(line: &[Glyph]) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 10] = [
        ("nbsp", ' '),
        ("emsp", ' '),
        ("ensp", ' '),
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("bull", '•'),
        ("middot", '·'),
        ("times", '×'),
    ];
    const LONGEST: usize = 8;
    if character(line, 0) != Some('&') {
        return None;
    }
    let word = line.iter().skip(1).take(LONGEST + 1);
    let word: String = word
        .map(|glyph| glyph.character)
        .take_while(|c| *c != ';')
        .collect();
    let number = |digits: &str| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    let known = NAMED.iter().find(|(name, _)| *name == word);
    let meaning = match known {
        Some((_, meaning)) => *meaning,
        None => char::from_u32(number(word.strip_prefix('#')?)?)?,
    };
    let end = 1 + word.chars().count();
    (character(line, end) == Some(';')).then_some((meaning, end))
}
