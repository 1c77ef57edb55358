//! Ascending lists of codes in little more room than they need (Elias 1974, Fano 1971).
//!
//! Each code is split: its lower bits are stored as they are; of the upper part `h` of the `i`-th code, bit `h + i` of a bitmap is
//! set. So the bitmap has, for `h = 0, 1, …`, a one for each code with that upper part, and then a zero. With about as many upper
//! parts as codes, a code takes 2 bits plus its lower ones. For every 64th upper part the place of its first bit is kept.
//!
//! | section | what |
//! |---|---|
//! | upper | the bitmap, words of 64 bits |
//! | samples | for `h = 0, 64, 128, …`, where the bits of `h` begin: words of 32 bits, filled up to 8 bytes |
//! | lower | the lower bits of the codes, one after the other, words of 64 bits |

/// Upper parts from one sample to the next.
const SAMPLE: u128 = 64;

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
    /// The shape of a list whose last code is given.
    fn of(count: u64, last: u128) -> Shape {
        let lower_bits = (last / u128::from(count.max(1))).checked_ilog2().unwrap_or(0);
        Shape { count, lower_bits, last_upper: (last >> lower_bits) as u64 }
    }

    fn upper_words(&self) -> usize {
        ((self.count + self.last_upper + 1).div_ceil(64)) as usize
    }

    fn samples(&self) -> usize {
        self.last_upper as usize / SAMPLE as usize + 1
    }

    fn lower_words(&self) -> usize {
        (self.count * u64::from(self.lower_bits)).div_ceil(64) as usize
    }

    /// The bytes of the three sections; `None` when no memory could hold them.
    pub(super) fn bytes(&self) -> Option<usize> {
        let bits = self.count.checked_mul(u64::from(self.lower_bits))?;
        self.count.checked_add(self.last_upper)?.checked_add(bits)?;
        (self.upper_words() + self.samples().div_ceil(2) + self.lower_words()).checked_mul(8)
    }
}

/// Puts an ascending list after `bytes`.
pub(super) fn encode(codes: &[u128], bytes: &mut Vec<u8>) -> Shape {
    let shape = Shape::of(codes.len() as u64, codes.last().copied().unwrap_or(0));
    let mut upper = vec![0u64; shape.upper_words()];
    let mut lower = vec![0u64; shape.lower_words()];
    for (index, code) in codes.iter().enumerate() {
        let place = (code >> shape.lower_bits) as usize + index;
        upper[place / 64] |= 1 << (place % 64);
        let rest = code & ((1 << shape.lower_bits) - 1);
        for bit in (0..shape.lower_bits).filter(|bit| rest >> bit & 1 == 1) {
            let place = index * shape.lower_bits as usize + bit as usize;
            lower[place / 64] |= 1 << (place % 64);
        }
    }
    let before =
        |upper_part: u128| codes.partition_point(|code| code >> shape.lower_bits < upper_part) as u32;
    bytes.extend(upper.iter().flat_map(|word| word.to_le_bytes()));
    for sample in 0..shape.samples().next_multiple_of(2) {
        let upper_part = sample as u128 * SAMPLE;
        bytes.extend((before(upper_part) + upper_part as u32).to_le_bytes());
    }
    bytes.extend(lower.iter().flat_map(|word| word.to_le_bytes()));
    shape
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
    /// `None` when the bytes are not as many as the shape says.
    pub(super) fn new(shape: Shape, bytes: &'a [u8]) -> Option<CodeList<'a>> {
        if shape.bytes()? != bytes.len() {
            return None;
        }
        let (upper, rest) = bytes.split_at(shape.upper_words() * 8);
        let (samples, lower) = rest.split_at(shape.samples().div_ceil(2) * 8);
        Some(CodeList { shape, upper, samples, lower })
    }

    /// Whether a code is in the list: a sample, and a few words.
    pub(super) fn contains(&self, code: u128) -> bool {
        let upper_part = code >> self.shape.lower_bits;
        if self.shape.count == 0 || upper_part > u128::from(self.shape.last_upper) {
            return false;
        }
        let upper_part = upper_part as u64;
        let rest = code & ((1 << self.shape.lower_bits) - 1);
        let mut place = self.first_place(upper_part);
        while self.upper_bit(place) {
            match self.lower_part(place - upper_part).cmp(&rest) {
                std::cmp::Ordering::Less => place += 1,
                found => return found.is_eq(),
            }
        }
        false
    }

    /// All codes, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = u128> + 'a {
        let (mut place, mut index) = (0, 0);
        std::iter::from_fn(move || {
            if index == self.shape.count {
                return None;
            }
            while !self.upper_bit(place) {
                place += 1;
            }
            let code = u128::from(place - index) << self.shape.lower_bits | self.lower_part(index);
            (place, index) = (place + 1, index + 1);
            Some(code)
        })
    }

    /// Where the bits of an upper part begin: after as many zeros.
    fn first_place(&self, upper_part: u64) -> u64 {
        let sample = (upper_part / SAMPLE as u64) as usize;
        let bytes = &self.samples[sample * 4..sample * 4 + 4];
        let from = u64::from(u32::from_le_bytes(bytes.try_into().expect("there are four bytes")));
        let mut zeros = (upper_part % SAMPLE as u64) as u32;
        let mut word = from / 64;
        let mut open = !self.upper_word(word) & (u64::MAX << (from % 64));
        if zeros == 0 {
            return from;
        }
        while open.count_ones() < zeros {
            zeros -= open.count_ones();
            word += 1;
            open = !self.upper_word(word);
        }
        for _ in 1..zeros {
            open &= open - 1;
        }
        word * 64 + u64::from(open.trailing_zeros()) + 1
    }

    fn upper_bit(&self, place: u64) -> bool {
        self.upper_word(place / 64) >> (place % 64) & 1 == 1
    }

    /// Beyond its end the bitmap is all zeros.
    fn upper_word(&self, word: u64) -> u64 {
        word_at(self.upper, word as usize)
    }

    fn lower_part(&self, index: u64) -> u128 {
        let bits = self.shape.lower_bits;
        let place = index * u64::from(bits);
        let (word, shift) = ((place / 64) as usize, place % 64);
        let low = u128::from(word_at(self.lower, word)) | u128::from(word_at(self.lower, word + 1)) << 64;
        let high = if shift == 0 { 0 } else { u128::from(word_at(self.lower, word + 2)) << (128 - shift) };
        (low >> shift | high) & ((1 << bits) - 1)
    }
}

fn word_at(bytes: &[u8], word: usize) -> u64 {
    let bytes = bytes.get(word * 8..word * 8 + 8);
    bytes.map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().expect("there are eight bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check(codes: &BTreeSet<u128>, others: &[u128]) {
        let list: Vec<u128> = codes.iter().copied().collect();
        let mut bytes = Vec::new();
        let shape = encode(&list, &mut bytes);
        let read = CodeList::new(shape, &bytes).unwrap();
        assert_eq!(read.iter().collect::<Vec<_>>(), list);
        assert!(list.iter().all(|code| read.contains(*code)));
        assert!(others.iter().all(|code| read.contains(*code) == codes.contains(code)));
    }

    #[test]
    fn lists_of_every_density() {
        check(&BTreeSet::new(), &[0, 1, u128::MAX >> 1]);
        check(&BTreeSet::from([0]), &[0, 1]);
        check(&(0..1000).collect(), &[1000, 1001]);
        check(&(0..1000).map(|code| code * 1000).collect(), &[999, 1001, 998_999]);
        check(&BTreeSet::from([5, u128::MAX >> 1]), &[4, 6, u128::MAX]);
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
