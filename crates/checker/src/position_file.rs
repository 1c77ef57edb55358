//! Position files of exhaustions, read level by level. `FORMAT.md` describes the bytes.

use super::board::Board;
use super::flaw::{Checked, Flaw, require, wrong};
use super::refutation::Finishes;
use super::word::Word;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// First bytes of a position file.
pub(super) const MAGIC: [u8; 8] = *b"PEGSET\0\0";
const VERSION: u16 = 1;
const HEADER_BYTES: usize = 48;
const ENTRY_BYTES: usize = 24;

/// Returns the digest that ties a position file to its board, starts and finishes.
pub(super) fn task_digest(board: &Board, starts: &[u128], finishes: &Finishes) -> blake3::Hash {
    let mut text = format!("pegboard positions 1\n{}\n", board.part.lattice.name());
    let steps = board
        .part
        .jumps
        .iter()
        .flatten()
        .map(|(x, y)| format!("jump {x} {y}\n"));
    text.extend(steps);
    let holes = board
        .part
        .holes
        .iter()
        .map(|(x, y)| format!("hole {x} {y}\n"));
    text.extend(holes);
    text.extend(starts.iter().map(|start| format!("start {start}\n")));
    match finishes {
        Finishes::Listed(finishes) => {
            text.extend(finishes.iter().map(|finish| format!("finish {finish}\n")))
        }
        Finishes::WithPegs(pegs) => text += &format!("pegs {pegs}\n"),
    }
    blake3::hash(text.as_bytes())
}

/// File with checked digest and header.
pub(super) struct PositionFile {
    path: PathBuf,
    place: String,
    levels: Vec<Entry>,
}

struct Entry {
    pegs: u32,
    count: u64,
    offset: u64,
    bytes: u64,
}

/// Statements of a certificate about its position file.
pub(super) struct Expected<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: u64,
    pub(super) blake3: &'a str,
    pub(super) holes: usize,
    pub(super) task: blake3::Hash,
}

impl PositionFile {
    pub(super) fn open(folder: &Path, expected: &Expected<'_>) -> Checked<PositionFile> {
        let (path, place) = beside(folder, expected.name)?;
        check_digest(&path, &place, expected)?;
        let (task, levels) = read_levels(&path, &place, expected.holes, expected.bytes)?;
        require(task == *expected.task.as_bytes(), &place, || {
            "it belongs to another board, start or finish".to_owned()
        })?;
        Ok(PositionFile {
            path,
            place,
            levels,
        })
    }

    /// Returns the peg count of each level.
    pub(super) fn pegs(&self) -> Vec<u32> {
        self.levels.iter().map(|level| level.pegs).collect()
    }

    pub(super) fn read<W: Word>(&self, level: usize, full: u128) -> Checked<FileLevel<W>> {
        let Entry {
            pegs,
            count,
            offset,
            bytes,
        } = self.levels[level];
        let place = format!("{}, level with {pegs} pegs", self.place);
        let open = || {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(offset))?;
            Ok(file)
        };
        let file = open().map_err(|error| unreadable(&place, &error))?;
        let bytes = Bytes {
            file,
            left: bytes,
            buffer: Vec::new(),
            at: 0,
        };
        Ok(FileLevel {
            bytes,
            left: count,
            pegs,
            full,
            last: None::<W>,
            place,
        })
    }
}

fn check_digest(path: &Path, place: &str, expected: &Expected<'_>) -> Checked<()> {
    let mut file = File::open(path).map_err(|error| unreadable(place, &error))?;
    let length = file
        .metadata()
        .map_err(|error| unreadable(place, &error))?
        .len();
    require(length == expected.bytes, place, || {
        format!(
            "it has {length} bytes, not {} as the certificate says",
            expected.bytes
        )
    })?;
    let mut hasher = blake3::Hasher::new();
    hasher
        .update_reader(&mut file)
        .map_err(|error| unreadable(place, &error))?;
    let digest = hasher.finalize().to_hex();
    require(digest.as_str() == expected.blake3, place, || {
        format!(
            "its BLAKE3 digest is {digest}, not {} as the certificate says",
            expected.blake3
        )
    })
}

/// Returns the number of positions of each level, from the header of a file in `folder`.
pub(super) fn level_sizes(
    folder: &Path,
    name: &str,
    holes: usize,
    bytes: u64,
) -> Checked<Vec<u64>> {
    let (path, place) = beside(folder, name)?;
    let (_, levels) = read_levels(&path, &place, holes, bytes)?;
    Ok(levels.iter().map(|level| level.count).collect())
}

/// The path of a file beside the certificate, and its name in messages.
fn beside(folder: &Path, name: &str) -> Checked<(PathBuf, String)> {
    let is_plain = Path::new(name)
        .file_name()
        .is_some_and(|file_name| file_name == name);
    require(is_plain, "positions", || {
        format!("`{name}` is not the name of a file beside the certificate")
    })?;
    Ok((folder.join(name), format!("file `{name}`")))
}

/// Reads the digest of the task and the levels of a file of this many bytes.
fn read_levels(
    path: &Path,
    place: &str,
    holes: usize,
    bytes: u64,
) -> Checked<([u8; 32], Vec<Entry>)> {
    let mut file = File::open(path).map_err(|error| unreadable(place, &error))?;
    let mut header = [0; HEADER_BYTES];
    read_exactly(&mut file, &mut header, place)?;
    let count = check_header(&header, holes, place)?;
    let mut entries = vec![0; count * ENTRY_BYTES];
    read_exactly(&mut file, &mut entries, place)?;
    let task = std::array::from_fn(|index| header[16 + index]);
    Ok((task, read_entries(&entries, bytes, place)?))
}

