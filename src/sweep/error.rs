use crate::control::LimitReached;
use crate::control::size_text;
use crate::levels::LevelError;
use crate::levels::enough_text;
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
        "a bitmap does not fit the {} of memory allowed; allow at least {}, or use lists",
        size_text(*limit),
        enough_text(*least)
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
    /// What is made of the positions does not fit the memory allowed beside them.
    #[error(
        "{} of memory is too little for the codes of the positions; allow at least {}",
        size_text(*limit),
        enough_text(*least)
    )]
    NoRoom {
        /// The bytes allowed.
        limit: u64,
        /// The fewest bytes that would do.
        least: u64,
    },
    /// The system has no memory for the bitmap.
    #[error(
        "the system has no memory for a bitmap of {}; with a lower limit of memory, lists are used instead",
        size_text(*bytes)
    )]
    NoBitmap {
        /// Its size.
        bytes: u64,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A level has more positions than a list of a file of winning positions can hold.
    #[error("a level of {positions} positions is too large for this file format")]
    LevelTooLarge {
        /// The positions of the level.
        positions: u64,
    },
    /// The lists of positions were not made or not read.
    #[error(transparent)]
    Levels(LevelError),
}

impl SweepError {
    /// Whether the error is about what the control allows, and no fault of the system: with more time, memory or
    /// nodes, or with another method, the sweep may come to its end.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            SweepError::Stopped { .. }
                | SweepError::NoRoom { .. }
                | SweepError::BitmapTooLarge { .. }
                | SweepError::BoardTooLarge
                | SweepError::Levels(
                    LevelError::OutOfMemory { .. } | LevelError::TooLittleMemory { .. }
                )
        )
    }
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
        SweepError::Stopped {
            limit,
            folder: None,
        }
    }
}

impl From<LevelError> for SweepError {
    fn from(error: LevelError) -> SweepError {
        match error {
            LevelError::Stopped(limit) => limit.into(),
            error => SweepError::Levels(error),
        }
    }
}
