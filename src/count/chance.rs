//! The exact chance that random play solves a problem.
//!
//! Let `q(x)` be the chance that random play passes through `x`. It is 1 for the start, and otherwise the sum of
//! `q(y) / d(y)` over the positions `y` from which a jump leads to `x`, where `d(y)` is the number of jumps that
//! are possible in `y`. So it is found as the number of ways is, and along winning positions only: what leads to
//! a winning position is winning itself. No game passes two finishes, for all have as many pegs; so the chance
//! of a solution is the sum of `q` over the finishes.
//!
//! Nothing is rounded. On a level all chances have one denominator, and what is carried are the numerators: with
//! `L` the least common multiple of the level's `d(y)`, a position passes on its numerator times `L / d(y)`, and
//! the denominator of the level below is `L` times that of the level.

use super::descent::Levels;
use super::number::LevelNumbers;
use super::paths::{Level, Paths, SHARE, along_winning};
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached};
use crate::count::descent::Descent;
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use num_integer::Integer;
use std::fmt;

/// A chance, as a fraction in lowest terms.
///
/// ```
/// use pegboard::count::chance_of_random_play;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Goal, Position, Problem};
/// let board = Board::library("triangle4")?;
/// let start = Position::parse(&board, "a1 a2 b2 b3")?;
/// let problem = Problem::new(start, Goal::OnePeg)?;
/// let chance = chance_of_random_play(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!((chance.to_string().as_str(), chance.value()), ("1/4", 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    numerator: BigUint,
    denominator: BigUint,
}

impl Chance {
    fn new(numerator: BigUint, denominator: BigUint) -> Chance {
        let divisor = numerator.gcd(&denominator);
        Chance {
            numerator: numerator / &divisor,
            denominator: denominator / divisor,
        }
    }

    /// The upper number of the fraction.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// The lower number of the fraction.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The chance as a floating-point number, with all the digits that it can have.
    pub fn value(&self) -> f64 {
        let bits = 63 + self.denominator.bits() - self.numerator.bits();
        let quotient: BigUint = (&self.numerator << bits) / &self.denominator; // of 63 or 64 bits, or 0
        let quotient = quotient.iter_u64_digits().next().unwrap_or(0);
        // In two steps: the power alone may be smaller than any number of this type.
        let (half, rest) = (bits / 2, bits - bits / 2);
        quotient as f64 * 0.5f64.powi(half as i32) * 0.5f64.powi(rest as i32)
    }
}

impl fmt::Display for Chance {
    /// `1/280`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// The chance that jumps played at random from a problem's start, each possible one as likely as the others, lead
/// to the goal: exactly. A problem for the fewest pegs names no finish, and has the chance 0.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn chance_of_random_play(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Chance, SweepError> {
    control.ended(options.engine(problem.board()).run(FindChance {
        problem,
        options,
        control,
    }))
}

struct FindChance<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for FindChance<'_> {
    type Output = Result<Chance, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        along_winning(
            engine,
            self.problem,
            self.options,
            self.control,
            |paths, levels| paths.chance_of(levels, levels.positions.task().finishes()),
        )
    }
}

impl<B: Bits> Paths<'_, B> {
    /// The chance that random play passes one of these positions, which have the same number of pegs.
    fn chance_of(&self, levels: &Levels<'_, B>, finishes: &[B]) -> Result<Chance, SweepError> {
        let mut numerator = BigUint::default();
        let mut denominator = BigUint::from(1u8);
        let Some(least) = finishes.first().map(|finish| finish.count() as usize) else {
            return Ok(Chance::new(numerator, denominator));
        };
        let descent = |top: usize| {
            Descent::new(
                levels,
                (top, least),
                bytes_of_a_chance(top - least),
                self.part,
            )
        };
        let mut pass_on = |codes: &[B], numerators: LevelNumbers| {
            let (numerators, multiple) = self.shared_out(Level {
                codes,
                numbers: &numerators,
            })?;
            denominator *= multiple;
            Ok(numerators)
        };
        self.walk_passing_on(levels, least, &descent, &mut pass_on, &mut |pegs, level| {
            let ways = |finish: &B| self.ways_to(*finish, level);
            if pegs == least {
                numerator = finishes.iter().map(ways).sum();
            }
            Ok(())
        })?;
        Ok(Chance::new(numerator, denominator))
    }

    /// The numerator that each position of a level passes on to each position one jump below, and the factor of
    /// their denominator.
    fn shared_out(&self, level: Level<'_, B>) -> Result<(LevelNumbers, BigUint), LimitReached> {
        let jumps = self.jump_counts(level.codes)?;
        let most = jumps.iter().copied().max().unwrap_or(0);
        let occurring: Vec<u16> = (0..=most).filter(|count| jumps.contains(count)).collect();
        let multiple = occurring
            .iter()
            .fold(BigUint::from(1u8), |multiple, jumps| {
                multiple.lcm(&BigUint::from(*jumps))
            });
        let factors: Vec<BigUint> = occurring
            .iter()
            .map(|jumps| &multiple / BigUint::from(*jumps))
            .collect();
        let factor = |jumps: u16| {
            let place = occurring
                .binary_search(&jumps)
                .expect("every number that occurs is listed");
            &factors[place]
        };
        let mut numerators = vec![BigUint::default(); jumps.len()];
        let shares = jumps
            .chunks(SHARE)
            .zip(numerators.chunks_mut(SHARE))
            .enumerate();
        try_each_on(self.threads(), shares, |(share, (jumps, numerators))| {
            for (place, (jumps, numerator)) in jumps.iter().zip(numerators).enumerate() {
                *numerator = level.numbers.get(share * SHARE + place) * factor(*jumps);
            }
            self.tick(0)
        })?;
        Ok((LevelNumbers::Unbounded(numerators), multiple))
    }

    /// How many jumps each position allows. Those above a finish allow at least one.
    fn jump_counts(&self, codes: &[B]) -> Result<Vec<u16>, LimitReached> {
        let mut counts = vec![0u16; codes.len()];
        try_each_on(
            self.threads(),
            codes.chunks(SHARE).zip(counts.chunks_mut(SHARE)),
            |(codes, counts)| {
                for (code, count) in codes.iter().zip(counts) {
                    self.engine.jumps().for_each(*code, |_| *count += 1);
                }
                self.tick(0)
            },
        )?;
        Ok(counts)
    }
}

