//! Which shard a code belongs to.
//!
//! Equal codes must meet in one shard, wherever they were found, and shards should be about as large as each other. A hash
//! does both. So do ranges of codes that are cut where a sample says, and with them the shards one after the other are the
//! level in ascending order: nothing is merged but what one shard has spilled. No result depends on where the cuts are.

use crate::engine::Bits;

/// Consecutive ranges of codes, one a shard.
#[derive(Debug)]
pub(super) struct Ranges {
    count: usize,
    /// How far a code is shifted until its highest bits are left.
    shift: i32,
    /// For each value of the highest bits, the number of the range. One look is several times as fast as a search among cuts.
    numbers: Box<[u8; 1 << BITS]>,
}

/// The highest bits, by which ranges are told apart. The table fits the innermost cache.
const BITS: u32 = 14;

impl Ranges {
    /// So many ranges, of which each has about as many codes of the sample as any other, as far as the highest bits tell.
    pub(super) fn new<B: Bits>(count: usize, sample: &[B]) -> Ranges {
        assert!(count <= 256);
        let greatest = sample.iter().max().map_or(0, |code| code.code());
        let shift = (128 - greatest.leading_zeros()).saturating_sub(BITS) as i32;
        let mut ranges = Ranges { count, shift, numbers: Box::new([0; 1 << BITS]) };
        let mut sizes = vec![0; 1 << BITS];
        sample.iter().for_each(|code| sizes[ranges.highest(*code)] += 1);
        let mut before = 0;
        for (number, size) in ranges.numbers.iter_mut().zip(sizes) {
            let middle = before + size / 2;
            *number = (middle * count / sample.len().max(1)).min(count - 1) as u8;
            before += size;
        }
        ranges
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of the range that a code lies in.
    #[inline(always)]
    pub(super) fn of<B: Bits>(&self, code: B) -> usize {
        usize::from(self.numbers[self.highest(code)])
    }

    /// Codes above all of the sample count with the greatest.
    #[inline(always)]
    fn highest<B: Bits>(&self, code: B) -> usize {
        let (low, high) = code.moved_down(self.shift).words();
        let highest = if high == 0 { low } else { u64::MAX };
        highest.min((1 << BITS) - 1) as usize
    }
}

/// Codes evenly spread over a list, of which each comes by once.
#[derive(Clone, Debug)]
pub(super) struct Sample<B> {
    codes: Vec<B>,
    /// Each of so many is taken.
    stride: u64,
    seen: u64,
}

impl<B: Bits> Sample<B> {
    const MOST: usize = 2048;

    pub(super) fn new() -> Sample<B> {
        Sample { codes: Vec::new(), stride: 1, seen: 0 }
    }

    pub(super) fn add(&mut self, code: B) {
        if self.seen.is_multiple_of(self.stride) {
            self.codes.push(code);
        }
        self.seen += 1;
        if self.codes.len() == Sample::<B>::MOST {
            let mut keep = [false, true].into_iter().cycle();
            self.codes.retain(|_| keep.next() == Some(false));
            self.stride *= 2;
        }
    }

    pub(super) fn codes(&self) -> &[B] {
        &self.codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_ascend(codes: Vec<u64>, sample: Vec<u64>, bits in 0..64u32) {
            let sample: Vec<u64> = sample.into_iter().map(|code| code >> bits).collect();
            let ranges = Ranges::new(4, &sample);
            let mut codes = [codes, sample].concat();
            codes.sort_unstable();
            prop_assert!(codes.iter().map(|code| ranges.of(*code)).is_sorted_by(|a, b| a <= b && *b < 4));
            let wide: Vec<usize> = codes.iter().map(|code| ranges.of(u128::from(*code))).collect();
            prop_assert!(codes.iter().map(|code| ranges.of(*code)).eq(wide));
        }
    }

    #[test]
    fn ranges_are_even() {
        let codes: Vec<u64> = (0..100_000).map(|number: u64| number * number).collect();
        let sample: Vec<u64> = codes.iter().copied().step_by(50).collect();
        let ranges = Ranges::new(64, &sample);
        for range in 0..64 {
            let size = codes.iter().filter(|code| ranges.of(**code) == range).count();
            assert!(size.abs_diff(codes.len() / 64) < 400, "{size}");
        }
    }

    #[test]
    fn a_sample_is_evenly_spread() {
        let mut sample = Sample::new();
        (0..100_000u64).for_each(|code| sample.add(code));
        assert!(sample.codes().len() > 1000 && sample.codes().len() < 2048);
        assert!(sample.codes().iter().enumerate().all(|(place, code)| *code == place as u64 * sample.stride));
    }
}
