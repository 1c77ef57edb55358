//! Elias-Fano coding of ascending lists of codes (Elias 1974, Fano 1971).
//!
//! The lower bits of each code are stored verbatim. For the upper part `h` of the `i`-th code, bit `h + i` of a bitmap is
//! set. The bitmap therefore has, for `h = 0, 1, …`, a one for each code with this upper part, followed by a zero. With
//! about as many upper parts as codes, a code takes 2 bits plus its lower bits. For every 64th upper part, a sample has the
//! index of its first bit. `mod.rs` describes the three sections of a list.

use crate::control::{LimitReached, Part, Phase, Steps};
use crate::engine::Bits;
use std::ops::Range;

/// Number of upper parts per sample.
const SAMPLE_RATE: u64 = 64;

/// Error of [`encode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodeError {
    Stopped(LimitReached),
    /// Bit indices in the upper section do not fit the 32 bits of a sample.
    TooLong {
        count: u64,
    },
}

impl From<LimitReached> for EncodeError {
    fn from(limit: LimitReached) -> EncodeError {
        EncodeError::Stopped(limit)
    }
}

/// Parameters that determine the sizes of the sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Number of codes.
    pub(super) count: u64,
    /// Number of bits of a code that are stored verbatim.
    pub(super) lower_bits: u32,
    /// Greatest upper part.
    pub(super) last_upper: u64,
}

impl Shape {
    /// Computes the shape of a list from its length and its last code.
    fn of(count: u64, last: u128) -> Result<Shape, EncodeError> {
        let lower_bits = (last / u128::from(count.max(1)))
            .checked_ilog2()
            .unwrap_or(0);
        let shape = Shape {
            count,
            lower_bits,
            last_upper: (last >> lower_bits) as u64,
        };
        let last_bit = shape.count.saturating_add(shape.last_upper);
        if last_bit > u64::from(u32::MAX) {
            Err(EncodeError::TooLong { count })
        } else {
            Ok(shape)
        }
    }

    fn upper_words(&self) -> usize {
        ((self.count + self.last_upper + 1).div_ceil(64)) as usize
    }

    // A word has two samples.
    fn sample_words(&self) -> usize {
        (self.last_upper / SAMPLE_RATE + 1).div_ceil(2) as usize
    }

    fn lower_words(&self) -> usize {
        (self.count * u64::from(self.lower_bits)).div_ceil(64) as usize
    }

    /// Returns the size of the three sections in bytes, or `None` on overflow.
    fn bytes(&self) -> Option<usize> {
        let bits = self.count.checked_mul(u64::from(self.lower_bits))?;
        self.count
            .checked_add(self.last_upper)?
            .checked_add(1 + 63)?;
        bits.checked_add(63)?;
        self.upper_words()
            .checked_add(self.sample_words())?
            .checked_add(self.lower_words())?
            .checked_mul(8)
    }
}

/// Encodes an ascending list. Returns its shape and the words of its three sections in sequence.
pub(super) fn encode<B: Bits>(
    codes: &[B],
    part: Part<'_>,
) -> Result<(Shape, Vec<u64>), EncodeError> {
    let shape = Shape::of(
        codes.len() as u64,
        codes.last().map_or(0, |last| last.code()),
    )?;
    Ok((shape, encode_in(shape, codes.iter().copied(), part)?))
}

/// Encodes ascending codes whose shape is known.
fn encode_in<B: Bits>(
    shape: Shape,
    codes: impl Iterator<Item = B>,
    part: Part<'_>,
) -> Result<Vec<u64>, LimitReached> {
    let mut words = vec![0; shape.upper_words() + shape.sample_words() + shape.lower_words()];
    let (upper, rest) = words.split_at_mut(shape.upper_words());
    let (samples, lower) = rest.split_at_mut(shape.sample_words());
    let mut lower = BitWriter {
        words: lower,
        position: 0,
    };
    let (low_bits, high_bits) = (
        shape.lower_bits.min(64),
        shape.lower_bits.saturating_sub(64),
    );
    let mut sampled = 0;
    let mut steps = Steps::new(part, Phase::Encoding);
    for (index, code) in codes.enumerate() {
        steps.step()?;
        let (low, high) = code.words();
        lower.push(low, low_bits);
        lower.push(high, high_bits);
        let upper_part = code.moved_down(shape.lower_bits as i32).words().0;
        let bit = upper_part as usize + index;
        upper[bit / 64] |= 1 << (bit % 64);
        while sampled * SAMPLE_RATE <= upper_part {
            put_sample(samples, sampled, index as u64);
            sampled += 1;
        }
    }
    // The padding of the last word remains, and the first sample of an empty list.
    for sample in sampled..2 * shape.sample_words() as u64 {
        put_sample(samples, sample, shape.count);
    }
    Ok(words)
}

/// Stores a sample: the bits before its upper part are a zero for each smaller upper part and a one for each earlier code.
fn put_sample(samples: &mut [u64], sample: u64, codes_before: u64) {
    let bit = (codes_before + sample * SAMPLE_RATE) as u32;
    samples[sample as usize / 2] |= u64::from(bit) << (sample % 2 * 32);
}

