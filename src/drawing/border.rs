//! Labels of columns and rows beside a board.

use super::layout::Layout;
use crate::board::file::Labels;
use crate::board::geometry::{Coordinate, Lattice};
use crate::board::{Board, Hole};
use std::collections::HashSet;
use thiserror::Error;

/// Error of a board whose labels do not consist of columns and rows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the labels of board `{board}` are not letters of columns and numbers of rows, so its border has none to show; show the \
     labels themselves instead"
)]
pub struct NoCoordinates {
    /// Name of the board.
    pub board: String,
}

/// Label of a column or row, with its place in the plane; the unit is the distance between neighbors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BorderLabel {
    pub(super) text: String,
    pub(super) place: (f64, f64),
}

/// Approximate half width of a digit. Numbers with more digits begin further left, so that all end at the same distance from
/// the board.
const HALF_DIGIT: f64 = 0.1;

/// Returns the letters of the columns and the numbers of the rows.
///
/// On the square lattice, the letters stand in a line above the board and the numbers in a line to its left. The columns
/// of the triangular lattice are slanted, so each letter stands at the upper end of its column, and each number at the
/// left end of its row. In a notch of the board, a letter makes room for a number.
///
/// # Errors
///
/// [`NoCoordinates`] if the labels of the board are not [`Labels::Letters`].
pub(super) fn labels(board: &Board, layout: &Layout) -> Result<Vec<BorderLabel>, NoCoordinates> {
    let lattice = board
        .lattice()
        .filter(|_| board.file().labels == Labels::Letters);
    let lattice = lattice.ok_or_else(|| NoCoordinates {
        board: board.name().to_owned(),
    })?;
    let columns = first_of_each(board, |(x, _)| x);
    let rows = first_of_each(board, |(_, y)| y);
    let taken: HashSet<Coordinate> = rows
        .iter()
        .filter_map(|&first| board.coordinate(first))
        .map(|(x, y)| (x - 1, y))
        .collect();
    let letters = columns.iter().map(|&top| {
        let (x, y) = layout.in_plane(top);
        let up = match board.coordinate(top) {
            Some((x, y)) if lattice == Lattice::Triangular => {
                (1..).find(|up| !taken.contains(&(x, y - up))).unwrap_or(1)
            }
            _ => 1,
        };
        let (right, down) = lattice.in_plane((0, -up));
        let y = if lattice == Lattice::Square { 0.0 } else { y };
        BorderLabel {
            text: parts(board.label(top)).0.to_owned(),
            place: (x + right, y + down),
        }
    });
    let numbers = rows.iter().map(|&first| {
        let (x, y) = layout.in_plane(first);
        let x = if lattice == Lattice::Square { 0.0 } else { x };
        let text = parts(board.label(first)).1.to_owned();
        let more_digits = text.len().saturating_sub(1) as f64;
        BorderLabel {
            text,
            place: (x - 1.0 - HALF_DIGIT * more_digits, y),
        }
    });
    Ok(letters.chain(numbers).collect())
}

/// Returns the first hole of each column or row. Holes are ordered row by row from the top left.
fn first_of_each(board: &Board, line: impl Fn(Coordinate) -> i32) -> Vec<Hole> {
    let mut seen = HashSet::new();
    board
        .holes()
        .filter(|hole| {
            board
                .coordinate(*hole)
                .is_some_and(|point| seen.insert(line(point)))
        })
        .collect()
}

/// Splits a label such as `d4` into letters and digits.
fn parts(label: &str) -> (&str, &str) {
    label.split_at(
        label
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(label.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn border(name: &str) -> Vec<BorderLabel> {
        let board = Board::library(name).unwrap();
        labels(&board, &Layout::new(&board)).unwrap()
    }

    fn place(labels: &[BorderLabel], text: &str) -> (f64, f64) {
        let found: Vec<_> = labels.iter().filter(|label| label.text == text).collect();
        assert_eq!(found.len(), 1, "{text}");
        found[0].place
    }

    #[test]
    fn letters_stand_above_a_square_board_and_numbers_to_its_left() {
        let labels = border("english");
        assert_eq!(labels.len(), 14);
        assert_eq!(
            ["a", "d", "1", "7"].map(|text| place(&labels, text)),
            [(0.0, -1.0), (3.0, -1.0), (-1.0, 0.0), (-1.0, 6.0)]
        );
    }

    #[test]
    fn letters_stand_at_the_upper_ends_of_slanted_columns() {
        let (labels, height) = (border("triangle5"), 3f64.sqrt() / 2.0);
        assert_eq!(labels.len(), 10);
        assert_eq!(
            ["a", "b", "1", "5"].map(|text| place(&labels, text)),
            [(2.5, -height), (3.0, 0.0), (1.0, 0.0), (-1.0, 4.0 * height)]
        );
        let (x, _) = place(&border("triangle10"), "10");
        assert!(x < -1.0);
    }

    /// Checks all boards of the library. Holes and labels fit squares of this size.
    #[test]
    fn labels_keep_clear_of_the_board_and_of_each_other() {
        const SIZE: f64 = 0.8;
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            let layout = Layout::new(&board);
            let Ok(found) = labels(&board, &layout) else {
                let has_letters = board.file().labels == Labels::Letters;
                assert!(!has_letters || board.lattice().is_none(), "{name}");
                continue;
            };
            let holes = board.holes().map(|hole| layout.in_plane(hole));
            let places: Vec<(f64, f64)> =
                found.iter().map(|label| label.place).chain(holes).collect();
            for (index, a) in places[..found.len()].iter().enumerate() {
                for b in &places[index + 1..] {
                    let is_clear = (a.0 - b.0).abs() > SIZE || (a.1 - b.1).abs() > SIZE;
                    assert!(is_clear, "{name}: {a:?} {b:?}");
                }
            }
        }
    }

    /// A column of the star ends in the notch to the left of the first row.
    #[test]
    fn the_number_of_a_row_stands_beside_its_first_hole() {
        let (labels, height) = (border("star13"), 3f64.sqrt() / 2.0);
        assert_eq!(place(&labels, "a"), (1.0, -height));
        assert_eq!(place(&labels, "1"), (0.5, 0.0));
        assert_eq!(place(&labels, "2"), (-1.0, height));
    }

    #[test]
    fn other_labels_have_no_columns_and_rows() {
        let board = Board::library("cracker-barrel").unwrap();
        let error = labels(&board, &Layout::new(&board)).unwrap_err();
        assert_eq!(
            error,
            NoCoordinates {
                board: board.name().to_owned()
            }
        );
    }
}
