use super::block::MAX_INDEX_BITS;
use super::digraph::longest_paths;
use crate::board::{Board, Jump, Symmetry, subgroups};

/// Maximum number of jumps for a bitmap, which bounds the time to choose a layout.
const MAX_JUMPS: usize = 512;
/// Maximum number of holes that become upper because of dependent holes. The tables have an entry per upper part.
const MAX_DETERMINING: u32 = 16;
/// Maximum number of images of upper parts under symmetries. The folding computes each of them.
const MAX_IMAGES: u64 = 1 << 22;

/// Permutation of the holes by a symmetry: the index of the image of each hole.
#[derive(Clone, Debug)]
pub(super) struct Images(Vec<u8>);

impl Images {
    /// Returns the image of a code.
    pub(super) fn of_code(&self, code: u64) -> u64 {
        let holes = self
            .0
            .iter()
            .enumerate()
            .filter(|(hole, _)| code >> hole & 1 == 1);
        holes.fold(0, |images, (_, image)| images | 1 << image)
    }
}

/// Order of the positions of one class in a bitmap.
///
/// Holes are either *low* or *high*. Positions with the same pegs in the high holes form a *block*: a few machine words
/// with one bit for each way to fill the low holes. The invariants of jumps determine some *dependent* holes, mostly low
/// ones, from the others. Dependent holes have no bit in the index, so the bitmap holds exactly one position class.
///
/// Blocks have an order in which jumps only lead downward: each high hole has a weight, and every jump that touches a
/// high hole lowers the total weight of the high pegs, even if it moves a low peg into a high hole. See [`weights`].
///
/// The bitmap is *folded* along symmetries that map low holes to low holes. A block number has a lower and an upper
/// part, and only the smallest upper part of each orbit is stored. See [`Folding`](super::folding::Folding).
#[derive(Clone, Debug)]
pub(in crate::sweep) struct Layout {
    /// Low holes as a code.
    pub(super) low: u64,
    /// Holes that form the index of a position in its block. Bit `i` of the index is the peg in the `i`-th of them.
    pub(super) index_holes: Vec<u32>,
    /// Holes that form the lower part of a block number.
    pub(super) lower_holes: Vec<u32>,
    /// Holes that form the upper part of a block number.
    pub(super) upper_holes: Vec<u32>,
    /// Dependent holes. Most are low. High ones depend only on high holes, and only on upper holes unless these would be
    /// more than [`MAX_DETERMINING`].
    pub(super) dependents: Vec<Dependent>,
    /// Weight of each hole; 0 for low ones.
    pub(super) weights: Vec<u32>,
    /// Group of symmetries along which the bitmap is folded. Each maps low holes to low holes and preserves weights. Each
    /// permutes the upper holes together with the dependent holes that they determine, and permutes the other dependent
    /// high holes.
    pub(super) folds: Vec<Images>,
}

/// A hole and the other holes of its invariant. Within a class, the parity of the pegs in `others` determines whether
/// `hole` has a peg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependent {
    pub(super) hole: u32,
    pub(super) others: u64,
}

impl Layout {
    /// Returns the smallest layout for positions up to these symmetries, or `None` for boards with more than 64 holes or
    /// [`MAX_JUMPS`] jumps.
    pub(in crate::sweep) fn new(board: &Board, symmetries: &[Symmetry]) -> Option<Layout> {
        if board.hole_count() > 64 || board.jumps().len() > MAX_JUMPS {
            return None;
        }
        let layouts = subgroups(symmetries)
            .into_iter()
            .filter_map(|group| Layout::folded(board, &group));
        layouts.min_by_key(|layout| layout.bytes().unwrap_or(u64::MAX))
    }

    /// Returns the layout folded along a group, or `None` if the group cannot preserve the upper holes, or leaves so few holes low
    /// that the upper parts have too many images.
    fn folded(board: &Board, group: &[Symmetry]) -> Option<Layout> {
        let images = |symmetry: &Symmetry| Images(symmetry.image_indices());
        let folds: Vec<Images> = group.iter().map(images).collect();
        let (low, weights) = choose_low(board, &folds);
        let dependents = dependents(board, low);
        let determined = dependents
            .iter()
            .fold(0, |code, dependent| code | 1 << dependent.hole);
        let free = board.full().code() as u64 & !determined;
        let high = dependents
            .iter()
            .filter(|dependent| low >> dependent.hole & 1 == 0);
        let mut determining = high.fold(0, |holes, dependent| {
            holes | dependent.others | 1 << dependent.hole
        });
        if (determining & free).count_ones() > MAX_DETERMINING {
            determining = 0;
            let kept = determined & !low;
            if folds.iter().any(|images| images.of_code(kept) != kept) {
                return None;
            }
        }
        let (lower_holes, upper_holes) = split(free & !low, determining, &folds);
        let most = (MAX_IMAGES / folds.len() as u64).checked_ilog2();
        if folds.len() > 1 && most.is_none_or(|most| upper_holes.len() as u32 > most) {
            return None;
        }
        let index_holes = ones(free & low).collect();
        Some(Layout {
            low,
            index_holes,
            lower_holes,
            upper_holes,
            dependents,
            weights,
            folds,
        })
    }