/// Writer that packs numbers into words.
struct BitWriter<'a> {
    words: &'a mut [u64],
    /// Number of bits written.
    position: usize,
}

impl BitWriter<'_> {
    /// Appends the lowest bits of a number. `bits` must be at most 64.
    #[inline]
    fn push(&mut self, number: u64, bits: u32) {
        if bits == 0 {
            return;
        }
        let number = number & (u64::MAX >> (64 - bits));
        let (word, shift) = (self.position / 64, self.position as u32 % 64);
        self.words[word] |= number << shift;
        if shift + bits > 64 {
            self.words[word + 1] |= number >> (64 - shift);
        }
        self.position += bits as usize;
    }
}

/// Location of a list in the bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListLocation {
    shape: Shape,
    /// Beginnings of the three sections and the end of the last one.
    bounds: [usize; 4],
}

impl ListLocation {
    /// Locates a list that begins at byte `first`. Returns `None` if it extends beyond `end` or its shape is invalid.
    pub(super) fn new(shape: Shape, first: usize, end: usize) -> Option<ListLocation> {
        let len = shape.bytes().filter(|_| shape.lower_bits < 128)?;
        let last = first.checked_add(len).filter(|last| *last <= end)?;
        let samples = first + shape.upper_words() * 8;
        let lower = samples + shape.sample_words() * 8;
        Some(ListLocation {
            shape,
            bounds: [first, samples, lower, last],
        })
    }

    /// Returns the number of codes.
    pub(super) fn count(&self) -> u64 {
        self.shape.count
    }

    /// Returns the place of the list in the file.
    pub(super) fn bytes(&self) -> Range<usize> {
        self.bounds[0]..self.bounds[3]
    }

    /// Returns the list in the bytes of the file.
    #[inline]
    pub(super) fn list<'a>(&self, file: &'a [u8]) -> CodeList<'a> {
        let [upper, samples, lower, end] = self.bounds;
        let (upper, samples, lower) = (
            &file[upper..samples],
            &file[samples..lower],
            &file[lower..end],
        );
        CodeList {
            shape: self.shape,
            upper,
            samples,
            lower,
        }
    }
}

/// Encoded list in the bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeList<'a> {
    shape: Shape,
    upper: &'a [u8],
    samples: &'a [u8],
    lower: &'a [u8],
}

impl<'a> CodeList<'a> {
    /// Returns the number of codes.
    pub(super) fn len(&self) -> u64 {
        self.shape.count
    }

    /// Returns `true` if the list contains a code. Reads a sample and a few words.
    #[inline]
    pub(super) fn contains(&self, code: u128) -> bool {
        let upper_part = code >> self.shape.lower_bits;
        if self.shape.count == 0 || upper_part > u128::from(self.shape.last_upper) {
            return false;
        }
        let upper_part = upper_part as u64;
        let rest = code & ((1 << self.shape.lower_bits) - 1);
        let mut bit = self.first_bit(upper_part);
        while self.upper_word(bit / 64) >> (bit % 64) & 1 == 1 {
            match self.lower_part(bit.wrapping_sub(upper_part)).cmp(&rest) {
                std::cmp::Ordering::Less => bit += 1,
                found => return found.is_eq(),
            }
        }
        false
    }

    /// Iterates over the codes in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u128> + 'a {
        let (mut word, mut ones) = (0, self.upper_word(0));
        (0..self.shape.count).map(move |index| {
            // A damaged file that was not verified can have fewer ones than codes.
            while ones == 0 && word * 8 < self.upper.len() as u64 {
                word += 1;
                ones = self.upper_word(word);
            }
            let bit = word * 64 + u64::from(ones.trailing_zeros());
            ones &= ones.wrapping_sub(1);
            u128::from(bit.wrapping_sub(index)) << self.shape.lower_bits | self.lower_part(index)
        })
    }

    /// Returns `true` if the codes ascend and the bytes are those that [`encode`] writes for them. Then
    /// [`contains`](CodeList::contains) finds the codes of [`iter`](CodeList::iter) and no others.
    pub(super) fn is_well_formed(&self, part: Part<'_>) -> Result<bool, LimitReached> {
        let mut steps = Steps::new(part, Phase::Reading);
        let mut last = None;
        for code in self.iter() {
            steps.step()?;
            if last.is_some_and(|last| last >= code) {
                return Ok(false);
            }
            last = Some(code);
        }
        if Shape::of(self.shape.count, last.unwrap_or(0)) != Ok(self.shape) {
            return Ok(false);
        }
        let words = encode_in(self.shape, self.iter(), part)?;
        let bytes = [self.upper, self.samples, self.lower].into_iter().flatten();
        Ok(words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .eq(bytes.copied()))
    }

    /// Returns the index of the first bit of an upper part, which follows `upper_part` zeros.
    #[inline]
    fn first_bit(&self, upper_part: u64) -> u64 {
        let sample = (upper_part / SAMPLE_RATE) as usize;
        let bytes = &self.samples[sample * 4..sample * 4 + 4];
        let from = u64::from(u32::from_le_bytes(
            bytes.try_into().expect("there are four bytes"),
        ));
        let mut zeros = (upper_part % SAMPLE_RATE) as u32;
        if zeros == 0 {
            return from;
        }
        let mut word = from / 64;
        let mut candidates = !self.upper_word(word) & (u64::MAX << (from % 64));
        // Bits beyond the end are zeros, so the loop ends even in a damaged file.
        loop {
            let count = candidates.count_ones();
            if count >= zeros {
                break;
            }
            zeros -= count;
            word += 1;
            candidates = !self.upper_word(word);
        }
        word * 64 + u64::from(select(candidates, zeros - 1)) + 1
    }

    /// Returns a word of the bitmap, which is zero beyond the end.
    #[inline]
    fn upper_word(&self, word: u64) -> u64 {
        word_at(self.upper, word as usize)
    }

    #[inline]
    fn lower_part(&self, index: u64) -> u128 {
        let bits = self.shape.lower_bits;
        let bit = index.wrapping_mul(u64::from(bits));
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        let low =
            u128::from(word_at(self.lower, word)) | u128::from(word_at(self.lower, word + 1)) << 64;
        if bits <= 64 {
            return low >> shift & ((1 << bits) - 1);
        }
        let high = if shift == 0 {
            0
        } else {
            u128::from(word_at(self.lower, word + 2)) << (128 - shift)
        };
        (low >> shift | high) & ((1 << bits) - 1)
    }
}

