use super::block::{Block, Pattern, is_empty};
use super::table::Table;
use crate::board::Symmetry;
use petgraph::unionfind::UnionFind;

/// Tells which positions of a block are the smallest among their images, all positions of the block at once.
///
/// A position and its image are compared hole by hole from the highest bit down, as numbers are. A hole that an earlier
/// comparison already ties to its counterpart is left out: the two can no longer differ. Most blocks are decided as
/// a whole after two or three holes.
#[derive(Clone, Debug)]
pub(super) struct SmallestImages {
    symmetries: Vec<Vec<Comparison>>,
}

/// A hole, and the hole whose peg the image has there.
#[derive(Clone, Debug)]
struct Comparison {
    own: u64,
    image: u64,
    /// Where both are high the patterns are empty, and the whole block has the same answer.
    patterns: Option<Box<[Pattern; 2]>>,
}

impl SmallestImages {
    pub(super) fn new(table: &Table, symmetries: &[Symmetry]) -> SmallestImages {
        let comparisons = |symmetry: &Symmetry| comparisons(table, &symmetry.image_indices());
        SmallestImages {
            symmetries: symmetries.iter().map(comparisons).filter(|list| !list.is_empty()).collect(),
        }
    }

    /// The positions of `block` that no symmetry makes smaller.
    #[inline(always)]
    pub(super) fn smallest<const K: usize>(&self, block: &Block<K>, offset: u64) -> Block<K> {
        let mut smallest = *block;
        for comparisons in &self.symmetries {
            remove_larger(comparisons, offset, &mut smallest);
            if is_empty(&smallest) {
                break;
            }
        }
        smallest
    }
}

/// Takes out of `kept` the positions that are larger than their image.
#[inline(always)]
fn remove_larger<const K: usize>(comparisons: &[Comparison], offset: u64, kept: &mut Block<K>) {
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
    for hole in (0..images.len()).rev() {
        if tied.union(hole, origin[hole]) {
            list.push(comparison(table, hole, origin[hole]));
        }
    }
    list
}

fn comparison(table: &Table, own: usize, image: usize) -> Comparison {
    let pattern = |hole: usize| Pattern::new(hole as u32, &table.index_codes);
    let (own_bit, image_bit) = (1u64 << own, 1u64 << image);
    let is_low = (own_bit | image_bit) & table.layout.low != 0;
    let patterns = is_low.then(|| Box::new([pattern(own), pattern(image)]));
    Comparison { own: own_bit, image: image_bit, patterns }
}
