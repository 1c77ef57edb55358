//! Blocks that are not stored, seen through a symmetry from one that is.
//!
//! Let `g` be a symmetry that fixes the starts. What can be reached from them is the same on `g(p)` as on
//! `p`, so it is enough to keep one of two blocks that `g` carries onto each other; where it carries low
//! holes onto low ones, it does carry blocks onto blocks. Of the upper parts of block numbers that the
//! symmetries carry onto each other, the smallest is stored.
//!
//! A position has the code `offset ^ index_codes[index]`, and the index is the code's pegs in some low holes,
//! so `g` makes of the index an affine function of it: `A·index ^ c`, with `c` from the offset. A block seen
//! through `g` is the stored one with its bits in that order.

use super::block::{Block, Pattern};
use super::layout::{Layout, gather};
use super::subgroup::Images;
use crate::engine::processor::Instructions;

/// Where each block is found.
#[derive(Clone, Debug)]
pub(super) struct Folding {
    lower_bits: u32,
    /// The upper parts that are stored, ascending.
    stored: Vec<u32>,
    /// For each upper part, where it is stored.
    parts: Vec<PartPlace>,
    folds: Vec<Fold>,
}

#[derive(Clone, Copy, Debug)]
struct PartPlace {
    /// The place of the stored image among the upper parts stored.
    row: u32,
    /// Which symmetry leads there; 0 is the identity.
    fold: u16,
    /// What the pegs in the upper holes add to the `c` of that symmetry.
    index_xor: u16,
}

/// What a symmetry does to blocks.
#[derive(Clone, Debug)]
struct Fold {
    /// For each lower part, its image, and what it adds to `c`.
    lower: Vec<(u32, u16)>,
    /// The linear map `A`.
    steps: Vec<Transvection>,
}

/// The linear map `index ^ xor·f(index)`, where the linear form `f` is 1 on the pattern and 0 at `xor`. It is
/// its own inverse.
#[derive(Clone, Debug)]
struct Transvection {
    xor: usize,
    pattern: Pattern,
}

/// Where the bits of a block are.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    /// The number of the block stored.
    pub(super) stored: usize,
    fold: u16,
    index_xor: u16,
}

impl BlockPlace {
    /// The number of the symmetry that carries the block onto the one stored.
    #[inline]
    pub(super) fn fold(&self) -> usize {
        usize::from(self.fold)
    }
}

impl Folding {
    /// For the class whose positions without a peg in the free holes have this code.
    pub(super) fn new(layout: &Layout, class_offset: u64) -> Folding {
        let upper_codes = layout.spread_codes(&layout.upper_holes);
        let mut stored = Vec::new();
        let mut parts: Vec<PartPlace> = Vec::with_capacity(upper_codes.len());
        for (number, code) in upper_codes.iter().enumerate() {
            let image =
                |images: &Images| gather(&layout.upper_holes, images.of_code(class_offset ^ code));
            let images = layout.folds.iter().map(image).enumerate();
            let (fold, smallest) = images
                .min_by_key(|image| image.1)
                .expect("the identity is a symmetry");
            let row = if smallest == number {
                stored.len() as u32
            } else {
                parts[smallest].row
            };
            if smallest == number {
                stored.push(number as u32);
            }
            let code = layout.folds[fold].of_code(class_offset ^ code);
            let index_xor = if fold == 0 {
                0
            } else {
                gather(&layout.index_holes, code) as u16
            };
            parts.push(PartPlace {
                row,
                fold: fold as u16,
                index_xor,
            });
        }
        let folds = layout
            .folds
            .iter()
            .map(|images| Fold::new(layout, images))
            .collect();
        Folding {
            lower_bits: layout.lower_holes.len() as u32,
            stored,
            parts,
            folds,
        }
    }

    /// The upper parts stored, each by its row.
    pub(super) fn stored(&self) -> &[u32] {
        &self.stored
    }

    /// Where a block is found.
    #[inline]
    pub(super) fn place(&self, block: usize) -> BlockPlace {
        let part = self.parts[block >> self.lower_bits];
        let lower = block & ((1 << self.lower_bits) - 1);
        let (image, index_xor) = self.folds[usize::from(part.fold)].lower[lower];
        BlockPlace {
            stored: (part.row as usize) << self.lower_bits | image as usize,
            fold: part.fold,
            index_xor: part.index_xor ^ index_xor,
        }
    }

