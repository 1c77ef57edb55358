//! Expansion of positions by one jump.

use super::board::Board;
use super::slacks::{Lane, Slacks, Table};
use super::word::{Images, Word};

/// Jumps, functions and symmetries of a side.
pub(super) struct Expander<W> {
    /// For each jump the holes that it changes, and those of them that must hold pegs.
    jumps: Vec<(W, W)>,
    images: Images<W>,
    slacks: Slacks,
}

impl<W: Word> Expander<W> {
    pub(super) fn new(board: &Board, images: Images<W>, slacks: Slacks) -> Expander<W> {
        let jumps = board
            .jumps
            .iter()
            .map(|jump| (W::new(jump.change()), W::new(jump.pegs())));
        Expander {
            jumps: jumps.collect(),
            images,
            slacks,
        }
    }

    pub(super) fn images(&self) -> &Images<W> {
        &self.images
    }

    /// Returns the smallest images of the positions that no function refutes.
    pub(super) fn open(&self, positions: &[W]) -> Vec<W> {
        let is_open = |position: &&W| match &self.slacks {
            Slacks::Short(table) => !is_refuted(table, **position),
            Slacks::Long(table) => !is_refuted(table, **position),
        };
        positions
            .iter()
            .filter(is_open)
            .map(|position| self.images.smallest(*position))
            .collect()
    }

    /// Returns the number of jumps of the board, an upper bound on the children of a position.
    pub(super) fn jump_count(&self) -> usize {
        self.jumps.len()
    }

    /// Appends the smallest images of all children that no function refutes.
    pub(super) fn expand(&self, positions: impl IntoIterator<Item = W>, children: &mut Vec<W>) {
        self.for_each_after(positions, |_, _, child| {
            children.push(self.images.smallest(child))
        });
    }

    /// Calls `each(parent, jump, child)` for every child that no function refutes: the index of the parent among
    /// `positions`, the index of the jump, and the child.
    #[inline]
    pub(super) fn for_each_after(
        &self,
        positions: impl IntoIterator<Item = W>,
        each: impl FnMut(usize, usize, W),
    ) {
        match &self.slacks {
            Slacks::Short(table) => self.for_each_by(table, positions, each),
            Slacks::Long(table) => self.for_each_by(table, positions, each),
        }
    }

    #[inline]
    fn for_each_by<T: Lane>(
        &self,
        table: &Table<T>,
        positions: impl IntoIterator<Item = W>,
        mut each: impl FnMut(usize, usize, W),
    ) {
        let mut states = table.states();
        for (place, position) in positions.into_iter().enumerate() {
            table.set(&mut states, position);
            for (jump, &(change, needed)) in self.jumps.iter().enumerate() {
                if position & change == needed && !table.refute_after(&states, jump) {
                    each(place, jump, position ^ change);
                }
            }
        }
    }
}

fn is_refuted<T: Lane, W: Word>(table: &Table<T>, position: W) -> bool {
    let mut states = table.states();
    table.set(&mut states, position);
    table.refute(&states)
}
