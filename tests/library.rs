//! The library as a program sees it that embeds it. It is one test program, so that it is compiled and linked once.

mod boards;
mod certificates;
mod moves;
mod support;
mod sweeps;
mod truth;
