//! How many games there are: sequences of jumps from a start to a position that allows none.
//!
//! Let `P(x)` be the number of ways to play from the start to a position `x`. It is the sum of `P` over the
//! positions from which a jump leads to `x`, so it is found level by level. A game ends in a position without
//! jumps, so that the games that end in `x` are just `P(x)`.
//!
//! Symmetry classes are enough. A symmetry that fixes the start carries the ways to `x` onto the ways to its
//! image, one to one: `P` is the same for a whole class, and a class counts for as many games as it has
//! members times `P`.
//!
//! The chance that random play passes through `x` is carried along the levels in the same way: see
//! [`chance_of_random_play`].

mod any_places;
mod chance;
mod descent;
mod level_map;
mod number;
mod places;
mod random;
mod ranked;

pub(crate) use any_places::AnyPlaces;
pub use chance::{Chance, chance_of_random_play};
pub(crate) use places::{Places, look_up_neighbours};
pub use random::RandomSolutions;

use crate::board::{Hole, Position, SymmetryUse};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, ChildImages, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, Sizes, SweepError, SweepOptions, SweepTask};
use crate::threads::try_each_on;
use descent::Descent;
use num_bigint::BigUint;
use number::{LevelNumbers, Number, Total};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is known about the games from a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// All games.
    pub games: BigUint,
    /// Games by the number of pegs that are left.
    pub by_final_pegs: BTreeMap<usize, BigUint>,
    /// Games that end with one peg, by its hole.
    pub by_survivor: BTreeMap<Hole, BigUint>,
    /// Ways to play to a finish; `None` when none is given.
    pub solutions: Option<BigUint>,
    /// Jumps of the shortest game that ends with more than one peg; `None` when there is no such game.
    pub shortest_dead_end: Option<usize>,
    /// Jumps of the shortest game.
    pub shortest_game: usize,
    /// Jumps of the longest game.
    pub longest_game: usize,
}

/// Counts the games from a problem's start, and the solutions of the problem.
///
/// ```
/// use pegboard::count::count_games;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let counts = count_games(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(counts.games, 568_630u32.into());
/// assert_eq!(counts.shortest_dead_end, Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn count_games(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<GameCounts, SweepError> {
    control.ended(options.engine(problem.board()).run(CountGames { problem, options, control }))
}

struct CountGames<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for CountGames<'_> {
    type Output = Result<GameCounts, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let whole = Part::whole(self.control);
        // Only the start need be fixed: the ways to a finish are counted for each finish by itself.
        let task = SweepTask::from_start(engine, self.problem.start(), SymmetryUse::Classes);
        let positions = Positions::reachable(engine, task, self.options, whole.part(0.0, 0.1))?;
        let levels = Levels::new(&positions, PositionSet::Reachable, whole.part(0.1, 0.15))?;
        let paths = Paths::new(engine, positions.task(), &levels, whole.part(0.15, 1.0));
        let code = |finish: &Position| B::from_code(finish.code());
        let finishes: Option<Vec<B>> =
            self.problem.finishes().map(|finishes| finishes.iter().map(code).collect());
        paths.counts(&levels, finishes.as_deref())
    }
}

/// Counts the ways to play from a problem's start to its finishes, along winning positions only: far fewer
/// than all.
///
/// Of a complement problem half of the levels are enough. Every solution passes through one position `p` of a
/// middle level, so there are `Σ ways(start → p) · ways(p → finish)` of them. A line from `p` to the finish,
/// played backwards on complements, is a line from the finish's complement, which is the start, to the
/// complement of `p`. So the second factor is `ways(start → complement of p)`, which is found on the same
/// level, or where the number of holes is odd, on the one above. A class counts once for each member.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn count_solutions(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BigUint, SweepError> {
    control.ended(options.engine(problem.board()).run(CountSolutions { problem, options, control }))
}

