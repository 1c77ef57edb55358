//! Step between holes, and lattice.

use super::cells::{Cells, Mark, Spacing};
use crate::board::file::{Diagnostic, Remedy};
use crate::board::geometry::{Coordinate, Lattice};

/// Places of lattice points in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) lattice: Lattice,
    /// `true` if each row of the triangular lattice is offset by half a step from the next.
    is_centered: bool,
    top: usize,
    pub(crate) row_step: usize,
    /// Twice the column of the first mark, up to one half.
    twice_left: i64,
    pub(crate) step: usize,
}

impl Grid {
    /// Returns the point at a place of the text.
    pub(crate) fn point(&self, row: usize, column: usize) -> Option<Coordinate> {
        let (down, y) = (row as i64 - self.top as i64, self.row_step as i64);
        let (right, step) = (2 * column as i64 - self.twice_left, self.step as i64);
        if down % y != 0 {
            return None;
        }
        let y = down / y;
        if !self.is_centered {
            return (right % (2 * step) == 0)
                .then(|| Some(((right / (2 * step)).try_into().ok()?, y.try_into().ok()?)))?;
        }
        let half_columns = (2 * right + step).div_euclid(2 * step);
        let tolerance = step % 2;
        let is_near = (right - half_columns * step).abs() <= tolerance;
        let x = half_columns + y;
        (is_near && x % 2 == 0).then(|| Some(((x / 2).try_into().ok()?, y.try_into().ok()?)))?
    }

    /// Returns the row and the column of a point in the text.
    pub(crate) fn place(&self, (x, y): Coordinate) -> Option<(usize, usize)> {
        let (x, y) = (i64::from(x), i64::from(y));
        let half_columns = if self.is_centered { 2 * x - y } else { 2 * x };
        let column = (self.twice_left + half_columns * self.step as i64).div_euclid(2);
        let row = self.top as i64 + y * self.row_step as i64;
        Some((usize::try_from(row).ok()?, usize::try_from(column).ok()?))
    }

    fn fits(&self, places: &[(usize, usize)]) -> bool {
        places
            .iter()
            .all(|&(row, column)| self.point(row, column).is_some())
    }

    /// Returns `true` if consecutive places of a row are neighbors, and consecutive rows, too.
    pub(super) fn is_dense(&self, places: &[(usize, usize)]) -> bool {
        places.windows(2).all(|pair| {
            let [one, other] = [pair[0], pair[1]].map(|(row, column)| self.point(row, column));
            match (one, other) {
                (Some(one), Some(other)) if one.1 == other.1 => other.0 == one.0 + 1,
                (Some(one), Some(other)) => other.1 == one.1 + 1,
                _ => false,
            }
        })
    }

    /// Returns the grids on the triangular lattice whose rows are offset by half a step, and on which all places lie.
    pub(crate) fn centered(places: &[(usize, usize)]) -> Vec<Grid> {
        let steps = Steps::of(places);
        let step = if steps.in_rows == 0 { 2 } else { steps.in_rows };
        let Some(&(top, left)) = places.first() else {
            return Vec::new();
        };
        let lefts: &[i64] = if step % 2 == 0 { &[0] } else { &[0, 1, -1] };
        let mut grids = Vec::new();
        for row_step in contracted(steps.rows, 1) {
            for step in contracted(step, if step % 2 == 0 { 2 } else { step }) {
                let grid = |shift: &i64| Grid {
                    lattice: Lattice::Triangular,
                    is_centered: true,
                    top,
                    row_step,
                    twice_left: 2 * left as i64 + shift,
                    step,
                };
                let fitting = lefts.iter().map(grid).find(|grid| grid.fits(places));
                grids.extend(fitting);
            }
        }
        grids.retain(|grid| grid.step > 1);
        grids
    }

