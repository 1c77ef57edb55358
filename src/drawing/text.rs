//! Boards, positions and solutions as lines of characters.

use super::layout::Layout;
use super::played_move::PlayedMove;
use crate::board::geometry::Lattice;
use crate::board::{Board, Hole, Position};
use crate::problem::answer::{Line, Move};
use std::fmt;

/// Characters of a text picture.
///
/// [`Position::parse`](crate::Position::parse) reads all characters of the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Peg.
    pub peg: char,
    /// Empty hole.
    pub empty: char,
    /// Peg that made the last move.
    pub landed: char,
    /// Hole that the last move emptied.
    pub emptied: char,
}

impl Glyphs {
    /// Round pegs and holes: `●` and `○`, marks `◉` and `·`.
    pub const ROUND: Glyphs = Glyphs {
        peg: '●',
        empty: '○',
        landed: '◉',
        emptied: '·',
    };
    /// ASCII pegs and holes: `*` and `o`, marks `@` and `-`.
    pub const ASCII: Glyphs = Glyphs {
        peg: '*',
        empty: 'o',
        landed: '@',
        emptied: '-',
    };
}

impl Default for Glyphs {
    fn default() -> Self {
        Glyphs::ROUND
    }
}

/// Text picture of a board, row by row.
///
/// ```
/// use pegboard::drawing::TextPicture;
/// use pegboard::{Board, BoardFile, Lattice};
/// let plus = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)];
/// let board = Board::new(BoardFile::new("Plus", Lattice::Square, plus))?;
/// assert_eq!(TextPicture::of_labels(&board).to_string(), "   b1\na2 b2 c2\n   b3");
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPicture {
    lines: Vec<String>,
}

/// Returns the column and the row of each hole in text pictures. A column is half the distance between neighbors wide,
/// because the rows of the triangular lattice are shifted by half a step.
pub fn half_columns_and_rows(board: &Board) -> Vec<(usize, usize)> {
    let layout = Layout::new(board);
    let place = |hole| (layout.half_column(hole), layout.row(hole));
    board.holes().map(place).collect()
}

impl TextPicture {
    /// Returns a picture with a text for each hole. The longest text determines the distance between holes.
    pub fn new(board: &Board, mut text: impl FnMut(Hole) -> String) -> TextPicture {
        let layout = Layout::new(board);
        let mut cells: Vec<(Hole, String)> = board.holes().map(|hole| (hole, text(hole))).collect();
        cells.sort_by_key(|(hole, _)| layout.half_column(*hole));
        let widest = cells.iter().map(|(_, cell)| width(cell)).max().unwrap_or(0);
        let half_step = (widest + 1).div_ceil(2); // characters
        let mut lines = vec![String::new(); layout.row_count()];
        for (hole, cell) in &cells {
            // A square board needs no half steps, so the distance between holes may be odd.
            let column = match board.lattice() {
                Some(Lattice::Square) => layout.half_column(*hole) / 2 * (widest + 1),
                _ => layout.half_column(*hole) * half_step,
            };
            let line = &mut lines[layout.row(*hole)];
            pad(line, column);
            line.push_str(cell);
        }
        TextPicture { lines }
    }

    /// Returns a picture of the board with the label of each hole.
    pub fn of_labels(board: &Board) -> TextPicture {
        TextPicture::new(board, |hole| board.label(hole).to_owned())
    }

    /// Returns a picture of a position.
    pub fn of_position(position: &Position, glyphs: &Glyphs) -> TextPicture {
        let glyph = |hole| {
            if position.has_peg(hole) {
                glyphs.peg
            } else {
                glyphs.empty
            }
        };
        TextPicture::new(position.board(), |hole| glyph(hole).to_string())
    }

    /// Returns a picture of the position after a move, with marks on the peg that moved and the holes it emptied.
    ///
    /// # Panics
    ///
    /// If the position's board lacks a hole or a jump of the move.
    pub fn of_position_after(position: &Position, played: &Move, glyphs: &Glyphs) -> TextPicture {
        let board = position.board();
        played.check_on(board);
        let glyph = |hole| match hole {
            _ if hole == played.to() => glyphs.landed,
            _ if position.has_peg(hole) => glyphs.peg,
            _ if played.over().contains(&hole) || played.holes().contains(&hole) => glyphs.emptied,
            _ => glyphs.empty,
        };
        TextPicture::new(board, |hole| glyph(hole).to_string())
    }

    /// Returns the rows, without trailing blanks.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns the number of characters in the longest row.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| width(line)).max().unwrap_or(0)
    }
}

