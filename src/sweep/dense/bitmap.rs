//! The memory of a bitmap, and the one place where threads share it without locks.

use super::block::Block;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Zeroed words, on large pages where the system has them: a sweep touches the whole bitmap out of order.
#[derive(Debug)]
pub(super) struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// `None` when the system has no memory for it.
    pub(super) fn new(words: usize) -> Option<Bitmap> {
        // Zeroed memory takes no room until it is touched, so trying costs nothing.
        Vec::<u64>::new().try_reserve_exact(words).ok()?;
        let mut words = vec![0; words];
        prefer_large_pages(&mut words);
        Some(Bitmap { words })
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The bitmap for several threads, each of which writes blocks of its own.
    pub(super) fn shared(&mut self) -> SharedBlocks<'_> {
        SharedBlocks {
            words: self.words.as_mut_ptr(),
            len: self.words.len(),
            bitmap: std::marker::PhantomData,
        }
    }
}

/// A bitmap that threads read and write at the same time.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBlocks<'a> {
    words: *mut u64,
    len: usize,
    bitmap: std::marker::PhantomData<&'a mut [u64]>,
}

// SAFETY: it is a pointer into memory that outlives it; who reads or writes through it keeps to the
// conditions of `load` and `store`.
unsafe impl Send for SharedBlocks<'_> {}
// SAFETY: as above.
unsafe impl Sync for SharedBlocks<'_> {}

impl SharedBlocks<'_> {
    /// Reads a block of `K` words.
    ///
    /// # Safety
    ///
    /// The block lies in the bitmap, `(block + 1) * K <= len`, and no other thread writes it meanwhile.
    #[inline]
    pub(super) unsafe fn load<const K: usize>(&self, block: usize) -> Block<K> {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: by the condition the words are in range and nobody writes them.
        unsafe {
            self.words
                .add(block * K)
                .cast::<Block<K>>()
                .read_unaligned()
        }
    }

    /// Has a block fetched into the cache.
    #[inline]
    pub(super) fn prefetch<const K: usize>(&self, block: usize) {
        prefetch(self.words.wrapping_add(block * K));
    }

    /// Writes a block of `K` words.
    ///
    /// # Safety
    ///
    /// The block lies in the bitmap, `(block + 1) * K <= len`, and no other thread reads or writes it
    /// meanwhile.
    #[inline]
    pub(super) unsafe fn store<const K: usize>(&self, block: usize, bits: Block<K>) {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: by the condition the words are in range and nobody else uses them.
        unsafe {
            self.words
                .add(block * K)
                .cast::<Block<K>>()
                .write_unaligned(bits)
        }
    }
}

/// Reads a block of a bitmap that nobody writes.
#[inline]
pub(super) fn block_of<const K: usize>(words: &[u64], block: usize) -> Block<K> {
    let words = &words[block * K..][..K];
    // A slice of K words is an array of K words; the compiler sees it.
    words.try_into().expect("the slice has K words")
}
