//! Lines of jumps, reconstructed from the levels of a descent.

use super::descent::Descent;
use crate::engine::{Bits, Engine};
use crate::levels::{CodeCount, LevelError, LevelMaker, line_to};

impl<B: Bits, L: CodeCount> Descent<B, L> {
    /// Returns the positions of a line from one of the starts to an image of `canonical`, which is in one of the levels.
    pub(super) fn line_to(
        &self,
        engine: &Engine<B>,
        maker: &impl LevelMaker<B, Level = L>,
        canonical: B,
    ) -> Result<Vec<B>, LevelError> {
        let depth = (self.task.first_pegs() - canonical.count()) as usize;
        let starts = self.task.starts.iter().map(|start| B::from_code(*start));
        let levels = &self.levels()[..depth];
        line_to(engine, self.images(), maker, levels, starts, canonical)
    }
}
