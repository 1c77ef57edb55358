//! Boards and positions as people draw them.
//!
//! A text is read in stages:
//!
//! | stage | module |
//! |---|---|
//! | text to plain characters, without markup | `text`, `markup` |
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
mod html;
mod markup;
mod meaning;
mod position;
mod reading;
mod text;

pub(crate) use html::is_html;
pub(crate) use position::{Misfit, Shape, USUAL, fit};

use super::{BoardFile, Diagnostic, InvalidFile, Remedy, graph};
use crate::board::geometry::{Coordinate, Lattice};
use array::Array;
use cells::Cells;
use reading::{Reading, moved_to_origin, top_left};
use std::path::Path;
use text::{Line, Metric};

/// Legend of a drawing: the meaning of its characters.
///
/// By default the legend is inferred, and so are the meanings of characters that it leaves out. Each field lists
/// characters, or words such as `-1` separated by commas. A blank given as `outside` is never a separator, and a blank given
/// as `hole` or `peg` fills the rows of the drawing.
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
    /// `true` for pairs of numbers, which may also be the edges of a graph.
    pub may_be_edges: bool,
    /// `true` for a picture that may also be the adjacency matrix of a graph.
    pub may_be_matrix: bool,
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
        let read = Drawings::of(text, options).and_then(|drawings| drawings.only(options));
        let imported = ImportedBoard::of(read.map_err(invalid)?, file_name, options);
        Ok(ImportedBoard {
            may_be_matrix: options.lattice.is_none() && graph::may_be_matrix(text),
            ..imported
        })
    }

    /// Reads all boards of a text. The number in the options does not matter.
    ///
    /// # Errors
    ///
    /// As for [`read`](ImportedBoard::read), for the first board that cannot be read.
    pub fn read_all(
        text: &str,
        file_name: &str,
        options: &ImportOptions,
    ) -> Result<Vec<ImportedBoard>, InvalidFile> {
        let read = || -> Result<Vec<ImportedBoard>, Diagnostic> {
            let drawings = Drawings::of(text, options)?;
            let board = |index| {
                let reading = drawings.reading(index, options)?;
                Ok(ImportedBoard::of(reading, file_name, options))
            };
            (0..drawings.by_width.len()).map(board).collect()
        };
        read().map_err(|diagnostic| InvalidFile::new(file_name, text, vec![diagnostic]))
    }

    fn of(reading: Reading, file_name: &str, options: &ImportOptions) -> ImportedBoard {
        let corner = top_left(&reading.holes);
        let holes = moved_to_origin(&reading.holes, corner);
        let pegs = (!reading.pegs.is_empty()).then(|| moved_to_origin(&reading.pegs, corner));
        let is_skew = reading.lattice == Lattice::Triangular
            && options.lattice.is_none()
            && grid::is_skew_triangle(&rows_first(&holes));
        let finish = moved_to_origin(&reading.finish, corner);
        let description = reading.to_string();
        let mut file = BoardFile::new(board_name(file_name), reading.lattice, holes);
        file.labels = reading.labels;
        ImportedBoard {
            file,
            pegs,
            finish,
            reading: description,
            legend: reading.legend,
            other_lattice: is_skew.then_some(Lattice::Square),
            may_be_edges: reading.are_points,
            may_be_matrix: false,
        }
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

/// Drawings of a text.
struct Drawings {
    by_width: Vec<Cells>,
    /// The drawings with a column for each character; empty unless some characters are wide.
    by_characters: Vec<Cells>,
}

impl Drawings {
    fn of(text: &str, options: &ImportOptions) -> Result<Drawings, Diagnostic> {
        let is_one = options.legend.outside.contains(' ');
        let by_width = boards(text, Metric::Width, is_one)?;
        let mut by_characters = Vec::new();
        if text::has_wide(text) {
            by_characters = boards(text, Metric::Characters, is_one)?;
            if by_characters.len() != by_width.len() {
                by_characters.clear();
            }
        }
        check_legend(&by_width, &options.legend)?;
        match by_width.len() {
            0 => Err(Diagnostic::new("the picture shows no holes")),
            _ => Ok(Drawings {
                by_width,
                by_characters,
            }),
        }
    }

    /// Returns the reading of the only drawing, or of the one whose number the options give.
    fn only(&self, options: &ImportOptions) -> Result<Reading, Diagnostic> {
        let count = self.by_width.len();
        match (options.nth, count) {
            (Some(nth), _) if (1..=count).contains(&nth) => self.reading(nth - 1, options),
            (Some(nth), 1) => Err(Diagnostic::new(format!(
                "there is no board {nth}: the text shows 1 board"
            ))),
            (Some(nth), _) => Err(Diagnostic::new(format!(
                "there is no board {nth}: the text shows {count} boards"
            ))),
            (None, 1) => self.reading(0, options),
            (None, _) => Err(several(&self.by_width)),
        }
    }

    /// Returns the best reading over both units of columns. Rows that begin in one column, as where blanks were lost, lie in
    /// the middle if that alone gives a board with all symmetries of the square.
    fn reading(&self, index: usize, options: &ImportOptions) -> Result<Reading, Diagnostic> {
        let read = |cells: &Cells| reading::choose(cells, options.lattice, &options.legend);
        let cells = &self.by_width[index];
        const MIN_POINTS: usize = 5;
        if options.lattice.is_none() && cells.are_points && cells.marks.len() < MIN_POINTS {
            let message = "the pairs can be the edges of a graph, or the rows and columns of holes";
            return Err(Diagnostic::new(message)
                .at(cells.marks[0].span.clone(), "the first pair")
                .help("write edges with signs between their ends, such as `1-2, 2-3`")
                .remedy(Remedy::Graph));
        }
        let by_width = read(cells);
        let reading = match self.by_characters.get(index).map(read) {
            Some(Ok(other))
                if by_width
                    .as_ref()
                    .map_or(true, |one| other.is_better_than(one)) =>
            {
                other
            }
            _ => by_width?,
        };
        const ALL: usize = 8;
        // Small boards whose rows begin in one column are not rare.
        const MIN_HOLES: usize = 21;
        if reading.lattice == Lattice::Square
            && reading.holes.len() >= MIN_HOLES
            && reading.symmetry_order() < ALL
            && let Some(centered) = cells.centered(self.by_characters.is_empty())
            && let Ok(mut centered) = read(&centered)
            && centered.lattice == Lattice::Square
            && centered.symmetry_order() == ALL
            && centered.is_better_than(&reading)
        {
            centered.is_centered = true;
            return Ok(centered);
        }
        Ok(reading)
    }
}

/// Refuses a legend that names only characters that no drawing has. Blanks are no marks of a drawing.
fn check_legend(boards: &[Cells], legend: &ImportLegend) -> Result<(), Diagnostic> {
    let given = [
        (&legend.hole, "empty holes"),
        (&legend.peg, "pegs"),
        (&legend.outside, "places without a hole"),
        (&legend.finish, "the finish"),
    ];
    for (names, meaning) in given {
        let is_named = |cells: &Cells| {
            let mut marks = cells.marks.iter();
            marks.any(|mark| meaning::names_word(names, &cells.word(mark.symbol)))
        };
        let is_blank = names.is_empty() || names.contains(' ');
        if !is_blank && !boards.is_empty() && !boards.iter().any(is_named) {
            return Err(Diagnostic::new(format!(
                "no character of the text is one of `{names}`, which the legend names for {meaning}"
            )));
        }
    }
    Ok(())
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
    text::check(text)?;
    let lines = markup::lines(text, metric);
    if let Some(line) = lines.iter().find(|line| names_structure(line)) {
        return Err(Diagnostic::new(
            "the text is about a board that lies on no lattice, and its picture lacks the jumps",
        )
        .at(line[0].span(), "the kind of board")
        .help("use the file of the board, or a list of its edges"));
    }
    if let Some(cells) = game_id::read(&lines)? {
        return Ok(vec![cells]);
    }
    let arrays = array::read(&lines);
    if arrays.is_empty() {
        return drawings(lines, is_one);
    }
    let mut boards = Vec::new();
    for array in arrays {
        match array {
            Array::Cells(cells) => boards.push(cells),
            Array::Lines(rows) => boards.append(&mut drawings(rows, is_one)?),
        }
    }
    Ok(boards)
}

/// Returns `true` for the line of the facts of a board that says that it lies on no lattice.
fn names_structure(line: &Line) -> bool {
    let text: String = line.iter().map(|glyph| glyph.character).collect();
    let value = text.strip_prefix("lattice  ").map(str::trim);
    value.is_some_and(|value| ["graph", "lines", "jumps"].contains(&value))
}

/// Returns the cells of each drawing of some lines.
fn drawings(lines: Vec<Line>, is_one: bool) -> Result<Vec<Cells>, Diagnostic> {
    let mut lines = position::divided(lines);
    position::without_program(&mut lines);
    position::unindent(&mut lines);
    lines.iter_mut().for_each(without_tabs_at_end);
    let tab = lines.iter().flatten().find(|glyph| glyph.written == '\t');
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

/// Removes a tab after all other characters of a line, and what follows it.
fn without_tabs_at_end(line: &mut Line) {
    let last = line
        .iter()
        .rposition(|glyph| !glyph.written.is_whitespace());
    let end = last.map_or(0, |last| last + 1);
    if let Some(tab) = line[end..].iter().position(|glyph| glyph.written == '\t') {
        line.truncate(end + tab);
    }
}

fn several(boards: &[Cells]) -> Diagnostic {
    let count = boards.len();
    let diagnostic = Diagnostic::new(format!("the text shows {count} boards"));
    let firsts = boards.iter().filter_map(|cells| cells.marks.first());
    firsts
        .take(MAX_PLACES)
        .enumerate()
        .fold(diagnostic, |diagnostic, (index, mark)| {
            diagnostic.at(mark.span.clone(), format!("board {}", index + 1))
        })
        .remedy(Remedy::Nth { boards: count })
}

/// Maximum number of places in a diagnostic.
const MAX_PLACES: usize = 8;

/// Returns the file name without folder and extension.
pub(super) fn board_name(file_name: &str) -> String {
    Path::new(file_name)
        .file_stem()
        .map_or_else(|| file_name.to_owned(), |stem| stem.display().to_string())
}

#[cfg(test)]
mod tests;
