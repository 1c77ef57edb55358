//! Import of graphs, and of pictures in other notations.
//!
//! | format | no hole | peg | empty hole | blanks |
//! |---|---|---|---|---|
//! | ordinary pictures | one of `.` `#` `_`, or blank | one of `*` `x` `X` `●` | one of `o` `O` `0` `○` | see below |
//! | pictures with walls | `#`, or blank | `+` | `.` | see below |
//! | pictures printed by this program | blank | `●` `◉` `+` `-` `?`, or `*` `@` | `○` `·`, or `o` `-` | see below |
//! | the peg format of CMU's C0 course | `.` | `*` | `o` | not counted; 8 lines of 8 characters |
//!
//! A picture in the characters of this program is read as such. Any other picture is read by the first or second row
//! of the table if only one of them fits; otherwise the user must give a legend. Blanks between the characters of a
//! line are separators if every second column is blank, and places without a hole if most characters touch. A row
//! that fits neither is an error.

mod graph;
mod layout;
mod legend;

pub use graph::{GraphFormat, ImportedGraph};
pub use legend::ImportLegend;

use super::span::Span;
use super::{BoardFile, Diagnostic, InvalidFile};
use crate::board::geometry::{Coordinate, Lattice};
use layout::Layout;
use legend::{Meaning, Reading};
use std::path::Path;

/// Imported board, with the pegs that its picture shows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportedBoard {
    /// Description of the board, with the name of the file and the largest symmetry group.
    pub file: BoardFile,
    /// Coordinates of the pegs, as for [`Board::hole_at`](crate::Board::hole_at); `None` if the picture shows no
    /// pegs.
    pub pegs: Option<Vec<Coordinate>>,
    /// Legend by which the picture was read.
    pub legend: ImportLegend,
    /// `true` if the legend was inferred from characters that other notations use differently. Callers should then show
    /// the legend to the user.
    pub legend_is_guessed: bool,
}

/// Non-blank character of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    row: usize,
    column: usize,
    offset: usize,
    character: char,
}

impl Mark {
    fn span(&self) -> Span {
        self.offset..self.offset + self.character.len_utf8()
    }
}

impl ImportedBoard {
    /// Suggests a legend in which walls are holes. `None` if the picture has no walls or the legend was given.
    pub fn advice_on_walls(&self) -> Option<String> {
        self.legend_is_guessed
            .then(|| walls_as_holes(&self.legend))
            .flatten()
    }

    /// Reads a picture of a board or a position.
    ///
    /// On the triangular lattice the rows are skew, as in board files (`o`, `oo`, `ooo`), or centered with blanks
    /// between the holes (`··o`, `·o·o`, `o·o·o`).
    ///
    /// ```
    /// use pegboard::{Board, ImportLegend, ImportedBoard, Lattice};
    /// let picture = "  ***  \n  ***  \n*******\n***o***\n*******\n  ***  \n  ***  \n";
    /// let imported =
    ///     ImportedBoard::read(picture, "english.txt", Lattice::Square, &ImportLegend::default())?;
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
        lattice: Lattice,
        legend: &ImportLegend,
    ) -> Result<ImportedBoard, InvalidFile> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text); // a byte order mark is not a column
        let invalid = |diagnostic| InvalidFile::new(file_name, text, vec![diagnostic]);
        let marks = marks(text).map_err(invalid)?;
        let reading = Reading::choose(&marks, legend).map_err(invalid)?;
        let layout = Layout::of(&marks, lattice, legend).map_err(invalid)?;
        let is_outside = |mark: &Mark| reading.meaning(mark.character) == Meaning::Outside;
        let (used, is_certain) = reading.legend(&marks, legend);
        let advice = if is_certain {
            None
        } else {
            walls_as_holes(&used)
        };
        let with_advice = |wrong: Diagnostic| match &advice {
            Some(advice) => wrong.help(advice),
            None => wrong,
        };
        layout
            .check_widths(&marks, is_outside)
            .map_err(|wrong| invalid(with_advice(wrong)))?;
        let mut holes = Vec::new();
        let mut pegs = Vec::new();
        for (mark, point) in marks.iter().zip(layout.points(&marks)) {
            match reading.meaning(mark.character) {
                Meaning::Outside => continue,
                Meaning::Hole => {}
                Meaning::Peg => pegs.push(point),
            }
            holes.push(point);
        }
        if holes.is_empty() {
            return Err(invalid(all_outside(&marks[0])));
        }
        let corner = top_left(&holes);
        let holes = moved_to_origin(holes, corner);
        let pegs = (!pegs.is_empty()).then(|| moved_to_origin(pegs, corner));
        let file = BoardFile::new(board_name(file_name), lattice, holes);
        Ok(ImportedBoard {
            file,
            pegs,
            legend: used,
            legend_is_guessed: !is_certain,
        })
    }
}