impl fmt::Display for TextPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

/// Text pictures side by side, each with a caption above it.
///
/// ```
/// use pegboard::drawing::{Glyphs, TextStrip};
/// use pegboard::{Board, BoardFile, Lattice, Line};
/// let row = Board::new(BoardFile::new("Row", Lattice::Square, (0..6).map(|x| (x, 0))))?;
/// let line = Line::parse(&row.vacate(row.hole("b1")?), "d1-b1, a1-c1, f1-d1-b1")?;
/// let strip = TextStrip::of_solution(&line, &Glyphs::ASCII);
/// let expected = "\
/// start         1. d1-b1
/// * o * * * *   * @ - - * *
///
/// 2. a1-c1      3. f1-d1-b1
/// - - @ o * *   o @ - - - -";
/// assert_eq!(strip.wrapped(30), expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextStrip {
    panels: Vec<(String, TextPicture)>,
}

/// Blanks between neighboring pictures.
const GUTTER: usize = 3;

impl TextStrip {
    /// Returns a strip without pictures.
    pub fn new() -> TextStrip {
        TextStrip::default()
    }

    /// Returns a strip of the start and the position after each move.
    pub fn of_solution(solution: &Line, glyphs: &Glyphs) -> TextStrip {
        let mut strip = TextStrip::new();
        strip.push("start", TextPicture::of_position(solution.start(), glyphs));
        for (index, played) in PlayedMove::all(solution).iter().enumerate() {
            let notation = played.played.notation(solution.board());
            strip.push(
                format!("{}. {notation}", index + 1),
                TextPicture::of_position_after(&played.after, &played.played, glyphs),
            );
        }
        strip
    }

    /// Appends a picture.
    pub fn push(&mut self, caption: impl Into<String>, picture: TextPicture) {
        self.panels.push((caption.into(), picture));
    }

    /// Returns the strip as bands of at most `max_width` characters; a wider picture has a band of its own.
    pub fn wrapped(&self, max_width: usize) -> String {
        let widths = self
            .panels
            .iter()
            .map(|(caption, picture)| width(caption).max(picture.width()));
        let panel_width = widths.max().unwrap_or(0);
        let columns = (max_width.saturating_add(GUTTER) / (panel_width + GUTTER)).max(1);
        let bands = self
            .panels
            .chunks(columns)
            .map(|panels| band(panels, panel_width));
        bands.collect::<Vec<_>>().join("\n\n")
    }
}

/// Returns the lines of pictures side by side.
fn band(panels: &[(String, TextPicture)], panel_width: usize) -> String {
    let height = panels
        .iter()
        .map(|(_, picture)| 1 + picture.lines.len())
        .max()
        .unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for (column, (caption, picture)) in panels.iter().enumerate() {
        for (line, text) in lines
            .iter_mut()
            .zip(std::iter::once(caption).chain(&picture.lines))
        {
            if !text.is_empty() {
                pad(line, column * (panel_width + GUTTER));
                line.push_str(text);
            }
        }
    }
    lines.join("\n")
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Appends blanks up to a column.
fn pad(line: &mut String, column: usize) {
    let missing = column.saturating_sub(width(line));
    line.extend(std::iter::repeat_n(' ', missing));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardFile, Lattice};

    fn hexagon() -> Board {
        let holes = (-1..=1).flat_map(|y: i32| (-1..=1).map(move |x: i32| (x, y)));
        let hexagon = holes.filter(|(x, y)| (x - y).abs() < 2);
        Board::new(BoardFile::new("Hexagon", Lattice::Triangular, hexagon)).unwrap()
    }

    #[test]
    fn a_hexagon_looks_like_one() {
        let picture = TextPicture::of_position(&hexagon().full(), &Glyphs::ROUND);
        assert_eq!(picture.to_string(), " ● ●\n● ● ●\n ● ●");
        assert_eq!(picture.width(), 5);
    }

    #[test]
    fn labels_of_different_lengths_keep_half_steps() {
        let board = hexagon();
        let picture = TextPicture::new(&board, |hole| "x".repeat(1 + hole.index() % 3));
        assert_eq!(picture.to_string(), "  x   xx\nxxx x   xx\n  xxx x");
    }

    #[test]
    fn holes_far_apart_make_no_huge_picture() {
        let far = Board::new(BoardFile::new(
            "Far",
            Lattice::Square,
            [(0, 0), (200_000_000, 200_000_000)],
        ));
        let picture = TextPicture::of_labels(&far.unwrap());
        assert!(picture.width() < 200);
        assert_eq!(picture.lines().len(), 17);
    }
}
