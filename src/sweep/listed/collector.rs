//! Where the positions of a new level are put: into shards by hash, each sorted and freed of doubles whenever it is full, and
//! written to disk when that is not enough.

use super::level::{CHUNK, Level, scratch};
use super::level_file::LevelWriter;
use super::merge::Merge;
use super::scratch::Folder;
use crate::engine::Bits;
use crate::sweep::SweepError;
use std::sync::Mutex;

/// Shards by hash: a power of two, several for each thread so that they seldom wait for each other.
pub(super) const SHARDS: usize = 64;

/// Which shard a position belongs to. Equal positions meet in one shard, wherever they were found.
#[inline(always)]
pub(super) fn shard_of<B: Bits>(code: B) -> usize {
    (code.mixed() >> 58) as usize % SHARDS
}

pub(super) struct Collector<'a, B> {
    shards: Vec<Mutex<Shard<B>>>,
    /// Codes that a shard may hold before it is spilled.
    capacity: usize,
    pegs: usize,
    memory: u64,
    folder: Option<&'a Folder>,
}

struct Shard<B> {
    codes: Vec<B>,
    /// So many codes at the beginning are known to be sorted and different.
    sorted: usize,
    /// Sorted runs on disk.
    runs: Vec<Level<B>>,
}

impl<'a, B: Bits> Collector<'a, B> {
    /// `memory` is in bytes.
    pub(super) fn new(pegs: usize, memory: u64, folder: Option<&'a Folder>) -> Collector<'a, B> {
        let shard = || Mutex::new(Shard { codes: Vec::new(), sorted: 0, runs: Vec::new() });
        let capacity = (memory / (SHARDS * size_of::<B>()) as u64).max(16) as usize;
        Collector { shards: (0..SHARDS).map(|_| shard()).collect(), capacity, pegs, memory, folder }
    }

    /// Adds positions of one shard; `codes` is emptied.
    pub(super) fn add(&self, number: usize, codes: &mut Vec<B>) -> Result<(), SweepError> {
        let mut shard = self.shards[number].lock().expect("no thread panics with a shard");
        if shard.codes.len() + codes.len() > shard.codes.capacity().min(self.capacity) {
            self.make_room(number, &mut shard, codes.len())?;
        }
        shard.codes.append(codes);
        Ok(())
    }

    /// Grows while memory lasts, unless most of the shard were doubles.
    fn make_room(&self, number: usize, shard: &mut Shard<B>, more: usize) -> Result<(), SweepError> {
        shard.remove_doubles();
        let wanted = (2 * (shard.codes.len() + more)).max(CHUNK.min(self.capacity));
        if shard.codes.len() + more > self.capacity * 3 / 4 {
            let folder =
                self.folder.ok_or(SweepError::OutOfMemory { pegs: self.pegs, limit: self.memory })?;
            let path = folder.run_path(number, shard.runs.len());
            let run = write(folder, &path, self.pegs, shard.codes.iter().copied().map(Ok), false)?;
            shard.runs.push(run);
            shard.codes.clear();
            shard.sorted = 0;
        } else if wanted > shard.codes.capacity() {
            shard.codes.reserve_exact(wanted.min(self.capacity) - shard.codes.len());
        }
        Ok(())
    }

    /// The level, in memory if it may stay there, and otherwise in the file of that path.
    pub(super) fn finish(
        self,
        path: Option<&std::path::Path>,
        threads: usize,
    ) -> Result<Level<B>, SweepError> {
        self.remove_doubles(threads);
        let shards: Vec<Shard<B>> = self
            .shards
            .into_iter()
            .map(|shard| shard.into_inner().expect("no thread panics with a shard"))
            .collect();
        let spilled = shards.iter().any(|shard| !shard.runs.is_empty());
        let Some((folder, path)) = self.folder.zip(path) else {
            debug_assert!(!spilled);
            let mut codes: Vec<B> = shards.into_iter().flat_map(|shard| shard.codes).collect();
            codes.sort(); // the stable sort knows sorted runs when it sees them
            return Ok(Level::Memory(codes));
        };
        let in_memory = shards.iter().map(|shard| Level::Memory(shard.codes.clone()));
        let runs: Vec<Level<B>> =
            in_memory.chain(shards.iter().flat_map(|shard| shard.runs.clone())).collect();
        drop(shards);
        let level = write(folder, path, self.pegs, Merge::new(&runs)?, true)?;
        folder.remove_runs();
        Ok(level)
    }

    fn remove_doubles(&self, threads: usize) {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let work = || {
            while let Some(shard) = self.shards.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                shard.lock().expect("no thread panics with a shard").remove_doubles();
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

impl<B: Bits> Shard<B> {
    fn remove_doubles(&mut self) {
        if self.sorted < self.codes.len() {
            self.codes.sort(); // the beginning is sorted already, and the stable sort profits
            self.codes.dedup();
            self.sorted = self.codes.len();
        }
    }
}

/// Writes codes in ascending order to a file.
pub(super) fn write<B: Bits>(
    folder: &Folder,
    path: &std::path::Path,
    pegs: usize,
    codes: impl Iterator<Item = Result<B, SweepError>>,
    durable: bool,
) -> Result<Level<B>, SweepError> {
    let failed = |error| scratch(path, error);
    let mut writer = LevelWriter::create(path, pegs, folder.task()).map_err(failed)?;
    for code in codes {
        writer.push(code?.code()).map_err(failed)?;
    }
    let contents = writer.finish(durable).map_err(failed)?;
    folder.note(path, contents);
    Ok(Level::File { path: path.to_owned(), codes: contents.codes })
}
