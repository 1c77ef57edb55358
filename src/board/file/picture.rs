use crate::board::geometry::Coordinate;
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

/// Returns `true` if holes of the triangular lattice are drawn with each row offset by half a hole: `  o o`, ` o o
/// o`. In the skew form (`oo`, `ooo`) some holes touch within a row.
pub(super) fn is_centered(holes: &[Coordinate]) -> bool {
    let parity = |(x, y): Coordinate| (x + y).rem_euclid(2);
    let has_several_in_a_row = holes.windows(2).any(|pair| pair[0].1 == pair[1].1);
    has_several_in_a_row && holes.iter().all(|hole| parity(*hole) == parity(holes[0]))
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
    fn rows_offset_by_half_a_hole_are_centered() {
        assert!(is_centered(&[(1, 0), (0, 1), (2, 1)]));
        assert!(!is_centered(&[(0, 0), (0, 1), (1, 1)]));
        assert!(!is_centered(&[(0, 0), (1, 1)]));
        assert!(!is_centered(&[]));
    }

    #[test]
    fn holes_that_no_picture_can_show_are_not_drawn() {
        assert_eq!(draw(&[]), None);
        assert_eq!(draw(&[(1, 1), (1, 1)]), None);
        assert_eq!(draw(&[(i32::MIN, 0), (i32::MAX, 0)]), None);
    }
}
