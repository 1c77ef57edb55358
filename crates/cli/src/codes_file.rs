//! `sweep --codes`: the codes of positions as an array of numbers.

use super::output_file;
use pegboard::sweep::{PositionSet, Sweep};
use pegboard::{Board, Control};
use std::io::{self, Write};
use std::path::Path;

/// Writes the codes of some levels, each ascending: as an array for NumPy if the name of the file ends in `.npy`, otherwise
/// as plain little-endian numbers. A number has 8 bytes on a board of up to 64 holes, otherwise 16, the low half first.
pub fn write(
    path: &Path,
    board: &Board,
    sweep: &Sweep,
    set: PositionSet,
    levels: &[(usize, u64)],
    control: &Control<'_>,
) -> anyhow::Result<()> {
    let words = board.hole_count().div_ceil(64).max(1);
    let is_npy = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    output_file::write_with(path, |file| {
        if is_npy {
            let count = levels.iter().map(|(_, size)| size).sum();
            file.write_all(&npy_header(count, words))?;
        }
        for (pegs, _) in levels {
            let codes = sweep.codes(set, *pegs, control).map_err(io::Error::other)?;
            for code in codes {
                file.write_all(&code.to_le_bytes()[..8 * words])?;
            }
        }
        Ok(())
    })
}

/// Returns the header of an array with one row of 64-bit words for each code (format version 1.0).
fn npy_header(count: u64, words: usize) -> Vec<u8> {
    let shape = match words {
        1 => format!("({count},)"),
        _ => format!("({count}, {words})"),
    };
    let text = format!("{{'descr': '<u8', 'fortran_order': False, 'shape': {shape}, }}");
    const BEFORE: usize = 10;
    // Numbers begin at a multiple of 64 bytes.
    let length = (BEFORE + text.len() + 1).next_multiple_of(64) - BEFORE;
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((length as u16).to_le_bytes());
    header.extend(format!("{text:<width$}\n", width = length - 1).bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_names_the_shape_and_ends_at_a_multiple_of_64_bytes() {
        for (count, words, shape) in [
            (0, 1, "(0,)"),
            (12, 1, "(12,)"),
            (u64::MAX, 2, "(18446744073709551615, 2)"),
        ] {
            let header = npy_header(count, words);
            assert_eq!(&header[..8], b"\x93NUMPY\x01\x00");
            assert_eq!(header.len() % 64, 0);
            let length = u16::from_le_bytes([header[8], header[9]]);
            assert_eq!(usize::from(length) + 10, header.len());
            let text = std::str::from_utf8(&header[10..]).unwrap();
            assert!(text.contains(&format!("'shape': {shape}")), "{text}");
            assert!(text.ends_with('\n'));
        }
    }
}