    /// Returns the grids with columns on which all places lie: with the largest steps, and with the steps of a picture
    /// with no more than a blank between columns.
    pub(crate) fn aligned(places: &[(usize, usize)], lattice: Lattice) -> Vec<Grid> {
        let steps = Steps::of(places);
        let Some(&(top, _)) = places.first() else {
            return Vec::new();
        };
        let left = places.iter().map(|place| place.1).min().unwrap_or(0);
        let fine = if steps.columns.is_multiple_of(2) {
            2
        } else {
            1
        };
        let mut grids = Vec::new();
        for row_step in contracted(steps.rows, 1) {
            for step in contracted(steps.columns, fine) {
                grids.push(Grid {
                    lattice,
                    is_centered: false,
                    top,
                    row_step,
                    twice_left: 2 * left as i64,
                    step,
                });
            }
        }
        grids
    }
}

/// Returns the largest step and the step of a fine grid.
fn contracted(largest: usize, fine: usize) -> Vec<usize> {
    let mut steps = vec![largest.max(fine).max(1), fine.max(1)];
    steps.dedup();
    steps
}

/// Greatest common divisors of distances.
struct Steps {
    rows: usize,
    /// Within rows only; 0 if no row has two places.
    in_rows: usize,
    columns: usize,
}

impl Steps {
    fn of(places: &[(usize, usize)]) -> Steps {
        let (top, left) = places.first().copied().unwrap_or_default();
        let rows = places
            .iter()
            .fold(0, |step, place| gcd(step, place.0 - top));
        let columns = places
            .iter()
            .fold(0, |step, place| gcd(step, place.1.abs_diff(left)));
        let in_rows = pairs(places).fold(0, |step, (one, other)| gcd(step, other.1 - one.1));
        Steps {
            rows,
            in_rows,
            columns,
        }
    }
}

type Place = (usize, usize);

