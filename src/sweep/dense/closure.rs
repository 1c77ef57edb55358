use super::bitmap::SharedBlocks;
use super::block::{add, is_empty};
use super::table::Table;
use crate::control::threads::together_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, OnceLock};

/// Adds to a bitmap every position that can be played into from those in it.
///
/// Each jump that touches a high hole lowers the weight of the block, so that blocks of one weight depend
/// only on themselves and on heavier ones. They are done weight by weight, each drawing from the blocks
/// before it; blocks of one weight in parallel, for none reads what another writes.
pub(super) struct Closure<'a> {
    pub(super) table: &'a Table,
    pub(super) bitmap: SharedBlocks<'a>,
    pub(super) part: Part<'a>,
}

/// Rows that a thread takes at a time.
const SHARE: usize = 8;

/// Blocks for which another thread is worth while: the threads wait for each other after each weight.
const LEAST_FOR_A_THREAD: usize = 1 << 12;

/// Blocks that a thread closes between two looks at the control: about a millisecond.
const BETWEEN_TICKS: usize = 1 << 12;

impl Closure<'_> {
    pub(super) fn run(&self, instructions: InstructionSet) -> Result<(), LimitReached> {
        let weights = self.table.greatest_weight() as usize + 1;
        let next: Vec<AtomicUsize> = (0..weights).map(|_| AtomicUsize::new(0)).collect();
        let threads = self
            .part
            .control()
            .threads()
            .min(self.table.stored_blocks().div_ceil(LEAST_FOR_A_THREAD));
        let (barrier, stopped, closed) =
            (OnceLock::new(), AtomicBool::new(false), AtomicUsize::new(0));
        together_on(threads, |threads| {
            let barrier = barrier.get_or_init(|| Barrier::new(threads));
            Shared {
                closure: self,
                next: &next,
                barrier,
                stopped: &stopped,
                closed: &closed,
            }
            .work(instructions);
        });
        self.part.control().limit_reached().map_or(Ok(()), Err)
    }
}

struct Shared<'a> {
    closure: &'a Closure<'a>,
    /// For each weight, the first row that no thread has taken.
    next: &'a [AtomicUsize],
    barrier: &'a Barrier,
    /// Written by one thread while the others wait, so that all leave after the same weight.
    stopped: &'a AtomicBool,
    /// The blocks that were closed.
    closed: &'a AtomicUsize,
}

impl Shared<'_> {
    fn work(&self, instructions: InstructionSet) {
        match self.closure.table.layout.words() {
            1 => instructions.run(Pass::<1>(self)),
            2 => instructions.run(Pass::<2>(self)),
            4 => instructions.run(Pass::<4>(self)),
            _ => instructions.run(Pass::<8>(self)),
        }
    }

    /// Waits for all threads. Answers whether to go on, the same to all.
    fn meet(&self) -> bool {
        if self.barrier.wait().is_leader() {
            self.stopped.store(self.tick(0).is_err(), Ordering::Relaxed);
        }
        self.barrier.wait();
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Asks whether to go on, after some blocks more. A thread that is to stop still meets the others.
    fn tick(&self, blocks: usize) -> Result<(), LimitReached> {
        let closed = self.closed.fetch_add(blocks, Ordering::Relaxed) + blocks;
        let all = self.closure.table.stored_blocks().max(1);
        self.closure
            .part
            .tick(0, || Phase::done("bitmap", closed as f64 / all as f64))
    }
}

struct Pass<'a, const K: usize>(&'a Shared<'a>);

impl<const K: usize> Work for Pass<'_, K> {
    type Output = ();

    #[inline]
    fn run<I: Instructions>(self) {
        let table = self.0.closure.table;
        let rows = table.rows();
        let (mut batch, mut closed) = (Vec::new(), 0);
        for weight in (0..self.0.next.len()).rev() {
            loop {
                let first = self.0.next[weight].fetch_add(SHARE, Ordering::Relaxed);
                if first >= rows {
                    break;
                }
                if closed >= BETWEEN_TICKS && self.0.tick(std::mem::take(&mut closed)).is_err() {
                    break;
                }
                batch.clear();
                for row in first..rows.min(first + SHARE) {
                    batch.extend(table.blocks_of_weight(row, weight as u32));
                }
                self.close::<I>(&batch);
                closed += batch.len();
            }
            if !self.0.meet() {
                return;
            }
        }
    }
}

/// This many blocks ahead, the blocks from which jumps come are fetched into the cache.
const AHEAD: usize = 4;

impl<const K: usize> Pass<'_, K> {
    #[inline]
    fn close<I: Instructions>(&self, blocks: &[usize]) {
        let Closure { table, bitmap, .. } = *self.0.closure;
        let folding = &table.folding;
        let fetch = |block: usize| {
            table.for_each_source(
                block,
                #[inline]
                |_, source| bitmap.prefetch::<K>(folding.place(source).stored),
            )
        };
        for &block in blocks.iter().take(AHEAD) {
            fetch(block);
        }
        for (number, &block) in blocks.iter().enumerate() {
            if let Some(&next) = blocks.get(number + AHEAD) {
                fetch(next);
            }
            // SAFETY: the bitmap has `stored_blocks` blocks, and the folding gives places below that. Jumps
            // come from heavier blocks, all of which were finished before the threads last met;
            // no other thread has taken this one.
            let load = |stored: usize| unsafe { bitmap.load::<K>(stored) };
            let stored = folding.place(block).stored;
            let mut bits = load(stored);
            let arrived = table.arrivals::<I, K>(
                block,
                #[inline]
                |source| {
                    let place = folding.place(source);
                    folding.unfold::<I, K>(place, load(place.stored))
                },
            );
            add(&mut bits, &arrived);
            if !is_empty(&bits) {
                table.close_within::<I, K>(&mut bits, table.offset(block));
                // SAFETY: the block is in range, as above; this thread alone has taken it, and none of its
                // weight reads it.
                unsafe { bitmap.store(stored, bits) };
            }
        }
    }
}
