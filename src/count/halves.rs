use crate::board::{Board, Hole, Symmetry};
use std::cmp::Reverse;

/// Maximum size of the lower half. Blocks and lists of places of this size fit the nearest caches.
pub(super) const LOWER_HOLES: usize = 16;

/// Holes of a board, split into two halves.
pub(super) struct Halves {
    pub(super) lower: Half,
    pub(super) upper: Half,
    /// Code of some holes of the upper half. No jump increases the number of pegs there, and none lowers it by more than one.
    pub(super) counted: u64,
}

/// Holes of a half, as codes. The index of a code has a bit for each of them, from the lowest up.
pub(super) struct Half(Vec<u64>);

impl Halves {
    /// Splits the holes of a board of at most 64 holes. The symmetries, a group, map each half onto itself, and the counted holes
    /// as well.
    ///
    /// The counted holes are [holes of one peg](Board::holes_of_one_peg) and their images: a peg stays among them, so only a jump
    /// over one of them changes the number of pegs there.
    pub(super) fn of(board: &Board, symmetries: &[Symmetry]) -> Halves {
        let holes = board.hole_count();
        let most = holes - lower_holes(board);
        let with_images = |code: u64| {
            let images = symmetries.iter();
            let images = images.map(|symmetry| symmetry.apply_code(code.into()) as u64);
            images.fold(0, |union, image| union | image)
        };
        let mut orbits: Vec<u64> = board.holes().map(bit).map(with_images).collect();
        orbits.sort_by_key(|orbit| orbit.trailing_zeros());
        orbits.dedup();
        let parts = board.holes_of_one_peg().into_iter();
        let parts = parts.map(|part| with_images(part.into_iter().map(bit).sum()));
        let sizes = holes.div_ceil(8)..=most;
        let counted = parts.filter(|part| sizes.contains(&(part.count_ones() as usize)));
        let halves = counted.map(|counted| (lower_half(board, &orbits, counted), counted));
        let best = halves.max_by_key(|((_, jumps_above), _)| *jumps_above);
        let ((lower, _), counted) = best.unwrap_or_else(|| (lower_half(board, &orbits, 0), 0));
        Halves::new(lower, counted, board)
    }

    /// Splits the holes of a board into some holes and all others. The highest of these are those that the fewest jumps touch.
    pub(super) fn new(lower: Vec<u64>, counted: u64, board: &Board) -> Halves {
        let touching = |hole: &u64| {
            let jumps = board.jumps().iter();
            jumps.filter(|jump| jump.code() as u64 & hole != 0).count()
        };
        let upper = board.holes().map(bit).filter(|hole| !lower.contains(hole));
        let mut upper: Vec<u64> = upper.collect();
        upper.sort_by_cached_key(|hole| Reverse(touching(hole)));
        Halves {
            upper: Half(upper),
            lower: Half(lower),
            counted,
        }
    }
}

/// Returns the maximum size of the lower half.
pub(super) fn lower_holes(board: &Board) -> usize {
    LOWER_HOLES.min(board.hole_count() / 2)
}

/// Returns the holes of a lower half without some holes, and the number of jumps that touch none of them.
///
/// Chooses orbits of holes greedily, lowest first: each next orbit is touched by the fewest jumps per hole among those that touch
/// no chosen hole. A jump that touches no low hole leads from places in a row to places in a row.
fn lower_half(board: &Board, orbits: &[u64], without: u64) -> (Vec<u64>, usize) {
    let free = orbits.iter().copied().filter(|orbit| orbit & without == 0);
    let mut free: Vec<u64> = free.collect();
    let jumps = board.jumps().iter().map(|jump| jump.code() as u64);
    let mut jumps: Vec<u64> = jumps.collect();
    let mut half = Vec::new();
    loop {
        let room = lower_holes(board) - half.len();
        free.retain(|orbit| orbit.count_ones() as usize <= room);
        let touching = |orbit: u64| jumps.iter().filter(|jump| *jump & orbit != 0).count();
        let per_hole = |orbit: u64| touching(orbit) as f64 / f64::from(orbit.count_ones());
        let order = |one: &usize, other: &usize| {
            let [one, other] = [one, other].map(|index| per_hole(free[*index]));
            one.total_cmp(&other)
        };
        let Some(next) = (0..free.len()).min_by(order) else {
            return (half, jumps.len());
        };
        let orbit = free.remove(next);
        jumps.retain(|jump| jump & orbit == 0);
        half.extend(board.holes().map(bit).filter(|hole| hole & orbit != 0));
    }
}

