use super::elias_fano::EncodeError;
use crate::control::LimitReached;
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// What is wrong in a line of a text with codes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct LineError {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// On which side of a position the codes have a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// No jump from there leads to another position given, and it is no finish.
    After,
    /// No jump from another position given leads there, and it is not the start.
    Before,
}

/// Why codes from outside make no set of winning positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file cannot be read.
    #[error("cannot read `{path}`")]
    Io {
        /// Which file, or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// A folder has no file of Bell's.
    #[error(
        "`{folder}` has no file of winning codes; their names end in `winning_1.bin`, `winning_2.bin` and so on"
    )]
    NoFiles {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder has two files for a number of pegs.
    #[error(
        "both `{first}` and `{second}` would be the codes with {pegs} pegs; keep those of one board only in a folder"
    )]
    TwoFiles {
        /// The pegs.
        pegs: usize,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A file of Bell's is no list of codes.
    #[error(
        "`{path}` has {bytes} bytes, not a whole number of codes of 4 bytes each; regenerate the file"
    )]
    OddLength {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: usize,
    },
    /// A code's peg count differs from the file name.
    #[error(
        "code {code} in `{path}` has {} pegs, not {pegs} as the name of the file says; codes there are little-endian",
        code.count_ones()
    )]
    OtherPegs {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// The pegs in the file's name.
        pegs: usize,
    },
    /// A line of a text cannot be understood.
    #[error("`{path}`, {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// What is wrong in which line.
        error: LineError,
    },
    /// A code is no position of the problem.
    #[error(
        "code {code} in `{path}` is no position of this problem: {}; is the file about another board or another problem?",
        if *is_too_large { "the board has fewer holes" } else { "no image of it lies in the position class of the start" }
    )]
    ForeignCode {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// Whether it has a bit beyond the board's holes.
        is_too_large: bool,
    },
    /// A code cannot be winning if all the winning ones are given.
    #[error(
        "code {code} in `{path}` cannot be winning with these codes alone: {}; the codes are incomplete, or about another problem \
         (`pegboard winning` without a file to read finds them)",
        missing(*gap, neighbours)
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// The code.
        code: u128,
        /// Where the game breaks off.
        gap: Gap,
        /// What lies one jump on: one of these would have to be given. Canonical under the board's whole
        /// group, ascending.
        neighbours: Vec<u128>,
    },
    /// A code is not given that must be winning.
    #[error(
        "code {code} ({} pegs) is missing: it is winning, since the codes in {} imply a game through it; regenerate the \
         file, or have `pegboard winning` find the codes",
        code.count_ones(),
        named(files)
    )]
    Missing {
        /// The files read.
        files: Vec<PathBuf>,
        /// The code, canonical under the board's whole group.
        code: u128,
    },
    /// A level has more positions than a list of a file of winning positions can hold.
    #[error("a level of {positions} positions is too large for this file format")]
    LevelTooLarge {
        /// The positions of the level.
        positions: u64,
    },
    /// There is not a single code.
    #[error(
        "{} has no codes; at least the start and a finish of a problem that can be won are winning",
        named(files)
    )]
    NoCodes {
        /// The files read.
        files: Vec<PathBuf>,
    },
}

fn missing(gap: Gap, neighbours: &[u128]) -> String {
    let side = match gap {
        Gap::After => "after",
        Gap::Before => "before",
    };
    match neighbours {
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

/// The first few codes.
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
