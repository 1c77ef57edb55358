//! Places of the holes of a board in pictures.

use crate::board::geometry::Lattice;
use crate::board::{Board, Hole};

/// Places of the holes of a board on a grid.
///
/// A column of the grid is *half* the distance between neighbors wide, because the rows of the triangular lattice are
/// shifted by half a step.
pub(crate) struct Layout {
    half_columns: Vec<usize>,
    rows: Vec<usize>,
    /// Places in the plane; the unit is the distance between neighbors.
    places: Vec<(f64, f64)>,
}

/// Upper bound on the gap between neighboring rows or columns with holes. The coordinates of a board may lie a hundred
/// million apart. An even bound keeps the columns of the square lattice even.
const MAX_GAP: i64 = 16;

impl Layout {
    pub(crate) fn new(board: &Board) -> Layout {
        match board.lattice() {
            Some(lattice) => Layout::on_lattice(board, lattice),
            None => Layout::of_places(board),
        }
    }

    fn on_lattice(board: &Board, lattice: Lattice) -> Layout {
        let points: Vec<(i64, i64)> = board
            .holes()
            .filter_map(|hole| board.coordinate(hole))
            .map(|(x, y)| (i64::from(x), i64::from(y)))
            .collect();
        let half_column = |(x, y): (i64, i64)| match lattice {
            Lattice::Square => 2 * x,
            Lattice::Triangular => 2 * x - y,
        };
        let row_height = match lattice {
            Lattice::Square => 1.0,
            Lattice::Triangular => 3f64.sqrt() / 2.0,
        };
        let half_columns = with_small_gaps(points.iter().map(|&point| half_column(point)));
        let rows = with_small_gaps(points.iter().map(|&(_, y)| y));
        let places = half_columns
            .iter()
            .zip(&rows)
            .map(|(&half_column, &row)| (half_column as f64 / 2.0, row as f64 * row_height))
            .collect();
        Layout {
            half_columns,
            rows,
            places,
        }
    }

    /// Scales the places of the board so that the closest two holes lie 1 apart on the grid, and farther apart in the
    /// plane, so that the lines between them can be seen. On the grid, the holes of a row keep their order from left
    /// to right.
    fn of_places(board: &Board) -> Layout {
        /// Maximum extent on the grid.
        const MOST: f64 = 64.0;
        /// Distance of the closest two holes in the plane.
        const APART: f64 = 1.8;
        let points: Vec<(f64, f64)> = board.holes().map(|hole| board.place(hole)).collect();
        let distances = points.iter().enumerate().flat_map(|(index, a)| {
            let others = &points[index + 1..];
            others.iter().map(|b| (a.0 - b.0).hypot(a.1 - b.1))
        });
        let closest = distances.fold(f64::INFINITY, f64::min);
        let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let (left, top) = (least(&xs), least(&ys));
        let offsets = points.iter().map(|(x, y)| (x - left).max(y - top));
        let extent = offsets.fold(0.0, f64::max);
        let unit = closest.min(extent).max(extent / MOST).max(1e-3);
        let places: Vec<(f64, f64)> = points
            .into_iter()
            .map(|(x, y)| ((x - left) / unit, (y - top) / unit))
            .collect();
        let rows = with_small_gaps(places.iter().map(|place| place.1.round() as i64));
        let mut from_the_left: Vec<usize> = (0..places.len()).collect();
        from_the_left.sort_by(|&one, &other| {
            let in_row = || places[one].0.total_cmp(&places[other].0);
            rows[one].cmp(&rows[other]).then_with(in_row)
        });
        let mut half_columns = vec![0; places.len()];
        let mut last = None; // row and column
        for hole in from_the_left {
            let wanted = (2.0 * places[hole].0).round() as usize;
            half_columns[hole] = match last {
                Some((row, column)) if row == rows[hole] => wanted.max(column + 2),
                _ => wanted,
            };
            last = Some((rows[hole], half_columns[hole]));
        }
        Layout {
            half_columns,
            rows,
            places: places
                .into_iter()
                .map(|(x, y)| (x * APART, y * APART))
                .collect(),
        }
    }

    /// Returns the column of a hole, in half steps from the leftmost hole.
    pub(crate) fn half_column(&self, hole: Hole) -> usize {
        self.half_columns[hole.index()]
    }

    /// Returns the row of a hole, from the top.
    pub(crate) fn row(&self, hole: Hole) -> usize {
        self.rows[hole.index()]
    }

    /// Returns the number of rows, including empty rows between others.
    pub(crate) fn row_count(&self) -> usize {
        1 + self.rows.iter().max().copied().unwrap_or(0)
    }

    /// Returns the place of a hole in the plane; the unit is the distance between neighbors.
    pub(crate) fn in_plane(&self, hole: Hole) -> (f64, f64) {
        self.places[hole.index()]
    }
}

/// Moves the smallest value to 0 and reduces gaps between neighboring values to [`MAX_GAP`].
fn with_small_gaps(values: impl Iterator<Item = i64> + Clone) -> Vec<usize> {
    let mut distinct: Vec<i64> = values.clone().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let gaps = distinct
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).min(MAX_GAP) as usize);
    let places: Vec<usize> = std::iter::once(0)
        .chain(gaps.scan(0, |place, gap| {
            *place += gap;
            Some(*place)
        }))
        .collect();
    values
        .map(|value| places[distinct.partition_point(|&known| known < value)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holes_of_a_row_keep_their_order() {
        for name in ["dodecahedron", "cube", "icosahedron", "double-star"] {
            let board = Board::library(name).unwrap();
            let layout = Layout::new(&board);
            for (one, other) in board
                .holes()
                .flat_map(|one| board.holes().map(move |other| (one, other)))
            {
                let is_left = layout.in_plane(one).0 < layout.in_plane(other).0;
                if is_left && layout.row(one) == layout.row(other) {
                    assert!(
                        layout.half_column(one) + 1 < layout.half_column(other),
                        "{name}"
                    );
                }
            }
        }
    }

    #[test]
    fn gaps_are_reduced_and_order_is_kept() {
        let reduced = |values: &[i64]| with_small_gaps(values.iter().copied());
        assert_eq!(reduced(&[5, 3, 3, 4]), [2, 0, 0, 1]);
        assert_eq!(
            reduced(&[0, 1_000_000_000_000, 1_000_000_000_002]),
            [0, 16, 18]
        );
    }
}
