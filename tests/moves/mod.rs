//! Tests of fewest moves against published numbers and a reference search.

mod endings;
mod published;
mod reference;
mod tables;
