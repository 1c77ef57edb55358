use super::bitmap::SharedBlocks;
use super::block::{add, is_empty};
use super::table::Table;
use crate::control::threads::together_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, OnceLock};

/// Transitive closure of a bitmap under jumps.
///
/// Each jump that touches a high hole lowers the weight of the block, so a block depends only on itself and on heavier
/// ones. The closure proceeds from the highest weight to the lowest. Blocks of equal weight do not read each other and
/// run in parallel.
pub(super) struct Closure<'a> {
    pub(super) table: &'a Table,
    pub(super) bitmap: SharedBlocks<'a>,
    pub(super) part: Part<'a>,
}

/// Number of rows that a thread claims at a time.
const ROWS_PER_CLAIM: usize = 8;

/// Number of blocks between two checks of the limits: about a millisecond.
const BETWEEN_TICKS: usize = 1 << 12;

impl Closure<'_> {
    /// Adds every position that can be reached from those in the bitmap.
    pub(super) fn run(&self, instructions: InstructionSet) -> Result<(), LimitReached> {
        let weights = self.table.greatest_weight() as usize + 1;
        let next: Vec<AtomicUsize> = (0..weights).map(|_| AtomicUsize::new(0)).collect();
        let threads = self.table.threads(self.part.control());
        let (barrier, stopped, closed) =
            (OnceLock::new(), AtomicBool::new(false), AtomicUsize::new(0));
        together_on(threads, &|threads| {
            let barrier = barrier.get_or_init(|| Barrier::new(threads));
            let shared = ClosureState {
                closure: self,
                next: &next,
                barrier,
                stopped: &stopped,
                closed: &closed,
            };
            match self.table.layout.words() {
                1 => instructions.run(ClosureWorker::<1>(&shared)),
                2 => instructions.run(ClosureWorker::<2>(&shared)),
                4 => instructions.run(ClosureWorker::<4>(&shared)),
                _ => instructions.run(ClosureWorker::<8>(&shared)),
            }
        });
        self.part.control().limit_reached().map_or(Ok(()), Err)
    }
}

/// State shared by the threads of a closure.
struct ClosureState<'a> {
    closure: &'a Closure<'a>,
    /// For each weight, the first unclaimed row.
    next: &'a [AtomicUsize],
    barrier: &'a Barrier,
    /// Written by one thread while the others wait, so that all stop after the same weight.
    stopped: &'a AtomicBool,
    /// Number of finished blocks.
    closed: &'a AtomicUsize,
}

impl ClosureState<'_> {
    /// Waits for all threads. Returns `true` in all of them if the closure continues.
    fn synchronize(&self) -> bool {
        if self.barrier.wait().is_leader() {
            self.stopped.store(self.tick(0).is_err(), Ordering::Relaxed);
        }
        self.barrier.wait();
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Counts finished blocks and checks the limits. A thread that stops must still synchronize with the others.
    fn tick(&self, blocks: usize) -> Result<(), LimitReached> {
        let closed = self.closed.fetch_add(blocks, Ordering::Relaxed) + blocks;
        let all = self.closure.table.stored_blocks().max(1);
        self.closure
            .part
            .tick(0, || Phase::Bitmap.done(closed as f64 / all as f64))
    }
}

/// One thread of a closure with blocks of `K` words.
struct ClosureWorker<'a, const K: usize>(&'a ClosureState<'a>);

impl<const K: usize> Work for ClosureWorker<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self) {
        let table = self.0.closure.table;
        let rows = table.rows();
        let (mut batch, mut closed) = (Vec::new(), 0);
        for weight in (0..self.0.next.len()).rev() {
            loop {
                let first = self.0.next[weight].fetch_add(ROWS_PER_CLAIM, Ordering::Relaxed);
                if first >= rows {
                    break;
                }
                if closed >= BETWEEN_TICKS && self.0.tick(std::mem::take(&mut closed)).is_err() {
                    break;
                }
                batch.clear();
                for row in first..rows.min(first + ROWS_PER_CLAIM) {
                    batch.extend(table.blocks_of_weight(row, weight as u32));
                }
                self.close::<I>(&batch);
                closed += batch.len();
            }
            if !self.0.synchronize() {
                return;
            }
        }
    }
}

/// Number of blocks by which prefetching runs ahead.
const PREFETCH_DISTANCE: usize = 4;

impl<const K: usize> ClosureWorker<'_, K> {
    #[inline(always)]
    fn close<I: Instructions>(&self, blocks: &[usize]) {
        let Closure { table, bitmap, .. } = *self.0.closure;
        let folding = &table.folding;
        let prefetch_sources = |block: usize| {
            table.for_each_source(block, |_, source| {
                bitmap.prefetch::<K>(folding.place(source).stored)
            })
        };
        for &block in blocks.iter().take(PREFETCH_DISTANCE) {
            prefetch_sources(block);
        }
        for (number, &block) in blocks.iter().enumerate() {
            if let Some(&next) = blocks.get(number + PREFETCH_DISTANCE) {
                prefetch_sources(next);
            }
            // SAFETY: the bitmap has `stored_blocks` blocks, and the folding returns places below that. Jumps come from
            // heavier blocks, which all threads finished before they last synchronized. No other thread has claimed
            // this block.
            let load = |stored: usize| unsafe { bitmap.load::<K>(stored) };
            let stored = folding.place(block).stored;
            let mut bits = load(stored);
            let arrived = table.arrivals::<I, K>(block, |source| {
                let place = folding.place(source);
                folding.unfold::<I, K>(place, load(place.stored))
            });
            add(&mut bits, &arrived);
            if !is_empty(&bits) {
                table.close_within::<I, K>(&mut bits, table.offset(block));
                // SAFETY: the block is in range, as above. Only this thread has claimed it, and blocks of equal weight
                // do not read it.
                unsafe { bitmap.store(stored, bits) };
            }
        }
    }
}
