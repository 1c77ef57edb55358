//! Reads and writes the file format that `mod.rs` describes.

use super::elias_fano::{EncodeError, ListLocation, Shape, encode};
use super::error::WinningFileError;
use crate::board::Board;
use crate::control::threads::try_map_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::Bits;
use crate::problem::Region;
use crate::sweep::SweepTask;
use memmap2::Mmap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

const MAGIC: &[u8; 8] = b"PEGWINS\0";
const VERSION: u32 = 2;
/// Version of files whose finishes are positions.
const VERSION_OF_POSITIONS: u32 = 1;
const HEADER_LEN: usize = 80;
const CODE_LEN: usize = 16;
const ENTRY_LEN: usize = 32;
const DIGEST_LEN: usize = 32;

/// Maximum size of a file whose checksum is verified on open: this takes a few milliseconds.
pub(super) const MAX_CHECKED_ON_OPEN: usize = 32 << 20;

/// Bytes of a file.
#[derive(Debug)]
pub(super) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    #[inline]
    pub(super) fn get(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// Contents of a file before its lists.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) is_halved: bool,
    pub(super) start: u128,
    /// Finishes, if they are listed.
    pub(super) finishes: Vec<u128>,
    /// Regions of the finishes, if the goal leaves holes free.
    pub(super) regions: Vec<Region>,
    /// Location of each list, by peg count up to the number of holes; `None` for empty levels.
    pub(super) lists: Vec<Option<ListLocation>>,
}

/// Returns `true` if a regular file begins like a file of winning positions, whatever its version and its board.
pub fn is_winning_file(path: &Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    let mut begins = || File::open(path)?.read_exact(&mut magic);
    path.is_file() && begins().is_ok() && magic == *MAGIC // reading from a pipe would consume the bytes
}

/// Reads everything before the lists.
pub(super) fn read_header(
    data: &[u8],
    board: &Board,
    path: &Path,
) -> Result<Header, WinningFileError> {
    let damaged = |what| WinningFileError::Damaged {
        path: path.to_owned(),
        what,
    };
    if !data.starts_with(MAGIC) {
        return Err(WinningFileError::OtherFormat {
            path: path.to_owned(),
        });
    }
    if data.len() < HEADER_LEN + DIGEST_LEN {
        return Err(damaged("wrong length"));
    }
    let found = number(data, 8, 4) as u32;
    if ![VERSION_OF_POSITIONS, VERSION].contains(&found) {
        return Err(WinningFileError::OtherVersion {
            path: path.to_owned(),
            found,
            newest: VERSION,
        });
    }
    if data[16..48] != *board_digest(board).as_bytes() {
        return Err(WinningFileError::OtherBoard {
            path: path.to_owned(),
            board: board.name().to_owned(),
        });
    }
    if number(data, 72, 8) != data.len() as u128 {
        return Err(damaged("wrong length"));
    }
    let is_halved = match number(data, 12, 4) {
        0 => false,
        1 => true,
        _ => {
            return Err(damaged("invalid flag at byte 12"));
        }
    };
    let (finish_count, list_count) = (number(data, 64, 4) as usize, number(data, 68, 4) as usize);
    let end = data.len() - DIGEST_LEN;
    let codes_of_finish = if found == VERSION { 2 } else { 1 };
    let directory = finish_count
        .checked_mul(CODE_LEN * codes_of_finish)
        .and_then(|len| len.checked_add(HEADER_LEN));
    let lists_begin = list_count
        .checked_mul(ENTRY_LEN)
        .and_then(|len| len.checked_add(directory?));
    let (Some(directory), Some(mut next)) = (directory, lists_begin.filter(|begin| *begin <= end))
    else {
        return Err(damaged("truncated header"));
    };
    let mut lists = vec![None; board.hole_count() + 1];
    for entry in (directory..).step_by(ENTRY_LEN).take(list_count) {
        let shape = Shape {
            lower_bits: number(data, entry + 4, 4) as u32,
            count: number(data, entry + 8, 8) as u64,
            last_upper: number(data, entry + 16, 8) as u64,
        };
        let location = usize::try_from(number(data, entry + 24, 8))
            .ok()
            .and_then(|first| ListLocation::new(shape, first, end))
            .ok_or_else(|| damaged("a list is out of bounds"))?;
        if location.bytes().start != next {
            return Err(damaged(
                "a list does not begin where the one before it ends",
            ));
        }
        next = location.bytes().end;
        match lists.get_mut(number(data, entry, 4) as usize) {
            Some(list @ None) => *list = Some(location),
            _ => {
                return Err(damaged("invalid or repeated peg count of a list"));
            }
        }
    }
    if next != end {
        return Err(damaged("there are bytes after the last list"));
    }
    let code = |index: usize| number(data, HEADER_LEN + CODE_LEN * index, CODE_LEN);
    let mut header = Header {
        is_halved,
        start: number(data, 48, CODE_LEN),
        finishes: Vec::new(),
        regions: Vec::new(),
        lists,
    };
    if found == VERSION {
        header.regions.extend((0..finish_count).map(|index| Region {
            least: code(2 * index),
            most: code(2 * index + 1),
        }));
    } else {
        header.finishes.extend((0..finish_count).map(code));
    }
    Ok(header)
}

