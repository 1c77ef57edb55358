/// Direction of play of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayDirection {
    /// From the start, with one peg less after each jump.
    Forward,
    /// From the finishes, with one peg more after each jump. A jump played backward needs a peg in `to` and none in the
    /// other two holes, and leaves the reverse. It is the same jump played forward on the complement.
    Backward,
}

impl PlayDirection {
    /// Returns the opposite direction.
    pub(crate) fn reversed(self) -> PlayDirection {
        match self {
            PlayDirection::Forward => PlayDirection::Backward,
            PlayDirection::Backward => PlayDirection::Forward,
        }
    }
}
