//! Positions after 0, 1, 2, … moves from one end of a problem, each in the first layer that reaches it.

use crate::control::{LimitReached, allocation};
use crate::engine::Bits;
use crate::levels::deduplicate::Deduplicator;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Layers of codes, filled by several threads.
pub(super) struct Layers<B> {
    shards: Vec<Mutex<Shard<B>>>,
    /// Total size of the shards.
    bytes: AtomicU64,
    count: usize,
}

/// Codes whose hash selects this shard.
struct Shard<B> {
    table: Deduplicator<B>,
    /// Layer after layer.
    codes: Vec<B>,
    /// Start of each layer in `codes`.
    begins: Vec<usize>,
}

/// Number of shards, large enough that threads rarely contend for one.
pub(super) const SHARDS: usize = 32;

/// Layers locked for many lookups.
pub(super) struct LockedLayers<'a, B>(Vec<MutexGuard<'a, Shard<B>>>);

/// Returns the shard of a code, from the lowest bits of its hash. Tables use the highest bits.
pub(super) fn shard_of<B: Bits>(code: B) -> usize {
    code.mixed() as usize % SHARDS
}

impl<B: Bits> Layers<B> {
    /// Creates a single layer that holds these codes.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left.
    pub(super) fn new(codes: &[B]) -> Result<Layers<B>, LimitReached> {
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
            .try_for_each(|code| layers.add(shard_of(*code), &[*code]))?;
        Ok(layers)
    }

    /// Starts the next layer.
    pub(super) fn begin(&mut self) {
        self.count += 1;
        for shard in &mut self.shards {
            let shard = shard.get_mut().expect("no thread panics with the lock");
            shard.begins.push(shard.codes.len());
        }
    }

    fn shard(&self, number: usize) -> MutexGuard<'_, Shard<B>> {
        self.shards[number]
            .lock()
            .expect("no thread panics with the lock")
    }

    /// Adds codes of one shard to the last layer, unless they are in some layer.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left; the layers are then useless.
    pub(super) fn add(&self, shard: usize, codes: &[B]) -> Result<(), LimitReached> {
        let mut shard = self.shard(shard);
        let Shard {
            table,
            codes: known,
            ..
        } = &mut *shard;
        let bytes = |table: &Deduplicator<B>, codes: &Vec<B>| {
            ((table.slot_count() + codes.capacity()) * size_of::<B>()) as u64
        };
        let before = bytes(table, known);
        table.insert(codes, known)?;
        self.bytes
            .fetch_add(bytes(table, known) - before, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the number of layers.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the codes of a layer.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left.
    pub(super) fn codes(&self, layer: usize) -> Result<Vec<B>, LimitReached> {
        let LockedLayers(shards) = self.lock();
        let of_layer = || shards.iter().map(|shard| &shard.codes[shard.range(layer)]);
        let mut codes = allocation::with_capacity(of_layer().map(<[B]>::len).sum())?;
        of_layer().for_each(|of_shard| codes.extend_from_slice(of_shard));
        Ok(codes)
    }

    /// Returns the layer of a code, if any.
    pub(super) fn layer_of(&self, code: B) -> Option<usize> {
        let shard = self.shard(shard_of(code));
        shard.table.any_of(&[code])?; // lists are long, and most codes are in none
        let place = shard.codes.iter().position(|known| *known == code)?;
        Some(shard.begins.partition_point(|begin| *begin <= place) - 1)
    }

    /// Returns `true` if a code is in some layer.
    pub(super) fn contains(&self, code: B) -> bool {
        self.shard(shard_of(code)).table.any_of(&[code]).is_some()
    }

    /// Locks all shards for lookups.
    pub(super) fn lock(&self) -> LockedLayers<'_, B> {
        LockedLayers((0..SHARDS).map(|number| self.shard(number)).collect())
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

impl<B: Bits> LockedLayers<'_, B> {
    /// Returns one of these codes of a shard that is in some layer.
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
            let mut found = Layers::new(&layers[0]).unwrap();
            for codes in &layers[1..] {
                found.begin();
                codes.iter().for_each(|code| found.add(shard_of(*code), &[*code]).unwrap());
            }
            prop_assert_eq!(found.count(), layers.len());
            for layer in 0..layers.len() {
                let mut codes = found.codes(layer).unwrap();
                codes.sort_unstable();
                let expected: Vec<u64> =
                    first.iter().filter(|(_, first)| **first == layer).map(|(code, _)| *code).collect();
                prop_assert_eq!(codes, expected);
            }
            for code in 0..2000 {
                prop_assert_eq!(found.layer_of(code), first.get(&code).copied());
                prop_assert_eq!(found.contains(code), first.contains_key(&code));
                let looked_up = found.lock().any_of(shard_of(code), &[code]);
                prop_assert_eq!(looked_up.is_some(), first.contains_key(&code));
            }
        }
    }
}
