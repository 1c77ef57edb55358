//! Functions learned from positions by linear programming.
//!
//! Fractional jumps are a relaxation. If `finish = position + Σ x_j A_j` has no solution `x ≥ 0`, where `A_j`
//! is the change by jump `j`, the duals of the linear program that minimizes the residual are a plain pagoda
//! function that refutes the position (Beasley 1985, chapter 6; Kiyomi and Matsui, *Computers and Games*
//! 2000, section 3). If there is a fractional solution, parity sets can cut it off: a set in which position
//! and finish differ requires a jump that touches an odd number of its holes, so `Σ x_j ≥ 1` over those
//! jumps. A violated set is found by elimination over GF(2). The changes of the jumps, by decreasing `x`,
//! enter a basis as long as `position ⊕ finish` stays outside their span. A set that every change of the
//! basis touches evenly, and the difference oddly, has little `x` on its odd jumps.
//!
//! A free hole of a finish may hold any amount from 0 to 1 in the end. So it has two residuals, one that must not fall
//! below 0 and one that must not rise above 0: the amount itself, and the amount less 1. The weight of the hole is the sum of
//! both duals. A parity set says something only if it has no free hole.
//!
//! The result is in floating point, and only a candidate: it is scaled to integers or rounded, and checked exactly. A
//! rounding error can lose a refutation but never produce a wrong one.

use super::residual_program::{Cost, ResidualProgram};
use super::{MAX_PARITIES, fits};
use crate::board::{Board, Hole};
use crate::problem::Region;
use crate::problem::answer::{PagodaFunction, ParitySet};
use smallvec::SmallVec;
use std::iter::successors;

/// Linear programs of a board.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    board: Board,
    /// For each hole, the jumps that change it, with the change.
    pub(super) jumps_at: Vec<SmallVec<[(usize, f64); INLINE_JUMPS_AT]>>,
    most_parities: usize,
}

/// Jumps at a hole that are stored inline: 18 on the triangular lattice, where each of six directions has three.
const INLINE_JUMPS_AT: usize = 18;
/// Tolerance of a residual, in pegs.
const TOLERANCE: f64 = 1e-4;
/// Maximum common denominator of the weights. Most vertices of the programs have small ones; the first that gives an exact
/// function is used.
pub(super) const MAX_DENOMINATOR: i32 = 240;
/// Maximum factor of weights that are rounded. Sums of larger weights rarely fit.
const MAX_MULTIPLE: i32 = 1 << 12;
/// Maximum loss by a jump: weights lie between −1 and 1.
const MAX_LOSS: f64 = 3.0;
/// Maximum number of finishes refuted together, as many as a board may have holes: each is an amount in every
/// linear program, and hardly any function refutes more.
const MAX_FINISHES: usize = 128;
/// Penalty for missing the finish.
const MISSED_FINISH_COST: f64 = 1e3;

