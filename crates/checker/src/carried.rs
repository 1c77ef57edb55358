//! What a walk carries along with each position.

use super::word::{Images, Word};

/// Says what a walk carries on a jump.
pub(super) trait Carrier<W>: Sync {
    type Value: Value;

    /// The smallest image of a position that a jump leads to, and its value, by the value before the jump; none
    /// where the walk need not go on.
    fn after(
        &self,
        images: &Images<W>,
        before: Self::Value,
        jump: usize,
        position: W,
    ) -> Option<(W, Self::Value)>;
}

/// What is carried.
pub(super) trait Value: Copy + Send + Sync {
    /// Takes over what another way to the same position carries.
    fn merge(&mut self, other: Self);

    fn write(self, bytes: &mut Vec<u8>);

    /// Reads what was written.
    fn read(bytes: &mut impl Iterator<Item = u8>) -> Self;
}

/// The positions by themselves.
pub(super) struct Nothing;

impl<W: Word> Carrier<W> for Nothing {
    type Value = ();

    #[inline(always)]
    fn after(&self, images: &Images<W>, _: (), _: usize, position: W) -> Option<(W, ())> {
        Some((images.smallest(position), ()))
    }
}

impl Value for () {
    fn merge(&mut self, _: ()) {}

    fn write(self, _: &mut Vec<u8>) {}

    fn read(_: &mut impl Iterator<Item = u8>) {}
}

/// Sorts positions, and makes one of those that are the same.
pub(super) fn sort_and_merge<W: Word, V: Value>(positions: &mut Vec<(W, V)>) {
    positions.sort_unstable_by_key(|(position, _)| *position);
    merge_sorted(positions);
}

/// Makes one of those positions in ascending order that are the same.
pub(super) fn merge_sorted<W: Word, V: Value>(positions: &mut Vec<(W, V)>) {
    positions.dedup_by(|(next, value), (kept, merged)| {
        let is_same = next == kept;
        if is_same {
            merged.merge(*value);
        }
        is_same
    });
}