struct CountSolutions<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for CountSolutions<'_> {
    type Output = Result<BigUint, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        along_winning(engine, self.problem, self.options, self.control, |paths, levels| {
            let task = levels.positions.task();
            if task.is_complement() {
                paths.ways_to_complement(levels)
            } else {
                paths.ways_to_all(levels, task.finishes())
            }
        })
    }
}

/// Finds the winning positions of a problem, and something along their levels.
fn along_winning<B: Bits, T>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
    find: impl FnOnce(&Paths<'_, B>, &Levels<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let whole = Part::whole(control);
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    let positions = Positions::winning(engine, task, options, whole.part(0.0, 0.4))?;
    let levels = Levels::new(&positions, PositionSet::Winning, whole.part(0.4, 0.5))?;
    find(&Paths::new(engine, positions.task(), &levels, whole.part(0.5, 1.0)), &levels)
}

/// The levels of a set that is counted along.
struct Levels<'a, B> {
    positions: &'a Positions<B>,
    set: PositionSet,
    sizes: Sizes,
}

impl<'a, B: Bits> Levels<'a, B> {
    fn new(positions: &'a Positions<B>, set: PositionSet, part: Part<'_>) -> Result<Self, LimitReached> {
        Ok(Levels { positions, set, sizes: positions.sizes(set, part)? })
    }

    fn size(&self, pegs: usize) -> u64 {
        self.sizes.get(pegs).copied().unwrap_or(0)
    }
}

/// Ways to play from a start, along the levels of a set that holds every position in between.
struct Paths<'a, B> {
    engine: &'a Engine<B>,
    images: ChildImages<B>,
    start: B,
    /// How many ways there are to the start itself: one.
    ways_to_start: LevelNumbers,
    part: Part<'a>,
    /// The positions on all levels, and those whose ways were summed up.
    all: u64,
    summed: AtomicU64,
}

/// The positions of a level, and the number of ways to each.
#[derive(Clone, Copy)]
struct Level<'a, B> {
    codes: &'a [B],
    numbers: &'a LevelNumbers,
}

/// Positions that a thread takes at a time.
const SHARE: usize = 4096;

/// A number of ways takes as many in nearly every game.
const BYTES_OF_A_NUMBER: u64 = 16;

