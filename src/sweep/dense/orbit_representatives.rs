use super::block::{Block, Pattern, is_empty};
use super::table::Table;
use crate::board::Symmetry;
use petgraph::unionfind::UnionFind;

/// Selector of one position of each symmetry class, for all positions of a block at once.
///
/// The representative is the position that comes first in the bitmap. A position and its image are compared hole by
/// hole, from the most significant hole of the block number to the index holes. Most blocks are therefore decided as a
/// whole after two or three holes, and the representative lies in a stored block. A comparison is omitted if earlier
/// ones already imply that the two holes are equal.
#[derive(Clone, Debug)]
pub(super) struct OrbitRepresentatives {
    symmetries: Vec<Vec<Comparison>>,
}

/// Hole, with the hole that a symmetry maps to it.
#[derive(Clone, Debug)]
struct Comparison {
    own: u64,
    image: u64,
    /// Patterns of both holes; `None` if both are high, and the comparison has one result for the whole block.
    patterns: Option<Box<[Pattern; 2]>>,
}

impl OrbitRepresentatives {
    /// Prepares the comparisons for a group of symmetries.
    pub(super) fn new(table: &Table, symmetries: &[Symmetry]) -> OrbitRepresentatives {
        let comparisons = |symmetry: &Symmetry| comparisons(table, &symmetry.image_indices());
        OrbitRepresentatives {
            symmetries: symmetries
                .iter()
                .map(comparisons)
                .filter(|list| !list.is_empty())
                .collect(),
        }
    }

    /// Returns the positions of `block` that come after none of their images.
    #[inline]
    pub(super) fn pick<const K: usize>(&self, block: &Block<K>, offset: u64) -> Block<K> {
        let mut first = *block;
        for comparisons in &self.symmetries {
            remove_later(comparisons, offset, &mut first);
            if is_empty(&first) {
                break;
            }
        }
        first
    }
}

/// Removes from `kept` the positions that come after their image.
#[inline]
fn remove_later<const K: usize>(comparisons: &[Comparison], offset: u64, kept: &mut Block<K>) {
    let mut equal = *kept;
    for comparison in comparisons {
        let own_offset = u64::from(offset & comparison.own != 0).wrapping_neg();
        let image_offset = u64::from(offset & comparison.image != 0).wrapping_neg();
        match &comparison.patterns {
            None if own_offset == image_offset => continue,
            None => {
                if own_offset != 0 {
                    for word in 0..K {
                        kept[word] &= !equal[word];
                    }
                }
                return;
            }
            Some(patterns) => {
                for word in 0..K {
                    let own = patterns[0].0[word] ^ own_offset;
                    let image = patterns[1].0[word] ^ image_offset;
                    kept[word] &= !(equal[word] & own & !image);
                    equal[word] &= !(own ^ image);
                }
                if is_empty(&equal) {
                    return;
                }
            }
        }
    }
}

fn comparisons(table: &Table, images: &[u8]) -> Vec<Comparison> {
    let mut origin = vec![0; images.len()];
    for (hole, &image) in images.iter().enumerate() {
        origin[usize::from(image)] = hole;
    }
    let mut tied = UnionFind::<usize>::new(images.len());
    let mut list = Vec::new();
    for hole in table.layout.holes_by_rank() {
        if tied.union(hole, origin[hole]) {
            list.push(comparison(table, hole, origin[hole]));
        }
    }
    list
}

fn comparison(table: &Table, own: usize, image: usize) -> Comparison {
    let pattern = |hole: usize| Pattern::of_hole(hole as u32, &table.index_codes);
    let (own_bit, image_bit) = (1u64 << own, 1u64 << image);
    let is_low = (own_bit | image_bit) & table.layout.low != 0;
    let patterns = is_low.then(|| Box::new([pattern(own), pattern(image)]));
    Comparison {
        own: own_bit,
        image: image_bit,
        patterns,
    }
}
