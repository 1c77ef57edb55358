use super::CODES_PER_TICK;
use crate::control::LimitReached;
use crate::control::allocation;
use crate::control::threads::try_each_on;
use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Index of the codes of a level: an open-addressing hash table in parts that threads fill independently.
#[derive(Debug)]
pub(crate) struct HashIndex<B> {
    /// Codes with their indices. The empty position marks a free slot; it occurs in no game.
    slots: Vec<(B, u32)>,
    /// Number of slots of a part.
    part: usize,
}

/// Number of parts, a power of two.
const PARTS: usize = 16;

/// Returns the home slot of a hash in its part, from the bits below those that select the part.
#[inline]
fn home_in(part: usize, hash: u64) -> usize {
    ((u128::from(hash << PARTS.trailing_zeros()) * part as u128) >> 64) as usize
}

#[inline]
fn part_of(hash: u64) -> usize {
    (hash >> (64 - PARTS.trailing_zeros())) as usize
}

impl<B: Bits> HashIndex<B> {
    /// Builds the table of distinct codes, none of which is 0.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left, or for more than 2^32 codes; other limits that `tick` reports.
    pub(super) fn new(
        codes: &[B],
        threads: usize,
        tick: impl Fn() -> Result<(), LimitReached> + Sync,
    ) -> Result<HashIndex<B>, LimitReached> {
        let mean = codes.len() / PARTS;
        let usual = mean + mean / 64 + 64; // few parts have more
        let mut by_part: Vec<Vec<u32>> = (0..PARTS)
            .map(|_| allocation::with_capacity(usual.min(codes.len())))
            .collect::<Result<_, _>>()?;
        for (place, code) in codes.iter().enumerate() {
            if place.is_multiple_of(CODES_PER_TICK) {
                tick()?;
            }
            let place = u32::try_from(place).map_err(|_| LimitReached::Memory)?;
            by_part[part_of(code.mixed())].push(place);
        }
        let most = by_part.iter().map(Vec::len).max().unwrap_or(0);
        let part = most * 3 / 2 + 1; // at least one slot stays free, so that every search ends
        let mut map = HashIndex {
            slots: allocation::zeroed(PARTS * part)?,
            part,
        };
        prefer_large_pages(&mut map.slots);
        try_each_on(
            threads,
            map.slots.chunks_mut(part).zip(&by_part),
            |(slots, places)| {
                for places in places.chunks(CODES_PER_TICK) {
                    tick()?;
                    for &place in places {
                        let code = codes[place as usize];
                        let mut slot = home_in(part, code.mixed());
                        while slots[slot].0 != B::EMPTY {
                            slot = if slot + 1 == part { 0 } else { slot + 1 };
                        }
                        slots[slot] = (code, place);
                    }
                }
                Ok(())
            },
        )?;
        Ok(map)
    }

    /// Returns the approximate bytes of a table of this many codes, and of the lists from which it is filled.
    pub(super) fn bytes(codes: u64) -> u64 {
        codes * (size_of::<(B, u32)>() * 3 / 2 + size_of::<u32>()) as u64
    }

    /// Prefetches the home slot of a code.
    #[inline]
    pub(super) fn begin(&self, code: B) {
        let hash = code.mixed();
        let slot = part_of(hash) * self.part + home_in(self.part, hash);
        prefetch(self.slots.as_ptr().wrapping_add(slot));
    }

    /// Returns the index of a code and `true`, or any index and `false`.
    #[inline]
    pub(super) fn find(&self, code: B) -> (usize, bool) {
        let hash = code.mixed();
        let first = part_of(hash) * self.part;
        let mut slot = home_in(self.part, hash);
        loop {
            let (key, place) = self.slots[first + slot];
            if key == code || key == B::EMPTY {
                return (place as usize, key == code);
            }
            slot = if slot + 1 == self.part { 0 } else { slot + 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_at_its_place_and_no_other() {
        for threads in [1, 3] {
            let codes: Vec<u64> = (1..5000).map(|number| number * number).collect();
            let map = HashIndex::new(&codes, threads, || Ok(())).unwrap();
            let get = |code: u64| Some(map.find(code)).filter(|found| found.1);
            assert!(
                codes
                    .iter()
                    .enumerate()
                    .all(|(place, code)| get(*code) == Some((place, true)))
            );
            assert!(codes.iter().all(|code| get(code + 1).is_none()));
        }
        assert!(!HashIndex::<u64>::new(&[], 2, || Ok(())).unwrap().find(7).1);
    }
}
