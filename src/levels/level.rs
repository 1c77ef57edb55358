//! A level: ascending codes in blocks, in memory or in a file.

use super::ascending::{Ahead, Ascending};
use super::block;
use super::error::{damaged, scratch};
use super::file::{
    BlockPlace, CHECK, Destination, DraftFile, HEADER, ReadError, check_of, read_block, read_whole,
};
use super::storage::{Overflowing, Storage};
use super::{CodeCount, LevelError, LevelName};
use crate::control::{Control, LimitReached, Phase};
use crate::engine::Bits;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Canonical codes in ascending order.
#[derive(Debug)]
pub(crate) struct Level {
    codes: u64,
    blocks: Vec<BlockPlace>,
    store: Store,
    /// It keeps the folder of the file, and counts what is in memory.
    storage: Arc<Storage>,
}

#[derive(Debug)]
enum Store {
    Memory(Vec<Box<[u8]>>),
    File { path: PathBuf, digest: blake3::Hash },
}

/// The bytes that a block in memory takes.
fn memory_of(block: &[u8]) -> u64 {
    (block.len() + size_of::<Box<[u8]>>() + size_of::<BlockPlace>()) as u64
}

impl Level {
    /// The number of codes.
    pub(crate) fn len(&self) -> u64 {
        self.codes
    }

    /// The bytes of memory that the codes take.
    pub(crate) fn memory(&self) -> u64 {
        match &self.store {
            Store::Memory(blocks) => blocks.iter().map(|block| memory_of(block)).sum(),
            Store::File { .. } => 0,
        }
    }