impl<'a, B: Bits> Paths<'a, B> {
    fn new(
        engine: &'a Engine<B>,
        task: &SweepTask<B>,
        levels: &Levels<'_, B>,
        part: Part<'a>,
    ) -> Paths<'a, B> {
        let images = ChildImages::new(engine, task.symmetries());
        let ways_to_start = LevelNumbers::Narrow(vec![1]);
        let (all, summed) = (levels.sizes.iter().sum(), AtomicU64::new(0));
        Paths { engine, images, start: task.start(), ways_to_start, part, all, summed }
    }

    /// Asks whether to go on, after some positions more.
    fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let summed = self.summed.fetch_add(positions as u64, Ordering::Relaxed);
        self.part.tick(positions as u64, || Phase::done("counting", summed as f64 / self.all.max(1) as f64))
    }

    fn threads(&self) -> usize {
        self.part.control().threads()
    }

    /// Shows each level with its number of pegs, from the start's down to that of `least` pegs. The start's
    /// level has the start alone.
    fn walk(
        &self,
        levels: &Levels<'_, B>,
        least: usize,
        visit: impl FnMut(usize, Level<'_, B>) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let descent = |top| Descent::new(levels, (top, least), BYTES_OF_A_NUMBER, self.part);
        self.walk_passing_on(levels, least, descent, |_, numbers| Ok(numbers), visit)
    }

    /// The same, where `pass_on` makes of the numbers of a level those that its positions add to each of the
    /// positions one jump below.
    fn walk_passing_on<'l>(
        &self,
        levels: &'l Levels<'l, B>,
        least: usize,
        descent: impl FnOnce(usize) -> Result<Descent<'l, B>, SweepError>,
        mut pass_on: impl FnMut(&[B], LevelNumbers) -> Result<LevelNumbers, LimitReached>,
        mut visit: impl FnMut(usize, Level<'_, B>) -> Result<(), LimitReached>,
    ) -> Result<(), SweepError> {
        let top = self.start.count() as usize;
        if top < least || levels.size(top) == 0 {
            return Ok(());
        }
        let mut descent = descent(top)?;
        let mut codes = descent.level(top)?;
        let mut numbers = self.ways_to_start.clone();
        visit(top, Level { codes: &codes, numbers: &numbers })?;
        for pegs in (least..top).rev() {
            let below = descent.level(pegs)?;
            numbers = pass_on(&codes, numbers)?;
            numbers = self.next(Level { codes: &codes, numbers: &numbers }, &below)?;
            codes = below;
            visit(pegs, Level { codes: &codes, numbers: &numbers })?;
        }
        Ok(())
    }

    /// For each position the sum over those from which a jump leads there. Words become wider where a sum
    /// does not fit.
    fn next(&self, above: Level<'_, B>, codes: &[B]) -> Result<LevelNumbers, LimitReached> {
        let places = self.places(above.codes)?;
        let sums = |numbers: &LevelNumbers| {
            Ok(match numbers {
                LevelNumbers::Narrow(numbers) => {
                    self.sums(&places, numbers, codes)?.map(LevelNumbers::Narrow)
                }
                LevelNumbers::Wide(numbers) => self.sums(&places, numbers, codes)?.map(LevelNumbers::Wide),
                LevelNumbers::Unbounded(numbers) => {
                    self.sums(&places, numbers, codes)?.map(LevelNumbers::Unbounded)
                }
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

    fn places(&self, codes: &[B]) -> Result<AnyPlaces<B>, LimitReached> {
        AnyPlaces::new(self.engine.board(), codes, self.threads(), &|| self.tick(0))
    }

    /// `None` when a sum does not fit.
    fn sums<N: Number>(
        &self,
        places: &AnyPlaces<B>,
        above: &[N],
        codes: &[B],
    ) -> Result<Option<Vec<N>>, LimitReached> {
        match places {
            AnyPlaces::Ranked(places) => self.sums_at(places, above, codes),
            AnyPlaces::Mapped(places) => self.sums_at(places, above, codes),
        }
    }

    fn sums_at<N: Number>(
        &self,
        places: &impl Places<B>,
        above: &[N],
        codes: &[B],
    ) -> Result<Option<Vec<N>>, LimitReached> {
        let mut numbers = vec![N::default(); codes.len()];
        prefer_large_pages(&mut numbers);
        let overflow = AtomicBool::new(false);
        let shares = codes.chunks(SHARE).zip(numbers.chunks_mut(SHARE));
        try_each_on(self.threads(), shares, |(codes, numbers)| {
            let fits =
                InstructionSet::best().run(Sum { images: &self.images, places, above, codes, numbers });
            if !fits {
                overflow.store(true, Ordering::Relaxed);
            }
            self.tick(codes.len())
        })?;
        Ok((!overflow.into_inner()).then_some(numbers))
    }

    fn counts(&self, levels: &Levels<'_, B>, finishes: Option<&[B]>) -> Result<GameCounts, SweepError> {
        let top = self.start.count() as usize;
        let mut by_final_pegs: BTreeMap<usize, BigUint> = BTreeMap::new();
        let mut by_survivor = BTreeMap::new();
        let mut solutions = finishes.map(|_| BigUint::default());
        self.walk(levels, 1, |pegs, level| {
            let games = self.ending(level)?;
            if games != BigUint::default() {
                by_final_pegs.insert(pegs, games);
            }
            for finish in finishes.into_iter().flatten().filter(|finish| finish.count() as usize == pegs) {
                *solutions.get_or_insert_default() += self.ways_to(*finish, level);
            }
            if pegs == 1 {
                by_survivor = self.survivors(level);
            }
            Ok(())
        })?;
        let dead_end = by_final_pegs.keys().rev().find(|pegs| **pegs > 1);
        Ok(GameCounts {
            games: by_final_pegs.values().sum(),
            shortest_dead_end: dead_end.map(|pegs| top - pegs),
            shortest_game: by_final_pegs.keys().last().map_or(0, |pegs| top - pegs),
            longest_game: by_final_pegs.keys().next().map_or(0, |pegs| top - pegs),
            by_final_pegs,
            by_survivor,
            solutions,
        })
    }

    /// The games that end on a level.
    fn ending(&self, level: Level<'_, B>) -> Result<BigUint, LimitReached> {
        let games = self.totals(level.codes, |first, codes, total| {
            let dead = codes.iter().enumerate().filter(|(_, code)| !self.engine.jumps().any(**code));
            for (place, code) in dead {
                total.add_product(self.images.orbit_size(*code), &[(level.numbers, first + place)]);
            }
        })?;
        Ok(games.into_iter().sum())
    }

    /// Has `add` add up what comes of each [`SHARE`] of some codes, given with the place of its first.
    fn totals(
        &self,
        codes: &[B],
        add: impl Fn(usize, &[B], &mut Total) + Sync,
    ) -> Result<Vec<BigUint>, LimitReached> {
        let totals = Mutex::new(vec![BigUint::default(); codes.len().div_ceil(SHARE)]);
        try_each_on(self.threads(), codes.chunks(SHARE).enumerate(), |(share, codes)| {
            let mut total = Total::default();
            add(share * SHARE, codes, &mut total);
            totals.lock().expect("no thread panics with the totals")[share] = total.value();
            self.tick(0)
        })?;
        Ok(totals.into_inner().expect("no thread panics with the totals"))
    }

    fn survivors(&self, level: Level<'_, B>) -> BTreeMap<Hole, BigUint> {
        let games = |hole: Hole| (hole, self.ways_to(B::bit(hole.index() as u32), level));
        self.engine.board().holes().map(games).filter(|(_, games)| *games != BigUint::default()).collect()
    }

    /// The ways to one position of a level.
    fn ways_to(&self, position: B, level: Level<'_, B>) -> BigUint {
        let place = level.codes.binary_search(&self.images.canonical(position));
        place.map_or_else(|_| BigUint::default(), |place| level.numbers.get(place))
    }

    /// The ways to positions with the same number of pegs, all together.
    fn ways_to_all(&self, levels: &Levels<'_, B>, finishes: &[B]) -> Result<BigUint, SweepError> {
        let mut sum = BigUint::default();
        let Some(pegs) = finishes.first().map(|finish| finish.count() as usize) else { return Ok(sum) };
        self.walk(levels, pegs, |here, level| {
            for finish in finishes.iter().filter(|_| here == pegs) {
                sum += self.ways_to(*finish, level);
            }
            Ok(())
        })?;
        Ok(sum)
    }

    /// The ways to the start's complement, along winning positions; see [`count_solutions`].
    fn ways_to_complement(&self, levels: &Levels<'_, B>) -> Result<BigUint, SweepError> {
        let holes = self.engine.board().hole_count();
        let (middle, opposite) = (holes / 2, holes - holes / 2);
        let mut sum = BigUint::default();
        let mut there = None;
        self.walk(levels, middle, |pegs, level| {
            if pegs == opposite {
                there = Some((level.codes.to_vec(), level.numbers.clone()));
            }
            if let Some((codes, numbers)) = there.as_ref().filter(|_| pegs == middle) {
                sum = self.through(level, Level { codes, numbers })?.into_iter().sum();
            }
            Ok(())
        })?;
        Ok(sum)
    }

    /// For each [`SHARE`] of the positions of a level, the sum of the ways there times the ways to the complement.
    fn through(&self, level: Level<'_, B>, opposite: Level<'_, B>) -> Result<Vec<BigUint>, LimitReached> {
        match self.places(opposite.codes)? {
            AnyPlaces::Ranked(places) => self.through_at(level, opposite.numbers, &places),
            AnyPlaces::Mapped(places) => self.through_at(level, opposite.numbers, &places),
        }
    }

    fn through_at(
        &self,
        level: Level<'_, B>,
        opposite: &LevelNumbers,
        places: &impl Places<B>,
    ) -> Result<Vec<BigUint>, LimitReached> {
        self.totals(level.codes, |first, codes, total| {
            let complement = |code: &B| self.images.canonical(self.engine.complement(*code));
            // All searches of a share are begun before the first is finished, so that they wait for memory
            // together.
            let searches: Vec<_> = codes.iter().map(|code| places.begin(complement(code))).collect();
            for (place, search) in searches.into_iter().enumerate() {
                if let (place_opposite, true) = places.find(search) {
                    let ways = [(level.numbers, first + place), (opposite, place_opposite)];
                    total.add_product(self.images.orbit_size(codes[place]), &ways);
                }
            }
        })
    }
}

/// Adds up the numbers of the parents of some positions.
struct Sum<'a, B, N, P> {
    images: &'a ChildImages<B>,
    /// Of the codes above.
    places: &'a P,
    above: &'a [N],
    codes: &'a [B],
    numbers: &'a mut [N],
}

impl<B: Bits, N: Number, P: Places<B>> Work for Sum<'_, B, N, P> {
    /// Whether all sums fit.
    type Output = bool;

    #[inline(always)]
    fn run<I: Instructions>(self) -> bool {
        let mut fits = true;
        look_up_neighbours(
            self.codes.len(),
            (self.places, self.above),
            #[inline(always)]
            |place, parents| {
                self.images.for_each_parent(
                    self.codes[place],
                    #[inline(always)]
                    |parent| parents.push((self.places.begin(parent), ())),
                );
            },
            #[inline(always)]
            |place, parents| {
                let mut sum = N::default();
                for (parent, ()) in parents {
                    fits &= sum.add(&self.above[*parent]);
                }
                self.numbers[place] = sum;
            },
        );
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// With many ways to the start itself, numbers outgrow each width on their way down.
    #[test]
    fn words_become_wider_where_they_must() {
        let board = Board::library("triangle5").unwrap();
        let engine = Engine::<u64>::new(&board);
        let (options, control) = (SweepOptions::default(), Control::default());
        let whole = Part::whole(&control);
        for (problem, by_complement) in [("a1", true), ("a4", true), ("b2", false)].map(|(hole, same)| {
            let hole = board.hole(hole).unwrap();
            let finish = if same { hole } else { board.hole("e5").unwrap() };
            (Problem::svss(&board, hole, finish), same)
        }) {
            let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
            let positions = Positions::all(&engine, task.clone(), &options, whole).unwrap();
            let levels = Levels::new(&positions, PositionSet::Winning, whole).unwrap();
            let all = Levels::new(&positions, PositionSet::Reachable, whole).unwrap();
            let plain = Paths::new(&engine, &task, &levels, whole);
            let solutions = plain.ways_to_all(&levels, task.finishes()).unwrap();
            let games = plain.counts(&all, None).unwrap();
            for (number, wide) in [
                (LevelNumbers::Narrow(vec![1 << 60]), BigUint::from(1u64 << 60)),
                (LevelNumbers::Narrow(vec![u64::MAX]), BigUint::from(u64::MAX)),
                (LevelNumbers::Wide(vec![1 << 120]), BigUint::from(1u128 << 120)),
                (LevelNumbers::Wide(vec![u128::MAX]), BigUint::from(u128::MAX)),
            ] {
                let many = Paths { ways_to_start: number, ..Paths::new(&engine, &task, &levels, whole) };
                assert_eq!(many.ways_to_all(&levels, task.finishes()).unwrap(), &solutions * &wide);
                let counts = many.counts(&all, None).unwrap();
                assert_eq!(counts.games, &games.games * &wide);
                assert_eq!(counts.by_survivor.len(), games.by_survivor.len());
                if by_complement {
                    assert_eq!(many.ways_to_complement(&levels).unwrap(), &solutions * &wide * &wide);
                }
            }
        }
    }
}