/// Returns the index of the one with `rank` ones below it. The word must have more than `rank` ones.
#[inline]
fn select(word: u64, mut rank: u32) -> u32 {
    let mut bit = 0;
    for width in [32, 16, 8] {
        let count = (word >> bit & ((1 << width) - 1)).count_ones();
        if rank >= count {
            (rank, bit) = (rank - count, bit + width);
        }
    }
    let mut rest = word >> bit;
    for _ in 0..rank {
        rest &= rest - 1;
    }
    bit + rest.trailing_zeros()
}

#[inline]
fn word_at(bytes: &[u8], word: usize) -> u64 {
    let bytes = bytes.get(word * 8..word * 8 + 8);
    bytes.map_or(0, |bytes| {
        u64::from_le_bytes(bytes.try_into().expect("there are eight bytes"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check_in<B: Bits>(codes: &BTreeSet<u128>, others: &[u128]) -> (Shape, Vec<u64>) {
        let list: Vec<B> = codes.iter().map(|code| B::from_code(*code)).collect();
        let (shape, words) = encode(&list, Part::whole(&Control::default())).unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(ListLocation::new(shape, 0, bytes.len() - 1).is_none());
        let location = ListLocation::new(shape, 0, bytes.len()).unwrap();
        let read = location.list(&bytes);
        assert!(read.iter().eq(codes.iter().copied()));
        assert!(codes.iter().all(|code| read.contains(*code)));
        assert!(
            others
                .iter()
                .all(|code| read.contains(*code) == codes.contains(code))
        );
        (shape, words)
    }

    /// Compares both word widths, if the codes fit both.
    fn check(codes: &BTreeSet<u128>, others: &[u128]) {
        let wide = check_in::<u128>(codes, others);
        if codes
            .last()
            .is_none_or(|last| *last <= u128::from(u64::MAX))
        {
            assert_eq!(check_in::<u64>(codes, others), wide);
        }
    }

    #[test]
    fn lists_of_every_density() {
        check(&BTreeSet::new(), &[0, 1, u128::MAX >> 1]);
        check(&BTreeSet::from([0]), &[0, 1]);
        check(&(0..1000).collect(), &[1000, 1001]);
        check(
            &(0..1000).map(|code| code * 1000).collect(),
            &[999, 1001, 998_999],
        );
        check(&BTreeSet::from([u128::from(u64::MAX)]), &[1 << 63, 1 << 64]);
        check(&BTreeSet::from([5, u128::MAX >> 1]), &[4, 6, u128::MAX]);
    }

    #[test]
    fn a_list_that_is_too_long_is_refused() {
        let (fits, last) = (1 << 30, (1u128 << 36) - 1);
        assert_eq!(Shape::of(fits, last).unwrap().last_upper, (1 << 31) - 1);
        for count in [1 << 31, u64::MAX] {
            assert_eq!(Shape::of(count, last), Err(EncodeError::TooLong { count }));
        }
    }

    #[test]
    fn ones_are_selected_by_their_rank() {
        for word in [
            1,
            u64::MAX,
            1 << 63,
            0x8000_0001_0001_0101,
            0x0123_4567_89AB_CDEF,
        ] {
            let ones: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            let found = (0..ones.len()).map(|rank| select(word, rank as u32));
            assert!(found.eq(ones.iter().copied()), "{word:x}");
        }
    }

    proptest! {
        #[test]
        fn any_list(codes in prop::collection::btree_set(any::<u128>(), 0..200), shift in 0u32..120) {
            let codes: BTreeSet<u128> = codes.iter().map(|code| code >> shift >> 1).collect();
            let near: Vec<u128> = codes.iter().flat_map(|code| [code.wrapping_sub(1), code + 1]).collect();
            check(&codes, &near);
        }
    }
}
