//! Ways to all positions of a class, whether they can be reached or not.
//!
//! Positions are split into [halves](super::split_class). A jump changes the upper half in one way. Therefore all positions of
//! a block get their summands for the jump from one other block:
//!
//! - from the same places if the jump changes the upper half only,
//! - otherwise from places that depend on the lower half only, and are listed once for all blocks.
//!
//! No position is looked up, but symmetric positions are summed one by one. If few symmetries fix the start, this is many times
//! as fast as [`Paths`](super::paths::Paths).

use super::level_index::class_size;
use super::level_numbers::{LevelNumbers, Number, Sums, Total};
use super::split_class::SplitClass;
use crate::board::Position;
use crate::control::threads::{try_each_by, try_map_on};
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::sweep::SweepError;
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Numbers that are addressed at a time: no place of 16 bits is outside.
const WINDOW: usize = 1 << u16::BITS;

/// Upper halves that a thread takes at a time.
const BATCH: usize = 256;

/// Ways to play from a start to each position of its class.
pub(super) struct DensePaths<'a> {
    start: u64,
    class: SplitClass,
    part: Part<'a>,
    /// Number of positions on the levels from the start down.
    all: usize,
    /// Number of positions summed so far.
    summed: AtomicU64,
}

/// Numbers of ways to the positions of a level, block after block.
pub(super) struct DenseLevel {
    pegs: u32,
    blocks: Blocks,
    /// Unused numbers follow, so that a [`WINDOW`] starts with each block.
    numbers: LevelNumbers,
}

/// Blocks of a level.
struct Blocks {
    /// For each upper half, the index of the first number of its block; then the number of all.
    first: Vec<usize>,
    /// For each upper half, `true` if a number of its block is not 0.
    is_filled: Vec<AtomicBool>,
    /// Upper bound on the number of bits of all numbers.
    bits: AtomicU64,
}

impl<'a> DensePaths<'a> {
    /// Returns the approximate bytes for the ways from a start, or `None` if its class does not [fit](SplitClass::fits).
    pub(super) fn bytes(start: &Position) -> Option<u64> {
        let board = start.board();
        let middle = start.peg_count().min(board.hole_count() / 2);
        let positions = class_size(board, middle as u32);
        SplitClass::fits(start).then_some(2 * positions * size_of::<u64>() as u64)
    }

    /// Splits the class of a start, which must [fit](SplitClass::fits).
    pub(super) fn new(start: &Position, part: Part<'a>) -> DensePaths<'a> {
        let class = SplitClass::new(start);
        DensePaths {
            start: start.code() as u64,
            all: (1..=start.peg_count() as u32)
                .map(|pegs| class.size(pegs))
                .sum(),
            class,
            part,
            summed: AtomicU64::new(0),
        }
    }

    /// Calls `visit` with each level and its number of pegs, from the start's down to that of one peg.
    pub(super) fn walk(
        &self,
        mut visit: impl FnMut(usize, &DenseLevel) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let mut level = self.top()?;
        visit(level.pegs as usize, &level)?;
        let mut unused = None;
        while level.pegs > 1 {
            let next = self.next(&mut level, unused)?;
            unused = Some(std::mem::replace(&mut level, next).numbers);
            visit(level.pegs as usize, &level)?;
        }
        Ok(())
    }

    /// Returns the level of the start, with one way to the start and none to other positions.
    fn top(&self) -> Result<DenseLevel, LimitReached> {
        let pegs = self.start.count_ones();
        let blocks = self.blocks(pegs);
        let mut numbers = u64::zeros(self.class.size(pegs) + WINDOW)?;
        if let Some((upper, place)) = self.class.place(self.start) {
            numbers[blocks.first[upper] + place] = 1;
            blocks.fill(upper, 1);
        }
        Ok(DenseLevel {
            pegs,
            blocks,
            numbers: LevelNumbers::Narrow(numbers),
        })
    }

    /// Sums the ways to the positions of the level below, in the memory of numbers that are no longer used.
    fn next(
        &self,
        above: &mut DenseLevel,
        unused: Option<LevelNumbers>,
    ) -> Result<DenseLevel, SweepError> {
        let pegs = above.pegs - 1;
        let blocks = self.blocks(pegs);
        let has_room = |bytes| {
            let least = (self.class.size(pegs + 1) + self.class.size(pegs)) as u64 * bytes;
            let limit = self.part.memory();
            if least <= limit {
                Ok(())
            } else {
                Err(SweepError::NoRoom { limit, least })
            }
        };
        let sums = LevelSums {
            paths: self,
            above: &above.blocks,
            pegs,
            blocks: &blocks,
            unused: Mutex::new(unused),
        };
        let numbers = above.numbers.next(&sums, has_room)?;
        Ok(DenseLevel {
            pegs,
            blocks,
            numbers,
        })
    }

    fn blocks(&self, pegs: u32) -> Blocks {
        let uppers = 0..self.class.uppers();
        let mut end = 0;
        let ends = uppers.clone().map(|upper| {
            end += self.class.block_len(upper, pegs);
            end
        });
        Blocks {
            first: std::iter::once(0).chain(ends).collect(),
            is_filled: uppers.map(|_| AtomicBool::new(false)).collect(),
            bits: AtomicU64::new(0),
        }
    }

    /// Returns the ways to a position that has as many pegs as the level.
    pub(super) fn ways_to(&self, code: u64, level: &DenseLevel) -> BigUint {
        let place = self.class.place(code);
        place.map_or_else(BigUint::default, |(upper, place)| {
            level.numbers.get(level.blocks.first[upper] + place)
        })
    }

    /// Returns the number of games that end on a level.
    pub(super) fn ending(&self, level: &DenseLevel) -> Result<BigUint, LimitReached> {
        let totals = try_map_on(self.threads(), self.batches(), |uppers| {
            let mut total = Total::default();
            for upper in uppers.filter(|upper| level.blocks.is_filled(*upper)) {
                let first = level.blocks.first[upper];
                self.class.for_each_dead_end(upper, level.pegs, |place| {
                    total.add_product(1, &[(&level.numbers, first + place)]);
                });
            }
            self.tick(0)?;
            Ok(total.value())
        })?;
        Ok(totals.into_iter().sum())
    }

    fn batches(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        let uppers = self.class.uppers();
        let firsts = (0..uppers).step_by(BATCH);
        firsts.map(move |first| first..(first + BATCH).min(uppers))
    }

    fn threads(&self) -> usize {
        self.part.control().threads()
    }

    fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let summed = self.summed.fetch_add(positions as u64, Ordering::Relaxed);
        self.part.tick(positions as u64, || {
            Phase::Counting.done(summed as f64 / self.all as f64)
        })
    }
}

