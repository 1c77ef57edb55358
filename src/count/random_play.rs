//! Exact chance that random play solves a problem.
//!
//! Let `q(x)` be the chance that random play passes through `x`. It is 1 for the start, and otherwise the sum
//! of `q(y) / d(y)` over the positions `y` from which a jump leads to `x`, where `d(y)` is the number of
//! jumps possible in `y`. The recurrence is that of the number of ways, and it needs winning positions only,
//! because predecessors of winning positions are winning. A game ends at the first finish it meets: if the
//! goal can be met again below a finish, the number at the finish is cleared before it is passed on. So no game counts
//! twice, and the chance of a solution is the sum of `q` over the finishes.
//!
//! The chance that random play ends with `n` pegs is the sum of `q` over the reachable positions with `n` pegs that
//! allow no jump.
//!
//! The arithmetic is exact. On a level, all chances share a denominator, and only numerators are stored. With
//! `L` the least common multiple of the level's `d(y)`, a position passes on its numerator times `L / d(y)`,
//! and the denominator of the level below is `L` times that of the level.

use super::level_numbers::{LevelNumbers, Number};
use super::level_reader::{LevelReader, SetLevels};
use super::paths::{BATCH, CountedLevel, Paths, along_reachable, along_winning};
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, allocation};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use num_integer::Integer;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// Probability, as a fraction in lowest terms.
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
///
/// Serde form: the fraction as a string, `"1/4"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    numerator: BigUint,
    denominator: BigUint,
}

impl Chance {
    pub(super) fn new(numerator: BigUint, denominator: BigUint) -> Chance {
        let divisor = numerator.gcd(&denominator);
        Chance {
            numerator: numerator / &divisor,
            denominator: denominator / divisor,
        }
    }

    /// Returns the numerator.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Returns the denominator, which is never 0.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Returns the value as a floating-point number, correct to its last digits.
    pub fn value(&self) -> f64 {
        let bits = 63 + self.denominator.bits() - self.numerator.bits();
        let quotient: BigUint = (&self.numerator << bits) / &self.denominator; // of 63 or 64 bits, or 0
        let quotient = quotient.iter_u64_digits().next().unwrap_or(0);
        // In two steps: the power alone may underflow.
        let (half, rest) = (bits / 2, bits - bits / 2);
        quotient as f64 * 0.5f64.powi(half as i32) * 0.5f64.powi(rest as i32)
    }
}

