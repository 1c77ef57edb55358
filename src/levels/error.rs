use crate::control::{LimitReached, advice_to_allow, counted, size_text};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Returns the error for a file or folder that cannot be used.
pub(crate) fn scratch(path: &Path, error: io::Error) -> LevelError {
    LevelError::Scratch {
        path: path.to_owned(),
        error,
    }
}

/// Returns the error for a scratch file whose contents differ from what was written.
pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> LevelError {
    LevelError::Damaged {
        path: path.to_owned(),
        what: what.into(),
    }
}

/// Error of making or reading a level.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// A limit was reached, or the call was cancelled.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The memory limit is too small to work with.
    #[error(
        "{} of memory is too little for lists of positions; {}",
        size_text(*limit),
        advice_to_allow(*least)
    )]
    TooLittleMemory {
        /// Bytes allowed.
        limit: u64,
        /// Bytes that would be enough.
        least: u64,
    },
    /// The positions exceed the memory limit, and no folder is given for them.
    #[error(
        "the level of {} does not fit the {} of memory allowed; allow more, or name a scratch folder for \
         levels that do not fit",
        counted(*pegs, "peg"),
        size_text(*limit)
    )]
    OutOfMemory {
        /// Pegs of the level.
        pegs: usize,
        /// Bytes allowed.
        limit: u64,
    },
    /// A scratch folder, or a file in it, cannot be written or read.
    #[error(
        "the scratch file or folder `{path}` cannot be used: {error}; fix disk space or permissions and rerun: finished levels in \
         a named scratch folder are kept"
    )]
    Scratch {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file in the scratch folder differs from what this version writes.
    #[error(
        "the scratch file `{path}` cannot be used: {what}; remove it and rerun; the levels that depend on it are made again"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The difference.
        what: String,
    },
    /// Another run uses the scratch folder.
    #[error(
        "the scratch folder `{folder}` is in use by another run; wait for its end, or name another folder"
    )]
    FolderInUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The scratch folder holds the levels of another task.
    #[error(
        "the scratch folder `{folder}` holds other levels ({found}); give each problem a folder of its own, or remove that one"
    )]
    OtherTask {
        /// The folder.
        folder: PathBuf,
        /// Task of its levels.
        found: String,
    },
    /// The scratch folder was written by an earlier version.
    #[error(
        "the scratch folder `{folder}` holds levels of an earlier version (`{manifest}`), which cannot be resumed; \
         name another folder, or remove that one"
    )]
    OldFolder {
        /// The folder.
        folder: PathBuf,
        /// Manifest of the earlier version.
        manifest: &'static str,
    },
    /// The folder holds levels of a cluster.
    #[error(
        "the scratch folder `{folder}` holds levels that several processes have made; resume them with \
         `pegboard cluster`, or name another folder"
    )]
    FolderOfCluster {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder of a cluster holds levels of a single process.
    #[error(
        "the scratch folder `{folder}` holds levels that a single process has made; resume them with `pegboard` \
         alone, or name another folder"
    )]
    FolderOfOneProcess {
        /// The folder.
        folder: PathBuf,
    },
    /// Another process of a cluster stopped with an error.
    #[error("process {process} stopped: {what}")]
    OtherProcess {
        /// Number of the process.
        process: usize,
        /// Its error.
        what: String,
    },
    /// Processes of a cluster have learned different functions from the same positions.
    #[error(
        "process {process} has learned other pagoda functions from the same positions; run the same \
         build of the program in all processes"
    )]
    OtherConclusions {
        /// A process that differs from process 0.
        process: usize,
    },
    /// Another process of a cluster was stopped, for example by a signal.
    #[error(
        "process {process} was stopped; finished levels are kept, and the same command on all processes resumes from them"
    )]
    StoppedProcess {
        /// Number of the process.
        process: usize,
    },
    /// Another process of a cluster has ended or is out of reach.
    #[error(
        "process {process} has ended or is out of reach; finished levels are kept, so start all processes \
         again to resume"
    )]
    LostProcess {
        /// Number of the process.
        process: usize,
    },
}