fn top_left(holes: &[Coordinate]) -> Coordinate {
    let left = holes.iter().map(|hole| hole.0).min().unwrap_or(0);
    let top = holes.iter().map(|hole| hole.1).min().unwrap_or(0);
    (left, top)
}

/// Moves points so that the given corner is the origin.
fn moved_to_origin(points: Vec<Coordinate>, (left, top): Coordinate) -> Vec<Coordinate> {
    points
        .into_iter()
        .map(|(x, y)| (x - left, y - top))
        .collect()
}

/// Returns the non-blank characters of a text, line by line.
fn marks(text: &str) -> Result<Vec<Mark>, Diagnostic> {
    if text.len() > MAX_BYTES {
        return Err(Diagnostic::new(
            "the picture is too large: a board has 128 holes at most",
        ));
    }
    let mut marks = Vec::new();
    let mut line_start = 0;
    for (row, line) in text.split_inclusive('\n').enumerate() {
        for (column, (offset, character)) in line.trim_end().char_indices().enumerate() {
            let mark = Mark {
                row,
                column,
                offset: line_start + offset,
                character,
            };
            match character {
                ' ' => {}
                '\t' => return Err(tab(&mark)),
                _ => marks.push(mark),
            }
        }
        line_start += line.len();
    }
    if marks.is_empty() {
        Err(no_holes())
    } else {
        Ok(marks)
    }
}

/// Maximum size of a picture, as for board files.
const MAX_BYTES: usize = 1 << 20;

fn tab(mark: &Mark) -> Diagnostic {
    Diagnostic::new("the picture has a tab, whose width is unknown")
        .at(mark.span(), "a tab")
        .help(super::picture::advice('\t'))
}

fn no_holes() -> Diagnostic {
    Diagnostic::new("the picture shows no holes")
}

/// Returns the error for a picture without holes.
fn all_outside(first: &Mark) -> Diagnostic {
    let shown = first.character.escape_debug();
    no_holes()
        .at(
            first.span(),
            format!("`{shown}` was read as a place without a hole"),
        )
        .help(format!(
            "if it stands for a hole, say so: `--hole '{shown}'`"
        ))
}

/// Suggests options that read walls as holes, for a picture of walls and dots alone.
fn walls_as_holes(legend: &ImportLegend) -> Option<String> {
    let can_be_holes =
        legend.outside == "#" && legend.peg.is_empty() && [".", ""].contains(&legend.hole.as_str());
    let others = format!("{} ", legend.hole);
    can_be_holes.then(|| {
        format!("`#` was read as no hole; if it is a hole: `--hole '#' --outside '{others}'`")
    })
}

