use crate::engine::Bits;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;
use crate::threads::each_on;

/// Numbers of positions, looked up by code.
pub(super) trait Numbers<B, N>: Sync {
    /// Has the beginning of a search fetched.
    fn prefetch(&self, code: B);

    /// Where the number of a position is, if it is there; has it fetched.
    fn find(&self, code: B) -> Option<usize>;

    /// The number at a place that was found.
    fn number(&self, place: usize) -> &N;
}

/// A number for each position of a level: an open-addressing table in parts, which threads fill independently.
///
/// A lookup touches a line of keys and, on success, a line of numbers.
#[derive(Debug)]
pub(super) struct LevelMap<B, N> {
    /// The empty board marks a free slot: no game has it.
    keys: Vec<B>,
    numbers: Vec<N>,
    /// Slots of a part.
    part: usize,
}

/// The parts that are filled independently: a power of two.
const PARTS: usize = 16;

/// Where in a part the search for a code begins, by the bits of its hash below those that choose the part.
#[inline(always)]
fn home_in(part: usize, hash: u64) -> usize {
    ((u128::from(hash << PARTS.trailing_zeros()) * part as u128) >> 64) as usize
}

#[inline(always)]
fn part_of(hash: u64) -> usize {
    (hash >> (64 - PARTS.trailing_zeros())) as usize
}

impl<B: Bits, N: Clone + Default + Send + Sync> LevelMap<B, N> {
    /// A table of these codes, all different and none 0, each with its number.
    pub(super) fn new(codes: &[B], numbers: &[N], threads: usize) -> LevelMap<B, N> {
        let mut by_part: Vec<Vec<u32>> = vec![Vec::new(); PARTS];
        for (place, code) in codes.iter().enumerate() {
            by_part[part_of(code.mixed())].push(place as u32);
        }
        let most = by_part.iter().map(Vec::len).max().unwrap_or(0);
        let part = most * 3 / 2 + 1; // at least one slot stays free, so that every search ends
        let slots = PARTS * part;
        let mut map = LevelMap { keys: vec![B::EMPTY; slots], numbers: vec![N::default(); slots], part };
        prefer_large_pages(&mut map.keys);
        prefer_large_pages(&mut map.numbers);
        let parts = map.keys.chunks_mut(part).zip(map.numbers.chunks_mut(part)).zip(&by_part);
        each_on(threads, parts, |((keys, values), places)| {
            for &place in places {
                let code = codes[place as usize];
                let mut slot = home_in(part, code.mixed());
                while keys[slot] != B::EMPTY {
                    slot = if slot + 1 == part { 0 } else { slot + 1 };
                }
                keys[slot] = code;
                values[slot] = numbers[place as usize].clone();
            }
        });
        map
    }
}

impl<B: Bits, N: Sync> Numbers<B, N> for LevelMap<B, N> {
    #[inline(always)]
    fn prefetch(&self, code: B) {
        let hash = code.mixed();
        let slot = part_of(hash) * self.part + home_in(self.part, hash);
        prefetch(self.keys.as_ptr().wrapping_add(slot));
    }

    #[inline(always)]
    fn find(&self, code: B) -> Option<usize> {
        let hash = code.mixed();
        let first = part_of(hash) * self.part;
        let mut slot = home_in(self.part, hash);
        loop {
            let key = self.keys[first + slot];
            if key == code {
                prefetch(&raw const self.numbers[first + slot]);
                return Some(first + slot);
            }
            if key == B::EMPTY {
                return None;
            }
            slot = if slot + 1 == self.part { 0 } else { slot + 1 };
        }
    }

    #[inline(always)]
    fn number(&self, place: usize) -> &N {
        &self.numbers[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_with_its_number_and_no_other() {
        for threads in [1, 3] {
            let codes: Vec<u64> = (1..5000).map(|number| number * number).collect();
            let numbers: Vec<u128> = (1..5000).collect();
            let map = LevelMap::new(&codes, &numbers, threads);
            let get = |code: u64| map.find(code).map(|place| *map.number(place));
            assert!((1..5000).all(|number| get(number * number) == Some(u128::from(number))));
            assert!((1..5000).all(|number| get(number * number + 1).is_none()));
        }
        assert_eq!(LevelMap::<u64, u128>::new(&[], &[], 2).find(7), None);
    }
}
