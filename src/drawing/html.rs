//! HTML page that plays a solution.

use super::board::BoardDrawing;
use super::sheet::{PEG, label_size};
use super::svg::{escaped, number};
use crate::board::Hole;

/// Template of the page, with placeholders in braces.
const PAGE: &str = include_str!("page.html");

/// Returns an HTML page that plays the solution of a drawing in the style of that drawing.
///
/// The file is self-contained: it loads nothing. The reader plays, pauses and steps through the jumps by mouse, touch or
/// keyboard. Returns `None` unless the drawing was made by [`BoardDrawing::of_solution`].
///
/// ```
/// use pegboard::drawing::{BoardDrawing, page};
/// use pegboard::{Board, Line};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let drawing = BoardDrawing::of_solution(&Line::parse(&start, "a3-a1, c3-a3")?);
/// let html = page(&drawing).unwrap();
/// assert!(html.starts_with("<!doctype html>") && html.contains("\"a3-a1\""));
/// assert_eq!(page(&BoardDrawing::of_position(&start)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(drawing: &BoardDrawing) -> Option<String> {
    let solution = drawing.solution()?;
    let board = solution.board();
    let (theme, palette) = (drawing.theme(), drawing.theme().palette());
    let empty = drawing.of_empty_board();
    let center = |hole: Hole| empty.center(0, hole).unwrap_or_default();
    let index = |hole: Hole| hole.index().to_string();
    let holes = list(board.holes().map(|hole| {
        let (x, y) = center(hole);
        format!("[\"{}\", {}, {}]", board.label(hole), number(x), number(y))
    }));
    let jumps = solution.jumps().iter();
    let jumps =
        list(jumps.map(|jump| list([jump.from(), jump.over(), jump.to()].into_iter().map(index))));
    let mut played = 0;
    let moves = list(solution.moves().iter().map(|each| {
        played += each.jump_count();
        format!("[\"{}\", {played}]", each.notation(board))
    }));
    let label_size = if drawing.shows_labels() {
        label_size(board)
    } else {
        0.0
    };
    let parts = [
        ("{title}", escaped(board.name())),
        ("{svg}", empty.to_svg()),
        (
            "{background}",
            palette
                .background
                .map_or("transparent".to_owned(), |color| color.to_string()),
        ),
        ("{text}", palette.text.to_string()),
        ("{board}", palette.board.to_string()),
        ("{peg}", theme.peg_color().to_string()),
        ("{peg_edge}", palette.peg_edge.to_string()),
        ("{peg_text}", theme.peg_text_color().to_string()),
        ("{moving}", palette.moving.to_string()),
        ("{moving_edge}", palette.moving_edge.to_string()),
        ("{radius}", number(PEG)),
        ("{label_size}", number(label_size)),
        ("{holes}", holes),
        ("{start}", list(solution.start().pegs().map(index))),
        ("{jumps}", jumps),
        ("{moves}", moves),
    ];
    Some(filled(PAGE, &parts))
}

/// Replaces each placeholder by its value. Placeholders inside values stay.
fn filled(text: &str, parts: &[(&str, String)]) -> String {
    let first = parts
        .iter()
        .filter_map(|(name, value)| Some((text.find(name)?, name, value)))
        .min();
    match first {
        None => text.to_owned(),
        Some((place, name, value)) => {
            format!(
                "{}{value}{}",
                &text[..place],
                filled(&text[place + name.len()..], parts)
            )
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Theme;
    use crate::{Board, BoardFile, Lattice, Line};

    #[test]
    fn a_page_holds_the_whole_solution_and_loads_nothing() {
        let mut row = BoardFile::new(
            "</script> & {jumps}",
            Lattice::Square,
            (0..5).map(|x| (x, 0)),
        );
        row.labels = crate::Labels::Numbers;
        let board = Board::new(row).unwrap();
        let start = board.with_pegs([0, 1, 3].map(Hole::new));
        let line = Line::parse(&start, "1-3-5").unwrap();
        let html = page(&BoardDrawing::of_solution(&line).with_theme(Theme::Dark)).unwrap();
        assert!(html.contains("const start = [0, 1, 3];"));
        assert!(html.contains("const jumps = [[0, 1, 2], [2, 3, 4]];"));
        assert!(html.contains("const moves = [[\"1-3-5\", 2]];"));
        assert!(html.contains("<h1>&lt;/script&gt; &amp; {jumps}</h1>"));
        let foreign = html.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !foreign.contains("http") && !foreign.contains("src=") && !foreign.contains("import")
        );
        assert_eq!(html.matches("</script>").count(), 1);
    }

    #[test]
    fn a_page_looks_like_its_drawing() {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let plain = BoardDrawing::of_solution(&Line::parse(&start, "a3-a1").unwrap());
        let html = page(&plain).unwrap();
        assert!(html.contains("const labelSize = 0;") && !html.contains(">e</text>"));
        let named = page(&plain.clone().with_labels().with_width(90)).unwrap();
        assert!(named.contains(">e5</text>") && !named.contains("const labelSize = 0;"));
        assert!(!named.contains("width=\"90\""));
        assert!(
            page(&plain.with_coordinates().unwrap())
                .unwrap()
                .contains(">e</text>")
        );
    }
}
