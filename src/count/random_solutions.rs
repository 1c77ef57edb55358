//! Uniform random solutions.
//!
//! Let `P(x)` be the number of ways to play from the start to `x`. In `P(y)` of them the last jump comes from
//! `y`, so the share of these is `P(y) / P(x)`. A solution is drawn backward: first a finish with a
//! probability proportional to `P`, then before each position one of its predecessors, likewise. Every
//! solution has the same probability.
//!
//! A complement problem needs half of the levels, as for counting: see
//! [`count_solutions`](super::count_solutions). A position of the middle level is drawn with a probability
//! proportional to the number of solutions through it, then two lines back to the start: one from the
//! position, and one from its complement, whose reversed jumps lead on to the finish.

use super::level_numbers::LevelNumbers;
use super::paths::{BATCH, BYTES_PER_NUMBER, CountedLevel, along_winning};
use crate::board::{Jump, Position};
use crate::control::Control;
use crate::engine::{Bits, ChildImages, Engine, with_engine};
use crate::problem::answer::Line;
use crate::problem::{Problem, Region};
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Endless iterator over uniform random solutions of a problem, reproducible by its seed. It is empty if the
/// problem has no solution.
///
/// ```
/// use pegboard::count::RandomSolutions;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let (options, control) = (SweepOptions::default(), Control::default());
/// let solutions = RandomSolutions::find(&problem, 1, &options, &control)?;
/// for solution in solutions.take(3) {
///     assert_eq!(solution.finish(), &board.with_pegs([corner]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RandomSolutions {
    start: Position,
    ways: Box<dyn SolutionSampler>,
    random: Pcg64Mcg,
}

impl RandomSolutions {
    /// Counts the ways to every winning position of a problem and prepares to draw solutions. A problem for
    /// the fewest pegs names no finish, and has no solutions.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
    pub fn find(
        problem: &Problem,
        seed: u64,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<RandomSolutions, SweepError> {
        let ways = control.ended(with_engine!(&options.engine(problem.board()), |engine| {
            count_ways(engine, problem, options, control)
        }))?;
        let random = Pcg64Mcg::seed_from_u64(seed);
        Ok(RandomSolutions {
            start: problem.start().clone(),
            ways,
            random,
        })
    }
}

impl Iterator for RandomSolutions {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let jumps = self.ways.draw(&self.start, &mut self.random)?;
        Some(Line::found(&self.start, jumps))
    }
}

/// Sampler of uniform random solutions.
trait SolutionSampler: Send {
    fn draw(&self, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>>;
}

fn count_ways<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Box<dyn SolutionSampler>, SweepError> {
    along_winning(engine, problem, options, control, |paths, levels| {
        let task = levels.positions.task();
        let holes = engine.board().hole_count();
        let least = match paths.least_finish_pegs() {
            Some(_) if task.is_complement() => holes / 2,
            Some(least) => least,
            None => holes + 1, // no level has this many pegs
        };
        let mut ways = WaysByLevel::<B> {
            levels: vec![None; holes + 1],
            cut: match task.regions() {
                Some(_) => Cut::FirstMeetings(Vec::new()),
                None => Cut::Finishes(task.finish_codes().to_vec()),
            },
            regions: task.regions().unwrap_or_default().to_vec(),
            images: ChildImages::new(engine, task.symmetries()),
            full: engine.board().full_code(),
        };
        // All levels are kept, in half of the memory; the other half is for the walk.
        let level = |pegs| levels.size(pegs) * (size_of::<B>() as u64 + BYTES_PER_NUMBER);
        let kept: u64 = (least..=holes).map(level).sum();
        if 2 * kept > levels.positions.memory() {
            return Err(levels.positions.out_of_memory(2 * kept));
        }
        paths.walk(levels, least, |pegs, level| {
            if let Cut::FirstMeetings(batches) = &mut ways.cut {
                let of_level = paths.by_batch_at_finishes(level)?;
                batches.extend(of_level.into_iter().enumerate().map(|(batch, number)| {
                    let batch = Batch { pegs, batch };
                    (batch, number)
                }));
            }
            ways.levels[pegs] = Some((level.codes.to_vec(), level.numbers.clone()));
            Ok(())
        })?;
        let both = ways
            .level(least)
            .zip(ways.level(holes.saturating_sub(least)));
        if let Some((middle, opposite)) = both.filter(|_| task.is_complement()) {
            let batches = paths.through(middle, opposite)?;
            ways.cut = Cut::MiddleLevel {
                pegs: least,
                batches,
            };
        }
        Ok(Box::new(ways) as Box<dyn SolutionSampler>)
    })
}

/// Winning positions by pegs, with the number of ways to each.
struct WaysByLevel<B> {
    levels: Vec<Option<(Vec<B>, LevelNumbers)>>,
    cut: Cut,
    /// Regions of the finishes, if the goal leaves holes free.
    regions: Vec<Region>,
    images: ChildImages<B>,
    /// All holes.
    full: u128,
}

/// Set of positions such that every solution passes through exactly one.
enum Cut {
    Finishes(Vec<u128>),
    /// Batches of codes, with the number of solutions that end in each.
    FirstMeetings(Vec<(Batch, BigUint)>),
    /// For a complement problem: the level with this many pegs, with the number of solutions through each
    /// [`BATCH`] of its codes.
    MiddleLevel {
        pegs: usize,
        batches: Vec<BigUint>,
    },
}

/// [`BATCH`] of the codes of a level.
#[derive(Clone, Copy)]
struct Batch {
    pegs: usize,
    batch: usize,
}

impl<B: Bits> WaysByLevel<B> {
    fn level(&self, pegs: usize) -> Option<CountedLevel<'_, B>> {
        self.levels
            .get(pegs)?
            .as_ref()
            .map(|(codes, numbers)| CountedLevel { codes, numbers })
    }

