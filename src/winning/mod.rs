//! Winning positions of a problem: a compact file with fast queries, and import and export of other formats.
//!
//! | file | contents |
//! |---|---|
//! | `set.rs` | [`WinningSet`]: queries |
//! | `find.rs` | conversion of a sweep to a set |
//! | `file.rs` | file format |
//! | `elias_fano.rs` | lists of codes in a file |
//! | `canonical.rs` | canonical codes |
//! | `check.rs` | proof that a set is the whole set of winning positions |
//! | `error.rs` | errors of reading and writing |
//! | `indexed.rs`, `indexed_text.rs` | [`IndexedWinningSet`]: all complement problems of a board; its text format |
//! | `bell.rs`, `csv.rs` | G. Bell's format, and comma-separated values |
//! | `import.rs`, `import_error.rs` | validation of codes from other programs |
//!
//! [`WinningSet::write_csv`] and [`WinningSet::to_bell_bytes`] export to other formats. [`read_csv`] and
//! [`read_bell_folder`] read [`CodeFile`]s, which [`WinningSet::import`] validates.
//!
//! # File format, versions 1 and 2
//!
//! All numbers are little-endian. Sections begin at multiples of 8 bytes.
//!
//! | bytes | contents |
//! |---|---|
//! | 0..8 | `PEGWINS` and a zero byte |
//! | 8..12 | version: 2 if the goal consists of patterns, else 1 |
//! | 12..16 | 1 if positions with pegs in more than half of the holes are stored as complements, else 0 |
//! | 16..48 | BLAKE3 digest of the board: lattice, jumps, holes in order, symmetries in use |
//! | 48..64 | code of the start |
//! | 64..68 | number of finishes, in version 2 of patterns |
//! | 68..72 | number of lists |
//! | 72..80 | length of the file |
//! | then, for each finish | code (16) |
//! | or, for each pattern | code of the holes that hold pegs (16), code of the holes that may hold pegs (16) |
//! | then, for each list | peg count (4), number of lower bits (4), number of codes (8), greatest upper part (8), offset of the list (8) |
//! | then | lists in Elias-Fano coding, three sections each |
//! | last 32 | BLAKE3 digest of all preceding bytes |
//!
//! A list has the codes of the winning positions with one peg count, ascending and canonical under the symmetries that fix
//! the start and the set of finishes. Each code is split into its lower bits and its upper part:
//!
//! | section | contents |
//! |---|---|
//! | upper | 64-bit words; for `h = 0, 1, …`, a one for each code with the upper part `h`, and then a zero |
//! | samples | 32-bit words, padded to 8 bytes; for `h = 0, 64, 128, …`, the index of the first bit of `h` in the upper section |
//! | lower | 64-bit words; the lower bits of the codes in sequence |

mod bell;
mod canonical;
mod check;
mod csv;
mod elias_fano;
mod error;
mod file;
mod find;
mod import;
mod import_error;
mod indexed;
mod indexed_text;
mod set;

pub use bell::read_bell_folder;
pub use csv::read_csv;
pub use error::{WinningFileError, WinningSetError};
pub use file::is_winning_file;
pub use import::CodeFile;
pub use import_error::ImportError;
pub use indexed::{IndexedProblem, IndexedWinningSet};
pub use set::WinningSet;

/// Side of a position in a game: its neighbors one jump before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Positions one jump before.
    Before,
    /// Positions one jump after.
    After,
}