impl Learner {
    /// Creates a learner of functions with at most this many parity sets.
    pub(crate) fn new(board: &Board, most_parities: usize) -> Learner {
        let mut jumps_at = vec![SmallVec::new(); board.hole_count()];
        for (number, jump) in board.jumps().iter().enumerate() {
            jumps_at[jump.from().index()].push((number, -1.0));
            jumps_at[jump.over().index()].push((number, -1.0));
            jumps_at[jump.to().index()].push((number, 1.0));
        }
        Learner {
            board: board.clone(),
            jumps_at,
            most_parities: most_parities.min(MAX_PARITIES),
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Finds a function that proves `finish` unreachable from `position`.
    pub(crate) fn refute(
        &self,
        position: u128,
        finish: impl Into<Region>,
    ) -> Option<PagodaFunction> {
        let finish = finish.into();
        let (mut program, free) = self.program(position, &[finish]);
        let mut sets: Vec<u128> = Vec::new();
        loop {
            if !program.solve() {
                return None;
            }
            let duals = self.by_hole(program.duals(), free);
            if self.excess(position, finish, &duals) > TOLERANCE {
                return self
                    .scaled_to_integers(&duals, &sets)
                    .filter(|function| function.refutes_region(position, finish));
            }
            if sets.len() == self.most_parities {
                return None;
            }
            let difference = (position ^ finish.least) & !free;
            let set = self.violated_set(difference, free, &program.amounts())?;
            let odd: Vec<(usize, f64)> = self.odd_jumps(set).map(|jump| (jump, 1.0)).collect();
            program.add(
                -1.0,
                &odd,
                Cost {
                    above: 0.0,
                    below: MAX_LOSS,
                },
            );
            sets.push(set);
        }
    }

    /// Finds a function without parity sets that proves all finishes unreachable from `position`. Returns
    /// `None` for more than [`MAX_FINISHES`].
    pub(crate) fn refute_all(&self, position: u128, finishes: &[Region]) -> Option<PagodaFunction> {
        if finishes.len() > MAX_FINISHES {
            return None;
        }
        let (mut program, free) = self.program(position, finishes);
        if !program.solve() {
            return None;
        }
        let duals = self.by_hole(program.duals(), free);
        self.scaled_to_integers(&duals, &[]).filter(|function| {
            finishes
                .iter()
                .all(|finish| function.refutes_region(position, *finish))
        })
    }

    /// Sets up the residuals `position + Σ x_j A_j − finish`, where the finish may be a convex combination of
    /// several. Returns the free holes as well, which have two residuals.
    fn program(&self, position: u128, finishes: &[Region]) -> (ResidualProgram, u128) {
        let bit = |code: u128, hole: usize| f64::from((code >> hole) as u8 & 1);
        let jumps = self.board.jumps().len();
        let (first, others) = finishes.split_first().expect("there is a finish");
        let free = finishes.iter().fold(0, |free, finish| free | finish.free());
        let mut program = ResidualProgram::new(jumps + others.len());
        for (hole, jumps_at) in self.jumps_at.iter().enumerate() {
            let mut add = |of: fn(&Region) -> u128, cost| {
                let mut coefficients = jumps_at.to_vec();
                for (index, other) in others.iter().enumerate() {
                    coefficients.push((jumps + index, bit(of(first), hole) - bit(of(other), hole)));
                }
                program.add(
                    bit(position, hole) - bit(of(first), hole),
                    &coefficients,
                    cost,
                );
            };
            let is_free = free >> hole & 1 == 1;
            let above = if is_free { 0.0 } else { 1.0 };
            add(|region| region.least, Cost { above, below: 1.0 });
            if is_free {
                add(
                    |region| region.most,
                    Cost {
                        above: 1.0,
                        below: 0.0,
                    },
                );
            }
        }
        if !others.is_empty() {
            let shares: Vec<(usize, f64)> = (0..others.len())
                .map(|index| (jumps + index, -1.0))
                .collect();
            program.add(
                1.0,
                &shares,
                Cost {
                    above: 0.0,
                    below: MISSED_FINISH_COST,
                },
            );
        }
        (program, free)
    }

    /// Adds up the two duals of each free hole.
    fn by_hole(&self, duals: Vec<f64>, free: u128) -> Vec<f64> {
        if free == 0 {
            return duals;
        }
        let mut rest = duals.into_iter();
        let mut dual = || rest.next().unwrap_or(0.0);
        let holes = (0..self.jumps_at.len()).map(|hole| match free >> hole & 1 {
            0 => dual(),
            _ => dual() + dual(),
        });
        let mut by_hole: Vec<f64> = holes.collect();
        by_hole.extend(rest);
        by_hole
    }

    /// Returns the residual by the duals. The position is refuted if it is positive.
    fn excess(&self, position: u128, finish: Region, duals: &[f64]) -> f64 {
        let (weights, losses) = duals.split_at(self.jumps_at.len());
        let of = |code: u128| -> f64 {
            weights
                .iter()
                .enumerate()
                .filter(|(hole, _)| code >> hole & 1 == 1)
                .map(|(_, weight)| weight)
                .sum()
        };
        let highest: f64 = weights
            .iter()
            .enumerate()
            .filter(|(hole, weight)| finish.free() >> hole & 1 == 1 && **weight > 0.0)
            .map(|(_, weight)| weight)
            .sum();
        of(position) - of(finish.least) - highest - losses.iter().sum::<f64>()
    }

    /// Finds a set without free holes in which `difference` is odd, while the jumps that touch an odd number of its holes
    /// have less than 1 of `x`.
    fn violated_set(&self, difference: u128, free: u128, amounts: &[f64]) -> Option<u128> {
        let mut largest_first: Vec<usize> = (0..self.board.jumps().len()).collect();
        largest_first.sort_by(|one, other| amounts[*other].total_cmp(&amounts[*one]));
        let mut basis = Basis::new(difference)?;
        for jump in largest_first {
            basis.add(self.board.jumps()[jump].code() & !free);
        }
        let set = basis.separating_set();
        let amount: f64 = self.odd_jumps(set).map(|jump| amounts[jump]).sum();
        (amount < 1.0 - TOLERANCE).then_some(set)
    }

    fn odd_jumps(&self, set: u128) -> impl Iterator<Item = usize> + '_ {
        let jumps = self.board.jumps().iter().enumerate();
        jumps
            .filter(move |(_, jump)| (jump.code() & set).count_ones() & 1 == 1)
            .map(|(number, _)| number)
    }

    /// Converts the duals to integer weights: exactly if they have a small common denominator, otherwise by rounding.
    fn scaled_to_integers(&self, duals: &[f64], sets: &[u128]) -> Option<PagodaFunction> {
        let duals = &duals[..self.jumps_at.len() + sets.len()];
        let values: Vec<f64> = duals.iter().map(|dual| -dual).collect();
        (1..=MAX_DENOMINATOR)
            .find_map(|denominator| {
                let mut weights = integers(&values, denominator)?;
                let losses = weights.split_off(self.jumps_at.len());
                self.function(weights, with_losses(sets, losses))
            })
            .or_else(|| {
                let halved = |factor: &i32| (*factor > 1).then_some(factor / 2);
                successors(Some(MAX_MULTIPLE), halved)
                    .find_map(|factor| self.rounded(duals, sets, factor))
            })
    }

    /// Rounds multiples of the duals up, and lowers weights until no jump raises the sum. On large boards vertices have large
    /// denominators: this makes whole numbers of Conway's golden weights (*Winning Ways*, chapter 23). Rounding
    /// down would make the small weights far from the finish 0, and then all others.
    fn rounded(&self, duals: &[f64], sets: &[u128], factor: i32) -> Option<PagodaFunction> {
        let (weights, losses) = duals.split_at(self.jumps_at.len());
        let scale = |dual: &f64| -dual * f64::from(factor);
        let up = |dual: &f64| (scale(dual) - 1e-3).ceil() as i32;
        let mut weights: Vec<i32> = weights.iter().map(up).collect();
        let down = |dual: &f64| (scale(dual) + 1e-3).floor() as i32;
        let parities = with_losses(sets, losses.iter().map(down));
        for _ in 0..self.jumps_at.len() {
            let mut is_lowered = false;
            for jump in self.board.jumps() {
                let lost: i64 = parities.iter().map(|set| set.loss_of(jump.code())).sum();
                let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(Hole::index);
                let most = weights[from].checked_add(weights[over])?;
                let most = most.checked_sub(i32::try_from(lost).ok()?)?;
                if weights[to] > most {
                    (weights[to], is_lowered) = (most, true);
                }
            }
            if !is_lowered {
                return self.function(weights, parities);
            }
        }
        None
    }

    /// Makes a function, if it is valid and can be followed.
    fn function(&self, weights: Vec<i32>, parities: Vec<ParitySet>) -> Option<PagodaFunction> {
        PagodaFunction::with_parities(&self.board, weights, parities)
            .ok()
            .filter(fits)
    }
}

/// Returns the values times a denominator, if all products are almost integers.
pub(super) fn integers(values: &[f64], denominator: i32) -> Option<Vec<i32>> {
    let integer = |value: &f64| {
        let scaled = value * f64::from(denominator);
        ((scaled - scaled.round()).abs() < 1e-3).then_some(scaled.round() as i32)
    };
    values.iter().map(integer).collect()
}

/// Returns parity sets with their losses. Sets without a loss are left out.
fn with_losses(sets: &[u128], losses: impl IntoIterator<Item = i32>) -> Vec<ParitySet> {
    sets.iter()
        .zip(losses)
        .filter(|(_, loss)| *loss > 0)
        .map(|(set, loss)| ParitySet::of_code(*set, loss.unsigned_abs()))
        .collect()
}

/// Maximal set of changes, linearly independent over GF(2), without a given difference in its span. The rows are fully
/// reduced: each has a pivot hole that no other row has.
struct Basis {
    rows: Vec<(u32, u128)>,
    /// Remainder of the difference after reduction, never 0.
    difference: u128,
}

impl Basis {
    fn new(difference: u128) -> Option<Basis> {
        (difference != 0).then_some(Basis {
            rows: Vec::new(),
            difference,
        })
    }

