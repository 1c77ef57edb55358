//! Partition of a level by ranges of codes.
//!
//! Equal codes must meet in one partition, and partitions should have about the same size. A hash would achieve both.
//! So do ranges cut by a sample, and their sorted partitions in order form the level, so only spilled runs need a
//! merge. No result depends on the cuts.

use crate::engine::Bits;

/// Consecutive ranges of codes, one for each partition.
#[derive(Debug)]
pub(crate) struct Ranges {
    count: usize,
    /// Shift from a code to its highest bits.
    shift: i32,
    /// Highest bits of a code near the beginning of the level.
    least: u64,
    /// Number of the range for each value of the highest bits, from `least` on. A lookup is several times as fast as a
    /// search among cuts.
    numbers: Box<[u8; 1 << BITS]>,
    /// First code of each range but the first, if the highest bits cannot tell the ranges apart. Otherwise empty.
    cuts: Vec<u128>,
}

/// Maximum number of ranges, whose numbers are bytes.
pub(crate) const MAX_RANGES: usize = 256;
/// Number of high bits that tell ranges apart. The table fits the innermost cache.
const BITS: u32 = 14;
/// Maximum size of a range that is cut by its highest bits, as a multiple of the average. Buffers allow for larger ranges
/// only where a sample misses them.
const UNEVEN: usize = 2;
/// Number of sampled codes for each range cut by codes. They must take little memory.
const CODES_FOR_A_CUT: usize = 32;

