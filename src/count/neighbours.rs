//! The neighbours of positions, looked up in the level above or below.

use super::places::{Places, Search};
use crate::engine::processor::{InstructionSet, Instructions, Work, prefetch};
use crate::engine::{Bits, ChildImages};

/// Neighbours of positions, all of one level.
pub(crate) trait Neighbours<B>: Copy {
    /// What is to be known about a neighbour besides its place.
    type Note: Copy + Default;

    /// Calls `visit` with the canonical code of each neighbour of a position. It should be `#[inline(always)]`.
    fn for_each(self, position: B, visit: impl FnMut(B, Self::Note));
}

/// The positions from which one jump leads to a position.
#[derive(Clone, Copy)]
pub(super) struct Parents<'a, B>(pub(super) &'a ChildImages<B>);

impl<B: Bits> Neighbours<B> for Parents<'_, B> {
    type Note = ();

    #[inline(always)]
    fn for_each(self, position: B, mut visit: impl FnMut(B, ())) {
        self.0.for_each_parent(
            position,
            #[inline(always)]
            |parent| visit(parent, ()),
        );
    }
}

/// Positions whose neighbours are looked up together: their values stay in the nearest caches until they are taken.
const TOGETHER: usize = 32;

/// Looks up the neighbours of some positions, whose values are wanted too: `take` gets the number of each position, and
/// the places of those of its neighbours that are there, with the notes about them. A level has no more than 2^32
/// positions.
pub(crate) fn look_up_neighbours<B: Bits, N: Neighbours<B>, V>(
    positions: &[B],
    neighbours: N,
    (places, values): (&Places<B>, &[V]),
    mut take: impl FnMut(usize, &[(u32, N::Note)]),
) {
    let values = Values {
        first: values.as_ptr().cast(),
        size: size_of::<V>(),
    };
    let instructions = InstructionSet::best();
    let mut found = Found::default();
    for (number, positions) in positions.chunks(TOGETHER).enumerate() {
        instructions.run(LookUp {
            positions,
            neighbours,
            places,
            values,
            found: &mut found,
        });
        let mut begin = 0;
        for (place, &end) in found.ends.iter().enumerate() {
            take(number * TOGETHER + place, &found.neighbours[begin..end]);
            begin = end;
        }
    }
}

/// What was found of the neighbours of some positions, and the memory for it.
#[derive(Default)]
struct Found<B, Note> {
    /// Those of one position after the other.
    neighbours: Vec<(u32, Note)>,
    /// Where those of each position end.
    ends: Vec<usize>,
    /// The searches for the neighbours of two positions in turn.
    begun: [Vec<(Search<B>, Note)>; 2],
}

/// Values of any kind, which are fetched into the cache.
#[derive(Clone, Copy)]
struct Values {
    first: *const u8,
    /// The bytes of a value.
    size: usize,
}

/// Finds the neighbours of some positions. What is made of them has no part in it, so that it is compiled once for all
/// kinds of values.
struct LookUp<'a, B, N: Neighbours<B>> {
    positions: &'a [B],
    neighbours: N,
    places: &'a Places<B>,
    values: Values,
    found: &'a mut Found<B, N::Note>,
}

impl<B: Bits, N: Neighbours<B>> Work for LookUp<'_, B, N> {
    type Output = ();

    /// While the neighbours of one position are found, the beginnings of the searches for those of the next one are on
    /// their way from memory; and all values are fetched.
    #[inline(always)]
    fn run<I: Instructions>(self) {
        let LookUp {
            positions,
            neighbours,
            places,
            values,
            found,
        } = self;
        let Found {
            neighbours: list,
            ends,
            begun: [begun, next],
        } = found;
        ends.clear();
        let mut count = 0;
        for ahead in 0..=positions.len() {
            next.clear();
            if ahead < positions.len() {
                neighbours.for_each(
                    positions[ahead],
                    #[inline(always)]
                    |neighbour, note| next.push((places.begin(neighbour), note)),
                );
            }
            if ahead > 0 {
                if list.len() < count + begun.len() {
                    list.resize(count + begun.len(), Default::default());
                }
                for &(search, note) in begun.iter() {
                    // No branch: whether a neighbour is there cannot be predicted.
                    let (place, is_there) = places.find(search);
                    prefetch(values.first.wrapping_add(place * values.size));
                    list[count] = (place as u32, note);
                    count += usize::from(is_there);
                }
                ends.push(count);
            }
            std::mem::swap(begun, next);
        }
    }
}
