use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

/// A folder for what does not fit into memory.
#[derive(Debug)]
pub(super) struct Scratch {
    place: Place,
    runs: AtomicU64,
}

#[derive(Debug)]
enum Place {
    /// Made when it is first needed, removed in the end.
    Temporary(OnceLock<TempDir>),
    /// The user's, kept so that the work can be resumed.
    Kept(PathBuf),
}

impl Scratch {
    pub(super) fn temporary() -> Scratch {
        Scratch { place: Place::Temporary(OnceLock::new()), runs: AtomicU64::new(0) }
    }

    /// A folder that is kept; it is made if need be. Runs that an interrupted search left in it are removed.
    pub(super) fn kept(folder: &Path) -> io::Result<Scratch> {
        std::fs::create_dir_all(folder)?;
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "run") {
                std::fs::remove_file(path)?;
            }
        }
        Ok(Scratch { place: Place::Kept(folder.to_owned()), runs: AtomicU64::new(0) })
    }

    /// Whether what is written here can be found again later.
    pub(super) fn is_kept(&self) -> bool {
        matches!(self.place, Place::Kept(_))
    }

    pub(super) fn folder(&self) -> io::Result<&Path> {
        match &self.place {
            Place::Kept(folder) => Ok(folder),
            Place::Temporary(made) => match made.get() {
                Some(folder) => Ok(folder.path()),
                None => {
                    let folder = TempDir::with_prefix("pegboard-")?;
                    Ok(made.get_or_init(|| folder).path()) // a folder that comes second is removed at once
                }
            },
        }
    }

    /// The path for another run.
    pub(super) fn new_run(&self) -> io::Result<PathBuf> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        Ok(self.folder()?.join(format!("{number}.run")))
    }
}
