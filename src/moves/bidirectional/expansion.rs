//! Expansion of a frontier by one move, shared by several threads.

use super::half_search::HalfSearch;
use super::layers::{LockedLayers, SHARDS, shard_of};
use super::reachability::ReachabilityFilter;
use super::regions::BoundCache;
use super::{BidirectionalSearch, DistanceLimit};
use crate::control::LimitReached;
use crate::control::threads::try_each_on;
use crate::engine::Bits;
use crate::moves::whole_moves::RecentPositions;
use crate::problem::PlayDirection;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Buffers of a thread that expands positions.
pub(super) struct ExpansionBuffers<B> {
    /// New codes by shard.
    codes: Vec<Vec<B>>,
    successors: Successors<B>,
}

/// Positions one move beyond those of a batch, and caches for finding them.
struct Successors<B> {
    /// Positions not yet handed on.
    found: Vec<B>,
    recent: RecentPositions<B>,
    /// Distances to the opposite frontier.
    distances: BoundCache,
    /// Moves tried since positions were last handed on.
    tried: usize,
    /// Moves after which they are handed on.
    most_tried: usize,
}

/// Cached distances for each position that a thread expands.
const DISTANCES_PER_POSITION: usize = 64;

/// Bytes of allowed memory for each cached distance, which together take a five-hundredth of it.
const MEMORY_PER_DISTANCE: u64 = 1 << 14;

/// Positions that a thread expands at a time.
const BATCH: usize = 1 << 8;

/// Maximum number of moves that a thread tries before it hands positions on: a few hundredths of a second.
const MOVES_PER_BATCH: usize = 1 << 18;

/// Positions that are not handed on yet take at most 1/N of the memory allowed.
const FOUND_MEMORY_FRACTION: u64 = 32;

impl<B: Bits> ExpansionBuffers<B> {
    fn new(distances: usize, memory: u64) -> ExpansionBuffers<B> {
        ExpansionBuffers {
            codes: vec![Vec::new(); SHARDS],
            successors: Successors {
                found: Vec::new(),
                recent: RecentPositions::within(memory),
                distances: BoundCache::with_capacity(distances),
                tried: 0,
                most_tried: (memory / FOUND_MEMORY_FRACTION / size_of::<B>() as u64)
                    .clamp(1, MOVES_PER_BATCH as u64) as usize,
            },
        }
    }
}

