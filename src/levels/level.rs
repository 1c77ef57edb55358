//! Level: ascending codes in blocks, in memory or in a file.

use super::ascending::{Ahead, Ascending};
use super::block;
use super::error::{damaged, scratch};
use super::file::{
    CHECK, Destination, DraftFile, HEADER, ReadError, check_of, read_block, read_whole, skip_block,
};
use super::index::BlockIndex;
use super::storage::{Spilled, Storage};
use super::{CodeCount, LevelError, LevelName};
use crate::control::{Control, LimitReached, Phase, allocation};
use crate::engine::Bits;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Sorted set of canonical codes, compressed, in memory or in a file.
#[derive(Debug)]
pub struct Level {
    codes: u64,
    index: BlockIndex,
    backing: Backing,
    /// Owner of the folder and counter of bytes in memory.
    storage: Arc<Storage>,
}

#[derive(Debug)]
enum Backing {
    Memory(Vec<Box<[u8]>>),
    File { path: PathBuf, digest: blake3::Hash },
}

/// Returns the memory use of a block in bytes.
fn memory_of(block: &[u8]) -> u64 {
    (block.len() + size_of::<Box<[u8]>>()) as u64
}

impl Level {
    /// Returns the number of codes.
    pub fn len(&self) -> u64 {
        self.codes
    }

    /// Returns `true` if the level has no codes.
    pub fn is_empty(&self) -> bool {
        self.codes == 0
    }

    /// Returns the memory use of the codes in bytes.
    pub(crate) fn memory(&self) -> u64 {
        match &self.backing {
            Backing::Memory(blocks) => blocks.iter().map(|block| memory_of(block)).sum(),
            Backing::File { .. } => 0,
        }
    }

    /// Returns the digest of the file, if the level is in one.
    pub fn digest(&self) -> Option<blake3::Hash> {
        match &self.backing {
            Backing::Memory(_) => None,
            Backing::File { digest, .. } => Some(*digest),
        }
    }

    /// Returns the number of blocks.
    pub fn block_count(&self) -> usize {
        self.index.len()
    }