    /// The digest of the file, if it is in one.
    pub(crate) fn digest(&self) -> Option<blake3::Hash> {
        match &self.store {
            Store::Memory(_) => None,
            Store::File { digest, .. } => Some(*digest),
        }
    }

    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// A reader of blocks; each thread has its own.
    pub(crate) fn blocks(&self) -> Result<Blocks<'_>, LevelError> {
        let file = match &self.store {
            Store::Memory(_) => None,
            Store::File { path, .. } => {
                Some(File::open(path).map_err(|error| scratch(path, error))?)
            }
        };
        Ok(Blocks {
            level: self,
            file,
            bytes: Vec::new(),
            place: 0,
        })
    }

    /// All codes, one after the other.
    pub(crate) fn reader<B: Bits>(&self) -> Result<LevelReader<'_, B>, LevelError> {
        self.reader_of(0, None)
    }

    /// The codes from `first` on, and below `end` where there is one.
    pub(super) fn reader_of<B: Bits>(
        &self,
        first: u128,
        end: Option<u128>,
    ) -> Result<LevelReader<'_, B>, LevelError> {
        let next = self
            .blocks
            .partition_point(|block| block.first <= first)
            .saturating_sub(1);
        let codes: Vec<B> = Vec::new();
        let mut reader = LevelReader {
            blocks: self.blocks()?,
            next,
            end,
            codes,
            place: 0,
        };
        reader.next_block()?;
        reader.place = reader.codes.partition_point(|code| code.code() < first);
        Ok(reader)
    }

    /// Whether a code is in the level.
    pub(crate) fn contains<B: Bits>(&self, code: B) -> Result<bool, LevelError> {
        let next = self
            .blocks
            .partition_point(|block| block.first <= code.code());
        let Some(index) = next.checked_sub(1) else {
            return Ok(false);
        };
        let mut codes = Vec::new();
        self.blocks()?.read(index, &mut codes)?;
        Ok(codes.binary_search(&code).is_ok())
    }

    /// The first codes of some blocks that are wanted, `most` of them or all.
    pub(crate) fn found<B: Bits>(
        &self,
        places: Range<usize>,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Vec<B>, LevelError> {
        let mut found = Vec::new();
        self.look_through(places, control, |codes| {
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

    /// All codes at once, for levels that are known to fit.
    pub(crate) fn codes<B: Bits>(&self, control: &Control<'_>) -> Result<Vec<B>, LevelError> {
        let mut all = Vec::with_capacity(self.codes as usize);
        self.look_through(0..self.block_count(), control, |codes| {
            all.extend(codes);
            true
        })?;
        Ok(all)
    }

    /// Shows the codes of some blocks, block by block, as long as more are wanted.
    fn look_through<B: Bits>(
        &self,
        places: Range<usize>,
        control: &Control<'_>,
        mut wants_more: impl FnMut(&[B]) -> bool,
    ) -> Result<(), LevelError> {
        let looking = || Phase::of_unknown_length("looking through a level");
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

    /// Codes spread over the level, about `count` of them or all.
    pub(crate) fn sample<B: Bits>(&self, count: usize) -> Result<Vec<B>, LevelError> {
        self.sample_of(0..self.block_count(), count)
    }

    /// The same for some of its blocks.
    pub(super) fn sample_of<B: Bits>(
        &self,
        places: Range<usize>,
        count: usize,
    ) -> Result<Vec<B>, LevelError> {
        const BLOCKS: usize = 32;
        let (mut sample, mut codes, mut blocks) = (Vec::new(), Vec::new(), self.blocks()?);
        let read =
            places.len().min(BLOCKS) * (self.codes as usize).div_ceil(self.blocks.len().max(1));
        let step = (read / count.max(1)).max(1);
        for index in places.clone().step_by(places.len().div_ceil(BLOCKS).max(1)) {
            blocks.read::<B>(index, &mut codes)?;
            sample.extend(codes.iter().step_by(step));
        }
        Ok(sample)
    }

    /// Removes the file of a level that is of no more use.
    pub(crate) fn discard(self) {
        if let Store::File { path, .. } = &self.store {
            let _ = std::fs::remove_file(path); // one that stays takes room and does no harm
        }
    }

    /// A level in memory of these codes, which ascend.
    #[cfg(feature = "cluster")]
    pub(crate) fn in_memory<B: Bits>(codes: &[B], storage: Arc<Storage>) -> Level {
        let (mut blocks, mut packed) = (Vec::new(), Vec::new());
        for block in codes.chunks(block::MOST).map(PackedBlock::new) {
            blocks.push(BlockPlace {
                first: block.first,
                offset: 0,
            });
            storage.take(memory_of(&block.bytes));
            packed.push(block.bytes);
        }
        Level {
            codes: codes.len() as u64,
            blocks,
            store: Store::Memory(packed),
            storage,
        }
    }

    /// Opens the level in a file that was finished earlier. The whole file is read, to see that it is what
    /// was written; `tick` is asked after every block.
    pub(crate) fn open(
        path: &Path,
        task: &blake3::Hash,
        digest: blake3::Hash,
        storage: Arc<Storage>,
        tick: &dyn Fn() -> Result<(), LimitReached>,
    ) -> Result<Level, LevelError> {
        match read_whole(path, task, digest, tick) {
            Ok((codes, blocks)) => {
                let store = Store::File {
                    path: path.to_owned(),
                    digest,
                };
                Ok(Level {
                    codes,
                    blocks,
                    store,
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

/// Reads the blocks of a level, in any order.
pub(crate) struct Blocks<'a> {
    level: &'a Level,
    file: Option<File>,
    bytes: Vec<u8>,
    /// Where the file stands.
    place: u64,
}

impl Blocks<'_> {
    /// Puts the codes of a block in place of those in `codes`.
    pub(crate) fn read<B: Bits>(
        &mut self,
        index: usize,
        codes: &mut Vec<B>,
    ) -> Result<(), LevelError> {
        match &self.level.store {
            Store::Memory(blocks) => {
                block::decode(&blocks[index], codes)
                    .expect("a block in memory is what was written");
                Ok(())
            }
            Store::File { path, .. } => self.read_file(index, codes).map_err(|error| match error {
                ReadError::Io(error) => scratch(path, error),
                ReadError::Damaged(what) => damaged(path, what),
                ReadError::Stopped(limit) => LevelError::Stopped(limit),
            }),
        }
    }

    fn read_file<B: Bits>(&mut self, index: usize, codes: &mut Vec<B>) -> Result<(), ReadError> {
        let file = self
            .file
            .as_mut()
            .expect("a level in a file is read from it");
        let offset = self.level.blocks[index].offset;
        if self.place != offset {
            file.seek(SeekFrom::Start(offset))?;
        }
        self.place = u64::MAX; // until the block is read
        self.bytes.clear();
        read_block(file, &mut self.bytes)?;
        self.place = offset + self.bytes.len() as u64;
        let block = &self.bytes[CHECK..];
        if check_of(block) != self.bytes[..CHECK] || block::decode(block, codes).is_none() {
            return Err(ReadError::Damaged("it holds a block whose check is wrong"));
        }
        Ok(())
    }
}

/// The codes of a level from first to last.
pub(crate) struct LevelReader<'a, B> {
    blocks: Blocks<'a>,
    /// The block that is read next.
    next: usize,
    end: Option<u128>,
    codes: Vec<B>,
    place: usize,
}

impl<B: Bits> LevelReader<'_, B> {
    fn next_block(&mut self) -> Result<bool, LevelError> {
        let next = self.blocks.level.blocks.get(self.next);
        let there_is_one = next.is_some_and(|block| self.end.is_none_or(|end| block.first < end));
        if there_is_one {
            self.blocks.read(self.next, &mut self.codes)?;
            if let Some(end) = self.end {
                self.codes
                    .truncate(self.codes.partition_point(|code| code.code() < end));
            }
            (self.next, self.place) = (self.next + 1, 0);
        }
        Ok(there_is_one)
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

/// A block on its way into a level.
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
        let bytes = bytes.into_boxed_slice();
        PackedBlock {
            first: codes[0].code(),
            codes: codes.len() as u64,
            check,
            bytes,
        }
    }
}

/// Writes a level.
pub(super) struct LevelWriter {
    codes: u64,
    blocks: Vec<BlockPlace>,
    /// The bytes of the file after its header.
    bytes: u64,
    output: Output,
    storage: Arc<Storage>,
}

enum Output {
    /// The blocks, which go to a file when memory ends.
    Memory {
        blocks: Vec<Box<[u8]>>,
        taken: u64,
        most: u64,
        what: Overflowing,
    },
    File(DraftFile),
}

/// Why a level is not written.
pub(super) enum WriteError {
    /// It takes more memory than it may.
    NoRoom,
    Level(LevelError),
}

impl From<LevelError> for WriteError {
    fn from(error: LevelError) -> WriteError {
        WriteError::Level(error)
    }
}

impl LevelWriter {
    /// A level of this name, where the storage keeps it.
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
                    Overflowing::Level(name),
                ))
            }
        }
    }

    /// A run in memory, as far as it takes no more than `most` bytes.
    pub(super) fn of_run(storage: &Arc<Storage>, pegs: usize, most: u64) -> LevelWriter {
        LevelWriter::in_memory(Arc::clone(storage), most, Overflowing::Run { pegs })
    }

    /// A run in a file; `None` where runs must be in memory.
    pub(super) fn of_run_in_file(
        storage: &Arc<Storage>,
        pegs: usize,
    ) -> Result<Option<LevelWriter>, LevelError> {
        let to = storage.overflow(Overflowing::Run { pegs })?;
        to.map(|to| LevelWriter::to_file(Arc::clone(storage), to))
            .transpose()
    }

    /// What goes to a file when it takes more memory than it may.
    fn in_memory(storage: Arc<Storage>, most: u64, what: Overflowing) -> LevelWriter {
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
            blocks: Vec::new(),
            bytes: 0,
            output,
            storage,
        }
    }

    /// Adds a block, all of whose codes are above those before.
    pub(super) fn push(&mut self, block: PackedBlock) -> Result<(), WriteError> {
        self.codes += block.codes;
        self.blocks.push(BlockPlace {
            first: block.first,
            offset: HEADER as u64 + self.bytes,
        });
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

    /// Puts the blocks that are in memory into the file.
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

    /// What is in memory no longer counts.
    fn release(&mut self) {
        if let Output::Memory { taken, .. } = &mut self.output {
            self.storage.release(std::mem::take(taken));
        }
    }

    /// The complete level.
    pub(super) fn finish(mut self) -> Result<Level, LevelError> {
        let blocks = std::mem::take(&mut self.blocks);
        let store = match &mut self.output {
            Output::Memory { blocks, taken, .. } => {
                *taken = 0; // it counts with the level from now on
                Store::Memory(std::mem::take(blocks))
            }
            Output::File(file) => {
                let digest = file.complete(self.codes, self.bytes)?;
                Store::File {
                    path: file.to.path.clone(),
                    digest,
                }
            }
        };
        Ok(Level {
            codes: self.codes,
            blocks,
            store,
            storage: Arc::clone(&self.storage),
        })
    }
}

impl Drop for LevelWriter {
    fn drop(&mut self) {
        self.release();
    }
}
