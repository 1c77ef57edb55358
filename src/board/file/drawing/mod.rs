//! Boards and positions as people draw them.
//!
//! A text is read in stages:
//!
//! | stage | module |
//! |---|---|
//! | text to plain characters | `text` |
//! | characters to cells: drawings amid words and lines, arrays, game ids | `block`, `array`, `game_id` |
//! | step between holes, and lattice | `grid` |
//! | meaning of each character | `meaning` |
//! | choice among the readings, by the board that each of them gives | `reading` |
//!
//! Characters at the corners and blanks are places without a hole. Of the others, the usual meaning of a character, its
//! number and the jumps of the board that results decide. A tie is an error that names both readings.

mod array;
mod block;
mod cells;
mod game_id;
pub(crate) mod grid;
mod meaning;
mod position;
mod reading;
mod text;

pub(crate) use position::{Misfit, Shape, fit};

use super::{BoardFile, Diagnostic, InvalidFile, Remedy};
use crate::board::geometry::{Coordinate, Lattice};
use array::Array;
use cells::Cells;
use reading::{Reading, moved_to_origin, top_left};
use std::path::Path;
use text::Metric;

/// Legend of a drawing: the meaning of its characters.
///
/// By default the legend is inferred, and so are the meanings of characters that it leaves out. Each field lists
/// characters, or words such as `-1` apart by commas. A blank given as `outside` is never a separator, and a blank given as
/// `hole` or `peg` fills the rows of the drawing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ImportLegend {
    /// Characters for an empty hole.
    pub hole: String,
    /// Characters for a peg.
    pub peg: String,
    /// Characters for places without a hole, besides blanks.
    pub outside: String,
    /// Characters that mark the hole of the last peg, whatever they say about its content.
    pub finish: String,
}

/// Choices of a reader of drawings; each that is not made is inferred.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// Lattice of the board.
    pub lattice: Option<Lattice>,
    /// Meanings of characters.
    pub legend: ImportLegend,
    /// Number of the board, from 1, in a text with several boards.
    pub nth: Option<usize>,
}

/// Imported board, with the pegs that its picture shows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportedBoard {
    /// Description of the board, with the name of the file and the largest symmetry group.
    pub file: BoardFile,
    /// Coordinates of the pegs, as for [`Board::hole_at`](crate::Board::hole_at); `None` if the picture shows no
    /// pegs.
    pub pegs: Option<Vec<Coordinate>>,
    /// Coordinates of the holes that the picture marks as finish.
    pub finish: Vec<Coordinate>,
    /// Legend by which the picture was read.
    pub legend: ImportLegend,
    /// The reading in one line.
    pub reading: String,
    /// Lattice of another board that the picture may show.
    pub other_lattice: Option<Lattice>,
}

impl ImportedBoard {
    /// Reads a picture of a board or a position.
    ///
    /// ```
    /// use pegboard::{Board, ImportOptions, ImportedBoard};
    /// let picture = "  ***  \n  ***  \n*******\n***.***\n*******\n  ***  \n  ***  \n";
    /// let imported = ImportedBoard::read(picture, "english.txt", &ImportOptions::default())?;
    /// assert_eq!(imported.reading, "square lattice: `*` a peg, `.` an empty hole");
    /// assert_eq!(imported.pegs.unwrap().len(), 32);
    /// assert_eq!(Board::new(imported.file)?.hole_count(), 33);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidFile`] with the offending characters if the picture cannot be read or is ambiguous.
    pub fn read(
        text: &str,
        file_name: &str,
        options: &ImportOptions,
    ) -> Result<ImportedBoard, InvalidFile> {
        let invalid = |diagnostic| InvalidFile::new(file_name, text, vec![diagnostic]);
        let reading = best_reading(text, options).map_err(invalid)?;
        let corner = top_left(&reading.holes);
        let holes = moved_to_origin(&reading.holes, corner);
        let pegs = (!reading.pegs.is_empty()).then(|| moved_to_origin(&reading.pegs, corner));
        let is_skew = reading.lattice == Lattice::Triangular
            && options.lattice.is_none()
            && grid::is_skew_triangle(&rows_first(&holes));
        Ok(ImportedBoard {
            file: BoardFile::new(board_name(file_name), reading.lattice, holes),
            pegs,
            finish: moved_to_origin(&reading.finish, corner),
            reading: reading.to_string(),
            legend: reading.legend,
            other_lattice: is_skew.then_some(Lattice::Square),
        })
    }

