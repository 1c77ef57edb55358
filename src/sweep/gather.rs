use super::dense::{DenseSweep, Visitor};
use super::{PositionSet, SweepTask};
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::{Bits, PermutationPath, Permutations};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// Canonical codes in ascending order by the number of pegs.
pub(crate) type CodesByPegs<B> = Vec<Vec<B>>;

/// The number of positions of a set by pegs.
pub(crate) type Sizes = Vec<u64>;

/// Codes that a thread gathers before it adds them to those of the others.
const TOGETHER: usize = 1 << 10;

/// Gathers canonical codes by their number of pegs.
struct Gather<'a, B> {
    symmetries: &'a Permutations<u64>,
    /// Only of positions with this many.
    pegs: &'a RangeInclusive<usize>,
    waiting: CodesByPegs<B>,
    /// The lists of all threads: if each had its own, they would have to be copied into one.
    lists: &'a [Mutex<Vec<B>>],
}

impl<B: Bits> Visitor for Gather<'_, B> {
    #[inline]
    fn visit(&mut self, codes: &[u64]) {
        for code in codes {
            let pegs = code.count_ones() as usize;
            if self.pegs.contains(&pegs) {
                let waiting = &mut self.waiting[pegs];
                waiting.push(B::from_words(self.symmetries.smallest_image(*code), 0));
                if waiting.len() == TOGETHER {
                    self.hand_over(pegs);
                }
            }
        }
    }
}

impl<B: Bits> Gather<'_, B> {
    #[inline(never)]
    fn hand_over(&mut self, pegs: usize) {
        let mut list = self.lists[pegs]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        list.append(&mut self.waiting[pegs]);
    }
}

/// The canonical codes of a set with this many pegs, each list ascending. There is a list for each number of
/// pegs up to the board's holes. Where the sizes are given, the lists take no more memory than their codes.
pub(super) fn dense_codes<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    set: PositionSet,
    pegs: RangeInclusive<usize>,
    sizes: Option<&Sizes>,
    part: Part<'_>,
) -> Result<CodesByPegs<B>, LimitReached> {
    let symmetries = Permutations::new(task.symmetries(), PermutationPath::fastest());
    let lists = 0..=task.board().hole_count();
    let size = |count: usize| match sizes {
        Some(sizes) if pegs.contains(&count) => sizes.get(count).map_or(0, |size| *size as usize),
        _ => 0,
    };
    let shared: Vec<_> = lists
        .clone()
        .map(|count| Mutex::new(Vec::with_capacity(size(count))))
        .collect();
    let new = || Gather {
        symmetries: &symmetries,
        pegs: &pegs,
        waiting: lists.clone().map(|_| Vec::new()).collect(),
        lists: &shared,
    };
    for mut gathered in sweep.visit(set, part.part(0.0, 0.6), new)? {
        lists.clone().for_each(|count| gathered.hand_over(count));
    }
    let whole = |list: Mutex<Vec<B>>| list.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut codes: CodesByPegs<B> = shared.into_iter().map(whole).collect();
    sort_all(&mut codes, part.part(0.6, 1.0))?;
    Ok(codes)
}

/// Codes that are sorted without a look at the control: in about a tenth of a second.
const BETWEEN_TICKS: usize = 1 << 22;

/// Puts each list into ascending order.
fn sort_all<B: Bits>(lists: &mut [Vec<B>], part: Part<'_>) -> Result<(), LimitReached> {
    let mut pieces: Vec<&mut [B]> = Vec::new();
    let mut waiting: Vec<&mut [B]> = lists.iter_mut().map(Vec::as_mut_slice).collect();
    while let Some(list) = waiting.pop() {
        part.tick(0, || Phase::done("sorting", 0.0))?;
        if list.len() <= BETWEEN_TICKS {
            // The longest first, so that the threads end together.
            let place = pieces.partition_point(|piece| piece.len() >= list.len());
            pieces.insert(place, list);
        } else {
            let middle = list.len() / 2;
            list.select_nth_unstable(middle);
            waiting.extend(<[&mut [B]; 2]>::from(list.split_at_mut(middle)));
        }
    }
    try_each_on(part.control().threads(), pieces.into_iter(), |piece| {
        piece.sort_unstable();
        part.tick(0, || Phase::done("sorting", 0.5))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, SymmetryUse};
    use crate::control::{Control, Limits};
    use crate::engine::{AnyEngine, Engine, EngineTask};
    use crate::sweep::positions::Positions;
    use crate::sweep::{SweepMethod, SweepOptions, SweepPart};
    use std::num::NonZeroUsize;

    /// Gathers the codes of a bitmap.
    struct Gathered<'a>(&'a Control<'a>);

    impl EngineTask for Gathered<'_> {
        type Output = Vec<usize>;

        /// The codes for which there is room in each list, beyond those that are there.
        fn run<B: Bits>(self, engine: &Engine<B>) -> Vec<usize> {
            let board = engine.board();
            let start = board.vacate(board.hole("d4").unwrap());
            let task = SweepTask::from_start(engine, &start, SymmetryUse::Classes);
            let options = SweepOptions {
                method: SweepMethod::Bitmap,
                ..SweepOptions::default()
            };
            let whole = Part::whole(self.0);
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
    }

    #[test]
    fn gathered_codes_take_the_room_that_was_checked() {
        let limits = Limits {
            threads: NonZeroUsize::new(3),
            ..Limits::default()
        };
        let board = Board::library("english").unwrap();
        let spare = AnyEngine::new(&board).run(Gathered(&Control::new(limits)));
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
