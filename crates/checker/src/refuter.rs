//! Refutation of single finishes by position classes and functions.

use super::board::Board;
use super::flaw::{Checked, require, wrong};
use super::function::Function;
use super::resources::Resources;
use super::statement::Statement;
use super::symmetry::Symmetries;
use crate::format::ParityPart;

/// Invariants, functions and symmetries with which finishes are refuted.
pub(super) struct Refuter<'a> {
    pub(super) statement: &'a Statement,
    pub(super) invariants: Invariants,
    pub(super) functions: Vec<Function>,
    pub(super) symmetries: Symmetries,
    pub(super) resources: &'a Resources<'a>,
}

impl Refuter<'_> {
    /// Returns the function with this number, from 1.
    pub(super) fn function(&self, number: usize, place: &str) -> Checked<&Function> {
        match numbered(&self.functions, number) {
            Some(function) => Ok(function),
            None => wrong(place, format_args!("there is no function number {number}")),
        }
    }
}

/// Sets of holes such that every jump changes an even number of holes in each set. So the parity of the pegs in a set is
/// invariant.
pub(super) struct Invariants(Vec<u128>);

/// Maximum number of independent invariants: one for each hole.
const MAX_INVARIANTS: usize = u128::BITS as usize;

impl Invariants {
    pub(super) fn new(board: &Board, sets: &[String]) -> Checked<Invariants> {
        require(sets.len() <= MAX_INVARIANTS, "invariants", || {
            format!("there are more than {MAX_INVARIANTS}")
        })?;
        let check = |(index, set): (usize, &String)| {
            let place = format!("invariants, number {}", index + 1);
            let code = board.code(set, &place)?;
            let odd = board
                .jumps
                .iter()
                .find(|jump| (jump.change() & code).count_ones() % 2 == 1);
            match odd {
                Some(jump) => wrong(
                    place,
                    format_args!("the jump {} changes its parity", board.notation(*jump)),
                ),
                None => Ok(code),
            }
        };
        sets.iter()
            .enumerate()
            .map(check)
            .collect::<Checked<_>>()
            .map(Invariants)
    }

    /// Returns `true` if no position with this many pegs has the parities of the start. The parities of a position are
    /// the sum of the parities of its pegs. The enumerated sums may use a hole twice. This is sound, because further
    /// sums can only prevent an exclusion.
    pub(super) fn exclude_pegs(&self, start: u128, pegs: u32, holes: usize) -> bool {
        /// Maximum number of sums; beyond it the caller enumerates positions instead.
        const MOST: usize = 1 << 12;
        let parities = |code: u128| {
            let odd = self
                .0
                .iter()
                .enumerate()
                .filter(|(_, set)| parity(*set & code) == ParityPart::Odd);
            odd.fold(0u128, |parities, (index, _)| parities | 1 << index)
        };
        let singles = distinct((0..holes).map(|hole| parities(1 << hole)));
        let mut sums = vec![0];
        for _ in 0..pegs {
            sums = distinct(
                sums.iter()
                    .flat_map(|sum| singles.iter().map(move |single| sum ^ single)),
            );
            if sums.len() > MOST {
                return false;
            }
        }
        !sums.contains(&parities(start))
    }

    /// Returns the set with this number, from 1.
    pub(super) fn number(&self, number: usize) -> Option<u128> {
        numbered(&self.0, number).copied()
    }

    /// Returns `true` if two positions differ in the parity of a set.
    pub(super) fn differ(&self, start: u128, finish: u128) -> bool {
        self.0
            .iter()
            .any(|set| parity(set & start) != parity(set & finish))
    }
}

/// Sorts codes and removes duplicates.
pub(super) fn distinct(codes: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut codes: Vec<u128> = codes.collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

pub(super) fn parity(code: u128) -> ParityPart {
    if code.count_ones().is_multiple_of(2) {
        ParityPart::Even
    } else {
        ParityPart::Odd
    }
}

/// Returns the entry with this number, from 1.
fn numbered<T>(entries: &[T], number: usize) -> Option<&T> {
    entries.get(number.checked_sub(1)?)
}
