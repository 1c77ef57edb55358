//! The memory of a bitmap, and the one place where threads share it without locks.

use super::block::Block;
use crate::engine::processor::prefetch;
use memmap2::{Advice, MmapMut, MmapOptions};
use std::io;

/// Zeroed words, on large pages where the system has them: a sweep touches the whole bitmap out of order.
#[derive(Debug)]
pub(super) struct Bitmap {
    memory: Memory,
}

#[derive(Debug)]
enum Memory {
    Mapped(MmapMut),
    /// Where memory cannot be mapped, as in a web page.
    Owned(Vec<u64>),
}

impl Bitmap {
    /// # Errors
    ///
    /// When the system has no memory for it.
    pub(super) fn new(words: usize) -> io::Result<Bitmap> {
        let out_of_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = words.checked_mul(8).ok_or_else(out_of_memory)?;
        if let Ok(memory) = MmapOptions::new().len(bytes).map_anon() {
            #[cfg(target_os = "linux")]
            let _ = memory.advise(Advice::HugePage); // small pages do as well, if slower
            return Ok(Bitmap { memory: Memory::Mapped(memory) });
        }
        let mut memory = Vec::new();
        memory.try_reserve_exact(words).map_err(|_| out_of_memory())?;
        memory.resize(words, 0);
        Ok(Bitmap { memory: Memory::Owned(memory) })
    }

    pub(super) fn words(&self) -> &[u64] {
        match &self.memory {
            // SAFETY: any bytes are a `u64`; a mapping begins at a page, so that no byte is left over.
            Memory::Mapped(memory) => unsafe { memory.align_to().1 },
            Memory::Owned(memory) => memory,
        }
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.memory {
            // SAFETY: as above.
            Memory::Mapped(memory) => unsafe { memory.align_to_mut().1 },
            Memory::Owned(memory) => memory,
        }
    }

    /// The bitmap for several threads, each of which writes blocks of its own.
    pub(super) fn shared(&mut self) -> SharedBlocks<'_> {
        let words = self.words_mut();
        SharedBlocks { words: words.as_mut_ptr(), len: words.len(), bitmap: std::marker::PhantomData }
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
    /// No other thread writes the block meanwhile.
    #[inline(always)]
    pub(super) unsafe fn load<const K: usize>(&self, block: usize) -> Block<K> {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: the words are in range, and by the condition nobody writes them.
        unsafe { self.words.add(block * K).cast::<Block<K>>().read_unaligned() }
    }

    /// Has a block fetched into the cache.
    #[inline(always)]
    pub(super) fn prefetch<const K: usize>(&self, block: usize) {
        prefetch(self.words.wrapping_add(block * K));
    }

    /// Writes a block of `K` words.
    ///
    /// # Safety
    ///
    /// No other thread reads or writes the block meanwhile.
    #[inline(always)]
    pub(super) unsafe fn store<const K: usize>(&self, block: usize, bits: Block<K>) {
        debug_assert!((block + 1) * K <= self.len);
        // SAFETY: the words are in range, and by the condition nobody else uses them.
        unsafe { self.words.add(block * K).cast::<Block<K>>().write_unaligned(bits) }
    }
}

/// Reads a block of a bitmap that nobody writes.
#[inline(always)]
pub(super) fn block_of<const K: usize>(words: &[u64], block: usize) -> Block<K> {
    let words = &words[block * K..][..K];
    // A slice of K words is an array of K words; the compiler sees it.
    words.try_into().expect("the slice has K words")
}
