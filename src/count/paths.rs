//! Ways to play along the levels of a set of positions.

use super::descent::{Descent, Levels};
use super::neighbours::{Parents, look_up_neighbours};
use super::number::{LevelNumbers, Number, Total};
use super::places::Places;
use crate::board::SymmetryUse;
use crate::control::threads::{try_each_on, try_map_on};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::{Bits, ChildImages, Engine};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Finds the winning positions of a problem, and something along their levels.
pub(super) fn along_winning<B: Bits, T>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
    find: impl FnOnce(&Paths<'_, B>, &Levels<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let part = SweepPart {
        part: Part::whole(control),
        share: 0.4,
    };
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    let (positions, rest) = Positions::winning(engine, task, options, part)?;
    let levels = Levels::new(&positions, PositionSet::Winning, rest.part(0.0, 0.2))?;
    find(
        &Paths::new(engine, positions.task(), &levels, rest.part(0.2, 1.0)),
        &levels,
    )
}

/// Ways to play from a start, along the levels of a set that holds every position in between.
pub(super) struct Paths<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) images: ChildImages<B>,
    pub(super) start: B,
    /// How many ways there are to the start itself: one.
    pub(super) ways_to_start: LevelNumbers,
    pub(super) part: Part<'a>,
    /// The positions on all levels, and those whose ways were summed up.
    all: u64,
    summed: AtomicU64,
}

/// The positions of a level, and the number of ways to each.
#[derive(Clone, Copy)]
pub(super) struct Level<'a, B> {
    pub(super) codes: &'a [B],
    pub(super) numbers: &'a LevelNumbers,
}

/// Positions that a thread takes at a time.
pub(super) const SHARE: usize = 4096;

/// A number of ways takes as many in nearly every game.
pub(super) const BYTES_OF_A_NUMBER: u64 = 16;

/// Makes of the numbers of a level, given with its codes, those that its positions pass on.
pub(super) type PassOn<'a, B> =
    dyn FnMut(&[B], LevelNumbers) -> Result<LevelNumbers, LimitReached> + 'a;

/// What is done on a level with this many pegs.
pub(super) type Visit<'a, B> = dyn FnMut(usize, Level<'_, B>) -> Result<(), LimitReached> + 'a;