/// Returns the file name without folder and extension.
fn board_name(file_name: &str) -> String {
    Path::new(file_name)
        .file_stem()
        .map_or_else(|| file_name.to_owned(), |stem| stem.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Glyphs, TextPicture};
    use crate::{Board, Line};

    fn read(text: &str, lattice: Lattice) -> ImportedBoard {
        ImportedBoard::read(text, "picture.txt", lattice, &ImportLegend::default()).unwrap()
    }

    fn error(text: &str) -> String {
        let legend = ImportLegend::default();
        ImportedBoard::read(text, "picture.txt", Lattice::Square, &legend)
            .unwrap_err()
            .to_string()
    }

    fn same_board(imported: &ImportedBoard, name: &str) {
        let board = Board::new(imported.file.clone()).unwrap();
        let known = Board::library(name).unwrap();
        assert!(board.same_geometry(&known), "{board:?} is not {known:?}");
        assert!(
            imported
                .pegs
                .iter()
                .flatten()
                .all(|peg| board.hole_at(*peg).is_some())
        );
    }

    const CMU_ENGLISH: &str = "\
        . . * * * . . .\n. . * * * . . .\n* * * * * * * .\n* * * o * * * .\n\
        * * * * * * * .\n. . * * * . . .\n. . * * * . . .\n. . . . . . . .\n";

    #[test]
    fn the_cmu_format_is_read_with_and_without_blanks() {
        let dense = CMU_ENGLISH.replace(' ', "");
        let irregular = dense.replace("***", "** *");
        for text in [CMU_ENGLISH, &dense, &irregular] {
            let imported = read(text, Lattice::Square);
            let pegs = imported.pegs.clone().unwrap();
            assert_eq!(pegs.len(), 32);
            assert!(!pegs.contains(&(3, 3)));
            same_board(&imported, "english");
        }
    }

    #[test]
    fn walls_and_blanks_bound_a_board() {
        let walls = "##+++##\n##+++##\n+++++++\n+++.+++\n+++++++\n##+++##\n##+++##";
        let imported = read(walls, Lattice::Square);
        assert_eq!(imported.pegs.as_ref().map(Vec::len), Some(32));
        same_board(&imported, "english");
        let spaced = "    O O O\n    O O O\nO O O O O O O\nO O O O O O O\nO O O O O O O\n    O O O\n    O O O\n";
        let imported = read(spaced, Lattice::Square);
        assert_eq!(imported.pegs, None);
        same_board(&imported, "english");
    }

    #[test]
    fn triangles_are_skew_or_centered() {
        let centered = "    *\n   * *\n  * o *\n * * * *\n* * * * *\n";
        let skew = "*\n**\n*o*\n****\n*****\n";
        for text in [centered, skew] {
            let imported = read(text, Lattice::Triangular);
            assert_eq!(imported.pegs.as_ref().map(Vec::len), Some(14));
            same_board(&imported, "triangle5");
        }
        let hexagon = "  o o o\n o o o o\no o o o o\n o o o o\n  o o o";
        same_board(&read(hexagon, Lattice::Triangular), "hexagon3");
    }

    #[test]
    fn pictures_that_this_program_prints_are_read_back() {
        let board = Board::library("english").unwrap();
        let start = board.vacate(board.hole("d4").unwrap());
        let line = Line::parse(&start, "d2-d4").unwrap();
        for glyphs in [Glyphs::ROUND, Glyphs::ASCII] {
            let moved = TextPicture::of_position_after(line.finish(), &line.moves()[0], &glyphs);
            for (picture, pegs) in [(TextPicture::of_position(&start, &glyphs), 32), (moved, 31)] {
                let imported = read(&picture.to_string(), Lattice::Square);
                assert_eq!(
                    imported.pegs.as_ref().map(Vec::len),
                    Some(pegs),
                    "{picture}"
                );
                same_board(&imported, "english");
            }
        }
        let hint = "    ● - ●\n    ● + ●\n● ● ● ● ● ● ●\n● + ● ○ ● ? ●\n● ● ● ● ● ● ●\n    ● + ●\n    ● ● ●\n";
        let imported = read(hint, Lattice::Square);
        assert_eq!(imported.pegs.as_ref().map(Vec::len), Some(32));
        same_board(&imported, "english");
        assert_eq!(read("○○○\n○.○\n", Lattice::Square).file.holes.len(), 5);
    }

    #[test]
    fn a_legend_reads_pictures_that_cannot_be_inferred() {
        let text = "aab\nbab";
        let legend = ImportLegend {
            hole: "b".into(),
            peg: "a".into(),
            outside: String::new(),
        };
        let imported =
            ImportedBoard::read(text, "x/two.rows.txt", Lattice::Square, &legend).unwrap();
        assert_eq!(imported.file.name, "two.rows");
        assert_eq!(imported.pegs.unwrap(), [(0, 0), (1, 0), (1, 1)]);
        assert_eq!(imported.file.holes.len(), 6);
    }

    #[test]
    fn a_row_that_does_not_fit_the_others_is_an_error() {
        let rows = ". . o o o o . .\n. . o o o o . .\no o o o o o o o\n";
        let missing = format!("{rows}. o o o o  . .\n");
        assert!(
            error(&missing).starts_with("picture.txt:4:12: `.` is not aligned"),
            "{}",
            error(&missing)
        );
        let pushed = format!("{rows}. oo o o o . .\n");
        assert!(
            error(&pushed).starts_with("picture.txt:4:4: `o` is not aligned"),
            "{}",
            error(&pushed)
        );
        let short = format!("{rows}. o o o o . .\n");
        assert_eq!(
            error(&short),
            "picture.txt:4:13: a row has 7 places, others have 8\n  \
             help: draw every place of the row, including those without a hole"
        );
        assert!(
            error("..oo..\noooooo\n.ooo.\n").starts_with("picture.txt:3:5: a row has 5 places")
        );
        assert_eq!(
            read("..oo\noooooo\n.ooo\n", Lattice::Square)
                .file
                .holes
                .len(),
            11
        );
        assert_eq!(read("ooo\no o\nooo\n", Lattice::Square).file.holes.len(), 8);
    }

    #[test]
    fn rows_that_begin_with_blanks_may_end_with_blanks() {
        let english = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n..ooo..\n  ooo\n";
        same_board(&read(english, Lattice::Square), "english");
    }

    #[test]
    fn walls_that_may_be_holes_are_reported() {
        let walls = read("###\n#.#\n###\n", Lattice::Square);
        assert_eq!(walls.file.holes.len(), 1);
        let advice = "`#` was read as no hole; if it is a hole: `--hole '#' --outside '. '`";
        assert_eq!(walls.advice_on_walls().as_deref(), Some(advice));
        let unequal = error("###\n#.#\n#####\n");
        assert!(
            unequal.ends_with(&format!(
                "a row has 3 places, others have 5\n  help: {advice}"
            )),
            "{unequal}"
        );
        assert_eq!(read("ooo\n", Lattice::Square).advice_on_walls(), None);
    }

    #[test]
    fn centered_rows_on_the_square_lattice_are_an_error() {
        assert_eq!(
            error("  o\n o o\no o o\n"),
            "picture.txt:1:3: the rows are offset by half a hole, as on a triangular board\n  \
             help: use `--lattice triangular`"
        );
    }

    #[test]
    fn an_extra_blank_in_a_centered_row_is_an_error() {
        let text = "    o\n   o o\n  o o o\n o o o o\no o  o o o\n";
        let legend = ImportLegend::default();
        let wrong = ImportedBoard::read(text, "t", Lattice::Triangular, &legend)
            .unwrap_err()
            .to_string();
        assert!(
            wrong.starts_with("t:5:6: `o` is not aligned with the other rows"),
            "{wrong}"
        );
        assert!(wrong.ends_with(
            "help: put one blank between the holes of a row, and offset every row from the next by one"
        ));
    }

    #[test]
    fn the_inferred_legend_is_returned() {
        let legend = |hole: &str, peg: &str, outside: &str| ImportLegend {
            hole: hole.into(),
            peg: peg.into(),
            outside: outside.into(),
        };
        let walls = read("#+#\n+.+\n#+#", Lattice::Square);
        assert_eq!(
            (walls.legend, walls.legend_is_guessed),
            (legend(".", "+", "#"), true)
        );
        let plain = read(".*.\n*o*\n.*.", Lattice::Square);
        assert_eq!(
            (plain.legend, plain.legend_is_guessed),
            (legend("o", "*", "."), false)
        );
        let partial = legend("", "", ".");
        let message = ImportedBoard::read("##\n#.", "t", Lattice::Square, &partial)
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("add `#` to `--hole` (an empty hole), `--peg` or `--outside`"),
            "{message}"
        );
    }

    #[test]
    fn errors_point_at_the_characters() {
        assert_eq!(
            error("..o\no?o"),
            "picture.txt:2:2: the picture has a character of unknown meaning, `?`\n  help: say whether \
             it is a hole, a peg, or no hole: `--hole`, `--peg`, `--outside`"
        );
        assert_eq!(
            error("oO\noo"),
            "picture.txt:1:1: `o` and `O` cannot both stand for an empty hole\n  \
             picture.txt:1:2: the other\n  help: say which character is a hole, a peg, or no hole: \
             `--hole`, `--peg`, `--outside`"
        );
        assert_eq!(
            error("o+\n.."),
            "picture.txt:1:1: no reading of the picture has both `o` and `+`\n  \
             picture.txt:1:2: the other\n  help: say which character is a hole, a peg, or no hole: \
             `--hole`, `--peg`, `--outside`"
        );
        assert_eq!(error("\n  \n"), "picture.txt: the picture shows no holes");
        assert_eq!(
            error("..."),
            "picture.txt:1:1: the picture shows no holes\n  help: if it stands for a hole, say so: `--hole '.'`"
        );
        assert_eq!(
            error("o\to"),
            "picture.txt:1:2: the picture has a tab, whose width is unknown\n  help: write spaces instead of the tab"
        );
        let legend = ImportLegend {
            hole: "o".into(),
            peg: "o".into(),
            outside: ".".into(),
        };
        let text = "o.o";
        assert_eq!(
            ImportedBoard::read(text, "t", Lattice::Square, &legend)
                .unwrap_err()
                .to_string(),
            "t:1:1: the legend gives `o` two meanings\n  help: name every character once"
        );
    }
}
