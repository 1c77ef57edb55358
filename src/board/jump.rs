use super::{Hole, Symmetry};
use crate::board::geometry::Coordinate;
use petgraph::unionfind::UnionFind;
use thiserror::Error;

/// A jump: the peg in `from` leaps over the peg in `over`, which is removed, into the empty hole `to`. Obtained from
/// [`Board::jumps`](crate::Board::jumps).
///
/// ```
/// use pegboard::{Board, Hole};
/// let board = Board::library("english")?;
/// let start = board.vacate(board.hole("d4")?);
/// let label = |hole: Hole| board.label(hole).to_string();
/// let jumps = start.jumps().map(|jump| [jump.from(), jump.over(), jump.to()].map(label));
/// assert!(jumps.into_iter().any(|jump| jump == ["d2", "d3", "d4"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde form: the indices of the three holes, `[4, 9, 16]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    from: Hole,
    over: Hole,
    to: Hole,
}

impl Jump {
    /// Requires three different indices.
    pub(crate) fn new(from: usize, over: usize, to: usize) -> Jump {
        debug_assert!(from != over && over != to && to != from);
        let [from, over, to] = [from, over, to].map(Hole::new);
        Jump { from, over, to }
    }

    /// Returns the image under a permutation of the holes.
    pub(super) fn map(self, image: impl Fn(Hole) -> Hole) -> Jump {
        Jump {
            from: image(self.from),
            over: image(self.over),
            to: image(self.to),
        }
    }

    /// Returns the hole that the jumping peg leaves.
    pub fn from(self) -> Hole {
        self.from
    }

    /// Returns the hole whose peg is removed.
    pub fn over(self) -> Hole {
        self.over
    }

    /// Returns the hole in which the jumping peg lands.
    pub fn to(self) -> Hole {
        self.to
    }

    /// Returns the jump moved by a symmetry of its board.
    pub(crate) fn image(self, symmetry: &Symmetry) -> Jump {
        self.map(|hole| symmetry.apply(hole))
    }

    /// Returns the code of the three holes, which is the change of a position.
    pub(crate) fn code(self) -> u128 {
        self.from.bit() | self.over.bit() | self.to.bit()
    }

    /// Returns the code of the position after the jump from the one with this code, if the jump is possible there.
    pub(crate) fn played(self, code: u128) -> Option<u128> {
        let pegs = self.from.bit() | self.over.bit();
        (code & self.code() == pegs).then(|| code ^ self.code())
    }

    /// Returns the code of the position before the jump into the one with this code, if the jump can lead there.
    pub(crate) fn undone(self, code: u128) -> Option<u128> {
        (code & self.code() == self.to.bit()).then(|| code ^ self.code())
    }
}

/// Error for two holes between which there is not exactly one jump.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JumpError {
    /// The board has no jump from the one hole into the other.
    #[error("board `{board}` has no jump from `{from}` into `{to}`")]
    None {
        /// Name of the board.
        board: String,
        /// Label of the hole that the peg leaves.
        from: String,
        /// Label of the hole in which it lands.
        to: String,
    },
    /// The board has several jumps from the one hole into the other, over different holes.
    #[error("board `{board}` has {} jumps from one hole into the other: {}", jumps.len(), jumps.join(", "))]
    Several {
        /// Name of the board.
        board: String,
        /// The jumps in the notation that names the hole jumped over: `a-(b)-c`.
        jumps: Vec<String>,
    },
}

/// Returns the jumps along these steps between holes sorted row by row.
pub(super) fn along_steps(steps: &[Coordinate], coordinates: &[Coordinate]) -> Vec<Jump> {
    let hole = |point| index_of(coordinates, point);
    let mut jumps = Vec::new();
    for (from, &point) in coordinates.iter().enumerate() {
        for &step in steps {
            let next = |(x, y): Coordinate| Some((x.checked_add(step.0)?, y.checked_add(step.1)?));
            let Some(over_point) = next(point) else {
                continue;
            };
            let Some(over) = hole(over_point) else {
                continue;
            };
            let Some(to) = next(over_point).and_then(hole) else {
                continue;
            };
            jumps.push(Jump::new(from, over, to));
        }
    }
    jumps
}

/// Returns the index of a point among coordinates sorted row by row.
#[inline]
pub(super) fn index_of(coordinates: &[Coordinate], point: Coordinate) -> Option<usize> {
    let row_by_row = |(x, y): Coordinate| (i64::from(y) << 32) + i64::from(x); // comparing one number is faster
    let place = coordinates.partition_point(|&each| row_by_row(each) < row_by_row(point));
    (coordinates.get(place) == Some(&point)).then_some(place)
}

/// Returns `true` if a peg can jump over a hole that it visits in the same move or in another. On a lattice it cannot:
/// the holes that it visits lie an even number of steps apart.
pub(super) fn cross_own_way(holes: usize, jumps: &[Jump]) -> bool {
    let ways = holes_of_one_peg(holes, jumps);
    let is_on_way = |jump: &Jump| {
        let mut ways = ways.iter();
        ways.any(|way| way.contains(&jump.over) && way.contains(&jump.from))
    };
    jumps.iter().any(is_on_way)
}

/// Returns the connected components, each in ascending order, ordered by their first hole. A hole that no jump
/// touches is a component of its own.
pub(super) fn connected_parts(holes: usize, jumps: &[Jump]) -> Vec<Vec<Hole>> {
    let neighbors = jumps.iter();
    components(
        holes,
        neighbors.flat_map(|jump| [(jump.from, jump.over), (jump.over, jump.to)]),
    )
}

/// Returns the sets of holes that one peg can visit, whatever its first hole and the direction of its jumps. Each is in
/// ascending order, and they are ordered by their first hole.
///
/// A jump lowers the number of pegs in one of these sets by one: in the one that contains the hole jumped over.
pub(super) fn holes_of_one_peg(holes: usize, jumps: &[Jump]) -> Vec<Vec<Hole>> {
    components(holes, jumps.iter().map(|jump| (jump.from, jump.to)))
}

fn components(holes: usize, pairs: impl Iterator<Item = (Hole, Hole)>) -> Vec<Vec<Hole>> {
    let mut parts = UnionFind::<usize>::new(holes);
    for (one, other) in pairs {
        parts.union(one.index(), other.index());
    }
    let mut members: Vec<Vec<Hole>> = Vec::new();
    let mut numbers: Vec<Option<usize>> = vec![None; holes];
    for hole in 0..holes {
        let number = *numbers[parts.find(hole)].get_or_insert(members.len());
        if number == members.len() {
            members.push(Vec::new());
        }
        members[number].push(Hole::new(hole));
    }
    members
}
