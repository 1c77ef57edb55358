//! Codes in transit from the worker that finds them to the worker that keeps them.

use pegboard::distributed::{Bits, prefetch};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Codes for one worker. Each takes as many bytes as the board's holes need, little-endian.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Packet {
    pub(super) to: u32,
    codes: Bytes,
}

/// Bytes that serde copies as a whole.
#[derive(Clone, Debug, Default)]
struct Bytes(Vec<u8>);

/// Bytes after the last code, so that each code can be read and written as a whole word.
const SLACK: usize = 16;

/// Packed size of the codes of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing<B> {
    /// Number of bytes of a code.
    bytes: usize,
    word: PhantomData<B>,
}

impl<B: Bits> Packing<B> {
    pub(super) fn new(holes: usize) -> Packing<B> {
        Packing {
            bytes: holes.div_ceil(8).max(1),
            word: PhantomData,
        }
    }

    /// Returns the number of bytes of a code.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    fn pack(&self, to: usize, codes: &[B]) -> Packet {
        let mut bytes = vec![0; codes.len() * self.bytes + SLACK];
        for (number, code) in codes.iter().enumerate() {
            let place = &mut bytes[number * self.bytes..];
            let (low, high) = code.words();
            place[..8].copy_from_slice(&low.to_le_bytes());
            if self.bytes > 8 {
                place[8..16].copy_from_slice(&high.to_le_bytes());
            }
        }
        let end = bytes.len() - SLACK;
        bytes[end..].fill(0);
        Packet {
            to: to as u32,
            codes: Bytes(bytes),
        }
    }

    /// Unpacks a packet into `codes`.
    pub(super) fn unpack(&self, packet: &Packet, codes: &mut Vec<B>) {
        let bytes = &packet.codes.0;
        let count = bytes.len().saturating_sub(SLACK) / self.bytes;
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        codes.clear();
        codes.reserve(count);
        if self.bytes <= 8 {
            let mask = u64::MAX >> (64 - 8 * self.bytes);
            codes.extend(
                (0..count).map(|number| B::from_words(word(number * self.bytes) & mask, 0)),
            );
        } else {
            let mask = u64::MAX >> (128 - 8 * self.bytes);
            codes.extend((0..count).map(|number| {
                let at = number * self.bytes;
                B::from_words(word(at), word(at + 8) & mask)
            }));
        }
    }
}

/// Returns the worker of `workers` that keeps a code. The lower half of the hash decides, because the tables that drop
/// duplicates use the upper half.
pub(super) fn keeper<B: Bits>(code: B, workers: usize) -> usize {
    ((u64::from(code.mixed() as u32) * workers as u64) >> 32) as usize
}

/// Outgoing codes of a worker, by the worker that keeps them. Most duplicates are dropped.
pub(super) struct Sender<B> {
    packing: Packing<B>,
    /// Cache of codes sent recently, indexed by their hashes. An evicted code may be sent twice; its keeper drops it.
    recent: Vec<B>,
    shift: u32,
    waiting: Vec<Vec<B>>,
    count: usize,
}

impl<B: Bits> Sender<B> {
    /// Creates a sender whose cache has `slots` slots, a power of 2.
    pub(super) fn new(packing: Packing<B>, workers: usize, slots: usize) -> Sender<B> {
        debug_assert!(slots.is_power_of_two() && slots > 1);
        Sender {
            packing,
            recent: vec![B::EMPTY; slots],
            shift: 64 - slots.trailing_zeros(),
            waiting: vec![Vec::new(); workers],
            count: 0,
        }
    }

    /// Clears the cache before the next level.
    pub(super) fn forget(&mut self) {
        self.recent.fill(B::EMPTY);
    }

    /// Queues codes.
    pub(super) fn take(&mut self, codes: &[B]) {
        /// Prefetch distance, in codes.
        const AHEAD: usize = 12;
        let (shift, workers) = (self.shift, self.waiting.len());
        let slot = |code: B| (code.mixed() >> shift) as usize;
        for (place, &code) in codes.iter().enumerate() {
            if let Some(&ahead) = codes.get(place + AHEAD) {
                prefetch(&self.recent[slot(ahead)]);
            }
            let latest = &mut self.recent[slot(code)];
            if *latest != code || code == B::EMPTY {
                *latest = code;
                self.waiting[keeper(code, workers)].push(code);
                self.count += 1;
            }
        }
    }

    /// Returns the number of queued codes.
    pub(super) fn waiting(&self) -> usize {
        self.count
    }

    /// Packs and removes all queued codes.
    pub(super) fn packets(&mut self) -> impl Iterator<Item = Packet> + '_ {
        self.count = 0;
        let packing = self.packing;
        let waiting = self
            .waiting
            .iter_mut()
            .enumerate()
            .filter(|(_, codes)| !codes.is_empty());
        waiting.map(move |(to, codes)| {
            let packet = packing.pack(to, codes);
            codes.clear();
            packet
        })
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        struct AnyBytes;
        impl Visitor<'_> for AnyBytes {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_byte_buf(AnyBytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn sent<B: Bits>(holes: usize, codes: &[B], workers: usize) -> (usize, BTreeSet<B>) {
        let packing = Packing::<B>::new(holes);
        let mut sender = Sender::new(packing, workers, 64);
        sender.take(codes);
        let (mut all, mut found, mut count) = (BTreeSet::new(), Vec::new(), 0);
        for packet in sender.packets() {
            packing.unpack(&packet, &mut found);
            assert!(
                found
                    .iter()
                    .all(|code| keeper(*code, workers) == packet.to as usize)
            );
            count += found.len();
            all.extend(found.iter().copied());
        }
        (count, all)
    }

    proptest! {
        #[test]
        fn every_code_reaches_its_keeper(codes: Vec<u128>, holes in 1..=128usize, workers in 1..9usize) {
            let wide: Vec<u128> = codes.iter().map(|code| code >> (128 - holes)).collect();
            let all: BTreeSet<u128> = wide.iter().copied().collect();
            let (count, found) = sent(holes, &wide, workers);
            prop_assert!(found == all && count >= all.len());
            let holes = holes.min(64);
            let narrow: Vec<u64> = codes.iter().map(|code| *code as u64 >> (64 - holes)).collect();
            let (_, found) = sent(holes, &narrow, workers);
            prop_assert_eq!(found, narrow.into_iter().collect::<BTreeSet<u64>>());
        }
    }

    #[test]
    fn codes_sent_recently_are_not_sent_again() {
        let codes = [5u64; 100];
        assert_eq!(sent(33, &codes, 3), (1, BTreeSet::from([5])));
    }
}
