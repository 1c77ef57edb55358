//! Ascending codes, one after the other, and what is made of two or more such lists without holding them.

use crate::control::LimitReached;
use crate::engine::Bits;
use crate::sweep::SweepError;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Codes that ascend, each once.
pub(super) trait Ascending<B> {
    /// The next code.
    fn next(&mut self) -> Result<Option<B>, SweepError>;
}

/// Codes in memory.
pub(super) struct Listed<'a, B>(pub(super) &'a [B]);

impl<B: Bits> Ascending<B> for Listed<'_, B> {
    #[inline(always)]
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        Ok(self.0.split_off_first().copied())
    }
}

/// The codes of several lists.
pub(super) struct Merge<L, B> {
    lists: Vec<L>,
    heads: BinaryHeap<Reverse<(B, usize)>>,
    last: Option<B>,
}

impl<B: Bits, L: Ascending<B>> Merge<L, B> {
    pub(super) fn new(mut lists: Vec<L>) -> Result<Merge<L, B>, SweepError> {
        let mut heads = BinaryHeap::with_capacity(lists.len());
        for (number, list) in lists.iter_mut().enumerate() {
            heads.extend(list.next()?.map(|head| Reverse((head, number))));
        }
        Ok(Merge { lists, heads, last: None })
    }
}

impl<B: Bits, L: Ascending<B>> Ascending<B> for Merge<L, B> {
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        while let Some(mut top) = self.heads.peek_mut() {
            let Reverse((code, number)) = *top;
            match self.lists[number].next()? {
                Some(next) => *top = Reverse((next, number)),
                None => drop(PeekMut::pop(top)),
            }
            if self.last != Some(code) {
                self.last = Some(code);
                return Ok(Some(code));
            }
        }
        Ok(None)
    }
}

/// The codes of a list that are, or that are not, in another.
pub(super) struct Filtered<L, M, B> {
    list: L,
    other: M,
    /// The first code of the other list that is not below all that were asked for.
    head: Option<B>,
    shared: bool,
}

impl<B: Bits, L: Ascending<B>, M: Ascending<B>> Filtered<L, M, B> {
    /// What both lists have.
    pub(super) fn shared(list: L, mut other: M) -> Result<Filtered<L, M, B>, SweepError> {
        let head = other.next()?;
        Ok(Filtered { list, other, head, shared: true })
    }

    /// What only the first list has.
    pub(super) fn without(list: L, mut other: M) -> Result<Filtered<L, M, B>, SweepError> {
        let head = other.next()?;
        Ok(Filtered { list, other, head, shared: false })
    }
}

impl<B: Bits, L: Ascending<B>, M: Ascending<B>> Ascending<B> for Filtered<L, M, B> {
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        while let Some(code) = self.list.next()? {
            while self.head.is_some_and(|head| head < code) {
                self.head = self.other.next()?;
            }
            if (self.head == Some(code)) == self.shared {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }
}

/// The codes of a list, as long as the observer wants to go on.
pub(super) struct Watched<'a, L> {
    list: &'a mut L,
    go_on: &'a dyn Fn() -> Result<(), LimitReached>,
    codes: usize,
}

impl<'a, L> Watched<'a, L> {
    /// `go_on` is asked after every few thousand codes.
    pub(super) fn new(list: &'a mut L, go_on: &'a dyn Fn() -> Result<(), LimitReached>) -> Watched<'a, L> {
        Watched { list, go_on, codes: 0 }
    }
}

impl<B: Bits, L: Ascending<B>> Ascending<B> for Watched<'_, L> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        self.codes += 1;
        if self.codes.is_multiple_of(1 << 14) {
            (self.go_on)()?;
        }
        self.list.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn all(mut codes: impl Ascending<u64>) -> Vec<u64> {
        std::iter::from_fn(|| codes.next().unwrap()).collect()
    }

    proptest! {
        #[test]
        fn lists_are_merged_and_filtered(sets in proptest::collection::vec(any::<BTreeSet<u8>>(), 2..6)) {
            let codes = |set: &BTreeSet<u8>| set.iter().map(|code| u64::from(*code)).collect::<Vec<u64>>();
            let lists: Vec<Vec<u64>> = sets.iter().map(codes).collect();
            let merge = Merge::new(lists.iter().map(|list| Listed(list)).collect()).unwrap();
            prop_assert_eq!(all(merge), codes(&sets.iter().flatten().copied().collect()));
            let pair = || (Listed(&lists[0]), Listed(&lists[1]));
            let shared = Filtered::shared(pair().0, pair().1).unwrap();
            prop_assert_eq!(all(shared), codes(&(&sets[0] & &sets[1])));
            let without = Filtered::without(pair().0, pair().1).unwrap();
            prop_assert_eq!(all(without), codes(&(&sets[0] - &sets[1])));
        }
    }
}
