//! Positions read from text pictures and from lists of labels.

use super::layout::Layout;
use crate::board::{Board, Hole, Position, UnknownHole};
use crate::control::{counted, quotation};
use thiserror::Error;

const PEGS: [char; 7] = ['*', 'x', 'X', '+', '@', '●', '◉'];
const EMPTIES: [char; 6] = ['o', 'O', '0', '○', '·', '-'];
const OUTSIDE: [char; 3] = ['.', '#', '_'];

/// Error of a text that is not a position of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Unknown character in a picture.
    #[error(
        "row {row}, `{text}`: `{character}` means nothing; write pegs as {}, empty holes as {}, and {} or \
         blanks where the board has no hole",
        listed(&PEGS), listed(&EMPTIES), listed(&OUTSIDE)
    )]
    UnknownCharacter {
        /// Row, from 1.
        row: usize,
        /// Text of the row.
        text: String,
        /// Unknown character.
        character: char,
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
    /// Unknown label in a list of labels.
    #[error(transparent)]
    UnknownHole(#[from] UnknownHole),
    /// Duplicate label in a list of labels.
    #[error("the hole `{label}` is listed twice")]
    ListedTwice {
        /// Duplicate label.
        label: String,
    },
    /// Empty text.
    #[error("there is no position in an empty text; draw it, or list the holes that have pegs")]
    Empty,
}

fn listed(characters: &[char]) -> String {
    characters
        .iter()
        .map(|character| format!("`{character}`"))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Position {
    /// Parses a position: a picture, or a list of the labels of all holes with pegs.
    ///
    /// Line breaks or `/` separate the rows of a picture. Pegs are `* x X + @ ● ◉`, empty holes `o O 0 - ○ ·`. The
    /// characters `. # _` and blanks stand for places without a hole and may be omitted. If a picture does not fit the
    /// board this way, each `.` is read as an empty hole.
    ///
    /// Commas or white space separate labels. A text is a list if each word of it is a label.
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
        if text.trim().is_empty() {
            return Err(PictureError::Empty);
        }
        if words(text).all(|word| board.hole(word).is_ok()) || looks_like_labels(text) {
            return read_labels(board, text);
        }
        let first_reading = read_picture(board, text, Dot::Outside);
        first_reading.or_else(|error| read_picture(board, text, Dot::Empty).map_err(|_| error))
    }
}

/// Returns `true` if a text with a mistake is more likely a list of labels than a picture.
fn looks_like_labels(text: &str) -> bool {
    let is_drawn =
        |c: char| !c.is_alphanumeric() && (PEGS.contains(&c) || EMPTIES.contains(&c) || c == '/');
    let is_of_label = |c: char| c.is_alphanumeric() && meaning(c, Dot::Outside).is_none();
    text.contains(',') || (text.contains(is_of_label) && !text.contains(is_drawn))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
}

fn read_labels(board: &Board, text: &str) -> Result<Position, PictureError> {
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
    Ok(board.with_pegs(pegs))
}

/// Meaning of a dot in a picture.
#[derive(Clone, Copy)]
enum Dot {
    Outside,
    Empty,
}

/// Returns `Some(Some(has_peg))` for a hole, `Some(None)` for a place without a hole, and `None` for an unknown character.
fn meaning(character: char, dot: Dot) -> Option<Option<bool>> {
    match (character, dot) {
        ('.', Dot::Empty) => Some(Some(false)),
        _ if PEGS.contains(&character) => Some(Some(true)),
        _ if EMPTIES.contains(&character) => Some(Some(false)),
        _ if OUTSIDE.contains(&character) || character.is_whitespace() => Some(None),
        _ => None,
    }
}

fn read_picture(board: &Board, text: &str, dot: Dot) -> Result<Position, PictureError> {
    let expected = board_rows(board);
    let (rows, found) = picture_rows(text, dot, expected.len())?;
    if found != expected.len() {
        let (board, expected) = (quotation(board.name()), expected.len());
        return Err(PictureError::RowCount {
            board,
            expected,
            found,
        });
    }
    let mut pegs = Vec::new();
    for (index, ((text, contents), holes)) in rows.iter().zip(&expected).enumerate() {
        if contents.len() != holes.len() {
            return Err(PictureError::RowLength {
                board: quotation(board.name()),
                row: index + 1,
                text: quotation(text),
                expected: holes.len(),
                found: contents.len(),
            });
        }
        pegs.extend(
            holes
                .iter()
                .zip(contents)
                .filter(|(_, peg)| **peg)
                .map(|(hole, _)| *hole),
        );
    }
    Ok(board.with_pegs(pegs))
}

/// Row of a picture: its text, and `true` for each of its holes with a peg.
type PictureRow<'a> = (&'a str, Vec<bool>);

/// Returns the first `most` rows with holes, and the number of all rows with holes.
fn picture_rows(
    text: &str,
    dot: Dot,
    most: usize,
) -> Result<(Vec<PictureRow<'_>>, usize), PictureError> {
    let (mut rows, mut found) = (Vec::new(), 0);
    for (index, line) in text.split(['\n', '/']).enumerate() {
        let line = line.trim();
        let unknown = |character| PictureError::UnknownCharacter {
            row: index + 1,
            text: quotation(line),
            character,
        };
        let meanings = line
            .chars()
            .map(|character| meaning(character, dot).ok_or_else(|| unknown(character)));
        let contents: Vec<bool> = meanings
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        if !contents.is_empty() {
            found += 1;
            if rows.len() < most {
                rows.push((line, contents));
            }
        }
    }
    Ok((rows, found))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Glyphs, TextPicture};
    use crate::{BoardFile, Lattice};
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
