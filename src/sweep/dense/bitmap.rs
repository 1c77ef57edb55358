//! Memory of a bitmap, and unsynchronized access to it by several threads.

use super::block::Block;
use crate::control::LimitReached;
use crate::control::allocation;
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::processor::prefetch;

/// Zeroed words, on large pages if available, because a sweep accesses the whole bitmap at random.
#[derive(Debug)]
pub(super) struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    pub(super) fn new(words: usize) -> Result<Bitmap, LimitReached> {
        let mut words = allocation::zeroed(words)?;
        prefer_large_pages(&mut words);
        Ok(Bitmap { words })
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns a view that several threads can write, each its own blocks.
    pub(super) fn shared(&mut self) -> SharedBlocks<'_> {
        SharedBlocks {
            words: self.words.as_mut_ptr(),
            len: self.words.len(),
            bitmap: std::marker::PhantomData,
        }
    }
}

/// View of a bitmap that several threads read and write.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBlocks<'a> {
    words: *mut u64,
    len: usize,
    bitmap: std::marker::PhantomData<&'a mut [u64]>,
}

// SAFETY: the pointer is valid for `'a`, and callers of `load` and `store` guarantee the absence of data races.
unsafe impl Send for SharedBlocks<'_> {}
// SAFETY: as above.
unsafe impl Sync for SharedBlocks<'_> {}

impl SharedBlocks<'_> {
    /// Reads a block of `K` words.
    ///
    /// # Safety
    ///
    /// The block must lie in the bitmap, `(block + 1) * K <= len`, and no other thread may write it concurrently.
    #[inline]
    pub(super) unsafe fn load<const K: usize>(&self, block: usize) -> Block<K> {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: the caller guarantees that the words are in range and not being written.
        unsafe {
            self.words
                .add(block * K)
                .cast::<Block<K>>()
                .read_unaligned()
        }
    }

    /// Prefetches a block.
    #[inline]
    pub(super) fn prefetch<const K: usize>(&self, block: usize) {
        prefetch(self.words.wrapping_add(block * K));
    }

    /// Writes a block of `K` words.
    ///
    /// # Safety
    ///
    /// The block must lie in the bitmap, `(block + 1) * K <= len`, and no other thread may read or write it
    /// concurrently.
    #[inline]
    pub(super) unsafe fn store<const K: usize>(&self, block: usize, bits: Block<K>) {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: the caller guarantees that the words are in range and that no other thread accesses them.
        unsafe {
            self.words
                .add(block * K)
                .cast::<Block<K>>()
                .write_unaligned(bits)
        }
    }
}

/// Reads a block of a bitmap.
#[inline]
pub(super) fn block_of<const K: usize>(words: &[u64], block: usize) -> Block<K> {
    words[block * K..][..K]
        .try_into()
        .expect("the slice has K words")
}
