use super::FinishedLevels;
use crate::control::{LARGEST_MACHINE, LimitReached, advice_to_allow, counted, size_text};
use crate::levels::LevelError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of a sweep.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A limit was reached, or the call was cancelled.
    #[error("stopped by {limit}{}", resumes_from(.folder.as_deref()))]
    Stopped {
        /// The limit that stopped the sweep.
        limit: LimitReached,
        /// The scratch folder with the levels finished so far.
        folder: Option<PathBuf>,
    },
    /// A limit stopped a [`Sweep`](super::Sweep) by lists after some levels.
    #[error("{error}")]
    Unfinished {
        /// The limit.
        error: Box<SweepError>,
        /// The levels that were finished.
        finished: FinishedLevels,
    },
    /// The requested bitmap does not fit the memory limit.
    #[error(
        "a bitmap does not fit the {} of memory allowed; use the method `lists`; for a bitmap, {}",
        size_text(*limit),
        advice_to_allow(*least)
    )]
    BitmapTooLarge {
        /// The memory limit in bytes.
        limit: u64,
        /// The size of the bitmap in bytes.
        least: u64,
    },
    /// The board has more holes or jumps than a bitmap supports.
    #[error("this board has too many holes or jumps for a bitmap; use the method `lists`")]
    BoardTooLarge,
    /// Codes or values do not fit the memory limit beside the positions.
    #[error(
        "{} of memory is too little for the codes of the positions; {}",
        size_text(*limit),
        advice_to_allow(*least)
    )]
    NoRoom {
        /// The memory limit in bytes.
        limit: u64,
        /// The smallest sufficient limit in bytes.
        least: u64,
    },
    /// The allocation of the bitmap failed.
    #[error(
        "cannot allocate a bitmap of {}; with a lower memory limit, lists are used instead",
        size_text(*bytes)
    )]
    NoBitmap {
        /// The size of the bitmap in bytes.
        bytes: u64,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// A level has more positions than a list in a file of winning positions can hold.
    #[error("a level of {} is too large for this file format", counted(*positions, "position"))]
    LevelTooLarge {
        /// The number of positions in the level.
        positions: u64,
    },
    /// Lists of positions cannot be made or read.
    #[error(transparent)]
    Levels(LevelError),
}

impl SweepError {
    /// Returns the limit that caused the error, or `None` if the system failed. With a higher limit, or with another
    /// [method](super::SweepMethod), the sweep may finish.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            SweepError::Unfinished { error, .. } => error.limit(),
            SweepError::Stopped { limit, .. } | SweepError::Levels(LevelError::Stopped(limit)) => {
                Some(*limit)
            }
            SweepError::NoRoom { .. }
            | SweepError::BitmapTooLarge { .. }
            | SweepError::BoardTooLarge
            | SweepError::Levels(
                LevelError::OutOfMemory { .. } | LevelError::TooLittleMemory { .. },
            ) => Some(LimitReached::Memory),
            SweepError::NoBitmap { .. }
            | SweepError::LevelTooLarge { .. }
            | SweepError::Levels(_) => None,
        }
    }

    /// Returns `true` if the sweep may finish with more memory.
    pub fn more_memory_helps(&self) -> bool {
        match self {
            SweepError::Unfinished { error, .. } => error.more_memory_helps(),
            SweepError::NoRoom { least, .. } | SweepError::BitmapTooLarge { least, .. } => {
                *least <= LARGEST_MACHINE
            }
            SweepError::BoardTooLarge => false,
            _ => self.limit() == Some(LimitReached::Memory),
        }
    }
}

/// Explains how to resume a sweep that was stopped, if that is possible.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_helps_only_if_a_machine_has_it() {
        let no_room = |least| SweepError::NoRoom { limit: 1, least };
        assert!(no_room(1 << 40).more_memory_helps());
        assert!(!no_room(u64::MAX).more_memory_helps());
        let text = no_room(u64::MAX).to_string();
        assert!(text.ends_with("; no machine has enough"), "{text}");
        assert!(!SweepError::BoardTooLarge.more_memory_helps());
    }

    #[test]
    fn limits_are_told_from_failures_of_the_system() {
        let limits = [
            SweepError::from(LevelError::Stopped(LimitReached::Nodes)),
            SweepError::NoRoom { limit: 1, least: 2 },
            SweepError::BitmapTooLarge { limit: 1, least: 2 },
            SweepError::BoardTooLarge,
            SweepError::Levels(LevelError::OutOfMemory { pegs: 3, limit: 1 }),
        ]
        .map(|error| error.limit());
        let memory = Some(LimitReached::Memory);
        assert_eq!(
            limits,
            [Some(LimitReached::Nodes), memory, memory, memory, memory]
        );
        let error = io::ErrorKind::OutOfMemory.into();
        assert_eq!(SweepError::NoBitmap { bytes: 1, error }.limit(), None);
        assert_eq!(SweepError::LevelTooLarge { positions: 1 }.limit(), None);
    }
}
