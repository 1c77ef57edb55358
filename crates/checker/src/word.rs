//! Positions as machine words, and lookup tables by byte.

use std::ops::{BitAnd, BitOr, BitXor};

/// Code in a machine word: `u64` for up to 64 holes, `u128` for more.
pub(super) trait Word:
    Copy + Ord + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    const EMPTY: Self;
    /// Converts a code, which must fit.
    fn new(code: u128) -> Self;
    fn code(self) -> u128;
    fn byte(self, index: usize) -> usize;
}

impl Word for u64 {
    const EMPTY: u64 = 0;

    fn new(code: u128) -> u64 {
        code as u64
    }

    fn code(self) -> u128 {
        u128::from(self)
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index) & 0xff) as usize
    }
}

impl Word for u128 {
    const EMPTY: u128 = 0;

    fn new(code: u128) -> u128 {
        code
    }

    fn code(self) -> u128 {
        self
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index) & 0xff) as usize
    }
}

/// Number of values of a byte.
const VALUES: usize = 256;

/// Iterates over the holes of byte number `byte` whose bits are set in `value`.
fn holes_in_byte(byte: usize, value: usize, holes: usize) -> impl Iterator<Item = usize> {
    (8 * byte..holes.min(8 * byte + 8)).filter(move |hole| value >> (hole - 8 * byte) & 1 == 1)
}

/// Lookup tables of permutations: for each permutation and each byte of a word, the images of all byte values.
pub(super) struct Images<W> {
    bytes: usize,
    tables: Vec<W>,
}

impl<W: Word> Images<W> {
    pub(super) fn new(permutations: &[Vec<usize>], holes: usize) -> Images<W> {
        let bytes = holes.div_ceil(8);
        let mut tables = Vec::new();
        for permutation in permutations {
            for byte in 0..bytes {
                for value in 0..VALUES {
                    let image =
                        holes_in_byte(byte, value, holes).map(|hole| 1u128 << permutation[hole]);
                    tables.push(W::new(image.fold(0, |image, bit| image | bit)));
                }
            }
        }
        Images { bytes, tables }
    }

    /// Returns the number of permutations.
    pub(super) fn count(&self) -> usize {
        self.tables.len() / (self.bytes * VALUES)
    }

    pub(super) fn of(&self, word: W) -> impl Iterator<Item = W> + '_ {
        self.tables
            .chunks_exact(self.bytes * VALUES)
            .map(move |tables| {
                let parts = tables.chunks_exact(VALUES).enumerate();
                parts.fold(W::EMPTY, |image, (byte, table)| {
                    image | table[word.byte(byte)]
                })
            })
    }

    /// Returns the smallest image of a word.
    #[inline]
    pub(super) fn smallest(&self, word: W) -> W {
        if self.count() == 1 {
            return word; // the only permutation of a group of one is the identity
        }
        self.of(word).min().unwrap_or(word)
    }

    /// Returns the smallest image, and the index of a permutation that gives it.
    #[inline]
    pub(super) fn smallest_by(&self, word: W) -> (W, usize) {
        let images = self
            .of(word)
            .enumerate()
            .map(|(permutation, image)| (image, permutation));
        images.min().unwrap_or((word, 0))
    }
}
