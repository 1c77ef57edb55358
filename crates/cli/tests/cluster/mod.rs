//! Tests of sweeps and proofs by several processes, connected by the loopback device: they find the same levels as one
//! process, whichever process is killed, and refuse inconsistent arguments and folders.

mod exhaustion;
mod kills;
mod processes;
mod refusals;
mod sizes;