    /// Where a block is stored itself; `None` when it is another that it is seen from.
    pub(super) fn stored_place(&self, block: usize) -> Option<usize> {
        let place = self.place(block);
        (place.fold == 0).then_some(place.stored)
    }

    /// A block, given the stored one.
    #[inline]
    pub(super) fn unfold<I: Instructions, const K: usize>(
        &self,
        place: BlockPlace,
        stored: Block<K>,
    ) -> Block<K> {
        if place.fold == 0 {
            return stored;
        }
        let mut bits = I::exchanged(stored, usize::from(place.index_xor));
        for step in &self.folds[usize::from(place.fold)].steps {
            let mut moved = I::exchanged(bits, step.xor);
            step.pattern.restrict(&mut moved);
            for word in 0..K {
                bits[word] = bits[word] & !step.pattern.0[word] | moved[word];
            }
        }
        bits
    }
}

impl Fold {
    fn new(layout: &Layout, images: &Images) -> Fold {
        let lower = layout
            .spread_codes(&layout.lower_holes)
            .into_iter()
            .map(|code| {
                let image = images.of_code(code);
                (
                    gather(&layout.lower_holes, image) as u32,
                    gather(&layout.index_holes, image) as u16,
                )
            });
        let index_codes = layout.spread_codes(&layout.index_holes);
        let columns = (0..layout.index_holes.len())
            .map(|bit| gather(&layout.index_holes, images.of_code(index_codes[1 << bit])));
        Fold {
            lower: lower.collect(),
            steps: transvections(columns.collect()),
        }
    }
}

/// A linear map, given by the images of single bits, as transvections, the one to be carried out last on an
/// index first.
///
/// One bit `e` after the other is set right. Let `A` be the map and let it leave the earlier bits as they
/// are. Where `A·e` is not `e`, take `d = A·e ^ e` and a form `f` that is 0 on the earlier bits and 1 on `e`
/// and on `A·e`, so that `f(d) = 0`; there is one, since `A·e` does not lie in the span of the earlier bits.
/// The transvection of `d` and `f` leaves the earlier bits as they are and takes `A·e` to `e`: go on with
/// that after `A`.
fn transvections(mut columns: Vec<usize>) -> Vec<Transvection> {
    let positions = 1 << columns.len();
    let is_odd = |bits: usize| bits.count_ones() % 2 == 1;
    let mut steps = Vec::new();
    for bit in 0..columns.len() {
        let (unit, image) = (1 << bit, columns[bit]);
        if image == unit {
            continue;
        }
        let xor = image ^ unit;
        let later = image & !(unit | (unit - 1));
        let form = if image & unit != 0 {
            unit
        } else {
            unit | later & later.wrapping_neg()
        };
        for column in columns.iter_mut().filter(|column| is_odd(**column & form)) {
            *column ^= xor;
        }
        steps.push(Transvection {
            xor,
            pattern: Pattern::of(positions, |index| is_odd(index & form)),
        });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::super::block::MAX_WORDS;
    use super::super::table::Table;
    use super::*;
    use crate::Board;
    use crate::engine::processor::Plain;

    /// Positions of the classes of all sorts of starts, in all sorts of blocks.
    fn check(name: &str) {
        let board = Board::library(name).unwrap();
        let layout = Layout::new(&board, board.symmetries()).unwrap();
        assert!(layout.folds.len() > 1, "{name}");
        for hole in board.holes() {
            let start = board.vacate(hole).code() as u64;
            let table = Table::new(&board, layout.clone(), start);
            // A walk with steps of one jump each stays in the class.
            let mut code = start;
            for step in 0..300 {
                code ^= board.jumps()[step * 7919 % board.jumps().len()].code() as u64;
                let (block, index) = table.place(code);
                let place = table.folding.place(block);
                let image = table.place(layout.folds[usize::from(place.fold)].of_code(code));
                if image.0 != block {
                    assert_eq!(table.folding.place(image.0).fold, 0);
                }
                assert_eq!(table.folding.place(image.0).stored, place.stored);
                let mut stored = [0; MAX_WORDS];
                stored[image.1 / 64] = 1 << (image.1 % 64);
                let mut expected = [0; MAX_WORDS];
                expected[index / 64] = 1 << (index % 64);
                assert_eq!(
                    table.folding.unfold::<Plain, MAX_WORDS>(place, stored),
                    expected
                );
            }
        }
    }

    #[test]
    fn a_block_seen_through_a_symmetry_has_the_images() {
        check("french");
        check("square6");
        check("hexagon3");
        check("triangle6");
        check("pinwheel");
    }
}
