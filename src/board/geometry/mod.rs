//! Plane lattices with their point symmetries, other sources of jumps, and the names of symmetry groups.
//!
//! Nothing here depends on boards. Coordinates are integers `(x, y)`; `x` runs right and `y` **down**. On the
//! triangular lattice they are skew, see [`Lattice`].

mod group;
mod isometry;
mod jump_directions;
mod lattice;
pub(crate) mod placement;
mod structure;

pub use group::{GroupChoiceError, SymmetryGroup};
pub use isometry::{Isometry, IsometryKind};
pub use jump_directions::{JumpDirections, JumpDirectionsError};
pub use lattice::{Coordinate, Direction, Lattice};
pub use structure::Structure;
