//! Blocks of ascending codes in few bytes.
//!
//! A block is read without any other. So threads decode different blocks of a level at the same time, and a block cut out of a
//! file says where the level stands there.
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | number of codes, little-endian, 1 to 4096 |
//! | 4..8 | number of the bytes that follow, little-endian |
//! | 8.. | each code as its difference to the one before (the first to −1) less 1, seven bits a byte, the lowest first, the eighth bit set in all but the last byte |

use crate::engine::Bits;
use std::io;

/// The bytes before the codes.
pub(super) const HEAD: usize = 8;
/// No code takes more bytes than 128 bits do.
pub(super) const LONGEST: usize = 19;
/// Codes that a block can have: what claims more is damaged, and no memory is asked for it.
pub(super) const MOST: usize = 1 << 12;
/// Bytes for each code that a block may hold before it is closed: far more than the usual one or two.
const ROOM: usize = 4;

/// The bytes that a block of so many codes can take.
pub(super) fn most_bytes(codes: usize) -> usize {
    HEAD + ROOM * codes + LONGEST
}

/// Puts codes together to a block.
#[derive(Debug)]
pub(super) struct BlockWriter {
    bytes: Vec<u8>,
    /// One more than the last code.
    next: u128,
    codes: usize,
    most: usize,
}

impl BlockWriter {
    /// For blocks of at most so many codes.
    pub(super) fn new(most: usize) -> BlockWriter {
        debug_assert!(most <= MOST);
        let mut bytes = Vec::with_capacity(most_bytes(most));
        bytes.extend([0; HEAD]);
        BlockWriter { bytes, next: 0, codes: 0, most }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.codes == 0
    }

    /// The next code, greater than the one before. Whether the block is full.
    #[inline(always)]
    pub(super) fn push(&mut self, code: u128) -> bool {
        debug_assert!(self.codes == 0 || code >= self.next);
        let mut rest = code - self.next;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
        self.codes += 1;
        self.next = code.wrapping_add(1); // after the greatest of all codes nothing follows
        self.codes == self.most || self.bytes.len() >= HEAD + ROOM * self.most
    }

    /// The block so far; the writer begins another one with [`clear`](BlockWriter::clear).
    pub(super) fn finished(&mut self) -> &[u8] {
        let body = (self.bytes.len() - HEAD) as u32;
        self.bytes[..4].copy_from_slice(&(self.codes as u32).to_le_bytes());
        self.bytes[4..HEAD].copy_from_slice(&body.to_le_bytes());
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.truncate(HEAD);
        (self.next, self.codes) = (0, 0);
    }
}

/// A block as it was written, and how far it was read.
#[derive(Debug, Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    place: usize,
    next: u128,
    left: u32,
}

impl Block {
    /// Reads a whole block.
    pub(super) fn read(&mut self, input: &mut impl io::Read) -> io::Result<()> {
        self.bytes.resize(HEAD, 0);
        input.read_exact(&mut self.bytes)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| self.bytes[at + byte]));
        let (codes, body) = (number(0), number(4));
        if codes == 0 || codes as usize > MOST || body < codes || body as usize > LONGEST * codes as usize {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is damaged"));
        }
        self.bytes.resize(HEAD + body as usize, 0);
        input.read_exact(&mut self.bytes[HEAD..])?;
        (self.place, self.next, self.left) = (HEAD, 0, codes);
        Ok(())
    }

    /// The block as it was written.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The codes that were not read yet.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The next code, if one is left. Of a damaged block it may be any number.
    #[inline(always)]
    pub(super) fn next<B: Bits>(&mut self) -> Option<B> {
        self.left = self.left.checked_sub(1)?;
        let code = self.next.wrapping_add(self.difference());
        self.next = code.wrapping_add(1);
        Some(B::from_code(code & (u128::MAX >> (128 - B::WIDTH))))
    }

    #[inline(always)]
    fn difference(&mut self) -> u128 {
        let first = self.byte();
        if first < 0x80 {
            return u128::from(first);
        }
        let (mut difference, mut shift) = (u128::from(first & 0x7F), 7);
        loop {
            let byte = self.byte();
            difference |= u128::from(byte & 0x7F).unbounded_shl(shift);
            shift += 7;
            if byte < 0x80 {
                return difference;
            }
        }
    }

    #[inline(always)]
    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.place).copied().unwrap_or(0);
        self.place += 1;
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn codes_come_back(codes: BTreeSet<u128>, bits in 0..128u32, most in 1..40usize) {
            let codes: BTreeSet<u128> = codes.into_iter().map(|code| code >> bits).chain([u128::MAX]).collect();
            let (mut writer, mut written) = (BlockWriter::new(most), Vec::new());
            for &code in &codes {
                if writer.push(code) {
                    prop_assert!(writer.finished().len() <= most_bytes(most));
                    written.extend(writer.finished());
                    writer.clear();
                }
            }
            if !writer.is_empty() {
                written.extend(writer.finished());
            }
            let (mut input, mut block, mut read) = (&written[..], Block::default(), BTreeSet::new());
            while !input.is_empty() {
                block.read(&mut input).unwrap();
                read.extend(std::iter::from_fn(|| block.next::<u128>()));
            }
            prop_assert_eq!(read, codes);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let mut block = Block::default();
            if block.read(&mut &bytes[..]).is_ok() {
                prop_assert!(std::iter::from_fn(|| block.next::<u64>()).count() <= bytes.len());
            }
        }
    }
}
