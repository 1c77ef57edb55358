//! Division of the memory for a new level.
//!
//! The limit covers everything that grows with the level: codes in transit to partitions, buffers of threads and files, and
//! runs. The program and its tables of jumps and symmetries take a few megabytes more.

use super::block;
use super::ranges::MAX_RANGES;
use crate::engine::Bits;

/// Sizes of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferSizes {
    /// Maximum number of partitions of a level.
    pub(super) partitions: usize,
    /// Number of codes of a chunk.
    pub(super) chunk: usize,
    /// Maximum number of codes of a block.
    pub(super) block: usize,
    /// Number of runs in memory, and of runs in files, that are merged at a time.
    pub(super) merged: usize,
}

/// Usual sizes, then smaller ones for little memory.
const SIZES: [BufferSizes; 4] = [
    BufferSizes {
        partitions: MAX_RANGES,
        chunk: 512,
        block: block::MAX_CODES,
        merged: 64,
    },
    BufferSizes {
        partitions: 64,
        chunk: 64,
        block: 1 << 10,
        merged: 16,
    },
    BufferSizes {
        partitions: 32,
        chunk: 16,
        block: 128,
        merged: 8,
    },
    SMALLEST,
];
const SMALLEST: BufferSizes = BufferSizes {
    partitions: 16,
    chunk: 4,
    block: 8,
    merged: 3,
};
/// Minimum number of codes of a partition. Smaller partitions would make a run for every few codes.
const MIN_CODES: usize = 8;
/// Maximum bytes of codes gathered in a round, unless an eighth of the memory is more. Smaller rounds would deduplicate
/// too often; larger ones would only take more memory.
const ROUND_BYTES: u64 = 1 << 28;

/// Minimum number of chunks of a partition in each thread: one in use, one for the next chunk, and one for the codes of a
/// batch.
pub(super) const MIN_CHUNKS: usize = 3;

/// Division of the memory for a new level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allotment {
    pub(super) sizes: BufferSizes,
    /// Maximum number of codes in the chunks of all partitions.
    pub(super) codes: usize,
    /// Bytes of runs in memory.
    pub(super) runs: u64,
}

impl Allotment {
    /// Divides `bytes`. On failure, returns the smallest sufficient number of bytes. Runs get a smaller share if they
    /// can spill to files.
    pub(super) fn new<B: Bits>(
        bytes: u64,
        threads: usize,
        has_files: bool,
    ) -> Result<Allotment, u64> {
        let fits = |sizes: &BufferSizes| sizes.buffers::<B>(threads) <= bytes / 4;
        let sizes = SIZES.into_iter().find(fits).unwrap_or(SMALLEST);
        let all = bytes.saturating_sub(sizes.buffers::<B>(threads));
        let codes = for_codes(all, has_files).min(ROUND_BYTES.max(all / 8))
            / sizes.bytes_of_code::<B>(threads);
        if codes < (MIN_CODES * sizes.partitions) as u64 {
            return Err(least::<B>(threads, has_files));
        }
        let runs = all - codes * sizes.bytes_of_code::<B>(threads);
        Ok(Allotment {
            sizes,
            codes: codes as usize,
            runs,
        })
    }

    /// Returns a number of ranges such that each range fits the cache of a core. `codes` includes duplicates.
    pub(super) fn range_count(&self, codes: u64) -> usize {
        /// Maximum number of codes of a range, duplicates included.
        const CODES: u64 = 1 << 16;
        let partitions = self.sizes.partitions as u64;
        let of_range = (self.codes as u64 / partitions).clamp(1, CODES);
        (codes / of_range + 1).min(partitions) as usize
    }
}

/// Returns the share of codes in the bytes for codes and runs.
fn for_codes(bytes: u64, has_files: bool) -> u64 {
    if has_files { bytes / 4 * 3 } else { bytes / 2 }
}

/// Returns the minimum memory of an allotment.
fn least<B: Bits>(threads: usize, has_files: bool) -> u64 {
    let codes = (MIN_CODES * SMALLEST.partitions) as u64 * SMALLEST.bytes_of_code::<B>(threads);
    let all = if has_files {
        codes.div_ceil(3) * 4
    } else {
        codes * 2
    };
    SMALLEST.buffers::<B>(threads) + all
}

impl BufferSizes {
    /// Returns the bytes of all buffers.
    fn buffers<B: Bits>(&self, threads: usize) -> u64 {
        // A block of each list that is read or written: as bytes, as codes, and as codes to be merged.
        let block = self.block * (2 * size_of::<B>() + 4);
        let of_thread = MIN_CHUNKS * self.partitions * self.chunk * size_of::<B>()
            + 2 * (1 + self.merged) * block;
        (threads * of_thread) as u64
    }

    /// Returns the bytes for each code: the code itself, and its share of the tables with which each thread deduplicates
    /// one partition. A table has up to 5 slots for each code, the distinct codes take one each, and some partitions are
    /// twice as large as the average.
    fn bytes_of_code<B: Bits>(&self, threads: usize) -> u64 {
        (size_of::<B>() + (12 * threads * size_of::<B>()).div_ceil(self.partitions)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffers_fit_the_memory() {
        for threads in [1, 2, 64] {
            for has_files in [true, false] {
                let least = least::<u128>(threads, has_files);
                assert_eq!(
                    Allotment::new::<u128>(least - 1, threads, has_files).unwrap_err(),
                    least
                );
                for bytes in [least, 1 << 20, 1 << 24, 1 << 26, 1 << 34] {
                    let bytes = bytes.max(least);
                    let Allotment { sizes, codes, runs } =
                        Allotment::new::<u128>(bytes, threads, has_files).unwrap();
                    let places = (codes * size_of::<u128>()) as u64;
                    assert!(places + runs + sizes.buffers::<u128>(threads) <= bytes);
                }
            }
        }
        assert!(least::<u64>(2, false) < 32 << 10);
    }
}
