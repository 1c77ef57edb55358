//! Lines of jumps, reconstructed from levels.

use super::descent::Descent;
use crate::engine::{Bits, Engine};
use crate::levels::{CodeCount, LevelError, LevelMaker};

impl<B: Bits, L: CodeCount> Descent<B, L> {
    /// Returns the positions of a line from one of the starts to an image of `canonical`, which is in one of the levels.
    pub(super) fn line_to(
        &self,
        engine: &Engine<B>,
        maker: &impl LevelMaker<B, Level = L>,
        canonical: B,
    ) -> Result<Vec<B>, LevelError> {
        let mut classes = vec![canonical];
        let depth = (self.task.first_pegs() - canonical.count()) as usize;
        for finished in self.levels()[..depth].iter().rev() {
            let parents = self.parents(engine, classes[classes.len() - 1]);
            classes.extend(maker.first_of(&finished.level, &parents)?);
        }
        classes.reverse();
        Ok(self.played(engine, &classes))
    }

    /// Returns the canonical positions from which a jump leads to an image of `position`. Images of parents are parents
    /// of images, so taking back jumps from one image is enough.
    fn parents(&self, engine: &Engine<B>, position: B) -> Vec<B> {
        let mut parents = Vec::new();
        engine
            .jumps()
            .for_each(engine.complement(position), |jump| {
                parents.push(self.canonical(position ^ engine.jumps().change(jump)));
            });
        parents
    }

    /// Returns positions of these classes, each a jump away from the one before.
    fn played(&self, engine: &Engine<B>, classes: &[B]) -> Vec<B> {
        let starts = self.task.starts.iter().map(|start| B::from_code(*start));
        let mut line: Vec<B> = starts
            .filter(|start| self.canonical(*start) == classes[0])
            .take(1)
            .collect();
        for class in &classes[1..] {
            let mut next = None;
            let Some(&position) = line.last() else { break };
            engine.jumps().for_each(position, |jump| {
                let child = position ^ engine.jumps().change(jump);
                if self.canonical(child) == *class {
                    next = Some(child);
                }
            });
            line.extend(next);
        }
        line
    }
}
