//! Tests of the built program and of the commands in the documents.

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod documents;
mod guide;
