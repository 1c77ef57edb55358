//! Writing the positions of a large exhaustion into a file of their own. `FORMAT.md` says what is in it byte
//! by byte.

use crate::checker::format::PositionsPart;
use crate::control::{Control, Phase};
use crate::exhaustion::ClosedSet;
use crate::whole_file;
use std::io::{self, Write};
use std::path::Path;

const MAGIC: [u8; 8] = *b"PEGSET\0\0";
const VERSION: u16 = 1;
/// Bytes written between two looks at the control.
const MOST_AT_ONCE: usize = 1 << 20;

/// Writes a set; yields what the certificate says about the file.
pub(super) fn write(
    set: &ClosedSet,
    holes: usize,
    path: &Path,
    control: &Control<'_>,
) -> io::Result<PositionsPart> {
    let whole: u64 = set.levels.iter().map(|(_, codes)| codes.bytes()).sum();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (mut bytes, mut hasher) = (0, blake3::Hasher::new());
    whole_file::write(path, |file| {
        let mut target = Hashed { file, hasher: &mut hasher, bytes: &mut bytes, whole, control };
        target.write_all(&header(set, holes))?;
        set.levels.iter().try_for_each(|(_, codes)| codes.copy_to(&mut target))
    })?;
    Ok(PositionsPart::File { name, bytes, blake3: hasher.finalize().to_hex().to_string() })
}

fn header(set: &ClosedSet, holes: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((holes as u16).to_le_bytes());
    header.extend((set.levels.len() as u32).to_le_bytes());
    header.extend(set.digest);
    for (pegs, codes) in &set.levels {
        header.extend(u64::from(*pegs).to_le_bytes());
        header.extend(codes.count().to_le_bytes());
        header.extend(codes.bytes().to_le_bytes());
    }
    header
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
        self.control.tick(0, || Phase::done("writing positions", done)).map_err(io::Error::other)?;
        let written = self.file.write(&buffer[..buffer.len().min(MOST_AT_ONCE)])?;
        self.hasher.update(&buffer[..written]);
        *self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