fn check_header(header: &[u8; HEADER_BYTES], expected: usize, place: &str) -> Checked<usize> {
    require(header[..8] == MAGIC, place, || {
        "it does not begin with `PEGSET`".to_owned()
    })?;
    let version = u16::from_le_bytes([header[8], header[9]]);
    require(version == VERSION, place, || {
        format!("its version is {version}, not {VERSION}")
    })?;
    let holes = usize::from(u16::from_le_bytes([header[10], header[11]]));
    require(holes == expected, place, || {
        format!("it belongs to a board with {holes} holes")
    })?;
    let levels = u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize;
    require(levels <= holes + 1, place, || {
        format!("it has {levels} levels")
    })?;
    Ok(levels)
}

fn read_entries(bytes: &[u8], file_bytes: u64, place: &str) -> Checked<Vec<Entry>> {
    let mut offset = (HEADER_BYTES + bytes.len()) as u64;
    let mut levels = Vec::new();
    for entry in bytes.chunks_exact(ENTRY_BYTES) {
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| entry[at + index]));
        let (pegs, zero) = (long(0) as u32, long(0) >> 32);
        let (count, bytes) = (long(8), long(16));
        let fits = zero == 0 && bytes <= file_bytes.saturating_sub(offset);
        require(fits, place, || {
            format!("the entry of level {} is wrong", levels.len() + 1)
        })?;
        levels.push(Entry {
            pegs,
            count,
            offset,
            bytes,
        });
        offset += bytes;
    }
    require(offset == file_bytes, place, || {
        format!("the levels end at byte {offset}, the file at {file_bytes}")
    })?;
    Ok(levels)
}

fn read_exactly(file: &mut File, bytes: &mut [u8], place: &str) -> Checked<()> {
    match file.read_exact(bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            wrong(place, "it ends within its header")
        }
        Err(error) => Err(unreadable(place, &error)),
        Ok(()) => Ok(()),
    }
}

fn unreadable(place: &str, error: &std::io::Error) -> Flaw {
    let mut message = place.to_owned();
    let _ = write!(message, ": {error}"); // writing to a string cannot fail
    Flaw::Unreadable(message)
}

/// Reader of a level.
pub(super) struct FileLevel<W> {
    bytes: Bytes,
    left: u64,
    pegs: u32,
    full: u128,
    last: Option<W>,
    place: String,
}

impl<W: Word> FileLevel<W> {
    /// Appends at most `most` further positions to the block.
    pub(super) fn read(&mut self, block: &mut Vec<W>, most: usize) -> Checked<()> {
        let count = self.left.min(most as u64);
        for _ in 0..count {
            let word = self.next()?;
            block.push(word);
        }
        self.left -= count;
        let ends_early = self.left == 0 && !self.bytes.is_at_end();
        require(!ends_early, &self.place, || {
            "there are bytes after the last position".to_owned()
        })
    }

    #[inline]
    fn next(&mut self) -> Checked<W> {
        let Some(number) = self
            .bytes
            .number()
            .map_err(|error| unreadable(&self.place, &error))?
        else {
            return wrong(
                &self.place,
                "the positions end too early, or one is malformed",
            );
        };
        let code = match self.last {
            None => Some(number),
            Some(last) => last.code().checked_add(number).filter(|_| number > 0),
        };
        let fits = |code: &u128| code & !self.full == 0 && code.count_ones() == self.pegs;
        match code.filter(fits) {
            Some(code) => {
                self.last = Some(W::new(code));
                Ok(W::new(code))
            }
            None => {
                let last = self
                    .last
                    .map_or("the beginning".to_owned(), |last| last.code().to_string());
                wrong(
                    &self.place,
                    format_args!(
                        "{last} is not followed by a greater position with the same number of pegs"
                    ),
                )
            }
        }
    }
}

/// Buffered reader of a section of a file.
struct Bytes {
    file: File,
    left: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Bytes {
    /// Maximum length of a number in bytes: 128 bits, seven in each byte.
    const LONGEST: usize = 19;

    fn is_at_end(&self) -> bool {
        self.left == 0 && self.at == self.buffer.len()
    }

    /// Reads the next number. Returns `None` if the bytes end within it or it has more than 128 bits.
    #[inline]
    fn number(&mut self) -> std::io::Result<Option<u128>> {
        if self.buffer.len() - self.at < Bytes::LONGEST && self.left > 0 {
            self.refill()?;
        }
        let mut number = 0u128;
        for (index, byte) in self.buffer[self.at..]
            .iter()
            .take(Bytes::LONGEST)
            .enumerate()
        {
            let bits = u128::from(byte & 0x7f);
            if index == Bytes::LONGEST - 1 && *byte > 3 {
                return Ok(None);
            }
            number |= bits << (7 * index);
            if byte & 0x80 == 0 {
                self.at += index + 1;
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    fn refill(&mut self) -> std::io::Result<()> {
        const PIECE: u64 = 1 << 18;
        self.buffer.drain(..self.at);
        self.at = 0;
        let more = self.left.min(PIECE);
        let read = (&mut self.file).take(more).read_to_end(&mut self.buffer)? as u64;
        self.left = if read < more { 0 } else { self.left - more };
        Ok(())
    }
}
