//! Sweeps and proofs by several processes on the loopback device: the same levels as by a single process, whichever process
//! is killed, and refusal of arguments that do not fit together.

mod exhaustion;
mod kills;
mod processes;
mod refusals;
mod sizes;
