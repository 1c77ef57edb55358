use super::Bits;
use crate::board::Symmetry;

/// Permutations of the bits of a word, applied together.
///
/// The portable implementation looks up every four bits of the word in a table of their images. On x86-64 processors
/// with AVX-512 BITALG, `vpshufbitqmb` gathers 64 arbitrary bits of a word in one instruction. The implementation is
/// chosen when the tables are built. Both give the same images.
#[derive(Clone, Debug)]
pub struct Permutations<B> {
    count: usize,
    tables: Tables<B>,
}

#[derive(Clone, Debug)]
enum Tables<B> {
    Plain(NibbleTables<B>),
    #[cfg(target_arch = "x86_64")]
    Gather(bit_gather::Gather),
}

/// Maximum number of symmetries of a board on a lattice, the order of D6. Boards made from lists can have more.
const ON_LATTICES: usize = 12;

/// Implementation of [`Permutations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermutationPath {
    /// Table lookups; available on every processor.
    Plain,
    /// AVX-512 BITALG.
    #[cfg(target_arch = "x86_64")]
    BitGather,
}

impl PermutationPath {
    /// Returns the fastest implementation that this processor supports.
    pub fn fastest() -> PermutationPath {
        #[cfg(target_arch = "x86_64")]
        if bit_gather::is_available() {
            return PermutationPath::BitGather;
        }
        PermutationPath::Plain
    }
}

impl<B: Bits> Permutations<B> {
    /// Builds tables for the permutations of the holes by `symmetries`. Falls back to
    /// [`PermutationPath::Plain`] if the processor does not support `path`.
    pub fn new<'a>(
        symmetries: impl IntoIterator<Item = &'a Symmetry>,
        path: PermutationPath,
    ) -> Permutations<B> {
        let maps: Vec<Vec<u8>> = symmetries
            .into_iter()
            .map(Symmetry::image_indices)
            .collect();
        let count = maps.len();
        #[cfg(target_arch = "x86_64")]
        if path == PermutationPath::BitGather && bit_gather::is_available() {
            return Permutations {
                count,
                tables: Tables::Gather(bit_gather::Gather::new::<B>(&maps)),
            };
        }
        let _ = path;
        Permutations {
            count,
            tables: Tables::Plain(NibbleTables::new(&maps)),
        }
    }

    /// Returns the number of permutations.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Writes the images of `word` under the permutations, in order, to the first elements of `images`.
    ///
    /// # Panics
    ///
    /// Panics if `images` is shorter than the number of permutations.
    #[inline]
    pub fn images(&self, word: B, images: &mut [B]) {
        let images = &mut images[..self.count];
        match &self.tables {
            Tables::Plain(tables) => tables.images(word, images),
            #[cfg(target_arch = "x86_64")]
            Tables::Gather(gather) => gather.images(word, images),
        }
    }

    /// Calls `use_images` with the images of `word` under the permutations, in order.
    #[inline(always)] // with the instructions of the caller
    pub fn with_images<R>(&self, word: B, use_images: impl FnOnce(&mut [B]) -> R) -> R {
        let mut few = [B::EMPTY; ON_LATTICES];
        let mut many = Vec::new();
        let images = if self.count <= ON_LATTICES {
            &mut few[..self.count]
        } else {
            many.resize(self.count, B::EMPTY);
            &mut many[..]
        };
        self.images(word, images);
        use_images(images)
    }

    /// Returns the images of `word` under the permutations, in order.
    pub fn all_images(&self, word: B) -> Vec<B> {
        self.with_images(word, |images| images.to_vec())
    }

    /// Returns the smallest image of `word`.
    #[inline]
    pub fn smallest_image(&self, word: B) -> B {
        self.with_images(word, |images| match images.split_first() {
            Some((first, others)) => others
                .iter()
                .fold(*first, |smallest, image| smallest.min(*image)),
            None => word,
        })
    }
}

/// Images of each value of each nibble of the word, a few kilobytes in total.
#[derive(Clone, Debug)]
struct NibbleTables<B> {
    count: usize,
    /// Indexed by nibble, value and permutation.
    entries: Vec<B>,
}

const NIBBLE_BITS: usize = 4;
const NIBBLE_VALUES: usize = 1 << NIBBLE_BITS;

impl<B: Bits> NibbleTables<B> {
    fn new(maps: &[Vec<u8>]) -> NibbleTables<B> {
        let holes = maps.first().map_or(0, Vec::len);
        let mut entries =
            Vec::with_capacity(maps.len() * holes.div_ceil(NIBBLE_BITS) * NIBBLE_VALUES);
        for first in (0..holes).step_by(NIBBLE_BITS) {
            for value in 0..NIBBLE_VALUES {
                entries.extend(maps.iter().map(|map| {
                    let holes = map[first..].iter().take(NIBBLE_BITS).enumerate();
                    let filled = holes.filter(|(bit, _)| value >> bit & 1 == 1);
                    filled.fold(B::EMPTY, |image, (_, &to)| image | B::bit(u32::from(to)))
                }));
            }
        }
        NibbleTables {
            count: maps.len(),
            entries,
        }
    }

