use super::going_on::{BETWEEN_TICKS, GoOn};
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// The places of a level's codes in their order: positions with near codes have near places, and
/// so, mostly, have their parents.
///
/// Which positions there are is a bit each, at the place that [`ClassRank`] gives.
#[derive(Debug)]
pub(crate) struct RankedPlaces {
    rank: ClassRank,
    /// Bits of 64 positions, and the number of positions before them.
    bits: Vec<(u64, u64)>,
}

impl RankedPlaces {
    /// `codes` ascend, and are of one class and one number of pegs.
    pub(super) fn new<B: Bits>(
        rank: ClassRank,
        codes: &[B],
        go_on: GoOn<'_>,
    ) -> Result<RankedPlaces, LimitReached> {
        let mut bits = vec![(0u64, 0u64); rank.len() as usize / 64 + 1];
        prefer_large_pages(&mut bits);
        for codes in codes.chunks(BETWEEN_TICKS) {
            go_on()?;
            for code in codes {
                let place = rank.rank(*code);
                bits[place / 64].0 |= 1 << (place % 64);
            }
        }
        let mut before = 0;
        for words in bits.chunks_mut(BETWEEN_TICKS) {
            go_on()?;
            for (word, count) in words {
                *count = before;
                before += u64::from(word.count_ones());
            }
        }
        Ok(RankedPlaces { rank, bits })
    }

    /// The rank of a code, whose bits are fetched. There are fewer than 2^32 ranks.
    #[inline(always)]
    pub(super) fn begin<B: Bits>(&self, code: B) -> u32 {
        let rank = self.rank.rank(code);
        prefetch(self.bits.as_ptr().wrapping_add(rank / 64));
        rank as u32
    }

    /// The place of the code of a rank, and whether it is there.
    #[inline(always)]
    pub(super) fn find(&self, rank: u32) -> (usize, bool) {
        let (word, before) = self.bits[rank as usize / 64];
        let bit = 1 << (rank % 64);
        (
            before as usize + (word & (bit - 1)).count_ones() as usize,
            word & bit != 0,
        )
    }
}
