//! Ways to play, summed level by level along a set of positions.

use super::level_index::LevelIndex;
use super::level_numbers::{ExactNumber, LevelNumbers, Sums, Total};
use super::level_reader::{LevelReader, SetLevels};
use super::neighbors::{Parents, look_up_neighbors};
use super::room::{check_room, check_room_of_lists};
use crate::board::{Position, SymmetryUse};
use crate::control::threads::{try_each_on, try_map_on};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::{Bits, ChildImages, Engine};
use crate::problem::{Finish, Problem};
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Finds the winning positions of a problem and calls `find` with their levels.
pub(super) fn along_winning<B: Bits, T>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
    find: impl FnOnce(&Paths<'_, B>, &SetLevels<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let part = SweepPart {
        part: Part::whole(control),
        share: 0.4,
    };
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    check_room_of_lists(&task, problem, options, control)?;
    let swept = Positions::winning(engine, task, options, part)?;
    along(engine, swept, (PositionSet::Winning, 0.2), find)
}

/// Finds the positions that can be reached from a start, and calls `find` with their levels.
pub(super) fn along_reachable<B: Bits, T>(
    engine: &Engine<B>,
    start: &Position,
    options: &SweepOptions,
    control: &Control<'_>,
    find: impl FnOnce(&Paths<'_, B>, &SetLevels<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let part = SweepPart {
        part: Part::whole(control),
        share: 0.1,
    };
    // Symmetries need to fix the start only: the ways to each finish are counted separately.
    let task = SweepTask::from_start(engine, start, SymmetryUse::Classes);
    check_room(&task, start, options, control)?;
    let swept = Positions::all(engine, task, options, part)?;
    along(engine, swept, (PositionSet::Reachable, 0.05), find)
}

/// Calls `find` with the levels of a set. Counting their sizes takes this share of the rest of the call.
fn along<B: Bits, T>(
    engine: &Engine<B>,
    (positions, rest): (Positions<B>, Part<'_>),
    (set, share): (PositionSet, f64),
    find: impl FnOnce(&Paths<'_, B>, &SetLevels<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let levels = SetLevels::find(&positions, set, rest.part(0.0, share))?;
    let paths = Paths::new(engine, positions.task(), &levels, rest.part(share, 1.0));
    find(&paths, &levels)
}

/// Ways to play from a start along the levels of a set that contains every position in between.
pub(super) struct Paths<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) images: ChildImages<B>,
    pub(super) start: B,
    /// Finishes of the ways, if they have any.
    finish: Option<Finish>,
    /// Number of ways to the start itself: one.
    pub(super) ways_to_start: LevelNumbers,
    pub(super) part: Part<'a>,
    /// Number of positions on all levels.
    all: u64,
    /// Number of positions summed so far.
    summed: AtomicU64,
}

/// Positions of a level, with the number of ways to each.
#[derive(Clone, Copy)]
pub(super) struct CountedLevel<'a, B> {
    pub(super) codes: &'a [B],
    pub(super) numbers: &'a LevelNumbers,
}

impl<B: Bits> CountedLevel<'_, B> {
    /// Returns the ways to a position, 0 if the level lacks it.
    pub(super) fn ways_to(self, position: B, images: &ChildImages<B>) -> BigUint {
        let place = self.codes.binary_search(&images.canonical(position));
        place.map_or_else(|_| BigUint::default(), |place| self.numbers.get(place))
    }
}

/// Positions that a thread takes at a time.
pub(super) const BATCH: usize = 4096;

/// Bytes of a number of ways in nearly every game.
pub(super) const BYTES_PER_NUMBER: u64 = 16;

