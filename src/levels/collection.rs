//! Levels of codes that arrive in any order, such as codes that other processes send.

use super::allotment::{Allotment, BufferSizes};
use super::file::Destination;
use super::level::{Level, LevelWriter};
use super::making::{Making, PhaseOf, Resources, RoundCodes, Runs};
use super::partition::{Arena, Filled, Scatter};
use super::ranges::Ranges;
use super::storage::Storage;
use super::{LevelError, LevelName, Sieve};
use crate::control::{Control, Part, Phase};
use crate::engine::Bits;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maker of one level after another in the calling thread.
///
/// The caller keeps track of the files of levels. Files are synced to the disk before they get their names.
pub struct Collector<'a, B> {
    resources: Resources<'a>,
    arena: Arena<B>,
    task: blake3::Hash,
}

/// Estimate of the codes that will arrive for a level, from which a [`Collector`] sizes partitions and buffers.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'w, B> {
    /// Sample of the codes, duplicates included.
    pub sample: &'w [B],
    /// Expected number of codes, duplicates included.
    pub expected: u64,
    /// Upper bound on the number of codes.
    pub most: u64,
}

/// Level that is being collected.
pub struct Collection<'c, B> {
    making: Making<'c>,
    task: blake3::Hash,
    ranges: Ranges,
    arena: &'c mut Arena<B>,
    /// Fill level of the arena between two calls.
    filled: Option<Filled>,
    runs: Runs,
}

impl<'a, B: Bits> Collector<'a, B> {
    /// Creates a collector for the levels of a task. The control's memory limit bounds tables and buffers; codes that
    /// do not fit spill into the folder.
    ///
    /// # Errors
    ///
    /// Returns [`LevelError::TooLittleMemory`] if the limit is too small for the buffers of one level.
    pub fn new(
        control: &'a Control<'_>,
        spill_folder: PathBuf,
        task: blake3::Hash,
    ) -> Result<Collector<'a, B>, LevelError> {
        let storage = Storage::spilling_into(spill_folder, task);
        let limit = control.memory();
        match Allotment::new::<B>(storage.for_making(limit), 1, storage.has_files()) {
            Ok(_) => Ok(Collector {
                resources: Resources {
                    part: Part::whole(control),
                    storage,
                    memory: limit,
                },
                arena: Arena::new(),
                task,
            }),
            Err(least) => Err(LevelError::TooLittleMemory {
                limit,
                least: storage.memory_for(least),
            }),
        }
    }

    /// Opens the file of a finished level. Reads the whole file and compares its digest.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read, its digest differs, or the control stops the call.
    pub fn open(&self, path: &Path, digest: blake3::Hash) -> Result<Level, LevelError> {
        let checking = || Phase::CheckingLevels;
        let storage = Arc::clone(&self.resources.storage);
        Level::open(path, &self.task, digest, storage, &|| {
            self.resources.part.tick(0, checking)
        })
    }

    /// Creates an in-memory level from ascending codes.
    pub fn in_memory(&self, codes: &[B]) -> Level {
        Level::in_memory(codes, Arc::clone(&self.resources.storage))
    }

    /// Writes codes, which may be in any order, to a file as a level.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be written.
    pub fn listed(
        &self,
        name: LevelName,
        codes: Vec<B>,
        path: PathBuf,
    ) -> Result<Level, LevelError> {
        let to = destination(path, name, self.task);
        let writer = LevelWriter::to_file(Arc::clone(&self.resources.storage), to)?;
        self.resources.listed(name, codes, writer)
    }

    /// Begins collecting a level.
    ///
    /// # Errors
    ///
    /// Returns [`LevelError::OutOfMemory`] if the memory limit is too small.
    pub fn begin<'c>(
        &'c mut self,
        name: LevelName,
        incoming: Incoming<'_, B>,
        phase: &'c PhaseOf<'c>,
    ) -> Result<Collection<'c, B>, LevelError> {
        let allotment = self.resources.allotment::<B>(name)?;
        let ranges = Ranges::new(allotment.range_count(incoming.expected), incoming.sample);
        let making = Making {
            resources: &self.resources,
            name,
            allotment,
            threads: 1,
            phase,
        };
        let arena = &mut self.arena;
        arena
            .fit(making.room_of_thread(usize::try_from(incoming.most).unwrap_or(usize::MAX)))
            .map_err(LevelError::Stopped)?;
        Ok(Collection {
            making,
            task: self.task,
            ranges,
            arena,
            filled: None,
            runs: Runs::default(),
        })
    }
}

