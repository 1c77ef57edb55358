use super::Board;
use std::fmt;

/// The machine word that holds a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Backend {
    /// For boards up to 64 holes.
    U64,
    /// For boards up to 128 holes.
    U128,
}

impl Board {
    /// The narrowest word that has a bit for every hole.
    pub fn backend(&self) -> Backend {
        if self.hole_count() <= 64 { Backend::U64 } else { Backend::U128 }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::U64 => "u64",
            Backend::U128 => "u128",
        })
    }
}
