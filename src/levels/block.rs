//! Compressed blocks of ascending codes.
//!
//! Each block is self-contained: threads decode different blocks of a level at the same time, and a block of a file can be
//! sent to another machine.
//!
//! | bytes | contents |
//! |---|---|
//! | 0..4 | number of codes, little-endian, 1 to 4096 |
//! | 4..8 | number of bytes that follow, little-endian |
//! | 8.. | for each code its difference from the code before it (from −1 for the first) minus 1, as a varint: seven bits a byte, the lowest first, the eighth bit set in all but the last byte |

use crate::engine::Bits;

/// Bytes before the codes.
pub(super) const HEAD: usize = 8;
/// Maximum length of a 128-bit varint in bytes.
const LONGEST_VARINT: usize = 19;
/// Maximum number of codes of a block. A block that claims more is damaged.
pub(crate) const MAX_CODES: usize = 1 << 12;

/// Appends the block of 1 to [`MAX_CODES`] ascending codes.
pub(crate) fn encode<B: Bits>(codes: &[B], bytes: &mut Vec<u8>) {
    debug_assert!(!codes.is_empty() && codes.len() <= MAX_CODES);
    let begin = bytes.len();
    bytes.extend((codes.len() as u32).to_le_bytes());
    bytes.extend([0; HEAD - 4]);
    // Wraps only after `u128::MAX`, which is always the last code.
    let mut next = 0u128;
    for code in codes.iter().map(|code| code.code()) {
        debug_assert!(code >= next || next == 0);
        append_varint(code.wrapping_sub(next), bytes);
        next = code.wrapping_add(1);
    }
    let body = (bytes.len() - begin - HEAD) as u32;
    bytes[begin + 4..begin + HEAD].copy_from_slice(&body.to_le_bytes());
}

/// Appends a number as a varint.
#[inline]
pub(crate) fn append_varint(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Parses the head of a block. Returns the number of codes and the length of the whole block in bytes, or `None` if the
/// head is invalid.
pub(super) fn read_head(head: [u8; HEAD]) -> Option<(usize, usize)> {
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| head[at + byte])) as usize;
    let (codes, body) = (number(0), number(4));
    let can_be = codes > 0 && codes <= MAX_CODES && body >= codes && body <= LONGEST_VARINT * codes;
    can_be.then_some((codes, HEAD + body))
}

/// Decodes a block into `codes`. Returns `None` unless the bytes are exactly one block.
pub(crate) fn decode<B: Bits>(bytes: &[u8], codes: &mut Vec<B>) -> Option<()> {
    let (count, length) = read_head(bytes.get(..HEAD)?.try_into().ok()?)?;
    if length != bytes.len() {
        return None;
    }
    codes.clear();
    codes.reserve(count);
    let mut rest = &bytes[HEAD..];
    let mut next = 0u128;
    for _ in 0..count {
        let code = next.wrapping_add(read_varint(&mut rest)?);
        next = code.wrapping_add(1);
        codes.push(B::from_words(code as u64, (code >> 64) as u64));
    }
    rest.is_empty().then_some(())
}

#[inline]
fn read_varint(bytes: &mut &[u8]) -> Option<u128> {
    let first = *bytes.split_off_first()?;
    if first < 0x80 {
        return Some(u128::from(first));
    }
    let (mut number, mut shift) = (u128::from(first & 0x7F), 7);
    loop {
        let byte = *bytes.split_off_first()?;
        number |= u128::from(byte & 0x7F).unbounded_shl(shift);
        shift += 7;
        if byte < 0x80 {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn encoded<B: Bits>(codes: &[B]) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(codes, &mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn codes_come_back(codes: BTreeSet<u128>, bits in 0..128u32) {
            let codes: BTreeSet<u128> = codes.into_iter().map(|code| code >> bits).chain([u128::MAX]).collect();
            let codes: Vec<u128> = codes.into_iter().collect();
            let mut read = Vec::<u128>::new();
            decode(&encoded(&codes), &mut read).unwrap();
            prop_assert_eq!(&read, &codes);
            let narrow: BTreeSet<u64> = codes.iter().map(|code| *code as u64).collect();
            let narrow: Vec<u64> = narrow.into_iter().collect();
            let mut read = Vec::<u64>::new();
            decode(&encoded(&narrow), &mut read).unwrap();
            prop_assert_eq!(read, narrow);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, cut in any::<prop::sample::Index>()) {
            let mut codes = Vec::<u64>::new();
            if decode(&bytes, &mut codes).is_some() {
                prop_assert!(codes.len() <= bytes.len());
            }
            let whole = encoded(&[3u64, 700, 1 << 40]);
            prop_assert!(decode(&whole[..cut.index(whole.len())], &mut codes).is_none());
        }
    }
}
