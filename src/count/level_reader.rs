use super::level_index::LevelIndex;
use crate::board::Board;
use crate::control::{LimitReached, Part};
use crate::engine::Bits;
use crate::sweep::{PositionSet, Positions, Sizes, SweepError};

/// Levels of a set of positions, with their sizes.
pub(super) struct SetLevels<'a, B> {
    pub(super) positions: &'a Positions<B>,
    set: PositionSet,
    pub(super) sizes: Sizes,
}

impl<'a, B: Bits> SetLevels<'a, B> {
    pub(super) fn find(
        positions: &'a Positions<B>,
        set: PositionSet,
        part: Part<'_>,
    ) -> Result<Self, LimitReached> {
        Ok(SetLevels {
            positions,
            set,
            sizes: positions.sizes(set, part)?,
        })
    }

    pub(super) fn size(&self, pegs: usize) -> u64 {
        self.sizes.get(pegs).copied().unwrap_or(0)
    }
}

/// Reader of the levels of a set, each once and from the top down. It reads as many at a time as fit in the memory that
/// counting leaves.
pub(super) struct LevelReader<'a, B> {
    source: &'a SetLevels<'a, B>,
    part: Part<'a>,
    least: usize,
    /// Bytes to which a number may grow.
    wide: u64,
    waiting: Vec<Vec<B>>,
}

impl<'a, B: Bits> LevelReader<'a, B> {
    /// Reads from the level of `most` pegs down to that of `least`, for counting numbers that begin with `narrow` bytes and
    /// may grow to `wide` ones.
    ///
    /// # Errors
    ///
    /// [`SweepError::NoRoom`] when not even one level at a time can be counted with narrow numbers.
    pub(super) fn new(
        source: &'a SetLevels<'a, B>,
        (most, least): (usize, usize),
        (narrow, wide): (u64, u64),
        part: Part<'a>,
    ) -> Result<LevelReader<'a, B>, SweepError> {
        let counting = (least..most).map(|pegs| source.bytes_for_counting(pegs, narrow));
        source.has_room(counting.max().unwrap_or(0))?;
        Ok(LevelReader {
            source,
            part,
            least,
            wide,
            waiting: Vec::new(),
        })
    }

    /// Returns the codes with this many pegs, ascending. Levels must be requested in descending order.
    pub(super) fn level(&mut self, pegs: usize) -> Result<Vec<B>, SweepError> {
        if self.source.size(pegs) == 0 {
            return Ok(Vec::new());
        }
        if self.waiting.get(pegs).is_none_or(Vec::is_empty) {
            // Bytes left for codes that wait while the levels above them are counted.
            let mut spare = u64::MAX;
            let fits = |pegs: &usize| {
                let codes = self.source.bytes_of_codes(*pegs);
                let counting = self.source.bytes_for_counting(*pegs, self.wide);
                let left = self.source.positions.memory().saturating_sub(counting);
                let fits = codes <= spare;
                spare = spare.saturating_sub(codes).min(left);
                fits
            };
            let last = (self.least..=pegs)
                .rev()
                .take_while(fits)
                .last()
                .unwrap_or(pegs);
            let SetLevels {
                positions,
                set,
                sizes,
            } = self.source;
            self.waiting = positions.codes(*set, last..=pegs, Some(sizes), self.part)?;
        }
        Ok(std::mem::take(&mut self.waiting[pegs]))
    }

    /// Checks that the level with this many pegs can be counted with numbers that have grown to this size.
    ///
    /// # Errors
    ///
    /// [`SweepError::NoRoom`] otherwise.
    pub(super) fn has_room_for(
        &self,
        pegs: usize,
        bytes_of_a_number: u64,
    ) -> Result<(), SweepError> {
        let waiting: usize = self.waiting.iter().map(Vec::len).sum();
        let waiting = (waiting * size_of::<B>()) as u64;
        let counting = self.source.bytes_for_counting(pegs, bytes_of_a_number);
        self.source.has_room(waiting + counting)
    }
}