impl Blocks {
    /// Notes that the numbers of a block have this many bits.
    fn fill(&self, upper: usize, bits: u64) {
        self.is_filled[upper].store(bits > 0, Ordering::Relaxed);
        self.bits.fetch_max(bits, Ordering::Relaxed);
    }

    #[inline(always)]
    fn is_filled(&self, upper: usize) -> bool {
        self.is_filled[upper].load(Ordering::Relaxed)
    }
}

/// Sums for the positions of a level.
struct LevelSums<'a> {
    paths: &'a DensePaths<'a>,
    /// Blocks of the level above.
    above: &'a Blocks,
    pegs: u32,
    blocks: &'a Blocks,
    /// Numbers whose memory is free.
    unused: Mutex<Option<LevelNumbers>>,
}

impl Sums for LevelSums<'_> {
    fn sums<N: Number>(&self, above: &[N]) -> Result<Option<Vec<N>>, LimitReached> {
        let LevelSums { paths, blocks, .. } = *self;
        // The levels below will take the same memory.
        let sizes = (1..=self.pegs).map(|pegs| paths.class.size(pegs));
        let length = sizes.max().unwrap_or(0) + WINDOW;
        let unused = self.unused.lock().expect("no thread panics with it").take();
        let mut numbers = match unused.and_then(N::unwrapped) {
            Some(numbers) if numbers.len() >= length => numbers,
            _ => N::zeros(length)?,
        };
        numbers.truncate(length);

        // There is at most one summand for each jump.
        let growth = paths.class.jump_count().next_power_of_two().ilog2();
        let bits = self.above.bits.load(Ordering::Relaxed) + u64::from(growth);
        let may_overflow = N::BITS.is_some_and(|word| bits > word);
        let overflow = AtomicBool::new(false);
        let mut rest = &mut numbers[..];
        let batches = paths.batches().map(|uppers| {
            let len = blocks.first[uppers.end] - blocks.first[uppers.start];
            (uppers, rest.split_off_mut(..len).unwrap_or_default())
        });
        try_each_by(paths.threads(), batches, || {
            let mut sums = N::zeros(WINDOW);
            let overflow = &overflow;
            move |(uppers, numbers)| {
                let positions = numbers.len();
                let batch = BatchSums {
                    level: self,
                    above,
                    uppers,
                    may_overflow,
                    sums: sums.as_mut().map_err(|limit| *limit)?,
                    numbers,
                };
                if !InstructionSet::best().run(batch) {
                    overflow.store(true, Ordering::Relaxed);
                }
                paths.tick(positions)
            }
        })?;
        Ok((!overflow.into_inner()).then_some(numbers))
    }
}

