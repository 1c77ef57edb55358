//! File of a level.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 0..8 | `PEGLEVEL` |
//! | 8..12 | version, 3 |
//! | 12..16 | pegs |
//! | 16..48 | BLAKE3 digest of the task; other tasks refuse the file |
//! | 48.. | each block (see [`block`]) after its check, the first 8 bytes of its BLAKE3 digest; codes ascend from block to block |
//! | last 48 | number of codes (8), bytes of checks and blocks (8), BLAKE3 digest of header, checks and these numbers (32) |
//!
//! Each read of a block compares its check, and opening a finished level compares the digest, so that no conclusion is
//! drawn from a damaged file.

use super::block::{self, HEAD};
use super::error::scratch;
use super::index::BlockIndex;
use super::{LevelError, commits};
use crate::control::LimitReached;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"PEGLEVEL";
const VERSION: u32 = 3;
pub(super) const HEADER: usize = 48;
const TRAILER: usize = 48;
pub(super) const CHECK: usize = 8;

/// File to which a level is written.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    pub(super) path: PathBuf,
    pub(super) pegs: usize,
    pub(super) task: blake3::Hash,
    /// Fsync before rename.
    pub(super) durable: bool,
}

/// Level file that has a preliminary name until it is complete. Dropping an incomplete file removes it.
pub(super) struct DraftFile {
    pub(super) to: Destination,
    draft: PathBuf,
    file: File,
    hasher: Box<blake3::Hasher>,
    complete: bool,
}

impl DraftFile {
    pub(super) fn new(to: Destination) -> Result<DraftFile, LevelError> {
        let draft = to.path.with_extension("draft");
        let file = File::create(&draft).map_err(|error| scratch(&to.path, error))?;
        let mut file = DraftFile {
            to,
            draft,
            file,
            hasher: Box::default(),
            complete: false,
        };
        let header = header(file.to.pegs, &file.to.task);
        file.hasher.update(&header);
        file.write(&header)?;
        Ok(file)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), LevelError> {
        self.file
            .write_all(bytes)
            .map_err(|error| scratch(&self.to.path, error))
    }

    pub(super) fn push(&mut self, check: &[u8; CHECK], block: &[u8]) -> Result<(), LevelError> {
        self.hasher.update(check);
        self.write(check)?;
        self.write(block)
    }

    pub(super) fn complete(&mut self, codes: u64, bytes: u64) -> Result<blake3::Hash, LevelError> {
        let numbers = [codes.to_le_bytes(), bytes.to_le_bytes()].concat();
        let digest = self.hasher.update(&numbers).finalize();
        self.write(&[&numbers, &digest.as_bytes()[..]].concat())?;
        let put = || {
            if self.to.durable {
                self.file.sync_all()?;
            }
            std::fs::rename(&self.draft, &self.to.path)
        };
        put().map_err(|error| scratch(&self.to.path, error))?;
        self.complete = true;
        commits::pass();
        Ok(digest)
    }
}

impl Drop for DraftFile {
    fn drop(&mut self) {
        if !self.complete {
            let _ = std::fs::remove_file(&self.draft);
        }
    }
}

/// Returns the first bytes of a level file.
fn header(pegs: usize, task: &blake3::Hash) -> Vec<u8> {
    [
        &MAGIC[..],
        &VERSION.to_le_bytes(),
        &(pegs as u32).to_le_bytes(),
        task.as_bytes(),
    ]
    .concat()
}

/// Removes from a folder the level files of a task whose names `is_leftover` accepts. Ignores errors, because a
/// leftover is harmless.
pub fn remove_leftovers(folder: &Path, task: &blake3::Hash, is_leftover: impl Fn(&str) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if is_leftover(&entry.file_name().to_string_lossy()) && begins_like(&entry.path(), task) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if a file begins with the header of a level file of this task, with any peg count, or is a prefix of
/// such a header.
fn begins_like(path: &Path, task: &blake3::Hash) -> bool {
    let expected = header(0, task);
    let mut found = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(expected.len() as u64).read_to_end(&mut found));
    let apart_from_pegs = |byte: &usize| !(12..16).contains(byte);
    read.is_ok()
        && (0..found.len())
            .filter(apart_from_pegs)
            .all(|byte| found[byte] == expected[byte])
}

