//! Position files of exhaustions, read level by level. `FORMAT.md` describes the bytes.

use super::board::Board;
use super::counted;
use super::flaw::{Checked, Flaw, require, wrong};
use super::refutation::Finishes;
use super::resources::Resources;
use super::word::Word;
use crate::format::LatticePart;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

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
    let listed = |word: &str, jumps: &[(usize, usize, usize)]| -> String {
        let line =
            |(from, over, to): &(usize, usize, usize)| format!("{word} {from} {over} {to}\n");
        jumps.iter().map(line).collect()
    };
    if let LatticePart::Jumps(jumps) = &board.part.lattice {
        text += &listed("jump", jumps);
    }
    text += &listed("without", &board.part.without);
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
        Finishes::Matching(patterns) => text.extend(
            patterns
                .iter()
                .map(|pattern| format!("pattern {} {}\n", pattern.pegs, pattern.empty)),
        ),
    }
    blake3::hash(text.as_bytes())
}

/// Position file with checked digest and header.
pub(super) struct PositionFile {
    bytes: CheckedBytes,
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
    pub(super) fn open(
        expected: &Expected<'_>,
        resources: &Resources<'_>,
    ) -> Checked<PositionFile> {
        let (file, place) = open_beside(resources.folder, expected.name)?;
        let bytes = CheckedBytes::new(file, place, expected, resources)?;
        let head = bytes
            .piece(0)
            .map_err(|error| unreadable(&bytes.place, &error))?;
        let (task, levels) = read_levels(&head[..], &bytes.place, expected.holes, expected.bytes)?;
        require(task == *expected.task.as_bytes(), &bytes.place, || {
            "it belongs to another board, start or finish".to_owned()
        })?;
        Ok(PositionFile { bytes, levels })
    }

    /// Returns the peg count of each level.
    pub(super) fn pegs(&self) -> Vec<u32> {
        self.levels.iter().map(|level| level.pegs).collect()
    }

    pub(super) fn read<W: Word>(&self, level: usize, full: u128) -> FileLevel<'_, W> {
        let Entry {
            pegs,
            count,
            offset,
            bytes,
        } = self.levels[level];
        FileLevel {
            bytes: Bytes::new(&self.bytes, offset, bytes),
            left: count,
            pegs,
            full,
            last: None::<W>,
            place: format!("{}, level with {}", self.bytes.place, counted(pegs, "peg")),
        }
    }
}

/// Bytes of an open file whose digest is that of the certificate.
///
/// The file is opened once. Each piece has a digest of its own, which is compared whenever the piece is read again, so
/// that a file that changes during the check is rejected.
struct CheckedBytes {
    file: Mutex<File>,
    pieces: Vec<blake3::Hash>,
    place: String,
}

impl CheckedBytes {
    /// Length of a piece in bytes, except the last one. The header fits in a piece.
    const PIECE: u64 = 1 << 18;

    fn new(
        mut file: File,
        place: String,
        expected: &Expected<'_>,
        resources: &Resources<'_>,
    ) -> Checked<CheckedBytes> {
        let length = file
            .metadata()
            .map_err(|error| unreadable(&place, &error))?
            .len();
        require(length == expected.bytes, &place, || {
            format!(
                "it has {}, not {} as the certificate says",
                counted(length, "byte"),
                expected.bytes
            )
        })?;
        let (mut hasher, mut pieces, mut piece) = (blake3::Hasher::new(), Vec::new(), Vec::new());
        loop {
            resources.count(0)?;
            piece.clear();
            (&mut file)
                .take(CheckedBytes::PIECE)
                .read_to_end(&mut piece)
                .map_err(|error| unreadable(&place, &error))?;
            hasher.update(&piece);
            pieces.push(blake3::hash(&piece));
            if (piece.len() as u64) < CheckedBytes::PIECE {
                break;
            }
        }
        let digest = hasher.finalize().to_hex();
        require(digest.as_str() == expected.blake3, &place, || {
            format!(
                "its BLAKE3 digest is {digest}, not {} as the certificate says",
                expected.blake3
            )
        })?;
        Ok(CheckedBytes {
            file: Mutex::new(file),
            pieces,
            place,
        })
    }

