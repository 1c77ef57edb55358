//! Batched lookup of the neighbors of positions in the level above or below.

use super::level_index::{LevelIndex, Probe};
use crate::engine::processor::{InstructionSet, Instructions, Work, prefetch};
use crate::engine::{Bits, ChildImages};

/// Enumeration of the neighbors of a position, all on one level.
pub(crate) trait Neighbors<B>: Copy {
    /// Information about a neighbor besides its index.
    type Note: Copy + Default;

    /// Calls `visit` with the canonical code of each neighbor. Implementations should be `#[inline]`.
    fn for_each(self, position: B, visit: impl FnMut(B, Self::Note));
}

/// Positions from which one jump leads to a position.
#[derive(Clone, Copy)]
pub(super) struct Parents<'a, B>(pub(super) &'a ChildImages<B>);

impl<B: Bits> Neighbors<B> for Parents<'_, B> {
    type Note = ();

    #[inline]
    fn for_each(self, position: B, mut visit: impl FnMut(B, ())) {
        self.0.for_each_parent(
            position,
            #[inline]
            |parent| visit(parent, ()),
        );
    }
}

/// Batch size: the values of a batch stay in the nearest caches until they are used.
const TOGETHER: usize = 32;

/// Looks up the neighbors of positions and prefetches their values. For each position, `take` gets its
/// number, and the index and note of each neighbor that is in the level. A level has at most 2^32 positions.
pub(crate) fn look_up_neighbors<B: Bits, N: Neighbors<B>, V>(
    positions: &[B],
    neighbors: N,
    (index, values): (&LevelIndex<B>, &[V]),
    mut take: impl FnMut(usize, &[(u32, N::Note)]),
) {
    let instructions = InstructionSet::best();
    let mut buffers = NeighborBuffers::default();
    for (number, positions) in positions.chunks(TOGETHER).enumerate() {
        instructions.run(LookUp {
            positions,
            neighbors,
            index,
            values,
            buffers: &mut buffers,
        });
        let mut begin = 0;
        for (place, &end) in buffers.ends.iter().enumerate() {
            take(number * TOGETHER + place, &buffers.neighbors[begin..end]);
            begin = end;
        }
    }
}

/// Results of a batch, and buffers for finding them.
#[derive(Default)]
struct NeighborBuffers<B, Note> {
    /// Neighbors found, position after position.
    neighbors: Vec<(u32, Note)>,
    /// End of each position's neighbors in that list.
    ends: Vec<usize>,
    /// Lookups in progress for two consecutive positions.
    begun: [Vec<(Probe<B>, Note)>; 2],
}

/// Lookup of the neighbors of a batch of positions.
struct LookUp<'a, B, N: Neighbors<B>, V> {
    positions: &'a [B],
    neighbors: N,
    index: &'a LevelIndex<B>,
    values: &'a [V],
    buffers: &'a mut NeighborBuffers<B, N::Note>,
}

impl<B: Bits, N: Neighbors<B>, V> Work for LookUp<'_, B, N, V> {
    type Output = ();

    /// Runs a software pipeline: while it finds the neighbors of one position, it prefetches the lookups of the next.
    #[inline(always)]
    fn run<I: Instructions>(self) {
        let LookUp {
            positions,
            neighbors,
            index,
            values,
            buffers,
        } = self;
        let NeighborBuffers {
            neighbors: list,
            ends,
            begun: [begun, next],
        } = buffers;
        ends.clear();
        let mut count = 0;
        for ahead in 0..=positions.len() {
            next.clear();
            if ahead < positions.len() {
                neighbors.for_each(
                    positions[ahead],
                    #[inline]
                    |neighbor, note| next.push((index.begin(neighbor), note)),
                );
            }
            if ahead > 0 {
                if list.len() < count + begun.len() {
                    list.resize(count + begun.len(), Default::default());
                }
                for &(probe, note) in begun.iter() {
                    // Branch-free, because presence cannot be predicted.
                    let (place, is_there) = index.find(probe);
                    prefetch(values.as_ptr().wrapping_add(place));
                    list[count] = (place as u32, note);
                    count += usize::from(is_there);
                }
                ends.push(count);
            }
            std::mem::swap(begun, next);
        }
    }
}
