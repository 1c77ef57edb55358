use super::drawing::grid::{Grid, is_skew_triangle};
use crate::board::geometry::{Coordinate, Lattice};
use std::collections::HashSet;

/// Meaning of a character of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Hole,
    Outside,
    Unknown,
}

impl Mark {
    pub(super) fn of(character: char) -> Mark {
        match character {
            'o' => Mark::Hole,
            '.' | ' ' => Mark::Outside,
            _ => Mark::Unknown,
        }
    }
}

/// Suggests a remedy for an unknown character.
pub(super) fn advice(character: char) -> &'static str {
    match character {
        'O' | '0' | '*' | 'x' | 'X' | '●' | '+' => {
            "a picture of a board shows holes, not pegs: write `o` for every hole and `.` elsewhere"
        }
        '\t' => "write spaces instead of the tab",
        _ => "write `o` for a hole, `.` or a space where there is none",
    }
}

/// Returns the points of holes of the triangular lattice that are drawn with blanks between the holes of a row: with each
/// row offset by half a step (`  o o`, ` o o o`), or with rows that begin in the same column (`o o`, `o o o`). In the skew
/// form (`oo`, `ooo`) some holes touch within a row. Returns `None` if the picture is none of these.
pub(super) fn spaced_points(holes: &[Coordinate]) -> Option<Vec<Coordinate>> {
    let place = |(x, y): &Coordinate| Some((usize::try_from(*y).ok()?, usize::try_from(*x).ok()?));
    let places: Vec<(usize, usize)> = holes.iter().map(place).collect::<Option<_>>()?;
    let has_several_in_a_row = holes.windows(2).any(|pair| pair[0].1 == pair[1].1);
    if !has_several_in_a_row || places.is_empty() {
        return None;
    }
    let touches = places
        .windows(2)
        .any(|pair| pair[0].0 == pair[1].0 && pair[1].1 == pair[0].1 + 1);
    let skew = is_skew_triangle(&places).then(|| Grid::aligned(&places, Lattice::Triangular));
    let grids = Grid::centered(&places)
        .into_iter()
        .chain(skew.into_iter().flatten());
    // One blank between the holes of a row is the usual picture, and every line is a row.
    let grid = grids
        .filter(|grid| grid.step > 1 && grid.row_step == 1 && !touches)
        .min_by_key(|grid| grid.step)?;
    let point = |(row, column): &(usize, usize)| grid.point(*row, *column);
    places.iter().map(point).collect()
}

/// Returns the rows of a picture of these holes, or `None` if it would be too large or hide a duplicate hole.
pub(super) fn draw(holes: &[Coordinate]) -> Option<Vec<String>> {
    /// Maximum side of a picture.
    const LONGEST_SIDE: i64 = 128;
    let set: HashSet<Coordinate> = holes.iter().copied().collect();
    if set.is_empty() || set.len() < holes.len() {
        return None;
    }
    let (left, right) = bounds(holes.iter().map(|hole| hole.0))?;
    let (top, bottom) = bounds(holes.iter().map(|hole| hole.1))?;
    let side = |from: i32, to: i32| i64::from(to) - i64::from(from) + 1;
    if side(left, right) > LONGEST_SIDE || side(top, bottom) > LONGEST_SIDE {
        return None;
    }
    let mark = |x, y| if set.contains(&(x, y)) { 'o' } else { '.' };
    Some(
        (top..=bottom)
            .map(|y| (left..=right).map(|x| mark(x, y)).collect())
            .collect(),
    )
}

fn bounds(values: impl Iterator<Item = i32> + Clone) -> Option<(i32, i32)> {
    Some((values.clone().min()?, values.max()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_spans_the_bounding_box() {
        let rows = draw(&[(3, -1), (4, 0), (3, 1)]).unwrap();
        assert_eq!(rows, ["o.", ".o", "o."]);
    }

    #[test]
    fn rows_with_blanks_are_on_the_triangular_lattice() {
        let triangle = Some(vec![(0, 0), (0, 1), (1, 1)]);
        let moved = |points: Option<Vec<Coordinate>>| {
            points.map(|points| {
                let left = points.iter().map(|point| point.0).min().unwrap();
                let shifted = points.iter().map(|(x, y)| (x - left, *y));
                shifted.collect::<Vec<_>>()
            })
        };
        assert_eq!(moved(spaced_points(&[(1, 0), (0, 1), (2, 1)])), triangle);
        assert_eq!(moved(spaced_points(&[(2, 0), (0, 1), (4, 1)])), triangle);
        assert_eq!(moved(spaced_points(&[(2, 0), (1, 1), (4, 1)])), triangle);
        let skew = [(0, 0), (0, 1), (2, 1), (0, 2), (2, 2), (4, 2)];
        let side_three = vec![(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)];
        assert_eq!(spaced_points(&skew), Some(side_three));
        assert_eq!(spaced_points(&[(0, 0), (0, 1), (1, 1)]), None);
        assert_eq!(spaced_points(&[(0, 0), (1, 1)]), None);
        assert_eq!(spaced_points(&[]), None);
    }

    #[test]
    fn holes_that_no_picture_can_show_are_not_drawn() {
        assert_eq!(draw(&[]), None);
        assert_eq!(draw(&[(1, 1), (1, 1)]), None);
        assert_eq!(draw(&[(i32::MIN, 0), (i32::MAX, 0)]), None);
    }
}