impl fmt::Display for Chance {
    /// Formats the fraction, as in `1/280`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// Computes the exact chance that random play from a problem's start, with all possible jumps equally likely,
/// meets the goal. A problem for the fewest pegs names no finish, and has the chance 0.
///
/// # Errors
///
/// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
pub fn chance_of_random_play(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Chance, SweepError> {
    let found = with_engine!(&options.engine(problem.board()), |engine| {
        along_winning(engine, problem, options, control, |paths, levels| {
            paths.chance(levels)
        })
    });
    control.ended(found)
}

/// Computes the exact chances that random play from a start, with all possible jumps equally likely, ends with a number of
/// pegs. The result has the numbers of pegs that are possible; its chances add up to 1.
///
/// All positions that can be reached are visited.
///
/// ```
/// use pegboard::count::chances_by_final_pegs;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Position};
/// let board = Board::library("triangle4")?;
/// let start = Position::parse(&board, "a1 a2 b2 b3")?;
/// let chances = chances_by_final_pegs(&start, &SweepOptions::default(), &Control::default())?;
/// let chances: Vec<_> = chances.iter().map(|(pegs, chance)| (*pegs, chance.value())).collect();
/// assert_eq!(chances, [(1, 0.25), (2, 0.75)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
pub fn chances_by_final_pegs(
    start: &Position,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BTreeMap<usize, Chance>, SweepError> {
    control.ended(with_engine!(&options.engine(start.board()), |engine| {
        chances_by_final_pegs_on(engine, start, options, control)
    }))
}

fn chances_by_final_pegs_on<B: Bits>(
    engine: &Engine<B>,
    start: &Position,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BTreeMap<usize, Chance>, SweepError> {
    let least = start.peg_count().min(1);
    along_reachable(engine, start, options, control, |paths, levels| {
        let mut chances = BTreeMap::new();
        let denominator = RefCell::new(BigUint::from(1u8));
        let pass_on = |codes: &[B], numerators: LevelNumbers| {
            let (numerators, multiple) = paths.shared_out(CountedLevel {
                codes,
                numbers: &numerators,
            })?;
            *denominator.borrow_mut() *= multiple;
            Ok(numerators)
        };
        let reader = |top| paths.reader_of_numerators(levels, top, least);
        paths.walk_passing_on(levels, least, reader, pass_on, |pegs, level| {
            let numerator = paths.ending(level)?;
            if numerator != BigUint::default() {
                let chance = Chance::new(numerator, denominator.borrow().clone());
                chances.insert(pegs, chance);
            }
            Ok(())
        })?;
        Ok(chances)
    })
}

impl<B: Bits> Paths<'_, B> {
    /// Returns the chance that random play passes through a finish.
    fn chance(&self, levels: &SetLevels<'_, B>) -> Result<Chance, SweepError> {
        let met = RefCell::new((BigUint::default(), BigUint::from(1u8)));
        let fraction = |(numerator, denominator)| Chance::new(numerator, denominator);
        let Some(least) = self.least_finish_pegs() else {
            return Ok(fraction(met.into_inner()));
        };
        let reader = |top| self.reader_of_numerators(levels, top, least);
        let pass_on = |codes: &[B], numerators: LevelNumbers| {
            let (numerators, multiple) = self.shared_out(CountedLevel {
                codes,
                numbers: &numerators,
            })?;
            let (numerator, denominator) = &mut *met.borrow_mut();
            *numerator *= &multiple;
            *denominator *= multiple;
            Ok(numerators)
        };
        self.walk_passing_on(levels, least, reader, pass_on, |pegs, level| {
            met.borrow_mut().0 += self.at_finishes(pegs, level)?;
            Ok(())
        })?;
        Ok(fraction(met.into_inner()))
    }

    fn reader_of_numerators<'l>(
        &self,
        levels: &'l SetLevels<'l, B>,
        top: usize,
        least: usize,
    ) -> Result<LevelReader<'l, B>, SweepError>
    where
        Self: 'l,
    {
        // Each jump lengthens a numerator by the bits of a least common multiple.
        let bytes = 40 + 5 * top.saturating_sub(least) as u64;
        LevelReader::new(levels, (top, least), (bytes, bytes), self.part)
    }

    /// Returns the numerators that each position of a level passes on to each position one jump below, and
    /// the factor of their denominator.
    fn shared_out(
        &self,
        level: CountedLevel<'_, B>,
    ) -> Result<(LevelNumbers, BigUint), LimitReached> {
        let jumps = self.jump_counts(level.codes)?;
        let most = jumps.iter().copied().max().unwrap_or(0);
        let occurring: Vec<u16> = (1..=most).filter(|count| jumps.contains(count)).collect();
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
        let mut numerators = BigUint::zeros(jumps.len())?;
        let batches = jumps
            .chunks(BATCH)
            .zip(numerators.chunks_mut(BATCH))
            .enumerate();
        try_each_on(self.threads(), batches, |(batch, (jumps, numerators))| {
            let shared = jumps.iter().zip(numerators).enumerate();
            for (place, (jumps, numerator)) in shared.filter(|(_, (jumps, _))| **jumps > 0) {
                *numerator = level.numbers.get(batch * BATCH + place) * factor(*jumps);
            }
            self.tick(0)
        })?;
        Ok((LevelNumbers::Unbounded(numerators), multiple))
    }

    /// Counts the jumps possible in each position.
    fn jump_counts(&self, codes: &[B]) -> Result<Vec<u16>, LimitReached> {
        let mut counts: Vec<u16> = allocation::zeroed(codes.len())?;
        try_each_on(
            self.threads(),
            codes.chunks(BATCH).zip(counts.chunks_mut(BATCH)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::hint::GameOracle;
    use crate::problem::Goal;
    use crate::problem::named::NamedProblem;
    use crate::solver::SolverOptions;
    use crate::sweep::SweepMethod;
    use std::collections::HashMap;

    fn chance(problem: &Problem) -> Chance {
        chance_of_random_play(problem, &SweepOptions::default(), &Control::default()).unwrap()
    }

    /// Evaluates the definition: 1 where the goal is met, otherwise the mean over all jumps, as fractions.
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

    /// Evaluates the definition of the chances of the numbers of pegs left.
    fn endings_by_definition(
        position: &Position,
        known: &mut HashMap<u128, BTreeMap<usize, Chance>>,
    ) -> BTreeMap<usize, Chance> {
        if let Some(chances) = known.get(&position.code()) {
            return chances.clone();
        }
        let children: Vec<Position> = position
            .jumps()
            .map(|jump| position.play(jump).unwrap())
            .collect();
        let fraction =
            |numerator: BigUint, denominator: BigUint| Chance::new(numerator, denominator);
        let mut chances = BTreeMap::new();
        if children.is_empty() {
            chances.insert(position.peg_count(), fraction(1u8.into(), 1u8.into()));
        }
        for child in &children {
            for (pegs, chance) in endings_by_definition(child, known) {
                let share = fraction(chance.numerator, chance.denominator * children.len());
                let sum = chances
                    .entry(pegs)
                    .or_insert(fraction(0u8.into(), 1u8.into()));
                let numerator =
                    &sum.numerator * &share.denominator + share.numerator * &sum.denominator;
                *sum = fraction(numerator, &sum.denominator * share.denominator);
            }
        }
        known.insert(position.code(), chances.clone());
        chances
    }

    #[test]
    fn chances_of_the_pegs_left_are_those_of_the_definition() {
        let chances = |start: &Position, method| {
            let options = SweepOptions::default().with_method(method);
            chances_by_final_pegs(start, &options, &Control::default()).unwrap()
        };
        for (board, vacancy) in [
            ("triangle4", "a2"),
            ("triangle5", "a1"),
            ("triangle5", "b3"),
        ] {
            let board = Board::library(board).unwrap();
            let start = board.vacate(board.hole(vacancy).unwrap());
            let found = chances(&start, SweepMethod::Auto);
            assert_eq!(found, endings_by_definition(&start, &mut HashMap::new()));
            assert_eq!(found, chances(&start, SweepMethod::Lists));
            let total: f64 = found.values().map(Chance::value).sum();
            assert!((total - 1.0).abs() < 1e-12);
            let one = chance(&Problem::new(start, Goal::OnePeg).unwrap());
            assert_eq!(found.get(&1), Some(&one).filter(|one| one.value() > 0.0));
        }
        let stuck = Position::parse(&Board::library("triangle5").unwrap(), "a1 e5").unwrap();
        let certain = chances(&stuck, SweepMethod::Auto);
        assert_eq!(certain[&2].to_string(), "1/1");
    }

    #[test]
    fn a_game_without_pegs_ends_with_none() {
        let board = Board::library("triangle5").unwrap();
        for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
            let options = SweepOptions::default().with_method(method);
            let chances = chances_by_final_pegs(&board.empty(), &options, &Control::default());
            let certain = Chance::new(1u8.into(), 1u8.into());
            assert_eq!(chances.unwrap(), BTreeMap::from([(0, certain)]));
        }
    }

    /// Compares bitmap, lists and a player's oracle on a complement problem.
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
        let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
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
            0.5f64.powi(1070)
        );
        assert_eq!(value(1u8.into(), BigUint::from(2u8).pow(5000)), 0.0);
    }
}
