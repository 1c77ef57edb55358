//! Numbers of ways to all positions of a class, reachable or not.
//!
//! Positions are split into [halves](super::split_class). A jump that leads to an upper half comes from exactly one other. All
//! positions of a block therefore get their summands for that jump from one block:
//!
//! - from the same places if the jump changes the upper half only,
//! - otherwise from places that depend on the lower half only, and are listed once for all blocks. Most of them are in rows,
//!   which are added as vectors.
//!
//! Only the first block of each [orbit](super::upper_orbits) is computed. Where a jump comes from another block, its numbers are
//! those of the first, in the order of the images.
//!
//! The levels share [one list](super::level_layout), shorter than two of them.
//!
//! This needs no lookups, and is many times as fast as [`Paths`](super::paths::Paths).

use super::level_layout::LevelLayout;
use super::level_numbers::{LevelNumbers, Number, Total};
use super::paths::BYTES_PER_NUMBER;
use super::residues::ShortWord;
use super::short_numbers::ShortNumbers;
use super::split_class::{LANES, SplitClass};
use crate::control::threads::{try_each_by, try_map_on};
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::sweep::SweepError;
use num_bigint::BigUint;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Length of the slice that is read at a time. It contains every `u16` place, so no bounds checks are needed.
const WINDOW: usize = 1 << u16::BITS;

/// Upper halves per batch.
const BATCH: usize = 256;

/// Ways to play from a start, and from its images under the symmetries of the split, to each position of the class.
pub(super) struct DensePaths<'a> {
    start: u64,
    class: &'a SplitClass,
    layout: LevelLayout,
    /// Folder for [`ShortNumbers`]; `None` to keep them in memory.
    scratch: Option<&'a Path>,
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
    /// Numbers of ways, block after block, in a [list](LevelLayout); arbitrary in blocks that are not filled.
    numbers: L,
}

/// Blocks of a level.
struct Blocks {
    /// Index of the first number by the upper half.
    first: Vec<usize>,
    /// For each upper half, `true` if a number of its block is not 0.
    is_filled: Vec<AtomicBool>,
    /// Upper bound on the bit length of all numbers.
    bits: AtomicU64,
}

