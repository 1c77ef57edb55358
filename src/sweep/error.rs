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
    /// A file in the scratch folder cannot be written or read.
    #[error(
        "the scratch file `{path}` cannot be used: {error}; levels finished so far are kept, so mend that (free space, access) and run again to go on from them"
    )]
    Scratch {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A file in the scratch folder is not what was written there.
    #[error(
        "the scratch file `{path}` is damaged: {what}; remove it, and run again: what it held, and what was made after it, is made anew"
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
