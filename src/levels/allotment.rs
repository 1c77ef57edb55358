//! How the memory for the making of a level is shared out.
//!
//! The limit is for all that grows with the level: codes on their way into partitions, what each thread has
//! in hand, runs, and buffers of files. What does not grow (the program, tables of jumps and symmetries) is a few
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
    /// Runs in memory, and as many in files, that are merged at a time.
    pub(super) merged: usize,
}

/// The usual parts, and those for memory of which the ones before would take too much.
const SIZES: [Parts; 4] = [
    Parts {
        partitions: MOST_RANGES,
        chunk: 512,
        block: block::MOST,
        merged: 64,
    },
    Parts {
        partitions: 64,
        chunk: 64,
        block: 1 << 10,
        merged: 16,
    },
    Parts {
        partitions: 32,
        chunk: 16,
        block: 128,
        merged: 8,
    },
    SMALLEST,
];
const SMALLEST: Parts = Parts {
    partitions: 16,
    chunk: 4,
    block: 8,
    merged: 3,
};
/// Codes of a partition at the least: with fewer, there would be a run for every few codes.
const FEWEST: usize = 8;
/// Bytes of found codes from which on their duplicates are dropped, unless there is eight times as much memory. With
/// fewer it would be done too often; more would gain nothing but take memory.
const ROUND: u64 = 1 << 28;

/// Chunks of a partition for which each thread has room in any case: one that is being filled, one for the next chunk to
/// be started, and one for what is found at once.
pub(super) const LEAST_CHUNKS: usize = 3;

/// Memory shared out for the making of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allotment {
    pub(super) parts: Parts,
    /// Codes that may be in the chunks of all partitions.
    pub(super) codes: usize,
    /// Bytes of runs in memory.
    pub(super) runs: u64,
}

impl Allotment {
    /// For this many bytes; on failure the least that would do. Runs that can go to files get a smaller share.
    pub(super) fn new<B: Bits>(
        bytes: u64,
        threads: usize,
        has_files: bool,
    ) -> Result<Allotment, u64> {
        let does = |parts: &Parts| parts.buffers::<B>(threads) <= bytes / 4;
        let parts = SIZES.into_iter().find(does).unwrap_or(SMALLEST);
        let all = bytes.saturating_sub(parts.buffers::<B>(threads));
        let codes =
            for_codes(all, has_files).min(ROUND.max(all / 8)) / parts.bytes_of_code::<B>(threads);
        if codes < (FEWEST * parts.partitions) as u64 {
            return Err(least::<B>(threads, has_files));
        }
        let runs = all - codes * parts.bytes_of_code::<B>(threads);
        Ok(Allotment {
            parts,
            codes: codes as usize,
            runs,
        })
    }
}

impl Allotment {
    /// How many ranges share this many codes, duplicates counted: the more codes, the more ranges, so that those of one
    /// fit the cache of a core.
    pub(super) fn range_count(&self, codes: u64) -> usize {
        /// Codes of a range. A few times fewer are different.
        const CODES: u64 = 1 << 16;
        let partitions = self.parts.partitions as u64;
        let of_range = (self.codes as u64 / partitions).clamp(1, CODES);
        (codes / of_range + 1).min(partitions) as usize
    }
}

/// The bytes for codes, of those that are left for codes and runs.
fn for_codes(bytes: u64, has_files: bool) -> u64 {
    if has_files { bytes / 4 * 3 } else { bytes / 2 }
}

/// The fewest bytes that are enough for an allotment.
fn least<B: Bits>(threads: usize, has_files: bool) -> u64 {
    let codes = (FEWEST * SMALLEST.partitions) as u64 * SMALLEST.bytes_of_code::<B>(threads);
    let all = if has_files {
        codes.div_ceil(3) * 4
    } else {
        codes * 2
    };
    SMALLEST.buffers::<B>(threads) + all
}

impl Parts {
    /// The bytes of all buffers.
    fn buffers<B: Bits>(&self, threads: usize) -> u64 {
        // A block in hand for each list that is read or written: as bytes, as codes, and as codes that are merged.
        let block = self.block * (2 * size_of::<B>() + 4);
        let of_thread = LEAST_CHUNKS * self.partitions * self.chunk * size_of::<B>()
            + 2 * (1 + self.merged) * block;
        (threads * of_thread) as u64
    }

    /// The bytes for each code: its place, and its share of what threads deduplicate one partition each with. A
    /// table takes up to 5 places for each code, the different codes have one each, and some partitions are
    /// twice as large as most.
    fn bytes_of_code<B: Bits>(&self, threads: usize) -> u64 {
        (size_of::<B>() + (12 * threads * size_of::<B>()).div_ceil(self.partitions)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fit_the_memory() {
        for threads in [1, 2, 64] {
            for has_files in [true, false] {
                let least = least::<u128>(threads, has_files);
                assert_eq!(
                    Allotment::new::<u128>(least - 1, threads, has_files).unwrap_err(),
                    least
                );
                for bytes in [least, 1 << 20, 1 << 24, 1 << 26, 1 << 34] {
                    let bytes = bytes.max(least);
                    let Allotment { parts, codes, runs } =
                        Allotment::new::<u128>(bytes, threads, has_files).unwrap();
                    let places = (codes * size_of::<u128>()) as u64;
                    assert!(places + runs + parts.buffers::<u128>(threads) <= bytes);
                }
            }
        }
        assert!(least::<u64>(2, false) < 32 << 10);
    }
}
