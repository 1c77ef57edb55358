//! The same code compiled for several instruction sets, the best one chosen at run time.
//!
//! Sweeps count bits, take minima of eight images at once and move blocks of bits about: the same source is
//! several times as fast when the compiler may use AVX-512, and faster with AVX2 than without. Results do not
//! depend on the choice.
//!
//! The crate is compiled in parts, and from one part into another the compiler inlines only what is marked for it. Not
//! all of the standard library is: `zip`, `copied` and `filter`, and a closure handed on as `&mut`, stay calls. So inner
//! loops count with `for`, and a closure is handed on inside another that is `#[inline]`.

/// Work whose `run` is marked `#[inline]`, and so are the functions in its inner loops: then it is
/// compiled once for each instruction set.
pub(crate) trait Work {
    /// What the work yields.
    type Output;

    /// Does the work.
    fn run<I: Instructions>(self) -> Self::Output;
}

/// What is written differently for an instruction set, where the compiler does not find the best way by
/// itself.
pub(crate) trait Instructions {
    /// The bits of some words, numbered through, each moved from place `k` to place `k ^ by`. `by` is less
    /// than their number, and `K` a power of 2.
    #[inline]
    fn exchanged<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        exchanged_by_shifts(words, by)
    }
}

/// The instructions every processor of the architecture has.
pub(crate) struct Plain;

impl Instructions for Plain {}

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    /// Those every processor of the architecture has.
    Plain,
    /// AVX2 with the instructions for bits that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with its extensions for bytes, small vectors, bit counts and bit matrices.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The best set of this processor.
    pub(crate) fn best() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            return InstructionSet::Avx512;
        } else if avx2::is_available() {
            return InstructionSet::Avx2;
        }
        InstructionSet::Plain
    }

    /// The sets that this processor has.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<InstructionSet> {
        let mut sets = vec![InstructionSet::Plain, InstructionSet::best()];
        #[cfg(target_arch = "x86_64")]
        if avx2::is_available() {
            sets.push(InstructionSet::Avx2);
        }
        sets
    }

    /// Does the work with these instructions.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            InstructionSet::Plain => work.run::<Plain>(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                assert!(avx2::is_available());
                // SAFETY: the processor has the features, as just asserted.
                unsafe { avx2::run(work) }
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                assert!(avx512::is_available());
                // SAFETY: the processor has the features, as just asserted.
                unsafe { avx512::run(work) }
            }
        }
    }
}

/// Has the cache line of `place` fetched before it is needed.
#[inline]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it reads nothing, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Bits of a word whose place has a 1 in bit `0..6`.
const HAS_BIT: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

#[inline]
fn exchanged_by_shifts<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
    let mut moved = [0; K];
    for word in 0..K {
        moved[word] = words[(word ^ (by / 64)) % K]; // the remainder changes nothing but is in range
    }
    let mut bits = by % 64;
    while bits != 0 {
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        let has = HAS_BIT[bit as usize];
        for word in &mut moved {
            *word = (*word & has) >> (1 << bit) | (*word & !has) << (1 << bit);
        }
    }
    moved
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Plain, Work};

    pub(super) fn is_available() -> bool {
        use std::arch::is_x86_feature_detected as has;
        has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<W: Work>(work: W) -> W::Output {
        work.run::<Plain>()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Instructions, Work, exchanged_by_shifts};
    use std::arch::x86_64::*;

    pub(super) fn is_available() -> bool {
        use std::arch::is_x86_feature_detected as has;
        has!("avx512f")
            && has!("avx512vl")
            && has!("avx512bw")
            && has!("avx512dq")
            && has!("avx512vbmi")
            && has!("avx512vpopcntdq")
            && has!("avx512bitalg")
            && has!("gfni")
            && has!("bmi1")
            && has!("bmi2")
            && has!("lzcnt")
            && has!("popcnt")
    }

    #[target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq,avx512bitalg,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
    pub(super) fn run<W: Work>(work: W) -> W::Output {
        work.run::<Avx512>()
    }

    /// Only [`run`] names it, so that its methods run where the instructions are there.
    struct Avx512;

    impl Instructions for Avx512 {
        #[inline]
        fn exchanged<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
            match K {
                // SAFETY: there are 8 words or 4, and the processor has the features.
                8 => unsafe { exchanged_512(words, by) },
                4 => unsafe { exchanged_256(words, by) },
                _ => exchanged_by_shifts(words, by),
            }
        }
    }

    /// The places of bytes.
    static PLACES: [u8; 64] = {
        let mut places = [0; 64];
        let mut place = 0;
        while place < 64 {
            places[place] = place as u8;
            place += 1;
        }
        places
    };

    /// For the lowest three bits of `by`, the matrix that moves the bits of a byte: row 7 − `k` names the bit
    /// that comes to place `k`.
    static WITHIN_BYTES: [i64; 8] = {
        let mut matrices = [0; 8];
        let mut by = 0;
        while by < 8 {
            let mut to = 0;
            while to < 8 {
                matrices[by] |= 1i64 << ((7 - to) * 8 + (to ^ by));
                to += 1;
            }
            by += 1;
        }
        matrices
    };

    /// # Safety
    ///
    /// `K` is 8.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    unsafe fn exchanged_512<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        let matrix = _mm512_set1_epi64(WITHIN_BYTES[by & 7]);
        // SAFETY: there are 64 bytes to load, and the loads need no alignment.
        let (bits, places) = unsafe {
            (
                _mm512_loadu_si512(words.as_ptr().cast()),
                _mm512_loadu_si512(PLACES.as_ptr().cast()),
            )
        };
        let from = _mm512_xor_si512(places, _mm512_set1_epi8((by >> 3) as i8));
        let moved = _mm512_permutexvar_epi8(from, _mm512_gf2p8affine_epi64_epi8::<0>(bits, matrix));
        let mut words = [0; K];
        // SAFETY: there is room for 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), moved) };
        words
    }

    /// # Safety
    ///
    /// `K` is 4.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vbmi,gfni")]
    unsafe fn exchanged_256<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        let matrix = _mm256_set1_epi64x(WITHIN_BYTES[by & 7]);
        // SAFETY: there are 32 bytes to load, and the loads need no alignment.
        let (bits, places) = unsafe {
            (
                _mm256_loadu_si256(words.as_ptr().cast()),
                _mm256_loadu_si256(PLACES.as_ptr().cast()),
            )
        };
        let from = _mm256_xor_si256(places, _mm256_set1_epi8((by >> 3) as i8));
        let moved = _mm256_permutexvar_epi8(from, _mm256_gf2p8affine_epi64_epi8::<0>(bits, matrix));
        let mut words = [0; K];
        // SAFETY: there is room for 32 bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), moved) };
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Exchange<const K: usize>([u64; K], usize);

    impl<const K: usize> Work for Exchange<K> {
        type Output = [u64; K];

        #[inline]
        fn run<I: Instructions>(self) -> [u64; K] {
            I::exchanged(self.0, self.1)
        }
    }

    fn check<const K: usize>(words: [u64; K], by: usize) {
        let by = by % (K * 64);
        let has = |words: &[u64; K], place: usize| words[place / 64] >> (place % 64) & 1 == 1;
        for instructions in InstructionSet::available() {
            let moved = instructions.run(Exchange(words, by));
            assert!(
                (0..K * 64).all(|place| has(&words, place) == has(&moved, place ^ by)),
                "{instructions:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_bit_is_moved(words in any::<[u64; 8]>(), by in 0usize..512) {
            check(words, by);
            check([words[0], words[1], words[2], words[3]], by);
            check([words[0], words[1]], by);
            check([words[0]], by);
        }
    }
}
