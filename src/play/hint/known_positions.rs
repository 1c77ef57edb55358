use super::{Outlook, WinningOracle};
use crate::board::Position;
use crate::control::Control;
use crate::sweep::SolvablePositions;
use crate::winning::WinningSet;

/// Knows all winning positions of games from the set's start. A position outside the set cannot occur as a winning
/// position of such a game.
impl WinningOracle for WinningSet {
    fn is_won(&self, position: &Position, _: &Control<'_>) -> bool {
        self.finishes().contains(position)
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        if self.is_winning(position) {
            Outlook::Winning
        } else {
            Outlook::Losing
        }
    }
}

/// Knows all positions in the class of the finishes, in any game.
impl WinningOracle for SolvablePositions {
    fn is_won(&self, position: &Position, _: &Control<'_>) -> bool {
        self.finishes().contains(position)
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        if self.contains(position) {
            Outlook::Winning
        } else {
            Outlook::Losing
        }
    }
}
