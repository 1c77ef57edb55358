use super::{Outlook, WinningOracle};
use crate::board::Position;
use crate::control::Control;
use crate::sweep::SolvablePositions;
use crate::winning::WinningSet;

/// A set of winning positions knows them all. What lies outside it, be it winning in another game, cannot
/// occur in a game that begins at its start.
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

/// All positions of the finishes' class are known, in whatever game they occur.
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
