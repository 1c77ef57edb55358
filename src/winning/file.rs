//! The program's own file, as `mod.rs` describes it: its bytes from the lists of a set, and back.

use super::elias_fano::{EncodeError, Place, Shape, encode};
use super::error::WinningFileError;
use crate::board::Board;
use crate::control::threads::try_map_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::Bits;
use crate::sweep::SweepTask;
use memmap2::Mmap;
use std::path::Path;

const MAGIC: &[u8; 8] = b"PEGWINS\0";
const VERSION: u32 = 1;
const HEADER: usize = 80;
const CODE: usize = 16;
const ENTRY: usize = 32;
const DIGEST: usize = 32;

/// Files up to this size are compared with their checksum when they are opened: it takes a few milliseconds.
pub(super) const CHECKED_AT_ONCE: usize = 32 << 20;

/// A file's bytes.
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

/// What a file says, the lists by the place where they lie.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) is_halved: bool,
    pub(super) start: u128,
    pub(super) finishes: Vec<u128>,
    /// By the number of pegs, up to the board's holes; none where no position wins.
    pub(super) lists: Vec<Option<Place>>,
}

/// Reads all but the lists themselves.
pub(super) fn contents(
    data: &[u8],
    board: &Board,
    path: &Path,
) -> Result<Contents, WinningFileError> {
    let damaged = |what| WinningFileError::Damaged {
        path: path.to_owned(),
        what,
    };
    if data.len() < HEADER + DIGEST || &data[..8] != MAGIC {
        return Err(WinningFileError::OtherFormat {
            path: path.to_owned(),
        });
    }
    let found = number(data, 8, 4) as u32;
    if found != VERSION {
        return Err(WinningFileError::OtherVersion {
            path: path.to_owned(),
            found,
            expected: VERSION,
        });
    }
    if data[16..48] != *board_digest(board).as_bytes() {
        return Err(WinningFileError::OtherBoard {
            path: path.to_owned(),
            board: board.name().to_owned(),
        });
    }
    if number(data, 72, 8) != data.len() as u128 {
        return Err(damaged("its length is wrong"));
    }
    let is_halved = match number(data, 12, 4) {
        0 => false,
        1 => true,
        _ => {
            return Err(damaged(
                "it does not say whether half the positions are meant",
            ));
        }
    };
    let (finish_count, list_count) = (number(data, 64, 4) as usize, number(data, 68, 4) as usize);
    let end = data.len() - DIGEST;
    let directory = finish_count
        .checked_mul(CODE)
        .and_then(|len| len.checked_add(HEADER));
    let lists_begin = list_count
        .checked_mul(ENTRY)
        .and_then(|len| len.checked_add(directory?));
    let (Some(directory), Some(..)) = (directory, lists_begin.filter(|begin| *begin <= end)) else {
        return Err(damaged("it is too short"));
    };
    let mut lists = vec![None; board.hole_count() + 1];
    for entry in (directory..).step_by(ENTRY).take(list_count) {
        let shape = Shape {
            lower_bits: number(data, entry + 4, 4) as u32,
            count: number(data, entry + 8, 8) as u64,
            last_upper: number(data, entry + 16, 8) as u64,
        };
        let place = usize::try_from(number(data, entry + 24, 8)).ok();
        let place = place.and_then(|first| Place::new(shape, first, end));
        let place = place.ok_or_else(|| damaged("a list lies outside of it"))?;
        match lists.get_mut(number(data, entry, 4) as usize) {
            Some(list @ None) => *list = Some(place),
            _ => {
                return Err(damaged(
                    "it has two lists for a number of pegs, or one for too many",
                ));
            }
        }
    }
    let finish = |place: usize| number(data, HEADER + CODE * place, CODE);
    let finishes = (0..finish_count).map(finish).collect();
    Ok(Contents {
        is_halved,
        start: number(data, 48, CODE),
        finishes,
        lists,
    })
}

