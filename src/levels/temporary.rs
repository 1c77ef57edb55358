//! Temporary folder for levels that do not fit the memory.
//!
//! The folder is removed on drop. A killed program drops nothing. Therefore the folder has a lock, which the system
//! releases at the end of the process, and the next run removes unlocked folders.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

#[derive(Debug)]
pub(super) struct TemporaryFolder {
    /// `None` if the file system has no locks: then only this run removes the folder. Closed before the removal.
    _lock: Option<File>,
    folder: TempDir,
}

const PREFIX: &str = "pegboard-";
/// File name of the lock. It differs from that of scratch folders, so that a user's scratch folder among temporary
/// files is never removed.
const LOCK: &str = "temporary.lock";
/// Age below which a folder might not be locked yet.
const YOUNG: Duration = Duration::from_secs(60);

impl TemporaryFolder {
    /// Creates a folder among the temporary files of the system.
    pub(super) fn new() -> io::Result<TemporaryFolder> {
        TemporaryFolder::inside(&std::env::temp_dir())
    }

    fn inside(root: &Path) -> io::Result<TemporaryFolder> {
        remove_abandoned(root);
        let folder = TempDir::with_prefix_in(PREFIX, root)?;
        let lock = File::create(folder.path().join(LOCK))?;
        let is_locked = lock.try_lock().is_ok();
        if !is_locked {
            fs::remove_file(folder.path().join(LOCK))?; // without the file, no run takes the folder for abandoned
        }
        Ok(TemporaryFolder {
            _lock: is_locked.then_some(lock),
            folder,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes folders of killed runs. Ignores errors, because a leftover is harmless.
fn remove_abandoned(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_abandoned(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder.join(LOCK)) else {
        return false;
    };
    let age = lock
        .metadata()
        .and_then(|data| data.modified())
        .map(|made| made.elapsed());
    let is_old = age.is_ok_and(|age| age.is_ok_and(|age| age > YOUNG));
    is_old && lock.try_lock().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn folders_of_killed_runs_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let made = |name: &str, lock: &str| {
            let folder = root.path().join(name);
            fs::create_dir(&folder).unwrap();
            let lock = File::create(folder.join(lock)).unwrap();
            lock.set_modified(SystemTime::now() - 2 * YOUNG).unwrap();
            (folder, lock)
        };
        let (killed, _) = made("pegboard-killed", LOCK);
        let (young, lock) = made("pegboard-young", LOCK);
        lock.set_modified(SystemTime::now()).unwrap();
        let (used, held) = made("pegboard-used", LOCK);
        held.lock().unwrap();
        let scratch = made("pegboard-scratch", crate::levels::folder::LOCK).0;
        let others = [
            scratch,
            made("pegboard-other", "file").0,
            made("other", LOCK).0,
        ];
        let own = TemporaryFolder::inside(root.path()).unwrap();
        assert!(
            !killed.exists()
                && young.exists()
                && used.exists()
                && others.iter().all(|path| path.exists())
        );
        let path = own.path().to_owned();
        assert!(path.join(LOCK).exists());
        drop(own);
        assert!(!path.exists());
    }
}
