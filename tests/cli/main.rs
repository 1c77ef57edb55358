//! The built program, from arguments to output and exit code.

mod boards;
mod check;
mod count;
mod draw;
mod hint;
mod import;
mod program;
mod shell;
mod solve;
mod sweep;
