use crate::board::{Hole, Jump};

/// Whose moves are counted along a line of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The line's own: a jump continues a move when the peg that jumped last makes it, so that it begins where
    /// the jump before it ended.
    Played,
    /// Those of the line played backwards on complements. There the jump `from → to` is made after all that
    /// follow it here, and so it continues a move when it begins where the next one ends.
    Reversed,
}

/// In which direction values are carried along the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From the start, with one peg less on each level.
    Down,
    /// From the finishes, with one peg more on each level.
    Up,
}

impl Way {
    /// The other direction.
    pub(super) fn back(self) -> Way {
        match self {
            Way::Down => Way::Up,
            Way::Up => Way::Down,
        }
    }
}

impl Rule {
    /// The hole where a jump joins the jump that was carried before it, and the hole where the next one can join.
    pub(super) fn link(self, way: Way, jump: Jump) -> Link {
        match (self, way) {
            (Rule::Played, Way::Down) | (Rule::Reversed, Way::Up) => Link {
                joins: jump.from(),
                offers: jump.to(),
            },
            (Rule::Reversed, Way::Down) | (Rule::Played, Way::Up) => Link {
                joins: jump.to(),
                offers: jump.from(),
            },
        }
    }
}

/// See [`Rule::link`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) joins: Hole,
    pub(super) offers: Hole,
}
