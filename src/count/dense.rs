//! Numbers of ways to all positions of a class, reachable or not.
//!
//! Positions are split into [halves](super::split_class). A jump that leads to an upper half comes from exactly one other. All
//! positions of a block therefore get their summands for that jump from one block:
//!
//! - from the same places if the jump changes the upper half only,
//! - otherwise from places that depend on the lower half only, and are listed once for all blocks.
//!
//! This needs no lookups, but symmetric positions are counted separately. If few symmetries fix the start, it is many times as
//! fast as [`Paths`](super::paths::Paths).

use super::level_index::class_size;
use super::level_numbers::{LevelNumbers, Number, Sums, Total};
use super::residues::ShortWord;
use super::split_class::SplitClass;
use crate::board::Position;
use crate::control::threads::{try_each_by, try_map_on};
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::sweep::SweepError;
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Length of the slice that is read at a time. It contains every `u16` place, so no bounds checks are needed.
const WINDOW: usize = 1 << u16::BITS;

/// Upper halves per batch.
const BATCH: usize = 256;

/// Ways to play from a start to each position of its class.
pub(super) struct DensePaths<'a> {
    start: u64,
    class: &'a SplitClass,
    part: Part<'a>,
    /// Number of positions on the levels from the start down.
    all: usize,
    /// Number of positions summed so far.
    summed: AtomicU64,
}

/// Ways to the positions of a level.
pub(super) struct DenseLevel<L> {
    pegs: u32,
    blocks: Blocks,
    /// Numbers of ways, block after block; arbitrary in blocks that are not filled. Unused numbers follow, so that a [`WINDOW`]
    /// starts with each block.
    numbers: L,
}

/// Blocks of a level.
struct Blocks {
    /// Index of each block's first number, then the number of positions.
    first: Vec<usize>,
    /// For each upper half, `true` if a number of its block is not 0.
    is_filled: Vec<AtomicBool>,
    /// Upper bound on the bit length of all numbers.
    bits: AtomicU64,
}

/// Numbers of ways to the positions of a level.
pub(super) trait DenseNumbers: Sized + Sync {
    /// Returns `length` numbers: 1 at `index`, and 0 elsewhere.
    fn one_of(length: usize, index: usize) -> Result<Self, LimitReached>;

    /// Computes the numbers of the level below, in the memory of `unused` if that is large enough.
    fn next(&mut self, unused: Option<Self>, sums: &LevelSums<'_>) -> Result<Self, SweepError>;

    /// Returns the sum of the numbers with some indices.
    fn total(&self, indices: impl Iterator<Item = usize>) -> BigUint;
}

impl DenseNumbers for LevelNumbers {
    fn one_of(length: usize, index: usize) -> Result<LevelNumbers, LimitReached> {
        let mut numbers = u64::zeros(length)?;
        numbers[index] = 1;
        Ok(LevelNumbers::Narrow(numbers))
    }

    fn next(
        &mut self,
        unused: Option<LevelNumbers>,
        sums: &LevelSums<'_>,
    ) -> Result<LevelNumbers, SweepError> {
        LevelNumbers::next(self, unused, sums, |bytes| sums.has_room(bytes))
    }

    fn total(&self, indices: impl Iterator<Item = usize>) -> BigUint {
        let mut total = Total::default();
        indices.for_each(|index| total.add_product(1, &[(self, index)]));
        total.value()
    }
}

impl<N: ShortWord> DenseNumbers for Vec<N> {
    fn one_of(length: usize, index: usize) -> Result<Vec<N>, LimitReached> {
        let mut numbers = N::zeros(length)?;
        numbers[index] = N::ONE;
        Ok(numbers)
    }

    fn next(&mut self, unused: Option<Vec<N>>, sums: &LevelSums<'_>) -> Result<Vec<N>, SweepError> {
        let numbers = sums.sums(self, unused.unwrap_or_default())?;
        Ok(numbers.expect("short words do not overflow"))
    }

    fn total(&self, indices: impl Iterator<Item = usize>) -> BigUint {
        N::total(indices.map(|index| self[index]))
    }
}

/// Returns the approximate bytes for the ways from a start, in words of `word` bytes.
pub(super) fn dense_bytes(start: &Position, word: usize, threads: usize) -> u64 {
    let board = start.board();
    let largest = class_size(board, start.peg_count().min(board.hole_count() / 2) as u32);
    let windows = (threads + 2) * WINDOW;
    (2 * largest + windows as u64) * word as u64 + SplitClass::bytes(board)
}

impl<'a> DensePaths<'a> {
    pub(super) fn new(start: &Position, class: &'a SplitClass, part: Part<'a>) -> DensePaths<'a> {
        let pegs = 1..=start.peg_count() as u32;
        DensePaths {
            start: start.code() as u64,
            all: pegs.map(|pegs| class.level_size(pegs)).sum(),
            class,
            part,
            summed: AtomicU64::new(0),
        }
    }