/// Returns the neighboring places of each row.
fn pairs(places: &[Place]) -> impl Iterator<Item = (Place, Place)> + Clone {
    places
        .windows(2)
        .map(|pair| (pair[0], pair[1]))
        .filter(|(one, other)| one.0 == other.0)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the grids of a drawing, at least one.
///
/// # Errors
///
/// A [`Diagnostic`] at the first mark that is not aligned with the others.
pub(super) fn grids(
    cells: &Cells,
    lattice: Option<Lattice>,
    blanks_are_places: bool,
) -> Result<Vec<Grid>, Diagnostic> {
    let places: Vec<Place> = cells.marks.iter().map(|m| (m.row, m.column)).collect();
    let dense = |lattice| {
        let is_exact = cells.spacing == Spacing::Exact;
        Grid {
            lattice,
            is_centered: false,
            top: if is_exact { 0 } else { places[0].0 },
            row_step: 1,
            twice_left: if is_exact {
                0
            } else {
                2 * places.iter().map(|place| place.1).min().unwrap_or(0) as i64
            },
            step: 1,
        }
    };
    let is_skew_triangle = is_skew_triangle(&places);
    let lattices = match lattice {
        Some(lattice) => vec![lattice],
        None if is_skew_triangle => vec![Lattice::Triangular],
        None => vec![Lattice::Square],
    };
    let steps = Steps::of(&places);
    let mut grids = Vec::new();
    let touching = pairs(&places).filter(|(one, other)| other.1 == one.1 + 1);
    let touching = touching.count();
    let pair_count = pairs(&places).count();
    if cells.spacing == Spacing::Exact || blanks_are_places {
        return Ok(lattices.into_iter().map(dense).collect());
    }
    if steps.in_rows == 1 {
        if is_eight_by_eight(&cells.marks) {
            return Ok(Vec::new()); // read by counting
        }
        // Most characters touch: blanks are places without a hole.
        return if 2 * touching >= pair_count {
            let rows = contracted(steps.rows, 1);
            let with_rows = |lattice| {
                let rows = rows.clone();
                rows.into_iter().map(move |row_step| Grid {
                    row_step,
                    ..dense(lattice)
                })
            };
            Ok(lattices.into_iter().flat_map(with_rows).collect())
        } else {
            Err(misplaced(cells, lattice))
        };
    }
    let centered = Grid::centered(&places);
    let is_aligned = steps.in_rows == 0 || steps.columns > 1;
    if is_aligned {
        let aligned = lattices.iter();
        grids.extend(aligned.flat_map(|lattice| Grid::aligned(&places, *lattice)));
    }
    let is_offset = steps.columns < steps.in_rows;
    match lattice {
        Some(Lattice::Square) if !is_aligned && !centered.is_empty() => {
            return Err(offset_rows(cells));
        }
        Some(Lattice::Triangular) => grids.extend(centered),
        None if is_offset => grids.extend(centered),
        _ => {}
    }
    if grids.is_empty() && is_eight_by_eight(&cells.marks) {
        return Ok(grids);
    }
    if grids.is_empty() {
        return Err(misplaced(cells, lattice));
    }
    if cells.are_labels() {
        // Blanks align labels of different widths; with finer steps all columns would have an empty one between.
        let all = grids.clone();
        grids.retain(|grid| {
            let mut alike = all
                .iter()
                .filter(|other| other.is_centered == grid.is_centered);
            alike.all(|other| other.step <= grid.step)
        });
    }
    Ok(grids)
}

/// Returns `true` if the rows have 1, 2, 3, … marks and begin in the same column.
pub(crate) fn is_skew_triangle(places: &[Place]) -> bool {
    let rows: Vec<&[Place]> = places.chunk_by(|a, b| a.0 == b.0).collect();
    rows.len() >= 3
        && rows
            .iter()
            .enumerate()
            .all(|(index, row)| row.len() == index + 1 && row[0].1 == places[0].1)
}

/// Returns `true` for eight rows of eight marks, the format of CMU's C0 course, in which blanks do not count.
pub(super) fn is_eight_by_eight(marks: &[Mark]) -> bool {
    let rows = marks.chunk_by(|a, b| a.row == b.row);
    rows.map(<[Mark]>::len).eq([8; 8])
}

/// Returns the error for the first mark that lies between the columns of most others.
fn misplaced(cells: &Cells, lattice: Option<Lattice>) -> Diagnostic {
    let marks = &cells.marks;
    let is_triangular = lattice == Some(Lattice::Triangular);
    let not_aligned = |mark: &Mark, why: &str| {
        let message = format!(
            "`{}` is not aligned with the other rows",
            cells.shown(mark.symbol)
        );
        Diagnostic::new(message)
            .at(mark.span.clone(), why)
            .help(if is_triangular {
                CENTERED_ROWS
            } else {
                EQUAL_BLANKS
            })
            .remedy(Remedy::BlanksOutside)
    };
    let touching = marks
        .windows(2)
        .find(|pair| pair[0].row == pair[1].row && pair[1].column == pair[0].column + 1);
    if let Some(pair) = touching {
        let why = "a blank is missing before it, or there is one between others";
        return not_aligned(&pair[1], why);
    }
    let in_columns = out_of_line(marks, |mark| mark.column);
    let in_slants = out_of_line(marks, |mark| mark.column + mark.row);
    let is_slanted = lattice != Some(Lattice::Square) && in_slants.1 < in_columns.1;
    let (odd, _) = if is_slanted { in_slants } else { in_columns };
    not_aligned(odd, "it lies between the columns of the other rows")
}

/// Divides the marks by the parity of a number, and returns the first mark of the smaller part and its size.
fn out_of_line(marks: &[Mark], number: impl Fn(&Mark) -> usize) -> (&Mark, usize) {
    let (even, odd): (Vec<&Mark>, Vec<&Mark>) = marks
        .iter()
        .partition(|mark| number(mark).is_multiple_of(2));
    let fewer = match (even.len(), odd.len()) {
        (0, _) => odd,
        (_, 0) => even,
        (evens, odds) if evens < odds || (evens == odds && number(&marks[0]) % 2 == 1) => even,
        _ => odd,
    };
    (fewer.first().copied().unwrap_or(&marks[0]), fewer.len())
}

const EQUAL_BLANKS: &str = "put the same number of blanks between all characters, or none";

const CENTERED_ROWS: &str =
    "put one blank between the holes of a row, and offset every row from the next by one";

fn offset_rows(cells: &Cells) -> Diagnostic {
    Diagnostic::new("the rows are offset by half a hole, as on a triangular board")
        .at(cells.marks[0].span.clone(), "the first row")
        .remedy(Remedy::Lattice)
}