impl<'a, B: Bits> Paths<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        task: &SweepTask<B>,
        levels: &Levels<'_, B>,
        part: Part<'a>,
    ) -> Paths<'a, B> {
        let images = ChildImages::new(engine, task.symmetries());
        let ways_to_start = LevelNumbers::Narrow(vec![1]);
        let (all, summed) = (levels.sizes.iter().sum(), AtomicU64::new(0));
        Paths {
            engine,
            images,
            start: task.start(),
            ways_to_start,
            part,
            all,
            summed,
        }
    }

    /// Asks whether to go on, after some positions more.
    pub(super) fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let summed = self.summed.fetch_add(positions as u64, Ordering::Relaxed);
        self.part.tick(positions as u64, || {
            Phase::done("counting", summed as f64 / self.all.max(1) as f64)
        })
    }

    pub(super) fn threads(&self) -> usize {
        self.part.control().threads()
    }

    /// Shows each level with its number of pegs, from the start's down to that of `least` pegs. The start's
    /// level has the start alone.
    pub(super) fn walk(
        &self,
        levels: &Levels<'_, B>,
        least: usize,
        mut visit: impl FnMut(usize, Level<'_, B>) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let descent = |top| Descent::new(levels, (top, least), BYTES_OF_A_NUMBER, self.part);
        self.walk_passing_on(
            levels,
            least,
            &descent,
            &mut |_, numbers| Ok(numbers),
            &mut visit,
        )
    }

    /// The same, where `pass_on` makes of the numbers of a level those that its positions add to each of the
    /// positions one jump below.
    pub(super) fn walk_passing_on<'l>(
        &self,
        levels: &'l Levels<'l, B>,
        least: usize,
        descent: &dyn Fn(usize) -> Result<Descent<'l, B>, SweepError>,
        pass_on: &mut PassOn<'_, B>,
        visit: &mut Visit<'_, B>,
    ) -> Result<(), SweepError> {
        let top = self.start.count() as usize;
        if top < least || levels.size(top) == 0 {
            return Ok(());
        }
        let mut descent = descent(top)?;
        let mut codes = descent.level(top)?;
        let mut numbers = self.ways_to_start.clone();
        visit(
            top,
            Level {
                codes: &codes,
                numbers: &numbers,
            },
        )?;
        for pegs in (least..top).rev() {
            let below = descent.level(pegs)?;
            numbers = pass_on(&codes, numbers)?;
            numbers = self.next(
                Level {
                    codes: &codes,
                    numbers: &numbers,
                },
                &below,
            )?;
            codes = below;
            visit(
                pegs,
                Level {
                    codes: &codes,
                    numbers: &numbers,
                },
            )?;
        }
        Ok(())
    }

    /// For each position the sum over those from which a jump leads there. Words become wider where a sum
    /// does not fit.
    pub(super) fn next(
        &self,
        above: Level<'_, B>,
        codes: &[B],
    ) -> Result<LevelNumbers, LimitReached> {
        let places = self.places(above.codes)?;
        let sums = |numbers: &LevelNumbers| {
            Ok(match numbers {
                LevelNumbers::Narrow(numbers) => self
                    .sums(&places, numbers, codes)?
                    .map(LevelNumbers::Narrow),
                LevelNumbers::Wide(numbers) => {
                    self.sums(&places, numbers, codes)?.map(LevelNumbers::Wide)
                }
                LevelNumbers::Unbounded(numbers) => self
                    .sums(&places, numbers, codes)?
                    .map(LevelNumbers::Unbounded),
            })
        };
        if let Some(narrow) = sums(above.numbers)? {
            return Ok(narrow);
        }
        if let Some(wider) = sums(&above.numbers.wider())? {
            return Ok(wider);
        }
        let widest = sums(&above.numbers.wider().wider())?;
        Ok(widest.expect("numbers as wide as they need always fit"))
    }

    fn places(&self, codes: &[B]) -> Result<Places<B>, LimitReached> {
        Places::new(self.engine.board(), codes, self.threads(), &|| self.tick(0))
    }

    /// `None` when a sum does not fit.
    fn sums<N: Number>(
        &self,
        places: &Places<B>,
        above: &[N],
        codes: &[B],
    ) -> Result<Option<Vec<N>>, LimitReached> {
        let mut numbers = vec![N::default(); codes.len()];
        prefer_large_pages(&mut numbers);
        let overflow = AtomicBool::new(false);
        let shares = codes.chunks(SHARE).zip(numbers.chunks_mut(SHARE));
        try_each_on(self.threads(), shares, |(codes, numbers)| {
            let mut fits = true;
            look_up_neighbours(
                codes,
                Parents(&self.images),
                (places, above),
                |place, parents| {
                    let mut sum = N::default();
                    for &(parent, ()) in parents {
                        fits &= sum.add(&above[parent as usize]);
                    }
                    numbers[place] = sum;
                },
            );
            if !fits {
                overflow.store(true, Ordering::Relaxed);
            }
            self.tick(codes.len())
        })?;
        Ok((!overflow.into_inner()).then_some(numbers))
    }

    /// Has `add` add up what comes of each [`SHARE`] of some codes, given with the place of its first.
    pub(super) fn totals(
        &self,
        codes: &[B],
        add: impl Fn(usize, &[B], &mut Total) + Sync,
    ) -> Result<Vec<BigUint>, LimitReached> {
        try_map_on(
            self.threads(),
            codes.chunks(SHARE).enumerate(),
            |(share, codes)| {
                let mut total = Total::default();
                add(share * SHARE, codes, &mut total);
                self.tick(0)?;
                Ok(total.value())
            },
        )
    }

    /// The ways to one position of a level.
    pub(super) fn ways_to(&self, position: B, level: Level<'_, B>) -> BigUint {
        let place = level.codes.binary_search(&self.images.canonical(position));
        place.map_or_else(|_| BigUint::default(), |place| level.numbers.get(place))
    }

    /// The ways to positions with the same number of pegs, all together.
    pub(super) fn ways_to_all(
        &self,
        levels: &Levels<'_, B>,
        finishes: &[B],
    ) -> Result<BigUint, SweepError> {
        let mut sum = BigUint::default();
        let Some(pegs) = finishes.first().map(|finish| finish.count() as usize) else {
            return Ok(sum);
        };
        self.walk(levels, pegs, |here, level| {
            for finish in finishes.iter().filter(|_| here == pegs) {
                sum += self.ways_to(*finish, level);
            }
            Ok(())
        })?;
        Ok(sum)
    }

    /// The ways to the start's complement, along winning positions; see [`count_solutions`](super::count_solutions).
    pub(super) fn ways_to_complement(&self, levels: &Levels<'_, B>) -> Result<BigUint, SweepError> {
        let holes = self.engine.board().hole_count();
        let (middle, opposite) = (holes / 2, holes - holes / 2);
        let mut sum = BigUint::default();
        let mut there = None;
        self.walk(levels, middle, |pegs, level| {
            if pegs == opposite {
                there = Some((level.codes.to_vec(), level.numbers.clone()));
            }
            if let Some((codes, numbers)) = there.as_ref().filter(|_| pegs == middle) {
                sum = self
                    .through(level, Level { codes, numbers })?
                    .into_iter()
                    .sum();
            }
            Ok(())
        })?;
        Ok(sum)
    }

    /// For each [`SHARE`] of the positions of a level, the sum of the ways there times the ways to the complement.
    pub(super) fn through(
        &self,
        level: Level<'_, B>,
        opposite: Level<'_, B>,
    ) -> Result<Vec<BigUint>, LimitReached> {
        let places = self.places(opposite.codes)?;
        self.totals(level.codes, |first, codes, total| {
            let complement = |code: &B| self.images.canonical(self.engine.complement(*code));
            // All searches of a share are begun before the first is finished, so that they wait for memory
            // together.
            let searches: Vec<_> = codes
                .iter()
                .map(|code| places.begin(complement(code)))
                .collect();
            for (place, search) in searches.into_iter().enumerate() {
                if let (place_opposite, true) = places.find(search) {
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
