use super::{Jump, MAX_HOLES};

/// Parity invariants of a board.
///
/// A set of holes is an *invariant* if every jump changes an even number of them; then no jump changes the parity of
/// the pegs in the set. The invariants are the left kernel of the jump matrix over GF(2). On the usual boards they
/// are spanned by differences of the diagonal three-colorings (Reiss 1857; Beasley, *The Ins and Outs of Peg
/// Solitaire*, 1985, chapter 4); odd shapes can have more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionClasses {
    invariants: Vec<u128>,
}

/// Class of a position: its parity in each invariant. No line leads from a position to one of another class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionClass(u128);

impl PositionClasses {
    /// Computes the kernel by Gauss-Jordan elimination. The invariants are reduced: each has a hole that no other
    /// has.
    pub(super) fn new(holes: usize, jumps: &[Jump]) -> PositionClasses {
        let mut rows: Vec<(usize, u128)> = Vec::new(); // (pivot hole, reduced row)
        for jump in jumps {
            let row = rows.iter().fold(jump.code(), |row, &(pivot, reduced)| {
                if row >> pivot & 1 == 1 {
                    row ^ reduced
                } else {
                    row
                }
            });
            if row != 0 {
                let pivot = row.trailing_zeros() as usize;
                for (_, other) in &mut rows {
                    if *other >> pivot & 1 == 1 {
                        *other ^= row;
                    }
                }
                rows.push((pivot, row));
            }
        }
        debug_assert!(holes <= MAX_HOLES);
        let is_pivot = |hole| rows.iter().any(|&(pivot, _)| pivot == hole);
        let invariants = (0..holes)
            .filter(|&hole| !is_pivot(hole))
            .map(|free| {
                let dependent = rows.iter().filter(|&&(_, row)| row >> free & 1 == 1);
                dependent.fold(1 << free, |invariant, &(pivot, _)| invariant | 1 << pivot)
            })
            .collect();
        PositionClasses { invariants }
    }

    /// Returns the number of independent invariants. There are `2^dimension` classes.
    pub fn dimension(&self) -> usize {
        self.invariants.len()
    }

    /// Returns the invariants as codes of sets of holes.
    pub fn invariants(&self) -> &[u128] {
        &self.invariants
    }

    /// Returns a basis, over GF(2), of the sums of invariants that have none of these holes.
    pub(crate) fn without(&self, holes: u128) -> Vec<u128> {
        let mut sets = self.invariants.clone();
        for hole in (0..MAX_HOLES).map(|hole| 1 << hole) {
            if holes & hole != 0
                && let Some(pivot) = sets.iter().position(|set| set & hole != 0)
            {
                let pivot = sets.remove(pivot);
                for set in sets.iter_mut().filter(|set| **set & hole != 0) {
                    *set ^= pivot;
                }
            }
        }
        sets
    }

    pub(crate) fn class_of(&self, code: u128) -> PositionClass {
        let parity = |invariant: &u128| u128::from((code & invariant).count_ones() & 1);
        let bits = self
            .invariants
            .iter()
            .enumerate()
            .map(|(bit, invariant)| parity(invariant) << bit);
        PositionClass(bits.fold(0, |class, bit| class | bit))
    }
}

impl PositionClass {
    /// Returns the parities as bits, one for each invariant.
    pub fn bits(self) -> u128 {
        self.0
    }
}