impl<B: Bits> BidirectionalSearch<'_, B> {
    /// Adds the next layer of a half; returns `false` when memory runs out.
    pub(super) fn advance(
        &self,
        half: &mut HalfSearch<B>,
        distance: &DistanceLimit<'_>,
        bytes_of_opposite: u64,
    ) -> Result<bool, LimitReached> {
        half.layers.begin();
        // A tenth of the memory is for regions of frontiers, a quarter of the rest for copies of the last layers.
        let memory = (self.control.memory() / 10 * 9).saturating_sub(self.cache.bytes()) / 4 * 3;
        let has_memory = AtomicBool::new(true);
        let layers = &half.layers;
        self.expand(half, distance, self.filter.as_ref(), |_, shard, codes| {
            let added = layers.add(shard, codes);
            if added.is_err() || layers.bytes() + bytes_of_opposite > memory {
                has_memory.store(false, Ordering::Relaxed);
            }
            has_memory.load(Ordering::Relaxed)
        })?;
        let before = half.frontier.len();
        let mut frontier = half.layers.codes(half.moves())?;
        frontier.sort_unstable(); // neighbors in this order share regions and successors
        half.set_frontier(frontier);
        half.growth = half.frontier.len() as f64 / before.max(1) as f64;
        Ok(has_memory.into_inner())
    }

    /// Finds a position one move beyond a half that lies in a layer of the opposite half: the first in the order of the
    /// frontier, independent of the threads.
    pub(super) fn look_up(
        &self,
        half: &HalfSearch<B>,
        opposite: &LockedLayers<'_, B>,
        distance: &DistanceLimit<'_>,
    ) -> Result<Option<B>, LimitReached> {
        let found = Mutex::new(None::<(usize, B)>);
        // Positions in layers of the opposite half are connected to its end: no filter is needed.
        self.expand(half, distance, None, |batch, shard, codes| {
            let Some(code) = opposite.any_of(shard, codes) else {
                return true;
            };
            let mut found = found.lock().expect("no thread panics with the lock");
            if found.is_none_or(|(first, _)| batch < first) {
                *found = Some((batch, code));
            }
            false
        })?;
        let found = found.into_inner().expect("no thread panics with the lock");
        Ok(found.map(|(_, code)| code))
    }

    /// Calls `take` with successors of a half's frontier: the number of their batch, their shard, and their codes. When it
    /// returns `false`, later batches end, and earlier ones go on. Only positions that can be near enough to the opposite
    /// end are passed. Codes may occur repeatedly.
    fn expand(
        &self,
        half: &HalfSearch<B>,
        distance: &DistanceLimit<'_>,
        filter: Option<&ReachabilityFilter>,
        take: impl Fn(usize, usize, &[B]) -> bool + Sync,
    ) -> Result<(), LimitReached> {
        let last = AtomicUsize::new(usize::MAX);
        // Cached distances are those to another frontier.
        self.buffers().clear();
        let memory = self.control.memory();
        let distances = ((memory / MEMORY_PER_DISTANCE) as usize)
            .min(DISTANCES_PER_POSITION * half.frontier.len());
        let phase = || self.phase();
        let (direction, batches) = (half.direction, half.frontier.chunks(BATCH));
        try_each_on(
            self.control.threads(),
            batches.enumerate(),
            |(number, batch)| {
                if number > last.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let mut buffers = self
                    .buffers()
                    .pop()
                    .unwrap_or_else(|| ExpansionBuffers::new(distances, memory));
                let ExpansionBuffers { codes, successors } = &mut buffers;
                // The output of a batch must not depend on earlier batches of its thread.
                successors.recent.clear();
                successors.tried = 0;
                let mut hand_on = |found: &mut Vec<B>| {
                    if let Some(filter) = filter {
                        filter.retain_connected(direction, found);
                    }
                    for position in found.drain(..) {
                        let code = self.symmetries.smallest_image(position);
                        codes[shard_of(code)].push(code);
                    }
                    for (shard, codes) in codes.iter_mut().enumerate() {
                        if !take(number, shard, codes) {
                            last.fetch_min(number, Ordering::Relaxed);
                        }
                        codes.clear();
                    }
                    match self.control.tick(0, phase) {
                        Ok(()) if number < last.load(Ordering::Relaxed) => {
                            ControlFlow::Continue(())
                        }
                        _ => ControlFlow::Break(()),
                    }
                };
                let flow = batch.iter().try_for_each(|position| {
                    self.add_successors((direction, *position), distance, successors, &mut hand_on)
                });
                if flow.is_continue() {
                    let _ = hand_on(&mut successors.found);
                }
                self.buffers().push(buffers);
                self.control.tick(batch.len() as u64, phase)
            },
        )?;
        // Later batches may or may not have been expanded.
        let expanded = last.into_inner().saturating_add(1).saturating_mul(BATCH);
        let expanded = expanded.min(half.frontier.len()) as u64;
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        Ok(())
    }

    fn buffers(&self) -> MutexGuard<'_, Vec<ExpansionBuffers<B>>> {
        self.buffers.lock().expect("no thread panics with the lock")
    }

    /// Adds the successors of a position that can be near enough to the opposite frontier. If there are very many
    /// moves, successors are handed on in between, which can break the loop.
    fn add_successors(
        &self,
        (direction, position): (PlayDirection, B),
        distance: &DistanceLimit<'_>,
        successors: &mut Successors<B>,
        mut hand_on: impl FnMut(&mut Vec<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Successors {
            found,
            recent,
            distances,
            tried,
            most_tried,
        } = successors;
        let DistanceLimit { moves, opposite } = *distance;
        let beginnings = self
            .regions
            .beginnings(position, opposite, moves, distances);
        if beginnings == 0 {
            return ControlFlow::Continue(()); // the opposite frontier has advanced since the position was found
        }
        let mut is_near = |position: &B| {
            self.regions
                .moves_between(*position, opposite, moves, distances)
                <= moves
        };
        self.moves
            .for_each_from(beginnings, (direction, position), recent, |position| {
                found.extend(position.filter(&mut is_near));
                *tried += 1;
                if *tried < *most_tried {
                    return ControlFlow::Continue(());
                }
                *tried = 0;
                hand_on(found)
            })
    }
}