/// Whether the digest at the end is that of all before. There must be one.
pub(super) fn has_right_digest(data: &[u8], part: Part<'_>) -> Result<bool, LimitReached> {
    let (content, digest) = data.split_at(data.len() - DIGEST);
    let right = digest_of(content, |read| {
        part.tick(0, || {
            Phase::done("checksum", read as f64 / content.len() as f64)
        })
    })?;
    Ok(right == <[u8; DIGEST]>::try_from(digest).expect("a digest has 32 bytes"))
}

/// The digest of some bytes. After each of the pieces in which it is found, `go_on` is told how many bytes have been
/// read.
fn digest_of(
    bytes: &[u8],
    go_on: impl Fn(usize) -> Result<(), LimitReached>,
) -> Result<blake3::Hash, LimitReached> {
    let mut hasher = blake3::Hasher::new();
    for piece in bytes.chunks(HASHED_AT_ONCE) {
        hasher.update(piece);
        go_on(hasher.count() as usize)?;
    }
    Ok(hasher.finalize())
}

/// The file of a set. Each level is given with its pegs, is not empty, and is freed as soon as it is encoded.
pub(super) fn assemble<B: Bits>(
    task: &SweepTask<B>,
    levels: Vec<(usize, Vec<B>)>,
    part: Part<'_>,
) -> Result<Vec<u8>, EncodeError> {
    let lists = encoded(levels, part)?;
    let finishes = task.finish_codes();
    let ends = (task.start().code(), finishes.as_slice());
    Ok(written(
        task.board(),
        task.is_complement(),
        ends,
        lists,
        part,
    )?)
}

/// The bytes of a file, compiled once for codes of any width. The ends are the start and the finishes.
fn written(
    board: &Board,
    is_complement: bool,
    (start, finishes): (u128, &[u128]),
    lists: Vec<(usize, Shape, Vec<u64>)>,
    part: Part<'_>,
) -> Result<Vec<u8>, LimitReached> {
    let first_list = HEADER + CODE * finishes.len() + ENTRY * lists.len();
    let length = first_list
        + lists
            .iter()
            .map(|(_, _, words)| words.len() * 8)
            .sum::<usize>()
        + DIGEST;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u32::from(is_complement).to_le_bytes());
    bytes.extend(board_digest(board).as_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend((finishes.len() as u32).to_le_bytes());
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
    let digest = digest_of(&bytes, |_| part.tick(0, || Phase::done("checksum", 1.0)))?;
    bytes.extend(digest.as_bytes());
    Ok(bytes)
}

/// Adds words to bytes.
pub(super) fn add_words(bytes: &mut Vec<u8>, words: &[u64]) {
    let begin = bytes.len();
    bytes.resize(begin + words.len() * 8, 0);
    for (place, word) in bytes[begin..].chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
}

/// The bytes that are hashed between two looks at the control: in about a hundredth of a second.
const HASHED_AT_ONCE: usize = 16 << 20;

/// Fewer codes are not worth a second thread.
const WORTH_A_THREAD: usize = 50_000;

/// The lists in their order.
fn encoded<B: Bits>(
    levels: Vec<(usize, Vec<B>)>,
    part: Part<'_>,
) -> Result<Vec<(usize, Shape, Vec<u64>)>, EncodeError> {
    let codes: usize = levels.iter().map(|(_, codes)| codes.len()).sum();
    let threads = part.control().threads().min(1 + codes / WORTH_A_THREAD);
    // The largest first, so that the threads end together.
    let mut lists = try_map_on(threads, levels.into_iter().rev(), |(pegs, codes)| {
        let (shape, words) = encode(&codes, part)?;
        Ok::<_, EncodeError>((pegs, shape, words))
    })?;
    lists.reverse();
    Ok(lists)
}

/// The little-endian number of these bytes.
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

    /// Files that somebody has kept have these digests.
    #[test]
    fn the_digest_of_a_board_stays_what_it_was() {
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
}
