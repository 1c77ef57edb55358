//! Lines of jumps, reconstructed from levels.

use super::{Finished, LevelError, LevelMaker};
use crate::engine::{Bits, ChildImages, Engine};
use std::sync::Arc;

/// Returns the positions of a line from one of `starts` to an image of `canonical`. `levels` are those above it, from the
/// starts down.
pub(crate) fn line_to<B: Bits, M: LevelMaker<B>>(
    engine: &Engine<B>,
    images: &ChildImages<B>,
    maker: &M,
    levels: &[Arc<Finished<M::Level>>],
    starts: impl Iterator<Item = B>,
    canonical: B,
) -> Result<Vec<B>, LevelError> {
    let mut classes = vec![canonical];
    for finished in levels.iter().rev() {
        // Images of parents are parents of images, so taking back jumps from one image is enough.
        let mut parents = Vec::new();
        images.for_each_parent(classes[classes.len() - 1], |parent| parents.push(parent));
        parents.sort_unstable(); // the order of jumps depends on the machine word
        classes.extend(maker.first_of(&finished.level, &parents)?);
    }
    classes.reverse();
    Ok(played(engine, images, starts, &classes))
}

/// Returns positions of these classes, each a jump away from the one before.
fn played<B: Bits>(
    engine: &Engine<B>,
    images: &ChildImages<B>,
    starts: impl Iterator<Item = B>,
    classes: &[B],
) -> Vec<B> {
    let mut line: Vec<B> = starts
        .filter(|start| images.canonical(*start) == classes[0])
        .take(1)
        .collect();
    for class in &classes[1..] {
        let mut children = Vec::new();
        let Some(&position) = line.last() else { break };
        engine.jumps().for_each(position, |jump| {
            let child = position ^ engine.jumps().change(jump);
            if images.canonical(child) == *class {
                children.push(child);
            }
        });
        line.extend(children.into_iter().min());
    }
    line
}
