use super::Bits;
use crate::board::Symmetry;

/// Permutations of the bits of a word, applied all at once.
///
/// The plain path looks each byte of the word up in a table of the byte's images. On x86-64 processors with
/// AVX-512 BITALG, `vpshufbitqmb` gathers 64 arbitrary bits of a word in one instruction; which path is
/// taken is decided once, when the table is made. Both give the same images.
#[derive(Clone, Debug)]
pub struct Permutations<B> {
    count: usize,
    path: Path<B>,
}

#[derive(Clone, Debug)]
enum Path<B> {
    Plain(ByteTables<B>),
    #[cfg(target_arch = "x86_64")]
    Gather(bit_gather::Gather),
}

/// Which way [`Permutations`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermutationPath {
    /// Byte-indexed tables, on every processor.
    Plain,
    /// AVX-512 BITALG.
    #[cfg(target_arch = "x86_64")]
    BitGather,
}

impl PermutationPath {
    /// The fastest path of this processor.
    pub fn fastest() -> PermutationPath {
        #[cfg(target_arch = "x86_64")]
        if bit_gather::is_available() {
            return PermutationPath::BitGather;
        }
        PermutationPath::Plain
    }
}

impl<B: Bits> Permutations<B> {
    /// The permutations that these symmetries make of the holes. Where the processor lacks the wanted path,
    /// the plain one is taken.
    pub fn new<'a>(
        symmetries: impl IntoIterator<Item = &'a Symmetry>,
        path: PermutationPath,
    ) -> Permutations<B> {
        let maps: Vec<Vec<u8>> = symmetries.into_iter().map(Symmetry::image_indices).collect();
        let count = maps.len();
        #[cfg(target_arch = "x86_64")]
        if path == PermutationPath::BitGather && bit_gather::is_available() {
            return Permutations { count, path: Path::Gather(bit_gather::Gather::new::<B>(&maps)) };
        }
        let _ = path;
        Permutations { count, path: Path::Plain(ByteTables::new(&maps)) }
    }

    /// The number of permutations.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Writes the images of `word` under the permutations, in order, into the first elements of `images`.
    #[inline]
    pub fn images(&self, word: B, images: &mut [B]) {
        let images = &mut images[..self.count];
        match &self.path {
            Path::Plain(tables) => tables.images(word, images),
            #[cfg(target_arch = "x86_64")]
            Path::Gather(gather) => gather.images(word, images),
        }
    }

    /// The smallest image.
    #[inline]
    pub fn smallest_image(&self, word: B) -> B {
        let mut images = [B::EMPTY; super::MAX_SYMMETRIES];
        self.images(word, &mut images);
        images[..self.count].iter().copied().min().unwrap_or(word)
    }
}

/// For each permutation and byte of the word, the images of the byte's 256 values.
#[derive(Clone, Debug)]
struct ByteTables<B> {
    bytes: usize,
    entries: Vec<B>,
}

impl<B: Bits> ByteTables<B> {
    fn new(maps: &[Vec<u8>]) -> ByteTables<B> {
        let bytes = maps.first().map_or(0, |map| map.len().div_ceil(8));
        let mut entries = Vec::with_capacity(maps.len() * bytes * 256);
        for map in maps {
            for byte in map.chunks(8) {
                for value in 0..256usize {
                    let bits = byte.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                    entries.push(bits.fold(B::EMPTY, |image, (_, &to)| image | B::bit(u32::from(to))));
                }
            }
        }
        ByteTables { bytes, entries }
    }

    #[inline]
    fn images(&self, word: B, images: &mut [B]) {
        let (low, high) = word.words();
        let mut values = [0u8; 16];
        values[..8].copy_from_slice(&low.to_le_bytes());
        values[8..].copy_from_slice(&high.to_le_bytes());
        for (image, tables) in images.iter_mut().zip(self.entries.chunks_exact((self.bytes * 256).max(1))) {
            let parts = tables.chunks_exact(256).zip(values).map(|(table, value)| table[usize::from(value)]);
            *image = parts.fold(B::EMPTY, |image, part| image | part);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod bit_gather {
    use super::Bits;
    use std::arch::x86_64::{__m512i, _mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};

    pub(super) fn is_available() -> bool {
        std::arch::is_x86_feature_detected!("avx512bitalg") && std::arch::is_x86_feature_detected!("avx512f")
    }

    /// For each permutation, where each bit of the image comes from. Made only where
    /// [`is_available`] holds.
    #[derive(Clone, Debug)]
    pub(super) struct Gather {
        sources: Vec<Sources>,
        wide: bool,
    }

    /// Source indices modulo 64, for the low and the high half of the image, and which image bits come from
    /// the low and from the high half of the word.
    #[derive(Clone, Debug)]
    struct Sources {
        index: [[u8; 64]; 2],
        from_low: [u64; 2],
        from_high: [u64; 2],
    }

    impl Gather {
        pub(super) fn new<B: Bits>(maps: &[Vec<u8>]) -> Gather {
            assert!(is_available());
            Gather { sources: maps.iter().map(|map| Sources::new(map)).collect(), wide: B::WIDTH > 64 }
        }

        #[inline]
        pub(super) fn images<B: Bits>(&self, word: B, images: &mut [B]) {
            // SAFETY: `new` has made sure that the processor has the features.
            unsafe {
                if self.wide { self.wide_images(word, images) } else { self.narrow_images(word, images) }
            }
        }

        #[target_feature(enable = "avx512f,avx512bitalg")]
        fn narrow_images<B: Bits>(&self, word: B, images: &mut [B]) {
            let spread = _mm512_set1_epi64(word.words().0 as i64);
            for (image, sources) in images.iter_mut().zip(&self.sources) {
                *image = B::from_words(gathered(spread, &sources.index[0]) & sources.from_low[0], 0);
            }
        }

        #[target_feature(enable = "avx512f,avx512bitalg")]
        fn wide_images<B: Bits>(&self, word: B, images: &mut [B]) {
            let (low, high) = word.words();
            let (low, high) = (_mm512_set1_epi64(low as i64), _mm512_set1_epi64(high as i64));
            for (image, sources) in images.iter_mut().zip(&self.sources) {
                let half = |half: usize| {
                    let index = &sources.index[half];
                    gathered(low, index) & sources.from_low[half]
                        | gathered(high, index) & sources.from_high[half]
                };
                *image = B::from_words(half(0), half(1));
            }
        }
    }

    /// The 64 bits of the word, which fills every lane of `spread`, that `index` names.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bitalg")]
    fn gathered(spread: __m512i, index: &[u8; 64]) -> u64 {
        // SAFETY: the 64 bytes are there, and the load needs no alignment.
        let control = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
        _mm512_bitshuffle_epi64_mask(spread, control)
    }

    impl Sources {
        fn new(map: &[u8]) -> Sources {
            let mut sources = Sources { index: [[0; 64]; 2], from_low: [0; 2], from_high: [0; 2] };
            for (from, &to) in map.iter().enumerate() {
                let (half, bit) = (usize::from(to) / 64, usize::from(to) % 64);
                sources.index[half][bit] = (from % 64) as u8;
                let origin = if from < 64 { &mut sources.from_low } else { &mut sources.from_high };
                origin[half] |= 1 << bit;
            }
            sources
        }
    }
}
