//! How many games there are: sequences of jumps from a start to a position that allows none.
//!
//! Let `P(x)` be the number of ways to play from the start to a position `x`. It is the sum of `P` over the positions from which a
//! jump leads to `x`, so it is found level by level. A game ends in a position without jumps, so that the games
//! that end in `x` are just `P(x)`.
//!
//! Symmetry classes are enough. A symmetry that fixes the start carries the ways to `x` onto the ways to its image, one to
//! one: `P` is the same for a whole class, and a class counts for as many games as it has members times `P`.

mod level_map;
mod number;
mod ranked;

use crate::board::{Board, Hole};
use crate::engine::class_rank::ClassRank;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, ChildImages, Engine};
use crate::problem::Problem;
use crate::sweep::{
    SweepError, SweepObserver, SweepOptions, SweepTask, SymmetryUse, reachable_codes, sort_all, winning_codes,
};
use crate::threads::{each_on, run_on};
use level_map::{LevelMap, Numbers};
use num_bigint::BigUint;
use number::Number;
use ranked::RankedNumbers;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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
/// use pegboard::engine::Engine;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Problem};
/// use std::ops::ControlFlow;
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let go_on = |_: &_| ControlFlow::Continue(());
/// let counts = count_games(&Engine::<u64>::new(&board), &problem, &SweepOptions::default(), &go_on)?;
/// assert_eq!(counts.games, 568_630u32.into());
/// assert_eq!(counts.shortest_dead_end, Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
pub fn count_games<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<GameCounts, SweepError> {
    // Only the start need be fixed: the ways to a finish are counted for each finish by itself.
    let task = SweepTask::from_start(engine, problem.start(), SymmetryUse::Classes);
    let mut levels = reachable_codes(engine, &task, options, observer)?;
    sort_all(&mut levels, options.thread_count());
    let paths = Paths::new(engine, &task, options);
    let finishes = problem
        .finishes()
        .map(|finishes| finishes.iter().map(|finish| B::from_code(finish.code())).collect::<Vec<_>>());
    let counts = paths
        .counts::<u128>(&levels, finishes.as_deref())
        .or_else(|| paths.counts::<BigUint>(&levels, finishes.as_deref()));
    Ok(counts.expect("numbers as wide as they need always fit"))
}

/// Counts the ways to play from a problem's start to its finishes, along winning positions only: far fewer than all.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
pub fn count_solutions<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<BigUint, SweepError> {
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    let Some(pegs) = task.finishes().first().map(|finish| finish.count() as usize) else {
        return Ok(BigUint::default());
    };
    let levels = winning_codes(engine, &task, 0..=engine.board().hole_count(), options, observer)?;
    Ok(Paths::new(engine, &task, options).widest_sum(&levels, pegs, task.finishes()))
}

/// Ways to play from a start, along given levels of canonical codes, ascending, that hold every position in between.
struct Paths<'a, B> {
    engine: &'a Engine<B>,
    images: ChildImages<B>,
    start: B,
    threads: usize,
}

/// Positions that a thread takes at a time.
const SHARE: usize = 4096;

