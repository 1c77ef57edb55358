//! Tests against known facts from data files with sources, and properties of every answer.

mod evidence;
mod facts;
mod fewest_moves;
mod games;
mod games_tables;
mod jumps;
mod laws;
mod levels;
mod library;
mod patterns;
