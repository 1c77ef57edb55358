use super::Side;
use crate::control::{LimitReached, counted, grouped};
use crate::sweep::SweepError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Error of reading or writing winning positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    /// A file cannot be read.
    #[error("cannot read `{path}`")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write `{path}`")]
    Unwritable {
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
        "`{path}` has version {found}, and this program reads versions up to {newest}; regenerate it with `pegboard winning`"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The newest version that this program reads.
        newest: u32,
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
    /// Returns the limit that stopped the call, if that was the cause. Memory that the system refuses is a limit, too.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            WinningFileError::Stopped(limit) => Some(*limit),
            WinningFileError::Unreadable { error, .. }
            | WinningFileError::Unwritable { error, .. }
                if error.kind() == io::ErrorKind::OutOfMemory =>
            {
                Some(LimitReached::Memory)
            }
            _ => None,
        }
    }
}

/// Error of [`WinningSet::check`](super::WinningSet::check).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WinningSetError {
    /// The start, the finishes and the kind of storage are not those of one problem.
    #[error("the header describes no problem")]
    Problem,
    /// A list does not belong to the problem, or is not encoded as the format requires.
    #[error("the list of positions with {} is malformed", counted(*pegs, "peg"))]
    List {
        /// The peg count.
        pegs: usize,
    },
    /// A code is not the canonical code of a position with the peg count of its list.
    #[error("code {code} is not a canonical code of a position with {}", counted(*pegs, "peg"))]
    Code {
        /// The code.
        code: u128,
        /// The peg count of the list.
        pegs: usize,
    },
    /// A position of the set is not winning: no line through the set leads from it to a finish, or to it from the start.
    #[error("code {code} ({}) is not winning: {}", counted(code.count_ones(), "peg"), no_jump(*side))]
    NoJump {
        /// The code.
        code: u128,
        /// The side without a jump.
        side: Side,
    },
    /// Winning positions are missing from the set.
    #[error(
        "the set has {} with {}; up to symmetry, {} are winning",
        counted(*found, "position"),
        counted(*pegs, "peg"),
        grouped(*winning)
    )]
    Incomplete {
        /// The peg count.
        pegs: usize,
        /// The number of positions in the set.
        found: u64,
        /// The number of winning positions.
        winning: u64,
    },
    /// The positions cannot be counted, or the control stopped the call.
    #[error(transparent)]
    Sweep(SweepError),
}

impl From<SweepError> for WinningSetError {
    fn from(error: SweepError) -> WinningSetError {
        WinningSetError::Sweep(error)
    }
}

impl From<LimitReached> for WinningSetError {
    fn from(limit: LimitReached) -> WinningSetError {
        WinningSetError::Sweep(limit.into())
    }
}

fn no_jump(side: Side) -> &'static str {
    match side {
        Side::After => "no jump leads from it to another position of the set",
        Side::Before => "no jump leads to it from another position of the set",
    }
}
