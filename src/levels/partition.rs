//! Codes on their way from the threads that find them to the partitions where they are deduplicated.
//!
//! Each thread has memory of its own, which it gives out to the partitions in chunks, so threads wait for
//! nobody.

use super::deduplicate::Deduplicator;
use super::ranges::{MOST_RANGES, Ranges};
use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Memory of a thread for codes in chunks. It serves one level after the other, so that the system need not
/// clear it again.
#[derive(Debug)]
pub(super) struct Arena<B> {
    codes: Vec<B>,
}

impl<B: Bits> Arena<B> {
    pub(super) fn new() -> Arena<B> {
        Arena { codes: Vec::new() }
    }

    /// Makes room, and forgets what was there. Memory that is not used is not touched, and what was touched
    /// is used again.
    pub(super) fn fit(&mut self, room: Room) {
        /// Codes for which it does not matter how large the arena is.
        const FEW: usize = 1 << 16;
        if self.codes.len() < room.needed || self.codes.len() > room.most.max(FEW) {
            self.codes = Vec::new(); // before there is another
            let codes = if room.needed < FEW {
                room.needed
            } else {
                room.most
            };
            self.codes = vec![B::EMPTY; codes];
            prefer_large_pages(&mut self.codes);
        }
    }
}

/// The codes that a thread needs, at least and at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) needed: usize,
    pub(super) most: usize,
}

/// Places are numbers of 32 bits.
pub(super) const MOST_ROOM: usize = 1 << 31;

/// Bytes that the cache fetches at a time, on most processors.
const LINE: usize = 64;

/// Puts what one thread finds into chunks by partition.
pub(super) struct Scatter<'a, B> {
    ranges: &'a Ranges,
    /// A power of 2.
    chunk: usize,
    codes: &'a mut [B],
    filled: Filled,
}

/// How far an arena is filled.
pub(super) struct Filled {
    /// Where the next code of each partition goes.
    places: Box<[u32; MOST_RANGES]>,
    /// The numbers of each partition's chunks; all but the last are full.
    chunks: Vec<Vec<u32>>,
    next_chunk: u32,
}

/// The chunks of one thread.
pub(super) struct Scattered<'a, B> {
    chunk: usize,
    codes: &'a [B],
    filled: Filled,
}

impl<'a, B: Bits> Scatter<'a, B> {
    /// The arena needs room for a chunk of each partition.
    pub(super) fn new(ranges: &'a Ranges, arena: &'a mut Arena<B>, chunk: usize) -> Scatter<'a, B> {
        let chunks = vec![Vec::new(); ranges.count()];
        let filled = Filled {
            places: Box::new([0; MOST_RANGES]),
            chunks,
            next_chunk: 0,
        };
        let mut scatter = Scatter::resumed(ranges, arena, chunk, filled);
        (0..ranges.count()).for_each(|partition| scatter.begin_chunk(partition));
        scatter
    }

    /// A scatter that was interrupted; the arena is the same.
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

    /// Leaves the arena to the next one who takes it, as far as it is filled.
    #[cfg(feature = "cluster")]
    pub(super) fn interrupted(self) -> Filled {
        self.filled
    }

    /// Whether there is room for this many codes, whatever their partitions.
    pub(super) fn has_room_for(&self, codes: usize) -> bool {
        let chunks =
            self.filled.next_chunk as usize + self.filled.chunks.len() + codes.div_ceil(self.chunk);
        chunks * self.chunk <= self.codes.len()
    }

    /// Adds codes; [`has_room_for`](Scatter::has_room_for) must have said that there is room.
    pub(super) fn add(&mut self, codes: &[B]) {
        for &code in codes {
            let partition = self.ranges.of(code) % MOST_RANGES; // it is less
            let place = self.filled.places[partition];
            self.codes[place as usize] = code;
            // The line of memory behind this one is written next; it should be in the cache by then.
            prefetch(
                self.codes
                    .as_ptr()
                    .wrapping_add(place as usize + LINE / size_of::<B>()),
            );
            self.filled.places[partition] = place + 1;
            // A remainder by a power of 2; the compiler does not know that it is one.
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
    /// The codes of a partition, chunk by chunk.
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

    /// All codes.
    pub(super) fn len(&self) -> u64 {
        (0..self.filled.chunks.len())
            .flat_map(|partition| self.of(partition))
            .map(|chunk| chunk.len() as u64)
            .sum()
    }
}

/// Drops the duplicates of one partition after the other.
pub(super) struct Scratchpad<B> {
    table: Deduplicator<B>,
    distinct: Vec<B>,
    /// How many of the codes found last were no duplicates.
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

    /// The different codes among those that threads have found for a partition.
    pub(super) fn distinct(&mut self, partition: usize, found: &[Scattered<'_, B>]) -> &mut Vec<B> {
        let chunks = || found.iter().flat_map(|of_thread| of_thread.of(partition));
        let count: usize = chunks().map(<[B]>::len).sum();
        self.distinct.clear();
        self.table.clear((count as f64 * self.share) as usize);
        chunks().for_each(|chunk| self.table.insert(chunk, &mut self.distinct));
        self.share = self.distinct.len() as f64 / count.max(1) as f64;
        &mut self.distinct
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
            arena.fit(Room { needed: room, most: room });
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
                    let codes = Scratchpad::new().distinct(partition, &found).clone();
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
