use super::{Coordinate, Lattice};
use std::fmt;

/// Kind of an isometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IsometryKind {
    /// Counterclockwise rotation (as the board is drawn) by this many degrees, `0..360`.
    Rotation {
        /// Angle in degrees.
        degrees: u16,
    },
    /// Reflection in the line that rises by this many degrees from the horizontal, `0..180`.
    Reflection {
        /// Axis: 0 is horizontal, 90 vertical, 45 rises to the right.
        axis: u16,
    },
}

/// Linear isometry of a lattice: an element of its point group.
///
/// ```
/// use pegboard::board::geometry::{Isometry, IsometryKind};
/// use pegboard::Lattice;
/// let quarter = Isometry::all(Lattice::Square)[1];
/// assert_eq!(quarter.kind(), IsometryKind::Rotation { degrees: 90 });
/// assert_eq!(quarter.apply((1, 0)), (0, -1)); // y runs down, so right turns to up
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    kind: IsometryKind,
    /// Images of `(1, 0)` and `(0, 1)`.
    columns: [Coordinate; 2],
}

impl Isometry {
    /// Returns the point group of the lattice: the rotations by increasing angle, then the reflections by increasing
    /// axis. The square lattice has 8 elements, the triangular 12.
    pub fn all(lattice: Lattice) -> Vec<Isometry> {
        let (turn, flip) = generators(lattice);
        let order = u16::from(lattice.rotations());
        let powers: Vec<[Coordinate; 2]> =
            std::iter::successors(Some([(1, 0), (0, 1)]), |power| Some(compose(turn, *power)))
                .take(usize::from(order))
                .collect();
        let rotations = (0..order).zip(&powers).map(|(k, &columns)| Isometry {
            kind: IsometryKind::Rotation {
                degrees: k * 360 / order,
            },
            columns,
        });
        // A reflection in the horizontal axis followed by a rotation is a reflection in the axis at half the angle.
        let reflections = (0..order).zip(&powers).map(|(k, &power)| Isometry {
            kind: IsometryKind::Reflection {
                axis: k * 180 / order,
            },
            columns: compose(power, flip),
        });
        rotations.chain(reflections).collect()
    }

    /// Returns the kind: rotation or reflection, with its angle.
    pub fn kind(&self) -> IsometryKind {
        self.kind
    }

    /// Returns the image of a point. The origin is fixed.
    pub fn apply(&self, point: Coordinate) -> Coordinate {
        apply(self.columns, point)
    }
}

/// Returns the smallest counterclockwise rotation and the reflection in the horizontal axis.
fn generators(lattice: Lattice) -> ([Coordinate; 2], [Coordinate; 2]) {
    match lattice {
        Lattice::Square => ([(0, -1), (1, 0)], [(1, 0), (0, -1)]),
        Lattice::Triangular => ([(0, -1), (1, 1)], [(1, 0), (-1, -1)]),
    }
}

fn apply([a, b]: [Coordinate; 2], (x, y): Coordinate) -> Coordinate {
    (a.0 * x + b.0 * y, a.1 * x + b.1 * y)
}

/// Returns the product of two matrices; `inner` is applied first.
fn compose(outer: [Coordinate; 2], inner: [Coordinate; 2]) -> [Coordinate; 2] {
    inner.map(|column| apply(outer, column))
}

impl fmt::Display for IsometryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IsometryKind::Rotation { degrees: 0 } => f.write_str("identity"),
            IsometryKind::Rotation { degrees } => write!(f, "rotation by {degrees}°"),
            IsometryKind::Reflection { axis } => write!(f, "reflection in the axis at {axis}°"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn isometries_form_a_group_and_preserve_distances() {
        for lattice in [Lattice::Square, Lattice::Triangular] {
            let all = Isometry::all(lattice);
            let matrices: HashSet<_> = all.iter().map(|isometry| isometry.columns).collect();
            assert_eq!(matrices.len(), 2 * usize::from(lattice.rotations()));
            for a in &all {
                for b in &all {
                    assert!(matrices.contains(&compose(a.columns, b.columns)));
                }
                for &direction in lattice.directions() {
                    assert!(lattice.directions().contains(&a.apply(direction)));
                }
            }
        }
    }

    #[test]
    fn angles_match_the_drawn_board() {
        for lattice in [Lattice::Square, Lattice::Triangular] {
            for isometry in Isometry::all(lattice) {
                for point in [(1, 0), (0, 1), (3, -2)] {
                    let angle = |p| {
                        let (x, y) = lattice.in_plane(p);
                        (-y).atan2(x).to_degrees()
                    };
                    let expected = match isometry.kind() {
                        IsometryKind::Rotation { degrees } => angle(point) + f64::from(degrees),
                        IsometryKind::Reflection { axis } => 2.0 * f64::from(axis) - angle(point),
                    };
                    let off = (angle(isometry.apply(point)) - expected).rem_euclid(360.0);
                    assert!(off.min(360.0 - off) < 1e-9, "{lattice} {}", isometry.kind());
                }
            }
        }
    }
}
