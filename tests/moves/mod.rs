//! Tests of fewest moves against published numbers and a reference search.

mod endings;
mod longest_tables;
mod published;
mod reference;
mod tables;
