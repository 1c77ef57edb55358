//! Lookup of single positions in a folded bitmap.
//!
//! The block and the index of a position consist of bits of its code, or of the code of an image. Each byte of a code
//! contributes to both independently of the other bytes.

use super::layout::{Images, gather};
use super::table::Table;

/// Tables that locate the bit of a position with a few lookups.
#[derive(Clone, Debug)]
pub(in crate::sweep) struct BitIndex {
    /// For each symmetry of the folding, byte of a code and value of that byte: the bits of the index and, above them,
    /// of the block.
    parts: Vec<Vec<[u64; 256]>>,
    index_bits: u32,
}

impl BitIndex {
    /// Builds the tables for the folding of `table`.
    pub(super) fn new(table: &Table) -> BitIndex {
        let layout = &table.layout;
        let index_bits = layout.index_holes.len() as u32;
        let part = |code: u64| {
            (layout.block_of(code) as u64) << index_bits | gather(&layout.index_holes, code) as u64
        };
        let holes = layout.holes_by_rank().count();
        let bytes = |images: &Images| {
            let values = |byte: usize| {
                std::array::from_fn(|value| {
                    let in_board = value as u64 & (u64::MAX >> (64 - (holes - 8 * byte).min(8)));
                    part(images.of_code(in_board << (8 * byte)))
                })
            };
            (0..holes.div_ceil(8)).map(values).collect()
        };
        BitIndex {
            parts: layout.folds.iter().map(bytes).collect(),
            index_bits,
        }
    }

    /// Returns the stored block of a position and the index in it.
    #[inline]
    pub(super) fn stored_place(&self, table: &Table, code: u64) -> (usize, usize) {
        let (block, index) = self.place(0, code);
        let place = table.folding.place(block);
        let index = if place.fold() == 0 {
            index
        } else {
            self.place(place.fold(), code).1
        };
        (place.stored, index)
    }

    /// Returns the block and the index of an image.
    #[inline]
    fn place(&self, fold: usize, code: u64) -> (usize, usize) {
        let bytes = self.parts[fold].iter().zip(code.to_le_bytes());
        let place = bytes.fold(0, |place, (by_value, value)| {
            place | by_value[usize::from(value)]
        });
        (
            (place >> self.index_bits) as usize,
            (place & !(u64::MAX << self.index_bits)) as usize,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::*;
    use crate::Board;

    #[test]
    fn a_position_is_found_where_one_of_its_images_is_stored() {
        for name in ["english", "square6", "triangle5", "pinwheel"] {
            let board = Board::library(name).unwrap();
            let layout = Layout::new(&board, board.symmetries()).unwrap();
            let start = board.vacate(board.holes().next().unwrap()).code() as u64;
            let table = Table::new(&board, layout.clone(), start);
            let index = BitIndex::new(&table);
            // A walk with steps of one jump each stays in the class.
            let mut code = start;
            for step in 0..500 {
                code ^= board.jumps()[step * 7919 % board.jumps().len()].code() as u64;
                let images = layout
                    .folds
                    .iter()
                    .map(|images| table.place(images.of_code(code)));
                let stored: Vec<_> = images
                    .filter_map(|(block, index)| Some((table.folding.stored_place(block)?, index)))
                    .collect();
                assert!(stored.contains(&index.stored_place(&table, code)), "{name}");
            }
        }
    }
}
