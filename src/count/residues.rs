//! Words of four bytes for numbers of any size: residues modulo primes, and approximate numbers.
//!
//! By the Chinese remainder theorem, residues determine a number smaller than the product of the primes. A pass with residues
//! takes half the memory of a pass with 64-bit words, but each prime needs a pass, and so does the upper bound.

use super::game_counts::GameCounts;
use super::level_numbers::{Number, zero_words};
use crate::board::Hole;
use crate::control::LimitReached;
use bytemuck::{Pod, Zeroable};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Number modulo a prime `P < 2^31`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Residue<const P: u32>(u32);

// SAFETY: the only field is a `u32`, and 0 is a residue.
unsafe impl<const P: u32> Zeroable for Residue<P> {}

// SAFETY: as for a `u32`.
unsafe impl<const P: u32> Pod for Residue<P> {}

impl<const P: u32> Number for Residue<P> {
    #[inline(always)]
    fn add(&mut self, more: &Residue<P>) {
        let sum = self.0 + more.0;
        self.0 = sum.min(sum.wrapping_sub(P));
    }

    #[inline(always)]
    fn bits_of(numbers: &[Residue<P>]) -> u64 {
        let union = numbers.iter().fold(0, |union, number| union | number.0);
        u64::from(union != 0)
    }

    fn zeros(length: usize) -> Result<Vec<Residue<P>>, LimitReached> {
        zero_words(length)
    }
}

/// Approximate number. Each addition has a relative error of at most `2^-24`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub(super) struct Approximate(f32);

// SAFETY: the only field is an `f32`, and 0 is a valid one.
unsafe impl Zeroable for Approximate {}

// SAFETY: as for an `f32`.
unsafe impl Pod for Approximate {}

impl Number for Approximate {
    #[inline(always)]
    fn add(&mut self, more: &Approximate) {
        self.0 += more.0;
    }

    #[inline(always)]
    fn bits_of(numbers: &[Approximate]) -> u64 {
        let is_positive = numbers
            .iter()
            .fold(false, |any, number| any | (number.0 > 0.0));
        u64::from(is_positive)
    }

    fn zeros(length: usize) -> Result<Vec<Approximate>, LimitReached> {
        zero_words(length)
    }
}

/// Word of four bytes for a number of any size.
pub(super) trait ShortWord: Number + Pod {
    /// One way.
    const ONE: Self;

    /// Returns the sum of some words, each times a factor.
    fn total(terms: impl Iterator<Item = (usize, Self)>) -> BigUint;
}

impl<const P: u32> ShortWord for Residue<P> {
    const ONE: Residue<P> = Residue(1);

    /// Returns a number that is congruent to the sum.
    fn total(terms: impl Iterator<Item = (usize, Residue<P>)>) -> BigUint {
        let products = terms.map(|(factor, word)| factor as u128 * u128::from(word.0));
        products.sum::<u128>().into()
    }
}

impl ShortWord for Approximate {
    const ONE: Approximate = Approximate(1.0);

    /// Returns twice the sum, an upper bound: rounding errors stay far below that. Saturates.
    fn total(terms: impl Iterator<Item = (usize, Approximate)>) -> BigUint {
        let products = terms.map(|(factor, word)| factor as f64 * f64::from(word.0));
        let sum: f64 = products.sum();
        BigUint::from((2.0 * sum) as u128)
    }
}

/// Moduli of [`Residue`]. Their product exceeds `u128::MAX`, the largest bound.
pub(super) const PRIMES: [u32; 5] = [
    2_147_483_647,
    2_147_483_629,
    2_147_483_587,
    2_147_483_579,
    2_147_483_563,
];

/// Numbers of games modulo the product of some primes.
pub(super) struct CountsModulo {
    pub(super) modulus: BigUint,
    by_final_pegs: BTreeMap<usize, BigUint>,
    by_survivor: BTreeMap<Hole, BigUint>,
    solutions: Option<BigUint>,
}

impl CountsModulo {
    /// Returns the numbers modulo 1. They include solutions if `with_solutions`.
    pub(super) fn one(with_solutions: bool) -> CountsModulo {
        CountsModulo {
            modulus: 1u8.into(),
            by_final_pegs: BTreeMap::new(),
            by_survivor: BTreeMap::new(),
            solutions: with_solutions.then(BigUint::default),
        }
    }

    /// Combines the numbers with counts modulo another prime.
    pub(super) fn add(&mut self, counts: GameCounts, prime: u32) {
        let prime = BigUint::from(prime);
        let inverse = self.modulus.modinv(&prime).expect("the primes differ");
        let modulus = &self.modulus;
        let add_one = |number: &mut BigUint, residue: BigUint| {
            let missing = residue + &prime - &*number % &prime;
            *number += missing * &inverse % &prime * modulus;
        };
        add_each(&mut self.by_final_pegs, counts.by_final_pegs, add_one);
        add_each(&mut self.by_survivor, counts.by_survivor, add_one);
        if let (Some(number), Some(residue)) = (&mut self.solutions, counts.solutions) {
            add_one(number, residue);
        }
        self.modulus *= prime;
    }

    /// Returns the counts, if the modulus exceeds all numbers. `start` is the number of pegs at the start.
    pub(super) fn into_counts(self, start: usize) -> GameCounts {
        GameCounts::new(start, self.by_final_pegs, self.by_survivor, self.solutions)
    }
}

/// Calls `add_one` with each number and its residue. A missing entry is 0.
fn add_each<K: Ord + Copy>(
    numbers: &mut BTreeMap<K, BigUint>,
    mut residues: BTreeMap<K, BigUint>,
    add_one: impl Fn(&mut BigUint, BigUint),
) {
    for key in residues.keys() {
        numbers.entry(*key).or_default();
    }
    for (key, number) in numbers {
        add_one(number, residues.remove(key).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primes_are_prime() {
        let is_prime = |number: u32| (2..46_341).all(|factor| !number.is_multiple_of(factor));
        assert!(PRIMES.into_iter().all(is_prime));
        let product: BigUint = PRIMES.into_iter().map(BigUint::from).product();
        assert!(product > BigUint::from(u128::MAX));
    }

    #[test]
    fn numbers_are_known_from_their_residues() {
        let games = [1, u128::from(PRIMES[1]) * 7, u128::MAX];
        let mut known = CountsModulo::one(true);
        for prime in PRIMES {
            let residue = |games: u128| BigUint::from(games % u128::from(prime));
            let residues = games.map(residue);
            let solutions = Some(residues[0].clone());
            let by_final_pegs = (1..)
                .zip(residues)
                .filter(|(_, games)| *games != 0u8.into());
            known.add(
                GameCounts::new(9, by_final_pegs.collect(), BTreeMap::new(), solutions),
                prime,
            );
        }
        let counts = known.into_counts(9);
        let expected = (1..).zip(games.map(BigUint::from)).collect();
        assert_eq!(counts.by_final_pegs, expected);
        assert_eq!(counts.solutions, Some(1u8.into()));
    }
}
