//! Positions one jump away from those of a level.

use super::block::Block;
use super::collector::Collector;
use super::level::{Blocks, Level};
use super::ranges::Ranges;
use crate::control::LimitReached;
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, ChildImages};
use crate::sweep::SweepError;
use std::sync::Mutex;

/// Which positions are made of those of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Those one jump below.
    Children,
    /// Those from which one jump leads here.
    Parents,
    /// The complement of each.
    Complements,
}

/// Makes neighbours of the positions of a level, as canonical codes.
pub(super) struct Expansion<'a, B> {
    pub(super) images: &'a ChildImages<B>,
    /// All holes of the board.
    pub(super) full: B,
    pub(super) neighbours: Neighbours,
    pub(super) threads: usize,
    /// Told after every few thousand positions how many were expanded; answers whether to go on.
    pub(super) go_on: &'a (dyn Fn(u64) -> Result<(), LimitReached> + Sync),
}

impl<B: Bits> Expansion<'_, B> {
    /// Ranges that share the neighbours of a level about evenly.
    pub(super) fn ranges(&self, level: &Level<B>, count: usize) -> Ranges {
        let mut codes = Vec::new();
        level.sample().codes().iter().for_each(|position| self.visit(*position, |code| codes.push(code)));
        Ranges::new(count, &codes)
    }

    /// Puts all neighbours into the collector; gives their number, with doubles.
    pub(super) fn run(&self, level: &Level<B>, into: &Collector<'_, B>) -> Result<u64, SweepError> {
        let blocks = Mutex::new(level.blocks()?);
        let work = || self.work(&blocks, into);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut found = work()?;
            for thread in others {
                found += thread.join().expect("an expansion does not panic")?;
            }
            Ok(found)
        })
    }

    fn work(&self, blocks: &Mutex<Blocks<'_>>, into: &Collector<'_, B>) -> Result<u64, SweepError> {
        let mut block = Block::default();
        let mut batches = Batches::new(into);
        let mut found = 0;
        while blocks.lock().expect("no thread panics while it reads").next(&mut block)? {
            let positions = u64::from(block.left());
            found += InstructionSet::best().run(Expand {
                expansion: self,
                block: &mut block,
                batches: &mut batches,
            });
            if let Some(error) = batches.failed.take() {
                return Err(error);
            }
            (self.go_on)(positions)?;
        }
        batches.finish()?;
        Ok(found)
    }

    #[inline(always)]
    fn visit(&self, position: B, mut visit: impl FnMut(B)) {
        match self.neighbours {
            Neighbours::Children => self.images.for_each_child(position, visit),
            Neighbours::Parents => self.images.for_each_parent(position, visit),
            Neighbours::Complements => visit(self.images.canonical(self.full & !position)),
        }
    }
}

struct Expand<'a, 'b, 'c, B> {
    expansion: &'a Expansion<'a, B>,
    block: &'a mut Block,
    batches: &'a mut Batches<'b, 'c, B>,
}

impl<B: Bits> Work for Expand<'_, '_, '_, B> {
    type Output = u64;

    #[inline(always)]
    fn run<I: Instructions>(self) -> Self::Output {
        let Expand { expansion, block, batches } = self;
        let mut found = 0;
        while let Some(position) = block.next() {
            expansion.visit(
                position,
                #[inline(always)]
                |code| {
                    found += 1;
                    batches.push(code);
                },
            );
        }
        found
    }
}

/// What a thread gathers for each shard, so that it seldom asks for a shard.
struct Batches<'c, 'a, B> {
    into: &'c Collector<'a, B>,
    ranges: &'a Ranges,
    batches: Vec<Vec<B>>,
    size: usize,
    failed: Option<SweepError>,
}

impl<'c, 'a, B: Bits> Batches<'c, 'a, B> {
    fn new(into: &'c Collector<'a, B>) -> Batches<'c, 'a, B> {
        let size = into.batch();
        let batches = (0..into.ranges().count()).map(|_| Vec::with_capacity(size)).collect();
        Batches { into, ranges: into.ranges(), batches, size, failed: None }
    }

    #[inline(always)]
    fn push(&mut self, code: B) {
        let shard = self.ranges.of(code);
        self.batches[shard].push(code);
        if self.batches[shard].len() == self.size {
            self.hand_over(shard);
        }
    }

    #[inline(never)]
    fn hand_over(&mut self, shard: usize) {
        let added = self.into.add(shard, &self.batches[shard]);
        self.batches[shard].clear();
        self.failed = self.failed.take().or(added.err());
    }

    fn finish(mut self) -> Result<(), SweepError> {
        (0..self.batches.len()).for_each(|shard| self.hand_over(shard));
        self.failed.map_or(Ok(()), Err)
    }
}
