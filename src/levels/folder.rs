//! The folder in which a search keeps finished levels.
//!
//! `levels.ron`, the manifest, says which search it is (board, problem and all else that decides what the
//! levels hold, by content) and which levels are finished, with their files' digests, in the order in which
//! they were made: each is made of levels before it. It is replaced as a whole after each level, by renaming;
//! a level file is complete, and on the disk itself, before the manifest names it. So whenever the program is
//! killed, the manifest lists complete files only.
//!
//! Files that the manifest does not name are never read, and only drafts and spilled runs of this very search
//! are ever removed. Where a file that the manifest names is gone, that level and those made after it count
//! as unfinished.

use super::LevelError;
use super::error::scratch;
use super::file::remove_leftovers;
use super::manifest::{FinishedLevel, Manifest};
use super::manifest::{load_manifest, new_manifest, save_manifest};
use super::names::{TaskName, is_leftover_name, level_name};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

pub(crate) const MANIFEST: &str = "levels.ron";
/// The manifest of levels whose parts several processes have made.
pub(crate) const CLUSTER_MANIFEST: &str = "cluster.ron";
/// The manifests of earlier versions, of sweeps and of exhaustions.
const OLD_MANIFESTS: [&str; 2] = ["sweep.ron", "manifest.ron"];
pub(super) const LOCK: &str = "lock";
const VERSION: u32 = 3;

/// A scratch folder that this run has for itself.
#[derive(Debug)]
pub(crate) struct LockedFolder {
    path: PathBuf,
    lock: File,
}

impl LockedFolder {
    /// Takes the folder, or makes it. Two runs would remove each other's files; the system frees the lock
    /// when the program ends, however it ends.
    pub(crate) fn open(path: &Path) -> Result<LockedFolder, LevelError> {
        fs::create_dir_all(path).map_err(|error| scratch(path, error))?;
        // A file of this name may be the user's own: it is locked, and stays as it is.
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path.join(LOCK));
        let lock = lock.map_err(|error| scratch(path, error))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Err(LevelError::FolderInUse {
                folder: path.to_owned(),
            }),
            // Some network file systems have no locks; whoever uses them has to see to it.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(LockedFolder {
                path: path.to_owned(),
                lock,
            }),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses a folder of an earlier version, or of a cluster.
    pub(crate) fn check_version(&self) -> Result<(), LevelError> {
        if self.path.join(CLUSTER_MANIFEST).exists() {
            return Err(LevelError::FolderOfCluster {
                folder: self.path.clone(),
            });
        }
        let old = |manifest: &&&str| self.path.join(manifest).exists();
        match OLD_MANIFESTS.iter().find(old) {
            Some(manifest) => Err(LevelError::OldFolder {
                folder: self.path.clone(),
                manifest,
            }),
            None => Ok(()),
        }
    }

    /// The folder of the levels of a search.
    pub(crate) fn of_task(self, task: TaskName) -> Result<Folder, LevelError> {
        self.check_version()?;
        let found = load_manifest(&self.path, MANIFEST, VERSION, &task)?;
        let mut manifest = found.unwrap_or_else(|| new_manifest(VERSION, &task));
        let is_there =
            |level: &FinishedLevel| self.path.join(level_name(level.set, level.pegs)).exists();
        let whole = manifest
            .levels
            .iter()
            .take_while(|level| is_there(level))
            .count();
        manifest.levels.truncate(whole);
        let folder = Folder {
            path: self.path,
            task: task.digest,
            manifest: Mutex::new(manifest),
            lock: Mutex::new(Some(self.lock)),
        };
        remove_leftovers(folder.path(), &folder.task, is_leftover_name); // drafts and spilled runs of a killed run
        folder.write_manifest()?;
        Ok(folder)
    }
}

/// A scratch folder that belongs to one search.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    task: blake3::Hash,
    manifest: Mutex<Manifest<FinishedLevel>>,
    /// Held as long as levels are made. Whoever reads them later notices when they were changed.
    lock: Mutex<Option<File>>,
}

impl Folder {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn task(&self) -> &blake3::Hash {
        &self.task
    }

    /// Leaves the folder to other runs.
    pub(super) fn unlock(&self) {
        self.lock
            .lock()
            .expect("no thread panics with the lock")
            .take();
    }

    /// The finished levels in the order in which they were made.
    pub(super) fn finished(&self) -> Vec<FinishedLevel> {
        self.manifest
            .lock()
            .expect("no thread panics with the manifest")
            .levels
            .clone()
    }

    /// Enters a finished level into the manifest.
    pub(super) fn finish(&self, level: FinishedLevel) -> Result<(), LevelError> {
        self.manifest
            .lock()
            .expect("no thread panics with the manifest")
            .levels
            .push(level);
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), LevelError> {
        let manifest = self
            .manifest
            .lock()
            .expect("no thread panics with the manifest");
        save_manifest(&manifest, self.path(), MANIFEST)
    }
}