impl<'a, B: Bits> Paths<'a, B> {
    fn new(engine: &'a Engine<B>, task: &SweepTask<B>, options: &SweepOptions) -> Paths<'a, B> {
        let images = ChildImages::new(engine, task.symmetries());
        Paths { engine, images, start: task.start(), threads: options.thread_count() }
    }

    /// Shows each level, from the start's down to that of `least` pegs, with the number of ways to each of its positions. `None` when a number
    /// does not fit `N`.
    fn walk<N: Number>(
        &self,
        levels: &[Vec<B>],
        least: usize,
        mut visit: impl FnMut(usize, &[B], &[N]) -> Option<()>,
    ) -> Option<()> {
        let top = self.start.count() as usize;
        let mut codes = &levels[top];
        let start = self.images.canonical(self.start);
        let mut numbers: Vec<N> =
            codes.iter().map(|code| if *code == start { N::one() } else { N::default() }).collect();
        visit(top, codes, &numbers)?;
        for pegs in (least..top).rev() {
            let below = &levels[pegs];
            let rank = codes.first().and_then(|member| ClassRank::new(self.engine.board(), *member));
            numbers = match rank {
                Some(rank) => self.next(&RankedNumbers::new(rank, codes, &numbers), below)?,
                None => self.next(&LevelMap::new(codes, &numbers, self.threads), below)?,
            };
            codes = below;
            visit(pegs, codes, &numbers)?;
        }
        Some(())
    }

    /// For each position the sum over those from which a jump leads there.
    fn next<N: Number>(&self, above: &impl Numbers<B, N>, codes: &[B]) -> Option<Vec<N>> {
        let mut numbers = vec![N::default(); codes.len()];
        prefer_large_pages(&mut numbers);
        let overflow = AtomicBool::new(false);
        each_on(self.threads, codes.chunks(SHARE).zip(numbers.chunks_mut(SHARE)), |(codes, numbers)| {
            let fits = InstructionSet::best().run(Sum { images: &self.images, above, codes, numbers });
            if !fits {
                overflow.store(true, Ordering::Relaxed);
            }
        });
        (!overflow.into_inner()).then_some(numbers)
    }

    fn counts<N: Number>(&self, levels: &[Vec<B>], finishes: Option<&[B]>) -> Option<GameCounts> {
        let board = self.engine.board();
        let top = self.start.count() as usize;
        let mut by_final_pegs: BTreeMap<usize, N> = BTreeMap::new();
        let mut by_survivor = BTreeMap::new();
        let mut solutions = finishes.map(|_| BigUint::default());
        self.walk::<N>(levels, 1, |pegs, codes, numbers| {
            let games = self.ending(codes, numbers)?;
            if let Some(games) = games {
                by_final_pegs.insert(pegs, games);
            }
            for finish in finishes.into_iter().flatten().filter(|finish| finish.count() as usize == pegs) {
                *solutions.get_or_insert_default() += self.ways_to(*finish, codes, numbers);
            }
            if pegs == 1 {
                by_survivor = self.survivors(board, codes, numbers);
            }
            Some(())
        })?;
        let mut games = N::default();
        for more in by_final_pegs.values() {
            games.add(more).then_some(())?;
        }
        let dead_end = by_final_pegs.keys().rev().find(|pegs| **pegs > 1);
        Some(GameCounts {
            games: games.widen(),
            shortest_dead_end: dead_end.map(|pegs| top - pegs),
            shortest_game: by_final_pegs.keys().last().map_or(0, |pegs| top - pegs),
            longest_game: by_final_pegs.keys().next().map_or(0, |pegs| top - pegs),
            by_final_pegs: by_final_pegs.into_iter().map(|(pegs, games)| (pegs, games.widen())).collect(),
            by_survivor,
            solutions,
        })
    }

    /// The games that end on a level, if there are any; `None` outside when the number does not fit.
    fn ending<N: Number>(&self, codes: &[B], numbers: &[N]) -> Option<Option<N>> {
        let next = AtomicUsize::new(0);
        let total = Mutex::new(Some(None));
        run_on(self.threads, &|| {
            loop {
                let first = next.fetch_add(SHARE, Ordering::Relaxed);
                if first >= codes.len() {
                    return;
                }
                let share = first..codes.len().min(first + SHARE);
                let games = self.ending_here(&codes[share.clone()], &numbers[share]);
                let mut total = total.lock().expect("no thread panics with the sum");
                *total = total.take().zip(games).and_then(|(sum, more)| sum_of(sum, more));
            }
        });
        total.into_inner().expect("no thread panics with the sum")
    }

    fn ending_here<N: Number>(&self, codes: &[B], numbers: &[N]) -> Option<Option<N>> {
        let dead = codes.iter().zip(numbers).filter(|(code, _)| !self.engine.jumps().any(**code));
        let mut sum = None;
        for (code, number) in dead {
            let games = number.times(self.images.orbit_size(*code))?;
            sum = sum_of(sum, Some(games))?;
        }
        Some(sum)
    }

    fn survivors<N: Number>(&self, board: &Board, codes: &[B], numbers: &[N]) -> BTreeMap<Hole, BigUint> {
        let games = |hole: Hole| (hole, self.ways_to(B::bit(hole.index() as u32), codes, numbers));
        board.holes().map(games).filter(|(_, games)| *games != BigUint::default()).collect()
    }

    /// The ways to one position of a level.
    fn ways_to<N: Number>(&self, position: B, codes: &[B], numbers: &[N]) -> BigUint {
        let code = self.images.canonical(position);
        let place = codes.iter().position(|other| *other == code);
        place.map_or_else(BigUint::default, |place| numbers[place].widen())
    }

    /// The ways to these positions of so many pegs, all together.
    fn widest_sum(&self, levels: &[Vec<B>], pegs: usize, finishes: &[B]) -> BigUint {
        let sum =
            self.sum::<u128>(levels, pegs, finishes).or_else(|| self.sum::<BigUint>(levels, pegs, finishes));
        sum.expect("numbers as wide as they need always fit")
    }

    fn sum<N: Number>(&self, levels: &[Vec<B>], pegs: usize, finishes: &[B]) -> Option<BigUint> {
        let mut sum = BigUint::default();
        self.walk::<N>(levels, pegs, |here, codes, numbers| {
            for finish in finishes.iter().filter(|_| here == pegs) {
                sum += self.ways_to(*finish, codes, numbers);
            }
            Some(())
        })?;
        Some(sum)
    }
}

/// The sum of what is there; `None` outside when it does not fit.
fn sum_of<N: Number>(sum: Option<N>, more: Option<N>) -> Option<Option<N>> {
    match (sum, more) {
        (Some(mut sum), Some(more)) => sum.add(&more).then_some(Some(sum)),
        (sum, more) => Some(sum.or(more)),
    }
}

/// Adds up the numbers of the parents of some positions.
struct Sum<'a, B, N, A> {
    images: &'a ChildImages<B>,
    above: &'a A,
    codes: &'a [B],
    numbers: &'a mut [N],
}

