//! Codes on their way from the threads that find them to the partitions where they are deduplicated.
//!
//! Each thread has chunks of its own for each partition, so threads wait for nobody. Chunks come from one pool, which
//! bounds and reuses their memory.

use super::allotment::STAGED;
use super::deduplicate::Deduplicator;
use super::ranges::{MOST_RANGES, Ranges};
use crate::engine::Bits;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Chunks that are free or in use.
pub(super) struct Pool<B> {
    free: Mutex<Vec<Vec<B>>>,
    in_use: AtomicUsize,
}

impl<B: Bits> Pool<B> {
    pub(super) fn new() -> Pool<B> {
        Pool { free: Mutex::new(Vec::new()), in_use: AtomicUsize::new(0) }
    }

    /// Drops free chunks until there are no more than `most`, all of this size.
    pub(super) fn trim(&self, most: usize, chunk: usize) {
        let mut free = self.free();
        free.retain(|one| one.capacity() == chunk);
        free.truncate(most);
    }

    /// The chunks in use.
    pub(super) fn in_use(&self) -> usize {
        self.in_use.load(Ordering::Relaxed)
    }

    fn take(&self, chunk: usize) -> Vec<B> {
        self.in_use.fetch_add(1, Ordering::Relaxed);
        self.free().pop().unwrap_or_else(|| Vec::with_capacity(chunk))
    }

    fn give_back(&self, chunks: &mut Vec<Vec<B>>) {
        self.in_use.fetch_sub(chunks.len(), Ordering::Relaxed);
        chunks.iter_mut().for_each(Vec::clear);
        self.free().append(chunks);
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Vec<B>>> {
        self.free.lock().expect("no thread panics with the free chunks")
    }
}

/// What one thread has found, by partition.
pub(super) struct Scatter<'a, B> {
    ranges: &'a Ranges,
    pool: &'a Pool<B>,
    chunk: usize,
    /// The last codes of each partition: whole cache lines go into the chunks.
    staged: Box<[[B; STAGED]; MOST_RANGES]>,
    staged_counts: Box<[u8; MOST_RANGES]>,
    chunks: Vec<Vec<Vec<B>>>,
    found: u64,
}

impl<'a, B: Bits> Scatter<'a, B> {
    pub(super) fn new(ranges: &'a Ranges, pool: &'a Pool<B>, chunk: usize) -> Scatter<'a, B> {
        Scatter {
            ranges,
            pool,
            chunk,
            staged: Box::new([[B::EMPTY; STAGED]; MOST_RANGES]),
            staged_counts: Box::new([0; MOST_RANGES]),
            chunks: vec![Vec::new(); ranges.count()],
            found: 0,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, code: B) {
        let partition = self.ranges.of(code) % MOST_RANGES; // it is less
        let count = usize::from(self.staged_counts[partition]) % STAGED;
        self.staged[partition][count] = code;
        self.staged_counts[partition] = count as u8 + 1;
        if count + 1 == STAGED {
            self.write_out(partition, STAGED);
        }
    }

    fn write_out(&mut self, partition: usize, count: usize) {
        self.found += count as u64;
        self.staged_counts[partition] = 0;
        let codes = &self.staged[partition][..count];
        let chunks = &mut self.chunks[partition];
        match chunks.last_mut() {
            Some(last) if last.len() + count <= self.chunk => last.extend_from_slice(codes),
            _ => {
                let mut chunk = self.pool.take(self.chunk);
                chunk.extend_from_slice(codes);
                chunks.push(chunk);
            }
        }
    }

    /// All that was found, by partition, and how much it is.
    pub(super) fn finish(mut self) -> (Vec<Vec<Vec<B>>>, u64) {
        for partition in 0..self.chunks.len() {
            let count = usize::from(self.staged_counts[partition]);
            if count > 0 {
                self.write_out(partition, count);
            }
        }
        (self.chunks, self.found)
    }
}

/// The codes of one range.
pub(super) struct Partition<B> {
    /// Found since the last time that duplicates were dropped.
    chunks: Vec<Vec<B>>,
    /// Found before, each once.
    kept: Vec<B>,
}

impl<B: Bits> Partition<B> {
    pub(super) fn new() -> Partition<B> {
        Partition { chunks: Vec::new(), kept: Vec::new() }
    }

    pub(super) fn add(&mut self, mut chunks: Vec<Vec<B>>) {
        self.chunks.append(&mut chunks);
    }

    /// Codes that are there once.
    pub(super) fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Drops duplicates; the chunks are free then.
    pub(super) fn deduplicate(&mut self, with: &mut Scratchpad<B>, pool: &Pool<B>) {
        let kept = std::mem::take(&mut self.kept);
        with.deduplicate(&kept, &mut self.chunks, pool);
        drop(kept);
        self.kept = with.distinct.as_slice().into();
    }

    /// All codes, sorted and each once; the partition is empty then.
    pub(super) fn sorted<'s>(&mut self, with: &'s mut Scratchpad<B>, pool: &Pool<B>) -> &'s [B] {
        let kept = std::mem::take(&mut self.kept);
        with.deduplicate(&kept, &mut self.chunks, pool);
        with.distinct.sort_unstable();
        &with.distinct
    }
}

/// What a thread needs for one partition after the other.
pub(super) struct Scratchpad<B> {
    table: Deduplicator<B>,
    distinct: Vec<B>,
    /// How many of the codes found last were no duplicates.
    share: f64,
}

impl<B: Bits> Scratchpad<B> {
    pub(super) fn new() -> Scratchpad<B> {
        Scratchpad { table: Deduplicator::new(), distinct: Vec::new(), share: 0.2 }
    }

    fn deduplicate(&mut self, kept: &[B], chunks: &mut Vec<Vec<B>>, pool: &Pool<B>) {
        let found: usize = chunks.iter().map(Vec::len).sum();
        self.distinct.clear();
        self.table.clear(kept.len() + (found as f64 * self.share) as usize);
        self.table.insert(kept, &mut self.distinct);
        chunks.iter().for_each(|chunk| self.table.insert(chunk, &mut self.distinct));
        self.share = (self.distinct.len() - kept.len()) as f64 / found.max(1) as f64;
        pool.give_back(chunks);
    }
}
