use super::dense::{DenseSweep, Visitor};
use super::{PositionSet, SweepTask};
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part, Phase, allocation};
use crate::engine::{Bits, PermutationPath, Permutations};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// Canonical codes by peg count, each list ascending.
pub(crate) type CodesByPegs<B> = Vec<Vec<B>>;

/// Number of positions of a set by peg count.
pub(crate) type Sizes = Vec<u64>;

/// Number of codes that a thread buffers before it locks a list.
const BUFFER: usize = 1 << 10;

/// Collector of canonical codes by peg count.
struct CodeCollector<'a, B> {
    symmetries: &'a Permutations<u64>,
    /// Peg counts to collect.
    pegs: &'a RangeInclusive<usize>,
    buffers: CodesByPegs<B>,
    /// Lists shared by all threads, which saves merging one list per thread.
    lists: &'a [Mutex<Vec<B>>],
}

impl<B: Bits> Visitor for CodeCollector<'_, B> {
    #[inline(always)]
    fn visit(&mut self, codes: &[u64]) {
        for code in codes {
            let pegs = code.count_ones() as usize;
            if self.pegs.contains(&pegs) {
                let buffer = &mut self.buffers[pegs];
                buffer.push(B::from_words(self.symmetries.smallest_image(*code), 0));
                if buffer.len() == BUFFER {
                    self.flush(pegs);
                }
            }
        }
    }
}

impl<B: Bits> CodeCollector<'_, B> {
    fn flush(&mut self, pegs: usize) {
        let mut list = self.lists[pegs]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        list.append(&mut self.buffers[pegs]);
    }
}

/// Collects the canonical codes of a set for some peg counts. The result has a list for each peg count up to the number of
/// holes. `sizes` has the level sizes of the set, so that lists are allocated without spare capacity.
pub(super) fn dense_codes<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    set: PositionSet,
    pegs: RangeInclusive<usize>,
    sizes: &Sizes,
    part: Part<'_>,
) -> Result<CodesByPegs<B>, LimitReached> {
    let symmetries = Permutations::new(task.symmetries(), PermutationPath::fastest());
    let lists = 0..=task.board().hole_count();
    let size = |count: usize| match sizes.get(count) {
        Some(size) if pegs.contains(&count) => *size as usize,
        _ => 0,
    };
    let shared: Vec<_> = lists
        .clone()
        .map(|count| allocation::with_capacity(size(count)).map(Mutex::new))
        .collect::<Result<_, _>>()?;
    let new = || CodeCollector {
        symmetries: &symmetries,
        pegs: &pegs,
        buffers: lists.clone().map(|_| Vec::new()).collect(),
        lists: &shared,
    };
    for mut collector in sweep.visit(set, part.part(0.0, 0.6), new)? {
        lists.clone().for_each(|count| collector.flush(count));
    }
    let whole = |list: Mutex<Vec<B>>| list.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut codes: CodesByPegs<B> = shared.into_iter().map(whole).collect();
    sort_all(&mut codes, part.part(0.6, 1.0))?;
    Ok(codes)
}

/// Maximum number of codes sorted between two checks of the limits, which takes about 100 ms.
const BETWEEN_TICKS: usize = 1 << 22;

/// Sorts each list in ascending order.
fn sort_all<B: Bits>(lists: &mut [Vec<B>], part: Part<'_>) -> Result<(), LimitReached> {
    let codes: usize = lists.iter().map(Vec::len).sum();
    let threads = part.control().threads_for(codes);
    let mut pieces: Vec<&mut [B]> = Vec::new();
    let mut waiting: Vec<&mut [B]> = lists.iter_mut().map(Vec::as_mut_slice).collect();
    while let Some(list) = waiting.pop() {
        part.tick(0, || Phase::Sorting.done(0.0))?;
        if list.len() <= BETWEEN_TICKS {
            // Longest first, to balance the load of the threads.
            let index = pieces.partition_point(|piece| piece.len() >= list.len());
            pieces.insert(index, list);
        } else {
            let middle = list.len() / 2;
            list.select_nth_unstable(middle);
            waiting.extend(<[&mut [B]; 2]>::from(list.split_at_mut(middle)));
        }
    }
    try_each_on(threads, pieces.into_iter(), |piece| {
        piece.sort_unstable();
        part.tick(0, || Phase::Sorting.done(0.5))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, SymmetryUse};
    use crate::control::{Control, Limits};
    use crate::engine::{AnyEngine, Engine, with_engine};
    use crate::sweep::positions::Positions;
    use crate::sweep::{SweepMethod, SweepOptions, SweepPart};
    use std::num::NonZeroUsize;

    /// Collects codes from a bitmap and returns the spare capacity of each list.
    fn spare_capacities<B: Bits>(engine: &Engine<B>, control: &Control<'_>) -> Vec<usize> {
        let board = engine.board();
        let start = board.vacate(board.hole("d4").unwrap());
        let task = SweepTask::from_start(engine, &start, SymmetryUse::Classes);
        let options = SweepOptions {
            method: SweepMethod::Bitmap,
            ..SweepOptions::default()
        };
        let whole = Part::whole(control);
        let part = SweepPart {
            part: whole,
            share: 1.0,
        };
        let (positions, _) = Positions::all(engine, task, &options, part).unwrap();
        let sizes = positions.sizes(PositionSet::Reachable, whole).unwrap();
        let codes = positions
            .codes(PositionSet::Reachable, 0..=12, None, whole)
            .unwrap();
        assert!(codes.iter().all(|list| list.is_sorted_by(|a, b| a < b)));
        assert!(
            codes
                .iter()
                .zip(sizes)
                .take(13)
                .all(|(list, size)| list.len() as u64 == size)
        );
        codes
            .iter()
            .map(|list| list.capacity() - list.len())
            .collect()
    }

    #[test]
    fn gathered_codes_take_the_room_that_was_checked() {
        let limits = Limits {
            threads: NonZeroUsize::new(3),
            ..Limits::default()
        };
        let board = Board::library("english").unwrap();
        let control = Control::new(limits);
        let spare = with_engine!(&AnyEngine::new(&board), |engine| spare_capacities(
            engine, &control
        ));
        assert!(spare.iter().all(|spare| *spare == 0), "{spare:?}");
    }

    #[test]
    fn lists_longer_than_a_piece_are_sorted_as_well() {
        let mixed = |len: u64| (0..len).map(|number| number.mixed()).collect::<Vec<u64>>();
        let mut lists = vec![mixed(10), Vec::new(), mixed(2 * BETWEEN_TICKS as u64 + 5)];
        let mut expected = lists.clone();
        expected.iter_mut().for_each(|list| list.sort_unstable());
        sort_all(&mut lists, Part::whole(&Control::default())).unwrap();
        assert!(lists == expected);
    }
}