/// Returns `true` if the digest at the end matches the data before it.
///
/// # Panics
///
/// Panics if `data` is shorter than a digest.
pub(super) fn has_correct_digest(data: &[u8], part: Part<'_>) -> Result<bool, LimitReached> {
    let (content, digest) = data.split_at(data.len() - DIGEST_LEN);
    let expected = digest_of(content, |read| {
        part.tick(0, || {
            Phase::Checksum.done(read as f64 / content.len() as f64)
        })
    })?;
    Ok(expected == <[u8; DIGEST_LEN]>::try_from(digest).expect("a digest has 32 bytes"))
}

/// Returns the digest of some bytes. Calls `progress` with the number of bytes read so far after each chunk.
fn digest_of(
    bytes: &[u8],
    progress: impl Fn(usize) -> Result<(), LimitReached>,
) -> Result<blake3::Hash, LimitReached> {
    let mut hasher = blake3::Hasher::new();
    for chunk in bytes.chunks(HASH_CHUNK) {
        hasher.update(chunk);
        progress(hasher.count() as usize)?;
    }
    Ok(hasher.finalize())
}

/// Assembles the file of a set. Levels come with their peg counts and must not be empty. Each level is freed as soon as
/// it is encoded.
pub(super) fn assemble<B: Bits>(
    task: &SweepTask<B>,
    levels: Vec<(usize, Vec<B>)>,
    part: Part<'_>,
) -> Result<Vec<u8>, EncodeError> {
    let lists = encoded(levels, part)?;
    let (version, finish_count, finishes) = match task.regions() {
        Some(regions) => {
            let codes = regions
                .iter()
                .flat_map(|region| [region.least, region.most]);
            (VERSION, regions.len(), codes.collect())
        }
        None => {
            let finishes = task.finish_codes();
            (VERSION_OF_POSITIONS, finishes.len(), finishes.to_vec())
        }
    };
    let first_list = HEADER_LEN + CODE_LEN * finishes.len() + ENTRY_LEN * lists.len();
    let length = first_list
        + lists
            .iter()
            .map(|(_, _, words)| words.len() * 8)
            .sum::<usize>()
        + DIGEST_LEN;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(version.to_le_bytes());
    bytes.extend(u32::from(task.is_complement()).to_le_bytes());
    bytes.extend(board_digest(task.board()).as_bytes());
    bytes.extend(task.start().code().to_le_bytes());
    bytes.extend((finish_count as u32).to_le_bytes());
    bytes.extend((lists.len() as u32).to_le_bytes());
    bytes.extend((length as u64).to_le_bytes());
    finishes
        .iter()
        .for_each(|finish| bytes.extend(finish.to_le_bytes()));
    let mut first = first_list;
    for (pegs, shape, words) in &lists {
        bytes.extend((*pegs as u32).to_le_bytes());
        bytes.extend(shape.lower_bits.to_le_bytes());
        bytes.extend(shape.count.to_le_bytes());
        bytes.extend(shape.last_upper.to_le_bytes());
        bytes.extend((first as u64).to_le_bytes());
        first += words.len() * 8;
    }
    for (_, _, words) in lists {
        add_words(&mut bytes, &words);
    }
    let digest = digest_of(&bytes, |_| part.tick(0, || Phase::Checksum.done(1.0)))?;
    bytes.extend(digest.as_bytes());
    Ok(bytes)
}

