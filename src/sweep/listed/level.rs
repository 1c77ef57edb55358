//! A level: ascending codes in blocks, in memory or in a file.
//!
//! All numbers of the file are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `PEGLEVEL` |
//! | 8..12 | version, 2 |
//! | 12..16 | pegs |
//! | 16..48 | BLAKE3 digest of the task: only its own sweep reads the file |
//! | 48.. | blocks, each as [`block`](super::block) describes; the codes ascend from block to block |
//! | last 48 | number of codes (8), bytes of blocks (8), BLAKE3 digest of all before (32) |

use super::ascending::Ascending;
use super::block::{Block, BlockWriter};
use super::ranges::Sample;
use crate::engine::Bits;
use crate::sweep::SweepError;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"PEGLEVEL";
const VERSION: u32 = 2;
const HEADER: usize = 48;
const TRAILER: usize = 48;

/// Canonical codes in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Level<B> {
    codes: u64,
    sample: Sample<B>,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    Memory(Arc<Vec<Box<[u8]>>>),
    File { path: PathBuf, digest: blake3::Hash },
}

impl<B: Bits> Level<B> {
    pub(super) fn len(&self) -> u64 {
        self.codes
    }

    /// Codes evenly spread over the level.
    pub(super) fn sample(&self) -> &Sample<B> {
        &self.sample
    }

    /// The bytes of memory that the codes take.
    pub(super) fn memory(&self) -> u64 {
        match &self.store {
            Store::Memory(blocks) => {
                blocks.iter().map(|block| (block.len() + size_of::<Box<[u8]>>()) as u64).sum()
            }
            Store::File { .. } => 0,
        }
    }

    /// The digest of the file, if it is in one.
    pub(super) fn digest(&self) -> Option<blake3::Hash> {
        match &self.store {
            Store::Memory(_) => None,
            Store::File { digest, .. } => Some(*digest),
        }
    }

    pub(super) fn blocks(&self) -> Result<Blocks<'_>, SweepError> {
        let source = match &self.store {
            Store::Memory(blocks) => Source::Memory(blocks.iter()),
            Store::File { path, .. } => {
                let open = || {
                    let mut input = File::open(path)?; // a block is buffer enough
                    input.read_exact(&mut [0; HEADER])?;
                    Ok(input)
                };
                Source::File { input: open().map_err(|error| scratch(path, error))?, path }
            }
        };
        Ok(Blocks { source, left: self.codes })
    }

    pub(super) fn reader(&self) -> Result<LevelReader<'_>, SweepError> {
        Ok(LevelReader { blocks: self.blocks()?, block: Block::default() })
    }

    /// All codes.
    pub(super) fn codes(&self) -> Result<Vec<B>, SweepError> {
        let (mut codes, mut reader) = (Vec::with_capacity(self.codes as usize), self.reader()?);
        while let Some(code) = reader.next()? {
            codes.push(code);
        }
        Ok(codes)
    }

    /// Removes the file of a level that is of no more use.
    pub(super) fn discard(self) {
        if let Store::File { path, .. } = self.store {
            let _ = std::fs::remove_file(path); // one that stays takes room and does no harm
        }
    }

    /// Opens the level in a file that was finished earlier. The whole file is read, to see that it is what was written.
    pub(super) fn open(
        path: &Path,
        task: &blake3::Hash,
        digest: blake3::Hash,
    ) -> Result<Level<B>, SweepError> {
        match read_whole(path, task, digest) {
            Ok((codes, sample)) => {
                Ok(Level { codes, sample, store: Store::File { path: path.to_owned(), digest } })
            }
            Err(ReadError::Io(error)) => Err(scratch(path, error)),
            Err(ReadError::Damaged(what)) => {
                Err(SweepError::Damaged { path: path.to_owned(), what: what.to_owned() })
            }
        }
    }
}

/// The blocks of a level from first to last.
pub(super) struct Blocks<'a> {
    source: Source<'a>,
    left: u64,
}

enum Source<'a> {
    Memory(std::slice::Iter<'a, Box<[u8]>>),
    File { input: File, path: &'a Path },
}

impl Blocks<'_> {
    /// Reads the next block into `block`. Whether there was one.
    pub(super) fn next(&mut self, block: &mut Block) -> Result<bool, SweepError> {
        if self.left == 0 {
            return Ok(false);
        }
        match &mut self.source {
            Source::Memory(blocks) => {
                let mut bytes = &blocks.next().expect("a level has the codes that it counts")[..];
                block.read(&mut bytes).expect("a block in memory is what was written");
            }
            Source::File { input, path } => block.read(input).map_err(|error| scratch(path, error))?,
        }
        self.left = self.left.saturating_sub(u64::from(block.left()));
        Ok(true)
    }
}

/// The codes of a level from first to last.
pub(super) struct LevelReader<'a> {
    blocks: Blocks<'a>,
    block: Block,
}

impl<B: Bits> Ascending<B> for LevelReader<'_> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        match self.block.next() {
            Some(code) => Ok(Some(code)),
            None if self.blocks.next(&mut self.block)? => Ok(self.block.next()),
            None => Ok(None),
        }
    }
}

/// Writes a level. Its file has a preliminary name until it is complete.
pub(super) struct LevelWriter<B> {
    block: BlockWriter,
    sample: Sample<B>,
    codes: u64,
    bytes: u64,
    output: Output,
}

enum Output {
    Memory { blocks: Vec<Box<[u8]>>, most: u64 },
    File { file: DraftFile, durable: bool },
}

