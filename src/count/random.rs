//! Random solutions, each as likely as any other.
//!
//! Let `P(x)` be the number of ways to play from the start to `x`. Of these, the share of those whose last jump
//! comes from `y` is `P(y) / P(x)`. So a solution is drawn backwards: a finish with a chance proportional to
//! `P`, and then before each position one of those from which a jump leads there, likewise. Every solution has the
//! same chance, one in all.
//!
//! Of a complement problem half of the levels are enough, as they are for counting: see
//! [`count_solutions`](super::count_solutions). A position of the middle level is drawn with a chance proportional
//! to the number of solutions through it, and from there two lines back to the start: its own, and that of its
//! complement, whose jumps, the last one first, lead on to the finish.

use super::number::LevelNumbers;
use super::paths::{BYTES_OF_A_NUMBER, Level, SHARE, along_winning};
use crate::board::{Jump, Position};
use crate::control::Control;
use crate::engine::{Bits, ChildImages, Engine, EngineTask};
use crate::problem::Problem;
use crate::problem::answer::Solution;
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// An endless list of random solutions of a problem, each as likely as any other: the same for the same seed. It
/// has no member where there is no solution.
///
/// ```
/// use pegboard::count::RandomSolutions;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let (options, control) = (SweepOptions::default(), Control::default());
/// let solutions = RandomSolutions::new(&problem, 1, &options, &control)?;
/// for solution in solutions.take(3) {
///     assert_eq!(solution.finish(), &board.pegs([corner]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RandomSolutions {
    start: Position,
    ways: Box<dyn Ways>,
    random: Pcg64Mcg,
}

