use crate::board::geometry::Lattice;
use crate::board::{Board, Hole};

/// Where the holes of a board are drawn.
///
/// The unit across is *half* the distance between neighbours, so that the rows of the triangular lattice,
/// each shifted by a half, fall on whole numbers too.
pub(crate) struct Layout {
    lattice: Lattice,
    half_columns: Vec<usize>,
    rows: Vec<usize>,
}

/// Wider gaps are closed up to this: coordinates may lie a hundred million apart, pictures may not. It is
/// even, so that the columns of the square lattice stay even.
const WIDEST_GAP: i64 = 16;

impl Layout {
    pub(crate) fn new(board: &Board) -> Layout {
        let half_column = |(x, y): (i64, i64)| match board.lattice() {
            Lattice::Square => 2 * x,
            Lattice::Triangular => 2 * x - y,
        };
        let points: Vec<(i64, i64)> = board
            .holes()
            .map(|hole| board.coordinate(hole))
            .map(|(x, y)| (i64::from(x), i64::from(y)))
            .collect();
        Layout {
            lattice: board.lattice(),
            half_columns: closed_up(
                &points
                    .iter()
                    .map(|&point| half_column(point))
                    .collect::<Vec<_>>(),
            ),
            rows: closed_up(&points.iter().map(|&(_, y)| y).collect::<Vec<_>>()),
        }
    }

    /// The column, in half-steps from the leftmost hole.
    pub(crate) fn half_column(&self, hole: Hole) -> usize {
        self.half_columns[hole.index()]
    }

    /// The row, from the top.
    pub(crate) fn row(&self, hole: Hole) -> usize {
        self.rows[hole.index()]
    }

    /// The number of rows, empty ones between others included.
    pub(crate) fn row_count(&self) -> usize {
        1 + self.rows.iter().max().copied().unwrap_or(0)
    }

    /// The place in the plane, in units of the distance between neighbours.
    pub(crate) fn in_plane(&self, hole: Hole) -> (f64, f64) {
        let row_height = match self.lattice {
            Lattice::Square => 1.0,
            Lattice::Triangular => 3f64.sqrt() / 2.0,
        };
        (
            self.half_column(hole) as f64 / 2.0,
            self.row(hole) as f64 * row_height,
        )
    }
}

/// The values moved so that the least is 0 and no two neighbours are further apart than [`WIDEST_GAP`].
fn closed_up(values: &[i64]) -> Vec<usize> {
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let gaps = distinct
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).min(WIDEST_GAP) as usize);
    let places: Vec<usize> = std::iter::once(0)
        .chain(gaps.scan(0, |place, gap| {
            *place += gap;
            Some(*place)
        }))
        .collect();
    values
        .iter()
        .map(|value| places[distinct.partition_point(|known| known < value)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_closed_up_and_order_is_kept() {
        assert_eq!(closed_up(&[5, 3, 3, 4]), [2, 0, 0, 1]);
        assert_eq!(
            closed_up(&[0, 1_000_000_000_000, 1_000_000_000_002]),
            [0, 16, 18]
        );
    }
}
