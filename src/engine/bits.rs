use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of holes in one machine word: hole `i` is bit `i`.
///
/// `u64` serves boards up to 64 holes, `u128` boards up to 128. Everything in the engine and above it is
/// generic over this trait and compiled once for each.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// The number of bits.
    const WIDTH: u32;
    /// No hole.
    const EMPTY: Self;

    /// The lowest bits of a code; the caller sees to it that the rest are zero.
    fn from_code(code: u128) -> Self;

    /// The same set as a code.
    fn code(self) -> u128;

    /// The set of one hole.
    fn bit(hole: u32) -> Self;

    /// The number of holes in the set.
    fn count(self) -> u32;

    /// The lowest hole of a set that is not empty.
    fn lowest(self) -> u32;

    /// Every hole `i` moved to `i − distance`, where `distance` can be negative; what leaves the word is
    /// lost.
    fn moved_down(self, distance: i32) -> Self;

    /// Every hole `i` moved to `i − distance`, where `distance` can be negative; what leaves the word comes
    /// in at its other end.
    fn rotated_down(self, distance: i32) -> Self;

    /// The word's 64-bit halves: low, high. A `u64` has no high half.
    fn words(self) -> (u64, u64);

    /// A word of these halves.
    fn from_words(low: u64, high: u64) -> Self;

    /// A well-mixed hash, all of whose bits may be used. It does not depend on the word's width.
    fn mixed(self) -> u64;
}

/// An odd number whose bits look random: 2^64 divided by the golden ratio (Knuth, TAOCP 3, section 6.4).
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
            self.rotate_right(distance as u32 % Self::BITS) // their number divides 2^32
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