    /// Returns the ways to a position, 0 if it is not winning.
    fn ways_to(&self, code: u128) -> BigUint {
        let level = self.level(code.count_ones() as usize);
        level.map_or_else(BigUint::default, |level| {
            level.ways_to(B::from_code(code), &self.images)
        })
    }

    /// Returns `true` if a position meets a goal that leaves holes free.
    fn is_met_by(&self, code: u128) -> bool {
        self.regions.iter().any(|region| region.contains(code))
    }

    /// Draws the jumps of a line from the start to a position, in reverse order.
    fn back(&self, from: u128, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>> {
        let mut code = from;
        let mut jumps = Vec::new();
        while code != start.code() {
            let jumps_back = start.board().jumps().iter();
            let before = jumps_back
                .filter_map(|jump| Some((*jump, jump.undone(code)?)))
                .filter(|(_, before)| !self.is_met_by(*before))
                .map(|(jump, before)| (jump, self.ways_to(before)));
            let jump = draw_weighted(before, random)?;
            code ^= jump.code();
            jumps.push(jump);
        }
        Some(jumps)
    }

    /// Draws a position of the middle level.
    fn middle(&self, pegs: usize, batches: &[BigUint], random: &mut Pcg64Mcg) -> Option<u128> {
        let batch = draw_index(batches, random)?;
        let through = |code: u128| self.ways_to(code) * self.ways_to(self.full & !code);
        self.member(Batch { pegs, batch }, through, random)
    }

    /// Draws a position of a batch with a probability proportional to its weight, which its whole class has.
    fn member(
        &self,
        Batch { pegs, batch }: Batch,
        weight: impl Fn(u128) -> BigUint,
        random: &mut Pcg64Mcg,
    ) -> Option<u128> {
        let codes = self.level(pegs)?.codes.chunks(BATCH).nth(batch)?;
        let of_class = |code: &B| weight(code.code()) * self.images.orbit_size(*code);
        let class = draw_weighted(codes.iter().map(|code| (*code, of_class(code))), random)?;
        // Every member of the class is the image under the same number of symmetries.
        let symmetry = random.random_range(0..self.images.symmetry_count());
        Some(self.images.image(class, symmetry).code())
    }
}

impl<B: Bits> SolutionSampler for WaysByLevel<B> {
    fn draw(&self, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>> {
        let (middle, rest) = match &self.cut {
            Cut::Finishes(finishes) => {
                let ways = finishes
                    .iter()
                    .map(|finish| (*finish, self.ways_to(*finish)));
                (draw_weighted(ways, random)?, Vec::new())
            }
            Cut::FirstMeetings(batches) => {
                let numbered = batches.iter().cloned();
                let ways = |code| {
                    if self.is_met_by(code) {
                        self.ways_to(code)
                    } else {
                        BigUint::default()
                    }
                };
                let batch = draw_weighted(numbered, random)?;
                (self.member(batch, ways, random)?, Vec::new())
            }
            Cut::MiddleLevel { pegs, batches } => {
                let middle = self.middle(*pegs, batches, random)?;
                (middle, self.back(self.full & !middle, start, random)?)
            }
        };
        let mut jumps = self.back(middle, start, random)?;
        jumps.reverse();
        jumps.extend(rest);
        Some(jumps)
    }
}

/// Draws an item with a probability proportional to its weight; `None` if all weights are 0.
fn draw_weighted<T>(
    choices: impl Iterator<Item = (T, BigUint)>,
    random: &mut Pcg64Mcg,
) -> Option<T> {
    let (mut choices, numbers): (Vec<T>, Vec<BigUint>) = choices.unzip();
    draw_index(&numbers, random).map(|place| choices.swap_remove(place))
}

/// Draws an index with a probability proportional to its weight; `None` if all weights are 0.
fn draw_index(numbers: &[BigUint], random: &mut Pcg64Mcg) -> Option<usize> {
    let total: BigUint = numbers.iter().sum();
    let mut rest = below(&total, random)?;
    for (place, number) in numbers.iter().enumerate() {
        if rest < *number {
            return Some(place);
        }
        rest -= number;
    }
    None
}

/// Draws a number below `bound`; `None` if the bound is 0.
fn below(bound: &BigUint, random: &mut Pcg64Mcg) -> Option<BigUint> {
    let bits = bound.bits();
    if bits == 0 {
        return None;
    }
    loop {
        let words = (0..bits.div_ceil(32)).map(|word| {
            let used = (bits - 32 * word).min(32);
            random.next_u32() >> (32 - used)
        });
        let number = BigUint::new(words.collect());
        if number < *bound {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::games::{Games, Solutions};
    use crate::sweep::SolvablePositions;
    use std::collections::HashMap;

    fn problem(board: &str, vacancy: &str, finish: &str) -> Problem {
        let board = Board::library(board).unwrap();
        Problem::svss(
            &board,
            board.hole(vacancy).unwrap(),
            board.hole(finish).unwrap(),
        )
    }

    fn solutions(problem: &Problem, seed: u64) -> RandomSolutions {
        RandomSolutions::find(problem, seed, &SweepOptions::default(), &Control::default()).unwrap()
    }

    #[test]
    fn solutions_are_uniform() {
        let problem = problem("triangle4", "a2", "b3");
        let problem = Problem::new(problem.start().clone(), crate::Goal::OnePeg).unwrap();
        let all: Vec<Line> = Games::from_first(problem.start())
            .filter(|game| problem.is_met_by(game.finish()))
            .collect();
        assert!(all.len() > 5);
        assert_uniform(&problem, &all);
    }

    /// Asserts that each of these solutions is drawn about equally often, and no other line.
    fn assert_uniform(problem: &Problem, all: &[Line]) {
        let draws = 400 * all.len();
        let mut times: HashMap<Vec<Jump>, usize> = HashMap::new();
        for solution in solutions(problem, 7).take(draws) {
            *times.entry(solution.jumps().to_vec()).or_default() += 1;
        }
        assert_eq!(times.len(), all.len());
        for solution in all {
            let times = times[solution.jumps()];
            assert!(
                (300..500).contains(&times),
                "{solution}: {times} of {draws}"
            ); // five standard deviations
        }
    }

    /// Complement problems use half of the levels. The second start is symmetric.
    #[test]
    fn solutions_of_complement_problems_are_uniform() {
        let board = Board::library("triangle5").unwrap();
        for vacant in [["a1", "c4", "d5", "e5"], ["a4", "d4", "a5", "e5"]] {
            let start = board
                .with_pegs(vacant.map(|label| board.hole(label).unwrap()))
                .complement();
            let finish = start.complement();
            let problem =
                Problem::new(start.clone(), crate::Goal::Position(finish.clone())).unwrap();
            let solvable = SolvablePositions::find(&[finish], &Control::default())
                .unwrap()
                .unwrap();
            let all: Vec<Line> = Solutions::new(&start, solvable).collect();
            assert!(all.len() > 100);
            assert_uniform(&problem, &all);
        }
    }

    /// Compares the frequencies of first jumps with their expectations, also on a board with an even number
    /// of holes.
    #[test]
    fn first_jumps_are_as_frequent_as_their_solutions() {
        for (board, hole) in [("triangle5", "a1"), ("parallelogram4x6", "a1")] {
            let problem = problem(board, hole, hole);
            let (options, control) = (SweepOptions::default(), Control::default());
            let count = |problem: &Problem| {
                let count = crate::count::count_solutions(problem, &options, &control).unwrap();
                count.to_string().parse::<f64>().unwrap()
            };
            let all = count(&problem);
            let draws = 1500;
            let drawn: Vec<Jump> = solutions(&problem, 5)
                .take(draws)
                .map(|line| line.jumps()[0])
                .collect();
            for jump in problem.start().jumps() {
                let next = problem.start().play(jump).unwrap();
                let share = count(&Problem::new(next, problem.goal().clone()).unwrap()) / all;
                let times = drawn.iter().filter(|first| **first == jump).count() as f64;
                let (expected, variance) =
                    (share * draws as f64, share * (1.0 - share) * draws as f64);
                assert!(
                    (times - expected).abs() <= 5.0 * variance.sqrt(),
                    "{board}: {times}, {expected}"
                );
            }
        }
    }

    #[test]
    fn another_seed_gives_other_solutions_and_the_same_seed_the_same() {
        let problem = problem("triangle5", "a1", "a1");
        let few = |seed| solutions(&problem, seed).take(3).collect::<Vec<_>>();
        assert_eq!(few(1), few(1));
        assert_ne!(few(1), few(2));
        assert!(
            few(3)
                .iter()
                .all(|solution| problem.is_met_by(solution.finish()))
        );
    }

    #[test]
    fn where_there_is_no_solution_none_is_drawn() {
        assert_eq!(solutions(&problem("triangle5", "a1", "b2"), 1).next(), None);
        assert_eq!(solutions(&problem("triangle5", "b3", "b3"), 1).next(), None);
    }

    #[test]
    fn numbers_are_below_their_bound() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let bound = BigUint::from(10u8).pow(25);
        assert!((0..100).all(|_| below(&bound, &mut random).unwrap() < bound));
        let sevens: Vec<BigUint> = (0..200)
            .filter_map(|_| below(&7u8.into(), &mut random))
            .collect();
        assert!((0..7u8).all(|number| sevens.contains(&number.into())));
        assert_eq!(below(&BigUint::default(), &mut random), None);
    }
}