/// Numbers of ways to the positions of a level.
pub(super) trait DenseNumbers: Sized + Sync {
    /// Returns `length` numbers: 1 at `places`, and 0 elsewhere.
    fn ones_at(places: &[usize], length: usize, paths: &DensePaths<'_>)
    -> Result<Self, SweepError>;

    /// Replaces the numbers of a level by those of the level below.
    fn descend(&mut self, sums: &LevelSums<'_>) -> Result<(), SweepError>;

    /// Returns the sum of the numbers with some indices, each times a factor.
    fn total(&self, terms: impl Iterator<Item = (usize, usize)>) -> BigUint;
}

impl DenseNumbers for LevelNumbers {
    fn ones_at(
        places: &[usize],
        length: usize,
        _: &DensePaths<'_>,
    ) -> Result<LevelNumbers, SweepError> {
        let mut numbers = u64::zeros(length)?;
        places.iter().for_each(|place| numbers[*place] = 1);
        Ok(LevelNumbers::Narrow(numbers))
    }

    fn descend(&mut self, sums: &LevelSums<'_>) -> Result<(), SweepError> {
        self.truncate(sums.length);
        while let Some(bits) = self.word_bits().filter(|bits| sums.bits() > *bits) {
            sums.has_room(bits / 8 + BYTES_PER_NUMBER)?; // both lists for a moment
            *self = self.wider()?;
        }
        match self {
            LevelNumbers::Narrow(numbers) => sums.replace(numbers)?,
            LevelNumbers::Wide(numbers) => sums.replace(numbers)?,
            LevelNumbers::Unbounded(numbers) => sums.replace(numbers)?,
        }
        Ok(())
    }

    fn total(&self, terms: impl Iterator<Item = (usize, usize)>) -> BigUint {
        let mut total = Total::default();
        terms.for_each(|(factor, index)| total.add_product(factor, &[(self, index)]));
        total.value()
    }
}

impl<N: ShortWord> DenseNumbers for ShortNumbers<N> {
    fn ones_at(
        places: &[usize],
        length: usize,
        paths: &DensePaths<'_>,
    ) -> Result<ShortNumbers<N>, SweepError> {
        let mut numbers = match paths.scratch {
            None => ShortNumbers::in_memory(length)?,
            Some(folder) => ShortNumbers::in_folder(length, folder, || paths.tick(0))?,
        };
        places.iter().for_each(|place| numbers[*place] = N::ONE);
        Ok(numbers)
    }

    fn descend(&mut self, sums: &LevelSums<'_>) -> Result<(), SweepError> {
        Ok(sums.replace(self)?)
    }

    fn total(&self, terms: impl Iterator<Item = (usize, usize)>) -> BigUint {
        N::total(terms.map(|(factor, index)| (factor, self[index])))
    }
}

/// Returns the approximate bytes for the ways from a start of a class, in words of `word` bytes.
pub(super) fn dense_bytes(class: &SplitClass, pegs: u32, word: usize, threads: usize) -> u64 {
    let length = LevelLayout::new(class, pegs, WINDOW).length(pegs);
    ((length + 2 * threads * WINDOW) * word) as u64
}

impl<'a> DensePaths<'a> {
    pub(super) fn new(
        start: u64,
        class: &'a SplitClass,
        scratch: Option<&'a Path>,
        part: Part<'a>,
    ) -> DensePaths<'a> {
        let top = start.count_ones();
        let layout = LevelLayout::new(class, top, WINDOW);
        DensePaths {
            start,
            class,
            all: (1..=top).map(|pegs| layout.size(pegs)).sum(),
            layout,
            scratch,
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
        while level.pegs > 1 {
            self.descend(&mut level)?;
            visit(level.pegs as usize, &level)?;
        }
        Ok(())
    }

    /// Returns the level of the start, with one way to each of its images and none to other positions.
    fn top<L: DenseNumbers>(&self) -> Result<DenseLevel<L>, SweepError> {
        let pegs = self.start.count_ones();
        let blocks = self.blocks(pegs);
        let mut places = Vec::new();
        for image in self.class.images(self.start) {
            let place = self.class.place(image);
            let (upper, place) = place.expect("the symmetries fix the class");
            blocks.fill(upper, 1);
            places.push(blocks.first[upper] + place);
        }
        let numbers = L::ones_at(&places, self.layout.length(pegs), self)?;
        Ok(DenseLevel {
            pegs,
            blocks,
            numbers,
        })
    }

    /// Replaces a level by the one below.
    fn descend<L: DenseNumbers>(&self, level: &mut DenseLevel<L>) -> Result<(), SweepError> {
        let pegs = level.pegs - 1;
        let blocks = self.blocks(pegs);
        level.numbers.descend(&LevelSums {
            paths: self,
            length: self.layout.length(level.pegs),
            above: &level.blocks,
            pegs,
            blocks: &blocks,
        })?;
        level.pegs = pegs;
        level.blocks = blocks;
        Ok(())
    }

    fn blocks(&self, pegs: u32) -> Blocks {
        let uppers = self.class.uppers();
        let mut first = vec![0; uppers];
        for (slice, bound) in self.class.slices().iter().zip(self.layout.bounds(pegs)) {
            let mut end = bound;
            for upper in slice.iter().map(|upper| *upper as usize) {
                first[upper] = end;
                end += self.class.block_len(upper, pegs);
            }
        }
        Blocks {
            first,
            is_filled: (0..uppers).map(|_| AtomicBool::new(false)).collect(),
            bits: AtomicU64::new(0),
        }
    }

    /// Returns the ways to a position that has as many pegs as the level.
    pub(super) fn ways_to<L: DenseNumbers>(&self, code: u64, level: &DenseLevel<L>) -> BigUint {
        let place = self.class.place(code);
        let place = place.filter(|(upper, _)| level.blocks.is_filled(*upper));
        let term = place.map(|(upper, place)| (1, level.blocks.first[upper] + place));
        level.numbers.total(term.into_iter())
    }

    /// Returns the number of games that end on a level.
    pub(super) fn ending<L: DenseNumbers>(
        &self,
        level: &DenseLevel<L>,
    ) -> Result<BigUint, LimitReached> {
        let slices = self.class.slices().iter();
        let batches: Vec<&[u32]> = slices.flat_map(|uppers| uppers.chunks(BATCH)).collect();
        let totals = try_map_on(self.threads(), batches.into_iter(), |uppers| {
            let uppers = uppers.iter().map(|upper| *upper as usize);
            let filled = uppers.filter(|upper| level.blocks.is_filled(*upper));
            let dead_ends = filled.flat_map(|upper| {
                let first = level.blocks.first[upper];
                let size = self.class.orbits().size(upper);
                let places = self.class.dead_ends(upper, level.pegs);
                places.map(move |place| (size, first + place))
            });
            let total = level.numbers.total(dead_ends);
            self.tick(0)?;
            Ok(total)
        })?;
        Ok(totals.into_iter().sum())
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
    /// Length of the list of numbers.
    length: usize,
    /// Blocks of the level above.
    above: &'a Blocks,
    pegs: u32,
    blocks: &'a Blocks,
}

impl LevelSums<'_> {
    /// Returns an upper bound on the bit length of the sums.
    fn bits(&self) -> u64 {
        // There is at most one summand for each jump.
        let growth = self.paths.class.jump_count().next_power_of_two().ilog2();
        self.above.bits.load(Ordering::Relaxed) + u64::from(growth)
    }

    /// Returns an error if there is no memory for a list of words of that many bytes.
    fn has_room(&self, bytes: u64) -> Result<(), SweepError> {
        let least = self.length as u64 * bytes + self.paths.class.bytes();
        let limit = self.paths.part.memory();
        if least <= limit {
            Ok(())
        } else {
            Err(SweepError::NoRoom { limit, least })
        }
    }

    /// Replaces the numbers of the level above by the sums, which must fit their words.
    fn replace<N: Number>(&self, numbers: &mut [N]) -> Result<(), LimitReached> {
        let LevelSums { paths, pegs, .. } = *self;
        let [bounds_above, bounds] = [pegs + 1, pegs].map(|pegs| paths.layout.bounds(pegs));
        let is_at_front = paths.layout.is_at_front(pegs);
        let mut slices: Vec<_> = paths.class.slices().iter().zip(0..).collect();
        if !is_at_front {
            slices.reverse();
        }
        for (uppers, slice) in slices {
            let [start, end] = [bounds[slice], bounds[slice + 1]];
            if start == end {
                continue;
            }
            if is_at_front {
                let first = bounds_above[slice];
                let (sums, above) = numbers.split_at_mut(first);
                self.sum(uppers, above, first, &mut sums[start..end])?;
            } else {
                let (above, sums) = numbers.split_at_mut(start);
                self.sum(uppers, above, 0, &mut sums[..end - start])?;
            }
        }
        Ok(())
    }

    /// Computes the sums for the blocks of some upper halves. `above` are numbers of the level above, from the index `first` on.
    fn sum<N: Number>(
        &self,
        uppers: &[u32],
        above: &[N],
        first: usize,
        mut rest: &mut [N],
    ) -> Result<(), LimitReached> {
        let LevelSums { paths, pegs, .. } = *self;
        let batches = uppers.chunks(BATCH).map(|uppers| {
            let lens = uppers
                .iter()
                .map(|upper| paths.class.block_len(*upper as usize, pegs));
            let numbers = rest.split_off_mut(..lens.sum());
            (
                uppers,
                numbers.expect("there is a number for each position"),
            )
        });
        try_each_by(paths.threads(), batches, || {
            let mut buffers = [N::zeros(WINDOW), N::zeros(WINDOW)];
            move |(uppers, numbers)| {
                let positions = numbers.len();
                let [sums, images] = buffers
                    .each_mut()
                    .map(|buffer| buffer.as_mut().map_err(|limit| *limit));
                InstructionSet::best().run(BatchSums {
                    level: self,
                    above,
                    first,
                    uppers,
                    sums: sums?,
                    images: images?,
                    numbers,
                });
                paths.tick(positions)
            }
        })
    }
}

/// Sums for the positions of some blocks.
struct BatchSums<'a, N> {
    level: &'a LevelSums<'a>,
    /// Numbers of the level above, from the index `first` on.
    above: &'a [N],
    first: usize,
    uppers: &'a [u32],
    /// Buffer for the sums of a block.
    sums: &'a mut [N],
    /// Buffer for the numbers of a block of the level above that is not kept.
    images: &'a mut [N],
    numbers: &'a mut [N],
}

impl<N: Number> Work for BatchSums<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self) {
        let LevelSums {
            paths: DensePaths { class, .. },
            above,
            pegs,
            blocks,
            ..
        } = self.level;
        let [sums, images]: [&mut [N; WINDOW]; 2] = [self.sums, self.images]
            .map(|buffer| buffer.try_into().expect("there is room for a window"));
        let mut rest = self.numbers;
        for upper in self.uppers.iter().map(|upper| *upper as usize) {
            let Some(kind) = class.kind(upper, *pegs) else {
                continue;
            };
            let block;
            (block, rest) = rest.split_at_mut(class.len(kind));
            let mut is_reached = false;
            for group in class.groups() {
                let Some(before) = group.upper_before(upper) else {
                    continue;
                };
                let (first_before, symmetry) = class.orbits().first(before);
                if !above.is_filled(first_before) {
                    continue;
                }
                if !is_reached {
                    is_reached = true;
                    sums[..block.len()].fill(N::default());
                }
                let source = self.above[above.first[first_before] - self.first..].first_chunk();
                let mut source: &[N; WINDOW] = source.expect("a window starts with each block");
                if symmetry != 0 {
                    let kind = class.kind(before, *pegs + 1);
                    let kind = kind.expect("a jump comes from a position of the class");
                    let places = class.image_places(symmetry, kind).iter();
                    for (image, place) in images.iter_mut().zip(places) {
                        image.clone_from(&source[usize::from(*place)]);
                    }
                    source = images;
                }
                let places = group.places(kind);
                for run in &places.runs {
                    let sums = sums[usize::from(run.after)..].as_chunks_mut::<LANES>().0;
                    let source = source[usize::from(run.before)..].as_chunks::<LANES>().0;
                    let lanes = sums.iter_mut().zip(source).take(usize::from(run.lanes));
                    for (sums, source) in lanes {
                        let mut vector = sums.clone(); // compiled to one vector, unlike the lanes in their place
                        for (sum, more) in vector.iter_mut().zip(source) {
                            sum.add(more);
                        }
                        *sums = vector;
                    }
                }
                for &(after, before) in &places.pairs {
                    sums[usize::from(after)].add(&source[usize::from(before)]);
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
    use crate::board::{Board, Position};
    use crate::control::Control;

    /// Returns the ways to all positions, level by level. `top` makes the numbers of the start's level from their number and
    /// the index of the start.
    fn ways(
        start: &Position,
        top: impl Fn(usize, usize) -> LevelNumbers,
        bits: u64,
    ) -> Vec<Vec<BigUint>> {
        let control = Control::default();
        let class = SplitClass::of_first_vacancy(start.board());
        let paths = DensePaths::new(start.code() as u64, &class, None, Part::whole(&control));
        let mut level = paths.top::<LevelNumbers>().unwrap();
        let (upper, place) = class.place(paths.start).unwrap();
        let index = level.blocks.first[upper] + place;
        level.numbers = top(paths.layout.length(level.pegs), index);
        level.blocks.fill(upper, bits);
        let mut levels = Vec::new();
        while level.pegs > 1 {
            paths.descend(&mut level).unwrap();
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
