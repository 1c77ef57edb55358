//! Tests of sweeps against a reference and published numbers. The sets must not depend on the method, the memory and
//! the number of threads.

mod counts;
mod published;
mod sets;
mod shortest_games;
mod winning_files;
