use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Point of a lattice: `(x, y)`, `x` to the right, `y` down.
pub type Coordinate = (i32, i32);

/// Lattice of a board's holes.
///
/// | lattice | jumps along, unless a board says otherwise | point `(x, y)` is drawn at |
/// |---|---|---|
/// | `Square` | `±(1,0)`, `±(0,1)` | `(x, y)` |
/// | `Triangular` | `±(1,0)`, `±(0,1)`, `±(1,1)` | `(x − y/2, y·√3/2)` |
///
/// Triangular coordinates are skew: a triangle of side 3 is the rows `o`, `oo`, `ooo`, each starting at `x = 0`.
///
/// ```
/// use pegboard::Lattice;
/// assert_eq!(Lattice::Square.directions().len(), 4);
/// assert_eq!(Lattice::Triangular.directions().len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lattice {
    /// Rows and columns.
    Square,
    /// Rows and both diagonals.
    Triangular,
}

impl Lattice {
    /// Returns the name in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lattice::Square => "Square",
            Lattice::Triangular => "Triangular",
        }
    }

    /// Returns the default unit steps of the jumps.
    pub fn directions(self) -> &'static [Coordinate] {
        match self {
            Lattice::Square => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Lattice::Triangular => &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
        }
    }

    /// Returns the number of rotations in the lattice's full point group: 4 or 6.
    pub fn rotations(self) -> u8 {
        match self {
            Lattice::Square => 4,
            Lattice::Triangular => 6,
        }
    }

    /// Returns the coordinates of a point in the plane; the unit is the distance between neighbors, and `y` runs
    /// down.
    pub fn in_plane(self, (x, y): Coordinate) -> (f64, f64) {
        let (x, y) = (f64::from(x), f64::from(y));
        match self {
            Lattice::Square => (x, y),
            Lattice::Triangular => (x - y / 2.0, y * 3f64.sqrt() / 2.0),
        }
    }
}

/// Direction of a jump, as the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)] // The names are self-explanatory.
pub enum Direction {
    Right,
    DownRight,
    Down,
    DownLeft,
    Left,
    UpLeft,
    Up,
    UpRight,
}

impl Direction {
    /// All directions of both lattices.
    pub const ALL: [Direction; 8] = {
        use Direction::*;
        [Right, DownRight, Down, DownLeft, Left, UpLeft, Up, UpRight]
    };

    /// Returns the unit step in this direction, or `None` if the lattice lacks the direction.
    ///
    /// ```
    /// use pegboard::board::geometry::{Direction, Lattice};
    /// assert_eq!(Direction::Down.step(Lattice::Square), Some((0, 1)));
    /// assert_eq!(Direction::DownLeft.step(Lattice::Square), Some((-1, 1)));
    /// assert_eq!(Direction::Down.step(Lattice::Triangular), None);
    /// assert_eq!(Direction::DownLeft.step(Lattice::Triangular), Some((0, 1)));
    /// ```
    pub fn step(self, lattice: Lattice) -> Option<Coordinate> {
        use Direction::*;
        match (lattice, self) {
            (_, Right) => Some((1, 0)),
            (_, Left) => Some((-1, 0)),
            (Lattice::Square, Down) => Some((0, 1)),
            (Lattice::Square, Up) => Some((0, -1)),
            (Lattice::Square, DownRight) => Some((1, 1)),
            (Lattice::Square, DownLeft) => Some((-1, 1)),
            (Lattice::Square, UpLeft) => Some((-1, -1)),
            (Lattice::Square, UpRight) => Some((1, -1)),
            (Lattice::Triangular, DownRight) => Some((1, 1)),
            (Lattice::Triangular, DownLeft) => Some((0, 1)),
            (Lattice::Triangular, UpLeft) => Some((-1, -1)),
            (Lattice::Triangular, UpRight) => Some((0, -1)),
            (Lattice::Triangular, Down | Up) => None,
        }
    }

    /// Returns `true` for a direction along neither a row nor a column of the square lattice.
    pub(super) fn is_diagonal(self) -> bool {
        use Direction::*;
        matches!(self, DownRight | DownLeft | UpLeft | UpRight)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Parses a direction, ignoring letter case and hyphens: `DownLeft`, `down-left`.
impl FromStr for Direction {
    type Err = String;

    fn from_str(word: &str) -> Result<Direction, String> {
        let plain = word.replace('-', "");
        let has_name = |direction: &Direction| direction.to_string().eq_ignore_ascii_case(&plain);
        Direction::ALL.into_iter().find(has_name).ok_or_else(|| {
            format!(
                "`{word}` is not a direction; the directions are right, down-right, down, down-left, left, up-left, \
                 up, up-right"
            )
        })
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lattice::Square => "square",
            Lattice::Triangular => "triangular",
        })
    }
}
