use super::svg::{PEG, SvgDrawing, escaped, number};
use super::theme::Theme;
use crate::answer::Solution;
use crate::board::Hole;

/// The page with the names of its parts in braces.
const PAGE: &str = include_str!("page.html");

/// A page that plays a solution: a HTML file that works by itself, without a library or a request. Its reader
/// steps through the jumps, plays and pauses them, by mouse, touch or keys.
///
/// ```
/// use pegboard::drawing::{Theme, page};
/// use pegboard::{Board, Solution};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let html = page(&Solution::parse(&start, "a3-a1, c3-a3")?, &Theme::Light);
/// assert!(html.starts_with("<!doctype html>") && html.contains("\"a3-a1\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(solution: &Solution, theme: &Theme) -> String {
    let board = solution.board();
    let palette = theme.palette();
    let drawing = SvgDrawing::of_position(&board.empty()).with_theme(theme.clone());
    let center = |hole: Hole| drawing.center(0, hole).unwrap_or_default();
    let index = |hole: Hole| hole.index().to_string();
    let holes = list(board.holes().map(|hole| {
        let (x, y) = center(hole);
        format!("[\"{}\", {}, {}]", board.label(hole), number(x), number(y))
    }));
    let jumps = solution.jumps().iter();
    let jumps = list(jumps.map(|jump| list([jump.from(), jump.over(), jump.to()].into_iter().map(index))));
    let mut played = 0;
    let moves = list(solution.moves().iter().map(|each| {
        played += each.holes().len() - 1;
        format!("[\"{}\", {played}]", each.notation(board))
    }));
    let parts = [
        ("{title}", escaped(board.name())),
        ("{svg}", drawing.to_svg()),
        ("{ground}", palette.ground.unwrap_or("transparent").to_owned()),
        ("{ink}", palette.ink.to_owned()),
        ("{board}", palette.board.to_owned()),
        ("{peg}", theme.peg_fill().to_owned()),
        ("{peg_edge}", palette.peg_edge.to_owned()),
        ("{moving}", palette.moving.to_owned()),
        ("{moving_edge}", palette.moving_edge.to_owned()),
        ("{radius}", number(PEG)),
        ("{holes}", holes),
        ("{start}", list(solution.start().pegs().map(index))),
        ("{jumps}", jumps),
        ("{moves}", moves),
    ];
    filled(PAGE, &parts)
}

/// The text with each name replaced by what it stands for; what is put in is not looked at again.
fn filled(text: &str, parts: &[(&str, String)]) -> String {
    let first = parts.iter().filter_map(|(name, value)| Some((text.find(name)?, name, value))).min();
    match first {
        None => text.to_owned(),
        Some((place, name, value)) => {
            format!("{}{value}{}", &text[..place], filled(&text[place + name.len()..], parts))
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, BoardFile, Lattice};

    #[test]
    fn a_page_holds_the_whole_solution_and_asks_for_nothing() {
        let mut row = BoardFile::new("</script> & {jumps}", Lattice::Square, (0..5).map(|x| (x, 0)));
        row.labels = crate::Labels::Numbers;
        let board = Board::new(row).unwrap();
        let start = board.pegs([0, 1, 3].map(Hole::new));
        let html = page(&Solution::parse(&start, "1-3-5").unwrap(), &Theme::Dark);
        assert!(html.contains("const start = [0, 1, 3];"));
        assert!(html.contains("const jumps = [[0, 1, 2], [2, 3, 4]];"));
        assert!(html.contains("const moves = [[\"1-3-5\", 2]];"));
        assert!(html.contains("<h1>&lt;/script&gt; &amp; {jumps}</h1>"));
        let foreign = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!foreign.contains("http") && !foreign.contains("src=") && !foreign.contains("import"));
        assert_eq!(html.matches("</script>").count(), 1);
    }
}