    /// Returns the number of words in a block. A block of fewer than 64 positions leaves part of its word unused.
    pub(super) fn words(&self) -> usize {
        1 << self.index_holes.len().saturating_sub(6)
    }

    /// Returns the size of the bitmap in bytes, or `None` on overflow.
    pub(in crate::sweep) fn bytes(&self) -> Option<u64> {
        let lower_parts = 1u64.checked_shl(self.lower_holes.len() as u32)?;
        self.stored_upper_parts()?
            .checked_mul(lower_parts)?
            .checked_mul(self.words() as u64 * 8)
    }

    /// Returns an upper bound on the number of orbits of upper parts, by Burnside's lemma: the mean number of fixed
    /// points of a symmetry. A symmetry acts on upper parts as an affine map, which has as many fixed points as its
    /// linear part, or none.
    fn stored_upper_parts(&self) -> Option<u64> {
        let bits = self.upper_holes.len();
        let change = |images: &Images| {
            let image =
                |hole: &u32| gather(&self.upper_holes, images.of_code(self.free_code(*hole)));
            self.upper_holes
                .iter()
                .enumerate()
                .map(|(bit, hole)| image(hole) ^ 1 << bit)
                .collect()
        };
        let unchanged = |images: &Images| 1u64.checked_shl((bits - rank(change(images))) as u32);
        let sum = self
            .folds
            .iter()
            .map(unchanged)
            .try_fold(0u64, |sum, more| sum.checked_add(more?))?;
        Some(sum / self.folds.len() as u64)
    }

    /// Returns the code of a peg in a free hole together with the dependent holes that it flips.
    fn free_code(&self, hole: u32) -> u64 {
        let dependent = self
            .dependents
            .iter()
            .filter(|dependent| dependent.others >> hole & 1 == 1);
        dependent.fold(1 << hole, |code, dependent| code | 1 << dependent.hole)
    }

    /// Returns the code of the class member that has no peg in any free hole.
    pub(super) fn class_offset(&self, member: u64) -> u64 {
        let free = self
            .lower_holes
            .iter()
            .chain(&self.upper_holes)
            .chain(&self.index_holes);
        free.filter(|&&hole| member >> hole & 1 == 1)
            .fold(member, |code, &hole| code ^ self.free_code(hole))
    }

    /// Returns the bits of a code that flipping the free high holes among `holes` changes.
    pub(super) fn block_change(&self, holes: u64) -> u64 {
        let changed = self
            .lower_holes
            .iter()
            .chain(&self.upper_holes)
            .filter(|&&hole| holes >> hole & 1 == 1);
        changed.fold(0, |code, &hole| code ^ self.free_code(hole))
    }

    /// Returns, for each way to fill `holes`, which must be free, its contribution to a code.
    pub(super) fn spread_codes(&self, holes: &[u32]) -> Vec<u64> {
        let mut codes = vec![0; 1 << holes.len()];
        for value in 1..codes.len() {
            let top = value.ilog2();
            codes[value] = codes[value ^ 1 << top] ^ self.free_code(holes[top as usize]);
        }
        codes
    }

    /// Returns the number of the block of a position.
    pub(super) fn block_of(&self, code: u64) -> usize {
        gather(&self.upper_holes, code) << self.lower_holes.len() | gather(&self.lower_holes, code)
    }

    /// Returns all holes, the most significant one in the order of the bitmap first.
    pub(super) fn holes_by_rank(&self) -> impl Iterator<Item = usize> + '_ {
        let numbered = self.lower_holes.iter().chain(&self.upper_holes).rev();
        let others = self
            .index_holes
            .iter()
            .copied()
            .chain(self.dependents.iter().map(|other| other.hole));
        numbered.copied().chain(others).map(|hole| hole as usize)
    }
}

