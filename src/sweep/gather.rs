use super::dense::{DenseSweep, Visitor};
use super::{PositionSet, SweepTask};
use crate::control::{LimitReached, Part, Phase};
use crate::engine::{Bits, PermutationPath, Permutations};
use crate::threads::try_each_on;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// Canonical codes in ascending order by the number of pegs.
pub(crate) type CodesByPegs<B> = Vec<Vec<B>>;

/// Gathers canonical codes by their number of pegs.
struct Gather<'a> {
    symmetries: &'a Permutations<u64>,
    /// Only of positions with this many.
    pegs: &'a RangeInclusive<usize>,
    codes: CodesByPegs<u64>,
}

impl Visitor for Gather<'_> {
    #[inline(always)]
    fn visit(&mut self, codes: &[u64]) {
        for code in codes {
            let pegs = code.count_ones() as usize;
            if self.pegs.contains(&pegs) {
                self.codes[pegs].push(self.symmetries.smallest_image(*code));
            }
        }
    }
}

/// The canonical codes of a set with this many pegs, each list ascending. There is a list for each number of
/// pegs up to the board's holes.
pub(super) fn dense_codes<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    set: PositionSet,
    pegs: RangeInclusive<usize>,
    part: Part<'_>,
) -> Result<CodesByPegs<B>, LimitReached> {
    let symmetries = Permutations::new(task.symmetries(), PermutationPath::fastest());
    let no_codes = || vec![Vec::new(); task.board().hole_count() + 1];
    let new = || Gather { symmetries: &symmetries, pegs: &pegs, codes: no_codes() };
    let mut codes = no_codes();
    for gathered in sweep.visit(set, part.part(0.0, 0.6), new)? {
        for (list, more) in codes.iter_mut().zip(gathered.codes) {
            if list.is_empty() {
                *list = more;
            } else {
                list.extend(more);
            }
        }
    }
    sort_all(&mut codes, part.part(0.6, 1.0))?;
    let widened = |list: Vec<u64>| list.into_iter().map(|code| B::from_words(code, 0)).collect();
    Ok(codes.into_iter().map(widened).collect())
}

/// Codes that are sorted without a look at the control: in about a tenth of a second.
const BETWEEN_TICKS: usize = 1 << 22;

/// Puts each list into ascending order.
fn sort_all(lists: &mut [Vec<u64>], part: Part<'_>) -> Result<(), LimitReached> {
    let mut pieces: Vec<&mut [u64]> = Vec::new();
    let mut waiting: Vec<&mut [u64]> = lists.iter_mut().map(Vec::as_mut_slice).collect();
    while let Some(list) = waiting.pop() {
        part.tick(0, || Phase::done("sorting", 0.0))?;
        if list.len() <= BETWEEN_TICKS {
            pieces.push(list);
        } else {
            let middle = list.len() / 2;
            list.select_nth_unstable(middle);
            waiting.extend(<[&mut [u64]; 2]>::from(list.split_at_mut(middle)));
        }
    }
    pieces.sort_by_key(|piece| Reverse(piece.len())); // the longest first, so that the threads end together
    try_each_on(part.control().threads(), pieces.into_iter(), |piece| {
        piece.sort_unstable();
        part.tick(0, || Phase::done("sorting", 0.5))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

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
