//! The winning positions of a problem in a compact file that answers at once.
//!
//! All numbers of the file are little-endian; sections begin at multiples of 8 bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `PEGWINS` and a zero |
//! | 8..12 | version, 1 |
//! | 12..16 | 1 where only the positions with at most half the holes full are stored, the others being their complements; else 0 |
//! | 16..48 | BLAKE3 digest of the board: lattice, holes in their order, symmetries in use |
//! | 48..64 | code of the start |
//! | 64..68 | number of finishes |
//! | 68..72 | number of lists |
//! | 72..80 | length of the file |
//! | then, for each finish | its code (16) |
//! | then, for each list | pegs (4), bits of a code stored as they are (4), number of codes (8), greatest upper part (8), first byte of the list (8) |
//! | then | the lists, in Elias-Fano form: `src/winning/elias_fano.rs` says how |
//! | last 32 | BLAKE3 digest of all before |
//!
//! A list holds the canonical codes of the winning positions with so many pegs, ascending: of each class under the
//! symmetries that fix the start and the set of finishes, the smallest code.

mod bell;
mod elias_fano;
mod indexed;

pub use bell::{BellFormatError, codes_from_bell_bytes, winning_set_of_codes};
pub use indexed::{IndexedProblem, IndexedWinningSet};

use crate::board::{Board, Position, Symmetry};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepObserver, SweepOptions, SweepTask, SymmetryUse, winning_codes};
use elias_fano::{CodeList, Shape, encode};
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"PEGWINS\0";
const VERSION: u32 = 1;
const HEADER: usize = 80;
const ENTRY: usize = 32;
const DIGEST: usize = 32;
/// Files up to this size are compared with their checksum when they are opened: it takes a few milliseconds.
const CHECKED_AT_ONCE: usize = 32 << 20;

/// The winning positions of a problem.
///
/// ```
/// use pegboard::sweep::SweepOptions;
/// use pegboard::winning::WinningSet;
/// use pegboard::{Board, Problem};
/// use std::ops::ControlFlow;
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let set = WinningSet::find(&problem, &SweepOptions::default(), &|_| ControlFlow::Continue(()))?;
/// assert_eq!(set.len(), 95); // with at most 7 pegs; the others are their complements
/// assert!(set.is_winning(problem.start()));
/// assert!(!set.is_winning(&board.pegs([board.hole("b3")?])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WinningSet {
    board: Board,
    start: Position,
    finishes: Vec<Position>,
    symmetries: Vec<Symmetry>,
    is_halved: bool,
    lists: Vec<List>,
    bytes: Bytes,
}

#[derive(Debug)]
struct List {
    pegs: usize,
    shape: Shape,
    first: usize,
    len: usize,
}

#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

/// Why a file of winning positions cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    /// The file cannot be read or written.
    #[error("cannot use `{path}`: {error}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The file is something else.
    #[error("`{path}` is not a file of winning positions; `pegboard winning` writes one")]
    OtherFormat {
        /// Which file.
        path: PathBuf,
    },
    /// The file was written by another version of the program.
    #[error(
        "`{path}` has version {found}, and this program reads version {VERSION}; write it anew with `pegboard winning`"
    )]
    OtherVersion {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: u32,
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
    #[error("`{path}` is damaged: {what}; write it anew with `pegboard winning`")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
}

