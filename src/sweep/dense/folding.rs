//! Derives blocks that are not stored from their symmetric images.
//!
//! Let `g` be a symmetry that fixes the set of starts. A position `p` is reachable if and only if `g(p)` is. If `g` maps
//! low holes to low holes, it maps blocks to blocks, and only one block of each orbit is stored: the one with the
//! smallest upper part.
//!
//! A position has the code `offset ^ index_codes[index]`, and the index consists of the pegs in some low holes. Therefore
//! `g` acts on the index as an affine map `A·index ^ c`, where `c` depends on the offset. A folded block is the stored
//! block with its bits permuted by that map.

use super::block::{Block, Pattern};
use super::layout::{Images, Layout, gather};
use crate::engine::processor::Instructions;

/// Map from each block to the stored block of its orbit.
#[derive(Clone, Debug)]
pub(super) struct Folding {
    lower_bits: u32,
    /// Stored upper parts, ascending.
    stored: Vec<u32>,
    /// For each upper part, its stored image.
    upper: Vec<UpperImage>,
    folds: Vec<Fold>,
}

/// Stored image of an upper part.
#[derive(Clone, Copy, Debug)]
struct UpperImage {
    /// Index of the image in `Folding::stored`.
    row: u32,
    /// Index of a symmetry that maps the upper part to the image; 0 is the identity.
    fold: u16,
    /// Contribution of the upper holes to `c`.
    index_xor: u16,
}

/// Action of a symmetry on blocks.
#[derive(Clone, Debug)]
struct Fold {
    /// For each lower part, its image and its contribution to `c`.
    lower: Vec<(u32, u16)>,
    /// Factors of the linear map `A`.
    transvections: Vec<Transvection>,
}

/// Linear map `index ^ xor·f(index)`, where the linear form `f` is 1 on the pattern and 0 at `xor`. It is an
/// involution.
#[derive(Clone, Debug)]
struct Transvection {
    xor: usize,
    pattern: Pattern,
}

/// Location of a block's bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    /// Index of the stored block.
    pub(super) stored: usize,
    fold: u16,
    index_xor: u16,
}

impl BlockPlace {
    /// Returns the index of the symmetry that maps the block to the stored one.
    #[inline(always)]
    pub(super) fn fold(&self) -> usize {
        usize::from(self.fold)
    }
}

impl Folding {
    /// Builds the folding for the class that has a position without pegs in the free holes and with the code
    /// `class_offset`.
    pub(super) fn new(layout: &Layout, class_offset: u64) -> Folding {
        let upper_codes = layout.spread_codes(&layout.upper_holes);
        let mut stored = Vec::new();
        let mut upper: Vec<UpperImage> = Vec::with_capacity(upper_codes.len());
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
                upper[smallest].row
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
            upper.push(UpperImage {
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
            upper,
            folds,
        }
    }

    /// Returns the stored upper part of each row.
    pub(super) fn stored(&self) -> &[u32] {
        &self.stored
    }

    /// Locates a block.
    #[inline(always)]
    pub(super) fn place(&self, block: usize) -> BlockPlace {
        let upper = self.upper[block >> self.lower_bits];
        let lower = block & ((1 << self.lower_bits) - 1);
        let (image, index_xor) = self.folds[usize::from(upper.fold)].lower[lower];
        BlockPlace {
            stored: (upper.row as usize) << self.lower_bits | image as usize,
            fold: upper.fold,
            index_xor: upper.index_xor ^ index_xor,
        }
    }

    /// Returns the index of a block in the bitmap, or `None` if only an image of it is stored.
    pub(super) fn stored_place(&self, block: usize) -> Option<usize> {
        let place = self.place(block);
        (place.fold == 0).then_some(place.stored)
    }

    /// Derives a block from the stored one.
    #[inline(always)]
    pub(super) fn unfold<I: Instructions, const K: usize>(
        &self,
        place: BlockPlace,
        stored: Block<K>,
    ) -> Block<K> {
        if place.fold == 0 {
            return stored;
        }
        let mut bits = I::permute_xor(stored, usize::from(place.index_xor));
        for Transvection { xor, pattern } in &self.folds[usize::from(place.fold)].transvections {
            let mut moved = I::permute_xor(bits, *xor);
            pattern.restrict(&mut moved);
            for word in 0..K {
                bits[word] = bits[word] & !pattern.0[word] | moved[word];
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
            transvections: transvections(columns.collect()),
        }
    }
}

/// Factors a linear map into transvections. `columns` are the images of the single bits. The transvection that acts last
/// on an index comes first.
///
/// The algorithm fixes one bit `e` after the other. Let `A` be the map that remains, which fixes all earlier bits. If
/// `A·e` differs from `e`, let `d = A·e ^ e`, and let `f` be a linear form that is 0 on the earlier bits and 1 on `e` and
/// on `A·e`, so that `f(d) = 0`. Such a form exists because `A·e` is not in the span of the earlier bits. The
/// transvection by `d` and `f` fixes the earlier bits and maps `A·e` to `e`; its product with `A` is the next map.
fn transvections(mut columns: Vec<usize>) -> Vec<Transvection> {
    let positions = 1 << columns.len();
    let is_odd = |bits: usize| bits.count_ones() % 2 == 1;
    let mut factors = Vec::new();
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
        factors.push(Transvection {
            xor,
            pattern: Pattern::of(positions, |index| is_odd(index & form)),
        });
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::super::block::MAX_WORDS;
    use super::super::table::Table;
    use super::*;
    use crate::Board;
    use crate::engine::processor::Plain;

    /// Checks positions of the class of each single vacancy.
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