impl<B: Bits, N: Number, A: Numbers<B, N>> Work for Sum<'_, B, N, A> {
    /// Whether all sums fit.
    type Output = bool;

    #[inline(always)]
    fn run<I: Instructions>(self) -> bool {
        let mut fits = true;
        let (mut parents, mut found, mut found_next) = (Vec::new(), Vec::new(), Vec::new());
        // While the numbers of one position's parents are added, those of the next position's are on their way from
        // memory, and the beginnings of the searches for those of the one after.
        self.fetch_parents(0, &mut parents);
        self.find(&parents, &mut found);
        self.fetch_parents(1, &mut parents);
        for place in 0..self.codes.len() {
            self.find(&parents, &mut found_next);
            self.fetch_parents(place + 2, &mut parents);
            for &parent in &found {
                fits &= self.numbers[place].add(self.above.number(parent));
            }
            std::mem::swap(&mut found, &mut found_next);
        }
        fits
    }
}

impl<B: Bits, N: Number, A: Numbers<B, N>> Sum<'_, B, N, A> {
    #[inline(always)]
    fn find(&self, parents: &[B], found: &mut Vec<usize>) {
        found.clear();
        found.extend(parents.iter().filter_map(|parent| self.above.find(*parent)));
    }

    /// Lists the parents of a position, none after the last one, and has their numbers fetched.
    #[inline(always)]
    fn fetch_parents(&self, place: usize, parents: &mut Vec<B>) {
        parents.clear();
        if let Some(code) = self.codes.get(place) {
            self.images.for_each_parent(
                *code,
                #[inline(always)]
                |parent| {
                    self.above.prefetch(parent);
                    parents.push(parent);
                },
            );
        }
    }
}
