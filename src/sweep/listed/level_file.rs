//! Files of sorted codes.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `PEGLEVEL` |
//! | 8..12 | version, 1 |
//! | 12..16 | pegs |
//! | 16..48 | BLAKE3 digest of the task: only its own sweep reads the file |
//! | 48.. | codes in ascending order, each as its difference to the one before (the first to −1) less 1, seven bits a byte, the lowest first, the eighth bit set in all but the last byte |
//! | last 48 | number of codes (8), bytes of codes (8), BLAKE3 digest of all before (32) |

use crate::engine::Bits;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"PEGLEVEL";
const VERSION: u32 = 1;
const HEADER: usize = 48;
const TRAILER: usize = 48;
const BUFFER: usize = 1 << 18;

/// What a finished file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) codes: u64,
    pub(super) digest: blake3::Hash,
}

/// Writes codes in ascending order under a preliminary name; `finish` gives the file its own.
pub(super) struct LevelWriter {
    path: PathBuf,
    draft: PathBuf,
    out: BufWriter<File>,
    hasher: blake3::Hasher,
    pending: Vec<u8>,
    /// One more than the last code.
    next: u128,
    codes: u64,
    bytes: u64,
}

impl LevelWriter {
    pub(super) fn create(path: &Path, pegs: usize, task: &blake3::Hash) -> io::Result<LevelWriter> {
        let draft = path.with_extension("draft");
        let out = BufWriter::with_capacity(BUFFER, File::create(&draft)?);
        let mut pending = Vec::with_capacity(BUFFER + 32);
        pending.extend(MAGIC);
        pending.extend(VERSION.to_le_bytes());
        pending.extend((pegs as u32).to_le_bytes());
        pending.extend(task.as_bytes());
        let (path, hasher) = (path.to_owned(), blake3::Hasher::new());
        Ok(LevelWriter { path, draft, out, hasher, pending, next: 0, codes: 0, bytes: 0 })
    }

    /// The next code; it must be greater than the one before.
    pub(super) fn push(&mut self, code: u128) -> io::Result<()> {
        debug_assert!(self.codes == 0 || code >= self.next);
        let before = self.pending.len();
        let mut rest = code - self.next;
        while rest >= 0x80 {
            self.pending.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.pending.push(rest as u8);
        self.bytes += (self.pending.len() - before) as u64;
        self.codes += 1;
        self.next = code.wrapping_add(1); // after the greatest of all codes nothing follows
        if self.pending.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hasher.update(&self.pending);
        self.out.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }

    /// Completes the file. A `durable` one is on the disk itself before it takes its name.
    pub(super) fn finish(mut self, durable: bool) -> io::Result<Contents> {
        self.pending.extend(self.codes.to_le_bytes());
        self.pending.extend(self.bytes.to_le_bytes());
        self.flush()?;
        let digest = self.hasher.finalize();
        self.out.write_all(digest.as_bytes())?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if durable {
            file.sync_all()?;
        }
        std::fs::rename(&self.draft, &self.path)?;
        Ok(Contents { codes: self.codes, digest })
    }
}

/// Reads a file's codes from first to last.
pub(super) struct LevelReader {
    input: BufReader<File>,
    next: u128,
    left: u64,
}

/// Why a file is not a whole level file of the task.
#[derive(Debug)]
pub(super) enum ReadError {
    Io(io::Error),
    Damaged(String),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

impl LevelReader {
    /// Opens a file of so many codes that [`verify`] has seen or this process has written.
    pub(super) fn open(path: &Path, codes: u64) -> io::Result<LevelReader> {
        let mut input = BufReader::with_capacity(BUFFER, File::open(path)?);
        input.read_exact(&mut [0; HEADER])?;
        Ok(LevelReader { input, next: 0, left: codes })
    }

    /// Reads up to `most` codes more into `chunk`, which is emptied first; none are left when it stays empty.
    pub(super) fn read_chunk<B: Bits>(&mut self, chunk: &mut Vec<B>, most: usize) -> io::Result<()> {
        chunk.clear();
        while self.left > 0 && chunk.len() < most {
            let code = self.read_code()?;
            chunk.push(B::from_code(code));
        }
        Ok(())
    }

    fn read_code(&mut self) -> io::Result<u128> {
        let mut difference = 0;
        let mut shift = 0;
        loop {
            let mut byte = [0];
            self.input.read_exact(&mut byte)?;
            difference |= u128::from(byte[0] & 0x7F).checked_shl(shift).ok_or(io::ErrorKind::InvalidData)?;
            shift += 7;
            if byte[0] < 0x80 {
                break;
            }
        }
        let code = self.next.wrapping_add(difference);
        self.next = code.wrapping_add(1);
        self.left -= 1;
        Ok(code)
    }
}

/// Reads a whole file to see that it is what was written.
pub(super) fn verify(path: &Path, task: &blake3::Hash, contents: &Contents) -> Result<(), ReadError> {
    let damaged = |what: &str| Err(ReadError::Damaged(what.to_owned()));
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length < (HEADER + TRAILER) as u64 {
        return damaged("it is too short");
    }
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    if &header[..8] != MAGIC || header[8..12] != VERSION.to_le_bytes() {
        return damaged("it is not a level file of this version");
    }
    if header[16..48] != *task.as_bytes() {
        return damaged("it belongs to another sweep");
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header);
    let hashed = io::copy(&mut (&mut file).take(length - (HEADER + 32) as u64), &mut hasher)?;
    let mut digest = [0; 32];
    file.read_exact(&mut digest)?;
    debug_assert_eq!(hashed, length - (HEADER + 32) as u64);
    if hasher.finalize() != digest || contents.digest != digest {
        return damaged("its checksum is wrong");
    }
    Ok(())
}
