//! Codes in transit from the threads that find them to the partitions that deduplicate them.
//!
//! Each thread divides its own memory among the partitions in chunks, so that no thread waits for another.

use super::deduplicate::Deduplicator;
use super::ranges::{MAX_RANGES, Ranges};
use crate::control::LimitReached;
use crate::control::allocation;
use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Memory of a thread for chunks of codes. It is reused from level to level, so that the system need not clear it again.
#[derive(Debug)]
pub(super) struct Arena<B> {
    codes: Vec<B>,
}

impl<B: Bits> Arena<B> {
    pub(super) fn new() -> Arena<B> {
        Arena { codes: Vec::new() }
    }

    /// Resizes the arena if needed. Unused memory stays untouched.
    pub(super) fn fit(&mut self, room: Room) -> Result<(), LimitReached> {
        /// Number of codes below which the size of the arena does not matter.
        const FEW: usize = 1 << 16;
        /// Size of a larger arena, as a multiple of the codes for which it needs room.
        const GROWTH: usize = 4;
        if self.codes.len() < room.needed || self.codes.len() > room.most.max(FEW) {
            self.codes = Vec::new(); // frees the memory first
            let codes = if room.needed < FEW {
                room.needed
            } else {
                // The next levels may need more.
                room.most.min(room.needed.saturating_mul(GROWTH))
            };
            self.codes = allocation::zeroed(codes).or_else(|_| allocation::zeroed(room.needed))?;
            prefer_large_pages(&mut self.codes);
        }
        Ok(())
    }
}

/// Number of codes for which a thread needs room, and for which it may have room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) needed: usize,
    pub(super) most: usize,
}

/// Maximum number of codes of an arena, whose places are 32-bit numbers.
pub(super) const MAX_ROOM: usize = 1 << 31;

/// Bytes of a cache line on most processors.
const CACHE_LINE: usize = 64;

/// Distributor of the codes of one thread to chunks by partition.
pub(super) struct Scatter<'a, B> {
    ranges: &'a Ranges,
    /// Number of codes of a chunk, a power of 2.
    chunk: usize,
    codes: &'a mut [B],
    /// State from which another scatter can resume in the same arena.
    pub(super) filled: Filled,
}

/// Fill level of an arena.
pub(super) struct Filled {
    /// Place of the next code of each partition.
    places: Box<[u32; MAX_RANGES]>,
    /// Numbers of each partition's chunks; all but the last are full.
    chunks: Vec<Vec<u32>>,
    next_chunk: u32,
}

/// Chunks of one thread.
pub(super) struct Scattered<'a, B> {
    chunk: usize,
    codes: &'a [B],
    filled: Filled,
}

impl<'a, B: Bits> Scatter<'a, B> {
    /// Begins with an empty arena, which needs room for one chunk of each partition.
    pub(super) fn new(ranges: &'a Ranges, arena: &'a mut Arena<B>, chunk: usize) -> Scatter<'a, B> {
        let chunks = vec![Vec::new(); ranges.count()];
        let filled = Filled {
            places: Box::new([0; MAX_RANGES]),
            chunks,
            next_chunk: 0,
        };
        let mut scatter = Scatter::resumed(ranges, arena, chunk, filled);
        (0..ranges.count()).for_each(|partition| scatter.begin_chunk(partition));
        scatter
    }

    /// Resumes an interrupted scatter in the same arena.
    pub(super) fn resumed(
        ranges: &'a Ranges,
        arena: &'a mut Arena<B>,
        chunk: usize,
        filled: Filled,
    ) -> Scatter<'a, B> {
        debug_assert!(chunk.is_power_of_two() && arena.codes.len() <= u32::MAX as usize);
        Scatter {
            ranges,
            chunk,
            codes: &mut arena.codes,
            filled,
        }
    }

    /// Returns `true` if this number of codes fits, whatever their partitions.
    pub(super) fn has_room_for(&self, codes: usize) -> bool {
        let chunks =
            self.filled.next_chunk as usize + self.filled.chunks.len() + codes.div_ceil(self.chunk);
        chunks * self.chunk <= self.codes.len()
    }

    /// Adds codes, for which the arena must [have room](Scatter::has_room_for).
    pub(super) fn add(&mut self, codes: &[B]) {
        for &code in codes {
            let partition = self.ranges.of(code) % MAX_RANGES; // spares the bounds check
            let place = self.filled.places[partition];
            self.codes[place as usize] = code;
            // The next cache line of the chunk will be written soon.
            prefetch(
                self.codes
                    .as_ptr()
                    .wrapping_add(place as usize + CACHE_LINE / size_of::<B>()),
            );
            self.filled.places[partition] = place + 1;
            // Remainder by a power of 2.
            if (place as usize + 1) & (self.chunk - 1) == 0 {
                self.begin_chunk(partition);
            }
        }
    }

    #[cold]
    fn begin_chunk(&mut self, partition: usize) {
        let Filled {
            places,
            chunks,
            next_chunk,
        } = &mut self.filled;
        chunks[partition].push(*next_chunk);
        places[partition] = *next_chunk * self.chunk as u32;
        *next_chunk += 1;
    }

    pub(super) fn finish(self) -> Scattered<'a, B> {
        Scattered {
            chunk: self.chunk,
            codes: self.codes,
            filled: self.filled,
        }
    }
}

