//! Game ids of Pegs in Simon Tatham's Portable Puzzle Collection.

use super::ImportLegend;
use super::cells::{Cells, Spacing};
use super::text::{Glyph, Line};
use crate::board::file::Diagnostic;

/// Returns the cells of a game id, such as `7x7cross:OOPPPOO…`: width, height, kind, and one letter for each place, `O`
/// without a hole, `P` a peg and `H` an empty hole. Without letters, the kind gives the board. Returns `None` if the text is
/// no game id.
///
/// # Errors
///
/// A [`Diagnostic`] if the letters do not fit the size, or if a random board has none.
pub(super) fn read(lines: &[Line]) -> Result<Option<Cells>, Diagnostic> {
    let mut glyphs = lines.iter().flatten().filter(|glyph| !glyph.is_blank());
    let mut head = String::new();
    let mut first: Option<Glyph> = None;
    for glyph in glyphs
        .by_ref()
        .take_while(|glyph| !":#".contains(glyph.character))
    {
        if head.len() >= LONGEST_HEAD {
            return Ok(None);
        }
        first.get_or_insert(*glyph);
        head.push(glyph.character);
    }
    let Some((width, height, kind)) = parameters(&head) else {
        return Ok(None);
    };
    let places: Vec<Glyph> = glyphs.copied().collect();
    let place = first.map_or(0..0, |glyph| glyph.span());
    let is_of_id = places.iter().all(|glyph| "OPH".contains(glyph.character));
    let fits = is_of_id && places.len() == width * height;
    let letters: Vec<char> = match kind {
        _ if fits => places.iter().map(|glyph| glyph.character).collect(),
        _ if is_of_id && !places.is_empty() => {
            return Err(Diagnostic::new(format!(
                "the game id has {} letters, but a board of {width}x{height} has {} places",
                places.len(),
                width * height
            ))
            .at(place, "this size")
            .help("copy the whole id"));
        }
        Kind::Random => {
            return Err(Diagnostic::new(
                "the game id names a random board, which its size and its seed do not tell",
            )
            .at(place, "this kind")
            .help("copy the specific id of the game, such as `5x5random:OPPHO…`"));
        }
        _ => drawn(width, height, kind),
    };
    let mut cells = Cells {
        spacing: Spacing::Exact,
        is_named: !fits,
        legend: ImportLegend {
            hole: "H".to_owned(),
            peg: "P".to_owned(),
            outside: "O".to_owned(),
            ..ImportLegend::default()
        },
        ..Cells::default()
    };
    for (row, letters) in letters.chunks(width).enumerate() {
        let glyph = |(column, letter): (usize, &char)| {
            let source = if fits {
                places.get(row * width + column)
            } else {
                first.as_ref()
            };
            Glyph {
                character: *letter,
                written: source
                    .filter(|_| fits)
                    .map_or(*letter, |source| source.written),
                column,
                offset: source.map_or(0, |source| source.offset),
                length: source.map_or(0, |source| source.length),
            }
        };
        let line: Line = letters.iter().enumerate().map(glyph).collect();
        cells.push_line(row, &line);
    }
    Ok(Some(cells))
}

/// Maximum length of the parameters.
const LONGEST_HEAD: usize = 32;
/// Maximum side of a board.
const LONGEST_SIDE: usize = 128;

#[derive(Clone, Copy)]
enum Kind {
    Cross,
    Octagon,
    Random,
}

/// Returns width, height and kind of `7x7cross`.
fn parameters(head: &str) -> Option<(usize, usize, Kind)> {
    let (width, rest) = head.split_once('x')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let kind = match &rest[digits..] {
        "cross" => Kind::Cross,
        "octagon" => Kind::Octagon,
        "random" => Kind::Random,
        _ => return None,
    };
    let side = |text: &str| {
        text.parse()
            .ok()
            .filter(|side| (1..=LONGEST_SIDE).contains(side))
    };
    Some((side(width)?, side(&rest[..digits])?, kind))
}

/// Returns the letters of a board that its size gives: a cross with an empty center, or an octagon, whose vacancy the id
/// would tell.
fn drawn(width: usize, height: usize, kind: Kind) -> Vec<char> {
    let places = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x.abs_diff(width / 2), y.abs_diff(height / 2))));
    let letter = |(x, y): (usize, usize)| match kind {
        Kind::Cross if (x, y) == (0, 0) => 'H',
        Kind::Cross if x > 1 && y > 1 => 'O',
        Kind::Octagon if x + y > 1 + width.max(height) / 2 => 'O',
        Kind::Octagon => 'H',
        _ => 'P',
    };
    places.map(letter).collect()
}
