//! Game ids of Pegs in Simon Tatham's Portable Puzzle Collection.

use super::ImportLegend;
use super::cells::{Cells, Spacing};
use super::text::{Glyph, Line};

/// Returns the cells of a game id, such as `7x7cross:OOPPPOO…`: width, height, kind, and one letter for each place, `O`
/// without a hole, `P` a peg and `H` an empty hole. Returns `None` if the text is no game id.
pub(super) fn read(lines: &[Line]) -> Option<Cells> {
    let glyphs: Vec<Glyph> = lines.iter().flatten().copied().collect();
    let colon = glyphs.iter().position(|glyph| glyph.character == ':')?;
    let head: String = glyphs[..colon].iter().map(|g| g.character).collect();
    let (width, rest) = head.trim().split_once('x')?;
    let width: usize = width.parse().ok()?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let height: usize = rest[..digits].parse().ok()?;
    let places: Vec<Glyph> = glyphs[colon + 1..]
        .iter()
        .filter(|glyph| !glyph.is_blank())
        .copied()
        .collect();
    let is_of_id = places.iter().all(|glyph| "OPH".contains(glyph.character));
    if !is_of_id || places.len() != width.checked_mul(height)? || width == 0 {
        return None;
    }
    let mut cells = Cells {
        spacing: Spacing::Exact,
        legend: ImportLegend {
            hole: "H".to_owned(),
            peg: "P".to_owned(),
            outside: "O".to_owned(),
            ..ImportLegend::default()
        },
        ..Cells::default()
    };
    for (row, glyphs) in places.chunks(width).enumerate() {
        let numbered = glyphs.iter().enumerate();
        cells.push_line(
            row,
            &numbered
                .map(|(column, glyph)| Glyph { column, ..*glyph })
                .collect::<Line>(),
        );
    }
    Some(cells)
}