impl<'a, B: Bits> Paths<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        task: &SweepTask<B>,
        levels: &SetLevels<'_, B>,
        part: Part<'a>,
    ) -> Paths<'a, B> {
        let images = ChildImages::new(engine, task.symmetries());
        let ways_to_start = LevelNumbers::Narrow(vec![1]);
        let (all, summed) = (levels.sizes.iter().sum(), AtomicU64::new(0));
        Paths {
            engine,
            images,
            start: task.start(),
            finish: task.finish().cloned(),
            ways_to_start,
            part,
            all,
            summed,
        }
    }

    /// Counts positions, checks the limits and reports progress.
    pub(super) fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let summed = self.summed.fetch_add(positions as u64, Ordering::Relaxed);
        self.part.tick(positions as u64, || {
            Phase::Counting.done(summed as f64 / self.all.max(1) as f64)
        })
    }

    pub(super) fn threads(&self) -> usize {
        self.part.control().threads()
    }

    /// Calls `visit` with each level and its number of pegs, from the start's level down to that of `least`
    /// pegs. The start's level has the start alone.
    pub(super) fn walk(
        &self,
        levels: &SetLevels<'_, B>,
        least: usize,
        mut visit: impl FnMut(usize, CountedLevel<'_, B>) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let bytes = (size_of::<u64>() as u64, BYTES_PER_NUMBER);
        let reader = |top| LevelReader::new(levels, (top, least), bytes, self.part);
        self.walk_passing_on(levels, least, reader, |_, numbers| Ok(numbers), &mut visit)
    }

    /// Walks like [`walk`](Paths::walk), where `pass_on` turns the numbers of a level into the summands for
    /// the positions one jump below.
    pub(super) fn walk_passing_on<'l>(
        &self,
        levels: &'l SetLevels<'l, B>,
        least: usize,
        reader: impl Fn(usize) -> Result<LevelReader<'l, B>, SweepError>,
        mut pass_on: impl FnMut(&[B], LevelNumbers) -> Result<LevelNumbers, LimitReached>,
        mut visit: impl FnMut(usize, CountedLevel<'_, B>) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let top = self.start.count() as usize;
        if top < least || levels.size(top) == 0 {
            return Ok(());
        }
        let mut reader = reader(top)?;
        let mut codes = reader.level(top)?;
        let mut numbers = self.ways_to_start.clone();
        visit(
            top,
            CountedLevel {
                codes: &codes,
                numbers: &numbers,
            },
        )?;
        for pegs in (least..top).rev() {
            self.clear_at_finishes(&codes, &mut numbers);
            numbers = pass_on(&codes, numbers)?;
            let index = self.index(&codes)?;
            drop(codes); // the next level takes their memory
            codes = reader.level(pegs)?;
            let has_room = |bytes| reader.has_room_for(pegs, bytes);
            let sums = LevelSums {
                paths: self,
                index: &index,
                codes: &codes,
            };
            numbers = numbers.next(&sums, has_room)?;
            drop(index);
            visit(
                pegs,
                CountedLevel {
                    codes: &codes,
                    numbers: &numbers,
                },
            )?;
        }
        Ok(())
    }

    /// Sets the numbers of finishes to 0 if the goal can be met again below them: ways end where they first meet it.
    fn clear_at_finishes(&self, codes: &[B], numbers: &mut LevelNumbers) {
        if let Some(finish @ Finish::Regions(_)) = &self.finish {
            let numbered = codes.iter().enumerate();
            numbered
                .filter(|(_, code)| finish.contains(code.code()))
                .for_each(|(place, _)| numbers.clear(place));
        }
    }

    fn index(&self, codes: &[B]) -> Result<LevelIndex<B>, LimitReached> {
        LevelIndex::new(self.engine.board(), codes, self.threads(), || self.tick(0))
    }

    /// Calls `add` with each [`BATCH`] of codes and the index of its first, and returns the totals.
    pub(super) fn totals(
        &self,
        codes: &[B],
        add: impl Fn(usize, &[B], &mut Total) + Sync,
    ) -> Result<Vec<BigUint>, LimitReached> {
        try_map_on(
            self.threads(),
            codes.chunks(BATCH).enumerate(),
            |(batch, codes)| {
                let mut total = Total::default();
                add(batch * BATCH, codes, &mut total);
                self.tick(0)?;
                Ok(total.value())
            },
        )
    }

    /// Returns the ways to all finishes.
    pub(super) fn ways_to_finishes(
        &self,
        levels: &SetLevels<'_, B>,
    ) -> Result<BigUint, SweepError> {
        let mut sum = BigUint::default();
        let Some(least) = self.least_finish_pegs() else {
            return Ok(sum);
        };
        self.walk(levels, least, |pegs, level| {
            sum += self.at_finishes(pegs, level)?;
            Ok(())
        })?;
        Ok(sum)
    }

    /// Returns the minimum number of pegs at a finish.
    pub(super) fn least_finish_pegs(&self) -> Option<usize> {
        self.finish.as_ref().map(|finish| finish.pegs() as usize)
    }

    /// Returns the sum of the numbers of the finishes on a level.
    pub(super) fn at_finishes(
        &self,
        pegs: usize,
        level: CountedLevel<'_, B>,
    ) -> Result<BigUint, LimitReached> {
        match &self.finish {
            Some(Finish::Regions(_)) => Ok(self.by_batch_at_finishes(level)?.into_iter().sum()),
            Some(listed) if listed.pegs() as usize == pegs => {
                let ways = |code: &u128| level.ways_to(B::from_code(*code), &self.images);
                Ok(listed.codes().iter().map(ways).sum())
            }
            _ => Ok(BigUint::default()),
        }
    }

    /// Returns the sums of the numbers of the finishes in each [`BATCH`] of a level.
    pub(super) fn by_batch_at_finishes(
        &self,
        level: CountedLevel<'_, B>,
    ) -> Result<Vec<BigUint>, LimitReached> {
        let is_finish = |code: &B| {
            let finish = self.finish.as_ref();
            finish.is_some_and(|finish| finish.contains(code.code()))
        };
        self.totals(level.codes, |first, codes, total| {
            let numbered = codes.iter().enumerate();
            for (place, code) in numbered.filter(|(_, code)| is_finish(code)) {
                let size = self.images.orbit_size(*code);
                total.add_product(size, &[(level.numbers, first + place)]);
            }
        })
    }

    /// Returns the ways to the complement of the start, along winning positions; see
    /// [`count_solutions`](super::count_solutions).
    pub(super) fn ways_to_complement(
        &self,
        levels: &SetLevels<'_, B>,
    ) -> Result<BigUint, SweepError> {
        let holes = self.engine.board().hole_count();
        let (middle, opposite) = (holes / 2, holes - holes / 2);
        if opposite > middle {
            let copy = levels.size(opposite) * (size_of::<B>() as u64 + BYTES_PER_NUMBER);
            levels.has_room(levels.bytes_for_counting(middle, BYTES_PER_NUMBER) + copy)?;
        }
        let mut batches = Vec::new();
        let mut there: Option<(Vec<B>, LevelNumbers)> = None;
        self.walk(levels, middle, |pegs, level| {
            if pegs == middle {
                let copy = there.as_ref();
                let copy = copy.map(|(codes, numbers)| CountedLevel { codes, numbers });
                batches = self.through(level, copy.unwrap_or(level))?;
            } else if pegs == opposite {
                there = Some((level.codes.to_vec(), level.numbers.clone()));
            }
            Ok(())
        })?;
        Ok(batches.into_iter().sum())
    }

    /// Sums, over each [`BATCH`] of positions of a level, the ways to the position times the ways to its
    /// complement.
    pub(super) fn through(
        &self,
        level: CountedLevel<'_, B>,
        opposite: CountedLevel<'_, B>,
    ) -> Result<Vec<BigUint>, LimitReached> {
        let index = self.index(opposite.codes)?;
        self.totals(level.codes, |first, codes, total| {
            let complement = |code: &B| self.images.canonical(self.engine.complement(*code));
            // All lookups of a batch start before the first ends, so that their memory latencies overlap.
            let probes: Vec<_> = codes
                .iter()
                .map(|code| index.begin(complement(code)))
                .collect();
            for (place, probe) in probes.into_iter().enumerate() {
                if let (place_opposite, true) = index.find(probe) {
                    let ways = [
                        (level.numbers, first + place),
                        (opposite.numbers, place_opposite),
                    ];
                    total.add_product(self.images.orbit_size(codes[place]), &ways);
                }
            }
        })
    }
}