    #[inline(never)] // many callers; the call is cheap beside the lookups
    fn images(&self, word: B, images: &mut [B]) {
        // The orders of the subgroups of D4 and D6: a fixed number of images stays in registers.
        match self.count {
            1 => self.images_of::<1>(word, images),
            2 => self.images_of::<2>(word, images),
            3 => self.images_of::<3>(word, images),
            4 => self.images_of::<4>(word, images),
            6 => self.images_of::<6>(word, images),
            8 => self.images_of::<8>(word, images),
            12 => self.images_of::<12>(word, images),
            _ => self.images_of_any(word, images),
        }
    }

    fn images_of_any(&self, word: B, images: &mut [B]) {
        let (low, high) = word.words();
        let word = u128::from(high) << 64 | u128::from(low);
        let value = |nibble: usize| (word >> (NIBBLE_BITS * nibble)) as usize % NIBBLE_VALUES;
        for (permutation, image) in images.iter_mut().enumerate() {
            let nibbles = self
                .entries
                .chunks_exact((self.count * NIBBLE_VALUES).max(1))
                .enumerate();
            let images =
                nibbles.map(|(nibble, values)| values[value(nibble) * self.count + permutation]);
            *image = images.fold(B::EMPTY, |sum, image| sum | image);
        }
    }

    #[inline]
    fn images_of<const N: usize>(&self, word: B, images: &mut [B]) {
        let (mut low, mut high) = word.words();
        let mut sums = [B::EMPTY; N];
        let (rows, _) = self.entries.as_chunks::<N>();
        for values in rows.chunks_exact(NIBBLE_VALUES) {
            let row = &values[low as usize % NIBBLE_VALUES];
            for permutation in 0..N {
                sums[permutation] |= row[permutation];
            }
            low = low >> NIBBLE_BITS | high << (64 - NIBBLE_BITS);
            high >>= NIBBLE_BITS;
        }
        // Assigning an array writes registers; copying a slice would first spill them.
        if let Some(images) = images.first_chunk_mut() {
            *images = sums;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod bit_gather {
    use super::Bits;
    use std::arch::x86_64::{
        __m512i, _mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64,
    };

    pub(super) fn is_available() -> bool {
        std::arch::is_x86_feature_detected!("avx512bitalg")
            && std::arch::is_x86_feature_detected!("avx512f")
    }

    /// Source of each image bit under each permutation. Exists only if [`is_available`] holds.
    #[derive(Clone, Debug)]
    pub(super) struct Gather {
        sources: Vec<Sources>,
        wide: bool,
    }

    /// Source indices modulo 64 for the low and the high half of the image, and masks of the image bits that come from
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
            Gather {
                sources: maps.iter().map(|map| Sources::new(map)).collect(),
                wide: B::WIDTH > 64,
            }
        }

        #[inline]
        pub(super) fn images<B: Bits>(&self, word: B, images: &mut [B]) {
            // SAFETY: `new` has checked that the processor supports the features.
            unsafe {
                if self.wide {
                    self.wide_images(word, images)
                } else {
                    self.narrow_images(word, images)
                }
            }
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bitalg")]
        fn narrow_images<B: Bits>(&self, word: B, images: &mut [B]) {
            let spread = _mm512_set1_epi64(word.words().0 as i64);
            for (image, sources) in images.iter_mut().zip(&self.sources) {
                *image =
                    B::from_words(gathered(spread, &sources.index[0]) & sources.from_low[0], 0);
            }
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bitalg")]
        fn wide_images<B: Bits>(&self, word: B, images: &mut [B]) {
            let (low, high) = word.words();
            let (low, high) = (
                _mm512_set1_epi64(low as i64),
                _mm512_set1_epi64(high as i64),
            );
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

    /// Gathers the 64 bits that `index` selects from the word that fills every lane of `spread`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bitalg")]
    fn gathered(spread: __m512i, index: &[u8; 64]) -> u64 {
        // SAFETY: `index` has 64 bytes, and the load needs no alignment.
        let control = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
        _mm512_bitshuffle_epi64_mask(spread, control)
    }

    impl Sources {
        fn new(map: &[u8]) -> Sources {
            let mut sources = Sources {
                index: [[0; 64]; 2],
                from_low: [0; 2],
                from_high: [0; 2],
            };
            for (from, &to) in map.iter().enumerate() {
                let (half, bit) = (usize::from(to) / 64, usize::from(to) % 64);
                sources.index[half][bit] = (from % 64) as u8;
                let origin = if from < 64 {
                    &mut sources.from_low
                } else {
                    &mut sources.from_high
                };
                origin[half] |= 1 << bit;
            }
            sources
        }
    }
}
