//! The built program, from arguments to output and exit code.

mod atlas;
mod boards;
mod check;
mod draw;
mod import;
mod program;
mod shell;
mod solve;
mod verify;