    fn add(&mut self, change: u128) {
        let reduced = self.rows.iter().fold(change, |change, (pivot, row)| {
            if change >> pivot & 1 == 1 {
                change ^ row
            } else {
                change
            }
        });
        if reduced == 0 || reduced == self.difference {
            return;
        }
        // Any hole of the reduced change is a valid pivot: the difference stays outside the span.
        let pivot = reduced.trailing_zeros();
        for (_, row) in &mut self.rows {
            if *row >> pivot & 1 == 1 {
                *row ^= reduced;
            }
        }
        if self.difference >> pivot & 1 == 1 {
            self.difference ^= reduced;
        }
        self.rows.push((pivot, reduced));
    }

    /// Returns a set that every row touches evenly and the difference oddly: a hole of the reduced
    /// difference, which is no pivot, with the pivots of the rows that have it.
    fn separating_set(&self) -> u128 {
        let free = self.difference.trailing_zeros();
        let with_it = self.rows.iter().filter(|(_, row)| row >> free & 1 == 1);
        with_it.fold(1 << free, |set, (pivot, _)| set | 1 << pivot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_separating_set_is_even_on_the_basis_and_odd_on_the_difference() {
        let random = &mut Pcg64Mcg::new(7);
        for _ in 0..500 {
            let difference = random.random::<u128>() & 0xfff | 1;
            let changes: Vec<u128> = (0..20).map(|_| random.random::<u128>() & 0xfff).collect();
            let mut basis = Basis::new(difference).unwrap();
            changes.iter().for_each(|change| basis.add(*change));
            let set = basis.separating_set();
            assert_eq!((set & difference).count_ones() & 1, 1);
            assert!(
                basis
                    .rows
                    .iter()
                    .all(|(_, row)| (set & row).count_ones() & 1 == 0)
            );
        }
    }

    #[test]
    fn plain_functions_are_found_where_another_solver_says_that_there_are_some() {
        let (mut refuted, mut missed) = (0, 0);
        for row in include_str!("plain_functions.csv")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .skip(1)
        {
            let [name, position, finishes, excess] = row.split(',').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let board = Board::library(name).unwrap();
            let position = u128::from_str_radix(position, 16).unwrap();
            let finishes: Vec<u128> = finishes
                .split(' ')
                .map(|finish| board.hole(finish).unwrap().bit())
                .collect();
            let excess: f64 = excess.parse().unwrap();
            let learner = Learner::new(&board, 0);
            let by_us = match finishes[..] {
                [finish] => learner.refute(position, finish),
                _ => {
                    let finishes: Vec<Region> =
                        finishes.iter().copied().map(Region::from).collect();
                    learner.refute_all(position, &finishes)
                }
            };
            assert!(by_us.is_none() || excess > 0.0, "{row}");
            refuted += usize::from(excess > 0.0);
            missed += usize::from(excess > 0.0 && by_us.is_none());
        }
        assert!(
            refuted > 60 && missed * 50 <= refuted,
            "{missed} of {refuted} missed"
        );
    }
}
