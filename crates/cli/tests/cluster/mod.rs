//! Sweeps and proofs by several processes, on the loopback device only: the same levels as one process finds,
//! whatever is killed, and a plain refusal of whatever does not fit together.

mod exhaustion;
mod kills;
mod processes;
mod refusals;
mod sizes;