struct DraftFile {
    path: PathBuf,
    draft: PathBuf,
    file: File,
    hasher: Box<blake3::Hasher>,
}

impl DraftFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)
    }
}

/// Why a level is not written.
pub(super) enum WriteError {
    /// It takes more memory than it may.
    NoRoom,
    Scratch(SweepError),
}

impl<B: Bits> LevelWriter<B> {
    /// A level in memory, of at most `most` bytes.
    pub(super) fn in_memory(block: usize, most: u64) -> LevelWriter<B> {
        LevelWriter::new(block, Output::Memory { blocks: Vec::new(), most })
    }

    /// A level in a file. A `durable` one is on the disk itself before it takes its name.
    pub(super) fn to_file(
        block: usize,
        path: &Path,
        pegs: usize,
        task: &blake3::Hash,
        durable: bool,
    ) -> Result<LevelWriter<B>, SweepError> {
        let draft = path.with_extension("draft");
        let create = || {
            let file = File::create(&draft)?;
            let mut file =
                DraftFile { path: path.to_owned(), draft: draft.clone(), file, hasher: Box::default() };
            let pegs = (pegs as u32).to_le_bytes();
            file.write(&[&MAGIC[..], &VERSION.to_le_bytes(), &pegs, task.as_bytes()].concat())?;
            Ok(file)
        };
        let file = create().map_err(|error| scratch(path, error))?;
        Ok(LevelWriter::new(block, Output::File { file, durable }))
    }

    fn new(block: usize, output: Output) -> LevelWriter<B> {
        LevelWriter { block: BlockWriter::new(block), sample: Sample::new(), codes: 0, bytes: 0, output }
    }

    /// Writes all codes, and completes the level.
    pub(super) fn write(mut self, codes: &mut impl Ascending<B>) -> Result<Level<B>, WriteError> {
        while let Some(code) = codes.next().map_err(WriteError::Scratch)? {
            if self.block.is_empty() {
                self.sample.add(code);
            }
            self.codes += 1;
            if self.block.push(code.code()) {
                self.end_block()?;
            }
        }
        self.finish()
    }

    fn end_block(&mut self) -> Result<(), WriteError> {
        let bytes = self.block.finished();
        self.bytes += bytes.len() as u64;
        match &mut self.output {
            Output::Memory { most, .. } if self.bytes > *most => return Err(WriteError::NoRoom),
            Output::Memory { blocks, .. } => blocks.push(bytes.into()),
            Output::File { file, .. } => file.write(bytes).map_err(|error| failed(file, error))?,
        }
        self.block.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<Level<B>, WriteError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        let store = match self.output {
            Output::Memory { blocks, .. } => Store::Memory(Arc::new(blocks)),
            Output::File { mut file, durable } => {
                let trailer = [self.codes.to_le_bytes(), self.bytes.to_le_bytes()].concat();
                let digest = complete(&mut file, &trailer, durable).map_err(|error| failed(&file, error))?;
                Store::File { path: file.path, digest }
            }
        };
        Ok(Level { codes: self.codes, sample: self.sample, store })
    }
}

fn complete(file: &mut DraftFile, trailer: &[u8], durable: bool) -> io::Result<blake3::Hash> {
    file.write(trailer)?;
    let digest = file.hasher.finalize();
    file.file.write_all(digest.as_bytes())?;
    if durable {
        file.file.sync_all()?;
    }
    std::fs::rename(&file.draft, &file.path)?;
    Ok(digest)
}

/// What was half written would only keep the disk full.
fn failed(file: &DraftFile, error: io::Error) -> WriteError {
    let _ = std::fs::remove_file(&file.draft);
    WriteError::Scratch(scratch(&file.path, error))
}

enum ReadError {
    Io(io::Error),
    Damaged(&'static str),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Damaged("it is cut short"),
            io::ErrorKind::InvalidData => ReadError::Damaged("it holds a block that cannot be"),
            _ => ReadError::Io(error),
        }
    }
}

/// The number of codes and some of them, if the file is whole, and the one that is expected.
fn read_whole<B: Bits>(
    path: &Path,
    task: &blake3::Hash,
    expected: blake3::Hash,
) -> Result<(u64, Sample<B>), ReadError> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut input = BufReader::new(file);
    let mut header = [0; HEADER];
    input.read_exact(&mut header)?;
    if &header[..8] != MAGIC || header[8..12] != VERSION.to_le_bytes() {
        return Err(ReadError::Damaged("it is not a level file of this version"));
    }
    if header[16..48] != *task.as_bytes() {
        return Err(ReadError::Damaged("it belongs to another sweep"));
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header);
    let (mut block, mut codes, mut sample, mut bytes) = (Block::default(), 0, Sample::new(), 0);
    while bytes + ((HEADER + TRAILER) as u64) < length {
        block.read(&mut input)?;
        hasher.update(block.bytes());
        bytes += block.bytes().len() as u64;
        codes += u64::from(block.left());
        block.next().into_iter().for_each(|first| sample.add(first));
    }
    let mut trailer = [0; TRAILER];
    input.read_exact(&mut trailer)?;
    hasher.update(&trailer[..16]);
    if hasher.finalize() != trailer[16..48] || expected != trailer[16..48] {
        return Err(ReadError::Damaged("its checksum is wrong"));
    }
    Ok((codes, sample))
}

pub(super) fn scratch(path: &Path, error: io::Error) -> SweepError {
    SweepError::Scratch { path: path.to_owned(), error }
}