impl<B: Bits> SetLevels<'_, B> {
    fn bytes_of_codes(&self, pegs: usize) -> u64 {
        self.size(pegs) * size_of::<B>() as u64
    }

    /// Returns the bytes for counting a level: the numbers and the index of the level above, and first the codes from which
    /// the index is made, then codes and numbers of the level itself.
    pub(super) fn bytes_for_counting(&self, pegs: usize, bytes_of_a_number: u64) -> u64 {
        let above = pegs + 1;
        let board = self.positions.task().board();
        let index = LevelIndex::<B>::bytes(board, above, self.size(above));
        let numbers = |pegs| self.size(pegs) * bytes_of_a_number;
        let counted = self.bytes_of_codes(pegs) + numbers(pegs);
        index + numbers(above) + counted.max(self.bytes_of_codes(above))
    }

    /// Returns an error if the memory does not hold this many bytes.
    pub(super) fn has_room(&self, bytes: u64) -> Result<(), SweepError> {
        if bytes <= self.positions.memory() {
            Ok(())
        } else {
            Err(self.positions.out_of_memory(bytes))
        }
    }
}

/// Returns the bytes that counting takes at least where a level of this many positions has been counted: for its codes, from
/// which the index is made, and its numbers.
pub(super) fn least_bytes<B: Bits>(board: &Board, pegs: usize, size: u64) -> u64 {
    let position = (size_of::<B>() + size_of::<u64>()) as u64;
    LevelIndex::<B>::bytes(board, pegs, size) + size * position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, SymmetryUse};
    use crate::control::{Control, Limits};
    use crate::engine::Engine;
    use crate::sweep::{SweepOptions, SweepPart, SweepTask};

    /// Calls `test` with the levels of all positions that can be reached on a board, in this much memory.
    fn with_levels<T>(memory: u64, test: impl FnOnce(&SetLevels<'_, u64>, Part<'_>) -> T) -> T {
        let board = Board::library("square5").unwrap();
        let engine = Engine::<u64>::new(&board);
        let start = board.vacate(board.hole("a1").unwrap());
        let task = SweepTask::from_start(&engine, &start, SymmetryUse::Classes);
        let control = Control::new(Limits {
            memory: Some(memory),
            ..Limits::default()
        });
        let part = SweepPart {
            part: Part::whole(&control),
            share: 1.0,
        };
        let found = Positions::all(&engine, task, &SweepOptions::default(), part);
        let (positions, rest) = found.unwrap();
        let levels = SetLevels::find(&positions, PositionSet::Reachable, rest).unwrap();
        test(&levels, rest)
    }

    const NUMBERS: (u64, u64) = (8, 16);

    /// Levels are read together where they fit beside what counting takes at that time, not at the largest level.
    #[test]
    fn levels_are_read_ahead_where_they_fit() {
        let (most, levels) = (24, 1..=24);
        let least = with_levels(1 << 30, |source, _| {
            let bytes = levels
                .clone()
                .map(|pegs| source.bytes_for_counting(pegs, NUMBERS.1));
            match source.positions.out_of_memory(bytes.max().unwrap()) {
                SweepError::NoRoom { least, .. } => least,
                error => panic!("{error}"),
            }
        });
        let read = |memory| {
            with_levels(memory, |source, part| {
                let mut reader = LevelReader::new(source, (most, 1), NUMBERS, part).unwrap();
                let (mut codes, mut reads) = (Vec::new(), 0);
                for pegs in levels.clone().rev().filter(|pegs| source.size(*pegs) > 0) {
                    let is_waiting = reader
                        .waiting
                        .get(pegs)
                        .is_some_and(|list| !list.is_empty());
                    reads += usize::from(!is_waiting);
                    codes.push(reader.level(pegs).unwrap());
                    reader.has_room_for(pegs, NUMBERS.1).unwrap();
                }
                (codes, reads)
            })
        };
        let (all, once) = read(1 << 30);
        let (in_pieces, reads) = read(least);
        assert_eq!(once, 1);
        assert!((2..all.len() / 2).contains(&reads), "{reads}");
        assert_eq!(in_pieces, all);
    }
}
