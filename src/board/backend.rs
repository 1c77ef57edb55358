use std::fmt;

/// Integer type of the positions of a board in the engine.
///
/// | holes | backend |
/// |---|---|
/// | 1 to 64 | `u64` |
/// | 65 to 128 | `u128` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are self-explanatory.
pub enum Backend {
    U64,
    U128,
}

impl Backend {
    /// Returns the narrowest type with a bit for each of at most 128 holes.
    pub(super) fn for_holes(holes: usize) -> Backend {
        if holes <= 64 {
            Backend::U64
        } else {
            Backend::U128
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_holes_just_fit() {
        assert_eq!(
            [1, 64, 65, 128].map(|holes| Backend::for_holes(holes).to_string()),
            ["u64", "u64", "u128", "u128"]
        );
    }
}
