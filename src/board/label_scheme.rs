//! Labels by which books and pages name holes.

use super::{Board, BoardErrors, Hole};
use crate::board::file::{BoardFile, Labels, nearest};
use crate::board::geometry::{Coordinate, Structure};
use crate::control::quotation;
use std::collections::HashMap;
use std::str::FromStr;
use thiserror::Error;

/// Scheme of labels for the holes of a board.
///
/// ```
/// use pegboard::{Board, LabelScheme};
/// let english = Board::library("english")?;
/// let center = |scheme: LabelScheme| {
///     let board = english.with_label_scheme(scheme)?;
///     Ok::<_, pegboard::LabelError>(board.label(board.usual_vacancy().unwrap()).to_owned())
/// };
/// assert_eq!(center(LabelScheme::Numbers)?, "17");
/// assert_eq!(center("44".parse()?)?, "44");
/// assert_eq!(center("winning-ways".parse()?)?, "x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelScheme {
    /// Column letter and row number, `d4`.
    Letters,
    /// `1, 2, 3, …` row by row.
    Numbers,
    /// Digits of the row and the column, `44`; with more than nine rows or columns each has two digits.
    RowColumn,
    /// Digits of the column and the row.
    ColumnRow,
    /// Letters of *Winning Ways* (Berlekamp, Conway, Guy 1982) for the English and the French board: `x` is the center, and
    /// opposite holes have the same letter, one of them as a capital.
    WinningWays,
}

/// Error giving a board other labels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The name means no scheme.
    #[error("there is no scheme of labels `{name}`; {advice}")]
    UnknownScheme {
        /// The name.
        name: String,
        /// Closest names, or all.
        advice: String,
    },
    /// The scheme needs rows and columns.
    #[error("board `{board}` has no rows and columns, so its labels are numbers or names")]
    NoRows {
        /// The board's name.
        board: String,
    },
    /// The scheme is for other boards.
    #[error("these labels are for the English and the French board, not for board `{board}`")]
    OtherBoard {
        /// The board's name.
        board: String,
    },
    /// The labels do not fit the board.
    #[error(transparent)]
    Unfit(#[from] BoardErrors),
}

impl LabelScheme {
    /// Names of the schemes.
    pub const NAMES: [(&'static str, LabelScheme); 8] = [
        ("letters", LabelScheme::Letters),
        ("numbers", LabelScheme::Numbers),
        ("rowcol", LabelScheme::RowColumn),
        ("colrow", LabelScheme::ColumnRow),
        ("winning-ways", LabelScheme::WinningWays),
        ("beasley", LabelScheme::Letters),
        ("33", LabelScheme::Numbers),
        ("44", LabelScheme::RowColumn),
    ];
}

impl FromStr for LabelScheme {
    type Err = LabelError;

    fn from_str(name: &str) -> Result<LabelScheme, LabelError> {
        let mut known = LabelScheme::NAMES.iter();
        match known.find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, scheme)) => Ok(*scheme),
            None => {
                let names = LabelScheme::NAMES.map(|(name, _)| name);
                Err(LabelError::UnknownScheme {
                    name: quotation(name),
                    advice: match nearest(name, names) {
                        Some(close) => format!("did you mean `{close}`?"),
                        None => format!("the schemes are {}", names.join(", ")),
                    },
                })
            }
        }
    }
}

impl Board {
    /// Returns the board with the labels of a scheme.
    ///
    /// # Errors
    ///
    /// [`LabelError`] if the scheme does not fit the board.
    pub fn with_label_scheme(&self, scheme: LabelScheme) -> Result<Board, LabelError> {
        let numbers = || {
            (1..=self.hole_count())
                .map(|number| number.to_string())
                .collect()
        };
        let labels = match (scheme, self.lattice()) {
            (LabelScheme::Letters, Some(_)) => Labels::Letters,
            (LabelScheme::Numbers, Some(_)) => Labels::Numbers,
            (LabelScheme::Numbers, None) => Labels::Names(numbers()),
            (LabelScheme::WinningWays, _) => {
                let other_board = || LabelError::OtherBoard {
                    board: self.name().to_owned(),
                };
                Labels::Names(winning_ways(self).ok_or_else(other_board)?)
            }
            (LabelScheme::RowColumn, Some(_)) => Labels::Names(digits(self, |(x, y)| [y, x])),
            (LabelScheme::ColumnRow, Some(_)) => Labels::Names(digits(self, |(x, y)| [x, y])),
            (_, None) => {
                return Err(LabelError::NoRows {
                    board: self.name().to_owned(),
                });
            }
        };
        Ok(self.relabeled(labels)?)
    }

