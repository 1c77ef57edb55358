use super::bitmap::SharedBlocks;
use super::block::{add, is_empty};
use super::table::Table;
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Adds to a bitmap every position that can be played into from those in it.
///
/// Each jump that touches a high hole lowers the weight of the block, so that blocks of one weight depend only on
/// themselves and on heavier ones. They are done weight by weight, each drawing from the blocks
/// before it; blocks of one weight in parallel, for none reads what another writes.
pub(super) struct Closure<'a> {
    pub(super) table: &'a Table,
    pub(super) bitmap: SharedBlocks<'a>,
    pub(super) threads: usize,
    /// Told which share of the weights is done; answers whether to go on.
    pub(super) go_on: &'a (dyn Fn(f64) -> bool + Sync),
}

/// Rows that a thread takes at a time.
const SHARE: usize = 8;

impl Closure<'_> {
    /// Whether it came to its end.
    pub(super) fn run(&self, instructions: InstructionSet) -> bool {
        let weights = self.table.greatest_weight() as usize + 1;
        let next: Vec<AtomicUsize> = (0..weights).map(|_| AtomicUsize::new(0)).collect();
        let barrier = Barrier::new(self.threads);
        let stopped = AtomicBool::new(false);
        let shared = Shared { closure: self, next: &next, barrier: &barrier, stopped: &stopped };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| shared.work(instructions));
            }
            shared.work(instructions);
        });
        !stopped.load(Ordering::Relaxed)
    }
}

struct Shared<'a> {
    closure: &'a Closure<'a>,
    /// For each weight, the first row that no thread has taken.
    next: &'a [AtomicUsize],
    barrier: &'a Barrier,
    stopped: &'a AtomicBool,
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

    /// Waits for all threads; one of them reports. Answers whether to go on, the same to all.
    fn meet(&self, weight: usize) -> bool {
        if self.barrier.wait().is_leader() {
            let done = 1.0 - weight as f64 / self.next.len() as f64;
            if !(self.closure.go_on)(done) {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.barrier.wait();
        !self.stopped.load(Ordering::Relaxed)
    }
}

struct Pass<'a, const K: usize>(&'a Shared<'a>);

impl<const K: usize> Work for Pass<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self) {
        let table = self.0.closure.table;
        let rows = table.rows();
        let mut batch = Vec::new();
        for weight in (0..self.0.next.len()).rev() {
            loop {
                let first = self.0.next[weight].fetch_add(SHARE, Ordering::Relaxed);
                if first >= rows {
                    break;
                }
                batch.clear();
                for row in first..rows.min(first + SHARE) {
                    batch.extend(table.blocks_of_weight(row, weight as u32));
                }
                self.close::<I>(&batch);
            }
            if !self.0.meet(weight) {
                return;
            }
        }
    }
}

/// So many blocks ahead, the blocks from which jumps come are fetched into the cache.
const AHEAD: usize = 4;

impl<const K: usize> Pass<'_, K> {
    #[inline(always)]
    fn close<I: Instructions>(&self, blocks: &[usize]) {
        let Closure { table, bitmap, .. } = *self.0.closure;
        let folding = &table.folding;
        let fetch = |block: usize| {
            table.for_each_source(
                block,
                #[inline(always)]
                |source| bitmap.prefetch::<K>(folding.place(source).stored),
            )
        };
        for &block in blocks.iter().take(AHEAD) {
            fetch(block);
        }
        for (number, &block) in blocks.iter().enumerate() {
            if let Some(&next) = blocks.get(number + AHEAD) {
                fetch(next);
            }
            // SAFETY: jumps come from heavier blocks, and all of those were finished before the threads last met; no other
            // thread has taken this one.
            let load = |stored: usize| unsafe { bitmap.load::<K>(stored) };
            let stored = folding.place(block).stored;
            let mut bits = load(stored);
            let arrived = table.arrivals::<I, K>(
                block,
                #[inline(always)]
                |source| {
                    let place = folding.place(source);
                    folding.unfold::<I, K>(place, load(place.stored))
                },
            );
            add(&mut bits, &arrived);
            if !is_empty(&bits) {
                table.close_within::<I, K>(&mut bits, table.offset(block));
                // SAFETY: this thread alone has taken the block, and none of its weight reads it.
                unsafe { bitmap.store(stored, bits) };
            }
        }
    }
}