    /// Reads a piece again.
    fn piece(&self, number: u64) -> io::Result<Vec<u8>> {
        let mut piece = Vec::new();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(number * CheckedBytes::PIECE))?;
        (&mut *file)
            .take(CheckedBytes::PIECE)
            .read_to_end(&mut piece)?;
        if self.pieces.get(number as usize) != Some(&blake3::hash(&piece)) {
            return Err(io::Error::other("it has changed during the check"));
        }
        Ok(piece)
    }
}

/// Returns the number of positions of each level, from the header of a file in `folder`.
pub(super) fn level_sizes(
    folder: &Path,
    name: &str,
    holes: usize,
    bytes: u64,
) -> Checked<Vec<u64>> {
    let (file, place) = open_beside(folder, name)?;
    let (_, levels) = read_levels(file, &place, holes, bytes)?;
    Ok(levels.iter().map(|level| level.count).collect())
}

/// Opens a file beside the certificate. Returns it with its name in messages.
fn open_beside(folder: &Path, name: &str) -> Checked<(File, String)> {
    let is_plain = Path::new(name)
        .file_name()
        .is_some_and(|file_name| file_name == name);
    require(is_plain, "positions", || {
        format!("`{name}` is not the name of a file beside the certificate")
    })?;
    let place = format!("file `{name}`");
    match File::open(folder.join(name)) {
        Ok(file) => Ok((file, place)),
        Err(error) => Err(unreadable(&place, &error)),
    }
}

/// Reads the digest of the task and the levels of a file of this many bytes.
fn read_levels(
    mut file: impl Read,
    place: &str,
    holes: usize,
    bytes: u64,
) -> Checked<([u8; 32], Vec<Entry>)> {
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
        format!("it belongs to a board with {}", counted(holes, "hole"))
    })?;
    let levels = u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize;
    require(levels <= holes + 1, place, || {
        format!("it has {}", counted(levels, "level"))
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

fn read_exactly(file: &mut impl Read, bytes: &mut [u8], place: &str) -> Checked<()> {
    match file.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            wrong(place, "it ends within its header")
        }
        Err(error) => Err(unreadable(place, &error)),
        Ok(()) => Ok(()),
    }
}

fn unreadable(place: &str, error: &io::Error) -> Flaw {
    let mut message = place.to_owned();
    let _ = write!(message, ": {error}"); // writing to a string cannot fail
    Flaw::Unreadable(message)
}

/// Reader of a level.
pub(super) struct FileLevel<'a, W> {
    bytes: Bytes<'a>,
    left: u64,
    pegs: u32,
    full: u128,
    last: Option<W>,
    place: String,
}

