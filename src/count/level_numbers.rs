use super::paths::BYTES_PER_NUMBER;
use crate::control::LimitReached;
use crate::control::allocation;
use crate::engine::large_pages::prefer_large_pages;
use crate::sweep::SweepError;
use bytemuck::Zeroable;
use num_bigint::BigUint;

/// Word for a number of games.
pub(super) trait Number: Clone + Default + Send + Sync + 'static {
    /// Adds numbers whose sum fits.
    fn add(&mut self, more: &Self);

    /// Returns an upper bound on the number of bits of numbers: 0 if all are 0.
    fn bits_of(numbers: &[Self]) -> u64;

    /// Returns `length` zeros. Machine words use large pages.
    fn zeros(length: usize) -> Result<Vec<Self>, LimitReached>;
}

/// Word of exact numbers.
pub(super) trait ExactNumber: Number {
    /// Adds; returns `false` on overflow. Slower than [`add`](Number::add) in loops.
    fn try_add(&mut self, more: &Self) -> bool;
}

/// Returns `length` zeros on large pages.
pub(super) fn zero_words<N: Zeroable>(length: usize) -> Result<Vec<N>, LimitReached> {
    let mut zeros = allocation::zeroed(length)?;
    prefer_large_pages(&mut zeros);
    Ok(zeros)
}

macro_rules! words {
    ($word:ty) => {
        impl Number for $word {
            #[inline(always)]
            fn add(&mut self, more: &$word) {
                *self = self.wrapping_add(*more);
            }

            #[inline(always)]
            fn bits_of(numbers: &[$word]) -> u64 {
                let union = numbers.iter().fold(0, |union, number| union | number);
                u64::from(<$word>::BITS - union.leading_zeros())
            }

            fn zeros(length: usize) -> Result<Vec<$word>, LimitReached> {
                zero_words(length)
            }
        }

        impl ExactNumber for $word {
            #[inline(always)]
            fn try_add(&mut self, more: &$word) -> bool {
                let (sum, overflow) = self.overflowing_add(*more);
                *self = sum;
                !overflow
            }
        }
    };
}

words!(u64);
words!(u128);

impl Number for BigUint {
    fn add(&mut self, more: &BigUint) {
        *self += more;
    }

    fn bits_of(numbers: &[BigUint]) -> u64 {
        numbers.iter().map(BigUint::bits).max().unwrap_or(0)
    }

    fn zeros(length: usize) -> Result<Vec<BigUint>, LimitReached> {
        let mut zeros = allocation::with_capacity(length)?;
        zeros.resize_with(length, BigUint::default);
        Ok(zeros)
    }
}

impl ExactNumber for BigUint {
    fn try_add(&mut self, more: &BigUint) -> bool {
        *self += more;
        true
    }
}

/// Numbers of ways to the positions of a level, in words that hold all of them.
#[derive(Clone, Debug)]
pub(super) enum LevelNumbers {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
    Unbounded(Vec<BigUint>),
}

/// Computation of the numbers of a level, each a sum of numbers of the level above.
pub(super) trait Sums {
    /// Returns the sums, or `None` on overflow.
    fn sums<N: ExactNumber>(&self, above: &[N]) -> Result<Option<Vec<N>>, LimitReached>;
}

impl LevelNumbers {
    /// Returns the numbers of the next level, in wider words after an overflow. `has_room` fails if there is no memory for
    /// words of that many bytes.
    pub(super) fn next(
        &mut self,
        sums: &impl Sums,
        has_room: impl Fn(u64) -> Result<(), SweepError>,
    ) -> Result<LevelNumbers, SweepError> {
        loop {
            let next = match self {
                LevelNumbers::Narrow(above) => sums.sums(above)?.map(LevelNumbers::Narrow),
                LevelNumbers::Wide(above) => sums.sums(above)?.map(LevelNumbers::Wide),
                LevelNumbers::Unbounded(above) => sums.sums(above)?.map(LevelNumbers::Unbounded),
            };
            if let Some(next) = next {
                return Ok(next);
            }
            has_room(BYTES_PER_NUMBER)?;
            *self = self.wider()?;
        }
    }

    /// Returns the number of bits of the words; `None` if they grow.
    pub(super) fn word_bits(&self) -> Option<u64> {
        match self {
            LevelNumbers::Narrow(_) => Some(u64::BITS.into()),
            LevelNumbers::Wide(_) => Some(u128::BITS.into()),
            LevelNumbers::Unbounded(_) => None,
        }
    }