/// Splits holes into a lower and an upper half along the orbits of the symmetries. The holes of `upper` go to the upper
/// half.
fn split(holes: u64, upper: u64, folds: &[Images]) -> (Vec<u32>, Vec<u32>) {
    let half = holes.count_ones().div_ceil(2);
    let (mut upper, mut lower) = (holes & upper, holes & !upper);
    let mut orbits: Vec<u64> = ones(lower)
        .map(|hole| holes & orbit_of(1 << hole, folds))
        .collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits.sort_by_key(|orbit| u64::from(orbit.count_zeros()));
    for orbit in orbits {
        if upper.count_ones() < half {
            (upper, lower) = (upper | orbit, lower & !orbit);
        }
    }
    (ones(lower).collect(), ones(upper).collect())
}

/// Returns the indices of the set bits.
fn ones(code: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |bit| code >> bit & 1 == 1)
}

/// Returns the rank of a matrix over GF(2).
fn rank(mut rows: Vec<usize>) -> usize {
    let mut rank = 0;
    while let Some(pivot) = rows.pop() {
        if pivot != 0 {
            rank += 1;
            let lowest = pivot & pivot.wrapping_neg();
            rows.iter_mut()
                .filter(|row| **row & lowest != 0)
                .for_each(|row| *row ^= pivot);
        }
    }
    rank
}

/// Returns the union of the images of a set of holes.
fn orbit_of(holes: u64, folds: &[Images]) -> u64 {
    folds
        .iter()
        .fold(0, |all, images| all | images.of_code(holes))
}

/// Chooses the low holes greedily and returns them with the weights of the high ones.
///
/// Each candidate is added with its images if weights for the remaining holes exist and a block fits a cache line.
fn choose_low(board: &Board, folds: &[Images]) -> (u64, Vec<u32>) {
    let mut low = 0;
    let mut best = weights(board, low).unwrap_or_default();
    for holes in candidates(board) {
        let more = closed_under_jumps(board, low | orbit_of(holes, folds));
        let index_bits = free_holes(board, more);
        if index_bits <= MAX_INDEX_BITS
            && let Some(weights) = weights(board, more)
        {
            (low, best) = (more, weights);
        }
    }
    (low, best)
}

/// Returns the candidates for low holes: first lines, then single holes, each in ascending order of the mean number of
/// jumps that touch a hole. Edges and tips of the board come first.
fn candidates(board: &Board) -> Vec<u64> {
    let touching = |hole: u32| {
        board
            .jumps()
            .iter()
            .filter(|jump| bits(**jump) & 1 << hole != 0)
            .count()
    };
    let burden = |holes: &u64| {
        let members = (0..board.hole_count() as u32).filter(|hole| holes >> hole & 1 == 1);
        members.map(touching).sum::<usize>() as u64 * 1000 / u64::from(holes.count_ones())
    };
    let lines = board
        .jumps()
        .iter()
        .map(|jump| closed_under_jumps(board, bits(*jump)));
    let mut lines: Vec<u64> = lines.collect();
    let mut singles: Vec<u64> = board.holes().map(|hole| 1 << hole.index()).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.sort_by_key(burden);
    singles.sort_by_key(burden);
    lines.extend(singles);
    lines
}

/// Returns the smallest superset of `holes` that contains `to` of every jump whose `from` and `over` it contains.
/// Otherwise a jump of two low pegs would raise the weight.
fn closed_under_jumps(board: &Board, mut holes: u64) -> u64 {
    let has = |holes: u64, hole: crate::Hole| holes >> hole.index() & 1 == 1;
    loop {
        let open = |jump: &&Jump| {
            has(holes, jump.from()) && has(holes, jump.over()) && !has(holes, jump.to())
        };
        match board.jumps().iter().find(open) {
            Some(jump) => holes |= 1 << jump.to().index(),
            None => return holes,
        }
    }
}

/// Returns weights of the high holes such that every jump that touches one lowers the total weight of the high pegs, or
/// `None` if this construction fails.
///
/// The weight of a high hole is `1 + longest + e`, where `e` is the length of the longest path from it in the graph
/// below and `longest` is the maximum of `e`.
///
/// - A jump within the high holes lowers the total by `(1 + longest) + e(from) + e(over) − e(to) ≥ 1`.
/// - A jump into a low hole lowers it by the weights of its high pegs.
/// - A jump from a low hole over a high one into a high one lowers it by `e(over) − e(to)`, and a jump from a high hole
///   over a low one into a high one by `e(from) − e(to)`. The graph has an edge for each of these jumps, so both
///   differences are at least 1.
/// - A jump of two low pegs into a high hole would raise it and must not exist.
fn weights(board: &Board, low: u64) -> Option<Vec<u32>> {
    let is_low = |hole: crate::Hole| low >> hole.index() & 1 == 1;
    let mut edges = Vec::new();
    for jump in board.jumps() {
        match (is_low(jump.from()), is_low(jump.over()), is_low(jump.to())) {
            (true, true, false) => return None,
            (true, false, false) => edges.push((jump.over().index(), jump.to().index())),
            (false, true, false) => edges.push((jump.from().index(), jump.to().index())),
            _ => {}
        }
    }
    let paths = longest_paths(board.hole_count(), &edges)?;
    let longest = paths.iter().copied().max().unwrap_or(0);
    let weight = |(hole, path): (usize, &u32)| {
        if low >> hole & 1 == 1 {
            0
        } else {
            1 + longest + path
        }
    };
    Some(paths.iter().enumerate().map(weight).collect())
}

