use crate::geometry::Direction;

/// The order in which the depth-first search tries the jumps of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JumpOrder {
    /// The solver's own: it strips the outer pegs first, and each restart varies it.
    #[default]
    Own,
    /// By the hole of departure, row by row.
    Rows,
    /// Pegs far from the middle of the board first.
    OutsideIn,
    /// Pegs near the middle of the board first.
    InsideOut,
    /// By the direction of the jump, in this order; directions that are not named come last, and within a
    /// direction the holes row by row.
    Directions(Vec<Direction>),
}