    /// Returns the board with these labels, in the order of its holes. Everything else stays as it is.
    ///
    /// ```
    /// use pegboard::Board;
    /// let board = Board::library("triangle3")?;
    /// let named = board.with_labels(["top", "l", "r", "ll", "m", "rr"].map(str::to_owned).to_vec())?;
    /// assert_eq!(named.label(named.usual_vacancy().unwrap()), "top");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardErrors`] unless there is a distinct word for each hole.
    pub fn with_labels(&self, labels: Vec<String>) -> Result<Board, BoardErrors> {
        self.relabeled(Labels::Names(labels))
    }

    fn relabeled(&self, labels: Labels) -> Result<Board, BoardErrors> {
        let coordinates: Vec<Coordinate> = self
            .holes()
            .filter_map(|hole| self.coordinate(hole))
            .collect();
        let names = match &labels {
            Labels::Names(names) if self.lattice().is_none() => {
                let errors = super::label::check_names(names, self.hole_count());
                if !errors.is_empty() {
                    return Err(BoardErrors::new(errors));
                }
                names.clone()
            }
            _ => super::label::labels(&labels, &coordinates).map_err(BoardErrors::new)?,
        };
        let holes = self.holes().map(|hole| self.label(hole));
        let names: HashMap<&str, &String> = holes.zip(&names).collect();
        let name = |label: &String| names[label.as_str()].clone();
        let three =
            |(from, over, to): &(String, String, String)| (name(from), name(over), name(to));
        let file = self.file();
        Board::new(BoardFile {
            lattice: match &file.lattice {
                Structure::Graph(edges) => Structure::Graph(
                    edges
                        .iter()
                        .map(|(one, other)| (name(one), name(other)))
                        .collect(),
                ),
                Structure::Lines(lines) => Structure::Lines(
                    lines
                        .iter()
                        .map(|line| line.iter().map(name).collect())
                        .collect(),
                ),
                Structure::Jumps(jumps) => Structure::Jumps(jumps.iter().map(three).collect()),
                Structure::Lattice(lattice) => Structure::Lattice(*lattice),
            },
            without: file.without.iter().map(three).collect(),
            places: file
                .places
                .iter()
                .map(|(label, place)| (name(label), *place))
                .collect(),
            vacancy: file.vacancy.as_ref().map(name),
            finish: file.finish.as_ref().map(|finish| finish.map_labels(name)),
            labels,
            ..file.clone()
        })
    }
}

/// Returns labels of two numbers from 1, with leading zeros if one of them has two digits.
fn digits(board: &Board, order: impl Fn(Coordinate) -> [i32; 2]) -> Vec<String> {
    let numbers = |hole| board.coordinate(hole).map(&order).unwrap_or_default();
    let largest = board.holes().flat_map(numbers).max().unwrap_or(0);
    let width = if largest < 9 { 1 } else { 2 };
    let label = |hole: Hole| {
        let [first, second] = numbers(hole);
        format!("{:0width$}{:0width$}", first + 1, second + 1)
    };
    board.holes().map(label).collect()
}

