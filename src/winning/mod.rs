//! The winning positions of a problem in a compact file that answers at once, and as others write them down.
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | [`WinningSet`]: queries |
//! | `find.rs` | from a sweep's levels to a set |
//! | `file.rs` | the program's own file, byte by byte |
//! | `elias_fano.rs` | a list of codes in that file |
//! | `canonical.rs` | the smallest image of a code |
//! | `error.rs` | why such a file cannot be used |
//! | `indexed.rs`, `indexed_text.rs` | [`IndexedWinningSet`]: every complement problem of a board at once; its text |
//! | `bell.rs`, `csv.rs` | codes as G. Bell publishes them, and as comma-separated values |
//! | `import.rs`, `import_error.rs` | from such codes to a set that can be trusted |
//!
//! The formats of others go from [`WinningSet`] outwards by `WinningSet::write_csv` and
//! `WinningSet::to_bell_bytes`, and inwards through [`CodeFile`] and [`WinningSet::import`], which checks
//! what it is given.
//!
//! # The file, version 1
//!
//! All numbers are little-endian; sections begin at multiples of 8 bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `PEGWINS` and a zero |
//! | 8..12 | version, 1 |
//! | 12..16 | 1 where only the positions with at most half the holes full are stored, the others being their complements; else 0 |
//! | 16..48 | BLAKE3 digest of the board: lattice and jumps, holes in their order, symmetries in use |
//! | 48..64 | code of the start |
//! | 64..68 | number of finishes |
//! | 68..72 | number of lists |
//! | 72..80 | length of the file |
//! | then, for each finish | its code (16) |
//! | then, for each list | pegs (4), bits of a code stored as they are (4), number of codes (8), greatest upper part (8), first byte of the list (8) |
//! | then | the lists, in Elias-Fano form: three sections each |
//! | last 32 | BLAKE3 digest of all before |
//!
//! A list holds the canonical codes of the winning positions with this many pegs, ascending: of each class
//! under the symmetries that fix the start and the set of finishes, the smallest code. Each code is split
//! into its lower bits and the rest, its upper part:
//!
//! | section | what |
//! |---|---|
//! | upper | for `h = 0, 1, …` a one for each code with the upper part `h`, and then a zero: words of 64 bits |
//! | samples | for `h = 0, 64, 128, …`, the place of the first bit of `h` in that section: words of 32 bits, filled up to 8 bytes |
//! | lower | the lower bits of the codes in sequence: words of 64 bits |

mod bell;
mod canonical;
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

pub use bell::{BellFormatError, read_bell_folder};
pub use csv::read_csv;
pub use error::WinningFileError;
pub use import::CodeFile;
pub use import_error::{Gap, ImportError, LineError};
pub use indexed::{IndexedProblem, IndexedWinningSet};
pub use indexed_text::TextError;
pub use set::WinningSet;
