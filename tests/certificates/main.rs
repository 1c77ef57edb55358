//! Certificates: written, checked, and refused when anything in them is wrong.

mod exhaustion;
mod naive;
