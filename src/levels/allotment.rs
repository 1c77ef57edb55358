//! How the memory for the making of a level is shared out.
//!
//! The limit is for all that grows with the level: codes on their way into partitions, what each thread has
//! in hand, and buffers of files. What does not grow (the program, tables of jumps and symmetries) is a few
//! megabytes and is not counted.

use super::block;
use super::ranges::MOST_RANGES;
use crate::engine::Bits;

/// Parts into which the work is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The most partitions of a level.
    pub(super) partitions: usize,
    /// Codes of a chunk.
    pub(super) chunk: usize,
    /// The most codes of a block.
    pub(super) block: usize,
    /// Spilled runs that are merged at a time.
    pub(super) merged: usize,
}

/// The usual parts, and those for memory of which the ones before would take too much.
const SIZES: [Parts; 3] = [
    Parts { partitions: MOST_RANGES, chunk: 512, block: block::MOST, merged: 64 },
    Parts { partitions: 64, chunk: 64, block: 1 << 10, merged: 16 },
    SMALLEST,
];
const SMALLEST: Parts = Parts { partitions: 16, chunk: 4, block: 32, merged: 4 };
/// Codes of a partition at the least: with fewer, everything would be spilled all the time.
const FEWEST: usize = 8;

/// Chunks of a partition for which each thread has room in any case: one that is being filled, one for the next chunk to
/// be started, and one for what is found at once.
pub(super) const LEAST_CHUNKS: usize = 3;

/// Memory shared out for the making of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allotment {
    pub(super) parts: Parts,
    /// Codes that may be in the chunks of all partitions.
    pub(super) codes: usize,
}

impl Allotment {
    /// For this many bytes; on failure the least that would do.
    pub(super) fn new<B: Bits>(bytes: u64, threads: usize) -> Result<Allotment, u64> {
        let does = |parts: &Parts| parts.buffers::<B>(threads) <= bytes / 4;
        let parts = SIZES.into_iter().find(does).unwrap_or(SMALLEST);
        let codes = bytes.saturating_sub(parts.buffers::<B>(threads)) / parts.bytes_of_code::<B>(threads);
        if codes < (FEWEST * parts.partitions) as u64 {
            return Err(least::<B>(threads));
        }
        Ok(Allotment { parts, codes: codes as usize })
    }
}

/// The fewest bytes that are enough for an allotment.
fn least<B: Bits>(threads: usize) -> u64 {
    let codes = (FEWEST * SMALLEST.partitions) as u64;
    SMALLEST.buffers::<B>(threads) + codes * SMALLEST.bytes_of_code::<B>(threads)
}

impl Parts {
    /// The bytes of all buffers.
    fn buffers<B: Bits>(&self, threads: usize) -> u64 {
        // A block in hand, as codes and as bytes, for each list that is read or written.
        let block = self.block * (size_of::<B>() + 4);
        let of_thread =
            LEAST_CHUNKS * self.partitions * self.chunk * size_of::<B>() + (2 + self.merged) * block;
        (threads * of_thread) as u64
    }

    /// The bytes for each code: its place, and its share of the tables in which threads deduplicate one
    /// partition each. A table takes up to 5 places for each code, and some partitions are twice as large
    /// as most.
    fn bytes_of_code<B: Bits>(&self, threads: usize) -> u64 {
        (size_of::<B>() + (10 * threads * size_of::<B>()).div_ceil(self.partitions)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fit_the_memory() {
        for threads in [1, 2, 64] {
            let least = least::<u128>(threads);
            assert_eq!(Allotment::new::<u128>(least - 1, threads).unwrap_err(), least);
            for bytes in [least, 1 << 20, 1 << 24, 1 << 26, 1 << 34] {
                let Ok(Allotment { parts, codes }) = Allotment::new::<u128>(bytes.max(least), threads) else {
                    panic!("{bytes} bytes do not do for {threads} threads, though {least} should");
                };
                let places = (codes * size_of::<u128>()) as u64;
                assert!(places + parts.buffers::<u128>(threads) <= bytes.max(least));
            }
        }
        assert!(least::<u64>(2) < 32 << 10);
    }
}
