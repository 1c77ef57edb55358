//! Streams of ascending codes, with their merges, intersections and differences.

use super::LevelError;
use crate::engine::Bits;

/// Stream of strictly ascending codes.
pub(crate) trait Ascending<B> {
    /// Returns the next code.
    fn next(&mut self) -> Result<Option<B>, LevelError>;
}

/// Slice of codes as a stream.
pub(crate) struct Listed<'a, B>(pub(crate) &'a [B]);

impl<B: Bits> Ascending<B> for Listed<'_, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, LevelError> {
        Ok(self.0.split_off_first().copied())
    }
}

/// Stream with lookahead.
pub(crate) trait Ahead<B> {
    /// Returns the next codes that are in memory, or none at the end.
    fn ahead(&mut self) -> Result<&[B], LevelError>;

    /// Skips `count` of these codes.
    fn skip(&mut self, count: usize);
}

impl<B: Bits> Ahead<B> for Listed<'_, B> {
    fn ahead(&mut self) -> Result<&[B], LevelError> {
        Ok(self.0)
    }

    fn skip(&mut self, count: usize) {
        self.0 = &self.0[count..];
    }
}

/// Union of several streams.
///
/// Merges one piece at a time, up to the smallest code that ends the lookahead of a stream. The standard library's sort
/// detects and merges the sorted parts, several times as fast as a heap of heads.
pub(crate) struct Merge<L, B> {
    lists: Vec<L>,
    piece: Vec<B>,
    place: usize,
}

impl<B: Bits, L: Ahead<B>> Merge<L, B> {
    pub(crate) fn new(lists: Vec<L>) -> Merge<L, B> {
        Merge {
            lists,
            piece: Vec::new(),
            place: 0,
        }
    }

    /// Merges the next piece, which is empty at the end.
    fn merge_piece(&mut self) -> Result<(), LevelError> {
        self.piece.clear();
        self.place = 0;
        let mut end = None;
        for list in &mut self.lists {
            let last = list.ahead()?.last().copied();
            end = end.into_iter().chain(last).min();
        }
        let Some(end) = end else { return Ok(()) };
        for list in &mut self.lists {
            let ahead = list.ahead()?;
            let count = ahead.partition_point(|code| *code <= end);
            self.piece.extend_from_slice(&ahead[..count]);
            list.skip(count);
        }
        self.piece.sort();
        self.piece.dedup();
        Ok(())
    }
}

impl<B: Bits, L: Ahead<B>> Ascending<B> for Merge<L, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, LevelError> {
        if self.place == self.piece.len() {
            self.merge_piece()?;
        }
        let code = self.piece.get(self.place).copied();
        self.place += usize::from(code.is_some());
        Ok(code)
    }
}

/// Intersection or difference of two streams.
pub(crate) struct Filtered<L, M, B> {
    list: L,
    other: M,
    /// First code of the other stream that is not below the last code of this one.
    head: Option<B>,
    shared: bool,
}

impl<B: Bits, L: Ascending<B>, M: Ascending<B>> Filtered<L, M, B> {
    /// Creates the intersection.
    pub(crate) fn shared(list: L, mut other: M) -> Result<Filtered<L, M, B>, LevelError> {
        let head = other.next()?;
        Ok(Filtered {
            list,
            other,
            head,
            shared: true,
        })
    }

    /// Creates the difference: the codes of `list` that `other` lacks.
    pub(crate) fn without(list: L, mut other: M) -> Result<Filtered<L, M, B>, LevelError> {
        let head = other.next()?;
        Ok(Filtered {
            list,
            other,
            head,
            shared: false,
        })
    }
}

impl<B: Bits, L: Ascending<B>, M: Ascending<B>> Ascending<B> for Filtered<L, M, B> {
    fn next(&mut self) -> Result<Option<B>, LevelError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Stream with a lookahead of at most two codes.
    struct Pieces<'a>(Listed<'a, u64>);

    impl Ahead<u64> for Pieces<'_> {
        fn ahead(&mut self) -> Result<&[u64], LevelError> {
            let ahead = self.0.ahead()?;
            Ok(&ahead[..ahead.len().min(2)])
        }

        fn skip(&mut self, count: usize) {
            self.0.skip(count);
        }
    }

    fn all(mut codes: impl Ascending<u64>) -> Vec<u64> {
        std::iter::from_fn(|| codes.next().unwrap()).collect()
    }

    proptest! {
        #[test]
        fn lists_are_merged_and_filtered(sets in proptest::collection::vec(any::<BTreeSet<u8>>(), 2..6)) {
            let codes = |set: &BTreeSet<u8>| set.iter().map(|code| u64::from(*code)).collect::<Vec<u64>>();
            let lists: Vec<Vec<u64>> = sets.iter().map(codes).collect();
            let merge = Merge::new(lists.iter().map(|list| Pieces(Listed(list))).collect());
            prop_assert_eq!(all(merge), codes(&sets.iter().flatten().copied().collect()));
            let pair = || (Listed(&lists[0]), Listed(&lists[1]));
            let shared = Filtered::shared(pair().0, pair().1).unwrap();
            prop_assert_eq!(all(shared), codes(&(&sets[0] & &sets[1])));
            let without = Filtered::without(pair().0, pair().1).unwrap();
            prop_assert_eq!(all(without), codes(&(&sets[0] - &sets[1])));
        }
    }
}
