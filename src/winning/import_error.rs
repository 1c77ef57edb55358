use super::Side;
use super::elias_fano::EncodeError;
use crate::control::{LimitReached, counted, size_text};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of importing codes as a set of winning positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file cannot be read.
    #[error("cannot read `{path}`")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// A folder has no file in Bell's format.
    #[error(
        "`{folder}` has no file of winning codes; their names end in `winning_1.bin`, `winning_2.bin` and so on"
    )]
    NoFiles {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder has two files for one peg count.
    #[error(
        "both `{first}` and `{second}` have the codes with {}; use a separate folder for each board",
        counted(*pegs, "peg")
    )]
    TwoFiles {
        /// The peg count.
        pegs: usize,
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
    /// The length of a file in Bell's format is not a multiple of 4 bytes.
    #[error(
        "`{path}` has {}, not a whole number of codes of 4 bytes each; regenerate the file",
        counted(*bytes, "byte")
    )]
    OddLength {
        /// The file.
        path: PathBuf,
        /// The length in bytes.
        bytes: usize,
    },
    /// A code's peg count differs from the file name.
    #[error(
        "code {code} in `{path}` has {}, not {pegs} as in the file name; codes must be little-endian",
        counted(code.count_ones(), "peg")
    )]
    OtherPegs {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// The peg count in the file name.
        pegs: usize,
    },
    /// A line of a text is invalid.
    #[error("{}line {line}: {what}", in_file(path.as_deref()))]
    Line {
        /// The file, if the text comes from one.
        path: Option<PathBuf>,
        /// The line number, counted from 1.
        line: usize,
        /// The reason.
        what: String,
    },
    /// A code is not a position of the problem.
    #[error(
        "code {code} in `{path}` is no position of this problem: {}; is the file about another board or another problem?",
        if *is_too_large { "the board has fewer holes" } else { "no image of it lies in the position class of the start" }
    )]
    ForeignCode {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// `true` if the code has a bit beyond the holes of the board.
        is_too_large: bool,
    },
    /// A code cannot be winning if all winning codes are given.
    #[error(
        "code {code} in `{path}` cannot be winning with these codes alone: {}; the codes are incomplete or about another problem \
         (`pegboard winning` without a file to read finds them)",
        missing(*side, neighbors)
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// The side on which codes are missing. The position is not the start or a finish on this side.
        side: Side,
        /// The positions one jump away on this side, at least one of which must be winning: canonical under the whole
        /// group of the board, ascending.
        neighbors: Vec<u128>,
    },
    /// A code that must be winning is not given.
    #[error(
        "code {code} ({}) is missing: it is winning, since the codes in {} imply a game through it; regenerate the \
         file, or let `pegboard winning` find the codes",
        counted(code.count_ones(), "peg"),
        named(files)
    )]
    Missing {
        /// The files that were read.
        files: Vec<PathBuf>,
        /// The code, canonical under the whole group of the board.
        code: u128,
    },
    /// A level has more positions than a list in a file of winning positions can hold.
    #[error("a level of {} is too large for this file format", counted(*positions, "position"))]
    LevelTooLarge {
        /// The number of positions in the level.
        positions: u64,
    },
    /// The codes do not fit the memory limit.
    #[error(
        "{}{}{} of memory is too little for the codes; allow more",
        in_file(path.as_deref()),
        line.map_or_else(String::new, |line| format!("line {line}: ")),
        size_text(*limit)
    )]
    NoRoom {
        /// The file, if reading it took too much memory.
        path: Option<PathBuf>,
        /// The line in which the memory ran out, if the file is a text.
        line: Option<usize>,
        /// The memory limit in bytes.
        limit: u64,
    },
    /// The files have no codes.
    #[error(
        "{} has no codes; at least the start and a finish of a solvable problem are winning",
        named(files)
    )]
    NoCodes {
        /// The files that were read.
        files: Vec<PathBuf>,
    },
}

impl ImportError {
    /// Returns the limit that stopped the call, if that was the cause.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            ImportError::Stopped(limit) => Some(*limit),
            ImportError::NoRoom { .. } => Some(LimitReached::Memory),
            _ => None,
        }
    }
}

fn in_file(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| format!("`{}`, ", path.display()))
}

fn missing(side: Side, neighbors: &[u128]) -> String {
    let side = match side {
        Side::After => "after",
        Side::Before => "before",
    };
    match neighbors {
        [] => format!("there is no position one jump {side} it"),
        [only] => format!("code {only}, one jump {side} it, is missing"),
        several => format!(
            "none of the codes one jump {side} it is there ({})",
            Abridged(several)
        ),
    }
}

fn named(files: &[PathBuf]) -> String {
    match files {
        [] => "nothing".to_owned(),
        [only] => format!("`{}`", only.display()),
        [first, ..] => format!("the folder of `{}`", first.display()),
    }
}

/// First few codes, for messages.
struct Abridged<'a>(&'a [u128]);

impl fmt::Display for Abridged<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        let shown: Vec<String> = self.0.iter().take(SHOWN).map(u128::to_string).collect();
        f.write_str(&shown.join(", "))?;
        if self.0.len() > SHOWN {
            f.write_str(", …")
        } else {
            Ok(())
        }
    }
}

impl From<EncodeError> for ImportError {
    fn from(error: EncodeError) -> ImportError {
        match error {
            EncodeError::Stopped(limit) => ImportError::Stopped(limit),
            EncodeError::TooLong { count } => ImportError::LevelTooLarge { positions: count },
        }
    }
}

impl From<LimitReached> for ImportError {
    fn from(limit: LimitReached) -> ImportError {
        ImportError::Stopped(limit)
    }
}
