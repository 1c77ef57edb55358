//! Plane lattices, their point symmetries, and the names of symmetry groups.
//!
//! Nothing here depends on boards. Coordinates are integers `(x, y)`; `x` runs right and `y` **down**. On the
//! triangular lattice they are skew, see [`Lattice`].

mod group;
mod isometry;
mod jump_directions;
mod lattice;

pub use group::{GroupChoiceError, SymmetryGroup};
pub use isometry::{Isometry, IsometryKind};
pub use jump_directions::{JumpDirections, JumpDirectionsError};
pub use lattice::{Coordinate, Direction, Lattice};
