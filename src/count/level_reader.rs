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
    /// Reads from the level of `most` pegs down to that of `least`, for counting numbers of this size.
    ///
    /// # Errors
    ///
    /// [`SweepError::NoRoom`] when not even one level at a time can be counted.
    pub(super) fn new(
        source: &'a SetLevels<'a, B>,
        (most, least): (usize, usize),
        bytes_of_a_number: u64,
        part: Part<'a>,
    ) -> Result<LevelReader<'a, B>, SweepError> {
        let pairs = (least..most).map(|pegs| bytes_for_counting(source, pegs, bytes_of_a_number));
        let counting = pairs.max().unwrap_or(0);
        let largest = (least..=most)
            .map(|pegs| bytes_of_codes(source, pegs))
            .max()
            .unwrap_or(0);
        let memory = source.positions.memory();
        if counting + largest > memory {
            return Err(source.positions.out_of_memory(counting + largest));
        }
        let room = memory - counting;
        Ok(LevelReader {
            source,
            part,
            least,
            room,
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
                bytes += bytes_of_codes(self.source, *pegs);
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
}

fn bytes_of_codes<B: Bits>(source: &SetLevels<'_, B>, pegs: usize) -> u64 {
    source.size(pegs) * size_of::<B>() as u64
}

/// Returns the bytes for counting a level and the one above: codes, numbers, and the index of the codes
/// above.
fn bytes_for_counting<B: Bits>(
    source: &SetLevels<'_, B>,
    pegs: usize,
    bytes_of_a_number: u64,
) -> u64 {
    const PLACE: u64 = 12;
    let both = source.size(pegs) + source.size(pegs + 1);
    both * (size_of::<B>() as u64 + bytes_of_a_number) + source.size(pegs + 1) * PLACE
}
