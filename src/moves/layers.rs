//! The positions after 0, 1, 2, … moves from one end of a problem, each in the first layer it is found for.

use crate::engine::Bits;
use crate::levels::deduplicate::Deduplicator;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Layers of codes, which several threads can add to.
pub(super) struct Layers<B> {
    shards: Vec<Mutex<Shard<B>>>,
    /// Of all shards.
    bytes: AtomicU64,
    count: usize,
}

/// The codes whose hash has the shard's number.
struct Shard<B> {
    table: Deduplicator<B>,
    /// Layer by layer.
    codes: Vec<B>,
    /// Where the layers begin.
    begins: Vec<usize>,
}

/// How many shards there are. Threads seldom wait for each other at one.
pub(super) const SHARDS: usize = 32;

/// Layers to look codes up in, while nobody adds to them.
pub(super) struct Complete<'a, B>(Vec<MutexGuard<'a, Shard<B>>>);

/// The shard of a code. The lowest bits of the hash: tables place codes by its highest ones.
pub(super) fn shard_of<B: Bits>(code: B) -> usize {
    code.mixed() as usize % SHARDS
}

impl<B: Bits> Layers<B> {
    /// The layer of these codes and no more.
    pub(super) fn new(codes: &[B]) -> Layers<B> {
        let shard = || {
            Mutex::new(Shard {
                table: Deduplicator::new(),
                codes: Vec::new(),
                begins: Vec::new(),
            })
        };
        let mut layers = Layers {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            bytes: AtomicU64::new(0),
            count: 0,
        };
        layers.begin();
        codes
            .iter()
            .for_each(|code| layers.add(shard_of(*code), &[*code]));
        layers
    }

    /// Begins the next layer.
    pub(super) fn begin(&mut self) {
        self.count += 1;
        for shard in &mut self.shards {
            let shard = shard.get_mut().expect("no thread panics with a shard");
            shard.begins.push(shard.codes.len());
        }
    }

    fn shard(&self, number: usize) -> MutexGuard<'_, Shard<B>> {
        self.shards[number]
            .lock()
            .expect("no thread panics with a shard")
    }

    /// Adds those of some codes of a shard to the last layer that are in none yet.
    pub(super) fn add(&self, shard: usize, codes: &[B]) {
        let mut shard = self.shard(shard);
        let Shard {
            table,
            codes: known,
            ..
        } = &mut *shard;
        let before = bytes_of(table, known);
        table.insert(codes, known);
        self.bytes
            .fetch_add(bytes_of(table, known) - before, Ordering::Relaxed);
    }

    /// The bytes that the codes take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How many layers there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The codes of a layer.
    pub(super) fn codes(&self, layer: usize) -> Vec<B> {
        let mut codes = Vec::new();
        for number in 0..SHARDS {
            let shard = self.shard(number);
            codes.extend_from_slice(&shard.codes[shard.range(layer)]);
        }
        codes
    }

    /// The layer of a code; `None` where it is in none.
    pub(super) fn layer_of(&self, code: B) -> Option<usize> {
        let shard = self.shard(shard_of(code));
        shard.table.any_of(&[code])?; // lists are long, and most codes are in none
        let place = shard.codes.iter().position(|known| *known == code)?;
        Some(shard.begins.partition_point(|begin| *begin <= place) - 1)
    }

    /// Whether a code is in a layer.
    pub(super) fn contains(&self, code: B) -> bool {
        self.shard(shard_of(code)).table.any_of(&[code]).is_some()
    }

    /// The layers, for looking many codes up.
    pub(super) fn complete(&self) -> Complete<'_, B> {
        Complete((0..SHARDS).map(|number| self.shard(number)).collect())
    }
}

impl<B> Shard<B> {
    fn range(&self, layer: usize) -> std::ops::Range<usize> {
        self.begins[layer]
            ..self
                .begins
                .get(layer + 1)
                .copied()
                .unwrap_or(self.codes.len())
    }
}

fn bytes_of<B: Bits>(table: &Deduplicator<B>, codes: &Vec<B>) -> u64 {
    (table.slot_count() * size_of::<B>() + codes.capacity() * size_of::<B>()) as u64
}

impl<B: Bits> Complete<'_, B> {
    /// One of some codes of a shard that is in a layer.
    pub(super) fn any_of(&self, shard: usize, codes: &[B]) -> Option<B> {
        self.0[shard].table.any_of(codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))] // of thousands of codes each

        #[test]
        fn a_code_is_in_the_first_layer_it_came_for(
            layers in prop::collection::vec(prop::collection::vec(0..2000u64, 0..1500), 1..5),
        ) {
            let mut first = BTreeMap::new();
            for (layer, codes) in layers.iter().enumerate() {
                codes.iter().for_each(|code| { first.entry(*code).or_insert(layer); });
            }
            let mut found = Layers::new(&layers[0]);
            for codes in &layers[1..] {
                found.begin();
                codes.iter().for_each(|code| found.add(shard_of(*code), &[*code]));
            }
            prop_assert_eq!(found.count(), layers.len());
            for layer in 0..layers.len() {
                let mut codes = found.codes(layer);
                codes.sort_unstable();
                let expected: Vec<u64> =
                    first.iter().filter(|(_, first)| **first == layer).map(|(code, _)| *code).collect();
                prop_assert_eq!(codes, expected);
            }
            for code in 0..2000 {
                prop_assert_eq!(found.layer_of(code), first.get(&code).copied());
                prop_assert_eq!(found.contains(code), first.contains_key(&code));
                let looked_up = found.complete().any_of(shard_of(code), &[code]);
                prop_assert_eq!(looked_up.is_some(), first.contains_key(&code));
            }
        }
    }
}
