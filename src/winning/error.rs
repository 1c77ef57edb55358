use crate::control::LimitReached;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Error of reading or writing winning positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    /// A file cannot be read or written.
    #[error("cannot read or write `{path}`")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The file has another format.
    #[error("`{path}` is not a file of winning positions; `pegboard winning` writes one")]
    OtherFormat {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by another version of the program.
    #[error(
        "`{path}` has version {found}, and this program reads version {expected}; regenerate it with `pegboard winning`"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// The file belongs to another board.
    #[error("`{path}` was made for another board than `{board}`")]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board in use.
        board: String,
    },
    /// The file is damaged.
    #[error("`{path}` is damaged: {what}; regenerate it with `pegboard winning`")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The kind of damage.
        what: &'static str,
    },
    /// A code does not fit Bell's format.
    #[error(
        "code {code} does not fit the 32 bits of Bell's format; for this board, write a `pegboard` file or comma-separated values"
    )]
    CodeTooLarge {
        /// The code.
        code: u128,
    },
}

impl WinningFileError {
    /// Returns the limit that stopped the call, if that was the cause.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            WinningFileError::Stopped(limit) => Some(*limit),
            _ => None,
        }
    }
}
