use bytemuck::Zeroable;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Set of holes in one machine word: hole `i` is bit `i`.
///
/// `u64` holds boards of up to 64 holes, `u128` boards of up to 128.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + Zeroable
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// Number of bits.
    const WIDTH: u32;
    /// Empty set.
    const EMPTY: Self;

    /// Truncates a code to this width. The bits that are cut off must be zero.
    fn from_code(code: u128) -> Self;

    /// Returns the set as a code.
    fn code(self) -> u128;

    /// Returns the set of one hole.
    fn bit(hole: u32) -> Self;

    /// Returns the number of holes in the set.
    fn count(self) -> u32;

    /// Returns the lowest hole of a nonempty set.
    fn lowest(self) -> u32;

    /// Shifts every hole `i` to `i − distance`; `distance` may be negative. Bits that leave the word are lost.
    fn moved_down(self, distance: i32) -> Self;

    /// Rotates every hole `i` to `i − distance`; `distance` may be negative. Bits that leave the word reenter at the
    /// other end.
    fn rotated_down(self, distance: i32) -> Self;

    /// Returns the low and the high 64 bits. The high half of a `u64` is zero.
    fn words(self) -> (u64, u64);

    /// Combines two halves. A `u64` ignores the high half.
    fn from_words(low: u64, high: u64) -> Self;

    /// Returns a hash in which all bits are well mixed. Both widths hash a set to the same value.
    fn mixed(self) -> u64;
}

/// Multiplier for Fibonacci hashing: 2^64 divided by the golden ratio (Knuth, TAOCP 3, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ GOLDEN) * u128::from(GOLDEN);
    (product as u64) ^ (product >> 64) as u64
}

macro_rules! common_operations {
    () => {
        const WIDTH: u32 = Self::BITS;
        const EMPTY: Self = 0;

        #[inline]
        fn bit(hole: u32) -> Self {
            1 << hole
        }

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }

        #[inline]
        fn moved_down(self, distance: i32) -> Self {
            if distance >= 0 {
                self >> distance
            } else {
                self << -distance
            }
        }

        #[inline]
        fn rotated_down(self, distance: i32) -> Self {
            self.rotate_right(distance as u32 % Self::BITS) // `BITS` divides 2^32, so negative distances work
        }
    };
}

impl Bits for u64 {
    common_operations!();

    #[inline]
    fn from_code(code: u128) -> u64 {
        debug_assert!(code <= u128::from(u64::MAX));
        code as u64
    }

    #[inline]
    fn code(self) -> u128 {
        u128::from(self)
    }

    #[inline]
    fn words(self) -> (u64, u64) {
        (self, 0)
    }

    #[inline]
    fn from_words(low: u64, _high: u64) -> u64 {
        low
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(self)
    }
}

impl Bits for u128 {
    common_operations!();

    #[inline]
    fn from_code(code: u128) -> u128 {
        code
    }

    #[inline]
    fn code(self) -> u128 {
        self
    }

    #[inline]
    fn words(self) -> (u64, u64) {
        (self as u64, (self >> 64) as u64)
    }

    #[inline]
    fn from_words(low: u64, high: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline]
    fn mixed(self) -> u64 {
        let (low, high) = self.words();
        mix(low ^ high.wrapping_mul(GOLDEN).rotate_left(29))
    }
}
