//! Positions read from text pictures and from lists of labels.

use super::layout::Layout;
use crate::board::file::drawing::{Misfit, Shape, USUAL, fit};
use crate::board::geometry::Coordinate;
use crate::board::{Board, Hole, Position, UnknownHole};
use crate::control::{counted, quotation, size_text};
use std::fmt;
use thiserror::Error;

const PEGS: &[char] = USUAL[0].1;
const EMPTIES: &[char] = USUAL[1].1;
const OUTSIDE: &[char] = USUAL[2].1;

/// Error of a text that is not a position of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Character without a known meaning in a picture.
    #[error(
        "row {row}, `{text}`: `{character}` means nothing; write pegs as {}, empty holes as {}, and {} or \
         blanks where the board has no hole",
        listed(PEGS),
        listed(EMPTIES),
        listed(OUTSIDE)
    )]
    UnknownCharacter {
        /// Row, from 1.
        row: usize,
        /// Text of the row.
        text: String,
        /// Unknown character.
        character: String,
    },
    /// Picture with too many or too few rows.
    #[error("the picture has {} of holes, board `{board}` has {expected}", counted(*found, "row"))]
    RowCount {
        /// Name of the board.
        board: String,
        /// Number of rows with holes on the board.
        expected: usize,
        /// Number of rows with holes in the picture.
        found: usize,
    },
    /// Row of a picture with too many or too few holes.
    #[error("row {row}, `{text}`, shows {}; this row of board `{board}` has {expected}", counted(*found, "hole"))]
    RowLength {
        /// Name of the board.
        board: String,
        /// Row, from 1; rows without holes are not counted.
        row: usize,
        /// Text of the row.
        text: String,
        /// Number of holes in the row of the board.
        expected: usize,
        /// Number of holes in the row of the picture.
        found: usize,
    },
    /// Text with pictures of different positions.
    #[error("the text shows {count} positions of board `{board}`; give one of them")]
    Several {
        /// Name of the board.
        board: String,
        /// Number of pictures.
        count: usize,
    },
    /// Picture that can be read in two ways.
    #[error(
        "the picture can be read in two ways: {one}; or {other}; draw pegs as `*` and empty holes as `o`"
    )]
    Ambiguous {
        /// Meanings of the characters.
        one: String,
        /// Other meanings.
        other: String,
    },
    /// List of all holes with too many or too few places.
    #[error(
        "the text shows a row of {}; board `{board}` has {expected} in {}",
        counted(*found, "hole"), counted(*rows, "row")
    )]
    ListLength {
        /// Name of the board.
        board: String,
        /// Number of holes of the board.
        expected: usize,
        /// Number of rows with holes on the board.
        rows: usize,
        /// Number of holes in the list.
        found: usize,
    },
    /// Picture of the labels of holes.
    #[error(
        "the picture shows the names of holes and no pegs; draw pegs as `*` and empty holes as `o`, or list the labels of \
         the holes that have pegs"
    )]
    Labels,
    /// Text that no picture can be found in.
    #[error("{reason}")]
    Unreadable {
        /// Reason, with advice.
        reason: String,
    },
    /// Unknown label in a list of labels.
    #[error(transparent)]
    UnknownHole(#[from] UnknownHole),
    /// Duplicate label in a list of labels.
    #[error("the hole `{label}` is listed twice")]
    ListedTwice {
        /// Duplicate label.
        label: String,
    },
    /// Text that is longer than any picture of a position.
    #[error(
        "the text has {}; a position takes at most {}",
        size_text(*bytes as u64), size_text(MAX_BYTES as u64)
    )]
    TooLong {
        /// Length of the text.
        bytes: usize,
    },
    /// Empty text.
    #[error("there is no position in an empty text; draw it, or list the holes that have pegs")]
    Empty,
}

/// Maximum length of a position: 500 bytes for each of 128 holes.
const MAX_BYTES: usize = 64_000;

