//! The chance that a player who knows nothing still wins.
//!
//! Let `p(x)` be the chance that jumps played at random from a position `x`, each possible one as likely as the
//! others, lead to the goal. It is 1 where the goal is met, and else the mean of `p` over the positions one
//! jump away. A losing position has the chance 0, so that only winning ones are looked at, each once up to the
//! symmetries that carry the goal onto itself: images of each other have the same chance.

use super::WinningOracle;
use crate::board::{Position, Symmetry};
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{PermutationPath, Permutations};
use crate::hint::Outlook;
use rustc_hash::FxHashMap;

/// The winning positions whose chances are kept; memory for more would be better spent on hints.
const MOST: usize = 1 << 22;

/// Positions between two ticks.
const BETWEEN_TICKS: usize = 256;

pub(super) struct Chances<'a> {
    oracle: &'a dyn WinningOracle,
    symmetries: Permutations<u128>,
    control: &'a Control<'a>,
    known: FxHashMap<u128, f64>,
}

impl<'a> Chances<'a> {
    /// `symmetries` are those that carry the goal onto itself, the identity among them.
    pub(super) fn new(
        oracle: &'a dyn WinningOracle,
        symmetries: &[Symmetry],
        control: &'a Control<'a>,
    ) -> Chances<'a> {
        let symmetries = Permutations::new(symmetries, PermutationPath::fastest());
        Chances { oracle, symmetries, control, known: FxHashMap::default() }
    }

    /// The chance from a position; an error when there are too many positions or the control stops it.
    pub(super) fn of(&mut self, position: &Position) -> Result<f64, LimitReached> {
        let code = self.symmetries.smallest_image(position.code());
        if let Some(chance) = self.known.get(&code) {
            return Ok(*chance);
        }
        if self.oracle.is_won(position, self.control) {
            return Ok(1.0);
        }
        if self.oracle.outlook(position, self.control) != Outlook::Winning {
            return Ok(0.0);
        }
        let (mut sum, mut jumps) = (0.0, 0u32);
        for jump in position.jumps() {
            let next = position.play(jump).expect("a position lists only jumps that it allows");
            sum += self.of(&next)?;
            jumps += 1;
        }
        let chance = sum / f64::from(jumps.max(1));
        self.remember(code, chance)?;
        Ok(chance)
    }

    fn remember(&mut self, code: u128, chance: f64) -> Result<(), LimitReached> {
        if self.known.len() == MOST {
            return Err(LimitReached::Nodes);
        }
        self.known.insert(code, chance);
        if self.known.len().is_multiple_of(BETWEEN_TICKS) {
            self.control.tick(BETWEEN_TICKS as u64, || Phase::of_unknown_length("random play"))?;
        }
        Ok(())
    }
}