    /// Creates a reader of blocks. Each thread needs its own.
    ///
    /// # Errors
    ///
    /// Returns [`LevelError::Scratch`] if the file cannot be opened.
    pub fn blocks(&self) -> Result<BlockReader<'_>, LevelError> {
        let file = match &self.backing {
            Backing::Memory(_) => None,
            Backing::File { path, .. } => {
                Some(File::open(path).map_err(|error| scratch(path, error))?)
            }
        };
        Ok(BlockReader {
            level: self,
            file,
            bytes: Vec::new(),
            cursor: None,
        })
    }

    /// Creates a reader of all codes.
    pub(crate) fn reader<B: Bits>(&self) -> Result<LevelReader<'_, B>, LevelError> {
        self.reader_of(0, None)
    }

    /// Creates a reader of the codes from `first` up to, but not including, `end`, if given.
    pub(super) fn reader_of<B: Bits>(
        &self,
        first: u128,
        end: Option<u128>,
    ) -> Result<LevelReader<'_, B>, LevelError> {
        let mut reader: LevelReader<'_, B> = LevelReader {
            blocks: self.blocks()?,
            next: self.index.before_code(first),
            end,
            codes: Vec::new(),
            place: 0,
        };
        while reader.place == reader.codes.len() && reader.next_block()? {
            reader.place = reader.codes.partition_point(|code| code.code() < first);
        }
        Ok(reader)
    }

    /// Returns `true` if a code is in the level.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read.
    pub fn contains<B: Bits>(&self, code: B) -> Result<bool, LevelError> {
        let mut reader = self.reader_of::<B>(code.code(), None)?;
        Ok(reader.next()? == Some(code))
    }

    /// Returns the first codes of a range of blocks that `is_wanted` accepts, at most `most`.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read or the control stops the call.
    pub fn found<B: Bits>(
        &self,
        places: Range<usize>,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Vec<B>, LevelError> {
        let mut found = Vec::new();
        self.visit_blocks(places, control, |codes| {
            found.extend(
                codes
                    .iter()
                    .filter(|code| is_wanted(**code))
                    .take(most - found.len()),
            );
            found.len() < most
        })?;
        Ok(found)
    }

    /// Returns all codes. The level must be known to fit the memory.
    pub(crate) fn codes<B: Bits>(&self, control: &Control<'_>) -> Result<Vec<B>, LevelError> {
        let mut all =
            allocation::with_capacity(self.codes as usize).map_err(LevelError::Stopped)?;
        self.visit_blocks(0..self.block_count(), control, |codes| {
            all.extend(codes);
            true
        })?;
        Ok(all)
    }

    /// Calls `wants_more` with the codes of each block until it returns `false`.
    fn visit_blocks<B: Bits>(
        &self,
        places: Range<usize>,
        control: &Control<'_>,
        mut wants_more: impl FnMut(&[B]) -> bool,
    ) -> Result<(), LevelError> {
        let looking = || Phase::SearchingLevel;
        let (mut codes, mut blocks) = (Vec::new(), self.blocks()?);
        for index in places {
            control.tick(0, looking).map_err(LevelError::Stopped)?;
            blocks.read(index, &mut codes)?;
            if !wants_more(&codes) {
                break;
            }
        }
        Ok(())
    }

    /// Samples about `count` codes, spread over the level.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read.
    pub fn sample<B: Bits>(&self, count: usize) -> Result<Vec<B>, LevelError> {
        self.sample_of(0..self.block_count(), count)
    }

    /// Samples about `count` codes of a range of blocks.
    pub(super) fn sample_of<B: Bits>(
        &self,
        places: Range<usize>,
        count: usize,
    ) -> Result<Vec<B>, LevelError> {
        const BLOCKS: usize = 32;
        let (mut sample, mut codes, mut blocks) = (Vec::new(), Vec::new(), self.blocks()?);
        let read =
            places.len().min(BLOCKS) * (self.codes as usize).div_ceil(self.block_count().max(1));
        let step = (read / count.max(1)).max(1);
        for index in places.clone().step_by(places.len().div_ceil(BLOCKS).max(1)) {
            blocks.read::<B>(index, &mut codes)?;
            sample.extend(codes.iter().step_by(step));
        }
        Ok(sample)
    }

    /// Removes the file of the level.
    pub(crate) fn discard(self) {
        if let Backing::File { path, .. } = &self.backing {
            let _ = std::fs::remove_file(path); // a leftover is harmless
        }
    }

    /// Creates an in-memory level from ascending codes.
    pub(super) fn in_memory<B: Bits>(codes: &[B], storage: Arc<Storage>) -> Level {
        let (mut index, mut packed) = (BlockIndex::default(), Vec::new());
        for block in codes.chunks(block::MAX_CODES).map(PackedBlock::new) {
            index.push(block.first, block.codes, 0);
            storage.take(memory_of(&block.bytes));
            packed.push(block.bytes);
        }
        Level {
            codes: codes.len() as u64,
            index,
            backing: Backing::Memory(packed),
            storage,
        }
    }

    /// Opens the file of a finished level. Reads the whole file, compares its digest, and calls `tick` after each block.
    pub(crate) fn open(
        path: &Path,
        task: &blake3::Hash,
        digest: blake3::Hash,
        storage: Arc<Storage>,
        tick: &dyn Fn() -> Result<(), LimitReached>,
    ) -> Result<Level, LevelError> {
        match read_whole(path, task, digest, tick) {
            Ok((codes, index)) => {
                let backing = Backing::File {
                    path: path.to_owned(),
                    digest,
                };
                Ok(Level {
                    codes,
                    index,
                    backing,
                    storage,
                })
            }
            Err(ReadError::Io(error)) => Err(scratch(path, error)),
            Err(ReadError::Damaged(what)) => Err(damaged(path, what)),
            Err(ReadError::Stopped(limit)) => Err(LevelError::Stopped(limit)),
        }
    }
}

impl CodeCount for Level {
    fn len(&self) -> u64 {
        self.len()
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        self.storage.release(self.memory());
    }
}

/// Reader of the blocks of a level, in any order.
pub struct BlockReader<'a> {
    level: &'a Level,
    file: Option<File>,
    bytes: Vec<u8>,
    /// Block at the current offset in the file, and this offset.
    cursor: Option<(usize, u64)>,
}