    /// Returns the number of boards that a text shows.
    pub fn count(text: &str) -> usize {
        boards(text, Metric::Width, false).map_or(1, |boards| boards.len())
    }
}

fn rows_first(holes: &[Coordinate]) -> Vec<(usize, usize)> {
    let place = |(x, y): &Coordinate| (*y as usize, *x as usize);
    let mut places: Vec<(usize, usize)> = holes.iter().map(place).collect();
    places.sort_unstable();
    places
}

/// Returns the best reading over both units of columns.
fn best_reading(text: &str, options: &ImportOptions) -> Result<Reading, Diagnostic> {
    let by_width = reading(text, options, Metric::Width);
    if !text::has_wide(text) {
        return by_width;
    }
    match (by_width, reading(text, options, Metric::Characters)) {
        (Ok(one), Ok(other)) if other.is_better_than(&one) => Ok(other),
        (Err(_), Ok(other)) => Ok(other),
        (one, _) => one,
    }
}

fn reading(text: &str, options: &ImportOptions, metric: Metric) -> Result<Reading, Diagnostic> {
    let mut boards = boards(text, metric, options.legend.outside.contains(' '))?;
    let count = boards.len();
    let cells = match (options.nth, count) {
        (_, 0) => return Err(Diagnostic::new("the picture shows no holes")),
        (Some(nth), _) if (1..=count).contains(&nth) => boards.swap_remove(nth - 1),
        (Some(nth), _) => {
            return Err(Diagnostic::new(format!(
                "there is no board {nth}: the text shows {}",
                if count == 1 {
                    "1 board".to_owned()
                } else {
                    format!("{count} boards")
                }
            )));
        }
        (None, 1) => boards.swap_remove(0),
        (None, _) => return Err(several(&boards)),
    };
    reading::choose(&cells, options.lattice, &options.legend)
}

/// Maximum size of a text with drawings.
const MAX_BYTES: usize = 1 << 18;

/// Returns the cells of each board that a text shows.
fn boards(text: &str, metric: Metric, is_one: bool) -> Result<Vec<Cells>, Diagnostic> {
    if text.len() > MAX_BYTES {
        return Err(Diagnostic::new(
            "the picture is too large: a board has 128 holes at most",
        ));
    }
    let mut lines = text::lines(text, metric);
    if let Some(cells) = game_id::read(&lines) {
        return Ok(vec![cells]);
    }
    match array::read(&lines) {
        Some(Array::Cells(cells)) => return Ok(vec![cells]),
        Some(Array::Lines(rows)) => lines = rows,
        None => {}
    }
    lines = position::divided(lines);
    position::unindent(&mut lines);
    let tab = lines.iter().flatten().find(|glyph| glyph.character == '\t');
    if let Some(tab) = tab {
        return Err(
            Diagnostic::new("the picture has a tab, whose width is unknown")
                .at(tab.span(), "a tab")
                .help(super::picture::advice('\t')),
        );
    }
    if is_one {
        let mut cells = Cells::default();
        for (row, line) in lines.iter().enumerate() {
            cells.push_line(row, line);
        }
        return Ok(vec![cells]);
    }
    Ok(block::boards(&lines))
}

fn several(boards: &[Cells]) -> Diagnostic {
    let count = boards.len();
    let diagnostic = Diagnostic::new(format!("the text shows {count} boards"));
    let firsts = boards.iter().filter_map(|cells| cells.marks.first());
    firsts
        .take(MOST_PLACES)
        .enumerate()
        .fold(diagnostic, |diagnostic, (index, mark)| {
            diagnostic.at(mark.span.clone(), format!("board {}", index + 1))
        })
        .remedy(Remedy::Nth { boards: count })
}

/// Maximum number of places in a diagnostic.
const MOST_PLACES: usize = 8;

/// Returns the file name without folder and extension.
pub(super) fn board_name(file_name: &str) -> String {
    Path::new(file_name)
        .file_stem()
        .map_or_else(|| file_name.to_owned(), |stem| stem.display().to_string())
}

#[cfg(test)]
mod tests;