impl RandomSolutions {
    /// Counts the ways to every winning position of a problem, so that solutions can be drawn. A problem for the
    /// fewest pegs names no finish, and has no solutions.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the control stops it.
    pub fn new(
        problem: &Problem,
        seed: u64,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<RandomSolutions, SweepError> {
        let ways = control.ended(options.engine(problem.board()).run(Count {
            problem,
            options,
            control,
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
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let jumps = self.ways.draw(&self.start, &mut self.random)?;
        Some(Solution::found(&self.start, jumps))
    }
}

/// Draws the jumps of a solution.
trait Ways: Send {
    fn draw(&self, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>>;
}

struct Count<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for Count<'_> {
    type Output = Result<Box<dyn Ways>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        along_winning(
            engine,
            self.problem,
            self.options,
            self.control,
            |paths, levels| {
                let task = levels.positions.task();
                let holes = engine.board().hole_count();
                let finishes = task.finish_codes();
                let least = match finishes.first() {
                    Some(_) if task.is_complement() => holes / 2,
                    Some(finish) => finish.count_ones() as usize,
                    None => holes + 1, // no level has so many pegs
                };
                let mut ways = WaysByLevel::<B> {
                    levels: vec![None; holes + 1],
                    middles: Middles::Finishes(finishes),
                    images: ChildImages::new(engine, task.symmetries()),
                    full: engine.board().full_code(),
                };
                // All levels are kept; the other half is for the walk.
                let level = |pegs| levels.size(pegs) * (size_of::<B>() as u64 + BYTES_OF_A_NUMBER);
                let kept: u64 = (least..=holes).map(level).sum();
                if 2 * kept > levels.positions.memory() {
                    return Err(levels.positions.out_of_memory(2 * kept));
                }
                paths.walk(levels, least, |pegs, Level { codes, numbers }| {
                    ways.levels[pegs] = Some((codes.to_vec(), numbers.clone()));
                    Ok(())
                })?;
                let both = ways
                    .level(least)
                    .zip(ways.level(holes.saturating_sub(least)));
                if let Some((middle, opposite)) = both.filter(|_| task.is_complement()) {
                    let shares = paths.through(middle, opposite)?;
                    ways.middles = Middles::Shares {
                        pegs: least,
                        shares,
                    };
                }
                Ok(Box::new(ways) as Box<dyn Ways>)
            },
        )
    }
}

/// The winning positions by pegs, and the ways to each.
struct WaysByLevel<B> {
    levels: Vec<Option<(Vec<B>, LevelNumbers)>>,
    middles: Middles,
    images: ChildImages<B>,
    /// All holes.
    full: u128,
}

/// Positions of which every solution passes through exactly one.
enum Middles {
    Finishes(Vec<u128>),
    /// Of a complement problem, all on the level with this many pegs: the solutions through each [`SHARE`] of its
    /// codes.
    Shares {
        pegs: usize,
        shares: Vec<BigUint>,
    },
}

impl<B: Bits> WaysByLevel<B> {
    fn level(&self, pegs: usize) -> Option<Level<'_, B>> {
        self.levels
            .get(pegs)?
            .as_ref()
            .map(|(codes, numbers)| Level { codes, numbers })
    }

    /// The ways to a position; none to one that does not win.
    fn to(&self, code: u128) -> BigUint {
        let Some(Level { codes, numbers }) = self.level(code.count_ones() as usize) else {
            return BigUint::default();
        };
        let place = codes.binary_search(&self.images.canonical(B::from_code(code)));
        place.map_or_else(|_| BigUint::default(), |place| numbers.get(place))
    }

    /// The jumps of a line from the start to a position, the last one first.
    fn back(&self, from: u128, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>> {
        let mut code = from;
        let mut jumps = Vec::new();
        while code != start.code() {
            let all = start.board().jumps().iter();
            // Played backwards, a jump needs its last hole full and the other two empty.
            let could_be_last = all.filter(|jump| code & jump.code() == jump.to().bit());
            let before = could_be_last.map(|jump| (*jump, self.to(code ^ jump.code())));
            let jump = drawn(before, random)?;
            code ^= jump.code();
            jumps.push(jump);
        }
        Some(jumps)
    }

    /// A position of the middle level.
    fn middle(&self, pegs: usize, shares: &[BigUint], random: &mut Pcg64Mcg) -> Option<u128> {
        let share = drawn_place(shares, random)?;
        let codes = self.level(pegs)?.codes.chunks(SHARE).nth(share)?;
        let through = |code: &B| {
            let code = code.code();
            self.to(code) * self.to(self.full & !code) * self.images.orbit_size(B::from_code(code))
        };
        let class = drawn(codes.iter().map(|code| (*code, through(code))), random)?;
        // Each member of the class is the image under as many symmetries.
        let symmetry = random.random_range(0..self.images.symmetry_count());
        Some(self.images.image(class, symmetry).code())
    }
}

impl<B: Bits> Ways for WaysByLevel<B> {
    fn draw(&self, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>> {
        let (middle, rest) = match &self.middles {
            Middles::Finishes(finishes) => {
                let ways = finishes.iter().map(|finish| (*finish, self.to(*finish)));
                (drawn(ways, random)?, Vec::new())
            }
            Middles::Shares { pegs, shares } => {
                let middle = self.middle(*pegs, shares, random)?;
                (middle, self.back(self.full & !middle, start, random)?)
            }
        };
        let mut jumps = self.back(middle, start, random)?;
        jumps.reverse();
        jumps.extend(rest);
        Some(jumps)
    }
}

/// One of these, with a chance proportional to its number; `None` where all numbers are 0.
fn drawn<T>(choices: impl Iterator<Item = (T, BigUint)>, random: &mut Pcg64Mcg) -> Option<T> {
    let (mut choices, numbers): (Vec<T>, Vec<BigUint>) = choices.unzip();
    drawn_place(&numbers, random).map(|place| choices.swap_remove(place))
}

/// The place of one of these numbers, drawn in the same way.
fn drawn_place(numbers: &[BigUint], random: &mut Pcg64Mcg) -> Option<usize> {
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

/// A number from 0 up to this bound, which is left out; `None` for the bound 0.
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
        RandomSolutions::new(problem, seed, &SweepOptions::default(), &Control::default()).unwrap()
    }

    #[test]
    fn solutions_are_uniform() {
        let problem = problem("triangle4", "a2", "b3");
        let problem = Problem::new(problem.start().clone(), crate::Goal::OnePeg).unwrap();
        let all: Vec<Solution> = Games::from_first(problem.start())
            .filter(|game| problem.is_met_by(game.finish()))
            .collect();
        assert!(all.len() > 5);
        assert_uniform(&problem, &all);
    }

    /// Each of these solutions is drawn about equally often, and no other line.
    fn assert_uniform(problem: &Problem, all: &[Solution]) {
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

    /// Of a complement problem only half the levels are known. The second start is symmetric.
    #[test]
    fn solutions_of_complement_problems_are_uniform() {
        let board = Board::library("triangle5").unwrap();
        for vacant in [["a1", "c4", "d5", "e5"], ["a4", "d4", "a5", "e5"]] {
            let start = board
                .pegs(vacant.map(|label| board.hole(label).unwrap()))
                .complement();
            let finish = start.complement();
            let problem =
                Problem::new(start.clone(), crate::Goal::Position(finish.clone())).unwrap();
            let solvable = SolvablePositions::find(&[finish], &Control::default())
                .unwrap()
                .unwrap();
            let all: Vec<Solution> = Solutions::new(&start, solvable).collect();
            assert!(all.len() > 100);
            assert_uniform(&problem, &all);
        }
    }

    /// Solutions begin with each jump as often as they should, on a board with an even number of holes, too.
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