impl BlockReader<'_> {
    /// Decodes a block into `codes`.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read or is damaged.
    pub fn read<B: Bits>(&mut self, index: usize, codes: &mut Vec<B>) -> Result<(), LevelError> {
        match &self.level.backing {
            Backing::Memory(blocks) => {
                block::decode(&blocks[index], codes)
                    .expect("a block in memory is what was written");
                Ok(())
            }
            Backing::File { path, .. } => {
                self.read_file(index, codes).map_err(|error| match error {
                    ReadError::Io(error) => scratch(path, error),
                    ReadError::Damaged(what) => damaged(path, what),
                    ReadError::Stopped(limit) => LevelError::Stopped(limit),
                })
            }
        }
    }

    fn read_file<B: Bits>(&mut self, index: usize, codes: &mut Vec<B>) -> Result<(), ReadError> {
        let file = self
            .file
            .as_mut()
            .expect("a level in a file is read from it");
        let entry = self.level.index.before_block(index);
        let indexed = entry.map(|entry| (entry.block, entry.offset));
        let indexed = indexed.expect("the first block is indexed");
        // The cursor is left out until the block is read.
        let (mut next, mut offset) = match self.cursor.take() {
            Some(cursor) if (indexed.0..=index).contains(&cursor.0) => cursor,
            _ => {
                file.seek(SeekFrom::Start(indexed.1))?;
                indexed
            }
        };
        while next < index {
            offset += skip_block(file)?;
            next += 1;
        }
        read_block(file, &mut self.bytes)?;
        self.cursor = Some((index + 1, offset + self.bytes.len() as u64));
        let block = &self.bytes[CHECK..];
        if check_of(block) != self.bytes[..CHECK] || block::decode(block, codes).is_none() {
            return Err(ReadError::Damaged("it holds a block whose check is wrong"));
        }
        Ok(())
    }
}

/// Stream of the codes of a level.
pub(crate) struct LevelReader<'a, B> {
    blocks: BlockReader<'a>,
    /// Number of the next block.
    next: usize,
    end: Option<u128>,
    codes: Vec<B>,
    place: usize,
}

impl<B: Bits> LevelReader<'_, B> {
    fn next_block(&mut self) -> Result<bool, LevelError> {
        let index = &self.blocks.level.index;
        let Some(before) = index.before_block(self.next) else {
            return Ok(false);
        };
        let is_beyond = |code: u128| self.end.is_some_and(|end| code >= end);
        if self.next == index.len() || is_beyond(before.first) {
            return Ok(false);
        }
        self.blocks.read(self.next, &mut self.codes)?;
        (self.next, self.place) = (self.next + 1, 0);
        let within = self.codes.partition_point(|code| !is_beyond(code.code()));
        if within < self.codes.len() {
            self.codes.truncate(within);
            self.next = index.len();
        }
        Ok(true)
    }
}

impl<B: Bits> Ascending<B> for LevelReader<'_, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, LevelError> {
        loop {
            if let Some(&code) = self.codes.get(self.place) {
                self.place += 1;
                return Ok(Some(code));
            }
            if !self.next_block()? {
                return Ok(None);
            }
        }
    }
}

impl<B: Bits> Ahead<B> for LevelReader<'_, B> {
    fn ahead(&mut self) -> Result<&[B], LevelError> {
        while self.place == self.codes.len() && self.next_block()? {}
        Ok(&self.codes[self.place..])
    }

    fn skip(&mut self, count: usize) {
        self.place += count;
    }
}

/// Encoded block for a new level.
pub(super) struct PackedBlock {
    first: u128,
    codes: u64,
    check: [u8; CHECK],
    bytes: Box<[u8]>,
}

impl PackedBlock {
    pub(super) fn new<B: Bits>(codes: &[B]) -> PackedBlock {
        let mut bytes = Vec::with_capacity(2 * codes.len() + 64);
        block::encode(codes, &mut bytes);
        let check = check_of(&bytes);
        let bytes = Box::from(bytes.as_slice()); // shrinking in place would leave holes between the blocks
        PackedBlock {
            first: codes[0].code(),
            codes: codes.len() as u64,
            check,
            bytes,
        }
    }
}

/// Writer of a level.
pub(super) struct LevelWriter {
    codes: u64,
    index: BlockIndex,
    /// Bytes of the file after its header.
    bytes: u64,
    output: Output,
    storage: Arc<Storage>,
}

enum Output {
    /// Blocks in memory, which spill to a file above `most` bytes.
    Memory {
        blocks: Vec<Box<[u8]>>,
        taken: u64,
        most: u64,
        what: Spilled,
    },
    File(DraftFile),
}

/// Error of writing a level.
pub(super) enum WriteError {
    /// The level exceeds its memory, and no folder is given for it.
    NoRoom,
    Level(LevelError),
}

