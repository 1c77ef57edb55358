//! Function multiversioning: the same code compiled for several instruction sets, the best one chosen at run time.
//!
//! Sweeps count bits, take minima of eight images and permute blocks of bits. The same source is several times as fast
//! with AVX-512 as without, and faster with AVX2. Results do not depend on the choice.
//!
//! A function is compiled for an instruction set only if it is inlined into a function with `#[target_feature]`. This is
//! why implementations of [`Work::run`] and [`Instructions`], and the loops they consist of, are `#[inline(always)]`.

/// Code to compile for each instruction set. `run` must be `#[inline(always)]`.
pub(crate) trait Work {
    /// Result of the work.
    type Output;

    /// Runs the work with the operations of `I`.
    fn run<I: Instructions>(self) -> Self::Output;
}

/// Operations that some instruction sets implement with intrinsics.
pub(crate) trait Instructions {
    /// Moves bit `k` of a block of words to place `k ^ by`. `K` must be a power of two, and `by` less than `64 * K`.
    #[inline(always)]
    fn permute_xor<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        permute_xor_by_shifts(words, by)
    }
}

/// Baseline instruction set of the architecture.
pub(crate) struct Plain;

impl Instructions for Plain {}

/// Instruction set chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    /// Baseline of the architecture.
    Plain,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 F, VL, BW, DQ, VBMI, VPOPCNTDQ and BITALG, with GFNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// Returns the best instruction set that this processor supports.
    pub(crate) fn best() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            return InstructionSet::Avx512;
        } else if avx2::is_available() {
            return InstructionSet::Avx2;
        }
        InstructionSet::Plain
    }

    /// Returns the instruction sets that this processor supports.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<InstructionSet> {
        let mut sets = vec![InstructionSet::Plain, InstructionSet::best()];
        #[cfg(target_arch = "x86_64")]
        if avx2::is_available() {
            sets.push(InstructionSet::Avx2);
        }
        sets
    }

    /// Runs the work with this instruction set.
    ///
    /// # Panics
    ///
    /// Panics if the processor does not support it.
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

/// Prefetches the cache line of `place`.
#[inline]
pub fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of the x86-64 baseline, and a prefetch never faults.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// For each `b` in `0..6`, the bits of a word whose index has bit `b` set.
const HAS_BIT: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

#[inline(always)]
fn permute_xor_by_shifts<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
    let mut moved = [0; K];
    for word in 0..K {
        moved[word] = words[(word ^ (by / 64)) % K]; // `% K` only elides the bounds check
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
    use super::{Instructions, Work, permute_xor_by_shifts};
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

    /// AVX-512 implementation. Only [`run`] names it, so its methods run only on processors with the features.
    struct Avx512;

    impl Instructions for Avx512 {
        #[inline(always)]
        fn permute_xor<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
            match K {
                // SAFETY: `K` is as required, and the processor supports the features.
                8 => unsafe { permute_xor_512(words, by) },
                4 => unsafe { permute_xor_256(words, by) },
                _ => permute_xor_by_shifts(words, by),
            }
        }
    }

    /// Index of each byte.
    static BYTE_INDICES: [u8; 64] = {
        let mut indices = [0; 64];
        let mut index = 0;
        while index < 64 {
            indices[index] = index as u8;
            index += 1;
        }
        indices
    };

    /// For each value of the lowest three bits of `by`, the GF(2) matrix that permutes the bits of a byte: row
    /// `7 − k` selects the bit that moves to place `k`.
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
    /// `K` must be 8.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    unsafe fn permute_xor_512<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        let matrix = _mm512_set1_epi64(WITHIN_BYTES[by & 7]);
        // SAFETY: both arrays have 64 bytes, and the loads need no alignment.
        let (bits, indices) = unsafe {
            (
                _mm512_loadu_si512(words.as_ptr().cast()),
                _mm512_loadu_si512(BYTE_INDICES.as_ptr().cast()),
            )
        };
        let from = _mm512_xor_si512(indices, _mm512_set1_epi8((by >> 3) as i8));
        let moved = _mm512_permutexvar_epi8(from, _mm512_gf2p8affine_epi64_epi8::<0>(bits, matrix));
        let mut words = [0; K];
        // SAFETY: `words` has 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), moved) };
        words
    }

    /// # Safety
    ///
    /// `K` must be 4.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vbmi,gfni")]
    unsafe fn permute_xor_256<const K: usize>(words: [u64; K], by: usize) -> [u64; K] {
        let matrix = _mm256_set1_epi64x(WITHIN_BYTES[by & 7]);
        // SAFETY: both arrays have at least 32 bytes, and the loads need no alignment.
        let (bits, indices) = unsafe {
            (
                _mm256_loadu_si256(words.as_ptr().cast()),
                _mm256_loadu_si256(BYTE_INDICES.as_ptr().cast()),
            )
        };
        let from = _mm256_xor_si256(indices, _mm256_set1_epi8((by >> 3) as i8));
        let moved = _mm256_permutexvar_epi8(from, _mm256_gf2p8affine_epi64_epi8::<0>(bits, matrix));
        let mut words = [0; K];
        // SAFETY: `words` has 32 bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), moved) };
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct PermuteXor<const K: usize>([u64; K], usize);

    impl<const K: usize> Work for PermuteXor<K> {
        type Output = [u64; K];

        #[inline(always)]
        fn run<I: Instructions>(self) -> [u64; K] {
            I::permute_xor(self.0, self.1)
        }
    }

    fn check<const K: usize>(words: [u64; K], by: usize) {
        let by = by % (K * 64);
        let has = |words: &[u64; K], place: usize| words[place / 64] >> (place % 64) & 1 == 1;
        for instructions in InstructionSet::available() {
            let moved = instructions.run(PermuteXor(words, by));
            assert!(
                (0..K * 64).all(|place| has(&words, place) == has(&moved, place ^ by)),
                "{instructions:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_bit_moves_to_its_place(words in any::<[u64; 8]>(), by in 0usize..512) {
            check(words, by);
            check([words[0], words[1], words[2], words[3]], by);
            check([words[0], words[1]], by);
            check([words[0]], by);
        }
    }
}
