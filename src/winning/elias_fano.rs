//! Ascending lists of codes in little more room than they need (Elias 1974, Fano 1971).
//!
//! Each code is split: its lower bits are stored as they are; of the upper part `h` of the `i`-th code, bit
//! `h + i` of a bitmap is set. So the bitmap has, for `h = 0, 1, …`, a one for each code with that upper
//! part, and then a zero. With about as many upper parts as codes, a code takes 2 bits plus its lower ones.
//! For every 64th upper part the place of its first bit is kept. The three sections are those of the file's
//! description in `mod.rs`.

use crate::control::{LimitReached, Part, Steps};
use crate::engine::Bits;

/// Upper parts from one sample to the next.
const SAMPLE: u64 = 64;

/// Why a list is not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodeError {
    Stopped(LimitReached),
    /// The places in its upper section do not fit the 32 bits of a sample.
    TooLong {
        count: u64,
    },
}

impl From<LimitReached> for EncodeError {
    fn from(limit: LimitReached) -> EncodeError {
        EncodeError::Stopped(limit)
    }
}

/// What the sections' sizes depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The number of codes.
    pub(super) count: u64,
    /// Bits of a code that are stored as they are.
    pub(super) lower_bits: u32,
    /// The greatest upper part.
    pub(super) last_upper: u64,
}

impl Shape {
    /// The shape of a list whose last code is given, unless it is too long for the samples of the file.
    fn of(count: u64, last: u128) -> Result<Shape, EncodeError> {
        let lower_bits = (last / u128::from(count.max(1)))
            .checked_ilog2()
            .unwrap_or(0);
        let shape = Shape {
            count,
            lower_bits,
            last_upper: (last >> lower_bits) as u64,
        };
        let places = shape.count.saturating_add(shape.last_upper);
        if places > u64::from(u32::MAX) {
            Err(EncodeError::TooLong { count })
        } else {
            Ok(shape)
        }
    }

    fn upper_words(&self) -> usize {
        ((self.count + self.last_upper + 1).div_ceil(64)) as usize
    }

    /// Each has two samples.
    fn sample_words(&self) -> usize {
        (self.last_upper / SAMPLE + 1).div_ceil(2) as usize
    }

    fn lower_words(&self) -> usize {
        (self.count * u64::from(self.lower_bits)).div_ceil(64) as usize
    }

    /// The bytes of the three sections; `None` when no memory could hold them.
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

/// The shape of an ascending list, and the words of its three sections in sequence.
pub(super) fn encode<B: Bits>(
    codes: &[B],
    part: Part<'_>,
) -> Result<(Shape, Vec<u64>), EncodeError> {
    let shape = Shape::of(
        codes.len() as u64,
        codes.last().map_or(0, |last| last.code()),
    )?;
    let mut words = vec![0; shape.upper_words() + shape.sample_words() + shape.lower_words()];
    let (upper, rest) = words.split_at_mut(shape.upper_words());
    let (samples, lower) = rest.split_at_mut(shape.sample_words());
    let mut lower = BitWriter {
        words: lower,
        place: 0,
    };
    let (low_bits, high_bits) = (
        shape.lower_bits.min(64),
        shape.lower_bits.saturating_sub(64),
    );
    let mut sampled = 0;
    let mut steps = Steps::new(part, "encoding");
    for (index, code) in codes.iter().enumerate() {
        steps.step()?;
        let (low, high) = code.words();
        lower.push(low, low_bits);
        lower.push(high, high_bits);
        let upper_part = code.moved_down(shape.lower_bits as i32).words().0;
        let place = upper_part as usize + index;
        upper[place / 64] |= 1 << (place % 64);
        while sampled * SAMPLE <= upper_part {
            put_sample(samples, sampled, index as u64);
            sampled += 1;
        }
    }
    // Beyond the last code there is at most the sample that fills the last word, or that of an empty list.
    for sample in sampled..2 * shape.sample_words() as u64 {
        put_sample(samples, sample, shape.count);
    }
    Ok((shape, words))
}

/// Before the upper part of a sample there is a zero for each smaller upper part, and a one for each code
/// before it.
fn put_sample(samples: &mut [u64], sample: u64, codes_before: u64) {
    let place = (codes_before + sample * SAMPLE) as u32;
    samples[sample as usize / 2] |= u64::from(place) << (sample % 2 * 32);
}

/// Packs numbers of a few bits.
struct BitWriter<'a> {
    words: &'a mut [u64],
    place: usize,
}

impl BitWriter<'_> {
    /// The lowest bits of a number, at most 64 of them.
    #[inline]
    fn push(&mut self, number: u64, bits: u32) {
        if bits == 0 {
            return;
        }
        let number = number & (u64::MAX >> (64 - bits));
        let (word, shift) = (self.place / 64, self.place as u32 % 64);
        self.words[word] |= number << shift;
        if shift + bits > 64 {
            self.words[word + 1] |= number >> (64 - shift);
        }
        self.place += bits as usize;
    }
}

/// Where in a file the sections of a list lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    shape: Shape,
    /// Where the sections begin, and the last one ends.
    bounds: [usize; 4],
}