impl Ranges {
    /// Cuts `count` ranges that divide the sample about evenly.
    pub(crate) fn new<B: Bits>(count: usize, sample: &[B]) -> Ranges {
        assert!(count <= MAX_RANGES);
        let (least, greatest) = bounds_of_most(sample, sample.len() / (2 * count));
        let bits = |number: u128| 128 - number.leading_zeros();
        // The shifted code must fit 64 bits.
        let shift = bits(greatest - least)
            .saturating_sub(BITS)
            .max(bits(greatest).saturating_sub(64));
        let least = (least >> shift) as u64;
        let mut ranges = Ranges {
            count,
            shift: shift as i32,
            least,
            numbers: Box::new([0; 1 << BITS]),
            cuts: Vec::new(),
        };
        let mut sizes = vec![0; 1 << BITS];
        sample
            .iter()
            .for_each(|code| sizes[ranges.highest(*code)] += 1);
        let mut before = 0;
        for (number, size) in ranges.numbers.iter_mut().zip(sizes) {
            let middle = before + size / 2;
            *number = (middle * count / sample.len().max(1)).min(count - 1) as u8;
            before += size;
        }
        let mut sizes = vec![0; count];
        sample.iter().for_each(|code| sizes[ranges.of(*code)] += 1);
        let largest = sizes.into_iter().max().unwrap_or(0);
        if largest * count > UNEVEN * sample.len() {
            let step = (sample.len() / (CODES_FOR_A_CUT * count)).max(1);
            let mut sorted: Vec<B> = sample.iter().copied().step_by(step).collect();
            sorted.sort_unstable();
            let cut = |range: usize| sorted[range * sorted.len() / count].code();
            ranges.cuts = (1..count).map(cut).collect();
        }
        ranges
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of the range of a code.
    #[inline]
    pub(crate) fn of<B: Bits>(&self, code: B) -> usize {
        match self.cuts[..] {
            [] => usize::from(self.numbers[self.highest(code)]),
            ref cuts => cuts.partition_point(|first| *first <= code.code()),
        }
    }

    /// Returns the smallest possible code of a range, or `None` if it is above all codes.
    pub(crate) fn first_code(&self, range: usize) -> Option<u128> {
        if let (false, Some(before)) = (self.cuts.is_empty(), range.checked_sub(1)) {
            return self.cuts.get(before).copied();
        }
        match self
            .numbers
            .partition_point(|number| usize::from(*number) < range)
        {
            0 => Some(0),
            highest if highest < 1 << BITS => {
                (u128::from(self.least) + highest as u128).checked_mul(1 << self.shift)
            }
            _ => None,
        }
    }

    /// Returns the highest bits of a code, clamped to the table.
    #[inline]
    fn highest<B: Bits>(&self, code: B) -> usize {
        let (low, high) = code.moved_down(self.shift).words();
        let highest = if high == 0 { low } else { u64::MAX };
        highest.saturating_sub(self.least).min((1 << BITS) - 1) as usize
    }
}

/// Returns bounds that leave `outside` codes of a sample below and `outside` above, because a few outliers would leave
/// too few bits to tell the other codes apart.
fn bounds_of_most<B: Bits>(sample: &[B], outside: usize) -> (u128, u128) {
    let mut codes: Vec<B> = sample.to_vec();
    let mut at = |place: usize| codes.select_nth_unstable(place).1.code();
    match sample.len() {
        0 => (0, 0),
        count => {
            let outside = outside.min((count - 1) / 2); // the least code must not pass the greatest
            (at(outside), at(count - 1 - outside))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_single_range_holds_every_code() {
        let ranges = Ranges::new(1, &[3u64, 900]);
        assert_eq!([0, 3, 900, u64::MAX].map(|code| ranges.of(code)), [0; 4]);
    }

    proptest! {
        /// The highest codes of the largest boards leave no room above the last range.
        #[test]
        fn ranges_below_the_highest_code_ascend(below: Vec<u64>, bits in 0..128u32) {
            let below = below.into_iter().map(|number| (u128::from(number) * u128::from(number)) >> bits);
            let mut codes: Vec<u128> = below.map(|number| u128::MAX - number).collect();
            codes.sort_unstable();
            let ranges = Ranges::new(7, &codes);
            for code in &codes {
                let range = ranges.of(*code);
                prop_assert!(ranges.first_code(range).is_some_and(|first| first <= *code));
                prop_assert!(ranges.first_code(range + 1).is_none_or(|next| *code < next));
            }
            let firsts: Vec<u128> = (0..7).map(|range| ranges.first_code(range).unwrap_or(u128::MAX)).collect();
            prop_assert!(firsts.is_sorted(), "{firsts:x?}");
        }

        #[test]
        fn ranges_ascend(codes: Vec<u64>, sample: Vec<u64>, bits in 0..64u32, least: u64) {
            let sample: Vec<u64> = sample.into_iter().map(|code| (code >> bits).saturating_add(least)).collect();
            let ranges = Ranges::new(4, &sample);
            let mut codes = [codes, sample].concat();
            codes.sort_unstable();
            prop_assert!(codes.iter().map(|code| ranges.of(*code)).is_sorted_by(|a, b| a <= b && *b < 4));
            for code in &codes {
                let range = ranges.of(*code);
                let code = u128::from(*code);
                prop_assert!(ranges.first_code(range).is_some_and(|first| first <= code));
                prop_assert!(ranges.first_code(range + 1).is_none_or(|next| code < next));
            }
            let wide: Vec<usize> = codes.iter().map(|code| ranges.of(u128::from(*code))).collect();
            prop_assert!(codes.iter().map(|code| ranges.of(*code)).eq(wide));
        }
    }

    #[test]
    fn ranges_are_even() {
        // Codes from 0 on, of small and of large boards, and codes of a narrow part of a level.
        let squares = [
            (0, 1),
            (0, 1 << 40),
            (1 << 100, 1 << 40),
            (3 << 90, 1 << 20),
        ];
        let squares = squares.map(|(least, factor)| {
            let code = move |number: u128| least + factor * number * number;
            (0..100_000).map(code).collect::<Vec<u128>>()
        });
        // A few jumps from a full board, most codes share their highest bits.
        let powers = (0..100_000u128).map(|number| (1 + number % 1000) << (number / 1000));
        let mut powers: Vec<u128> = powers.collect();
        powers.sort_unstable();
        for codes in squares.into_iter().chain([powers]) {
            let sample: Vec<u128> = codes.iter().copied().step_by(50).collect();
            let ranges = Ranges::new(64, &sample);
            for range in 0..64 {
                let size = codes
                    .iter()
                    .filter(|code| ranges.of(**code) == range)
                    .count();
                assert!(size.abs_diff(codes.len() / 64) < 400, "{size}");
            }
        }
    }
}
