//! The text of a board: what a RON file says, before anything about it has been checked.

mod schema;

pub use schema::{BoardFile, DeclaredSymmetry, Labels};