impl WinningSet {
    /// Finds the winning positions of a problem by a sweep.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<WinningSet, SweepError> {
        AnyEngine::new(problem.board()).run(Find { problem, options, observer })
    }

    /// Opens a file for a board; it is mapped, not read.
    ///
    /// # Errors
    ///
    /// [`WinningFileError`] when it cannot be opened, is no such file, belongs to another board, or is damaged.
    pub fn open(path: &Path, board: &Board) -> Result<WinningSet, WinningFileError> {
        let failed = |error| WinningFileError::Io { path: path.to_owned(), error };
        let file = File::open(path).map_err(failed)?;
        // SAFETY: files are replaced by renaming, never written in place; one that somebody else truncates meanwhile
        // ends the program, as it would end any that maps files.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        WinningSet::read(Bytes::Mapped(map), board, path)
    }

    /// Reads the bytes of such a file.
    ///
    /// # Errors
    ///
    /// [`WinningFileError`], as for [`open`](WinningSet::open).
    pub fn from_bytes(bytes: Vec<u8>, board: &Board) -> Result<WinningSet, WinningFileError> {
        WinningSet::read(Bytes::Owned(bytes), board, Path::new("(memory)"))
    }

    fn read(bytes: Bytes, board: &Board, path: &Path) -> Result<WinningSet, WinningFileError> {
        let path = || path.to_owned();
        let damaged = |what| WinningFileError::Damaged { path: path(), what };
        let data = bytes.get();
        if data.len() < HEADER + DIGEST || &data[..8] != MAGIC {
            return Err(WinningFileError::OtherFormat { path: path() });
        }
        let found = number(data, 8, 4) as u32;
        if found != VERSION {
            return Err(WinningFileError::OtherVersion { path: path(), found });
        }
        if data[16..48] != *board_digest(board).as_bytes() {
            return Err(WinningFileError::OtherBoard { path: path(), board: board.name().to_owned() });
        }
        if number(data, 72, 8) != data.len() as u128 {
            return Err(damaged("its length is wrong"));
        }
        if data.len() <= CHECKED_AT_ONCE && !has_right_digest(data) {
            return Err(damaged("its checksum is wrong"));
        }
        let position =
            |code: u128| Position::from_code(board, code).map_err(|_| damaged("a code is too large"));
        let finish_count = number(data, 64, 4) as usize;
        let list_count = number(data, 68, 4) as usize;
        let directory = HEADER + 16 * finish_count;
        if directory + ENTRY * list_count + DIGEST > data.len() {
            return Err(damaged("it is too short"));
        }
        let finishes = (0..finish_count).map(|place| position(number(data, HEADER + 16 * place, 16)));
        let finishes = finishes.collect::<Result<Vec<_>, _>>()?;
        let start = position(number(data, 48, 16))?;
        let list = |place: usize| {
            let entry = directory + ENTRY * place;
            let shape = Shape {
                lower_bits: number(data, entry + 4, 4) as u32,
                count: number(data, entry + 8, 8) as u64,
                last_upper: number(data, entry + 16, 8) as u64,
            };
            let first = number(data, entry + 24, 8) as usize;
            let len = shape.bytes().filter(|_| shape.lower_bits < 128)?;
            let fits = first.checked_add(len)? <= data.len() - DIGEST;
            fits.then_some(List { pegs: number(data, entry, 4) as usize, shape, first, len })
        };
        let lists = (0..list_count).map(list).collect::<Option<Vec<_>>>();
        let lists = lists.ok_or_else(|| damaged("a list lies outside of it"))?;
        let task = symmetries_fixing(board, &start, &finishes);
        let is_halved = number(data, 12, 4) == 1;
        Ok(WinningSet { board: board.clone(), start, finishes, symmetries: task, is_halved, lists, bytes })
    }

    /// Compares the whole file with its checksum.
    pub fn verify(&self) -> bool {
        has_right_digest(self.bytes.get())
    }

    /// Writes the file whole or not at all.
    ///
    /// # Errors
    ///
    /// [`WinningFileError::Io`].
    pub fn save(&self, path: &Path) -> Result<(), WinningFileError> {
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(self.bytes.get())?;
            file.sync_all()?;
            std::fs::rename(&draft, path)
        };
        write().map_err(|error| {
            let _ = std::fs::remove_file(&draft); // the first error is the one to tell
            WinningFileError::Io { path: path.to_owned(), error }
        })
    }

    /// The file's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start of the problem.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The finishes that the start's position class allows.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// Whether positions with more than half the holes full are known by their complements.
    pub fn is_halved(&self) -> bool {
        self.is_halved
    }

    /// The codes stored.
    pub fn len(&self) -> u64 {
        self.lists.iter().map(|list| list.shape.count).sum()
    }

    /// Whether nothing wins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bits of the file for each code stored.
    pub fn bits_per_position(&self) -> f64 {
        self.bytes.get().len() as f64 * 8.0 / self.len().max(1) as f64
    }

    /// Whether a position of this board can be reached from the start and a finish be reached from it.
    ///
    /// Costs the images under the symmetries and a look at a few words.
    pub fn is_winning(&self, position: &Position) -> bool {
        let halved = self.is_halved && 2 * position.peg_count() > self.board.hole_count();
        let code = if halved { position.complement().code() } else { position.code() };
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply_code(code));
        self.contains(images.min().unwrap_or(code))
    }

    /// The same for a canonical code of as many pegs as are stored: no image is made.
    fn contains(&self, canonical: u128) -> bool {
        let pegs = canonical.count_ones() as usize;
        self.list(pegs).is_some_and(|list| list.contains(canonical))
    }

    fn list(&self, pegs: usize) -> Option<CodeList<'_>> {
        let list = self.lists.iter().find(|list| list.pegs == pegs)?;
        CodeList::new(list.shape, &self.bytes.get()[list.first..list.first + list.len])
    }

    /// The canonical codes with so many pegs, ascending, whether stored or known by their complements.
    pub fn codes(&self, pegs: usize) -> Vec<u128> {
        let holes = self.board.hole_count();
        if !self.is_halved || 2 * pegs <= holes {
            return self.list(pegs).map_or_else(Vec::new, |list| list.iter().collect());
        }
        let full = self.board.full().code();
        let canonical = |code: u128| {
            let images = self.symmetries.iter().map(|symmetry| symmetry.apply_code(full & !code));
            images.min().unwrap_or(code)
        };
        let mut codes: Vec<u128> = self.codes(holes - pegs).into_iter().map(canonical).collect();
        codes.sort_unstable();
        codes
    }
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

