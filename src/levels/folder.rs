//! Folder in which a search keeps finished levels.
//!
//! The manifest `levels.ron` identifies the search by the contents of its board, its problem and everything else that
//! determines its levels. It lists the finished levels with the digests of their files, in the order in which they were
//! made: each level is made from earlier ones. The manifest is replaced by renaming after each level; a level file is
//! complete and synced to the disk before the manifest lists it. Therefore the manifest lists complete files only,
//! whenever the program is killed.
//!
//! Files that the manifest does not list are never read. Only drafts and spilled runs of this search are removed. If a listed
//! file is missing, its level and all later levels count as unfinished.

use super::LevelError;
use super::error::scratch;
use super::file::remove_leftovers;
use super::manifest::{LevelRecord, Manifest};
use super::names::{TaskName, is_leftover_name, level_name};
use crate::control::whole_file::remove_dead_drafts;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// File name of the manifest of a single process.
pub const MANIFEST: &str = "levels.ron";
/// File name of the manifest of a cluster.
pub const CLUSTER_MANIFEST: &str = "cluster.ron";
/// Manifests of earlier versions.
const OLD_MANIFESTS: [&str; 2] = ["sweep.ron", "manifest.ron"];
pub(super) const LOCK: &str = "lock";
const VERSION: u32 = 3;

/// Scratch folder locked by this run.
#[derive(Debug)]
pub struct LockedFolder {
    path: PathBuf,
    lock: File,
}

impl LockedFolder {
    /// Opens or creates the folder and locks it, because two runs would remove each other's files. The system releases
    /// the lock at the end of the process. Drafts of killed runs are removed.
    ///
    /// # Errors
    ///
    /// Returns [`LevelError::FolderInUse`] if another run holds the lock, or [`LevelError::Scratch`] if the folder
    /// cannot be used.
    pub fn open(path: &Path) -> Result<LockedFolder, LevelError> {
        fs::create_dir_all(path).map_err(|error| scratch(path, error))?;
        // The file may belong to the user, so its contents stay.
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
            // Some network file systems have no locks; their users must not start two runs.
            Ok(()) | Err(TryLockError::Error(_)) => {
                remove_dead_drafts(path);
                Ok(LockedFolder {
                    path: path.to_owned(),
                    lock,
                })
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns an error if the folder is of an earlier version or of a cluster.
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

    /// Opens the levels of a search.
    pub(crate) fn of_task(self, task: TaskName) -> Result<Folder, LevelError> {
        self.check_version()?;
        let found = Manifest::load(&self.path, MANIFEST, VERSION, &task)?;
        let mut manifest = found.unwrap_or_else(|| Manifest::new(VERSION, &task));
        let is_there =
            |level: &LevelRecord| self.path.join(level_name(level.set, level.pegs)).exists();
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

/// Scratch folder of one search.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    task: blake3::Hash,
    manifest: Mutex<Manifest<LevelRecord>>,
    /// Held while levels are made. Afterwards, readers rely on the checks of blocks.
    lock: Mutex<Option<File>>,
}

impl Folder {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn task(&self) -> &blake3::Hash {
        &self.task
    }

    /// Releases the folder to other runs.
    pub(super) fn unlock(&self) {
        self.lock
            .lock()
            .expect("no thread panics with the lock")
            .take();
    }

    /// Returns the finished levels in the order in which they were made.
    pub(super) fn finished(&self) -> Vec<LevelRecord> {
        self.manifest
            .lock()
            .expect("no thread panics with the manifest")
            .levels
            .clone()
    }

    /// Adds a finished level to the manifest.
    pub(super) fn finish(&self, level: LevelRecord) -> Result<(), LevelError> {
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
        manifest.save(self.path(), MANIFEST)
    }
}
