//! Expansion of a block of positions into the canonical codes of their neighbors.

use super::LevelError;
use super::level::{BlockReader, Level};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, ChildImages, JumpSet};
use crate::problem::Region;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions derived from those of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neighbors<'a> {
    /// Positions after one jump.
    Children,
    /// Positions before one jump.
    Parents,
    /// Complements.
    Complements,
    /// The positions themselves, except those in these regions.
    Outside(&'a [Region]),
}

/// Refutation of children before their canonical codes are computed. The innermost loop calls the methods, so mark them
/// `#[inline(always)]`.
pub trait Pruning<B>: Sync {
    /// State derived from a position, for all of its jumps.
    type Known: Default + Send;

    /// Sets the state to that of a position.
    fn set(&self, known: &mut Self::Known, position: B);

    /// Removes the jumps from the position whose results are refuted.
    fn retain(&self, known: &Self::Known, jumps: &mut JumpSet<'_>);
}

/// Pruning that refutes nothing.
pub(crate) struct NoPruning;

impl<B> Pruning<B> for NoPruning {
    type Known = ();

    #[inline(always)]
    fn set(&self, (): &mut (), _: B) {}

    #[inline(always)]
    fn retain(&self, (): &(), _: &mut JumpSet<'_>) {}
}

/// Step from positions to their neighbors.
pub struct Expansion<'a, B, P> {
    pub(crate) images: &'a ChildImages<B>,
    /// Only children are pruned.
    pub(crate) neighbors: Neighbors<'a>,
    pub(crate) pruning: &'a P,
}

impl<B: Bits, P: Pruning<B>> Expansion<'_, B, P> {
    /// Appends the canonical codes of the neighbors of some positions that are not pruned, one for each jump.
    pub fn append_neighbors(&self, positions: &[B], found: &mut Vec<B>) {
        InstructionSet::best().run(AppendNeighbors {
            expansion: self,
            positions,
            found,
        });
    }

    /// Returns an upper bound on the number of neighbors of a position, at least 1.
    pub fn most_neighbors(&self) -> usize {
        self.images.jump_count().max(1)
    }

    /// Returns the canonical codes of the neighbors of a sample of positions.
    pub(super) fn neighbors_of_sample(&self, positions: &[B]) -> Vec<B> {
        let mut found = Vec::new();
        self.append_neighbors(positions, &mut found);
        found
    }
}

struct AppendNeighbors<'a, B, P> {
    expansion: &'a Expansion<'a, B, P>,
    positions: &'a [B],
    found: &'a mut Vec<B>,
}

impl<B: Bits, P: Pruning<B>> Work for AppendNeighbors<'_, B, P> {
    type Output = ();

    #[inline]
    fn run<I: Instructions>(self) {
        let Expansion {
            images,
            neighbors,
            pruning,
        } = *self.expansion;
        match neighbors {
            Neighbors::Children | Neighbors::Parents => {
                let mut known = P::Known::default();
                let are_parents = neighbors == Neighbors::Parents; // one loop for both is half the code
                for &position in self.positions {
                    if !are_parents {
                        pruning.set(&mut known, position);
                    }
                    images.for_each_neighbor_of(
                        position,
                        if are_parents {
                            images.full() & !position
                        } else {
                            position
                        },
                        #[inline(always)]
                        |jumps| {
                            if !are_parents {
                                pruning.retain(&known, jumps);
                            }
                        },
                        #[inline(always)]
                        |code| self.found.push(code),
                    );
                }
            }
            Neighbors::Complements => {
                for &position in self.positions {
                    self.found.push(images.canonical(images.full() & !position));
                }
            }
            Neighbors::Outside(regions) => {
                let is_outside = |position: &B| {
                    let mut regions = regions.iter();
                    !regions.any(|region| region.contains(position.code()))
                };
                self.found
                    .extend(self.positions.iter().copied().filter(is_outside));
            }
        }
    }
}

/// Queue of the blocks of a level, shared by threads.
pub(super) struct BlockQueue<'a> {
    level: &'a Level,
    next: AtomicUsize,
}

impl<'a> BlockQueue<'a> {
    pub(super) fn new(level: &'a Level) -> BlockQueue<'a> {
        BlockQueue {
            level,
            next: AtomicUsize::new(0),
        }
    }

    pub(super) fn reader<B: Bits>(&'a self) -> Result<QueueReader<'a, B>, LevelError> {
        Ok(QueueReader {
            queue: self,
            blocks: self.level.blocks()?,
            block: Vec::new(),
            place: 0,
            left_over: Vec::new(),
        })
    }

    /// Returns the number of the next block.
    pub(super) fn place(&self) -> usize {
        self.next.load(Ordering::Relaxed)
    }

    /// Returns `true` if a thread has taken the last block.
    pub(super) fn is_exhausted(&self) -> bool {
        self.place() >= self.level.block_count()
    }
}

/// Reader of the queue, one for each thread.
pub(super) struct QueueReader<'a, B> {
    queue: &'a BlockQueue<'a>,
    blocks: BlockReader<'a>,
    block: Vec<B>,
    place: usize,
    /// Neighbors of the positions taken last for which there was no room.
    pub(super) left_over: Vec<B>,
}

impl<B: Bits> QueueReader<'_, B> {
    /// Returns the next positions, at most `most`, or none at the end.
    pub(super) fn take(&mut self, most: usize) -> Result<&[B], LevelError> {
        if self.place == self.block.len() {
            let index = self.queue.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.queue.level.block_count() {
                return Ok(&[]);
            }
            self.blocks.read(index, &mut self.block)?;
            self.place = 0;
        }
        let end = (self.place + most).min(self.block.len());
        let taken = &self.block[self.place..end];
        self.place = end;
        Ok(taken)
    }

    /// Returns `true` if positions of the current block or neighbors are left.
    pub(super) fn has_rest(&self) -> bool {
        self.place < self.block.len() || !self.left_over.is_empty()
    }
}
