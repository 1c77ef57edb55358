//! Blocks of a bitmap: a bit for each way to fill the low holes.

use crate::engine::processor::Instructions;

/// The most bits of a code that address a position inside its block: 512 positions, a cache line.
pub(super) const MAX_INDEX_BITS: usize = 9;
/// The words of the largest block.
pub(super) const MAX_WORDS: usize = 1 << (MAX_INDEX_BITS - 6);

/// The words of a block. Loops over them go over all `K` words at once: those the compiler turns into vector
/// instructions throughout, whereas a mixture with single words costs a stall at each change.
pub(super) type Block<const K: usize> = [u64; K];

/// Adds positions to a block.
#[inline]
pub(super) fn add<const K: usize>(into: &mut Block<K>, more: &Block<K>) {
    for word in 0..K {
        into[word] |= more[word];
    }
}

/// Keeps the positions that are in `others` as well.
#[inline]
pub(super) fn intersect<const K: usize>(block: &mut Block<K>, others: &Block<K>) {
    for word in 0..K {
        block[word] &= others[word];
    }
}

/// Takes positions out of a block.
#[inline]
pub(super) fn remove<const K: usize>(from: &mut Block<K>, less: &Block<K>) {
    for word in 0..K {
        from[word] &= !less[word];
    }
}

/// Whether a block has no position.
#[inline]
pub(super) fn is_empty<const K: usize>(block: &Block<K>) -> bool {
    let mut any = 0;
    for word in block {
        any |= word;
    }
    any == 0
}

/// The positions of a block in which a low hole has a peg, the block's own offset left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern(pub(super) [u64; MAX_WORDS]);

impl Pattern {
    pub(super) fn new(hole: u32, index_codes: &[u64]) -> Pattern {
        Pattern::of(index_codes.len(), |index| {
            index_codes[index] >> hole & 1 == 1
        })
    }

    /// All positions of a block.
    fn everywhere(positions: usize) -> Pattern {
        Pattern::of(positions, |_| true)
    }

    /// The positions whose index fulfils a condition.
    pub(super) fn of(positions: usize, holds: impl Fn(usize) -> bool) -> Pattern {
        let mut words = [0; MAX_WORDS];
        for index in (0..positions).filter(|index| holds(*index)) {
            words[index / 64] |= 1 << (index % 64);
        }
        Pattern(words)
    }

    /// Keeps the positions of a block that are in the pattern.
    #[inline]
    pub(super) fn restrict<const K: usize>(&self, block: &mut Block<K>) {
        for (place, word) in block.iter_mut().enumerate() {
            *word &= self.0[place];
        }
    }
}

/// What a jump does to the low holes: it picks positions of a block and moves them to other indices.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The holes of the jump, `from`, `over`, `to`, as codes; 0 where the hole is high.
    holes: [u64; 3],
    /// For the eight values of the offset code in these holes, the positions in which the jump is possible.
    masks: [Pattern; 8],
    /// What the jump changes in the index.
    index_xor: usize,
}

impl Move {
    /// `holes` and `index_xor` as in the fields.
    pub(super) fn new(index_codes: &[u64], holes: [u64; 3], index_xor: usize) -> Move {
        let wanted = [1, 1, 0]; // a peg leaves, a peg is jumped over, a hole is filled
        let masks = std::array::from_fn(|offsets| {
            let mut mask = Pattern::everywhere(index_codes.len());
            for place in (0..3).filter(|&place| holes[place] != 0) {
                let pattern = Pattern::new(holes[place].trailing_zeros(), index_codes);
                let flip = (offsets >> place & 1) as u64 == wanted[place];
                for (word, pattern) in mask.0.iter_mut().zip(pattern.0) {
                    *word &= if flip { !pattern } else { pattern };
                }
            }
            mask
        });
        Move {
            holes,
            masks,
            index_xor,
        }
    }

    /// The holes of the jump, as in the field.
    pub(super) fn holes(&self) -> [u64; 3] {
        self.holes
    }

    /// The low holes that the jump touches.
    pub(super) fn low_holes(&self) -> u64 {
        self.holes.iter().fold(0, |code, hole| code | hole)
    }

    /// The positions of `block` in which the jump is possible, after the jump, added to `into`. `offset` is
    /// the code of the block's position of index 0.
    #[inline]
    pub(super) fn carry<I: Instructions, const K: usize>(
        &self,
        block: &Block<K>,
        offset: u64,
        into: &mut Block<K>,
    ) {
        let has = |place: usize| usize::from(offset & self.holes[place] != 0) << place;
        let mut possible = *block;
        self.masks[has(0) | has(1) | has(2)].restrict(&mut possible);
        add(into, &I::exchanged(possible, self.index_xor));
    }
}

/// The block whose positions have the complementary index: its bits from last to first.
#[inline]
pub(super) fn reversed<const K: usize>(block: &Block<K>, index_bits: usize) -> Block<K> {
    let unused = 64u32.saturating_sub(1 << index_bits.min(6)); // a block smaller than a word fills its lower bits
    let mut reversed = [0; K];
    for word in 0..K {
        reversed[word] = block[K - 1 - word].reverse_bits() >> unused;
    }
    reversed
}
