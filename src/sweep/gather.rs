use super::SweepTask;
use super::dense::{DenseSweep, Set, Visitor};
use super::lists::CodesByPegs;
use crate::engine::{Bits, PermutationPath, Permutations};
use crate::threads::each_on;
use std::ops::RangeInclusive;

/// Gathers canonical codes by their number of pegs.
struct Gather<'a, B> {
    symmetries: &'a Permutations<B>,
    /// Only of positions with so many.
    pegs: &'a RangeInclusive<usize>,
    codes: CodesByPegs<B>,
}

impl<B: Bits> Visitor for Gather<'_, B> {
    #[inline(always)]
    fn visit(&mut self, code: u64) {
        let pegs = code.count_ones() as usize;
        if self.pegs.contains(&pegs) {
            self.codes[pegs].push(self.symmetries.smallest_image(B::from_words(code, 0)));
        }
    }
}

/// The canonical codes of a set with so many pegs, each list ascending. There is a list for each number of pegs up to the board's holes.
pub(super) fn dense_codes<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    set: Set,
    pegs: RangeInclusive<usize>,
) -> CodesByPegs<B> {
    let symmetries = Permutations::new(task.symmetries(), PermutationPath::fastest());
    let no_codes = || vec![Vec::new(); task.board().hole_count() + 1];
    let new = || Gather { symmetries: &symmetries, pegs: &pegs, codes: no_codes() };
    let mut codes = no_codes();
    for gathered in sweep.visit(set, new) {
        for (list, more) in codes.iter_mut().zip(gathered.codes) {
            if list.is_empty() {
                *list = more;
            } else {
                list.extend(more);
            }
        }
    }
    sort_all(&mut codes, sweep.threads());
    codes
}

/// Puts each list into ascending order.
fn sort_all<B: Bits>(lists: &mut [Vec<B>], threads: usize) {
    let mut lists: Vec<_> = lists.iter_mut().collect();
    lists.sort_by_key(|list| std::cmp::Reverse(list.len())); // the longest first, so that the threads end together
    each_on(threads, lists.into_iter(), |list| list.sort_unstable());
}
