//! How the memory allowed is shared out.
//!
//! The limit is for all that grows with the sweep: tables of the level being made, what threads gather for them, and buffers of
//! files, each with its greatest size; without a folder also the finished levels. What does not grow (the program, tables
//! of jumps and symmetries) is a few megabytes and is not counted.

use super::block::{MOST, most_bytes};
use crate::engine::Bits;

/// Parts into which the work is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Shards of a level, a power of 2: several for each thread, so that they seldom wait for each other.
    pub(super) shards: usize,
    /// Codes that a thread gathers for a shard before it hands them over.
    pub(super) batch: usize,
    /// Codes in a block.
    pub(super) block: usize,
    /// Spilled runs that are merged at a time.
    pub(super) merged: usize,
}

const USUAL: Parts = Parts { shards: 64, batch: 512, block: MOST, merged: 32 };
/// For memory of which the usual parts would take too much.
const SMALL: Parts = Parts { shards: 4, batch: 16, block: 64, merged: 4 };
/// Slots of a table below which it would be spilled all the time.
const FEWEST_SLOTS: usize = 64;

/// Memory shared out for the making of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allotment {
    pub(super) parts: Parts,
    /// Slots of each shard's table.
    pub(super) slots: usize,
}

impl Allotment {
    /// For so many bytes; on failure the least that would do.
    pub(super) fn new<B: Bits>(bytes: u64, threads: usize) -> Result<Allotment, u64> {
        let usual = USUAL.buffers::<B>(threads);
        let parts = if usual <= bytes / 8 { USUAL } else { SMALL };
        let for_tables = bytes.saturating_sub(parts.buffers::<B>(threads)) / size_of::<B>() as u64;
        // A table that grows is copied; each thread can be at it, and the copy is at most half of the table.
        let slots = (2 * for_tables / (2 * parts.shards + threads) as u64) as usize;
        if slots < FEWEST_SLOTS {
            return Err(least::<B>(threads));
        }
        Ok(Allotment { parts, slots })
    }
}

/// The fewest bytes that are enough for an allotment.
fn least<B: Bits>(threads: usize) -> u64 {
    SMALL.buffers::<B>(threads) + (FEWEST_SLOTS / 2 * (2 * SMALL.shards + threads) * size_of::<B>()) as u64
}

impl Parts {
    /// The bytes of all buffers.
    fn buffers<B: Bits>(&self, threads: usize) -> u64 {
        let block = 2 * most_bytes(self.block); // a buffer that grows can take twice what it holds
        let of_thread = self.shards * self.batch * size_of::<B>() + (1 + self.merged) * block;
        const STREAMS: usize = 4; // the lists that are read and written while a level is put together
        (threads * of_thread + STREAMS * block) as u64
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
                let Ok(Allotment { parts, slots }) = Allotment::new::<u128>(bytes.max(least), threads) else {
                    panic!("{bytes} bytes do not do for {threads} threads, though {least} should");
                };
                let tables = (parts.shards * slots * size_of::<u128>()) as u64;
                assert!(tables + parts.buffers::<u128>(threads) <= bytes.max(least));
            }
        }
        assert!(least::<u64>(2) < 32 << 10);
    }
}
