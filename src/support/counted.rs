//! Numbers of things for people.

use std::fmt::Display;

/// `1 jump`, `2 jumps`.
pub fn counted<N: Copy + PartialEq + From<u8> + Display>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
