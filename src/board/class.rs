use super::{Jump, MAX_HOLES};

/// The parities that no jump of a board changes.
///
/// A set of holes is an *invariant* when every jump touches an even number of them: then the parity of the
/// pegs in it stays what it is. The invariants are the left kernel, over GF(2), of the matrix of jumps.
/// On the usual boards they are spanned by differences of the diagonal three-colourings (Reiss 1857;
/// Beasley, *The Ins and Outs of Peg Solitaire*, 1985, chapter 4), and odd shapes can have more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionClasses {
    invariants: Vec<u128>,
}

/// The class of a position: its parity in each invariant. Positions of different classes cannot be played
/// into each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionClass(u128);

impl PositionClasses {
    /// The kernel by Gauss-Jordan elimination; the invariants come out reduced, so that each has a hole
    /// that no other has.
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

    /// The number of independent invariants, in bits: there are `2^dimension` classes.
    pub fn dimension(&self) -> usize {
        self.invariants.len()
    }

    /// The invariants: sets of holes, as codes, of which every jump touches an even number.
    pub fn invariants(&self) -> &[u128] {
        &self.invariants
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
    /// The parities as bits, one for each invariant.
    pub fn bits(self) -> u128 {
        self.0
    }
}
