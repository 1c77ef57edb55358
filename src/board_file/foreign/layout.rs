use super::{ImportLegend, Mark};
use crate::geometry::{Coordinate, Lattice};

/// How the columns of a text become coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Every column of the text is a column of the board.
    Dense,
    /// Every second column is.
    Spaced,
    /// Triangular rows, each set off by half a hole: the point `(x, y)` stands in column `2x − y`.
    Centred,
    /// Blanks are not counted.
    Counted,
}

impl Layout {
    pub(super) fn of(marks: &[Mark], lattice: Lattice, legend: &ImportLegend) -> Layout {
        let has_blanks_between =
            marks.windows(2).any(|pair| pair[0].row == pair[1].row && pair[1].column > pair[0].column + 1);
        if legend.outside.contains(' ') || !has_blanks_between {
            return Layout::Dense;
        }
        let all_even = |place: fn(&Mark) -> usize| {
            let parity = place(&marks[0]) % 2;
            marks.iter().all(|mark| place(mark) % 2 == parity)
        };
        if all_even(|mark| mark.column) {
            Layout::Spaced
        } else if lattice == Lattice::Triangular && all_even(|mark| mark.column + mark.row) {
            Layout::Centred
        } else if is_eight_by_eight(marks) {
            Layout::Counted
        } else {
            Layout::Dense
        }
    }

    /// The point of each mark.
    pub(super) fn points(self, marks: &[Mark]) -> Vec<Coordinate> {
        let mut counted = (0, 0); // (row, marks so far in it)
        let points = marks.iter().map(|mark| {
            counted = if counted.0 == mark.row { (mark.row, counted.1 + 1) } else { (mark.row, 1) };
            let x = match self {
                Layout::Dense => mark.column,
                Layout::Spaced => mark.column / 2,
                Layout::Centred => (mark.column + mark.row) / 2,
                Layout::Counted => counted.1 - 1,
            };
            (x as i32, mark.row as i32) // at most the length of the text, which is limited
        });
        points.collect()
    }
}

/// Whether the marks stand in eight rows of eight, the format of CMU's C0 course.
fn is_eight_by_eight(marks: &[Mark]) -> bool {
    let rows: Vec<usize> = marks.chunk_by(|a, b| a.row == b.row).map(<[Mark]>::len).collect();
    rows == [8; 8]
}
