use crate::control::allocation;
use crate::engine::Bits;

/// Transposition table of dead positions, by canonical code, in bounded memory.
///
/// A hash table of small buckets, which doubles in size while its memory allows and the system has memory left. After that,
/// each new position in a full bucket replaces an old one, which the search may have to expand again.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable<B> {
    slots: Vec<B>,
    held: usize,
    first_buckets: usize,
    max_buckets: usize,
}

/// Positions in a bucket: one or two cache lines.
const BUCKET: usize = 8;
/// Minimum initial number of buckets if memory allows. There are up to twice as many, so that doubling leads to the
/// maximum.
const FIRST_BUCKETS: usize = 1 << 7;

impl<B: Bits> TranspositionTable<B> {
    /// Makes an empty table that may grow to this many bytes.
    pub(super) fn new(bytes: u64) -> TranspositionTable<B> {
        let affordable = usize::try_from(bytes / (BUCKET * size_of::<B>()) as u64)
            .unwrap_or(usize::MAX)
            .max(1);
        let doublings = (affordable / FIRST_BUCKETS).checked_ilog2().unwrap_or(0);
        let first_buckets = affordable >> doublings;
        TranspositionTable {
            slots: Vec::new(),
            held: 0,
            first_buckets,
            max_buckets: first_buckets << doublings,
        }
    }

    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<B>()) as u64
    }

    #[inline]
    pub(super) fn contains(&self, position: B) -> bool {
        !self.slots.is_empty() && self.bucket(position).contains(&position)
    }

    /// Adds a position with at least one peg, which the table must not hold.
    #[inline]
    pub(super) fn insert(&mut self, position: B) {
        if self.held * 2 >= self.slots.len() && self.buckets() < self.max_buckets {
            self.grow();
        }
        self.place(position);
    }

    #[inline]
    fn place(&mut self, position: B) {
        let victim = position.mixed() as usize % BUCKET;
        let start = self.bucket_start(position);
        let bucket = &mut self.slots[start..start + BUCKET];
        match bucket.iter_mut().find(|slot| **slot == B::EMPTY) {
            Some(free) => {
                *free = position;
                self.held += 1;
            }
            None => bucket[victim] = position,
        }
    }

    /// Doubles the table in place. The positions of bucket `b` go to the buckets `2 b` and `2 b + 1`, which are empty by
    /// then, because the loop runs from the last `b` to the first.
    fn grow(&mut self) {
        let buckets = self.buckets();
        let grown = if buckets == 0 {
            self.first_buckets
        } else {
            2 * buckets
        };
        let more = grown * BUCKET - self.slots.len();
        if buckets > 0 && allocation::reserve(&mut self.slots, more).is_err() {
            self.max_buckets = buckets;
            return;
        }
        self.slots.resize(grown * BUCKET, B::EMPTY);
        self.held = 0;
        for start in (0..buckets).rev().map(|bucket| bucket * BUCKET) {
            let old: [B; BUCKET] = std::array::from_fn(|slot| self.slots[start + slot]);
            self.slots[start..start + BUCKET].fill(B::EMPTY);
            for position in old.into_iter().filter(|position| *position != B::EMPTY) {
                self.place(position);
            }
        }
    }

    #[inline]
    fn buckets(&self) -> usize {
        self.slots.len() / BUCKET
    }

    /// Returns the start of a position's bucket, which its hash selects as a fraction of one.
    #[inline]
    fn bucket_start(&self, position: B) -> usize {
        let place = u128::from(position.mixed()) * self.buckets() as u128;
        (place >> 64) as usize * BUCKET
    }

    #[inline]
    fn bucket(&self, position: B) -> &[B] {
        let start = self.bucket_start(position);
        &self.slots[start..start + BUCKET]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_claims_what_it_was_not_given_and_stays_within_its_memory() {
        for bytes in [0, 1000, 1 << 16, 100_000] {
            let mut table = TranspositionTable::<u64>::new(bytes);
            for position in 1..100_000u64 {
                assert!(!table.contains(position * 3));
                table.insert(position * 3);
                assert!(table.contains(position * 3));
            }
            let least = (BUCKET * size_of::<u64>()) as u64;
            assert!(table.bytes() <= bytes.max(least), "{bytes}");
            assert!(table.bytes() + least >= bytes / 100 * 98, "{bytes}");
            assert!((1..100_000).all(|position| !table.contains(position * 3 + 1)));
        }
    }

    #[test]
    fn little_is_forgotten_while_there_is_room() {
        let mut table = TranspositionTable::<u128>::new(1 << 24);
        for position in 1..20_000u128 {
            table.insert(position << 60);
        }
        let kept = (1..20_000u128)
            .filter(|position| table.contains(position << 60))
            .count();
        assert!(kept > 19_600, "{kept}");
    }

    #[test]
    fn nothing_is_lost_when_it_grows() {
        let mut table = TranspositionTable::<u64>::new(1 << 20);
        for position in 1..=512u64 {
            table.insert(position);
        }
        let held = |table: &TranspositionTable<u64>| {
            (1..=512).filter(|each| table.contains(*each)).count()
        };
        let before = held(&table);
        table.grow();
        assert_eq!((held(&table), table.held), (before, before));
    }
}