struct Find<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    observer: &'a SweepObserver<'a>,
}

impl EngineTask for Find<'_> {
    type Output = Result<WinningSet, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = SweepTask::of_problem(engine, self.problem, SymmetryUse::Classes);
        // A complement problem's winning positions are each other's complements: half of them is enough.
        let is_halved = task.is_complement();
        let board = self.problem.board();
        let most = if is_halved { board.hole_count() / 2 } else { board.hole_count() };
        let levels = winning_codes(engine, &task, 0..=most, self.options, self.observer)?;
        let wide = |level: &Vec<B>| level.iter().map(|code| code.code()).collect::<Vec<u128>>();
        let kept: Vec<(usize, Vec<u128>)> =
            levels.iter().map(wide).enumerate().filter(|(_, level)| !level.is_empty()).collect();
        let finishes: Vec<u128> = task.finishes().iter().map(|finish| finish.code()).collect();
        let bytes = assemble(board, task.start().code(), &finishes, is_halved, &kept);
        Ok(WinningSet::from_bytes(bytes, board).expect("what was just written can be read"))
    }
}

fn assemble(
    board: &Board,
    start: u128,
    finishes: &[u128],
    is_halved: bool,
    levels: &[(usize, Vec<u128>)],
) -> Vec<u8> {
    let mut lists = Vec::new();
    let mut directory = Vec::new();
    let first_list = HEADER + 16 * finishes.len() + ENTRY * levels.len();
    for (pegs, codes) in levels {
        let first = first_list + lists.len();
        let shape = encode(codes, &mut lists);
        directory.extend((*pegs as u32).to_le_bytes());
        directory.extend(shape.lower_bits.to_le_bytes());
        directory.extend(shape.count.to_le_bytes());
        directory.extend(shape.last_upper.to_le_bytes());
        directory.extend((first as u64).to_le_bytes());
    }
    let length = first_list + lists.len() + DIGEST;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u32::from(is_halved).to_le_bytes());
    bytes.extend(board_digest(board).as_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend((finishes.len() as u32).to_le_bytes());
    bytes.extend((levels.len() as u32).to_le_bytes());
    bytes.extend((length as u64).to_le_bytes());
    bytes.extend(finishes.iter().flat_map(|finish| finish.to_le_bytes()));
    bytes.extend(directory);
    bytes.extend(lists);
    let digest = blake3::hash(&bytes);
    bytes.extend(digest.as_bytes());
    bytes
}

fn has_right_digest(bytes: &[u8]) -> bool {
    let (content, digest) = bytes.split_at(bytes.len() - DIGEST);
    blake3::hash(content) == <[u8; DIGEST]>::try_from(digest).expect("a digest has 32 bytes")
}

/// The little-endian number of these bytes.
fn number(bytes: &[u8], first: usize, len: usize) -> u128 {
    bytes[first..first + len].iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn board_digest(board: &Board) -> blake3::Hash {
    let holes: Vec<_> = board.holes().map(|hole| board.coordinate(hole)).collect();
    let symmetries: Vec<_> = board.symmetries().iter().map(Symmetry::image_indices).collect();
    blake3::hash(format!("board 1 {} {holes:?} {symmetries:?}", board.lattice()).as_bytes())
}

/// The symmetries up to which the lists are made, as [`SweepTask`] chooses them.
fn symmetries_fixing(board: &Board, start: &Position, finishes: &[Position]) -> Vec<Symmetry> {
    let fixes = |symmetry: &&Symmetry| {
        start.image(symmetry) == *start
            && finishes.iter().all(|finish| finishes.contains(&finish.image(symmetry)))
    };
    board.symmetries().iter().filter(fixes).cloned().collect()
}
