use super::level_map::Numbers;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// A number for each position of a level, in the order of the codes: positions with near codes have near numbers, and
/// so, mostly, have their parents.
///
/// Which positions there are is a bit each, at the place that [`ClassRank`] gives.
#[derive(Debug)]
pub(super) struct RankedNumbers<'a, N> {
    rank: ClassRank,
    /// Bits of 64 positions, and the number of positions before them.
    bits: Vec<(u64, u64)>,
    numbers: &'a [N],
}

impl<'a, N> RankedNumbers<'a, N> {
    /// `codes` ascend, and are of one class and one number of pegs. `None` where ranks would take too much.
    pub(super) fn new<B: Bits>(rank: ClassRank, codes: &[B], numbers: &'a [N]) -> RankedNumbers<'a, N> {
        let mut bits = vec![(0u64, 0u64); rank.len() as usize / 64 + 1];
        prefer_large_pages(&mut bits);
        for code in codes {
            let place = rank.rank(*code);
            bits[place / 64].0 |= 1 << (place % 64);
        }
        let mut before = 0;
        for (word, count) in &mut bits {
            *count = before;
            before += u64::from(word.count_ones());
        }
        RankedNumbers { rank, bits, numbers }
    }
}

impl<B: Bits, N: Sync> Numbers<B, N> for RankedNumbers<'_, N> {
    #[inline(always)]
    fn prefetch(&self, code: B) {
        prefetch(self.bits.as_ptr().wrapping_add(self.rank.rank(code) / 64));
    }

    #[inline(always)]
    fn find(&self, code: B) -> Option<usize> {
        let place = self.rank.rank(code);
        let (word, before) = self.bits[place / 64];
        let bit = 1 << (place % 64);
        if word & bit == 0 {
            return None;
        }
        let index = before as usize + (word & (bit - 1)).count_ones() as usize;
        prefetch(&raw const self.numbers[index]);
        Some(index)
    }

    #[inline(always)]
    fn number(&self, place: usize) -> &N {
        &self.numbers[place]
    }
}
