//! Notation of moves: read in any style, and written in one.

mod coordinates;
mod error;
mod glued;
mod reader;
mod style;
mod words;

pub use coordinates::CoordinateReading;
pub use error::NotationError;
pub use style::{MoveSeparator, MoveStyle, Notation, UnknownNotation};

#[cfg(test)]
mod tests;
