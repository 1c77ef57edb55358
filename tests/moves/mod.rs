//! Fewest moves: what is known from others, and what a plain search finds.

mod endings;
mod published;
mod reference;
mod tables;
