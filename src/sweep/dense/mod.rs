//! All positions of a class in a bitmap, hundreds of them at a time.
//!
//! A bitmap has a bit for each position of the start's class. Jumps are exclusive-ors of codes, and so they
//! move whole blocks of bits at once; see [`layout`] for how blocks lie and why one pass over them, from the
//! heaviest to the lightest, finds every position that can be reached. Backwards is the same on complements: in a bitmap the
//! complement of a set is the set read from the last bit to the first.

mod bitmap;
mod block;
mod canonical;
mod closure;
mod digraph;
mod layout;
mod table;
mod visit;

use crate::board::{Board, Symmetry};
use crate::engine::processor::InstructionSet;
use bitmap::{Bitmap, block_of};
use block::{Block, add, intersect, remove, reversed};
use canonical::SmallestImages;
use closure::Closure;
use layout::Layout;
use std::io;
use table::Table;
pub(super) use visit::Visitor;

/// How much memory a bitmap of the board takes; `None` where it cannot be addressed.
pub(super) fn bitmap_bytes(board: &Board) -> Option<u64> {
    Layout::new(board)?.bytes()
}

/// The positions that can be reached from some starts of one class.
#[derive(Debug)]
struct Reached {
    table: Table,
    bitmap: Bitmap,
}

impl Reached {
    /// `None` when `go_on` said to stop.
    fn new(
        layout: &Layout,
        board: &Board,
        starts: &[u64],
        threads: usize,
        go_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> io::Result<Option<Reached>> {
        let table = Table::new(board, layout.clone(), starts[0]);
        let words = layout.words();
        let Some(mut bitmap) = Bitmap::new(table.blocks() * words) else {
            return Err(io::ErrorKind::OutOfMemory.into());
        };
        for &start in starts {
            let (block, index) = table.place(start);
            bitmap.words_mut()[block * words + index / 64] |= 1 << (index % 64);
        }
        let closure = Closure { table: &table, bitmap: bitmap.shared(), threads, go_on };
        Ok(closure.run(InstructionSet::best()).then_some(Reached { table, bitmap }))
    }
}

/// A set of positions that a dense sweep knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// F: what can be reached.
    Reachable,
    /// W: both.
    Winning,
    /// L: one jump below a winning position, but not winning.
    Losing,
}

/// Everything about a problem, in one bitmap or two.
#[derive(Debug)]
pub(super) struct DenseSweep {
    forward: Reached,
    backward: Backward,
    smallest: SmallestImages,
    threads: usize,
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
    /// Sweeps from `start`, and backwards from `finishes`, all of the start's class. `None` when `go_on` said
    /// to stop; it is told the share that is done.
    pub(super) fn new(
        board: &Board,
        start: u64,
        finishes: &[u64],
        symmetries: &[Symmetry],
        threads: usize,
        go_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> io::Result<Option<DenseSweep>> {
        let no_bitmap = || io::Error::other("the board is too large for a bitmap");
        let layout = Layout::new(board).ok_or_else(no_bitmap)?;
        let full = u64::MAX >> (64 - board.hole_count());
        let seeds: Vec<u64> = finishes.iter().map(|finish| full & !finish).collect();
        let one = finishes.is_empty() || seeds == [start];
        let share = if one { 1.0 } else { 0.5 };
        let first = |done: f64| go_on(done * share);
        let Some(forward) = Reached::new(&layout, board, &[start], threads, &first)? else { return Ok(None) };
        let backward = if finishes.is_empty() {
            Backward::Unknown
        } else if one {
            Backward::AsForward
        } else {
            let second = |done: f64| go_on((1.0 + done) * share);
            match Reached::new(&layout, board, &seeds, threads, &second)? {
                Some(reached) => Backward::Reached(Box::new(reached)),
                None => return Ok(None),
            }
        };
        let smallest = SmallestImages::new(&forward.table, symmetries);
        Ok(Some(DenseSweep { forward, backward, smallest, threads }))
    }

    /// Shows every position of a set, one of each symmetry class, to visitors: one for each thread, which are
    /// given back.
    pub(super) fn visit<V: Visitor>(&self, set: Set, new: impl Fn() -> V + Sync) -> Vec<V> {
        match self.forward.table.layout.words() {
            1 => visit::visit::<1, V>(self, set, &new),
            2 => visit::visit::<2, V>(self, set, &new),
            4 => visit::visit::<4, V>(self, set, &new),
            _ => visit::visit::<8, V>(self, set, &new),
        }
    }

    #[inline(always)]
    fn block<const K: usize>(&self, set: Set, block: usize) -> Block<K> {
        match set {
            Set::Reachable => block_of(self.forward.bitmap.words(), block),
            Set::Winning => self.winning(block),
            Set::Losing => self.losing(block),
        }
    }

    /// By reversal, a finish can be reached from a position exactly when the position's complement can be reached from the
    /// finish's complement: a jump played backwards finds `to` full, `from` and `over` empty, and fills
    /// and empties them, which on the complement is the jump itself.
    #[inline(always)]
    fn solvable<const K: usize>(&self, block: usize) -> Block<K> {
        let reached = match &self.backward {
            Backward::Unknown => return [0; K],
            Backward::AsForward => &self.forward,
            Backward::Reached(reached) => reached,
        };
        let opposite = reached.table.blocks() - 1 - block;
        let bits = block_of(reached.bitmap.words(), opposite);
        reversed(&bits, reached.table.layout.index_holes.len())
    }

    #[inline(always)]
    fn winning<const K: usize>(&self, block: usize) -> Block<K> {
        let mut bits = block_of(self.forward.bitmap.words(), block);
        intersect(&mut bits, &self.solvable(block));
        bits
    }

    #[inline(always)]
    fn losing<const K: usize>(&self, block: usize) -> Block<K> {
        let table = &self.forward.table;
        let winning = self.winning::<K>(block);
        let mut below = table.arrivals(
            block,
            #[inline(always)]
            |source| self.winning::<K>(source),
        );
        add(&mut below, &table.arrivals_within(&winning, table.offset(block)));
        remove(&mut below, &winning);
        below
    }
}
