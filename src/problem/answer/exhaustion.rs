//! Record of an exhaustive search: the data from which a certificate is made.

use super::{PagodaFunction, PruningFunctions};
use crate::board::{Position, Symmetry};
use crate::problem::Problem;

/// Record of a complete exhaustive search: the sets of positions that it visited, and the functions that pruned it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhaustion {
    pub(crate) start: Position,
    /// Functions that refute some of the finishes without a search.
    pub(crate) functions: Vec<PagodaFunction>,
    pub(crate) refuted: RefutedFinishes,
    pub(crate) sets: ClosedSets,
}

/// Finishes that an exhaustion refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefutedFinishes {
    /// The finishes of the problem's goal.
    OfGoal(Problem),
    /// Every position with this many pegs, each checked by itself.
    Every(usize),
    /// Every position with this many pegs.
    Any(usize),
}

/// Visited positions of each direction of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClosedSets {
    /// Classes and pagoda functions refute every finish.
    NotNeeded,
    Forward(ClosedSet),
    Backward(ClosedSet),
    BothWays {
        meeting: u32,
        forward: ClosedSet,
        backward: ClosedSet,
    },
    Halved {
        meeting: u32,
        forward: ClosedSet,
    },
}

/// Positions that are closed under every jump, except jumps into positions that the functions refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClosedSet {
    pub(crate) functions: Vec<PagodaFunction>,
    /// Number of jumps from the finishes of this set to the finishes of the problem.
    pub(crate) last_jumps: u32,
    pub(crate) symmetries: Vec<Symmetry>,
    /// Names the starts and finishes in position files.
    pub(crate) digest: [u8; 32],
    /// Number of positions on each level, from the most pegs to the fewest.
    pub(crate) sizes: Vec<u64>,
    /// The positions of each level. `None` leaves it to the checker to find them again.
    pub(crate) levels: Option<Vec<PackedCodes>>,
}

/// Ascending codes of positions with the same number of pegs, in the form of a position file: each code as its difference
/// to the one before, seven bits a byte, the lowest first, the eighth bit set in all but the last byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedCodes {
    pub(crate) pegs: u32,
    pub(crate) bytes: Vec<u8>,
}

impl Exhaustion {
    /// Number of positions, up to symmetry.
    pub fn positions(&self) -> u64 {
        match &self.sets {
            ClosedSets::NotNeeded => 0,
            ClosedSets::Forward(set)
            | ClosedSets::Backward(set)
            | ClosedSets::Halved { forward: set, .. } => set.positions(),
            ClosedSets::BothWays {
                forward, backward, ..
            } => forward.positions() + backward.positions(),
        }
    }

    /// Functions that pruned each direction of play.
    pub(crate) fn pruning_functions(&self) -> PruningFunctions {
        let (forward, backward) = match &self.sets {
            ClosedSets::NotNeeded => (self.functions.clone(), Vec::new()),
            ClosedSets::Forward(set) => (set.functions.clone(), Vec::new()),
            ClosedSets::Backward(set) => (Vec::new(), set.functions.clone()),
            ClosedSets::BothWays {
                forward, backward, ..
            } => (forward.functions.clone(), backward.functions.clone()),
            ClosedSets::Halved { forward, .. } => {
                (forward.functions.clone(), forward.functions.clone())
            }
        };
        PruningFunctions { forward, backward }
    }
}

impl ClosedSet {
    /// Number of positions, up to symmetry.
    pub(crate) fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }
}

impl PackedCodes {
    pub(crate) fn new(pegs: u32) -> PackedCodes {
        PackedCodes {
            pegs,
            bytes: Vec::new(),
        }
    }

    /// Appends a code, given its difference to the last one.
    pub(crate) fn push(&mut self, mut difference: u128) {
        while difference >= 0x80 {
            self.bytes.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        self.bytes.push(difference as u8);
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = u128> + '_ {
        let mut code = 0;
        self.bytes
            .split_inclusive(|byte| *byte < 0x80)
            .map(move |bytes| {
                let difference = bytes
                    .iter()
                    .rev()
                    .fold(0u128, |number, byte| number << 7 | u128::from(byte & 0x7f));
                code += difference;
                code
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_codes_come_back(codes in btree_set(any::<u128>(), 0..50), shift in 0..128u32) {
            let codes: std::collections::BTreeSet<u128> = codes.into_iter().map(|code| code >> shift).collect();
            let (mut packed, mut last) = (PackedCodes::new(3), 0);
            for code in &codes {
                packed.push(code - last);
                last = *code;
            }
            prop_assert_eq!(packed.codes().collect::<Vec<_>>(), codes.into_iter().collect::<Vec<_>>());
        }
    }
}