    /// Calls `visit` with each level and its number of pegs, from the start's down to that of one peg.
    pub(super) fn walk<L: DenseNumbers>(
        &self,
        mut visit: impl FnMut(usize, &DenseLevel<L>) -> Result<(), LimitReached>,
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
    fn top<L: DenseNumbers>(&self) -> Result<DenseLevel<L>, LimitReached> {
        let pegs = self.start.count_ones();
        let blocks = self.blocks(pegs);
        let place = self.class.place(self.start);
        let (upper, place) = place.expect("the start is of its own class");
        let numbers = L::one_of(self.length(pegs), blocks.first[upper] + place)?;
        blocks.fill(upper, 1);
        Ok(DenseLevel {
            pegs,
            blocks,
            numbers,
        })
    }

    /// Computes the level below, in the memory of `unused` if that is large enough.
    fn next<L: DenseNumbers>(
        &self,
        above: &mut DenseLevel<L>,
        unused: Option<L>,
    ) -> Result<DenseLevel<L>, SweepError> {
        let pegs = above.pegs - 1;
        let blocks = self.blocks(pegs);
        let sums = LevelSums {
            paths: self,
            above: &above.blocks,
            pegs,
            blocks: &blocks,
        };
        let numbers = above.numbers.next(unused, &sums)?;
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

    /// Returns the number of words for a level, which are enough for all levels below.
    fn length(&self, pegs: u32) -> usize {
        let sizes = (1..=pegs).map(|pegs| self.class.level_size(pegs));
        sizes.max().unwrap_or(0) + WINDOW
    }

    /// Returns the ways to a position that has as many pegs as the level.
    pub(super) fn ways_to<L: DenseNumbers>(&self, code: u64, level: &DenseLevel<L>) -> BigUint {
        let place = self.class.place(code);
        let place = place.filter(|(upper, _)| level.blocks.is_filled(*upper));
        let indices = place.map(|(upper, place)| level.blocks.first[upper] + place);
        level.numbers.total(indices.into_iter())
    }

    /// Returns the number of games that end on a level.
    pub(super) fn ending<L: DenseNumbers>(
        &self,
        level: &DenseLevel<L>,
    ) -> Result<BigUint, LimitReached> {
        let totals = try_map_on(self.threads(), self.batches(), |uppers| {
            let filled = uppers.filter(|upper| level.blocks.is_filled(*upper));
            let dead_ends = filled.flat_map(|upper| {
                let first = level.blocks.first[upper];
                let places = self.class.dead_ends(upper, level.pegs);
                places.map(move |place| first + place)
            });
            let total = level.numbers.total(dead_ends);
            self.tick(0)?;
            Ok(total)
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
    /// Records the bit length of a block's numbers; 0 if all are 0.
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
pub(super) struct LevelSums<'a> {
    paths: &'a DensePaths<'a>,
    /// Blocks of the level above.
    above: &'a Blocks,
    pegs: u32,
    blocks: &'a Blocks,
}

impl LevelSums<'_> {
    /// Returns an error if there is no memory for words of that many bytes on this level and the one above.
    fn has_room(&self, bytes: u64) -> Result<(), SweepError> {
        let length = self.paths.length(self.pegs + 1) + self.paths.length(self.pegs);
        let (least, limit) = (length as u64 * bytes, self.paths.part.memory());
        if least <= limit {
            Ok(())
        } else {
            Err(SweepError::NoRoom { limit, least })
        }
    }
}

impl Sums for LevelSums<'_> {
    fn sums<N: Number>(&self, above: &[N], unused: Vec<N>) -> Result<Option<Vec<N>>, LimitReached> {
        let LevelSums { paths, blocks, .. } = *self;
        let length = paths.length(self.pegs);
        let mut numbers = if unused.len() < length {
            N::zeros(length)?
        } else {
            unused
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
            let numbers = rest.split_off_mut(..len);
            (
                uppers,
                numbers.expect("there is a number for each position"),
            )
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
    /// Buffer for the sums of a block.
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
        } = self.level;
        let sums: &mut [N; WINDOW] = self.sums.try_into().expect("there is room for a window");
        let mut rest = self.numbers;
        for upper in self.uppers {
            let Some(kind) = class.kind(upper, *pegs) else {
                continue;
            };
            let block;
            (block, rest) = rest.split_at_mut(class.len(kind));
            let mut is_reached = false;
            for group in class.groups() {
                let before = group.upper_before(upper);
                let Some(before) = before.filter(|before| above.is_filled(*before)) else {
                    continue;
                };
                if !is_reached {
                    is_reached = true;
                    sums[..block.len()].fill(N::default());
                }
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
            let bits = if is_reached {
                N::bits_of(&sums[..block.len()])
            } else {
                0
            };
            blocks.fill(upper, bits);
            if bits > 0 {
                block.clone_from_slice(&sums[..block.len()]);
            }
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
        let class = SplitClass::new(start);
        let paths = DensePaths::new(start, &class, Part::whole(&control));
        let mut level = paths.top::<LevelNumbers>().unwrap();
        let (upper, place) = class.place(paths.start).unwrap();
        let index = level.blocks.first[upper] + place;
        level.numbers = top(paths.length(level.pegs), index);
        level.blocks.fill(upper, bits);
        let mut levels = Vec::new();
        let mut unused = None;
        while level.pegs > 1 {
            let next = paths.next(&mut level, unused).unwrap();
            unused = Some(std::mem::replace(&mut level, next).numbers);
            let codes = (0..1 << start.board().hole_count()).filter(|code: &u64| {
                code.count_ones() == level.pegs && class.place(*code).is_some()
            });
            levels.push(codes.map(|code| paths.ways_to(code, &level)).collect());
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
