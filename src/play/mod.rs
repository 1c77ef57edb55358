//! Playing: games in progress, hints and alarms, lists of games, puzzles.

pub mod game;
pub mod games;
pub mod hint;
pub mod puzzle;
