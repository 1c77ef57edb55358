use super::CODES_PER_TICK;
use crate::control::LimitReached;
use crate::control::allocation;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Index of the codes of a dense level: a bit vector with ranks. Positions with near codes, and mostly their
/// parents, have near indices.
///
/// A position's bit is at the rank that [`ClassRank`] gives it.
#[derive(Debug)]
pub(crate) struct RankedIndex {
    rank: ClassRank,
    /// Words of 64 positions, each with the number of positions before it.
    bits: Vec<(u64, u64)>,
}

impl RankedIndex {
    /// Builds the index of ascending codes of one class and one number of pegs.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left, or for more than 2^32 codes; other limits that `tick` reports.
    pub(super) fn new<B: Bits>(
        rank: ClassRank,
        codes: &[B],
        tick: impl Fn() -> Result<(), LimitReached> + Sync,
    ) -> Result<RankedIndex, LimitReached> {
        if codes.len() as u64 > 1 << 32 {
            return Err(LimitReached::Memory);
        }
        let mut bits: Vec<(u64, u64)> = allocation::zeroed((rank.len() / 64) as usize + 1)?;
        prefer_large_pages(&mut bits);
        for codes in codes.chunks(CODES_PER_TICK) {
            tick()?;
            for code in codes {
                let place = rank.rank(*code);
                bits[(place / 64) as usize].0 |= 1 << (place % 64);
            }
        }
        let mut before = 0;
        for words in bits.chunks_mut(CODES_PER_TICK) {
            tick()?;
            for (word, count) in words {
                *count = before;
                before += u64::from(word.count_ones());
            }
        }
        Ok(RankedIndex { rank, bits })
    }

    /// Returns the bytes of the index of a class with this many positions of its peg count.
    pub(super) fn bytes(positions: u64) -> u64 {
        positions / 64 * size_of::<(u64, u64)>() as u64
    }

    /// Returns the rank of a code and prefetches its word.
    #[inline]
    pub(super) fn begin<B: Bits>(&self, code: B) -> u64 {
        let rank = self.rank.rank(code);
        prefetch(self.bits.as_ptr().wrapping_add((rank / 64) as usize));
        rank
    }

    /// Returns the index of the code with this rank and `true`, or an arbitrary index and `false`.
    #[inline]
    pub(super) fn find(&self, rank: u64) -> (usize, bool) {
        let (word, before) = self.bits[(rank / 64) as usize];
        let bit = 1 << (rank % 64);
        (
            before as usize + (word & (bit - 1)).count_ones() as usize,
            word & bit != 0,
        )
    }
}
