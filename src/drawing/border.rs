use super::layout::Layout;
use crate::board::file::Labels;
use crate::board::geometry::{Coordinate, Lattice};
use crate::board::{Board, Hole};
use std::collections::HashSet;
use thiserror::Error;

/// Why a board has no coordinates at its border.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the labels of board `{board}` do not name columns and rows, so its border has none to show; show the labels \
     themselves instead"
)]
pub struct NoCoordinates {
    /// The board's name.
    pub board: String,
}

/// The name of a column or a row, and its place in the plane, in units of the distance between neighbours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BorderName {
    pub(super) text: String,
    pub(super) place: (f64, f64),
}

/// The letters of the columns and the numbers of the rows, beside the board.
///
/// On the square lattice the letters stand in a line above the board, the numbers in one to its left. The columns
/// of the triangular lattice are slanted: each has its letter at its upper end, and each row its number at its left
/// end.
///
/// # Errors
///
/// [`NoCoordinates`] where the labels are others.
pub(super) fn names(board: &Board, layout: &Layout) -> Result<Vec<BorderName>, NoCoordinates> {
    if board.file().labels != Labels::Letters {
        return Err(NoCoordinates {
            board: board.name().to_owned(),
        });
    }
    let columns = first_of_each(board, |(x, _)| x);
    let rows = first_of_each(board, |(_, y)| y);
    let letters = columns.iter().map(|&top| {
        let (x, y) = layout.in_plane(top);
        let (right, up) = step_up(board.lattice());
        let y = if board.lattice() == Lattice::Square {
            0.0
        } else {
            y
        };
        BorderName {
            text: parts(board.label(top)).0.to_owned(),
            place: (x + right, y - up),
        }
    });
    let taken = letter_points(board, &columns);
    let numbers = rows.iter().map(|&first| {
        let (x, y) = layout.in_plane(first);
        let x = if board.lattice() == Lattice::Square {
            0.0
        } else {
            x
        };
        let left = f64::from(free_steps(board.coordinate(first), &taken));
        BorderName {
            text: parts(board.label(first)).1.to_owned(),
            place: (x - left, y),
        }
    });
    Ok(letters.chain(numbers).collect())
}

/// The first hole of each column or row; holes are listed row by row from the top left.
fn first_of_each(board: &Board, line: impl Fn(Coordinate) -> i32) -> Vec<Hole> {
    let mut seen = HashSet::new();
    board
        .holes()
        .filter(|hole| seen.insert(line(board.coordinate(*hole))))
        .collect()
}

/// The way from a hole to the place above it in its column, to the right and up.
fn step_up(lattice: Lattice) -> (f64, f64) {
    let (x, y) = lattice.in_plane((0, -1));
    (x, -y)
}

/// The points of the triangular lattice at which the letters of its columns stand.
fn letter_points(board: &Board, tops: &[Hole]) -> HashSet<Coordinate> {
    if board.lattice() == Lattice::Square {
        return HashSet::new();
    }
    tops.iter()
        .map(|top| board.coordinate(*top))
        .map(|(x, y)| (x, y - 1))
        .collect()
}

/// How many steps the number of a row stands to the left of its first hole: where the board has a notch, a letter
/// may have the nearest place.
fn free_steps((x, y): Coordinate, taken: &HashSet<Coordinate>) -> i32 {
    (1..)
        .find(|step| !taken.contains(&(x - step, y)))
        .unwrap_or(1)
}

/// The letters and the digits of a label such as `d4`.
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

    fn border(name: &str) -> Vec<BorderName> {
        let board = Board::library(name).unwrap();
        names(&board, &Layout::new(&board)).unwrap()
    }

    fn place(names: &[BorderName], text: &str) -> (f64, f64) {
        let found: Vec<_> = names.iter().filter(|name| name.text == text).collect();
        assert_eq!(found.len(), 1, "{text}");
        found[0].place
    }

    #[test]
    fn letters_stand_above_a_square_board_and_numbers_to_its_left() {
        let names = border("english");
        assert_eq!(names.len(), 14);
        assert_eq!(
            ["a", "d", "1", "7"].map(|text| place(&names, text)),
            [(0.0, -1.0), (3.0, -1.0), (-1.0, 0.0), (-1.0, 6.0)]
        );
    }

    #[test]
    fn letters_stand_at_the_upper_ends_of_slanted_columns() {
        let (names, height) = (border("triangle5"), 3f64.sqrt() / 2.0);
        assert_eq!(names.len(), 10);
        assert_eq!(
            ["a", "b", "1", "5"].map(|text| place(&names, text)),
            [(2.5, -height), (3.0, 0.0), (1.0, 0.0), (-1.0, 4.0 * height)]
        );
    }

    /// No name lies on a hole or on another name, whatever the shape of the board.
    #[test]
    fn names_keep_clear_of_the_board_and_of_each_other() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            let layout = Layout::new(&board);
            let Ok(names) = names(&board, &layout) else {
                assert_ne!(board.file().labels, Labels::Letters, "{name}");
                continue;
            };
            let holes = board.holes().map(|hole| layout.in_plane(hole));
            let places: Vec<(f64, f64)> =
                names.iter().map(|name| name.place).chain(holes).collect();
            for (index, a) in places[..names.len()].iter().enumerate() {
                for b in &places[index + 1..] {
                    assert!((a.0 - b.0).hypot(a.1 - b.1) > 0.99, "{name}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn other_labels_have_no_columns_and_rows() {
        let board = Board::library("cracker-barrel").unwrap();
        let error = names(&board, &Layout::new(&board)).unwrap_err();
        assert_eq!(
            error,
            NoCoordinates {
                board: board.name().to_owned()
            }
        );
    }
}
