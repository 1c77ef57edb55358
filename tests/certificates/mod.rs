//! Certificates: written, checked, and refused if any part is wrong.

mod answers;
mod atlas;
mod corruption;
mod exhaustion;
mod fewest_moves;
mod golden;
mod patterns;
mod sample;
mod shipped;
mod version2;
