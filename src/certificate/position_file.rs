//! Files with the positions of a large exhaustion. `crates/checker/FORMAT.md` describes them byte by byte.

use crate::control::{Control, Phase, whole_file};
use crate::problem::answer::{ClosedSet, PackedCodes};
use pegboard_checker::format::PositionsPart;
use std::io::{self, Write};
use std::path::Path;

const MAGIC: [u8; 8] = *b"PEGSET\0\0";
const VERSION: u16 = 1;
/// Bytes written between two checks of the control.
const MAX_AT_ONCE: usize = 1 << 20;

/// Writes the levels of a set. Returns the part of the certificate that names the file.
pub(super) fn write(
    set: &ClosedSet,
    levels: &[PackedCodes],
    holes: usize,
    path: &Path,
    control: &Control<'_>,
) -> io::Result<PositionsPart> {
    let head = head(set, levels, holes);
    let all = levels.iter().map(|level| level.bytes.as_slice());
    let parts: Vec<&[u8]> = std::iter::once(head.as_slice())
        .chain(all)
        .flat_map(|bytes| bytes.chunks(MAX_AT_ONCE))
        .collect();
    let (mut bytes, mut hasher) = (0, blake3::Hasher::new());
    whole_file::write(path, |file| {
        for (index, part) in parts.iter().enumerate() {
            let done = index as f64 / parts.len() as f64;
            control
                .tick(0, || Phase::WritingPositions.done(done))
                .map_err(io::Error::other)?;
            file.write_all(part)?;
            hasher.update(part);
            bytes += part.len() as u64;
        }
        Ok(())
    })?;
    Ok(PositionsPart::File {
        name: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        bytes,
        blake3: hasher.finalize().to_hex().to_string(),
    })
}

fn head(set: &ClosedSet, levels: &[PackedCodes], holes: usize) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((holes as u16).to_le_bytes());
    head.extend((levels.len() as u32).to_le_bytes());
    head.extend(set.digest);
    for (level, size) in levels.iter().zip(&set.sizes) {
        head.extend(u64::from(level.pegs).to_le_bytes());
        head.extend(size.to_le_bytes());
        head.extend((level.bytes.len() as u64).to_le_bytes());
    }
    head
}
