use super::collector::{Collector, SHARDS, shard_of};
use super::level::{CHUNK, Level, Reader};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, ChildImages};
use crate::sweep::SweepError;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which way positions are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Those one jump below.
    Children,
    /// Those from which one jump leads here.
    Parents,
}

/// Tries every jump from or to the positions of a level.
pub(super) struct Expansion<'a, B> {
    pub(super) images: &'a ChildImages<B>,
    pub(super) neighbours: Neighbours,
    pub(super) threads: usize,
    /// Told after every few thousand positions how many were expanded; answers whether to go on.
    pub(super) go_on: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Positions that a thread gathers for a shard before it hands them over.
const BATCH: usize = 512;

impl<B: Bits> Expansion<'_, B> {
    /// Puts the canonical codes of all neighbours into the collector; gives the number of jumps tried.
    pub(super) fn run(&self, level: &Level<B>, into: &Collector<'_, B>) -> Result<u64, SweepError> {
        let reader = Mutex::new(level.reader()?);
        let expanded = AtomicU64::new(0);
        let work = || self.work(&reader, into, &expanded);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut jumps = work()?;
            for thread in others {
                jumps += thread.join().expect("an expansion does not panic")?;
            }
            Ok(jumps)
        })
    }

    fn work(
        &self,
        reader: &Mutex<Reader<'_, B>>,
        into: &Collector<'_, B>,
        expanded: &AtomicU64,
    ) -> Result<u64, SweepError> {
        let mut chunk = Vec::new();
        let mut batches: Vec<Vec<B>> = (0..SHARDS).map(|_| Vec::with_capacity(2 * BATCH)).collect();
        let mut jumps = 0;
        loop {
            reader.lock().expect("no thread panics while it reads").read_chunk(&mut chunk, CHUNK)?;
            if chunk.is_empty() {
                break;
            }
            let work = Expand { expansion: self, chunk: &chunk, batches: &mut batches, into };
            jumps += InstructionSet::best().run(work)?;
            let total = expanded.fetch_add(chunk.len() as u64, Ordering::Relaxed) + chunk.len() as u64;
            if !(self.go_on)(total) {
                return Err(SweepError::Cancelled);
            }
        }
        for (shard, batch) in batches.iter_mut().enumerate() {
            into.add(shard, batch)?;
        }
        Ok(jumps)
    }
}

struct Expand<'a, 'b, B> {
    expansion: &'a Expansion<'a, B>,
    chunk: &'a [B],
    batches: &'a mut [Vec<B>],
    into: &'a Collector<'b, B>,
}

impl<B: Bits> Work for Expand<'_, '_, B> {
    type Output = Result<u64, SweepError>;

    #[inline(always)]
    fn run<I: Instructions>(self) -> Self::Output {
        let Expand { expansion, chunk, batches, into } = self;
        let mut jumps = 0;
        for positions in chunk.chunks(BATCH / 8) {
            for &position in positions {
                let visit = |code: B| {
                    jumps += 1;
                    batches[shard_of(code)].push(code);
                };
                match expansion.neighbours {
                    Neighbours::Children => expansion.images.for_each_child(position, visit),
                    Neighbours::Parents => expansion.images.for_each_parent(position, visit),
                }
            }
            hand_over(batches, into)?;
        }
        Ok(jumps)
    }
}

fn hand_over<B: Bits>(batches: &mut [Vec<B>], into: &Collector<'_, B>) -> Result<(), SweepError> {
    for (shard, batch) in batches.iter_mut().enumerate() {
        if batch.len() >= BATCH {
            into.add(shard, batch)?;
        }
    }
    Ok(())
}
