//! The same code compiled for several instruction sets, the best one chosen at run time.
//!
//! Sweeps count bits, take minima of eight images at once and move blocks of bits about: the same source is
//! two to four times as fast when the compiler may use AVX-512. Results do not depend on the choice.

/// Work whose `run` is marked `#[inline(always)]`, and so are the functions in its inner loops: then it is
/// compiled anew for each instruction set.
pub(crate) trait Work {
    /// What the work yields.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    /// Those every processor of the architecture has.
    Plain,
    /// AVX-512 with its extensions for bytes, small vectors and bit counts.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The best set of this processor.
    pub(crate) fn best() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        if has_avx512() {
            return InstructionSet::Avx512;
        }
        InstructionSet::Plain
    }

    /// Does the work with these instructions.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            InstructionSet::Plain => work.run(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                assert!(has_avx512());
                // SAFETY: the processor has the features, as just asserted.
                unsafe { run_with_avx512(work) }
            }
        }
    }
}

/// Has the cache line of `place` fetched before it is needed.
#[inline(always)]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it reads nothing, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f")
        && has!("avx512vl")
        && has!("avx512bw")
        && has!("avx512dq")
        && has!("avx512vpopcntdq")
        && has!("bmi1")
        && has!("bmi2")
        && has!("lzcnt")
        && has!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_avx512<W: Work>(work: W) -> W::Output {
    work.run()
}
