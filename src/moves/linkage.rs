use crate::board::{Hole, Jump};

/// Line of play whose moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The line itself: a jump continues a move if it begins where the jump before it ended.
    Played,
    /// The line played backward on complements. There the jump `from → to` comes after all that follow it
    /// here, so it continues a move if it begins where the next one ends.
    Reversed,
}

/// Direction of a search along the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayDirection {
    /// From the start, with one peg less on each level.
    Forward,
    /// From the finishes, with one peg more on each level.
    Backward,
}

impl PlayDirection {
    /// Returns the opposite direction.
    pub(super) fn reversed(self) -> PlayDirection {
        match self {
            PlayDirection::Forward => PlayDirection::Backward,
            PlayDirection::Backward => PlayDirection::Forward,
        }
    }
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
