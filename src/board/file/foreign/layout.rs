use super::{ImportLegend, Mark};
use crate::board::file::Diagnostic;
use crate::board::geometry::{Coordinate, Lattice};

/// Mapping of text columns to coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Every column of the text is a column of the board.
    Dense,
    /// Every second column of the text is a column of the board.
    Spaced,
    /// Triangular rows, each offset by half a hole: the point `(x, y)` is in column `2x − y`.
    Centered,
    /// Blanks do not count as columns.
    Counted,
}

impl Layout {
    /// Returns the layout that fits every row.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] at the first mark that fits no layout.
    pub(super) fn of(
        marks: &[Mark],
        lattice: Lattice,
        legend: &ImportLegend,
    ) -> Result<Layout, Diagnostic> {
        let pairs = || marks.windows(2).filter(|pair| pair[0].row == pair[1].row);
        let touches = |pair: &&[Mark]| pair[1].column == pair[0].column + 1;
        if legend.outside.contains(' ') || pairs().all(|pair| touches(&pair)) {
            return Ok(Layout::Dense);
        }
        let even = |place: fn(&Mark) -> usize| {
            let parity = place(&marks[0]) % 2;
            move |mark: &&Mark| place(mark) % 2 == parity
        };
        let (columns, slants) = (
            even(|mark| mark.column),
            even(|mark| mark.column + mark.row),
        );
        if marks.iter().all(|mark| columns(&mark)) {
            return Ok(Layout::Spaced);
        }
        if marks.iter().all(|mark| slants(&mark)) {
            return if lattice == Lattice::Triangular {
                Ok(Layout::Centered)
            } else {
                Err(triangular(marks))
            };
        }
        if is_eight_by_eight(marks) {
            return Ok(Layout::Counted);
        }
        let touching = pairs().filter(touches).count();
        if 2 * touching >= pairs().count() {
            return Ok(Layout::Dense); // blanks are places without a hole
        }
        // Most marks are in every second column; marks in other columns, or next to another mark, are misplaced.
        let help = if lattice == Lattice::Triangular {
            CENTERED_ROWS
        } else {
            EQUAL_BLANKS
        };
        if let Some(pair) = pairs().find(touches) {
            let why = "a blank is missing before it, or there is one between others";
            return Err(misplaced(&pair[1], why, help));
        }
        let in_columns = out_of_line(marks, columns);
        let in_slants = out_of_line(marks, slants);
        let is_slanted = lattice == Lattice::Triangular && in_slants.1 < in_columns.1;
        let (odd, _) = if is_slanted { in_slants } else { in_columns };
        Err(misplaced(
            odd,
            "it lies between the columns of the other rows",
            help,
        ))
    }

    /// Returns the coordinates of each mark.
    pub(super) fn points(self, marks: &[Mark]) -> Vec<Coordinate> {
        let mut counted = (0, 0); // (row, marks so far in it)
        let points = marks.iter().map(|mark| {
            counted = if counted.0 == mark.row {
                (mark.row, counted.1 + 1)
            } else {
                (mark.row, 1)
            };
            let x = match self {
                Layout::Dense => mark.column,
                Layout::Spaced => mark.column / 2,
                Layout::Centered => (mark.column + mark.row) / 2,
                Layout::Counted => counted.1 - 1,
            };
            (x as i32, mark.row as i32) // at most the length of the text, which is limited
        });
        points.collect()
    }

    /// Checks the widths of rows. If a row of the greatest width ends with an explicit place without a hole, every row
    /// that begins in the first column must have this width. Rows that begin with blanks may have any length.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] at the first row that is too short.
    pub(super) fn check_widths(
        self,
        marks: &[Mark],
        is_outside: impl Fn(&Mark) -> bool,
    ) -> Result<(), Diagnostic> {
        if self == Layout::Centered {
            return Ok(());
        }
        let points = self.points(marks);
        let places: Vec<(&Mark, Coordinate)> = marks.iter().zip(points).collect();
        let rows: Vec<&[(&Mark, Coordinate)]> = places.chunk_by(|a, b| a.1.1 == b.1.1).collect();
        let width = |row: &[(&Mark, Coordinate)]| row.last().map_or(0, |(_, point)| point.0 + 1);
        let widest = rows.iter().map(|row| width(row)).max().unwrap_or(0);
        let padded =
            |row: &[(&Mark, Coordinate)]| row.last().is_some_and(|(mark, _)| is_outside(mark));
        if !rows.iter().any(|row| padded(row) && width(row) == widest) {
            return Ok(());
        }
        let first = |row: &[(&Mark, Coordinate)]| row[0].1.0;
        let left = rows.iter().map(|row| first(row)).min().unwrap_or(0);
        let short = rows
            .iter()
            .find(|row| width(row) < widest && first(row) == left);
        short.map_or(Ok(()), |row| {
            let (last, point) = row[row.len() - 1];
            Err(Diagnostic::new(format!(
                "a row has {} places, others have {widest}",
                point.0 + 1
            ))
            .at(last.span(), "this row ends here")
            .help("draw every place of the row, including those without a hole"))
        })
    }
}

/// Divides the marks into those that fit and the others, and returns the first mark of the smaller part and its size.
fn out_of_line(marks: &[Mark], fits: impl Fn(&&Mark) -> bool) -> (&Mark, usize) {
    let (fitting, others): (Vec<&Mark>, Vec<&Mark>) = marks.iter().partition(fits);
    let odd = if fitting.len() < others.len() {
        fitting
    } else {
        others
    };
    (odd.first().copied().unwrap_or(&marks[0]), odd.len())
}

const EQUAL_BLANKS: &str = "put the same number of blanks between all characters, or none; where blanks are places \
                            without a hole, say so: `--outside ' '`";

const CENTERED_ROWS: &str =
    "put one blank between the holes of a row, and offset every row from the next by one";

fn misplaced(mark: &Mark, why: &str, help: &str) -> Diagnostic {
    Diagnostic::new(format!(
        "`{}` is not aligned with the other rows",
        mark.character.escape_debug()
    ))
    .at(mark.span(), why)
    .help(help)
}

fn triangular(marks: &[Mark]) -> Diagnostic {
    Diagnostic::new("the rows are offset by half a hole, as on a triangular board")
        .at(marks[0].span(), "the first row")
        .help("use `--lattice triangular`")
}

/// Returns `true` for eight rows of eight marks, the format of CMU's C0 course.
fn is_eight_by_eight(marks: &[Mark]) -> bool {
    let rows: Vec<usize> = marks
        .chunk_by(|a, b| a.row == b.row)
        .map(<[Mark]>::len)
        .collect();
    rows == [8; 8]
}
