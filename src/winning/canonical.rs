use crate::board::{Board, Symmetry};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask, PermutationPath, Permutations};
use std::fmt;

/// The smallest image of a code under some of a board's symmetries: the code that stands for its class.
///
/// The width of the board's words is chosen once, when this is made.
pub(super) struct SmallestImage(Box<dyn Fn(u128) -> u128 + Send + Sync>);

impl SmallestImage {
    pub(super) fn new(board: &Board, symmetries: &[Symmetry]) -> SmallestImage {
        AnyEngine::new(board).run(Under { symmetries })
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

struct Under<'a> {
    symmetries: &'a [Symmetry],
}

impl EngineTask for Under<'_> {
    type Output = SmallestImage;

    fn run<B: Bits>(self, _: &Engine<B>) -> SmallestImage {
        let images = Permutations::<B>::new(self.symmetries, PermutationPath::fastest());
        SmallestImage(Box::new(move |code| {
            images.smallest_image(B::from_code(code)).code()
        }))
    }
}
