//! Location of levels: memory, a temporary folder, or a folder of the user.

use super::error::scratch;
use super::file::Destination;
use super::folder::Folder;
use super::names::{level_name, run_name};
use super::temporary::TemporaryFolder;
use super::{LevelError, LevelName};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Location of the levels of one search, with a count of their memory use.
#[derive(Debug)]
pub(crate) struct Storage {
    location: Location,
    /// Maximum memory of levels.
    most: u64,
    taken: AtomicU64,
    /// Number of spilled runs so far, which makes their names unique.
    runs: AtomicUsize,
}

#[derive(Debug)]
enum Location {
    /// Memory only.
    Memory,
    /// Memory, and a temporary folder for levels that do not fit.
    Overflow(OnceLock<TemporaryFolder>),
    Folder(Folder),
    /// Folder for runs only; the caller keeps track of the files of levels.
    Spill {
        folder: PathBuf,
        task: blake3::Hash,
    },
}

impl Storage {
    /// Creates a storage that keeps levels in memory.
    pub(crate) fn in_memory(memory: u64) -> Arc<Storage> {
        Storage::new(Location::Memory, memory)
    }

    /// Creates a storage that keeps levels in memory up to half of `memory`, and the rest in a temporary folder. In a
    /// browser, which has no folders, all levels are in memory.
    pub(crate) fn overflowing(memory: u64) -> Arc<Storage> {
        if HAS_DISK {
            Storage::new(Location::Overflow(OnceLock::new()), memory / 2)
        } else {
            Storage::in_memory(memory)
        }
    }

    /// Creates a storage that keeps levels in a folder.
    pub(crate) fn in_folder(folder: Folder) -> Arc<Storage> {
        Storage::new(Location::Folder(folder), 0)
    }

    /// Creates a storage that keeps no levels and spills runs into a folder.
    pub(crate) fn spilling_into(folder: PathBuf, task: blake3::Hash) -> Arc<Storage> {
        Storage::new(Location::Spill { folder, task }, 0)
    }

    fn new(location: Location, most: u64) -> Arc<Storage> {
        Arc::new(Storage {
            location,
            most,
            taken: AtomicU64::new(0),
            runs: AtomicUsize::new(0),
        })
    }

    pub(crate) fn folder(&self) -> Option<&Folder> {
        match &self.location {
            Location::Folder(folder) => Some(folder),
            Location::Memory | Location::Overflow(_) | Location::Spill { .. } => None,
        }
    }

    /// Returns the part of `memory` for buffers and runs of the next level. A level in memory needs the rest.
    pub(super) fn for_making(&self, memory: u64) -> u64 {
        match self.location {
            Location::Memory => memory.saturating_sub(self.taken.load(Ordering::Relaxed)) / 5 * 4,
            Location::Overflow(_) => memory - memory / 2,
            Location::Folder(_) | Location::Spill { .. } => memory,
        }
    }

    /// Returns enough memory for `for_making` to yield `making` while there are no levels.
    pub(super) fn memory_for(&self, making: u64) -> u64 {
        match self.location {
            Location::Memory => making.div_ceil(4) * 5,
            Location::Overflow(_) => 2 * making,
            Location::Folder(_) | Location::Spill { .. } => making,
        }
    }

    /// Returns `true` if levels can spill without a folder of the user.
    pub(super) fn can_overflow(&self) -> bool {
        matches!(self.location, Location::Overflow(_))
    }

    /// Returns the file of a level, or `None` if the level begins in memory.
    pub(super) fn destination(&self, name: LevelName) -> Option<Destination> {
        self.folder()
            .map(|folder| destination(folder.path(), name, *folder.task(), true))
    }

    /// Returns `true` if levels or runs can spill to files.
    pub(super) fn has_files(&self) -> bool {
        !matches!(self.location, Location::Memory)
    }

    fn spill_folder(&self) -> Result<Option<&Path>, LevelError> {
        match &self.location {
            Location::Memory => Ok(None),
            Location::Folder(folder) => Ok(Some(folder.path())),
            Location::Spill { folder, .. } => Ok(Some(folder)),
            Location::Overflow(made) => {
                if made.get().is_none() {
                    let folder = TemporaryFolder::new()
                        .map_err(|error| scratch(&std::env::temp_dir(), error))?;
                    let _ = made.set(folder); // the folder of a second thread is removed at once
                }
                Ok(made.get().map(TemporaryFolder::path))
            }
        }
    }

    /// Adds to the memory use of levels.
    pub(super) fn take(&self, bytes: u64) {
        self.taken.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Subtracts from the memory use of levels.
    pub(super) fn release(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the maximum memory of the next level itself.
    pub(super) fn for_next_level(&self) -> u64 {
        let left = self.most.saturating_sub(self.taken.load(Ordering::Relaxed));
        match self.location {
            Location::Memory => left / 5,
            Location::Overflow(_) | Location::Folder(_) | Location::Spill { .. } => left,
        }
    }

    /// Returns the file of a spilled level or run, or `None` if no folder is available.
    pub(super) fn overflow(&self, what: Spilled) -> Result<Option<Destination>, LevelError> {
        let Some(folder) = self.spill_folder()? else {
            return Ok(None);
        };
        Ok(Some(match what {
            Spilled::Level(name) => destination(folder, name, UNNAMED, false),
            Spilled::Run { pegs } => {
                let path = folder.join(run_name(self.runs.fetch_add(1, Ordering::Relaxed)));
                Destination {
                    path,
                    pegs,
                    task: self.task_of_runs(),
                    durable: false,
                }
            }
        }))
    }

    fn task_of_runs(&self) -> blake3::Hash {
        match &self.location {
            Location::Folder(folder) => *folder.task(),
            Location::Spill { task, .. } => *task,
            Location::Memory | Location::Overflow(_) => UNNAMED,
        }
    }
}

/// Codes that spill to the disk.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spilled {
    Level(LevelName),
    /// Run of a level under construction.
    Run {
        pegs: usize,
    },
}

fn destination(
    folder: &Path,
    (set, pegs): LevelName,
    task: blake3::Hash,
    durable: bool,
) -> Destination {
    Destination {
        path: folder.join(level_name(set, pegs)),
        pegs,
        task,
        durable,
    }
}

/// `false` in browsers, where the standard library panics if it is asked for the temporary folder.
const HAS_DISK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Task of files that only this process reads.
const UNNAMED: blake3::Hash = blake3::Hash::from_bytes([0; 32]);
