//! Walk: exhaustive breadth-first search that recomputes the positions of a side, level by level.
//!
//! Children are collected in buffers, each with the value that the walk carries. A full buffer is sorted, deduplicated
//! and packed. All buffers are split into ranges at the same codes, so that afterwards each range can be merged
//! independently.

use super::carried::{Carrier, Value, merge_sorted, sort_and_merge};
use super::counted;
use super::expander::Expander;
use super::flaw::{Checked, require, reserve};
use super::packed::{Budget, Packed, Piece, Store};
use super::resources::Resources;
use super::word::Word;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;

/// Positions expanded between two polls of the caller.
const STRIDE: usize = 1 << 10;

/// Number of ranges of a large level, unless memory requires more.
const RANGES: usize = 1 << 8;

/// Minimum buffer size, in positions.
const MIN_LIST: usize = 1 << 12;

/// Maximum buffer size, in positions; larger buffers do not fit the caches.
const MAX_LIST: usize = 1 << 22;

/// Levels of a walk.
pub(super) struct Route<'a, W> {
    /// Peg counts of the levels.
    pub(super) levels: RangeInclusive<u32>,
    /// Maximum number of positions of each level, from the most pegs to the fewest; 0 beyond the end.
    pub(super) sizes: &'a [u64],
    /// Levels needed afterwards.
    pub(super) keep: &'a [u32],
    /// Complaint about a position that no level may hold.
    pub(super) unwanted: Option<&'a dyn Fn(W) -> Option<String>>,
    /// Name of the side in messages.
    pub(super) place: &'a str,
}

/// Result of a walk.
pub(super) struct Walked<W, V> {
    /// Levels to keep, with their peg counts.
    pub(super) kept: Vec<(u32, Arc<Packed<W, V>>)>,
    /// Number of positions of all levels.
    pub(super) count: u64,
}

/// Computes all levels from the open starts.
pub(super) fn walk<W: Word, C: Carrier<W>>(
    expander: &Expander<W>,
    carrier: &C,
    mut starts: Vec<(W, C::Value)>,
    route: &Route<'_, W>,
    resources: &Resources<'_>,
) -> Checked<Walked<W, C::Value>> {
    // The allocator takes up to a third more than the pieces.
    let budget = Arc::new(Budget::new(resources.options.memory / 8 * 3));
    let walker = Walker {
        expander,
        carrier,
        resources,
        budget,
    };
    let sizes = route.sizes.iter().copied().chain(std::iter::repeat(0));
    let (mut kept, mut count) = (Vec::new(), 0);
    let mut level: Option<Arc<Packed<W, C::Value>>> = None;
    for (pegs, most) in route.levels.clone().rev().zip(sizes) {
        let next = match level {
            None => walker.first(&mut starts)?,
            Some(previous) => walker.after(&previous)?,
        };
        require(
            next.count() <= most,
            format_args!("{}, positions", route.place),
            || {
                format!(
                    "there are {} with {}, more than {most}",
                    next.count(),
                    counted(pegs, "peg")
                )
            },
        )?;
        count += next.count();
        if let Some(complaint) = route.unwanted {
            let mut block = Vec::new();
            for piece in &next.pieces {
                resources.count(0)?;
                block.clear();
                piece.unpack(&next.store, &mut block)?;
                let unwanted = block.iter().find_map(|(position, _)| complaint(*position));
                require(unwanted.is_none(), route.place, || {
                    unwanted.unwrap_or_default()
                })?;
            }
        }
        let next = Arc::new(next);
        if route.keep.contains(&pegs) {
            kept.push((pegs, Arc::clone(&next)));
        }
        level = Some(next);
    }
    Ok(Walked { kept, count })
}

struct Walker<'a, W, C> {
    expander: &'a Expander<W>,
    carrier: &'a C,
    resources: &'a Resources<'a>,
    /// Half of the memory is for packed positions and what the allocator adds to them, the rest for buffers.
    budget: Arc<Budget>,
}

/// Packed buffers, split into ranges.
struct Lists<W, V> {
    /// First code of each range except the first.
    cuts: Vec<W>,
    ranges: Vec<Mutex<Vec<Piece<W, V>>>>,
    store: Store,
}

