//! Sweeps against a reference that is plainly right, against published numbers, and against themselves:
//! whatever the method, the memory and the number of threads, the sets are the same.

mod counts;
mod published;
mod sets;
mod winning_files;
