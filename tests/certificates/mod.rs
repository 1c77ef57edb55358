//! Certificates: written, checked, and refused when anything in them is wrong.

mod answers;
mod atlas;
mod corruption;
mod exhaustion;
mod fewest_moves;
mod golden;
mod sample;
mod shipped;
mod version2;
