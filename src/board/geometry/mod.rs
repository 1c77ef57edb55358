//! The lowest layer: the two plane lattices, their point symmetries and the names of symmetry groups.
//!
//! Nothing here knows a board. Coordinates are integers `(x, y)`, `x` running right and `y` **down**;
//! on the triangular lattice they are skew, see [`Lattice`].

mod group;
mod isometry;
mod jump_directions;
mod lattice;

pub use group::{GroupChoiceError, SymmetryGroup};
pub use isometry::{Isometry, IsometryKind};
pub use jump_directions::{JumpDirections, JumpDirectionsError};
pub use lattice::{Coordinate, Direction, Lattice};