    /// Keeps the first numbers.
    pub(super) fn truncate(&mut self, length: usize) {
        match self {
            LevelNumbers::Narrow(numbers) => numbers.truncate(length),
            LevelNumbers::Wide(numbers) => numbers.truncate(length),
            LevelNumbers::Unbounded(numbers) => numbers.truncate(length),
        }
    }

    /// Returns the same numbers in wider words.
    pub(super) fn wider(&self) -> Result<LevelNumbers, LimitReached> {
        Ok(match self {
            LevelNumbers::Narrow(numbers) => {
                LevelNumbers::Wide(collected(numbers.iter().copied().map(u128::from))?)
            }
            LevelNumbers::Wide(numbers) => {
                LevelNumbers::Unbounded(collected(numbers.iter().copied().map(BigUint::from))?)
            }
            LevelNumbers::Unbounded(numbers) => {
                LevelNumbers::Unbounded(collected(numbers.iter().cloned())?)
            }
        })
    }

    pub(super) fn get(&self, place: usize) -> BigUint {
        match self {
            LevelNumbers::Narrow(numbers) => numbers[place].into(),
            LevelNumbers::Wide(numbers) => numbers[place].into(),
            LevelNumbers::Unbounded(numbers) => numbers[place].clone(),
        }
    }

    /// Sets a number to 0.
    pub(super) fn clear(&mut self, place: usize) {
        match self {
            LevelNumbers::Narrow(numbers) => numbers[place] = 0,
            LevelNumbers::Wide(numbers) => numbers[place] = 0,
            LevelNumbers::Unbounded(numbers) => numbers[place] = BigUint::default(),
        }
    }

    fn small(&self, place: usize) -> Option<u128> {
        match self {
            LevelNumbers::Narrow(numbers) => Some(numbers[place].into()),
            LevelNumbers::Wide(numbers) => Some(numbers[place]),
            LevelNumbers::Unbounded(_) => None,
        }
    }
}

fn collected<T>(numbers: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, LimitReached> {
    let mut list = allocation::with_capacity(numbers.len())?;
    list.extend(numbers);
    Ok(list)
}

/// Sum of arbitrary size that mostly adds machine words.
#[derive(Clone, Debug, Default)]
pub(super) struct Total {
    small: u128,
    rest: BigUint,
}

impl Total {
    /// Adds the product of a factor and of numbers, given by levels and indices.
    #[inline]
    pub(super) fn add_product(&mut self, factor: usize, numbers: &[(&LevelNumbers, usize)]) {
        let product = numbers
            .iter()
            .try_fold(factor as u128, |product, (numbers, place)| {
                product.checked_mul(numbers.small(*place)?)
            });
        match product.and_then(|product| self.small.checked_add(product)) {
            Some(sum) => self.small = sum,
            None => {
                self.rest += std::mem::take(&mut self.small);
                let factors = numbers.iter().map(|(numbers, place)| numbers.get(*place));
                self.rest +=
                    factors.fold(BigUint::from(factor), |product, number| product * number);
            }
        }
    }

    pub(super) fn value(self) -> BigUint {
        self.rest + self.small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_noticed() {
        let mut narrow = u64::MAX - 1;
        assert!(narrow.try_add(&1));
        assert!(!narrow.try_add(&1));
        let mut wide = u128::MAX - 1;
        assert!(wide.try_add(&1));
        assert!(!wide.try_add(&1));
        let mut large = BigUint::from(u128::MAX);
        assert!(large.try_add(&BigUint::from(1u8)));
        assert_eq!(large.to_string(), "340282366920938463463374607431768211456");
    }

    #[test]
    fn totals_grow_beyond_words() {
        let narrow = LevelNumbers::Narrow(vec![u64::MAX]);
        let wide = LevelNumbers::Wide(vec![u128::MAX]);
        let unbounded = wide.wider().unwrap();
        let [narrow_value, wide_value] = [BigUint::from(u64::MAX), BigUint::from(u128::MAX)];
        let mut total = Total::default();
        let mut expected = BigUint::default();
        for _ in 0..3 {
            total.add_product(2, &[(&narrow, 0)]);
            total.add_product(1, &[(&narrow, 0), (&narrow, 0)]); // the third time the sum overflows, not the product
            total.add_product(1, &[(&wide, 0), (&narrow, 0)]);
            total.add_product(8, &[(&unbounded, 0)]);
            expected += &narrow_value * 2u8 + &narrow_value * &narrow_value;
            expected += &wide_value * &narrow_value + &wide_value * 8u8;
        }
        assert_eq!(total.value(), expected);
    }
}