impl Place {
    /// `None` when the list would not end before `end`, or has a shape that no list has.
    pub(super) fn new(shape: Shape, first: usize, end: usize) -> Option<Place> {
        let len = shape.bytes().filter(|_| shape.lower_bits < 128)?;
        let last = first.checked_add(len).filter(|last| *last <= end)?;
        let samples = first + shape.upper_words() * 8;
        let lower = samples + shape.sample_words() * 8;
        Some(Place {
            shape,
            bounds: [first, samples, lower, last],
        })
    }

    /// The number of codes.
    pub(super) fn count(&self) -> u64 {
        self.shape.count
    }

    /// The list in the file's bytes.
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

/// A list in the bytes that [`encode`] has made.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeList<'a> {
    shape: Shape,
    upper: &'a [u8],
    samples: &'a [u8],
    lower: &'a [u8],
}

impl<'a> CodeList<'a> {
    /// Whether a code is in the list: a sample, and a few words.
    #[inline]
    pub(super) fn contains(&self, code: u128) -> bool {
        let upper_part = code >> self.shape.lower_bits;
        if self.shape.count == 0 || upper_part > u128::from(self.shape.last_upper) {
            return false;
        }
        let upper_part = upper_part as u64;
        let rest = code & ((1 << self.shape.lower_bits) - 1);
        let mut place = self.first_place(upper_part);
        while self.upper_bit(place) {
            match self.lower_part(place.wrapping_sub(upper_part)).cmp(&rest) {
                std::cmp::Ordering::Less => place += 1,
                found => return found.is_eq(),
            }
        }
        false
    }

    /// All codes, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = u128> + 'a {
        let (mut word, mut open) = (0, self.upper_word(0));
        (0..self.shape.count).map(move |index| {
            // A damaged file that is too large to be checked at once can have fewer ones than codes.
            while open == 0 && word * 8 < self.upper.len() as u64 {
                word += 1;
                open = self.upper_word(word);
            }
            let place = word * 64 + u64::from(open.trailing_zeros());
            open &= open.wrapping_sub(1);
            u128::from(place.wrapping_sub(index)) << self.shape.lower_bits | self.lower_part(index)
        })
    }

    /// Where the bits of an upper part begin: after as many zeros.
    #[inline]
    fn first_place(&self, upper_part: u64) -> u64 {
        let sample = (upper_part / SAMPLE) as usize;
        let bytes = &self.samples[sample * 4..sample * 4 + 4];
        let from = u64::from(u32::from_le_bytes(
            bytes.try_into().expect("there are four bytes"),
        ));
        let mut zeros = (upper_part % SAMPLE) as u32;
        if zeros == 0 {
            return from;
        }
        let mut word = from / 64;
        let mut open = !self.upper_word(word) & (u64::MAX << (from % 64));
        // Beyond the end all bits are zeros, so that this ends even in a damaged file.
        loop {
            let count = open.count_ones();
            if count >= zeros {
                break;
            }
            zeros -= count;
            word += 1;
            open = !self.upper_word(word);
        }
        word * 64 + u64::from(place_of_one(open, zeros - 1)) + 1
    }

    #[inline]
    fn upper_bit(&self, place: u64) -> bool {
        self.upper_word(place / 64) >> (place % 64) & 1 == 1
    }

    /// Beyond its end the bitmap is all zeros.
    #[inline]
    fn upper_word(&self, word: u64) -> u64 {
        word_at(self.upper, word as usize)
    }

    #[inline]
    fn lower_part(&self, index: u64) -> u128 {
        let bits = self.shape.lower_bits;
        let place = index.wrapping_mul(u64::from(bits));
        let (word, shift) = ((place / 64) as usize, place % 64);
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

/// The place of the one that has this many ones below it; there are more.
///
/// Halves are left out by their number of ones, and so it takes the same time for each place.
#[inline]
fn place_of_one(word: u64, mut before: u32) -> u32 {
    let mut place = 0;
    for width in [32, 16, 8] {
        let count = (word >> place & ((1 << width) - 1)).count_ones();
        if before >= count {
            (before, place) = (before - count, place + width);
        }
    }
    let mut rest = word >> place;
    for _ in 0..before {
        rest &= rest - 1;
    }
    place + rest.trailing_zeros()
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
        assert!(Place::new(shape, 0, bytes.len() - 1).is_none());
        let place = Place::new(shape, 0, bytes.len()).unwrap();
        let read = place.list(&bytes);
        assert!(read.iter().eq(codes.iter().copied()));
        assert!(codes.iter().all(|code| read.contains(*code)));
        assert!(
            others
                .iter()
                .all(|code| read.contains(*code) == codes.contains(code))
        );
        (shape, words)
    }

    /// Words of both widths, where the codes fit them, give the same.
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
    fn ones_are_found_by_their_number() {
        for word in [
            1,
            u64::MAX,
            1 << 63,
            0x8000_0001_0001_0101,
            0x0123_4567_89AB_CDEF,
        ] {
            let ones: Vec<u32> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            let found = (0..ones.len()).map(|before| place_of_one(word, before as u32));
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
