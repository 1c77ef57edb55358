//! Games that people play: their course, hints and alarms, lists of games, and puzzles.

pub mod game;
pub mod games;
pub mod hint;
pub mod puzzle;
