//! Positions as machine words, and tables that treat a word byte by byte.

use super::board::Board;
use super::refutation::Pagoda;
use std::ops::{BitAnd, BitOr, BitXor};

/// A code in a machine word: `u64` where the holes fit, `u128` elsewhere.
pub(super) trait Word:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    const EMPTY: Self;
    /// `code` must fit.
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

    #[inline(always)]
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

    #[inline(always)]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index) & 0xff) as usize
    }
}

/// The values of a byte.
const VALUES: usize = 256;

/// The holes of byte number `byte` whose bits are set in `value`.
fn holes_in_byte(byte: usize, value: usize, holes: usize) -> impl Iterator<Item = usize> {
    (8 * byte..holes.min(8 * byte + 8)).filter(move |hole| value >> (hole - 8 * byte) & 1 == 1)
}

/// Permutations of the holes: for each one, and each byte of a word, the images of the byte's values.
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
                    let image = holes_in_byte(byte, value, holes).map(|hole| 1u128 << permutation[hole]);
                    tables.push(W::new(image.fold(0, |image, bit| image | bit)));
                }
            }
        }
        Images { bytes, tables }
    }

    pub(super) fn of(&self, word: W) -> impl Iterator<Item = W> + '_ {
        self.tables.chunks_exact(self.bytes * VALUES).map(move |tables| {
            let parts = tables.chunks_exact(VALUES).enumerate();
            parts.fold(W::EMPTY, |image, (byte, table)| image | table[word.byte(byte)])
        })
    }

    /// The smallest image; there must be a permutation.
    #[inline]
    pub(super) fn smallest(&self, word: W) -> W {
        if self.tables.len() == self.bytes * VALUES {
            return word; // the only permutation of a group of one is the identity
        }
        self.of(word).min().unwrap_or(word)
    }
}

/// Sums of pagoda functions, all at once: how far each lies above what it has to be at the finish.
pub(super) struct Slacks {
    /// The number of functions, rounded up so that loops over them have no rest.
    lanes: usize,
    tables: Vec<i32>,
    changes: Vec<i32>,
}

const LANES: usize = 8;

impl Slacks {
    /// `least` is the least sum of a finish, for each function.
    pub(super) fn new(board: &Board, pagodas: &[Pagoda], least: &[i64]) -> Slacks {
        let lanes = pagodas.len().next_multiple_of(LANES);
        let row = |value: &dyn Fn(usize) -> i64| {
            let filling = std::iter::repeat_n(0, lanes - pagodas.len());
            (0..pagodas.len()).map(|lane| value(lane) as i32).chain(filling).collect::<Vec<i32>>()
        };
        let mut tables = Vec::new();
        for byte in 0..board.holes().div_ceil(8) {
            for value in 0..VALUES {
                let holes = || holes_in_byte(byte, value, board.holes());
                tables.extend(row(&|lane| {
                    let sum: i64 = holes().map(|hole| i64::from(pagodas[lane].0[hole])).sum();
                    if byte == 0 { sum - least[lane] } else { sum }
                }));
            }
        }
        let change = |jump: &super::board::Jump| {
            row(&|lane| {
                let weight = |hole: usize| i64::from(pagodas[lane].0[hole]);
                weight(jump.to) - weight(jump.from) - weight(jump.over)
            })
        };
        Slacks { lanes, tables, changes: board.jumps.iter().flat_map(change).collect() }
    }

    pub(super) fn row(&self) -> Vec<i32> {
        vec![0; self.lanes]
    }

    #[inline]
    pub(super) fn set<W: Word>(&self, slacks: &mut [i32], position: W) {
        slacks.fill(0);
        let per_byte = self.tables.chunks_exact((VALUES * self.lanes).max(1));
        for (byte, table) in per_byte.enumerate() {
            let start = position.byte(byte) * self.lanes;
            for (slack, part) in slacks.iter_mut().zip(&table[start..start + self.lanes]) {
                *slack += part;
            }
        }
    }

    /// Whether a function says that no finish can be reached after a jump from the position of `slacks`.
    #[inline]
    pub(super) fn refute_after(&self, slacks: &[i32], jump: usize) -> bool {
        let changes = &self.changes[jump * self.lanes..(jump + 1) * self.lanes];
        let signs = slacks.iter().zip(changes).fold(0, |signs, (slack, change)| signs | (slack + change));
        signs < 0
    }

    /// Whether a function says that no finish can be reached from the position of `slacks`.
    pub(super) fn refute(&self, slacks: &[i32]) -> bool {
        slacks.iter().any(|slack| *slack < 0)
    }
}