/// Returns the letters of *Winning Ways*, or `None` for other boards than the English and the French one.
fn winning_ways(board: &Board) -> Option<Vec<String>> {
    const HALVES: [(&str, &str); 2] = [
        ("english", "abcdefghijklmnop"),
        ("french", "abcydefzghijklmnop"),
    ];
    let coordinates = |board: &Board| {
        board
            .holes()
            .map(|hole| board.coordinate(hole))
            .collect::<Vec<_>>()
    };
    let is_like = |name: &str| {
        Board::library(name).is_ok_and(|known| {
            known.lattice() == board.lattice() && coordinates(&known) == coordinates(board)
        })
    };
    let (_, half) = HALVES.into_iter().find(|(name, _)| is_like(name))?;
    let opposite = half.chars().rev().map(|letter| letter.to_ascii_uppercase());
    let letters = half.chars().chain(['x']).chain(opposite);
    Some(letters.map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(name: &str, scheme: &str) -> Result<String, LabelError> {
        let board = Board::library(name).unwrap();
        let board = board.with_label_scheme(scheme.parse()?)?;
        let labels: Vec<&str> = board.holes().map(|hole| board.label(hole)).collect();
        Ok(labels.join(" "))
    }

    #[test]
    fn schemes_number_the_english_board_as_in_print() {
        let rows = "13 14 15 23 24 25 31 32 33 34 35 36 37 41 42 43 44 45 46 47 51 52 53 54 55 56 57 63 64 65 73 74 75";
        assert_eq!(labels("english", "44").unwrap(), rows);
        let numbers: Vec<String> = (1..=33).map(|number: u32| number.to_string()).collect();
        assert_eq!(labels("english", "33").unwrap(), numbers.join(" "));
        assert_eq!(labels("english", "numbers"), labels("english", "33"));
        let columns = labels("english", "colrow").unwrap();
        assert!(columns.starts_with("31 41 51 32 42 52 13 "), "{columns}");
        assert!(
            labels("english", "Beasley")
                .unwrap()
                .starts_with("c1 d1 e1 c2")
        );
        assert_eq!(
            labels("english", "winning-ways").unwrap(),
            "a b c d e f g h i j k l m n o p x P O N M L K J I H G F E D C B A"
        );
        assert_eq!(
            labels("french", "winning-ways").unwrap(),
            "a b c y d e f z g h i j k l m n o p x P O N M L K J I H G Z F E D Y C B A"
        );
    }

    #[test]
    fn wide_boards_have_two_digits_for_each_number() {
        let labels = labels("triangle10", "rowcol").unwrap();
        assert!(
            labels.starts_with("0101 0201 0202 ") && labels.ends_with(" 1010"),
            "{labels}"
        );
    }

    #[test]
    fn schemes_that_do_not_fit_are_refused() {
        let error = |name, scheme| labels(name, scheme).unwrap_err().to_string();
        assert!(error("petersen", "rowcol").contains("has no rows and columns"));
        assert!(error("triangle5", "winning-ways").contains("English and the French board"));
        assert_eq!(
            error("english", "number"),
            "there is no scheme of labels `number`; did you mean `numbers`?"
        );
        assert!(
            error("english", "zz")
                .ends_with("letters, numbers, rowcol, colrow, winning-ways, beasley, 33, 44")
        );
    }

    /// Only the labels change, also where lists of labels give the jumps.
    #[test]
    fn every_board_keeps_its_geometry() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            let numbered = board.with_label_scheme(LabelScheme::Numbers).unwrap();
            assert!(board.same_geometry(&numbered), "{name}");
            assert_eq!(board.usual_vacancy(), numbered.usual_vacancy(), "{name}");
            assert_eq!(board.usual_finish(), numbered.usual_finish(), "{name}");
            let places = |board: &Board| {
                board
                    .holes()
                    .map(|hole| board.place(hole))
                    .collect::<Vec<_>>()
            };
            assert_eq!(places(&board), places(&numbered), "{name}");
            let old = board
                .holes()
                .map(|hole| board.label(hole).to_owned())
                .collect();
            assert_eq!(numbered.with_labels(old).unwrap(), board, "{name}");
        }
        let board = Board::library("petersen").unwrap();
        let wrong = board
            .with_labels(vec!["a".to_owned(); 3])
            .unwrap_err()
            .to_string();
        assert!(wrong.contains("labels"), "{wrong}");
    }
}