/// The bytes of a numerator after some jumps: a jump makes it longer by the bits of a least common multiple.
fn bytes_of_a_chance(jumps: usize) -> u64 {
    const HEAD: u64 = 40;
    const PER_JUMP: u64 = 5;
    HEAD + PER_JUMP * jumps as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Position};
    use crate::play::hint::GameOracle;
    use crate::problem::Goal;
    use crate::problem::named::NamedProblem;
    use crate::solver::SolverOptions;
    use std::collections::HashMap;

    fn chance(problem: &Problem) -> Chance {
        chance_of_random_play(problem, &SweepOptions::default(), &Control::default()).unwrap()
    }

    /// From the definition: 1 where the goal is met, and otherwise the mean over all jumps, as fractions.
    fn by_definition(
        problem: &Problem,
        position: &Position,
        known: &mut HashMap<u128, Chance>,
    ) -> Chance {
        let fraction = |numerator: u8| Chance::new(numerator.into(), 1u8.into());
        if problem.is_met_by(position) {
            return fraction(1);
        }
        if let Some(chance) = known.get(&position.code()) {
            return chance.clone();
        }
        let (mut sum, mut jumps) = (fraction(0), 0u8);
        for jump in position.jumps() {
            let next = by_definition(problem, &position.play(jump).unwrap(), known);
            let numerator = sum.numerator * &next.denominator + next.numerator * &sum.denominator;
            sum = Chance::new(numerator, sum.denominator * next.denominator);
            jumps += 1;
        }
        let chance = Chance::new(sum.numerator, sum.denominator * jumps.max(1));
        known.insert(position.code(), chance.clone());
        chance
    }

    fn is_as_defined(problem: &Problem) -> Chance {
        let found = chance(problem);
        assert_eq!(
            found,
            by_definition(problem, problem.start(), &mut HashMap::new()),
            "{problem:?}"
        );
        found
    }

    #[test]
    fn the_chance_is_that_of_the_definition() {
        for (board, vacancy) in [
            ("triangle4", "a2"),
            ("triangle5", "a1"),
            ("triangle5", "b3"),
        ] {
            let board = Board::library(board).unwrap();
            let vacancy = board.hole(vacancy).unwrap();
            for finish in board.holes() {
                is_as_defined(&Problem::svss(&board, vacancy, finish));
            }
            is_as_defined(&Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap());
        }
        let board = Board::library("english").unwrap();
        let fireplace = NamedProblem::find(&board, "fireplace").unwrap();
        assert_eq!(is_as_defined(fireplace.problem()).to_string(), "1/211680");
        let start = fireplace.problem().start().clone();
        let three = Position::parse(&board, "d4 d5 e4").unwrap();
        is_as_defined(&Problem::new(start, Goal::Position(three)).unwrap());
    }

    #[test]
    fn certain_and_impossible_ends_have_the_chances_one_and_none() {
        let board = Board::library("triangle5").unwrap();
        let position = |text| Position::parse(&board, text).unwrap();
        let one_peg = |text| chance(&Problem::new(position(text), Goal::OnePeg).unwrap());
        assert_eq!(
            (one_peg("a1").to_string(), one_peg("a1 a2").to_string()),
            ("1/1".into(), "1/1".into())
        );
        assert_eq!(
            (one_peg("a1 e5").to_string(), one_peg("a1 e5").value()),
            ("0/1".into(), 0.0)
        );
        let fewest = Problem::new(board.full(), Goal::FewestPegs).unwrap();
        assert_eq!(chance(&fewest).value(), 0.0);
    }

    /// Of a complement problem, by bitmap and by lists, and as a player's oracle finds it from above.
    #[test]
    fn three_ways_to_the_chance_agree() {
        let board = Board::library("triangle6").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let exact = chance(&problem);
        let lists = SweepOptions {
            method: crate::sweep::SweepMethod::Lists,
            ..SweepOptions::default()
        };
        assert_eq!(
            chance_of_random_play(&problem, &lists, &Control::default()).unwrap(),
            exact
        );
        let oracle = GameOracle::new(&problem, SolverOptions::default(), &Control::default());
        let rounded = oracle
            .chance_of_random_play(problem.start(), &Control::default())
            .unwrap();
        assert!(
            (rounded / exact.value() - 1.0).abs() < 1e-12,
            "{rounded} {exact}"
        );
    }

    #[test]
    fn a_fraction_has_its_value_however_long_it_is() {
        let value =
            |numerator: BigUint, denominator: BigUint| Chance::new(numerator, denominator).value();
        assert_eq!(value(1u8.into(), 3u8.into()), 1.0 / 3.0);
        assert_eq!(value(3u8.into(), 8u8.into()), 0.375);
        assert_eq!(
            value(BigUint::from(10u8).pow(400), BigUint::from(10u8).pow(410)),
            1e-10
        );
        assert_eq!(
            value(1u8.into(), BigUint::from(2u8).pow(1070)),
            2f64.powi(-1070)
        );
        assert_eq!(value(1u8.into(), BigUint::from(2u8).pow(5000)), 0.0);
    }
}
