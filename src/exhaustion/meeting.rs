//! Where the two sides of an exhaustion meet.

use super::codes::PackedCodes;
use super::side::Side;
use super::sorter::Sorter;
use crate::engine::{Bits, Engine};
use std::io;

/// A position of the last level of `forward` whose complement is, up to symmetry, in `level`, a level of the
/// other side. Both sides use the same symmetries.
pub(super) fn meeting<B: Bits>(
    engine: &Engine<B>,
    forward: &Side<'_, B>,
    level: &PackedCodes,
    memory: u64,
) -> io::Result<Option<B>> {
    const BLOCK: usize = 1 << 12;
    let Some(last) = forward.levels().last() else { return Ok(None) };
    let sorter = Sorter::new(forward.scratch(), memory, 1);
    let mut batch = sorter.batch();
    let mut reader = last.read::<B>()?;
    let mut block = Vec::new();
    while reader.read(&mut block, BLOCK)? > 0 {
        for position in block.drain(..) {
            batch.push(forward.canonical(engine.complement(position)))?;
        }
    }
    batch.finish();
    let mut held = level.read::<B>()?;
    let mut next = held.next()?;
    let mut met = None;
    sorter.merge(|word| {
        while next.is_some_and(|next| next < word) {
            next = held.next()?;
        }
        if next == Some(word) {
            met = next;
        }
        Ok(())
    })?;
    Ok(met.map(|word| forward.canonical(engine.complement(word))))
}
