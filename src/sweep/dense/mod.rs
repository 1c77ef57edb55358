//! All positions of a class in a bitmap, hundreds of them at a time.
//!
//! A bitmap has a bit for each position of the start's class. Jumps are exclusive-ors of codes, and so they
//! move whole blocks of bits at once; see [`layout`] for how blocks lie and why one pass over them, from the
//! heaviest to the lightest, finds every position that can be reached. Backwards is the same on complements:
//! in a bitmap the complement of a set is the set read from the last bit to the first.
//!
//! Symmetric blocks have symmetric contents, and only one of them is stored: see [`folding`].

mod bitmap;
mod block;
mod closure;
mod digraph;
mod finder;
mod folding;
mod layout;
mod orbit_representatives;
mod rounds;
mod subgroup;
mod table;
mod visit;

use super::PositionSet;
use crate::board::{Board, Symmetry};
use crate::control::{LimitReached, Part};
use crate::engine::processor::{InstructionSet, Instructions, prefetch};
use bitmap::{Bitmap, block_of};
use block::{Block, add, intersect, is_empty, remove, reversed};
use closure::Closure;
pub(super) use finder::Finder;
pub(super) use layout::Layout;
use orbit_representatives::OrbitRepresentatives;
use std::io;
use table::Table;
pub(super) use visit::Visitor;

/// Positions looked up at a time.
const AT_A_TIME: usize = 64;

/// The positions that can be reached from some starts of one class.
#[derive(Debug)]
pub(super) struct Reached {
    table: Table,
    bitmap: Bitmap,
}

impl Reached {
    /// The symmetries of the layout carry starts onto starts.
    pub(super) fn new(
        layout: &Layout,
        board: &Board,
        starts: &[u64],
        part: Part<'_>,
    ) -> Result<Reached, NoBitmap> {
        let words = layout
            .bytes()
            .and_then(|bytes| usize::try_from(bytes / 8).ok());
        let Some(mut bitmap) = words.and_then(Bitmap::new) else {
            return Err(NoBitmap::NoMemory(io::ErrorKind::OutOfMemory.into()));
        };
        let table = Table::new(board, layout.clone(), starts[0]);
        // The images of starts in blocks that are not stored are starts as well.
        for (block, index) in starts.iter().map(|start| table.place(*start)) {
            if let Some(stored) = table.folding.stored_place(block) {
                bitmap.words_mut()[stored * layout.words() + index / 64] |= 1 << (index % 64);
            }
        }
        Closure {
            table: &table,
            bitmap: bitmap.shared(),
            part,
        }
        .run(InstructionSet::best())?;
        Ok(Reached { table, bitmap })
    }

