use crate::board::{Board, Symmetry};
use crate::engine::{AnyEngine, Bits, Engine, PermutationPath, Permutations, with_engine};
use std::fmt;

/// The smallest image of a code under some of a board's symmetries: the code that stands for its class.
///
/// The width of the board's words is chosen once, when this is made.
pub(super) struct SmallestImage(Box<dyn Fn(u128) -> u128 + Send + Sync>);

impl SmallestImage {
    pub(super) fn new(board: &Board, symmetries: &[Symmetry]) -> SmallestImage {
        with_engine!(&AnyEngine::new(board), |engine| under(engine, symmetries))
    }

    #[inline]
    pub(super) fn of(&self, code: u128) -> u128 {
        self.0(code)
    }
}

impl fmt::Debug for SmallestImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmallestImage")
    }
}

fn under<B: Bits>(_: &Engine<B>, symmetries: &[Symmetry]) -> SmallestImage {
    let images = Permutations::<B>::new(symmetries, PermutationPath::fastest());
    SmallestImage(Box::new(move |code| {
        images.smallest_image(B::from_code(code)).code()
    }))
}
