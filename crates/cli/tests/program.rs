//! The program as people see it, and the README's and the guide's commands. It is one test program, so that it is compiled
//! and linked once.

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod guide;
mod readme;
