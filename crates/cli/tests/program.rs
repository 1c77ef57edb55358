//! Tests of the built program and of the commands in the documents: one test binary, so that it is linked once.

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod documents;
mod guide;