/// Failure to read a level file.
pub(super) enum ReadError {
    Io(io::Error),
    Damaged(&'static str),
    Stopped(LimitReached),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Damaged("it is cut short"),
            _ => ReadError::Io(error),
        }
    }
}

/// Reads a whole file and checks it. Returns the number of codes and the index of the blocks.
pub(super) fn read_whole(
    path: &Path,
    task: &blake3::Hash,
    expected: blake3::Hash,
    tick: &dyn Fn() -> Result<(), LimitReached>,
) -> Result<(u64, BlockIndex), ReadError> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut input = BufReader::new(file);
    let mut header = [0; HEADER];
    input.read_exact(&mut header)?;
    if &header[..8] != MAGIC || header[8..12] != VERSION.to_le_bytes() {
        return Err(ReadError::Damaged("it is not a level file of this version"));
    }
    if header[16..48] != *task.as_bytes() {
        return Err(ReadError::Damaged("it belongs to another search"));
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header);
    let (mut index, mut bytes, mut codes) = (BlockIndex::default(), Vec::new(), Vec::new());
    let (mut count, mut offset) = (0, HEADER as u64);
    while offset + (TRAILER as u64) < length {
        tick().map_err(ReadError::Stopped)?;
        read_block(&mut input, &mut bytes)?;
        let (check, block) = bytes.split_at(CHECK);
        if check_of(block) != check || block::decode::<u128>(block, &mut codes).is_none() {
            return Err(ReadError::Damaged("it holds a block whose check is wrong"));
        }
        hasher.update(check);
        index.push(codes[0], codes.len() as u64, offset);
        count += codes.len() as u64;
        offset += bytes.len() as u64;
    }
    let mut trailer = [0; TRAILER];
    input.read_exact(&mut trailer)?;
    let digest = hasher.update(&trailer[..16]).finalize();
    if trailer[..8] != count.to_le_bytes() || digest != trailer[16..48] || digest != expected {
        return Err(ReadError::Damaged("its checksum is wrong"));
    }
    Ok((count, index))
}

/// Reads the next check and its block into `bytes`.
pub(super) fn read_block(input: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut beginning = [0; CHECK + HEAD];
    let length = read_beginning(input, &mut beginning)?;
    bytes.clear();
    bytes.extend(beginning);
    bytes.resize(length, 0);
    Ok(input.read_exact(&mut bytes[beginning.len()..])?)
}

/// Skips the next check and its block. Returns their length in bytes.
pub(super) fn skip_block(input: &mut File) -> Result<u64, ReadError> {
    let mut beginning = [0; CHECK + HEAD];
    let length = read_beginning(input, &mut beginning)?;
    input.seek(SeekFrom::Current((length - beginning.len()) as i64))?;
    Ok(length as u64)
}

/// Reads the next check and the head of its block. Returns the length of both in bytes, with the codes.
fn read_beginning(
    input: &mut impl Read,
    beginning: &mut [u8; CHECK + HEAD],
) -> Result<usize, ReadError> {
    input.read_exact(beginning)?;
    let head = *beginning
        .last_chunk()
        .expect("the head is shorter than both");
    match block::read_head(head) {
        Some((_, length)) => Ok(CHECK + length),
        None => Err(ReadError::Damaged("it holds an invalid block")),
    }
}

pub(super) fn check_of(block: &[u8]) -> [u8; CHECK] {
    let digest = blake3::hash(block);
    std::array::from_fn(|byte| digest.as_bytes()[byte])
}
