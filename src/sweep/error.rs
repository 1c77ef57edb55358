use crate::levels::LevelError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a sweep did not come to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The observer said so.
    #[error("the sweep was cancelled")]
    Cancelled,
    /// The observer said so, and what was finished is on disk.
    #[error(
        "the sweep was stopped; its finished levels are in `{folder}`, and the same command with the same scratch folder goes on from them"
    )]
    Stopped {
        /// The scratch folder.
        folder: PathBuf,
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
    #[error(
        "there is no memory for a bitmap of {bytes} bytes ({error}); allow less, so that another method is chosen"
    )]
    NoBitmap {
        /// Its size.
        bytes: u64,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The levels of a sweep by lists were not made.
    #[error(transparent)]
    Levels(LevelError),
}

impl From<LevelError> for SweepError {
    fn from(error: LevelError) -> SweepError {
        match error {
            LevelError::Stopped(_) => SweepError::Cancelled,
            error => SweepError::Levels(error),
        }
    }
}
