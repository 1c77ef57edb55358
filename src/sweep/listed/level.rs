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

    /// The codes of this level that are also in `others`, which is in ascending order.
    pub(super) fn intersection(&self, others: &[B]) -> Result<Vec<B>, SweepError> {
        let mut reader = self.reader()?;
        let (mut common, mut chunk, mut rest) = (Vec::new(), Vec::new(), others);
        loop {
            reader.read_chunk(&mut chunk, CHUNK)?;
            if chunk.is_empty() || rest.is_empty() {
                return Ok(common);
            }
            for code in &chunk {
                let smaller = rest.iter().take_while(|other| *other < code).count();
                rest = &rest[smaller..];
                if rest.first() == Some(code) {
                    common.push(*code);
                }
            }
        }
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
