//! Ascending codes, packed as differences: on disk, or in memory while they are few.
//!
//! They are packed as in the position files of certificates, which `certificate/FORMAT.md` describes.

use crate::engine::Bits;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Packed codes.
#[derive(Clone, Debug)]
pub(crate) struct PackedCodes {
    count: u64,
    bytes: u64,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(Vec<u8>),
    File(PathBuf),
}

impl PackedCodes {
    /// The codes in a file.
    pub(crate) fn in_file(path: PathBuf, count: u64, bytes: u64) -> PackedCodes {
        PackedCodes { count, bytes, place: Place::File(path) }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// How long they are when packed.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The file, if they are in one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Memory(_) => None,
            Place::File(path) => Some(path),
        }
    }

    pub(crate) fn read<B: Bits>(&self) -> io::Result<CodeReader<B>> {
        let source = match &self.place {
            Place::Memory(bytes) => Source::Memory(bytes.clone()),
            Place::File(path) => Source::File(File::open(path)?),
        };
        Ok(CodeReader {
            source,
            buffer: Vec::new(),
            at: 0,
            left: self.count,
            last: 0,
            width: std::marker::PhantomData,
        })
    }

    /// All the codes; for sets that are known to be small.
    pub(crate) fn to_codes(&self) -> io::Result<Vec<u128>> {
        let mut codes = Vec::new();
        self.read::<u128>()?.read(&mut codes, usize::MAX)?;
        Ok(codes)
    }

    /// Copies the packed bytes.
    pub(crate) fn copy_to(&self, target: &mut impl Write) -> io::Result<()> {
        match &self.place {
            Place::Memory(bytes) => target.write_all(bytes),
            Place::File(path) => io::copy(&mut File::open(path)?, target).map(|_| ()),
        }
    }
}

/// Packs codes that come in ascending order.
pub(crate) struct CodeWriter {
    sink: Sink,
    count: u64,
    bytes: u64,
    last: u128,
}

enum Sink {
    Memory(Vec<u8>),
    File(PathBuf, BufWriter<File>),
}

impl CodeWriter {
    pub(crate) fn to_memory() -> CodeWriter {
        CodeWriter { sink: Sink::Memory(Vec::new()), count: 0, bytes: 0, last: 0 }
    }

    pub(crate) fn to_file(path: PathBuf) -> io::Result<CodeWriter> {
        let file = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        Ok(CodeWriter { sink: Sink::File(path, file), count: 0, bytes: 0, last: 0 })
    }

    /// Adds a code that is greater than all before it.
    #[inline]
    pub(crate) fn push(&mut self, code: u128) -> io::Result<()> {
        debug_assert!(self.count == 0 || code > self.last);
        let mut packed = [0; LONGEST];
        let length = pack(code - self.last, &mut packed);
        match &mut self.sink {
            Sink::Memory(bytes) => bytes.extend_from_slice(&packed[..length]),
            Sink::File(_, file) => file.write_all(&packed[..length])?,
        }
        self.last = code;
        self.count += 1;
        self.bytes += length as u64;
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<PackedCodes> {
        let place = match self.sink {
            Sink::Memory(bytes) => Place::Memory(bytes),
            Sink::File(path, mut file) => {
                file.flush()?;
                Place::File(path)
            }
        };
        Ok(PackedCodes { count: self.count, bytes: self.bytes, place })
    }
}

/// So many bytes a number can have: 128 bits, seven in each.
const LONGEST: usize = 19;

#[inline]
fn pack(mut number: u128, packed: &mut [u8; LONGEST]) -> usize {
    let mut length = 0;
    while number > 0x7f {
        packed[length] = number as u8 | 0x80;
        number >>= 7;
        length += 1;
    }
    packed[length] = number as u8;
    length + 1
}

/// Reads packed codes.
pub(crate) struct CodeReader<B> {
    source: Source,
    buffer: Vec<u8>,
    at: usize,
    left: u64,
    last: u128,
    width: std::marker::PhantomData<B>,
}

enum Source {
    Memory(Vec<u8>),
    File(File),
}

impl<B: Bits> CodeReader<B> {
    /// Adds the next codes to `codes`, at most `most`; answers how many.
    pub(crate) fn read(&mut self, codes: &mut Vec<B>, most: usize) -> io::Result<usize> {
        let before = codes.len();
        while codes.len() - before < most {
            match self.next()? {
                Some(code) => codes.push(code),
                None => break,
            }
        }
        Ok(codes.len() - before)
    }

    /// The next code.
    #[inline]
    pub(crate) fn next(&mut self) -> io::Result<Option<B>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.last += self.number()?;
        Ok(Some(B::from_code(self.last)))
    }

    #[inline]
    fn number(&mut self) -> io::Result<u128> {
        if self.buffer.len() - self.at < LONGEST {
            self.refill()?;
        }
        let mut number = 0u128;
        for (index, byte) in self.buffer[self.at..].iter().take(LONGEST).enumerate() {
            number |= u128::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                self.at += index + 1;
                return Ok(number);
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    fn refill(&mut self) -> io::Result<()> {
        const PIECE: u64 = 1 << 18;
        match &mut self.source {
            Source::Memory(bytes) => self.buffer.append(bytes),
            Source::File(file) => {
                self.buffer.drain(..self.at);
                self.at = 0;
                file.take(PIECE).read_to_end(&mut self.buffer)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packed(codes: &[u128], mut writer: CodeWriter) -> PackedCodes {
        codes.iter().for_each(|code| writer.push(*code).unwrap());
        writer.finish().unwrap()
    }

    proptest! {
        #[test]
        fn codes_come_back(codes in proptest::collection::btree_set(any::<u128>(), 0..200)) {
            let codes: Vec<u128> = codes.into_iter().collect();
            let folder = tempfile::tempdir().unwrap();
            let file = CodeWriter::to_file(folder.path().join("codes")).unwrap();
            prop_assert_eq!(&packed(&codes, CodeWriter::to_memory()).to_codes().unwrap(), &codes);
            let in_file = packed(&codes, file);
            prop_assert_eq!(in_file.count(), codes.len() as u64);
            prop_assert_eq!(in_file.bytes(), in_file.path().unwrap().metadata().unwrap().len());
            prop_assert_eq!(in_file.to_codes().unwrap(), codes);
        }
    }

    #[test]
    fn a_file_that_ends_early_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes");
        packed(&[1, 1 << 80], CodeWriter::to_file(path.clone()).unwrap());
        let short = PackedCodes::in_file(path, 3, 20);
        assert!(short.to_codes().is_err());
    }
}
