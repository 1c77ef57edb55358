//! Tests of the built program.

mod cli;
