use crate::board::{Backend, Board, Symmetry};
use crate::engine::{Bits, PermutationPath, Permutations};

/// Canonical codes under some symmetries of a board, with the word width of the board.
#[derive(Debug)]
pub(super) enum Canonicalizer {
    Narrow(Permutations<u64>),
    Wide(Permutations<u128>),
}

impl Canonicalizer {
    pub(super) fn new(board: &Board, symmetries: &[Symmetry]) -> Canonicalizer {
        let path = PermutationPath::fastest();
        match board.backend() {
            Backend::U64 => Canonicalizer::Narrow(Permutations::new(symmetries, path)),
            Backend::U128 => Canonicalizer::Wide(Permutations::new(symmetries, path)),
        }
    }

    /// Returns the smallest image of a code.
    #[inline]
    pub(super) fn canonical(&self, code: u128) -> u128 {
        match self {
            Canonicalizer::Narrow(images) => images.smallest_image(u64::from_code(code)).code(),
            Canonicalizer::Wide(images) => images.smallest_image(code),
        }
    }
}
