use super::digraph::longest_paths;
use crate::board::{Board, Jump};

/// The most jumps a board may have to be swept densely; boards small enough for it have fewer.
pub(super) const MAX_JUMPS: usize = 192;
/// The most bits of a code that address a position inside its block: 512 positions, a cache line.
pub(super) const MAX_INDEX_BITS: usize = 9;
/// The words of the largest block.
pub(super) const MAX_WORDS: usize = 1 << (MAX_INDEX_BITS - 6);

/// How the positions of one class lie in a bitmap.
///
/// The holes are divided into *low* and *high* ones. Positions with the same pegs in the high holes form a
/// *block*: a few machine words with a bit for each way to fill the low holes. Parities that no jump changes
/// determine some low holes from all the others; those have no bit of their own, so that the bitmap has room
/// for one position class and nothing else.
///
/// The division is made so that blocks can be put in an order in which jumps only lead downwards: each high hole
/// has a weight, and every jump that touches a high hole lowers the weight of the high pegs, even if it
/// carries a low peg into a high hole. See [`weights`].
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The low holes as a code.
    pub(super) low: u64,
    /// Holes whose pegs make the index of a position in its block; bit `i` of the index is the peg of the
    /// `i`-th.
    pub(super) index_holes: Vec<u32>,
    /// Holes whose pegs make the number of a block.
    pub(super) block_holes: Vec<u32>,
    /// Holes whose pegs the others determine, each with the other holes of its invariant. All but a few are low.
    pub(super) dependents: Vec<Dependent>,
    /// The weight of each hole; 0 for low ones.
    pub(super) weights: Vec<u32>,
}

/// A hole, and the holes that have an odd number of pegs among them exactly when it has one (up to the class).
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependent {
    pub(super) hole: u32,
    pub(super) others: u64,
}

impl Layout {
    /// `None` for boards of more than 64 holes or too many jumps: they are far too large for a bitmap.
    pub(super) fn new(board: &Board) -> Option<Layout> {
        if board.hole_count() > 64 || board.jumps().len() > MAX_JUMPS {
            return None;
        }
        let (low, weights) = choose_low(board);
        let dependents = dependents(board, low);
        let determined = dependents.iter().fold(0, |code, dependent| code | 1 << dependent.hole);
        let holes = || 0..board.hole_count() as u32;
        Some(Layout {
            low,
            index_holes: holes().filter(|hole| low & !determined & 1 << hole != 0).collect(),
            block_holes: holes().filter(|hole| (low | determined) & 1 << hole == 0).collect(),
            dependents,
            weights,
        })
    }

    /// The number of words in a block; where there are fewer than 64 positions, the rest of the word is unused.
    pub(super) fn words(&self) -> usize {
        1 << self.index_holes.len().saturating_sub(6)
    }

    /// The bytes of a bitmap; `None` when they pass 64 bits.
    pub(super) fn bytes(&self) -> Option<u64> {
        let words = 1u64.checked_shl(self.block_holes.len() as u32)?.checked_mul(self.words() as u64)?;
        words.checked_mul(8)
    }
}

/// Makes holes low, a line at a time and then single ones, as long as there are weights for the rest and a block is no
/// larger than a cache line; those first that few jumps touch, which are the edges and tips of the board.
fn choose_low(board: &Board) -> (u64, Vec<u32>) {
    let mut low = 0;
    let mut best = weights(board, low).unwrap_or_default();
    for holes in candidates(board) {
        let more = closed_under_jumps(board, low | holes);
        let index_bits = free_holes(board, more);
        if index_bits <= MAX_INDEX_BITS
            && let Some(weights) = weights(board, more)
        {
            (low, best) = (more, weights);
        }
    }
    (low, best)
}

/// The lines and the single holes of the board, those first whose holes are touched by the fewest jumps.
fn candidates(board: &Board) -> Vec<u64> {
    let touching = |hole: u32| board.jumps().iter().filter(|jump| bits(**jump) & 1 << hole != 0).count();
    let burden = |holes: &u64| {
        let members = (0..board.hole_count() as u32).filter(|hole| holes >> hole & 1 == 1);
        members.map(touching).sum::<usize>() * 1000 / holes.count_ones() as usize
    };
    let lines = board.jumps().iter().map(|jump| closed_under_jumps(board, bits(*jump)));
    let mut lines: Vec<u64> = lines.collect();
    let mut singles: Vec<u64> = board.holes().map(|hole| 1 << hole.index()).collect();
    lines.sort_by_key(|holes| (burden(holes), *holes));
    lines.dedup();
    singles.sort_by_key(burden);
    lines.extend(singles);
    lines
}

