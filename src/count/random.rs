//! Random solutions, each as likely as any other.
//!
//! Let `P(x)` be the number of ways to play from the start to `x`. Of these, the share of those whose last jump
//! comes from `y` is `P(y) / P(x)`. So a solution is drawn backwards: a finish with a chance proportional to
//! `P`, and then before each position one of those from which a jump leads there, likewise. Every solution has the
//! same chance, one in all.

use super::{Level, LevelNumbers, along_winning};
use crate::answer::Solution;
use crate::board::{Jump, Position};
use crate::control::Control;
use crate::engine::{Bits, ChildImages, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
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
        let ways = control.ended(options.engine(problem.board()).run(Count { problem, options, control }))?;
        let random = Pcg64Mcg::seed_from_u64(seed);
        Ok(RandomSolutions { start: problem.start().clone(), ways, random })
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
        along_winning(engine, self.problem, self.options, self.control, |paths, levels| {
            let task = levels.positions.task();
            let finishes: Vec<u128> = task.finishes().iter().map(|finish| finish.code()).collect();
            let least = finishes.first().map_or(0, |finish| finish.count_ones() as usize);
            let mut ways = WaysByLevel::<B> {
                levels: vec![None; engine.board().hole_count() + 1],
                finishes,
                images: ChildImages::new(engine, task.symmetries()),
            };
            if !ways.finishes.is_empty() {
                paths.walk(levels, least, |pegs, Level { codes, numbers }| {
                    ways.levels[pegs] = Some((codes.to_vec(), numbers.clone()));
                    Ok(())
                })?;
            }
            Ok(Box::new(ways) as Box<dyn Ways>)
        })
    }
}

/// The winning positions by pegs, and the ways to each.
struct WaysByLevel<B> {
    levels: Vec<Option<(Vec<B>, LevelNumbers)>>,
    finishes: Vec<u128>,
    images: ChildImages<B>,
}

impl<B: Bits> WaysByLevel<B> {
    /// The ways to a position; none to one that does not win.
    fn to(&self, code: u128) -> BigUint {
        let Some((codes, numbers)) = &self.levels[code.count_ones() as usize] else {
            return BigUint::default();
        };
        let place = codes.binary_search(&self.images.canonical(B::from_code(code)));
        place.map_or_else(|_| BigUint::default(), |place| numbers.get(place))
    }
}

impl<B: Bits> Ways for WaysByLevel<B> {
    fn draw(&self, start: &Position, random: &mut Pcg64Mcg) -> Option<Vec<Jump>> {
        let finishes = self.finishes.iter().map(|finish| (*finish, self.to(*finish)));
        let mut code = drawn(finishes.collect(), random)?;
        let mut jumps = Vec::new();
        while code != start.code() {
            let all = start.board().jumps().iter();
            // Played backwards, a jump needs its last hole full and the other two empty.
            let could_be_last = all.filter(|jump| code & jump.code() == jump.to().bit());
            let before = could_be_last.map(|jump| (*jump, self.to(code ^ jump.code())));
            let jump = drawn(before.collect(), random)?;
            code ^= jump.code();
            jumps.push(jump);
        }
        jumps.reverse();
        Some(jumps)
    }
}

/// One of these, with a chance proportional to its number; `None` where all numbers are 0.
fn drawn<T>(choices: Vec<(T, BigUint)>, random: &mut Pcg64Mcg) -> Option<T> {
    let total: BigUint = choices.iter().map(|(_, number)| number).sum();
    let mut rest = below(&total, random)?;
    for (choice, number) in choices {
        if rest < number {
            return Some(choice);
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
    use crate::games::Games;
    use std::collections::HashMap;

    fn problem(board: &str, vacancy: &str, finish: &str) -> Problem {
        let board = Board::library(board).unwrap();
        Problem::svss(&board, board.hole(vacancy).unwrap(), board.hole(finish).unwrap())
    }

    fn solutions(problem: &Problem, seed: u64) -> RandomSolutions {
        RandomSolutions::new(problem, seed, &SweepOptions::default(), &Control::default()).unwrap()
    }

    /// Each of the few solutions of a small problem comes about equally often, and no other line comes.
    #[test]
    fn solutions_are_uniform() {
        let problem = problem("triangle4", "a2", "b3");
        let problem = Problem::new(problem.start().clone(), crate::Goal::OnePeg).unwrap();
        let all: Vec<Solution> =
            Games::from_first(problem.start()).filter(|game| problem.is_met_by(game.finish())).collect();
        assert!(all.len() > 5);
        let draws = 400 * all.len();
        let mut times: HashMap<Vec<Jump>, usize> = HashMap::new();
        for solution in solutions(&problem, 7).take(draws) {
            *times.entry(solution.jumps().to_vec()).or_default() += 1;
        }
        assert_eq!(times.len(), all.len());
        for solution in &all {
            let times = times[solution.jumps()];
            assert!((300..500).contains(&times), "{solution}: {times} of {draws}"); // five standard deviations
        }
    }

    #[test]
    fn another_seed_gives_other_solutions_and_the_same_seed_the_same() {
        let problem = problem("triangle5", "a1", "a1");
        let few = |seed| solutions(&problem, seed).take(3).collect::<Vec<_>>();
        assert_eq!(few(1), few(1));
        assert_ne!(few(1), few(2));
        assert!(few(3).iter().all(|solution| problem.is_met_by(solution.finish())));
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
        let sevens: Vec<BigUint> = (0..200).filter_map(|_| below(&7u8.into(), &mut random)).collect();
        assert!((0..7u8).all(|number| sevens.contains(&number.into())));
        assert_eq!(below(&BigUint::default(), &mut random), None);
    }
}