impl<W: Word, C: Carrier<W>> Walker<'_, W, C> {
    fn threads(&self) -> usize {
        self.resources.options.threads.get()
    }

    fn first(&self, starts: &mut Vec<(W, C::Value)>) -> Checked<Packed<W, C::Value>> {
        sort_and_merge(starts);
        let store = Store::new(&self.budget);
        Ok(Packed {
            pieces: vec![Piece::pack(starts, &store)?],
            store,
        })
    }

    /// Computes the level after this one.
    fn after(&self, level: &Packed<W, C::Value>) -> Checked<Packed<W, C::Value>> {
        let cuts = self.cuts(level)?;
        let ranges = (0..=cuts.len()).map(|_| Mutex::default()).collect();
        let lists = Lists {
            cuts,
            ranges,
            store: Store::new(&self.budget),
        };
        let next = AtomicUsize::new(0);
        let pieces = || level.pieces.get(next.fetch_add(1, Ordering::Relaxed));
        on_threads(self.threads(), || {
            self.expand(level, &mut std::iter::from_fn(pieces), &lists)
        })?;
        self.merge(lists)
    }

    /// Returns codes that split the next level into ranges of about the same size, estimated from a sample.
    fn cuts(&self, level: &Packed<W, C::Value>) -> Checked<Vec<W>> {
        /// Minimum and maximum sample size, in positions.
        const SAMPLE: (usize, usize) = (1 << 12, 1 << 15);
        /// Sampled children per range.
        const ENOUGH: usize = 1 << 6;
        let count = level.count() as usize;
        // Children of a sampled position take about a hundred bytes.
        let affordable = (self.resources.options.memory / 1024).clamp(1, SAMPLE.1 as u64) as usize;
        let sampled = (count >> 6).clamp(SAMPLE.0, SAMPLE.1).min(affordable);
        let step = (count / sampled).max(1);
        let (mut positions, mut children, mut expanded) = (Vec::new(), Vec::new(), 0);
        for piece in &level.pieces {
            self.resources.count(0)?;
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            let sample = positions
                .iter()
                .step_by(step)
                .map(|(position, _)| *position);
            expanded += sample.len();
            self.expander.expand(sample, &mut children);
        }
        children.sort_unstable();
        let found = count as u64 * children.len() as u64 / expanded.max(1) as u64;
        let bytes = found.saturating_mul(size_of::<(W, C::Value)>() as u64);
        let needed = ranges_for(bytes, self.threads(), self.resources.options.memory);
        let ranges = (children.len() / ENOUGH).clamp(1, RANGES.max(needed));
        let mut cuts: Vec<W> = (1..ranges)
            .map(|range| children[range * children.len() / ranges])
            .collect();
        cuts.dedup();
        Ok(cuts)
    }

    /// Expands some pieces of a level into the lists.
    fn expand<'p>(
        &self,
        level: &Packed<W, C::Value>,
        pieces: &mut dyn Iterator<Item = &'p Piece<W, C::Value>>,
        lists: &Lists<W, C::Value>,
    ) -> Checked<()>
    where
        W: 'p,
        C::Value: 'p,
    {
        let entry = size_of::<(W, C::Value)>();
        let fitting = self.resources.options.memory as usize / (4 * entry * self.threads());
        let most = fitting.clamp(MIN_LIST, MAX_LIST);
        let most_new = STRIDE * self.expander.jump_count();
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        for piece in pieces {
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            for some in positions.chunks(STRIDE) {
                self.resources.count(some.len() as u64)?;
                let new = some.len() * self.expander.jump_count();
                reserve(&mut children, new, most + most_new)?;
                self.expand_some(some, &mut children);
                if children.len() >= most {
                    lists.add(&mut children)?;
                }
            }
        }
        lists.add(&mut children)
    }

    /// Appends the children of some positions with their values.
    fn expand_some(&self, some: &[(W, C::Value)], children: &mut Vec<(W, C::Value)>) {
        let images = self.expander.images();
        let positions = some.iter().map(|(position, _)| *position);
        self.expander
            .for_each_after(positions, |place, jump, child| {
                children.extend(self.carrier.after(images, some[place].1, jump, child));
            });
    }

    /// Returns the number of threads that can each unpack a range within their share of the memory.
    fn merging_threads(&self, lists: &Lists<W, C::Value>) -> usize {
        let largest = (lists.largest_range() * size_of::<(W, C::Value)>()) as u64;
        let fitting = self.resources.options.memory / 2 / merging_bytes(largest).max(1);
        self.threads().min(fitting.max(1) as usize)
    }

    fn merge(&self, lists: Lists<W, C::Value>) -> Checked<Packed<W, C::Value>> {
        let threads = self.merging_threads(&lists);
        let Lists {
            ranges,
            store: listed,
            ..
        } = lists;
        let store = Store::new(&self.budget);
        let merged: Vec<OnceLock<_>> = ranges.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        on_threads(threads, || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(pieces) = ranges.get(index) else {
                    return Ok(());
                };
                self.resources.count(0)?;
                let mut positions = Vec::new();
                let pieces =
                    std::mem::take(&mut *pieces.lock().unwrap_or_else(PoisonError::into_inner));
                let count = pieces.iter().map(|piece| piece.count).sum();
                reserve(&mut positions, count, count)?;
                for piece in pieces {
                    piece.unpack(&listed, &mut positions)?;
                }
                positions.sort_by_key(|(position, _)| *position); // stable, because that merges ascending runs
                merge_sorted(&mut positions);
                let _ = merged[index].set(Piece::pack(&positions, &store)?);
            }
        })?;
        let pieces = merged
            .into_iter()
            .filter_map(OnceLock::into_inner)
            .collect();
        Ok(Packed { store, pieces })
    }
}

