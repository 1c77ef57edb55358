use num_bigint::BigUint;

/// Numbers of games: they are added, and multiplied by the size of a symmetry class.
pub(super) trait Number: Clone + Default + Send + Sync {
    /// One game.
    fn one() -> Self;

    /// Adds; `false` when the sum does not fit.
    fn add(&mut self, more: &Self) -> bool;

    /// The product; `None` when it does not fit.
    fn times(&self, factor: usize) -> Option<Self>;

    /// The number, as wide as it needs.
    fn widen(&self) -> BigUint;
}

impl Number for u128 {
    fn one() -> u128 {
        1
    }

    #[inline(always)]
    fn add(&mut self, more: &u128) -> bool {
        let (sum, overflow) = self.overflowing_add(*more);
        *self = sum;
        !overflow
    }

    fn times(&self, factor: usize) -> Option<u128> {
        self.checked_mul(factor as u128)
    }

    fn widen(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Number for BigUint {
    fn one() -> BigUint {
        BigUint::from(1u8)
    }

    fn add(&mut self, more: &BigUint) -> bool {
        *self += more;
        true
    }

    fn times(&self, factor: usize) -> Option<BigUint> {
        Some(self * factor)
    }

    fn widen(&self) -> BigUint {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_noticed() {
        let mut number = u128::MAX - 1;
        assert!(number.add(&1));
        assert!(!number.add(&1));
        assert_eq!((u128::MAX / 2).times(3), None);
        let mut wide = u128::MAX.widen();
        assert!(wide.add(&BigUint::from(1u8)));
        assert_eq!(wide.times(2).unwrap().to_string(), "680564733841876926926749214863536422912");
    }
}
