//! The chance that a player who knows nothing still wins.
//!
//! Let `p(x)` be the chance that jumps played at random from a position `x`, each possible one as likely as the
//! others, lead to the goal. It is 1 where the goal is met, and else the mean of `p` over the positions one
//! jump away. A losing position has the chance 0, so that only winning ones are looked at, each once up to the
//! symmetries that carry the finishes onto each other: images of each other have the same chance.

use crate::board::{Position, Symmetry};
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{JumpTable, PermutationPath, Permutations};
use crate::sweep::SolvablePositions;
use rustc_hash::FxHashMap;

/// The winning positions whose chances are kept; memory for more would be better spent on hints.
const MOST: usize = 1 << 22;

/// Positions between two ticks.
const BETWEEN_TICKS: usize = 256;

pub(super) struct Chances<'a> {
    winning: &'a SolvablePositions,
    jumps: JumpTable<u64>,
    symmetries: Permutations<u64>,
    control: &'a Control<'a>,
    /// Those known, by the smallest image of the position.
    known: FxHashMap<u64, f64>,
}

impl<'a> Chances<'a> {
    pub(super) fn new(winning: &'a SolvablePositions, control: &'a Control<'a>) -> Chances<'a> {
        let board = winning.board();
        let finishes: Vec<u128> = winning.finishes().iter().map(Position::code).collect();
        let symmetries: Vec<Symmetry> = board.stabilizer(&[&finishes]);
        let symmetries = Permutations::new(&symmetries, PermutationPath::fastest());
        let known = finishes.iter().map(|finish| (symmetries.smallest_image(*finish as u64), 1.0)).collect();
        Chances { winning, jumps: JumpTable::new(board), symmetries, control, known }
    }

    /// The chance from a position; an error when there are too many positions or the control stops it.
    pub(super) fn of(&mut self, position: &Position) -> Result<f64, LimitReached> {
        match self.winning.contains(position) {
            true => self.of_winning(position.code() as u64),
            false => Ok(0.0),
        }
    }

    fn of_winning(&mut self, position: u64) -> Result<f64, LimitReached> {
        let smallest = self.symmetries.smallest_image(position);
        if let Some(chance) = self.known.get(&smallest) {
            return Ok(*chance);
        }
        let mut next = Vec::new();
        self.jumps.for_each(position, |jump| next.push(position ^ self.jumps.change(jump)));
        let jumps = next.len();
        self.winning.retain_codes(&mut next, |code| code);
        let mut sum = 0.0;
        for position in next {
            sum += self.of_winning(position)?;
        }
        let chance = sum / jumps as f64; // a winning position that is no finish has a jump
        self.remember(smallest, chance)?;
        Ok(chance)
    }

    fn remember(&mut self, smallest: u64, chance: f64) -> Result<(), LimitReached> {
        if self.known.len() == MOST {
            return Err(LimitReached::Nodes);
        }
        self.known.insert(smallest, chance);
        if self.known.len().is_multiple_of(BETWEEN_TICKS) {
            self.control.tick(BETWEEN_TICKS as u64, || Phase::of_unknown_length("random play"))?;
        }
        Ok(())
    }
}