/// The least set that holds these holes and with two neighbours every third in line with them: otherwise two low pegs could
/// jump into a high hole.
fn closed_under_jumps(board: &Board, mut holes: u64) -> u64 {
    let has = |holes: u64, hole: crate::Hole| holes >> hole.index() & 1 == 1;
    loop {
        let open =
            |jump: &&Jump| has(holes, jump.from()) && has(holes, jump.over()) && !has(holes, jump.to());
        match board.jumps().iter().find(open) {
            Some(jump) => holes |= 1 << jump.to().index(),
            None => return holes,
        }
    }
}

/// Weights of the high holes such that every jump that touches one lowers the sum over the high pegs; `None` where
/// this way of making them fails.
///
/// A high hole weighs `1 + longest + e`, where `e` is its longest path in the graph drawn below and `longest` the
/// greatest `e`. A jump within the high holes lowers the sum by `(1 + longest) + e(from) + e(over) − e(to) ≥ 1`.
/// One that ends in a low hole lowers it by what leaves. One from a low hole over a high into a high one lowers it by
/// `e(over) − e(to)`, one over a low hole by `e(from) − e(to)`: the graph has an edge for each of these, so
/// both are at least 1. A jump of two low pegs into a high hole raises it: there must be none.
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
    let weight = |(hole, path): (usize, &u32)| if low >> hole & 1 == 1 { 0 } else { 1 + longest + path };
    Some(paths.iter().enumerate().map(weight).collect())
}

/// The number of holes among `low` that the invariants leave free.
fn free_holes(board: &Board, low: u64) -> usize {
    let order = dependents(board, low);
    low.count_ones() as usize - order.iter().filter(|dependent| low >> dependent.hole & 1 == 1).count()
}

/// The holes that the invariants determine: Gauss-Jordan elimination over GF(2), with pivots in low holes as long as
/// there are any.
fn dependents(board: &Board, low: u64) -> Vec<Dependent> {
    let mut rows: Vec<u64> = board.position_classes().invariants().iter().map(|row| *row as u64).collect();
    let mut pivots: Vec<(u32, usize)> = Vec::new();
    let mut order: Vec<u32> = (0..board.hole_count() as u32).collect();
    order.sort_by_key(|hole| low >> hole & 1 == 0);
    for hole in order {
        let unused = |row: &usize| pivots.iter().all(|pivot| pivot.1 != *row);
        let found = (0..rows.len()).filter(unused).find(|&row| rows[row] >> hole & 1 == 1);
        let Some(pivot) = found else { continue };
        let reduced = rows[pivot];
        for (number, row) in rows.iter_mut().enumerate() {
            if number != pivot && *row >> hole & 1 == 1 {
                *row ^= reduced;
            }
        }
        pivots.push((hole, pivot));
    }
    pivots.iter().map(|&(hole, row)| Dependent { hole, others: rows[row] & !(1 << hole) }).collect()
}

/// The holes that a jump touches.
pub(super) fn bits(jump: Jump) -> u64 {
    1 << jump.from().index() | 1 << jump.over().index() | 1 << jump.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_jump_that_touches_a_high_hole_lowers_the_weight() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            let Some(layout) = Layout::new(&board) else { continue };
            for jump in board.jumps().iter().filter(|jump| bits(**jump) & !layout.low != 0) {
                let weight = |hole: crate::Hole| layout.weights[hole.index()];
                assert!(weight(jump.from()) + weight(jump.over()) > weight(jump.to()), "{name} {jump:?}");
            }
        }
    }

    #[test]
    fn the_bitmap_of_the_english_board_has_a_bit_for_each_position_of_a_class() {
        let layout = Layout::new(&Board::library("english").unwrap()).unwrap();
        assert_eq!(layout.bytes(), Some(1 << 29 >> 3));
        assert_eq!(layout.low.count_ones(), 12); // the tips of the four arms
    }
}
