//! Blocks of a bitmap: one bit for each way to fill the low holes.

use crate::engine::processor::Instructions;

/// Maximum number of index bits: a block of 512 positions is one cache line.
pub(super) const MAX_INDEX_BITS: usize = 9;
/// Number of words in the largest block.
pub(super) const MAX_WORDS: usize = 1 << (MAX_INDEX_BITS - 6);

/// Words of a block. Loops treat all `K` words alike, so that a block stays in vector registers.
pub(super) type Block<const K: usize> = [u64; K];

/// Adds the positions of `more` to a block.
#[inline]
pub(super) fn add<const K: usize>(into: &mut Block<K>, more: &Block<K>) {
    for word in 0..K {
        into[word] |= more[word];
    }
}

/// Retains the positions that `others` contains.
#[inline]
pub(super) fn intersect<const K: usize>(block: &mut Block<K>, others: &Block<K>) {
    for word in 0..K {
        block[word] &= others[word];
    }
}

/// Removes the positions of `less` from a block.
#[inline]
pub(super) fn remove<const K: usize>(from: &mut Block<K>, less: &Block<K>) {
    for word in 0..K {
        from[word] &= !less[word];
    }
}

/// Returns `true` if a block has no position.
#[inline]
pub(super) fn is_empty<const K: usize>(block: &Block<K>) -> bool {
    let mut any = 0;
    for word in block {
        any |= word;
    }
    any == 0
}

/// Set of indices in a block, such as those at which a low hole has a peg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern(pub(super) [u64; MAX_WORDS]);

impl Pattern {
    /// Returns the indices that put a peg into `hole`, without regard to the block's offset.
    pub(super) fn of_hole(hole: u32, index_codes: &[u64]) -> Pattern {
        Pattern::of(index_codes.len(), |index| {
            index_codes[index] >> hole & 1 == 1
        })
    }

    /// Returns the indices below `positions` that fulfill a condition.
    pub(super) fn of(positions: usize, holds: impl Fn(usize) -> bool) -> Pattern {
        let mut words = [0; MAX_WORDS];
        for index in (0..positions).filter(|index| holds(*index)) {
            words[index / 64] |= 1 << (index % 64);
        }
        Pattern(words)
    }

    /// Retains the positions of a block that are in the pattern.
    #[inline]
    pub(super) fn restrict<const K: usize>(&self, block: &mut Block<K>) {
        for (word, mask) in block.iter_mut().zip(&self.0) {
            *word &= mask;
        }
    }
}

/// Effect of a jump on the low holes: selects positions of a block and moves them to other indices.
#[derive(Clone, Debug)]
pub(super) struct LowJump {
    /// Codes of `from`, `over` and `to`; 0 for high holes.
    holes: [u64; 3],
    /// Indices at which the jump is possible, for each of the eight values of the offset in these holes.
    masks: [Pattern; 8],
    /// Change of the index.
    index_xor: usize,
}

impl LowJump {
    /// Builds the masks of a jump. The fields describe `holes` and `index_xor`.
    pub(super) fn new(index_codes: &[u64], holes: [u64; 3], index_xor: usize) -> LowJump {
        let pegs_needed = [1, 1, 0];
        let masks = std::array::from_fn(|offsets| {
            let mut mask = Pattern::of(index_codes.len(), |_| true);
            for place in (0..3).filter(|&place| holes[place] != 0) {
                let pattern = Pattern::of_hole(holes[place].trailing_zeros(), index_codes);
                let flip = (offsets >> place & 1) as u64 == pegs_needed[place];
                for (word, pattern) in mask.0.iter_mut().zip(pattern.0) {
                    *word &= if flip { !pattern } else { pattern };
                }
            }
            mask
        });
        LowJump {
            holes,
            masks,
            index_xor,
        }
    }

    /// Returns the codes of `from`, `over` and `to`; 0 for high holes.
    pub(super) fn holes(&self) -> [u64; 3] {
        self.holes
    }

    /// Returns the low holes that the jump touches.
    pub(super) fn low_holes(&self) -> u64 {
        self.holes.iter().fold(0, |code, hole| code | hole)
    }

    /// Applies the jump to the positions of `block` in which it is possible, and adds the results to `into`. `offset` is
    /// the code of the position with index 0.
    #[inline(always)]
    pub(super) fn apply<I: Instructions, const K: usize>(
        &self,
        block: &Block<K>,
        offset: u64,
        into: &mut Block<K>,
    ) {
        let has = |place: usize| usize::from(offset & self.holes[place] != 0) << place;
        let mut possible = *block;
        self.masks[has(0) | has(1) | has(2)].restrict(&mut possible);
        add(into, &I::permute_xor(possible, self.index_xor));
    }
}

/// Returns the block with the index of each position complemented, which reverses its bits.
#[inline]
pub(super) fn reversed<const K: usize>(block: &Block<K>, index_bits: usize) -> Block<K> {
    let unused = 64u32.saturating_sub(1 << index_bits.min(6)); // a block smaller than a word occupies its low bits
    let mut reversed = [0; K];
    for word in 0..K {
        reversed[word] = block[K - 1 - word].reverse_bits() >> unused;
    }
    reversed
}