    /// The positions that are stored.
    pub(super) fn stored_count(&self) -> u64 {
        self.bitmap
            .words()
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// What looks single positions up.
    pub(super) fn finder(&self) -> Finder {
        Finder::new(&self.table)
    }

    /// Whether a position of the class was reached.
    pub(super) fn contains(&self, finder: &Finder, code: u64) -> bool {
        self.has_bit(self.bit_of(finder, code))
    }

    /// Keeps those positions of the class that were reached. One by one each would wait for memory.
    pub(super) fn retain<T: Copy>(
        &self,
        finder: &Finder,
        positions: &mut Vec<T>,
        code: impl Fn(T) -> u64,
    ) {
        let mut bits = [0; AT_A_TIME];
        let mut kept = 0;
        for begin in (0..positions.len()).step_by(AT_A_TIME) {
            let end = positions.len().min(begin + AT_A_TIME);
            for (bit, position) in bits.iter_mut().zip(&positions[begin..end]) {
                *bit = self.bit_of(finder, code(*position));
                prefetch(&self.bitmap.words()[*bit / 64]);
            }
            for place in begin..end {
                positions[kept] = positions[place];
                kept += usize::from(self.has_bit(bits[place - begin]));
            }
        }
        positions.truncate(kept);
    }

    /// The number of a position's bit.
    fn bit_of(&self, finder: &Finder, code: u64) -> usize {
        let (stored, index) = finder.stored_place(&self.table, code);
        stored * self.table.layout.words() * 64 + index
    }

    fn has_bit(&self, bit: usize) -> bool {
        self.bitmap.words()[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline]
    fn block<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let place = self.table.folding.place(block);
        self.table
            .folding
            .unfold::<I, K>(place, block_of(self.bitmap.words(), place.stored))
    }
}

/// Why there is no bitmap.
#[derive(Debug)]
pub(super) enum NoBitmap {
    /// What the system says.
    NoMemory(io::Error),
    Stopped(LimitReached),
}

impl From<LimitReached> for NoBitmap {
    fn from(limit: LimitReached) -> NoBitmap {
        NoBitmap::Stopped(limit)
    }
}

/// Everything about a problem, in one bitmap or two.
#[derive(Debug)]
pub(super) struct DenseSweep {
    forward: Reached,
    backward: Backward,
    representatives: OrbitRepresentatives,
}

/// What can be reached from the complements of the finishes.
#[derive(Debug)]
enum Backward {
    /// No finish is given.
    Unknown,
    /// The start's complement is the finish: whatever is reached from one is reached from the other.
    AsForward,
    Reached(Box<Reached>),
}

impl DenseSweep {
    /// Sweeps from `start`, and backwards from `finishes`, all of the start's class, up to symmetries that
    /// fix the start and the set of finishes.
    pub(super) fn new(
        board: &Board,
        layout: Layout,
        start: u64,
        finishes: &[u64],
        symmetries: &[Symmetry],
        part: Part<'_>,
    ) -> Result<DenseSweep, NoBitmap> {
        let full = u64::MAX >> (64 - board.hole_count());
        let seeds: Vec<u64> = finishes.iter().map(|finish| full & !finish).collect();
        let one = finishes.is_empty() || seeds == [start];
        let share = if one { 1.0 } else { 0.5 };
        let forward = Reached::new(&layout, board, &[start], part.part(0.0, share))?;
        let backward = if finishes.is_empty() {
            Backward::Unknown
        } else if one {
            Backward::AsForward
        } else {
            Backward::Reached(Box::new(Reached::new(
                &layout,
                board,
                &seeds,
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

    /// The bytes of the bitmaps.
    pub(super) fn bytes(&self) -> u64 {
        let backward = match &self.backward {
            Backward::Reached(reached) => size_of_val(reached.bitmap.words()),
            Backward::Unknown | Backward::AsForward => 0,
        };
        (size_of_val(self.forward.bitmap.words()) + backward) as u64
    }

    /// Shows every position of a set, one of each symmetry class, to visitors: one for each thread, which are
    /// given back.
    pub(super) fn visit<V: Visitor>(
        &self,
        set: PositionSet,
        part: Part<'_>,
        new: impl Fn() -> V + Sync,
    ) -> Result<Vec<V>, LimitReached> {
        visit::visit(self, set, part, &new)
    }

    #[inline]
    fn block<I: Instructions, const K: usize>(&self, set: PositionSet, block: usize) -> Block<K> {
        match set {
            PositionSet::Reachable => self.forward.block::<I, K>(block),
            PositionSet::Winning => self.winning::<I, K>(block),
            PositionSet::Losing => self.losing::<I, K>(block),
        }
    }

    /// By reversal, a finish can be reached from a position exactly when the position's complement can be
    /// reached from the finish's complement: a jump played backwards finds `to` full, `from` and `over`
    /// empty, and fills and empties them, which on the complement is the jump itself.
    #[inline]
    fn solvable<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let reached = match &self.backward {
            Backward::Unknown => return [0; K],
            Backward::AsForward => &self.forward,
            Backward::Reached(reached) => reached,
        };
        let bits = reached.block::<I, K>(reached.table.opposite(block));
        reversed(&bits, reached.table.layout.index_holes.len())
    }

    #[inline]
    fn winning<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let mut bits = self.forward.block::<I, K>(block);
        if !is_empty(&bits) {
            intersect(&mut bits, &self.solvable::<I, K>(block));
        }
        bits
    }

    #[inline]
    fn losing<I: Instructions, const K: usize>(&self, block: usize) -> Block<K> {
        let table = &self.forward.table;
        let winning = self.winning::<I, K>(block);
        let mut below = table.arrivals::<I, K>(
            block,
            #[inline]
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
