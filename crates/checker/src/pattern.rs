//! Goals that leave some holes free.
//!
//! Soundness of a refutation. Let a pattern ask for pegs in the holes `P` and none in the holes `E`; the others are free.
//! The sum of a function at a matching position is the sum over `P`, plus the weights of some free holes, so at least the
//! sum over `P` plus all negative weights of free holes. If a parity set has no free hole, then all matching positions
//! have the same parity in it, which is the parity of the pegs in `P`. With this least sum and these sets alone, a
//! function refutes every matching position at once. An invariant without free holes does as well.

use super::board::{Board, holes_of};
use super::flaw::{Checked, require};
use super::function::Function;
use crate::format::PatternPart;

/// Holes that hold pegs and holes that hold none, as codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pattern {
    pub(super) pegs: u128,
    pub(super) empty: u128,
}

/// Maximum number of patterns of a goal: each is refuted by itself.
const MAX_PATTERNS: usize = super::slacks::MAX_APART;

impl Pattern {
    /// Checks the patterns of a goal, and returns them in their order.
    pub(super) fn all(board: &Board, parts: &[PatternPart]) -> Checked<Vec<Pattern>> {
        require((1..=MAX_PATTERNS).contains(&parts.len()), "goal", || {
            format!(
                "there are {} patterns, not 1 to {MAX_PATTERNS}",
                parts.len()
            )
        })?;
        let checked = parts.iter().enumerate().map(|(index, part)| {
            let place = format!("goal, number {}", index + 1);
            let pattern = Pattern::of_part(board, part, &place)?;
            require(pattern.pegs & pattern.empty == 0, &place, || {
                format!(
                    "pegs and no pegs are required in `{}`",
                    board.labels(pattern.pegs & pattern.empty)
                )
            })?;
            require(pattern.pegs | pattern.empty != 0, &place, || {
                "the pattern names no hole".to_owned()
            })?;
            require(pattern.empty != board.full(), &place, || {
                "the pattern has no hole for a peg".to_owned()
            })?;
            Ok(pattern)
        });
        checked.collect()
    }

    pub(super) fn of_part(board: &Board, part: &PatternPart, place: &str) -> Checked<Pattern> {
        Ok(Pattern {
            pegs: board.code(&part.pegs, place)?,
            empty: board.code(&part.empty, place)?,
        })
    }

    /// Returns the pattern that only this position matches.
    pub(super) fn of_position(board: &Board, position: u128) -> Pattern {
        Pattern {
            pegs: position,
            empty: board.full() & !position,
        }
    }

    /// Returns `true` if no hole is free.
    pub(super) fn is_whole(self, board: &Board) -> bool {
        self.pegs | self.empty == board.full()
    }

    /// Returns the patterns whose matches are one jump before a match of this one, in ascending order.
    pub(super) fn before(self, board: &Board) -> Vec<Pattern> {
        let undone = board.jumps.iter().filter_map(|jump| {
            let to = jump.change() & !jump.pegs();
            let can_end = self.empty & to == 0 && self.pegs & jump.pegs() == 0;
            can_end.then_some(Pattern {
                pegs: self.pegs & !to | jump.pegs(),
                empty: self.empty & !jump.pegs() | to,
            })
        });
        let mut patterns: Vec<Pattern> = undone.collect();
        patterns.sort_unstable();
        patterns.dedup();
        patterns
    }

    /// Returns `true` if a function refutes all matching positions from this one.
    pub(super) fn is_refuted_by(self, function: &Function, position: u128) -> bool {
        function.sum(position) - self.least_sum(function) < self.loss_from(function, position)
    }

    /// Describes the pattern in words.
    pub(super) fn in_words(part: &PatternPart) -> String {
        let holes = |labels: &str| labels.split_whitespace().collect::<Vec<_>>().join(" ");
        let (pegs, empty) = (holes(&part.pegs), holes(&part.empty));
        match (pegs.is_empty(), empty.is_empty()) {
            (false, true) => format!("at least pegs in {pegs}"),
            (true, _) => format!("no pegs in {empty}"),
            (false, false) => format!("at least pegs in {pegs} and none in {empty}"),
        }
    }

    pub(super) fn matches(self, position: u128) -> bool {
        position & self.pegs == self.pegs && position & self.empty == 0
    }

    /// Returns a lower bound on the pegs of a matching position that can be reached: every jump leaves a peg.
    pub(super) fn least_pegs(self) -> u32 {
        self.pegs.count_ones().max(1)
    }

    /// Returns `true` if a set of holes has the same parity at all matching positions: that of `pegs`.
    pub(super) fn fixes(self, set: u128) -> bool {
        set & !(self.pegs | self.empty) == 0
    }

    /// Returns a lower bound on the sum of a function at a matching position.
    pub(super) fn least_sum(self, function: &Function) -> i64 {
        let holes = function.weights.len();
        let free = u128::MAX >> (u128::BITS as usize - holes) & !(self.pegs | self.empty);
        let lowered = holes_of(free).map(|hole| i64::from(function.weights[hole]).min(0));
        function.sum(self.pegs) + lowered.sum::<i64>()
    }

    /// Returns the losses of the sets in which a position differs from all matching positions.
    pub(super) fn loss_from(self, function: &Function, position: u128) -> i64 {
        let sets = function.parities.iter();
        let differs = |holes: u128| {
            self.fixes(holes) && (holes & (position ^ self.pegs)).count_ones() % 2 == 1
        };
        sets.filter(|set| differs(set.holes))
            .map(|set| i64::from(set.loss))
            .sum()
    }
}