/// Appends words in little-endian byte order.
pub(super) fn add_words(bytes: &mut Vec<u8>, words: &[u64]) {
    let begin = bytes.len();
    bytes.resize(begin + words.len() * 8, 0);
    for (target, word) in bytes[begin..].chunks_exact_mut(8).zip(words) {
        target.copy_from_slice(&word.to_le_bytes());
    }
}

/// Number of bytes hashed between two checks of the limits: about a hundredth of a second.
const HASH_CHUNK: usize = 16 << 20;

/// Encodes the levels as lists, in their order.
fn encoded<B: Bits>(
    levels: Vec<(usize, Vec<B>)>,
    part: Part<'_>,
) -> Result<Vec<(usize, Shape, Vec<u64>)>, EncodeError> {
    let codes: usize = levels.iter().map(|(_, codes)| codes.len()).sum();
    let threads = part.control().threads_for(codes);
    // Levels with many pegs tend to be the largest. They come first, to balance the load of the threads.
    let mut lists = try_map_on(threads, levels.into_iter().rev(), |(pegs, codes)| {
        let (shape, words) = encode(&codes, part)?;
        Ok::<_, EncodeError>((pegs, shape, words))
    })?;
    lists.reverse();
    Ok(lists)
}

/// Reads a little-endian number of `len` bytes.
fn number(bytes: &[u8], first: usize, len: usize) -> u128 {
    bytes[first..first + len]
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn board_digest(board: &Board) -> blake3::Hash {
    blake3::hash(format!("board 1 {}", board.geometry_text(board.symmetries())).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::file::BoardFile;
    use crate::board::geometry::{JumpDirections, Lattice};
    use crate::control::Control;
    use crate::problem::Problem;
    use crate::sweep::SweepOptions;
    use crate::winning::WinningSet;

    /// The digests are those of existing files.
    #[test]
    fn the_digest_of_a_board_is_stable() {
        let holes = (0..3).flat_map(|y| (0..3).map(move |x| (x, y)));
        let file = BoardFile::new("Square 3", Lattice::Square, holes);
        let digest = |file: BoardFile| {
            board_digest(&Board::new(file).unwrap())
                .to_hex()
                .to_string()
        };
        let jumps = Some(JumpDirections::Diagonal);
        assert_eq!(
            [digest(file.clone()), digest(BoardFile { jumps, ..file })],
            [
                "4fccb45a8a08787108c787f6b838b50a3f968ace426de9a022a430207b452c88",
                "0255c54e35cd4b4fd8f7aae40bf8b2205a888e68bddffa67bbfc38d254bec8bc",
            ]
        );
    }

    #[test]
    fn bytes_after_the_last_list_are_damage() {
        let board = Board::library("triangle5").unwrap();
        let hole = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, hole, hole);
        let control = Control::default();
        let set = WinningSet::find(&problem, &SweepOptions::default(), &control).unwrap();
        let mut bytes = set.as_bytes().to_vec();
        bytes.truncate(bytes.len() - DIGEST_LEN);
        bytes.extend([0; 8]);
        let length = (bytes.len() + DIGEST_LEN) as u64;
        bytes[72..80].copy_from_slice(&length.to_le_bytes());
        let digest = blake3::hash(&bytes);
        bytes.extend(digest.as_bytes());
        let error = WinningSet::from_bytes(bytes, &board).unwrap_err();
        assert!(
            error.to_string().contains("bytes after the last list"),
            "{error}"
        );
    }
}