fn listed(characters: &[char]) -> String {
    characters
        .iter()
        .map(|character| format!("`{character}`"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Position that was read, with the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadPosition {
    /// The position.
    pub position: Position,
    /// Meanings of the characters, if some of them are not those of [`Position::parse`].
    pub reading: Option<String>,
}

impl Position {
    /// Parses a position: a picture, or a list of the labels of all holes with pegs.
    ///
    /// Line breaks or `/` separate the rows of a picture. Usual characters are `* x X + @ ● ◉` for pegs, `o O 0 - ○ ·` for
    /// empty holes, and `. # _` and blanks for places without a hole, which may be omitted. If they do not fit the board,
    /// other meanings are tried: those that give each row as many holes as it has, or blanks as empty holes. Arrays, emoji,
    /// boxes and numbers in the margin are read as in [`ImportedBoard::read`](crate::ImportedBoard::read).
    ///
    /// Commas, semicolons or white space separate labels. A text is a list if each word of it is a label.
    ///
    /// ```
    /// use pegboard::{Board, BoardFile, Lattice, Position};
    /// let plus = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)];
    /// let board = Board::new(BoardFile::new("Plus", Lattice::Square, plus))?;
    /// let position = Position::parse(&board, ".*. / *oo / .o.")?;
    /// assert_eq!(position, Position::parse(&board, "b1, a2")?);
    /// let error = Position::parse(&board, "* / ** / *").unwrap_err();
    /// assert_eq!(error.to_string(), "row 2, `**`, shows 2 holes; this row of board `Plus` has 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PictureError`] names the row or label that is wrong.
    pub fn parse(board: &Board, text: &str) -> Result<Position, PictureError> {
        Position::read(board, text).map(|read| read.position)
    }

    /// Parses a position as [`parse`](Position::parse) does, and returns the reading with it.
    ///
    /// # Errors
    ///
    /// [`PictureError`] names the row or label that is wrong.
    pub fn read(board: &Board, text: &str) -> Result<ReadPosition, PictureError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > MAX_BYTES {
            return Err(PictureError::TooLong { bytes: text.len() });
        }
        if text.trim().is_empty() {
            return Err(PictureError::Empty);
        }
        let are_labels = words(text).all(|word| board.hole(word).is_ok());
        if are_labels && words(text).next().is_some() {
            // A list of 0 and 1 for all holes can repeat a label.
            return match read_labels(board, text) {
                Err(twice) => read_picture(board, text).map_err(|_| twice),
                read => read,
            };
        }
        let picture = read_picture(board, text);
        let is_picture = match picture {
            Ok(_) | Err(PictureError::ListLength { .. } | PictureError::Unreadable { .. }) => true,
            // A row of unknown words is a list with mistakes.
            Err(PictureError::Labels) => {
                text.trim().contains(['\n', '/'])
                    && words(text).all(|word| board.hole(word).is_err())
            }
            Err(PictureError::RowCount { found: 0, .. })
                if text.contains(char::is_alphanumeric) =>
            {
                return read_labels(board, text);
            }
            Err(_) => false,
        };
        if !is_picture && looks_like_labels(text) {
            return read_labels(board, text);
        }
        picture
    }
}

/// Returns `true` if a text with a mistake is more likely a list of labels than a picture.
fn looks_like_labels(text: &str) -> bool {
    let is_usual = |c: char| {
        [PEGS, EMPTIES, OUTSIDE]
            .iter()
            .any(|usual| usual.contains(&c))
    };
    let is_drawn =
        |c: char| !c.is_alphanumeric() && (is_usual(c) && !OUTSIDE.contains(&c) || c == '/');
    let is_of_label = |c: char| c.is_alphanumeric() && !is_usual(c);
    !text.contains(['[', '{'])
        && (text.contains(',') || (text.contains(is_of_label) && !text.contains(is_drawn)))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| ",;[](){}'\"".contains(c) || c.is_whitespace())
        .filter(|word| !word.is_empty())
}

fn read_labels(board: &Board, text: &str) -> Result<ReadPosition, PictureError> {
    let mut pegs: Vec<Hole> = Vec::new();
    for label in words(text) {
        let hole = board.hole(label)?;
        if pegs.contains(&hole) {
            return Err(PictureError::ListedTwice {
                label: label.to_owned(),
            });
        }
        pegs.push(hole);
    }
    Ok(ReadPosition {
        position: board.with_pegs(pegs),
        reading: None,
    })
}

fn read_picture(board: &Board, text: &str) -> Result<ReadPosition, PictureError> {
    let rows = board_rows(board);
    let holes: Vec<Hole> = rows.iter().flatten().copied().collect();
    let points: Option<Vec<Coordinate>> =
        holes.iter().map(|hole| board.coordinate(*hole)).collect();
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let mut by_number: Vec<usize> = (0..holes.len()).collect();
    by_number.sort_by_key(|place| holes[*place]);
    let shape = Shape {
        rows: &lengths,
        by_number: &by_number,
        points: board.lattice().zip(points.as_deref()),
    };
    let name = || quotation(board.name());
    let fit = fit(text, &shape).map_err(|misfit| match misfit {
        Misfit::Empty => PictureError::RowCount {
            board: name(),
            expected: lengths.len(),
            found: 0,
        },
        Misfit::RowCount { found } => PictureError::RowCount {
            board: name(),
            expected: lengths.len(),
            found,
        },
        Misfit::RowLength { row, text, found } => PictureError::RowLength {
            board: name(),
            row: row + 1,
            text: quotation(&text),
            expected: lengths[row],
            found,
        },
        Misfit::Unknown {
            row,
            text,
            character,
        } => PictureError::UnknownCharacter {
            row,
            text: quotation(&text),
            character: quotation(&character),
        },
        Misfit::Several { count } => PictureError::Several {
            board: name(),
            count,
        },
        Misfit::Ambiguous { one, other } => PictureError::Ambiguous { one, other },
        Misfit::ListLength { found } => PictureError::ListLength {
            board: name(),
            expected: holes.len(),
            rows: lengths.len(),
            found,
        },
        Misfit::Labels => PictureError::Labels,
        Misfit::Unreadable(diagnostic) => PictureError::Unreadable {
            reason: match diagnostic.help {
                Some(help) => format!("{}; {help}", diagnostic.message),
                None => diagnostic.message,
            },
        },
    })?;
    let pegs = holes.iter().zip(&fit.pegs).filter(|(_, peg)| **peg);
    Ok(ReadPosition {
        position: board.with_pegs(pegs.map(|(hole, _)| *hole)),
        reading: fit.reading,
    })
}

/// Returns the holes of each row of the board with holes.
fn board_rows(board: &Board) -> Vec<Vec<Hole>> {
    let layout = Layout::new(board);
    let mut rows: Vec<Vec<Hole>> = vec![Vec::new(); layout.row_count()];
    for hole in board.holes() {
        rows[layout.row(hole)].push(hole);
    }
    rows.iter_mut()
        .for_each(|row| row.sort_by_key(|hole| layout.half_column(*hole)));
    rows.retain(|row| !row.is_empty());
    rows
}

impl fmt::Display for Position {
    /// Formats a picture in one line, which [`Position::parse`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |hole: &Hole| if self.has_peg(*hole) { '*' } else { 'o' };
        let rows = board_rows(self.board());
        let rows = rows.iter().map(|row| row.iter().map(character).collect());
        let picture = rows.collect::<Vec<String>>().join("/");
        // A row of empty holes can be the label of a hole.
        match self.board().hole(&picture) {
            Ok(_) => f.write_str(&picture.replace('o', "-")),
            Err(_) => f.write_str(&picture),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Glyphs, TextPicture};
    use crate::{BoardFile, Lattice, Structure};
    use proptest::proptest;

    fn triangle() -> Board {
        let holes = (0..3).flat_map(|y| (0..=y).map(move |x| (x, y)));
        Board::new(BoardFile::new("Triangle", Lattice::Triangular, holes)).unwrap()
    }

    fn message(text: &str) -> String {
        Position::parse(&triangle(), text).unwrap_err().to_string()
    }

    #[test]
    fn text_pictures_are_read_back() {
        let board = triangle();
        for code in 0..64 {
            let position = Position::from_code(&board, code).unwrap();
            for glyphs in [Glyphs::ASCII, Glyphs::ROUND] {
                let picture = TextPicture::of_position(&position, &glyphs).to_string();
                assert_eq!(
                    Position::parse(&board, &picture),
                    Ok(position.clone()),
                    "{picture}"
                );
            }
        }
    }

    #[test]
    fn the_picture_in_one_line_is_read_back_on_all_boards() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            for step in 1..6 {
                let position = board.with_pegs(board.holes().step_by(step));
                let text = position.to_string();
                assert_eq!(
                    Position::parse(&board, &text),
                    Ok(position),
                    "{name}: {text}"
                );
            }
            let text = board.empty().to_string();
            assert_eq!(Position::parse(&board, &text), Ok(board.empty()), "{text}");
        }
        let names = ["ooo", "o", "x"].map(str::to_owned);
        let file = BoardFile::from_structure("Row", Structure::Lines(vec![names.to_vec()]));
        let board = Board::new(file).unwrap();
        for code in 0..8 {
            let position = Position::from_code(&board, code).unwrap();
            assert_eq!(Position::parse(&board, &position.to_string()), Ok(position));
        }
    }

    #[test]
    fn several_positions_are_refused() {
        assert_eq!(
            message("  *\n * *\n* o *\n\n  *\n o *\n* o *"),
            "the text shows 2 positions of board `Triangle`; give one of them"
        );
    }

    #[test]
    fn a_dot_is_an_empty_hole_where_nothing_else_fits() {
        let board = triangle();
        assert_eq!(
            Position::parse(&board, "+\n..\n.++"),
            Position::parse(&board, "a1 b3 c3")
        );
        assert_eq!(
            Position::parse(&board, "*.. / *o. / **o"),
            Position::parse(&board, "a1 a2 a3 b3")
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC*", drawn in "[*o./ ,a1-9\n]{0,30}") {
            let _ = Position::parse(&triangle(), &text);
            let _ = Position::parse(&triangle(), &drawn);
        }
    }

    #[test]
    fn errors_name_the_row_or_the_label() {
        assert_eq!(
            message(" "),
            "there is no position in an empty text; draw it, or list the holes that have pegs"
        );
        assert_eq!(
            message("*/**"),
            "the picture has 2 rows of holes, board `Triangle` has 3"
        );
        assert_eq!(
            message("*"),
            "the picture has 1 row of holes, board `Triangle` has 3"
        );
        assert_eq!(
            message("*/***/***"),
            "row 2, `***`, shows 3 holes; this row of board `Triangle` has 2"
        );
        assert_eq!(
            message("*/*?/***"),
            "row 2, `*?`: `?` means nothing; write pegs as `*` `x` `X` `+` `@` `●` `◉`, empty holes as `o` `O` `0` \
             `○` `·` `-`, and `.` `#` `_` or blanks where the board has no hole"
        );
        assert_eq!(
            message("a1 d4"),
            "board `Triangle` has no hole `d4`; its holes are a1 a2 b2 a3 b3 c3"
        );
        assert_eq!(message("a1,a2,a1"), "the hole `a1` is listed twice");
    }
}
