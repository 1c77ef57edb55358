//! Values that a walk carries along with each position.

use super::word::{Images, Word};

/// Rule by which a walk carries values across jumps.
pub(super) trait Carrier<W>: Sync {
    type Value: Value;

    /// Returns the smallest image of `position`, to which `jump` leads, with its value. The value follows from the
    /// value `before` the jump. `None` prunes the position.
    fn after(
        &self,
        images: &Images<W>,
        before: Self::Value,
        jump: usize,
        position: W,
    ) -> Option<(W, Self::Value)>;
}

/// Value carried along with a position.
pub(super) trait Value: Copy + Send + Sync {
    /// Merges the value carried along another path to the same position.
    fn merge(&mut self, other: Self);

    fn write(self, bytes: &mut Vec<u8>);

    /// Reads a value written by [`write`](Value::write).
    fn read(bytes: &mut impl Iterator<Item = u8>) -> Self;
}

/// Carries positions without values.
pub(super) struct Nothing;

impl<W: Word> Carrier<W> for Nothing {
    type Value = ();

    #[inline]
    fn after(&self, images: &Images<W>, _: (), _: usize, position: W) -> Option<(W, ())> {
        Some((images.smallest(position), ()))
    }
}

impl Value for () {
    fn merge(&mut self, _: ()) {}

    fn write(self, _: &mut Vec<u8>) {}

    fn read(_: &mut impl Iterator<Item = u8>) {}
}

/// Sorts positions and merges duplicates.
pub(super) fn sort_and_merge<W: Word, V: Value>(positions: &mut Vec<(W, V)>) {
    positions.sort_unstable_by_key(|(position, _)| *position);
    merge_sorted(positions);
}

/// Merges duplicates among ascending positions.
pub(super) fn merge_sorted<W: Word, V: Value>(positions: &mut Vec<(W, V)>) {
    positions.dedup_by(|(next, value), (kept, merged)| {
        let is_same = next == kept;
        if is_same {
            merged.merge(*value);
        }
        is_same
    });
}
