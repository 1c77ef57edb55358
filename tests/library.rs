//! Tests of the library through its public interface.

mod boards;
mod certificates;
mod moves;
mod support;
mod sweeps;
mod truth;
