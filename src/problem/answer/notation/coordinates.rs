use super::words::Place;
use crate::board::{Board, Hole};
use std::fmt;

/// Reading of coordinates, such as `(5,3)` or `x=3, y=5`. Rows are counted from the top and columns from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoordinateReading {
    /// Row and column, counted from 1.
    RowColumn,
    /// Column and row, counted from 1.
    ColumnRow,
    /// Row and column, counted from 0.
    RowColumnFromZero,
    /// Column and row, counted from 0.
    ColumnRowFromZero,
    /// Row and column as the text names them, counted from 1.
    Named,
    /// Row and column as the text names them, counted from 0.
    NamedFromZero,
}

impl CoordinateReading {
    /// Returns the possible readings of coordinates without names: those to compare first, then those to compare if none
    /// of them fits.
    pub(super) fn in_turn(board: &Board) -> [Vec<CoordinateReading>; 2] {
        use CoordinateReading::{ColumnRow, ColumnRowFromZero, RowColumn, RowColumnFromZero};
        let label_of = |reading: CoordinateReading| {
            board.holes().all(|hole| {
                let numbers = reading.numbers(board, hole);
                numbers
                    .is_some_and(|(first, second)| board.label(hole) == format!("{first}{second}"))
            })
        };
        match [RowColumn, ColumnRow].map(label_of) {
            [true, false] => [vec![RowColumn], vec![RowColumnFromZero]],
            [false, true] => [vec![ColumnRow], vec![ColumnRowFromZero]],
            _ => [
                vec![RowColumn, ColumnRow],
                vec![RowColumnFromZero, ColumnRowFromZero],
            ],
        }
    }

    fn has_row_first(self) -> bool {
        !matches!(
            self,
            CoordinateReading::ColumnRow | CoordinateReading::ColumnRowFromZero
        )
    }

    /// Returns the number of the first row and column.
    fn origin(self) -> i32 {
        match self {
            CoordinateReading::RowColumn
            | CoordinateReading::ColumnRow
            | CoordinateReading::Named => 1,
            CoordinateReading::RowColumnFromZero
            | CoordinateReading::ColumnRowFromZero
            | CoordinateReading::NamedFromZero => 0,
        }
    }

    /// Returns the coordinates of a hole, or `None` if the board lies on no lattice.
    pub(super) fn numbers(self, board: &Board, hole: Hole) -> Option<(i32, i32)> {
        let (x, y) = board.coordinate(hole)?;
        let (column, row) = (x + self.origin(), y + self.origin());
        Some(if self.has_row_first() {
            (row, column)
        } else {
            (column, row)
        })
    }

    fn at(self, board: &Board, row: i32, column: i32) -> Option<Hole> {
        let from_zero = |number: i32| number.checked_sub(self.origin());
        board.hole_at((from_zero(column)?, from_zero(row)?))
    }

    /// Returns the hole that is meant, if there is one.
    pub(super) fn hole(self, board: &Board, place: Place) -> Option<Hole> {
        match place {
            Place::Hole(hole) => Some(hole),
            Place::Point(first, second) if self.has_row_first() => self.at(board, first, second),
            Place::Point(first, second) => self.at(board, second, first),
            Place::RowColumn(row, column) => self.at(board, row, column),
        }
    }
}

/// Formats the reading: `(row, column), counted from 1`.
impl fmt::Display for CoordinateReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self {
            CoordinateReading::Named | CoordinateReading::NamedFromZero => "named rows and columns",
            _ if self.has_row_first() => "(row, column)",
            _ => "(column, row)",
        };
        write!(f, "{order}, counted from {}", self.origin())
    }
}