/// Runs `work` on each of `threads` threads, or of those that the system starts, and returns the first error.
fn on_threads(threads: usize, work: impl Fn() -> Checked<()> + Sync) -> Checked<()> {
    std::thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, &work).ok();
        let workers: Vec<_> = (1..threads).map_while(start).collect();
        let own = work();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Checked<()>>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).fold(own, Result::and)
    })
}

/// Returns the memory needed to merge a range of this many bytes: a stable sort needs half as much again, and packing
/// the rest.
fn merging_bytes(bytes: u64) -> u64 {
    bytes.saturating_mul(2)
}

/// Returns the number of ranges for positions of this many bytes such that all threads together can merge one range
/// each in half of the memory.
fn ranges_for(bytes: u64, threads: usize, memory: u64) -> usize {
    /// Overhead of a piece in bytes. Each buffer has a piece in each range, so with more ranges than the root of the
    /// memory in these units, the overhead exceeds the savings.
    const UNIT: u64 = 128;
    let needed = merging_bytes(bytes).saturating_mul(threads as u64) / (memory / 2).max(1) + 1;
    needed.min((memory / UNIT).isqrt()) as usize
}

impl<W: Word, V: Value> Lists<W, V> {
    /// Returns the number of positions of the largest range, including duplicates.
    fn largest_range(&self) -> usize {
        let size = |pieces: &Mutex<Vec<Piece<W, V>>>| -> usize {
            pieces
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .iter()
                .map(|piece| piece.count)
                .sum()
        };
        self.ranges.iter().map(size).max().unwrap_or(0)
    }

    /// Sorts, packs and clears a buffer.
    fn add(&self, positions: &mut Vec<(W, V)>) -> Checked<()> {
        sort_and_merge(positions);
        let mut rest = positions.as_slice();
        for (index, range) in self.ranges.iter().enumerate() {
            let end = self.cuts.get(index).map_or(rest.len(), |cut| {
                rest.partition_point(|(next, _)| next < cut)
            });
            let (first, others) = rest.split_at(end);
            if !first.is_empty() {
                let piece = Piece::pack(first, &self.store)?;
                range
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(piece);
            }
            rest = others;
        }
        positions.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_levels_have_ranges_that_fit_memory() {
        assert_eq!(ranges_for(1 << 20, 16, 512 << 20), 1);
        let (bytes, threads, memory) = (16 << 30, 8, 2 << 30);
        let ranges = ranges_for(bytes, threads, memory) as u64;
        assert!(merging_bytes(bytes / ranges) * threads as u64 <= memory / 2);
        assert!(ranges > RANGES as u64 && ranges < 400, "{ranges}");
        assert_eq!(ranges_for(1 << 40, 64, 512 << 20), 2048);
        assert_eq!(ranges_for(1 << 40, 1, 0), 0);
    }
}
