//! Deduplication by a hash table.

use crate::control::{LimitReached, allocation};
use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Hash set of codes.
///
/// Open addressing with linear probing (Knuth, TAOCP 3, section 6.4, algorithm L). A table is reused for one set of codes
/// after another, and is never larger than the current set needs: the table of a partition fits the cache of a core.
pub(crate) struct Deduplicator<B> {
    /// Slots, a power of 2 in number; `B::EMPTY` marks a free one.
    slots: Vec<B>,
    /// Shift from a hash to the number of a slot.
    shift: u32,
    /// Number of codes at which the table grows.
    room: usize,
    has_empty: bool,
}

/// Minimum number of slots.
const MIN_SLOTS: usize = 1 << 9;
/// Minimum size in bytes of a table on large pages.
const LARGE_TABLE: usize = 1 << 23;
/// Prefetch distance, in codes.
const AHEAD: usize = 16;

impl<B: Bits> Deduplicator<B> {
    pub(crate) fn new() -> Deduplicator<B> {
        let mut table = Deduplicator {
            slots: Vec::new(),
            shift: 0,
            room: 0,
            has_empty: false,
        };
        table.clear(0).expect("the smallest table fits the memory");
        table
    }

    /// Removes all codes and makes room for about `expected` codes.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left; the table then holds no code: call
    /// `clear` again before the next `insert`.
    pub(crate) fn clear(&mut self, expected: usize) -> Result<(), LimitReached> {
        let slots = (2 * expected).next_power_of_two().max(MIN_SLOTS);
        self.slots.clear();
        if slots > self.slots.capacity() {
            self.slots = Vec::new(); // frees the memory first
            allocation::reserve(&mut self.slots, slots)?;
            if slots * size_of::<B>() >= LARGE_TABLE {
                prefer_large_pages(self.slots.spare_capacity_mut());
            }
        }
        self.slots.resize(slots, B::EMPTY);
        self.shift = 64 - slots.trailing_zeros();
        self.room = slots / 8 * 5;
        self.has_empty = false;
        Ok(())
    }

    /// Inserts codes and appends the new ones to `distinct`, which holds all codes of the table.
    ///
    /// # Errors
    ///
    /// As for [`clear`](Deduplicator::clear).
    #[inline]
    pub(crate) fn insert(
        &mut self,
        codes: &[B],
        distinct: &mut Vec<B>,
    ) -> Result<(), LimitReached> {
        distinct
            .try_reserve(codes.len())
            .map_err(|_| LimitReached::Memory)?;
        for (place, &code) in codes.iter().enumerate() {
            if let Some(&ahead) = codes.get(place + AHEAD) {
                prefetch(&self.slots[self.slot(ahead)]);
            }
            if self.is_new(code) {
                distinct.push(code);
                if distinct.len() >= self.room {
                    self.grow(distinct)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the first of `codes` that is in the table, if any.
    pub(crate) fn any_of(&self, codes: &[B]) -> Option<B> {
        for (place, &code) in codes.iter().enumerate() {
            if let Some(&ahead) = codes.get(place + AHEAD) {
                prefetch(&self.slots[self.slot(ahead)]);
            }
            if self.holds(code) {
                return Some(code);
            }
        }
        None
    }

    /// Returns the number of slots, each of the size of a code.
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn holds(&self, code: B) -> bool {
        if code == B::EMPTY {
            return self.has_empty;
        }
        let mut slot = self.slot(code);
        while self.slots[slot] != B::EMPTY {
            if self.slots[slot] == code {
                return true;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        false
    }

    #[inline]
    fn slot(&self, code: B) -> usize {
        (code.mixed() >> self.shift) as usize
    }

    #[inline]
    fn is_new(&mut self, code: B) -> bool {
        if code == B::EMPTY {
            return !std::mem::replace(&mut self.has_empty, true);
        }
        let mut slot = self.slot(code);
        loop {
            let found = self.slots[slot];
            if found == code {
                return false;
            }
            if found == B::EMPTY {
                self.slots[slot] = code;
                return true;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    #[cold]
    fn grow(&mut self, codes: &[B]) -> Result<(), LimitReached> {
        let has_empty = self.has_empty;
        self.clear(self.slots.len())?;
        self.has_empty = has_empty;
        codes
            .iter()
            .filter(|code| **code != B::EMPTY)
            .for_each(|code| {
                self.is_new(*code);
            });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))] // of thousands of codes each

        #[test]
        fn each_code_is_kept_once(lists in prop::collection::vec(prop::collection::vec(0..3000u64, 0..2000), 1..4), expected in 0..4000usize) {
            let mut table = Deduplicator::new();
            for codes in &lists {
                table.clear(expected).unwrap();
                let mut distinct = Vec::new();
                codes.chunks(100).for_each(|part| table.insert(part, &mut distinct).unwrap());
                let set: BTreeSet<u64> = codes.iter().copied().collect();
                prop_assert_eq!(distinct.len(), set.len());
                for code in 0..3000 {
                    prop_assert_eq!(table.any_of(&[code]), set.get(&code).copied());
                }
                prop_assert_eq!(distinct.into_iter().collect::<BTreeSet<u64>>(), set);
            }
        }
    }
}
