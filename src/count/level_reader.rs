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
    /// Bytes for codes that are read ahead.
    room: u64,
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
        let most_bytes = |bytes_of_a_number| {
            let pairs =
                (least..most).map(|pegs| source.bytes_for_counting(pegs, bytes_of_a_number));
            pairs.max().unwrap_or(0)
        };
        let memory = source.positions.memory();
        source.has_room(most_bytes(narrow))?;
        Ok(LevelReader {
            source,
            part,
            least,
            room: memory.saturating_sub(most_bytes(wide)),
            waiting: Vec::new(),
        })
    }

    /// Returns the codes with this many pegs, ascending. Levels must be requested in descending order.
    pub(super) fn level(&mut self, pegs: usize) -> Result<Vec<B>, SweepError> {
        if self.source.size(pegs) == 0 {
            return Ok(Vec::new());
        }
        if self.waiting.get(pegs).is_none_or(Vec::is_empty) {
            let mut bytes = 0;
            let fits = |pegs: &usize| {
                bytes += self.source.bytes_of_codes(*pegs);
                bytes <= self.room
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
    fn bytes_for_counting(&self, pegs: usize, bytes_of_a_number: u64) -> u64 {
        let above = pegs + 1;
        let board = self.positions.task().board();
        let index = LevelIndex::<B>::bytes(board, above, self.size(above));
        let numbers = |pegs| self.size(pegs) * bytes_of_a_number;
        let counted = self.bytes_of_codes(pegs) + numbers(pegs);
        index + numbers(above) + counted.max(self.bytes_of_codes(above))
    }

    fn has_room(&self, bytes: u64) -> Result<(), SweepError> {
        match bytes <= self.positions.memory() {
            true => Ok(()),
            false => Err(self.positions.out_of_memory(bytes)),
        }
    }
}

/// Returns the bytes that counting takes at least where a level of this many positions has been counted: for its codes, from
/// which the index is made, and its numbers.
pub(super) fn least_bytes<B: Bits>(board: &Board, pegs: usize, size: u64) -> u64 {
    let position = (size_of::<B>() + size_of::<u64>()) as u64;
    LevelIndex::<B>::bytes(board, pegs, size) + size * position
}
