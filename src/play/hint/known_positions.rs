use super::{Outlook, WinningOracle};
use crate::board::Position;
use crate::control::Control;
use crate::sweep::SolvablePositions;
use crate::winning::WinningSet;

/// Oracle for games from the start of the set. The set holds all winning positions of these games, so all others are
/// losing. Queries panic for positions of another board.
impl WinningOracle for WinningSet {
    fn is_won(&self, position: &Position, _: &Control<'_>) -> bool {
        self.is_finish(position)
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        if self.is_winning(position) {
            Outlook::Winning
        } else {
            Outlook::Losing
        }
    }
}

/// Oracle for games from any start in the class of the positions. Positions of other classes count as losing, even if they can
/// reach another finish of a goal such as one peg. Queries panic for positions of another board.
impl WinningOracle for SolvablePositions {
    fn is_won(&self, position: &Position, _: &Control<'_>) -> bool {
        self.is_finish(position)
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        if self.contains(position) {
            Outlook::Winning
        } else {
            Outlook::Losing
        }
    }
}