impl From<LevelError> for WriteError {
    fn from(error: LevelError) -> WriteError {
        WriteError::Level(error)
    }
}

impl LevelWriter {
    /// Begins a level in the place where the storage keeps levels.
    pub(super) fn of_level(
        storage: &Arc<Storage>,
        name: LevelName,
    ) -> Result<LevelWriter, LevelError> {
        match storage.destination(name) {
            Some(to) => LevelWriter::to_file(Arc::clone(storage), to),
            None => {
                let most = storage.for_next_level();
                Ok(LevelWriter::in_memory(
                    Arc::clone(storage),
                    most,
                    Spilled::Level(name),
                ))
            }
        }
    }

    /// Begins a run in memory, which spills above `most` bytes.
    pub(super) fn of_run(storage: &Arc<Storage>, pegs: usize, most: u64) -> LevelWriter {
        LevelWriter::in_memory(Arc::clone(storage), most, Spilled::Run { pegs })
    }

    /// Begins a run in a file. Returns `None` if runs must stay in memory.
    pub(super) fn of_run_in_file(
        storage: &Arc<Storage>,
        pegs: usize,
    ) -> Result<Option<LevelWriter>, LevelError> {
        let to = storage.overflow(Spilled::Run { pegs })?;
        to.map(|to| LevelWriter::to_file(Arc::clone(storage), to))
            .transpose()
    }

    fn in_memory(storage: Arc<Storage>, most: u64, what: Spilled) -> LevelWriter {
        LevelWriter::new(
            storage,
            Output::Memory {
                blocks: Vec::new(),
                taken: 0,
                most,
                what,
            },
        )
    }

    pub(super) fn to_file(
        storage: Arc<Storage>,
        to: Destination,
    ) -> Result<LevelWriter, LevelError> {
        Ok(LevelWriter::new(storage, Output::File(DraftFile::new(to)?)))
    }

    fn new(storage: Arc<Storage>, output: Output) -> LevelWriter {
        LevelWriter {
            codes: 0,
            index: BlockIndex::default(),
            bytes: 0,
            output,
            storage,
        }
    }

    /// Appends a block, whose codes must exceed all codes so far.
    pub(super) fn push(&mut self, block: PackedBlock) -> Result<(), WriteError> {
        self.codes += block.codes;
        let offset = HEADER as u64 + self.bytes;
        self.index.push(block.first, block.codes, offset);
        self.bytes += (CHECK + block.bytes.len()) as u64;
        match &mut self.output {
            Output::File(file) => file.push(&block.check, &block.bytes)?,
            Output::Memory {
                blocks,
                taken,
                most,
                ..
            } => {
                let bytes = memory_of(&block.bytes);
                blocks.push(block.bytes);
                *taken += bytes;
                self.storage.take(bytes);
                if *taken > *most {
                    self.overflow()?;
                }
            }
        }
        Ok(())
    }

    /// Moves the blocks in memory to a file.
    fn overflow(&mut self) -> Result<(), WriteError> {
        let Output::Memory { blocks, what, .. } = &mut self.output else {
            return Ok(());
        };
        let mut file = DraftFile::new(self.storage.overflow(*what)?.ok_or(WriteError::NoRoom)?)?;
        for block in blocks.drain(..) {
            file.push(&check_of(&block), &block)?;
        }
        self.release();
        self.output = Output::File(file);
        Ok(())
    }

    /// Subtracts the blocks in memory from the count of the storage.
    fn release(&mut self) {
        if let Output::Memory { taken, .. } = &mut self.output {
            self.storage.release(std::mem::take(taken));
        }
    }

    /// Completes the level.
    pub(super) fn finish(mut self) -> Result<Level, LevelError> {
        let index = std::mem::take(&mut self.index);
        let backing = match &mut self.output {
            Output::Memory { blocks, taken, .. } => {
                *taken = 0; // the level counts it from now on
                Backing::Memory(std::mem::take(blocks))
            }
            Output::File(file) => {
                let digest = file.complete(self.codes, self.bytes)?;
                Backing::File {
                    path: file.to.path.clone(),
                    digest,
                }
            }
        };
        Ok(Level {
            codes: self.codes,
            index,
            backing,
            storage: Arc::clone(&self.storage),
        })
    }
}

impl Drop for LevelWriter {
    fn drop(&mut self) {
        self.release();
    }
}