/// Sums for the positions of a level, over the positions of the level above from which a jump leads to them.
struct LevelSums<'a, B> {
    paths: &'a Paths<'a, B>,
    /// Index of the level above.
    index: &'a LevelIndex<B>,
    codes: &'a [B],
}

impl<B: Bits> Sums for LevelSums<'_, B> {
    fn sums<N: ExactNumber>(&self, above: &[N]) -> Result<Option<Vec<N>>, LimitReached> {
        let LevelSums {
            paths,
            index,
            codes,
        } = *self;
        let mut numbers = N::zeros(codes.len())?;
        let overflow = AtomicBool::new(false);
        let batches = codes.chunks(BATCH).zip(numbers.chunks_mut(BATCH));
        try_each_on(paths.threads(), batches, |(codes, numbers)| {
            let mut fits = true;
            look_up_neighbors(
                codes,
                Parents(&paths.images),
                (index, above),
                |place, parents| {
                    let mut sum = N::default();
                    for &(parent, ()) in parents {
                        fits &= sum.try_add(&above[parent as usize]);
                    }
                    numbers[place] = sum;
                },
            );
            if !fits {
                overflow.store(true, Ordering::Relaxed);
            }
            paths.tick(codes.len())
        })?;
        Ok((!overflow.into_inner()).then_some(numbers))
    }
}