impl<W: Word> FileLevel<'_, W> {
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
struct Bytes<'a> {
    file: &'a CheckedBytes,
    /// Offset of the section that is not yet in the buffer.
    offset: u64,
    left: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl<'a> Bytes<'a> {
    /// Maximum length of a number in bytes: 128 bits, seven in each byte.
    const LONGEST: usize = 19;

    fn new(file: &'a CheckedBytes, offset: u64, bytes: u64) -> Bytes<'a> {
        Bytes {
            file,
            offset,
            left: bytes,
            buffer: Vec::new(),
            at: 0,
        }
    }

    fn is_at_end(&self) -> bool {
        self.left == 0 && self.at == self.buffer.len()
    }

    /// Reads the next number. Returns `None` if the bytes end within it or it has more than 128 bits.
    #[inline]
    fn number(&mut self) -> io::Result<Option<u128>> {
        while self.buffer.len() - self.at < Bytes::LONGEST && self.left > 0 {
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

    /// Appends the rest of the next piece of the file to the buffer.
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let piece = self.file.piece(self.offset / CheckedBytes::PIECE)?;
        let rest = &piece[(self.offset % CheckedBytes::PIECE) as usize..];
        let rest = &rest[..(rest.len() as u64).min(self.left) as usize];
        self.buffer.extend_from_slice(rest);
        self.offset += rest.len() as u64;
        self.left -= rest.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckOptions;
    use std::fs;

    /// Writes a file with levels of these codes, and returns its folder, size and digest.
    fn written(levels: &[(u32, &[u128])]) -> (tempfile::TempDir, u64, String) {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(127u16.to_le_bytes());
        bytes.extend((levels.len() as u32).to_le_bytes());
        bytes.extend(blake3::hash(b"task").as_bytes());
        let mut all = Vec::new();
        for (pegs, codes) in levels {
            let (mut last, begin) = (0, all.len());
            for code in *codes {
                let mut rest = code - last;
                while rest > 0x7f {
                    all.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                all.push(rest as u8);
                last = *code;
            }
            bytes.extend(u64::from(*pegs).to_le_bytes());
            bytes.extend((codes.len() as u64).to_le_bytes());
            bytes.extend(((all.len() - begin) as u64).to_le_bytes());
        }
        bytes.extend(all);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), &bytes).unwrap();
        let digest = blake3::hash(&bytes).to_hex().to_string();
        (folder, bytes.len() as u64, digest)
    }

    fn opened(folder: &Path, bytes: u64, blake3: &str) -> PositionFile {
        let expected = Expected {
            name: "file",
            bytes,
            blake3,
            holes: 127,
            task: blake3::hash(b"task"),
        };
        let options = CheckOptions::default();
        let resources = Resources::new(folder, &options);
        PositionFile::open(&expected, &resources).unwrap_or_else(|_| panic!("the file is valid"))
    }

    /// Two levels of several pieces. Most codes have two pegs, so the differences have many lengths.
    fn levels() -> [Vec<u128>; 2] {
        let mut codes = [Vec::new(), Vec::new()];
        for high in 1..127 {
            for low in 0..high {
                codes[0].push(1u128 << high | 1 << low);
                codes[1].extend((0..low).map(|least| 1u128 << high | 1 << low | 1 << least));
            }
        }
        codes
    }

    #[test]
    fn codes_that_cross_pieces_are_read() {
        let codes = levels();
        let (folder, bytes, digest) = written(&[(2, &codes[0]), (3, &codes[1])]);
        assert!(bytes > 2 * CheckedBytes::PIECE);
        let file = opened(folder.path(), bytes, &digest);
        let [mut one, mut other] = [0, 1].map(|level| file.read::<u128>(level, u128::MAX >> 1));
        let mut read = [Vec::new(), Vec::new()];
        // Two readers take turns.
        while read[0].len() + read[1].len() < codes[0].len() + codes[1].len() {
            assert!(
                one.read(&mut read[0], 1000).is_ok() && other.read(&mut read[1], 70_000).is_ok()
            );
        }
        assert!(read == codes);
    }

    /// A file that takes the name of the checked one is not read. A checked file that is altered is rejected.
    #[test]
    fn only_checked_bytes_are_read() {
        let codes = levels();
        let (folder, bytes, digest) = written(&[(3, &codes[1])]);
        let path = folder.path().join("file");
        let file = opened(folder.path(), bytes, &digest);
        let mut altered = fs::read(&path).unwrap();
        *altered.last_mut().unwrap() ^= 1;
        let read = |file: &PositionFile| {
            let mut read = Vec::new();
            let mut level = file.read::<u128>(0, u128::MAX >> 1);
            level.read(&mut read, codes[1].len()).map(|()| read)
        };
        #[cfg(unix)] // an open file can be replaced
        {
            fs::write(folder.path().join("other"), &altered).unwrap();
            fs::rename(&path, folder.path().join("checked")).unwrap();
            fs::rename(folder.path().join("other"), &path).unwrap();
            assert!(read(&file).is_ok_and(|read| read == codes[1]));
            fs::rename(folder.path().join("checked"), &path).unwrap();
        }
        fs::write(&path, &altered).unwrap();
        match read(&file) {
            Err(Flaw::Unreadable(message)) => assert!(message.contains("has changed"), "{message}"),
            _ => panic!("the altered file is read"),
        }
    }
}
