use crate::engine::Bits;

/// A set of positions known to be dead, in bounded memory.
///
/// A hash table of small buckets. It grows while its memory allows; then a full bucket forgets one of its
/// positions for each new one. What it says it has seen is true; what it has forgotten is searched again.
#[derive(Clone, Debug)]
pub(super) struct SeenTable<B> {
    slots: Vec<B>,
    held: usize,
    max_slots: usize,
}

/// Positions in a bucket: one or two cache lines.
const BUCKET: usize = 8;
const FIRST_SLOTS: usize = 1 << 10;

impl<B: Bits> SeenTable<B> {
    /// An empty table that may grow to so many bytes.
    pub(super) fn new(bytes: u64) -> SeenTable<B> {
        let affordable = usize::try_from(bytes / size_of::<B>() as u64).unwrap_or(usize::MAX);
        let max_slots = match affordable.max(BUCKET).checked_next_power_of_two() {
            Some(slots) if slots <= affordable => slots,
            Some(slots) => slots / 2,
            None => 1 << (usize::BITS - 2),
        };
        let max_slots = max_slots.max(BUCKET);
        SeenTable { slots: Vec::new(), held: 0, max_slots }
    }

    /// The memory in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<B>()) as u64
    }

    #[inline]
    pub(super) fn contains(&self, position: B) -> bool {
        !self.slots.is_empty() && self.bucket(position).contains(&position)
    }

    /// Adds a position with at least one peg that the table does not hold.
    pub(super) fn insert(&mut self, position: B) {
        if self.held * 2 >= self.slots.len() && self.slots.len() < self.max_slots {
            self.grow();
        }
        self.place(position);
    }

    fn place(&mut self, position: B) {
        let victim = (position.mixed() >> 61) as usize & (BUCKET - 1);
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

    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).clamp(FIRST_SLOTS.min(self.max_slots), self.max_slots);
        let old = std::mem::replace(&mut self.slots, vec![B::EMPTY; slots]);
        self.held = 0;
        for position in old.into_iter().filter(|slot| *slot != B::EMPTY) {
            self.place(position);
        }
    }

    #[inline]
    fn bucket_start(&self, position: B) -> usize {
        position.mixed() as usize & (self.slots.len() - 1) & !(BUCKET - 1)
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
    fn it_never_claims_what_it_has_not_seen_and_stays_within_its_memory() {
        let mut table = SeenTable::<u64>::new(1 << 16);
        for position in 1..100_000u64 {
            assert!(!table.contains(position * 3));
            table.insert(position * 3);
            assert!(table.contains(position * 3));
        }
        assert!(table.bytes() <= 1 << 16);
        assert!((1..100_000).all(|position| !table.contains(position * 3 + 1)));
    }

    #[test]
    fn little_is_forgotten_while_there_is_room() {
        let mut table = SeenTable::<u128>::new(1 << 24);
        for position in 1..20_000u128 {
            table.insert(position << 60);
        }
        let kept = (1..20_000u128).filter(|position| table.contains(position << 60)).count();
        assert!(kept > 19_600, "{kept}");
    }
}
