use super::Bits;
use crate::board::Symmetry;

/// Permutations of the bits of a word, applied all at once.
///
/// The plain path looks every four bits of the word up in a table of their images. On x86-64 processors with
/// AVX-512 BITALG, `vpshufbitqmb` gathers 64 arbitrary bits of a word in one instruction; which path is
/// taken is decided once, when the table is made. Both give the same images.
#[derive(Clone, Debug)]
pub struct Permutations<B> {
    count: usize,
    path: Path<B>,
}

#[derive(Clone, Debug)]
enum Path<B> {
    Plain(PartTables<B>),
    #[cfg(target_arch = "x86_64")]
    Gather(bit_gather::Gather),
}

/// Which way [`Permutations`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermutationPath {
    /// Tables, on every processor.
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
        let maps: Vec<Vec<u8>> = symmetries
            .into_iter()
            .map(Symmetry::image_indices)
            .collect();
        let count = maps.len();
        #[cfg(target_arch = "x86_64")]
        if path == PermutationPath::BitGather && bit_gather::is_available() {
            return Permutations {
                count,
                path: Path::Gather(bit_gather::Gather::new::<B>(&maps)),
            };
        }
        let _ = path;
        Permutations {
            count,
            path: Path::Plain(PartTables::new(&maps)),
        }
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
        match images[..self.count].split_first() {
            Some((first, others)) => others
                .iter()
                .fold(*first, |smallest, image| smallest.min(*image)),
            None => word,
        }
    }
}

/// For every four bits of the word and each of their sixteen values, the images under all permutations side by
/// side. A few kilobytes hold them all.
#[derive(Clone, Debug)]
struct PartTables<B> {
    count: usize,
    entries: Vec<B>,
}

/// Bits of a part.
const PART: usize = 4;

impl<B: Bits> PartTables<B> {
    fn new(maps: &[Vec<u8>]) -> PartTables<B> {
        let holes = maps.first().map_or(0, Vec::len);
        let mut entries = Vec::with_capacity((maps.len() * holes.div_ceil(PART)) << PART);
        for first in (0..holes).step_by(PART) {
            for value in 0..1usize << PART {
                entries.extend(maps.iter().map(|map| {
                    let holes = map[first..].iter().take(PART).enumerate();
                    let filled = holes.filter(|(bit, _)| value >> bit & 1 == 1);
                    filled.fold(B::EMPTY, |image, (_, &to)| image | B::bit(u32::from(to)))
                }));
            }
        }
        PartTables {
            count: maps.len(),
            entries,
        }
    }

    #[inline(never)] // there are many callers, and the call costs nothing beside the look-ups
    fn images(&self, word: B, images: &mut [B]) {
        // The orders of the subgroups of D4 and D6: for each of them the compiler keeps the images in registers.
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
        let value = |part: usize| (u128::from(high) << 64 | u128::from(low)) >> (PART * part) & 15;
        for (place, image) in images.iter_mut().enumerate() {
            let parts = self
                .entries
                .chunks_exact((self.count << PART).max(1))
                .enumerate();
            let images =
                parts.map(|(part, values)| values[value(part) as usize * self.count + place]);
            *image = images.fold(B::EMPTY, |sum, image| sum | image);
        }
    }

    #[inline]
    fn images_of<const N: usize>(&self, word: B, images: &mut [B]) {
        let (mut low, mut high) = word.words();
        let mut sums = [B::EMPTY; N];
        let (rows, _) = self.entries.as_chunks::<N>();
        for values in rows.chunks_exact(1 << PART) {
            let row = &values[low as usize % (1 << PART)];
            for place in 0..N {
                sums[place] |= row[place];
            }
            low = low >> PART | high << (64 - PART);
            high >>= PART;
        }
        // As an array, they are written from registers; the copy of a slice would be a call, and they would all be
        // in memory for it.
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
            Gather {
                sources: maps.iter().map(|map| Sources::new(map)).collect(),
                wide: B::WIDTH > 64,
            }
        }

        #[inline]
        pub(super) fn images<B: Bits>(&self, word: B, images: &mut [B]) {
            // SAFETY: `new` has made sure that the processor has the features.
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
            for (place, sources) in self.sources.iter().enumerate() {
                images[place] =
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
            for (place, sources) in self.sources.iter().enumerate() {
                let half = |half: usize| {
                    let index = &sources.index[half];
                    gathered(low, index) & sources.from_low[half]
                        | gathered(high, index) & sources.from_high[half]
                };
                images[place] = B::from_words(half(0), half(1));
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
