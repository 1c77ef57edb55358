//! Writing the positions of a large exhaustion into a file of their own. `FORMAT.md` says what is in it byte
//! by byte.

use crate::control::whole_file;
use crate::control::{Control, Phase};
use crate::levels::ascending::Ascending;
use crate::levels::block::append_varint;
use crate::levels::{Finished, Level, LevelError};
use pegboard_checker::format::PositionsPart;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"PEGSET\0\0";
const VERSION: u16 = 1;
/// Bytes written between two looks at the control.
const MOST_AT_ONCE: usize = 1 << 20;

/// Writes the levels of a set, which a digest names; yields what the certificate says about the file.
pub(super) fn write(
    (digest, levels): ([u8; 32], &[Arc<Finished>]),
    holes: usize,
    path: &Path,
    control: &Control<'_>,
) -> io::Result<PositionsPart> {
    let lengths: Vec<u64> = levels
        .iter()
        .map(|finished| length(&finished.level, control))
        .collect::<io::Result<_>>()?;
    let whole = lengths.iter().sum();
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (mut bytes, mut hasher) = (0, blake3::Hasher::new());
    whole_file::write(path, |file| {
        let mut target = Hashed {
            file,
            hasher: &mut hasher,
            bytes: &mut bytes,
            whole,
            control,
        };
        target.write_all(&header((digest, levels), holes, &lengths))?;
        levels
            .iter()
            .try_for_each(|finished| write_codes(&finished.level, &mut target))
    })?;
    Ok(PositionsPart::File {
        name,
        bytes,
        blake3: hasher.finalize().to_hex().to_string(),
    })
}

fn header(
    (digest, levels): ([u8; 32], &[Arc<Finished>]),
    holes: usize,
    lengths: &[u64],
) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((holes as u16).to_le_bytes());
    header.extend((levels.len() as u32).to_le_bytes());
    header.extend(digest);
    for (finished, length) in levels.iter().zip(lengths) {
        header.extend((finished.pegs as u64).to_le_bytes());
        header.extend(finished.level.len().to_le_bytes());
        header.extend(length.to_le_bytes());
    }
    header
}

/// The bytes of a level's codes.
fn length(level: &Level, control: &Control<'_>) -> io::Result<u64> {
    let mut length = 0;
    packed(level, |bytes| {
        length += bytes.len() as u64;
        control
            .tick(0, || Phase::of_unknown_length("measuring positions"))
            .map_err(io::Error::other)
    })?;
    Ok(length)
}

fn write_codes(level: &Level, target: &mut impl Write) -> io::Result<()> {
    packed(level, |bytes| target.write_all(bytes))
}

/// Calls `visit` with the codes of a level as they are in the file, some thousand bytes at a time.
fn packed(level: &Level, mut visit: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    const SOME: usize = 1 << 15;
    let mut codes = level.reader::<u128>().map_err(unreadable)?;
    let (mut last, mut bytes) = (0, Vec::new());
    while let Some(code) = codes.next().map_err(unreadable)? {
        append_varint(code - last, &mut bytes);
        last = code;
        if bytes.len() >= SOME {
            visit(&bytes)?;
            bytes.clear();
        }
    }
    visit(&bytes)
}

/// Levels are read while a file is written: either can fail.
pub(super) fn unreadable(error: LevelError) -> io::Error {
    io::Error::other(error)
}

/// Counts and digests what is written, as long as the control lets it go on.
struct Hashed<'a, W> {
    file: &'a mut W,
    hasher: &'a mut blake3::Hasher,
    bytes: &'a mut u64,
    /// How many they are to be, as an estimate.
    whole: u64,
    control: &'a Control<'a>,
}

impl<W: Write> Write for Hashed<'_, W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let done = *self.bytes as f64 / self.whole.max(1) as f64;
        self.control
            .tick(0, || Phase::done("writing positions", done))
            .map_err(io::Error::other)?;
        let written = self.file.write(&buffer[..buffer.len().min(MOST_AT_ONCE)])?;
        self.hasher.update(&buffer[..written]);
        *self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
