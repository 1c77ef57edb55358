//! Positions one jump away from those of a block, as canonical codes.

use super::LevelError;
use super::level::{Blocks, Level};
use crate::engine::processor::{InstructionSet, Instructions, Plain, Work};
use crate::engine::{Bits, ChildImages};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which positions are made of those of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// Those one jump below.
    Children,
    /// Those from which one jump leads here.
    Parents,
    /// The complement of each.
    Complements,
    /// The positions as they are.
    #[cfg(feature = "cluster")]
    Themselves,
}

/// Refutes children before they get a canonical code. The methods are called in the innermost loop: mark them
/// `#[inline]`.
pub(crate) trait Pruning<B>: Sync {
    /// What is known of the position whose jumps are tried.
    type Known: Default + Send;

    /// Sets what is known to that of a position.
    fn set(&self, known: &mut Self::Known, position: B);

    /// Whether the position after a jump, a number of [`Board::jumps`](crate::Board::jumps), is refuted.
    fn refutes_after(&self, known: &Self::Known, jump: usize) -> bool;
}

/// Refutes nothing.
pub(crate) struct NoPruning;

impl<B> Pruning<B> for NoPruning {
    type Known = ();

    #[inline]
    fn set(&self, (): &mut (), _: B) {}

    #[inline]
    fn refutes_after(&self, (): &(), _: usize) -> bool {
        false
    }
}

/// How neighbours are made.
pub(crate) struct Expansion<'a, B, P> {
    /// Holds the symmetries.
    pub(crate) images: &'a ChildImages<B>,
    /// Parents and complements are not pruned.
    pub(crate) neighbours: Neighbours,
    pub(crate) pruning: &'a P,
}

impl<B: Bits, P: Pruning<B>> Expansion<'_, B, P> {
    /// Appends the canonical code of each neighbour of each position, once for each jump. The positions may be any
    /// block of codes.
    pub(crate) fn append_neighbours(&self, positions: &[B], found: &mut Vec<B>) {
        InstructionSet::best().run(AppendNeighbours {
            expansion: self,
            positions,
            found,
        });
    }

    /// The same codes for a sample of positions: compiled once, and not for each instruction set.
    pub(crate) fn neighbours_of_sample(&self, positions: &[B]) -> Vec<B> {
        let mut found = Vec::new();
        AppendNeighbours {
            expansion: self,
            positions,
            found: &mut found,
        }
        .run::<Plain>();
        found
    }
}

struct AppendNeighbours<'a, B, P> {
    expansion: &'a Expansion<'a, B, P>,
    positions: &'a [B],
    found: &'a mut Vec<B>,
}

impl<B: Bits, P: Pruning<B>> Work for AppendNeighbours<'_, B, P> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self) {
        let Expansion {
            images,
            neighbours,
            pruning,
        } = *self.expansion;
        match neighbours {
            Neighbours::Children | Neighbours::Parents => {
                let mut known = P::Known::default();
                let are_parents = neighbours == Neighbours::Parents; // one loop for both is half the code
                for &position in self.positions {
                    if !are_parents {
                        pruning.set(&mut known, position);
                    }
                    images.for_each_neighbour(
                        position,
                        if are_parents {
                            images.full() & !position
                        } else {
                            position
                        },
                        #[inline]
                        |jump| are_parents || !pruning.refutes_after(&known, jump),
                        #[inline]
                        |code| self.found.push(code),
                    );
                }
            }
            Neighbours::Complements => {
                for &position in self.positions {
                    self.found.push(images.canonical(images.full() & !position));
                }
            }
            #[cfg(feature = "cluster")]
            Neighbours::Themselves => self.found.extend_from_slice(self.positions),
        }
    }
}

/// The positions of a level, which threads take block by block.
pub(super) struct Source<'a> {
    level: &'a Level,
    next: AtomicUsize,
}

impl<'a> Source<'a> {
    pub(super) fn new(level: &'a Level) -> Source<'a> {
        Source {
            level,
            next: AtomicUsize::new(0),
        }
    }

    pub(super) fn taker<B: Bits>(&'a self) -> Result<Taker<'a, B>, LevelError> {
        Ok(Taker {
            source: self,
            blocks: self.level.blocks()?,
            block: Vec::new(),
            place: 0,
        })
    }

    /// The number of the next block.
    pub(super) fn place(&self) -> usize {
        self.next.load(Ordering::Relaxed)
    }

    /// Whether a thread has taken the last block.
    pub(super) fn is_exhausted(&self) -> bool {
        self.place() >= self.level.block_count()
    }
}

/// What a thread has taken.
pub(super) struct Taker<'a, B> {
    source: &'a Source<'a>,
    blocks: Blocks<'a>,
    block: Vec<B>,
    place: usize,
}

impl<B: Bits> Taker<'_, B> {
    /// The next positions, at most this many; none when all are taken.
    pub(super) fn take(&mut self, most: usize) -> Result<&[B], LevelError> {
        if self.place == self.block.len() {
            let index = self.source.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.source.level.block_count() {
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

    /// Whether positions are left in the block taken last.
    pub(super) fn has_rest(&self) -> bool {
        self.place < self.block.len()
    }
}
