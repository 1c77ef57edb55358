//! Sweeps by bitmap: up to 512 positions of a class at a time.
//!
//! A bitmap has one bit for each position of the start's class. Jumps are exclusive ors of codes, so they move whole
//! blocks of bits at once. [`layout`] describes the order of blocks, and why one pass from the heaviest to the lightest
//! block finds every reachable position. The backward sweep is the forward sweep on complements, and complementing all
//! positions of a bitmap reverses its bits.
//!
//! Symmetric blocks have symmetric contents, so only one of them is stored: see [`folding`].

mod bit_index;
mod bitmap;
mod block;
mod closure;
mod digraph;
mod folding;
mod layout;
mod orbit_representatives;
mod rounds;
mod table;
mod visit;

use super::PositionSet;
use crate::board::{Board, Symmetry};
use crate::control::{LimitReached, Part};
use crate::engine::processor::{InstructionSet, Instructions, prefetch};
use crate::problem::{Finish, Region};
pub(super) use bit_index::BitIndex;
use bitmap::{Bitmap, block_of};
use block::{Block, add, intersect, is_empty, remove, reversed};
use closure::Closure;
pub(super) use layout::Layout;
use orbit_representatives::OrbitRepresentatives;
use std::io;
use table::Table;
pub(super) use visit::Visitor;

/// Number of positions looked up together.
const LOOKUP_BATCH: usize = 64;

/// Bitmap of the positions reachable from some starts of one class.
#[derive(Debug)]
pub(super) struct Reached {
    table: Table,
    bitmap: Bitmap,
}

impl Reached {
    /// Computes all positions reachable from some starts. The symmetries of the layout must permute the starts.
    pub(super) fn new(
        layout: &Layout,
        board: &Board,
        starts: Starts<'_>,
        part: Part<'_>,
    ) -> Result<Reached, NoBitmap> {
        let words = layout
            .bytes()
            .and_then(|bytes| usize::try_from(bytes / 8).ok());
        let Some(mut bitmap) = words.and_then(|words| Bitmap::new(words).ok()) else {
            return Err(NoBitmap::NoMemory(io::ErrorKind::OutOfMemory.into()));
        };
        let table = Table::new(board, layout.clone(), starts.member());
        // A start in a block that is not stored has an image that is also a start, in a stored block.
        match starts {
            Starts::Positions(starts) => {
                for (block, index) in starts.iter().map(|start| table.place(*start)) {
                    if let Some(stored) = table.folding.stored_place(block) {
                        bitmap.words_mut()[stored * layout.words() + index / 64] |=
                            1 << (index % 64);
                    }
                }
            }
            Starts::Regions { regions, .. } => table.add_regions(regions, &mut bitmap, part)?,
        }
        Closure {
            table: &table,
            bitmap: bitmap.shared(),
            part,
        }
        .run(InstructionSet::best())?;
        Ok(Reached { table, bitmap })
    }