impl<B: Bits> Collection<'_, B> {
    /// Adds codes, which may be duplicates.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if memory or the disk is full or the control stops the call.
    pub fn add(&mut self, codes: &[B]) -> Result<(), LevelError> {
        let BufferSizes {
            chunk, partitions, ..
        } = self.making.allotment.sizes;
        // An empty arena has room for each piece.
        for piece in codes.chunks(partitions * chunk) {
            let Collection {
                making,
                ranges,
                arena,
                filled,
                runs,
                ..
            } = self;
            let mut scatter = scatter_from(filled.take(), ranges, arena, chunk);
            if !scatter.has_room_for(piece.len()) {
                let codes = &[scatter.finish()];
                making.add_run(runs, RoundCodes { ranges, codes })?;
                scatter = Scatter::new(ranges, arena, chunk);
            }
            scatter.add(piece);
            *filled = Some(scatter.filled);
        }
        Ok(())
    }

    /// Writes the codes that the sieve accepts to a file as a level.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] as [`add`](Collection::add) does.
    pub fn finish(self, path: PathBuf, sieve: Sieve<'_>) -> Result<Level, LevelError> {
        let Collection {
            making,
            task,
            ranges,
            arena,
            filled,
            mut runs,
        } = self;
        let codes = [scatter_from(filled, &ranges, arena, making.allotment.sizes.chunk).finish()];
        let found = RoundCodes {
            ranges: &ranges,
            codes: &codes,
        };
        let to = destination(path, making.name, task);
        let writer = LevelWriter::to_file(Arc::clone(&making.resources.storage), to)?;
        if runs.is_empty() {
            return making.write(writer, found, sieve);
        }
        making.add_run(&mut runs, found)?;
        making.merge::<B>(writer, runs.into_levels(), &ranges, sieve)
    }
}

fn destination(path: PathBuf, (_, pegs): LevelName, task: blake3::Hash) -> Destination {
    Destination {
        path,
        pegs,
        task,
        durable: true,
    }
}

/// Returns a scatter into the arena that continues after the codes in it.
fn scatter_from<'s, B: Bits>(
    filled: Option<Filled>,
    ranges: &'s Ranges,
    arena: &'s mut Arena<B>,
    chunk: usize,
) -> Scatter<'s, B> {
    match filled {
        Some(filled) => Scatter::resumed(ranges, arena, chunk, filled),
        None => Scatter::new(ranges, arena, chunk),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::levels::LevelSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_level_holds_each_code_that_came_once(
            packets in prop::collection::vec(prop::collection::vec(1..1u64 << 33, 0..700), 0..40),
            memory in 20_000..200_000u64,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let limits = Limits { memory: Some(memory), threads: Some(NonZeroUsize::MIN), ..Limits::default() };
            let control = Control::new(limits);
            let task = blake3::hash(b"test");
            let mut collector = Collector::new(&control, folder.path().to_owned(), task).unwrap();
            let name = (LevelSet::Forward, 10);
            let phase = |_: f64| Phase::Counting.into();
            let all: BTreeSet<u64> = packets.iter().flatten().copied().collect();
            let sample: Vec<u64> = all.iter().copied().step_by(9).collect();
            let expected = 8 * all.len() as u64;
            let incoming = Incoming { sample: &sample, expected, most: 10 * expected };
            let mut collection = collector.begin(name, incoming, &phase).unwrap();
            for packet in &packets {
                collection.add(packet).unwrap();
            }
            let level = collection.finish(folder.path().join("collected.level"), Sieve::All).unwrap();
            prop_assert_eq!(level.codes::<u64>(&control).unwrap(), all.into_iter().collect::<Vec<_>>());
            let files = std::fs::read_dir(folder.path()).unwrap().count();
            prop_assert_eq!(files, 1); // no spilled runs are left
        }
    }
}
