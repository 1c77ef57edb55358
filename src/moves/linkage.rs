use crate::board::{Hole, Jump};
use crate::problem::PlayDirection;

/// Line of play whose moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The line itself: a jump continues a move if it begins where the jump before it ended.
    Played,
    /// The line played backward on complements. There the jump `from → to` comes after all that follow it
    /// here, so it continues a move if it begins where the next one ends.
    Reversed,
}

impl Rule {
    /// Returns the hole where a jump continues the jump handled before it, and the hole where the next one
    /// can continue it.
    pub(super) fn link(self, direction: PlayDirection, jump: Jump) -> Link {
        match (self, direction) {
            (Rule::Played, PlayDirection::Forward) | (Rule::Reversed, PlayDirection::Backward) => {
                Link {
                    joins: jump.from(),
                    offers: jump.to(),
                }
            }
            (Rule::Reversed, PlayDirection::Forward) | (Rule::Played, PlayDirection::Backward) => {
                Link {
                    joins: jump.to(),
                    offers: jump.from(),
                }
            }
        }
    }
}

/// Holes that link a jump to its neighbors in a move: see [`Rule::link`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) joins: Hole,
    pub(super) offers: Hole,
}