    /// Returns the number of stored positions.
    pub(super) fn stored_count(&self) -> u64 {
        self.bitmap
            .words()
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// Builds an index for lookups of single positions.
    pub(super) fn bit_index(&self) -> BitIndex {
        BitIndex::new(&self.table)
    }

    /// Returns `true` if a position of the class is reachable.
    pub(super) fn contains(&self, index: &BitIndex, code: u64) -> bool {
        self.has_bit(self.bit_of(index, code))
    }

    /// Retains the reachable positions. All must be of the class. Looks them up in batches to hide memory latency.
    pub(super) fn retain<T: Copy>(
        &self,
        index: &BitIndex,
        positions: &mut Vec<T>,
        code: impl Fn(T) -> u64,
    ) {
        let mut bits = [0; LOOKUP_BATCH];
        let mut kept = 0;
        for begin in (0..positions.len()).step_by(LOOKUP_BATCH) {
            let end = positions.len().min(begin + LOOKUP_BATCH);
            for (bit, position) in bits.iter_mut().zip(&positions[begin..end]) {
                *bit = self.bit_of(index, code(*position));
                prefetch(&self.bitmap.words()[*bit / 64]);
            }
            for next in begin..end {
                positions[kept] = positions[next];
                kept += usize::from(self.has_bit(bits[next - begin]));
            }
        }
        positions.truncate(kept);
    }

    /// Returns the index of a position's bit in the bitmap.
    fn bit_of(&self, index: &BitIndex, code: u64) -> usize {
        let (stored, bit) = index.stored_place(&self.table, code);
        stored * self.table.layout.words() * 64 + bit
    }

    fn has_bit(&self, bit: usize) -> bool {
        self.bitmap.words()[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline(always)]
    fn block<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let place = self.table.folding.place(block);
        self.table
            .folding
            .unfold::<I, K>(place, block_of(self.bitmap.words(), place.stored))
    }
}

/// Starts of a bitmap, all of one class.
#[derive(Clone, Copy, Debug)]
pub(super) enum Starts<'a> {
    /// At least one position.
    Positions(&'a [u64]),
    /// All positions of these regions that lie in the class of `member`.
    Regions { member: u64, regions: &'a [Region] },
}

impl Starts<'_> {
    /// Returns a position of the class.
    fn member(self) -> u64 {
        match self {
            Starts::Positions(starts) => starts[0],
            Starts::Regions { member, .. } => member,
        }
    }
}

/// Reason for not making a bitmap.
#[derive(Debug)]
pub(super) enum NoBitmap {
    /// The allocation failed.
    NoMemory(io::Error),
    Stopped(LimitReached),
}

impl From<LimitReached> for NoBitmap {
    fn from(limit: LimitReached) -> NoBitmap {
        NoBitmap::Stopped(limit)
    }
}

/// Forward and backward sweep of a problem, in one bitmap or two.
#[derive(Debug)]
pub(super) struct DenseSweep {
    forward: Reached,
    backward: Backward,
    representatives: OrbitRepresentatives,
}

/// Positions reachable from the complements of the finishes.
#[derive(Debug)]
enum Backward {
    /// The problem has no finish.
    None,
    /// The finish is the complement of the start, so both sweeps are the same.
    SameAsForward,
    Reached(Box<Reached>),
}

impl DenseSweep {
    /// Sweeps forward from `start` and backward from the finishes; listed ones must lie in the start's class. The
    /// symmetries must fix the start and the set of finishes.
    pub(super) fn new(
        board: &Board,
        layout: Layout,
        start: u64,
        finish: Option<&Finish>,
        symmetries: &[Symmetry],
        part: Part<'_>,
    ) -> Result<DenseSweep, NoBitmap> {
        let full = board.full_code();
        let listed: Vec<u64> = finish
            .map_or(&[][..], Finish::codes)
            .iter()
            .map(|finish| (full & !finish) as u64)
            .collect();
        let is_single = finish.is_none() || listed == [start];
        let share = if is_single { 1.0 } else { 0.5 };
        let forward = Reached::new(
            &layout,
            board,
            Starts::Positions(&[start]),
            part.part(0.0, share),
        )?;
        let complements: Vec<Region> = finish
            .map_or_else(Vec::new, Finish::regions)
            .into_iter()
            .map(|region| region.complement(full))
            .collect();
        let backward_starts = match finish {
            Some(Finish::Regions(_)) => Starts::Regions {
                member: full as u64 & !start,
                regions: &complements,
            },
            _ => Starts::Positions(&listed),
        };
        let backward = if finish.is_none() {
            Backward::None
        } else if is_single {
            Backward::SameAsForward
        } else {
            Backward::Reached(Box::new(Reached::new(
                &layout,
                board,
                backward_starts,
                part.part(share, 1.0),
            )?))
        };
        let representatives = OrbitRepresentatives::new(&forward.table, symmetries);
        Ok(DenseSweep {
            forward,
            backward,
            representatives,
        })
    }

    /// Returns the size of the bitmaps in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let backward = match &self.backward {
            Backward::Reached(reached) => size_of_val(reached.bitmap.words()),
            Backward::None | Backward::SameAsForward => 0,
        };
        (size_of_val(self.forward.bitmap.words()) + backward) as u64
    }

    #[inline(always)]
    fn block<I: Instructions, const K: usize>(&self, set: PositionSet, block: usize) -> Block<K> {
        match set {
            PositionSet::Reachable => self.forward.block::<I, K>(block),
            PositionSet::Winning => self.winning::<I, K>(block),
            PositionSet::JustLost => self.just_lost::<I, K>(block),
        }
    }

    /// Returns the positions of a block from which a finish can be reached.
    ///
    /// A finish can be reached from a position if and only if the position's complement can be reached from the
    /// finish's complement. A jump played backwards needs a peg in `to` and none in `from` and `over`, and flips all
    /// three holes: on the complement this is the jump itself.
    #[inline(always)]
    fn solvable<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let reached = match &self.backward {
            Backward::None => return [0; K],
            Backward::SameAsForward => &self.forward,
            Backward::Reached(reached) => reached,
        };
        let bits = reached.block::<I, K>(reached.table.opposite(block));
        reversed(&bits, reached.table.layout.index_holes.len())
    }

    #[inline(always)]
    fn winning<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let mut bits = self.forward.block::<I, K>(block);
        if !is_empty(&bits) {
            intersect(&mut bits, &self.solvable::<I, K>(block));
        }
        bits
    }

    #[inline(always)]
    fn just_lost<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let table = &self.forward.table;
        let winning = self.winning::<I, K>(block);
        let mut below = table.arrivals::<I, K>(
            block,
            #[inline(always)]
            |source| self.winning::<I, K>(source),
        );
        add(
            &mut below,
            &table.arrivals_within::<I, K>(&winning, table.offset(block)),
        );
        remove(&mut below, &winning);
        below
    }
}