/// Returns the number of low holes that are not dependent.
fn free_holes(board: &Board, low: u64) -> usize {
    let order = dependents(board, low);
    low.count_ones() as usize
        - order
            .iter()
            .filter(|dependent| low >> dependent.hole & 1 == 1)
            .count()
}

/// Computes the dependent holes by Gauss-Jordan elimination over GF(2), with pivots in low holes where possible.
fn dependents(board: &Board, low: u64) -> Vec<Dependent> {
    let mut rows: Vec<u64> = board
        .position_classes()
        .invariants()
        .iter()
        .map(|row| *row as u64)
        .collect();
    let mut pivots: Vec<(u32, usize)> = Vec::new();
    let is_low = |hole: &u32| low >> hole & 1 == 1;
    let (first, then): (Vec<u32>, Vec<u32>) = (0..board.hole_count() as u32).partition(is_low);
    for hole in first.into_iter().chain(then) {
        let unused = |row: &usize| pivots.iter().all(|pivot| pivot.1 != *row);
        let found = (0..rows.len())
            .filter(unused)
            .find(|&row| rows[row] >> hole & 1 == 1);
        let Some(pivot) = found else { continue };
        let reduced = rows[pivot];
        for (number, row) in rows.iter_mut().enumerate() {
            if number != pivot && *row >> hole & 1 == 1 {
                *row ^= reduced;
            }
        }
        pivots.push((hole, pivot));
    }
    pivots
        .iter()
        .map(|&(hole, row)| Dependent {
            hole,
            others: rows[row] & !(1 << hole),
        })
        .collect()
}

/// Gathers the bits of `code` in `holes`: bit `i` of the result is the peg in `holes[i]`.
pub(super) fn gather(holes: &[u32], code: u64) -> usize {
    holes.iter().enumerate().fold(0, |bits, (place, &hole)| {
        bits | ((code >> hole & 1) as usize) << place
    })
}

/// Returns the holes that a jump touches.
pub(super) fn bits(jump: Jump) -> u64 {
    1 << jump.from().index() | 1 << jump.over().index() | 1 << jump.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_jump_that_touches_a_high_hole_lowers_the_weight_and_symmetries_keep_it() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            let Some(layout) = Layout::new(&board, board.symmetries()) else {
                continue;
            };
            for jump in board
                .jumps()
                .iter()
                .filter(|jump| bits(**jump) & !layout.low != 0)
            {
                let weight = |hole: crate::Hole| layout.weights[hole.index()];
                assert!(
                    weight(jump.from()) + weight(jump.over()) > weight(jump.to()),
                    "{name} {jump:?}"
                );
            }
            for (images, hole) in layout
                .folds
                .iter()
                .flat_map(|images| board.holes().map(move |hole| (images, hole)))
            {
                let image = images.of_code(1 << hole.index()).trailing_zeros() as usize;
                assert_eq!(
                    layout.weights[image],
                    layout.weights[hole.index()],
                    "{name} {hole:?}"
                );
            }
        }
    }

    /// No hole of the torus stays low if all of its symmetries fold the bitmap.
    #[test]
    fn upper_parts_have_few_images() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            if let Some(layout) = Layout::new(&board, board.symmetries()) {
                let (folds, upper) = (layout.folds.len(), layout.upper_holes.len());
                let images = || (folds as u64) << upper;
                assert!(folds == 1 || images() <= MAX_IMAGES, "{name}");
            }
        }
    }

    #[test]
    fn the_bitmap_has_a_bit_for_each_position_of_a_class_up_to_symmetry() {
        let bytes = |board: &str, symmetries: usize| {
            let board = Board::library(board).unwrap();
            Layout::new(&board, &board.symmetries()[..symmetries])
                .unwrap()
                .bytes()
                .unwrap()
        };
        assert_eq!(bytes("english", 1), 1 << 29 >> 3);
        assert!(bytes("english", 8) < 5 * bytes("english", 1) / 32);
        assert!(bytes("french", 8) < 5 * bytes("french", 1) / 32);
        assert!(bytes("square6", 8) <= bytes("square6", 1));
    }
}
