//! Where levels are kept: in memory, in a temporary folder, or in a folder of the user's.

use super::error::scratch;
use super::file::Destination;
use super::folder::Folder;
use super::names::{level_name, run_name};
use super::temporary::TemporaryFolder;
use super::{LevelError, LevelName};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The place of the levels of one search, and the count of their bytes in memory.
#[derive(Debug)]
pub(crate) struct Storage {
    place: Place,
    /// The bytes of memory that levels may take.
    most: u64,
    taken: AtomicU64,
    /// The runs that were spilled so far, which have different names.
    runs: AtomicUsize,
}

#[derive(Debug)]
enum Place {
    /// Memory alone.
    Memory,
    /// Memory, and a temporary folder for what does not fit it.
    Overflow(OnceLock<TemporaryFolder>),
    Folder(Folder),
    /// The caller keeps track of the files of levels; what does not fit memory is spilled into the folder.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))] // only a cluster's workers have it
    Spill {
        folder: PathBuf,
        task: blake3::Hash,
    },
}

impl Storage {
    /// Levels in memory, of all of `memory`.
    pub(crate) fn in_memory(memory: u64) -> Arc<Storage> {
        Storage::new(Place::Memory, memory)
    }

    /// Levels in memory while they take no more than half of `memory`, and the others in a temporary folder. In a
    /// browser, which has no folders, all are in memory.
    pub(crate) fn overflowing(memory: u64) -> Arc<Storage> {
        if HAS_DISK {
            Storage::new(Place::Overflow(OnceLock::new()), memory / 2)
        } else {
            Storage::in_memory(memory)
        }
    }

    /// Levels in a folder, where they stay.
    pub(crate) fn in_folder(folder: Folder) -> Arc<Storage> {
        Storage::new(Place::Folder(folder), 0)
    }

    /// No levels of its own, and a folder for what does not fit memory while levels are made.
    #[cfg(feature = "cluster")]
    pub(crate) fn spilling_into(folder: PathBuf, task: blake3::Hash) -> Arc<Storage> {
        Storage::new(Place::Spill { folder, task }, 0)
    }

    fn new(place: Place, most: u64) -> Arc<Storage> {
        Arc::new(Storage {
            place,
            most,
            taken: AtomicU64::new(0),
            runs: AtomicUsize::new(0),
        })
    }

    pub(crate) fn folder(&self) -> Option<&Folder> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::Memory | Place::Overflow(_) | Place::Spill { .. } => None,
        }
    }

    /// The bytes of `memory` for the making of the next level. Where a level must find room in memory itself,
    /// it does so beside what it is made from.
    pub(super) fn for_making(&self, memory: u64) -> u64 {
        match self.place {
            Place::Memory => memory.saturating_sub(self.taken.load(Ordering::Relaxed)) / 5 * 4,
            Place::Overflow(_) => memory - memory / 2,
            Place::Folder(_) | Place::Spill { .. } => memory,
        }
    }

    /// The least memory of which `for_making` leaves this much, while there are no levels.
    pub(super) fn memory_for(&self, making: u64) -> u64 {
        match self.place {
            Place::Memory => making.div_ceil(4) * 5,
            Place::Overflow(_) => 2 * making,
            Place::Folder(_) | Place::Spill { .. } => making,
        }
    }

    /// Whether what does not fit memory has a place by itself.
    pub(super) fn can_overflow(&self) -> bool {
        matches!(self.place, Place::Overflow(_))
    }

    /// The file of a level that goes to the folder at once; `None` where it is in memory first.
    pub(super) fn destination(&self, name: LevelName) -> Option<Destination> {
        self.folder()
            .map(|folder| destination(folder.path(), name, *folder.task(), true))
    }

    /// Whether there is a place for what does not fit memory.
    pub(super) fn has_files(&self) -> bool {
        !matches!(self.place, Place::Memory)
    }

    fn spill_folder(&self) -> Result<Option<&Path>, LevelError> {
        match &self.place {
            Place::Memory => Ok(None),
            Place::Folder(folder) => Ok(Some(folder.path())),
            Place::Spill { folder, .. } => Ok(Some(folder)),
            Place::Overflow(made) => {
                if made.get().is_none() {
                    let folder = TemporaryFolder::new()
                        .map_err(|error| scratch(&std::env::temp_dir(), error))?;
                    let _ = made.set(folder); // a folder that comes second is removed at once
                }
                Ok(made.get().map(TemporaryFolder::path))
            }
        }
    }

    /// Counts bytes of a level in memory.
    pub(super) fn take(&self, bytes: u64) {
        self.taken.fetch_add(bytes, Ordering::Relaxed);
    }

    /// They are in memory no longer.
    pub(super) fn release(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The bytes of memory that the next level may take, beside what it is made with.
    pub(super) fn for_next_level(&self) -> u64 {
        let left = self.most.saturating_sub(self.taken.load(Ordering::Relaxed));
        match self.place {
            Place::Memory => left / 5,
            Place::Overflow(_) | Place::Folder(_) | Place::Spill { .. } => left,
        }
    }

    /// The file of what does not fit memory; `None` when there is no place for it.
    pub(super) fn overflow(&self, what: Overflowing) -> Result<Option<Destination>, LevelError> {
        let Some(folder) = self.spill_folder()? else {
            return Ok(None);
        };
        Ok(Some(match what {
            Overflowing::Level(name) => destination(folder, name, UNNAMED, false),
            Overflowing::Run { pegs } => {
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
        match &self.place {
            Place::Folder(folder) => *folder.task(),
            Place::Spill { task, .. } => *task,
            Place::Memory | Place::Overflow(_) => UNNAMED,
        }
    }
}

/// What goes to the disk when it takes more memory than it may.
#[derive(Clone, Copy, Debug)]
pub(super) enum Overflowing {
    Level(LevelName),
    /// Some of the codes of a level in the making.
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

/// Browsers have none: there the standard library panics when it is asked for a folder of temporary files.
const HAS_DISK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The task of files that only the program which wrote them reads.
const UNNAMED: blake3::Hash = blake3::Hash::from_bytes([0; 32]);
