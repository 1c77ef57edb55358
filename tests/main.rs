//! Everything that is seen from outside: the library's public interface and the built program. It is one
//! program, so that it is compiled and linked once.

mod boards;
mod certificates;
mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod guide;
mod moves;
mod readme;
mod support;
mod sweeps;
mod truth;
