use super::level_file::LevelReader;
use crate::engine::Bits;
use crate::sweep::SweepError;
use std::path::PathBuf;

/// The canonical codes of a level in ascending order, in memory or in a file.
#[derive(Clone, Debug)]
pub(super) enum Level<B> {
    Memory(Vec<B>),
    File { path: PathBuf, codes: u64 },
}

impl<B: Bits> Level<B> {
    pub(super) fn len(&self) -> u64 {
        match self {
            Level::Memory(codes) => codes.len() as u64,
            Level::File { codes, .. } => *codes,
        }
    }

    pub(super) fn reader(&self) -> Result<Reader<'_, B>, SweepError> {
        Ok(match self {
            Level::Memory(codes) => Reader::Memory(codes),
            Level::File { path, codes } => {
                let reader = LevelReader::open(path, *codes);
                Reader::File { reader: reader.map_err(|error| scratch(path, error))?, path: path.clone() }
            }
        })
    }

    /// All codes.
    pub(super) fn codes(&self) -> Result<Vec<B>, SweepError> {
        match self {
            Level::Memory(codes) => Ok(codes.clone()),
            Level::File { codes, .. } => {
                let mut all = Vec::new();
                self.reader()?.read_chunk(&mut all, *codes as usize)?;
                Ok(all)
            }
        }
    }

    /// Calls `visit` with each code, in ascending order.
    pub(super) fn for_each(&self, mut visit: impl FnMut(B)) -> Result<(), SweepError> {
        let (mut reader, mut chunk) = (self.reader()?, Vec::new());
        loop {
            reader.read_chunk(&mut chunk, CHUNK)?;
            if chunk.is_empty() {
                return Ok(());
            }
            chunk.iter().copied().for_each(&mut visit);
        }
    }

    /// The codes of this level that are also in the ascending list.
    pub(super) fn intersection(&self, list: &[B]) -> Result<Vec<B>, SweepError> {
        let (mut common, mut rest) = (Vec::new(), list);
        self.for_each(|code| {
            rest = &rest[rest.iter().take_while(|other| **other < code).count()..];
            if rest.first() == Some(&code) {
                common.push(code);
            }
        })?;
        Ok(common)
    }

    /// The codes that this level shares with another.
    pub(super) fn shared_with(&self, other: &Level<B>) -> Result<Vec<B>, SweepError> {
        let (mut common, mut reader, mut chunk, mut place) = (Vec::new(), other.reader()?, Vec::new(), 0);
        let mut failed = None;
        self.for_each(|code| {
            loop {
                if place == chunk.len() {
                    if let Err(error) = reader.read_chunk(&mut chunk, CHUNK) {
                        failed = Some(error);
                    }
                    place = 0;
                }
                match chunk.get(place) {
                    Some(&candidate) if candidate < code => place += 1,
                    Some(&candidate) if candidate == code => return common.push(code),
                    _ => return,
                }
            }
        })?;
        failed.map_or(Ok(common), Err)
    }
}

/// Codes read or handed to a thread at a time.
pub(super) const CHUNK: usize = 1 << 13;

/// Reads a level from its first code to its last.
pub(super) enum Reader<'a, B> {
    Memory(&'a [B]),
    File { reader: LevelReader, path: PathBuf },
}

impl<B: Bits> Reader<'_, B> {
    /// Reads up to `most` codes more into `chunk`; none are left when it stays empty.
    pub(super) fn read_chunk(&mut self, chunk: &mut Vec<B>, most: usize) -> Result<(), SweepError> {
        match self {
            Reader::Memory(codes) => {
                let (now, later) = codes.split_at(most.min(codes.len()));
                chunk.clear();
                chunk.extend_from_slice(now);
                *codes = later;
                Ok(())
            }
            Reader::File { reader, path } => {
                reader.read_chunk(chunk, most).map_err(|error| scratch(path, error))
            }
        }
    }
}

pub(super) fn scratch(path: &std::path::Path, error: std::io::Error) -> SweepError {
    SweepError::Scratch { path: path.to_owned(), error }
}