impl<B: Bits> Scattered<'_, B> {
    /// Returns the chunks of a partition.
    fn of(&self, partition: usize) -> impl Iterator<Item = &[B]> {
        let (last, full) = self.filled.chunks[partition]
            .split_last()
            .expect("each partition has a chunk");
        let begin = |number: &u32| *number as usize * self.chunk;
        let full = full
            .iter()
            .map(move |number| &self.codes[begin(number)..][..self.chunk]);
        full.chain([&self.codes[begin(last)..self.filled.places[partition] as usize]])
    }

    /// Returns the number of codes.
    pub(super) fn len(&self) -> u64 {
        (0..self.filled.chunks.len())
            .flat_map(|partition| self.of(partition))
            .map(|chunk| chunk.len() as u64)
            .sum()
    }
}

/// Deduplicator of one partition after another.
pub(super) struct Scratchpad<B> {
    table: Deduplicator<B>,
    distinct: Vec<B>,
    /// Share of distinct codes in the last partition.
    share: f64,
}

impl<B: Bits> Scratchpad<B> {
    pub(super) fn new() -> Scratchpad<B> {
        Scratchpad {
            table: Deduplicator::new(),
            distinct: Vec::new(),
            share: 0.2,
        }
    }

    /// Returns the distinct codes of a partition.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left.
    pub(super) fn distinct(
        &mut self,
        partition: usize,
        found: &[Scattered<'_, B>],
    ) -> Result<&mut Vec<B>, LimitReached> {
        let chunks = || found.iter().flat_map(|of_thread| of_thread.of(partition));
        let count: usize = chunks().map(<[B]>::len).sum();
        self.distinct.clear();
        self.table.clear((count as f64 * self.share) as usize)?;
        chunks().try_for_each(|chunk| self.table.insert(chunk, &mut self.distinct))?;
        self.share = self.distinct.len() as f64 / count.max(1) as f64;
        Ok(&mut self.distinct)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn partitions_hold_what_was_found(codes in prop::collection::vec(any::<u32>(), 1..3000), partitions in 1..20usize) {
            let codes: Vec<u64> = codes.into_iter().map(u64::from).collect();
            let ranges = Ranges::new(partitions, &codes);
            let mut arena = Arena::new();
            let room = 2 * 8 * partitions + 64;
            arena.fit(Room { needed: room, most: room }).unwrap();
            let (mut sets, mut rest) = (vec![BTreeSet::new(); partitions], &codes[..]);
            while !rest.is_empty() {
                let mut scatter = Scatter::new(&ranges, &mut arena, 8);
                prop_assert!(scatter.has_room_for(64));
                while scatter.has_room_for(1) {
                    let Some(code) = rest.split_off_first() else { break };
                    scatter.add(&[*code]);
                }
                let found = [scatter.finish()];
                for (partition, set) in sets.iter_mut().enumerate() {
                    let codes = Scratchpad::new().distinct(partition, &found).unwrap().clone();
                    prop_assert_eq!(codes.len(), codes.iter().collect::<BTreeSet<_>>().len());
                    set.extend(codes);
                }
            }
            let mut expected = codes;
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(sets.into_iter().flatten().collect::<Vec<u64>>(), expected);
        }
    }
}
