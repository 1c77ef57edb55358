use crate::control::LimitReached;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a sweep did not come to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A limit was reached, or the call was cancelled.
    #[error("stopped by {limit}{}", resumes_from(.folder.as_deref()))]
    Stopped {
        /// The limit.
        limit: LimitReached,
        /// The scratch folder, which has the levels finished so far.
        folder: Option<PathBuf>,
    },
    /// The bitmap that was asked for does not fit the memory allowed.
    #[error(
        "a bitmap does not fit the {limit} bytes of memory allowed; allow at least {least}, or use lists"
    )]
    BitmapTooLarge {
        /// The bytes allowed.
        limit: u64,
        /// The bytes that the bitmap takes.
        least: u64,
    },
    /// No machine has memory for the bitmap that was asked for.
    #[error("this board is far too large for a bitmap; use lists")]
    BoardTooLarge,
    /// The memory allowed is too little to work with.
    #[error("a sweep by lists cannot work in the {limit} bytes of memory allowed; allow at least {least}")]
    TooLittleMemory {
        /// The bytes allowed.
        limit: u64,
        /// The fewest bytes that would do.
        least: u64,
    },
    /// The positions do not fit the memory allowed, and there is no folder to put them into.
    #[error(
        "the level of {pegs} pegs does not fit the {limit} bytes of memory allowed; allow more, or name a scratch folder \
         for what does not fit"
    )]
    OutOfMemory {
        /// The pegs on the level that was too large.
        pegs: usize,
        /// The bytes allowed.
        limit: u64,
    },
    /// What is made of the positions does not fit the memory allowed beside them.
    #[error(
        "{limit} bytes of memory allowed are too few for the codes of the positions; allow at least {least}"
    )]
    NoRoom {
        /// The bytes allowed.
        limit: u64,
        /// The fewest bytes that would do.
        least: u64,
    },
    /// The system has no memory for the bitmap.
    #[error("there is no memory for a bitmap of {bytes} bytes; allow less, so that another method is chosen")]
    NoBitmap {
        /// Its size.
        bytes: u64,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A file in the scratch folder cannot be written or read.
    #[error(
        "the scratch file `{path}` cannot be used: {error}; finished levels are kept, so fix disk space or permissions and rerun to resume"
    )]
    Scratch {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file in the scratch folder is not what was written there.
    #[error(
        "the scratch file `{path}` is damaged: {what}; remove it and rerun: this level and later ones are recomputed"
    )]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another run is at work in the scratch folder.
    #[error(
        "the scratch folder `{folder}` is in use by another run; wait for its end, or name another folder"
    )]
    FolderInUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The scratch folder holds another sweep.
    #[error(
        "the scratch folder `{folder}` holds another sweep ({found}); name another folder, or remove that one"
    )]
    OtherSweep {
        /// The folder.
        folder: PathBuf,
        /// Which sweep it holds.
        found: String,
    },
}

/// How a sweep that was stopped is resumed, if it can be.
fn resumes_from(folder: Option<&Path>) -> String {
    folder.map_or_else(String::new, |folder| {
        format!(
            "; the finished levels are in `{}`, and the same command with the same scratch folder resumes from them",
            folder.display()
        )
    })
}

impl From<LimitReached> for SweepError {
    fn from(limit: LimitReached) -> SweepError {
        SweepError::Stopped { limit, folder: None }
    }
}
