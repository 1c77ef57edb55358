//! A shard's codes without doubles: a hash table in a given piece of memory.

use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Different codes, none of them 0: no position without pegs is one jump from another.
///
/// Open addressing with linear probing (Knuth, TAOCP 3, section 6.4, algorithm L). Only the first `size` slots are in use, so that
/// memory which is not needed is never touched.
pub(super) struct Table<'a, B> {
    slots: &'a mut [B],
    size: usize,
    used: usize,
}

/// The share of the slots in use that may be taken: beyond it, probing becomes slow.
const FULL: (usize, usize) = (3, 4);
/// Slots at the beginning.
const FIRST: usize = 1 << 10;
/// Slots that are asked for ahead of the one that is looked at.
const AHEAD: usize = 16;

impl<'a, B: Bits> Table<'a, B> {
    /// An empty table in memory that is all 0.
    pub(super) fn new(slots: &'a mut [B]) -> Table<'a, B> {
        let size = FIRST.min(slots.len());
        Table { slots, size, used: 0 }
    }

    /// Puts codes in until the table is full; gives those that are left.
    #[inline(always)]
    pub(super) fn insert<'c>(&mut self, codes: &'c [B]) -> &'c [B] {
        let mut rest = codes;
        while !rest.is_empty() {
            let room = self.size * FULL.0 / FULL.1 - self.used;
            if room == 0 {
                if self.size == self.slots.len() {
                    break;
                }
                self.grow();
                continue;
            }
            let (now, later) = rest.split_at(room.min(rest.len()));
            for (place, &code) in now.iter().enumerate() {
                if let Some(&ahead) = now.get(place + AHEAD) {
                    prefetch(&self.slots[self.slot(ahead)]);
                }
                self.insert_one(code);
            }
            rest = later;
        }
        rest
    }

    #[inline(always)]
    fn slot(&self, code: B) -> usize {
        ((u128::from(code.mixed()) * self.size as u128) >> 64) as usize
    }

    #[inline(always)]
    fn insert_one(&mut self, code: B) {
        debug_assert!(code != B::EMPTY);
        let mut slot = self.slot(code);
        while self.slots[slot] != code {
            if self.slots[slot] == B::EMPTY {
                self.slots[slot] = code;
                self.used += 1;
                return;
            }
            slot += 1;
            if slot == self.size {
                slot = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let codes = self.gathered().to_vec();
        self.clear();
        self.size = (2 * self.size).min(self.slots.len());
        if self.size * size_of::<B>() >= LARGE {
            prefer_large_pages(self.slots);
        }
        self.insert(&codes);
    }

    /// The codes in any order, at the beginning of the slots. The table must be cleared before it takes more.
    fn gathered(&mut self) -> &mut [B] {
        let mut place = 0;
        for slot in 0..self.size {
            let code = self.slots[slot];
            self.slots[place] = code;
            place += usize::from(code != B::EMPTY);
        }
        &mut self.slots[..self.used]
    }

    /// The codes in ascending order. The table must be cleared before it takes more.
    pub(super) fn sort(&mut self) -> &[B] {
        let codes = self.gathered();
        codes.sort_unstable();
        codes
    }

    /// The codes as `sort` has left them.
    pub(super) fn sorted(&self) -> &[B] {
        &self.slots[..self.used]
    }

    pub(super) fn clear(&mut self) {
        self.slots[..self.size].fill(B::EMPTY);
        self.used = 0;
    }
}

/// Bytes from which on a table is put on large pages.
const LARGE: usize = 1 << 18;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn codes_are_kept_once_until_the_table_is_full(codes in proptest::collection::vec(1..3000u64, 0..4000), slots in 8..4000usize) {
            let mut memory = vec![0; slots];
            let mut table = Table::new(&mut memory);
            let mut seen = BTreeSet::new();
            for part in codes.chunks(100) {
                let mut rest = table.insert(part);
                seen.extend(&part[..part.len() - rest.len()]);
                while !rest.is_empty() {
                    prop_assert_eq!(seen.len(), slots * 3 / 4);
                    prop_assert!(table.sort().iter().eq(&seen));
                    table.clear();
                    seen.clear();
                    let later = table.insert(rest);
                    seen.extend(&rest[..rest.len() - later.len()]);
                    rest = later;
                }
            }
            table.sort();
            prop_assert!(table.sorted().iter().eq(&seen));
        }
    }
}
