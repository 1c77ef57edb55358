//! Tests of the built program, from arguments to output and exit code.

mod atlas;
mod batch;
mod boards;
mod check;
mod cluster;
mod count;
mod draw;
#[cfg(target_os = "linux")]
mod full;
mod games;
mod goals;
mod graph;
mod hint;
mod import;
mod moves;
mod notation;
mod outputs;
mod play;
mod program;
mod puzzle;
mod schema;
mod shell;
mod solve;
mod stopped;
mod stuck;
mod sweep;
mod verify;
mod winning;