/// Returns the code of a hole of a board of at most 64 holes.
pub(super) fn bit(hole: Hole) -> u64 {
    hole.bit() as u64
}

impl Half {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the code of all its holes.
    pub(super) fn mask(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the index of a code. Holes outside the half are ignored.
    pub(super) fn index(&self, code: u64) -> usize {
        let bits = self.0.iter().zip(0..);
        bits.map(|(hole, bit)| usize::from(code & hole != 0) << bit)
            .sum()
    }

    /// Returns the code with an index.
    pub(super) fn code(&self, index: usize) -> u64 {
        let bits = self.0.iter().zip(0..);
        bits.filter(|(_, bit)| index >> bit & 1 == 1)
            .map(|(hole, _)| hole)
            .sum()
    }

    /// Returns all codes by index.
    pub(super) fn codes(&self) -> impl Iterator<Item = u64> {
        (0..1 << self.0.len()).map(|index| self.code(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_keep_the_number_of_counted_pegs_or_lower_it_by_one() {
        for (name, counted_holes) in [
            ("triangle5", 3),
            ("english", 5),
            ("french", 9),
            ("petersen", 0),
        ] {
            let board = Board::library(name).unwrap();
            let Halves { upper, counted, .. } = Halves::of(&board, &board.symmetries()[..1]);
            assert_eq!(counted.count_ones(), counted_holes, "{name}");
            assert_eq!(counted & !upper.mask(), 0, "{name}");
            for jump in board.jumps() {
                let pegs = |code: u64| (code & counted).count_ones();
                let before = pegs(bit(jump.from()) | bit(jump.over()));
                let after = pegs(bit(jump.to()));
                assert!(before == after || before == after + 1, "{name}");
            }
        }
    }

    #[test]
    fn symmetries_map_halves_onto_themselves() {
        for name in ["triangle5", "english", "hexagon3", "icosahedron"] {
            let board = Board::library(name).unwrap();
            for vacancy in board.holes_up_to_symmetry() {
                let symmetries = board.stabilizer(&[&[vacancy.bit()]]);
                let Halves {
                    lower,
                    upper,
                    counted,
                } = Halves::of(&board, &symmetries);
                for symmetry in &symmetries {
                    for code in [lower.mask(), upper.mask(), counted] {
                        assert_eq!(symmetry.apply_code(code.into()), code.into(), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn codes_have_their_index() {
        let board = Board::library("english").unwrap();
        let Halves { lower, upper, .. } = Halves::of(&board, &board.symmetries()[..1]);
        assert_eq!(lower.mask() ^ upper.mask(), board.full().code() as u64);
        for (half, other) in [(&lower, &upper), (&upper, &lower)] {
            for (index, code) in half.codes().enumerate() {
                assert_eq!(half.index(code | other.mask()), index);
                assert_eq!(code & other.mask(), 0);
            }
        }
    }

    #[test]
    fn few_jumps_touch_the_lowest_holes() {
        let board = Board::library("triangle8").unwrap();
        let lower = Halves::of(&board, &board.symmetries()[..1]).lower;
        let touched = |holes: usize| {
            let low = lower.code((1 << holes) - 1);
            let jumps = board.jumps().iter();
            jumps.filter(|jump| jump.code() as u64 & low != 0).count()
        };
        assert_eq!(board.jumps().len(), 126);
        assert!(touched(7) <= 34);
        assert!(touched(16) <= 88);
    }
}
