//! What several tests need: a reference that is plainly right, and data files.

pub mod boards;
pub mod fewest_moves;
pub mod reference;
pub mod table;