/// Sums for the positions of consecutive blocks.
struct BatchSums<'a, N> {
    level: &'a LevelSums<'a>,
    above: &'a [N],
    uppers: Range<usize>,
    may_overflow: bool,
    /// Room for the sums of a block.
    sums: &'a mut [N],
    numbers: &'a mut [N],
}

impl<N: Number> Work for BatchSums<'_, N> {
    /// `false` on overflow.
    type Output = bool;

    #[inline(always)]
    fn run<I: Instructions>(self) -> bool {
        let mut fits = true;
        if self.may_overflow {
            self.add_by(
                #[inline(always)]
                |sum, more| fits &= sum.add(more),
            );
        } else {
            self.add_by(
                #[inline(always)]
                |sum, more| sum.add_fitting(more),
            );
        }
        fits
    }
}

impl<N: Number> BatchSums<'_, N> {
    #[inline(always)]
    fn add_by(self, mut add: impl FnMut(&mut N, &N)) {
        let LevelSums {
            paths: DensePaths { class, .. },
            above,
            pegs,
            blocks,
            ..
        } = self.level;
        let sums: &mut [N; WINDOW] = self.sums.try_into().expect("there is room for a window");
        let mut rest = self.numbers;
        for upper in self.uppers {
            let Some(kind) = class.kind(upper, *pegs) else {
                continue;
            };
            let block;
            (block, rest) = rest.split_at_mut(class.len(kind));
            sums[..block.len()].fill(N::default());
            for group in class.groups() {
                let before = group.upper_before(upper);
                let Some(before) = before.filter(|before| above.is_filled(*before)) else {
                    continue;
                };
                let source = self.above[above.first[before]..].first_chunk::<WINDOW>();
                let source = source.expect("a window starts with each block");
                match group.places(kind) {
                    None => {
                        for (sum, more) in sums[..block.len()].iter_mut().zip(source) {
                            add(sum, more);
                        }
                    }
                    Some(places) => {
                        for &(after, before) in places {
                            add(&mut sums[usize::from(after)], &source[usize::from(before)]);
                        }
                    }
                }
            }
            block.clone_from_slice(&sums[..block.len()]);
            blocks.fill(upper, N::bits_of(block));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Control;

    /// Returns the ways to all positions, level by level. `top` makes the numbers of the start's level from their number and
    /// the index of the start.
    fn ways(
        start: &Position,
        top: impl Fn(usize, usize) -> LevelNumbers,
        bits: u64,
    ) -> Vec<Vec<BigUint>> {
        let control = Control::default();
        let paths = DensePaths::new(start, Part::whole(&control));
        let mut level = paths.top().unwrap();
        let (upper, place) = paths.class.place(paths.start).unwrap();
        level.numbers = top(
            paths.class.size(level.pegs) + WINDOW,
            level.blocks.first[upper] + place,
        );
        level.blocks.fill(upper, bits);
        let mut levels = Vec::new();
        let mut unused = None;
        while level.pegs > 1 {
            let next = paths.next(&mut level, unused).unwrap();
            unused = Some(std::mem::replace(&mut level, next).numbers);
            let indices = 0..paths.class.size(level.pegs);
            levels.push(indices.map(|index| level.numbers.get(index)).collect());
        }
        levels
    }

    fn narrow(ways: u64) -> impl Fn(usize, usize) -> LevelNumbers {
        move |length, start| {
            let mut numbers = vec![0; length];
            numbers[start] = ways;
            LevelNumbers::Narrow(numbers)
        }
    }

    fn wide(ways: u128) -> impl Fn(usize, usize) -> LevelNumbers {
        move |length, start| {
            let mut numbers = vec![0; length];
            numbers[start] = ways;
            LevelNumbers::Wide(numbers)
        }
    }

    #[test]
    fn words_become_wider_where_they_must() {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let plain = ways(&start, narrow(1), 1);
        let times = |factor: u128| -> Vec<Vec<BigUint>> {
            let level = |level: &Vec<BigUint>| level.iter().map(|number| number * factor).collect();
            plain.iter().map(level).collect()
        };
        for many in [1 << 60, u64::MAX] {
            assert_eq!(ways(&start, narrow(many), 64), times(many.into()));
        }
        for many in [1 << 120, u128::MAX] {
            assert_eq!(ways(&start, wide(many), 128), times(many));
        }
    }
}
