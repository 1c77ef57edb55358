//! What is known about peg solitaire, from data files with their origin, and laws that every answer obeys.

mod evidence;
mod facts;
mod fewest_moves;
mod games;
mod jumps;
mod laws;
mod levels;
mod library;
