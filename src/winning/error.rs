use crate::control::LimitReached;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file of winning positions cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    /// The file cannot be read or written.
    #[error("cannot use `{path}`")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The file is something else.
    #[error("`{path}` is not a file of winning positions; `pegboard winning` writes one")]
    OtherFormat {
        /// Which file.
        path: PathBuf,
    },
    /// The file was written by another version of the program.
    #[error(
        "`{path}` has version {found}, and this program reads version {expected}; regenerate it with `pegboard winning`"
    )]
    OtherVersion {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// The file is about another board.
    #[error("`{path}` was made for another board than `{board}`")]
    OtherBoard {
        /// Which file.
        path: PathBuf,
        /// The board in use.
        board: String,
    },
    /// The file is not what was written.
    #[error("`{path}` is damaged: {what}; regenerate it with `pegboard winning`")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
}
