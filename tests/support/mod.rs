//! Support for several tests: reference implementations and data files.

pub mod boards;
pub mod fewest_moves;
pub mod reference;
pub mod table;
