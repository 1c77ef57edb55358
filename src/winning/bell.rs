//! Files in the format of G. Bell's `english33winning_n.bin`: the codes with `n` pegs, canonical under the whole group of
//! the board, ascending, as unsigned little-endian 4-byte integers.

use super::error::WinningFileError;
use super::import::{CodeFile, check_room};
use super::import_error::ImportError;
use super::set::WinningSet;
use crate::control::{Control, Phase};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

impl WinningSet {
    /// Returns the [`whole_group_codes`](WinningSet::whole_group_codes) with this many pegs as unsigned little-endian 4-byte
    /// integers: the contents of a file `english33winning_n.bin`.
    ///
    /// ```
    /// # use pegboard::sweep::SweepOptions;
    /// # use pegboard::winning::WinningSet;
    /// # use pegboard::{Board, Control, Problem};
    /// let board = Board::library("triangle5")?;
    /// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("a1")?);
    /// let set = WinningSet::find(&problem, &SweepOptions::default(), &Control::default())?;
    /// assert_eq!(set.to_bell_bytes(3, &Control::default())?, [28, 0, 0, 0, 112, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`WinningFileError::CodeTooLarge`] if a code does not fit 4 bytes, or [`WinningFileError::Stopped`] if the
    /// control stops the call.
    pub fn to_bell_bytes(
        &self,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, WinningFileError> {
        let codes = self
            .whole_group_codes(pegs, control)
            .map_err(WinningFileError::Stopped)?;
        let mut bytes = Vec::with_capacity(codes.len() * 4);
        for code in codes {
            let narrow =
                u32::try_from(code).map_err(|_| WinningFileError::CodeTooLarge { code })?;
            bytes.extend(narrow.to_le_bytes());
        }
        Ok(bytes)
    }
}

/// Reads the files of a folder whose names end in `winning_n.bin`, in ascending order of the peg count `n`.
///
/// Checks that each code has the peg count in the file name. [`WinningSet::import`] checks that the codes form a winning
/// set.
///
/// # Errors
///
/// Returns an [`ImportError`] if the folder has no such file or two for one peg count, if a file cannot be read or is
/// damaged, or if the control stops the call.
pub fn read_bell_folder(
    folder: &Path,
    control: &Control<'_>,
) -> Result<Vec<CodeFile>, ImportError> {
    let failed = |error| ImportError::Io {
        path: folder.to_owned(),
        error,
    };
    let mut files: Vec<(usize, PathBuf)> = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(pegs) = path.file_name().and_then(|name| pegs_of(name.to_str()?)) else {
            continue;
        };
        match files.binary_search_by_key(&pegs, |(pegs, _)| *pegs) {
            Ok(index) => {
                let other = files.swap_remove(index).1;
                let (first, second) = (other.clone().min(path.clone()), other.max(path));
                return Err(ImportError::TwoFiles {
                    pegs,
                    first,
                    second,
                });
            }
            Err(index) => files.insert(index, (pegs, path)),
        }
    }
    if files.is_empty() {
        return Err(ImportError::NoFiles {
            folder: folder.to_owned(),
        });
    }
    let read = |(pegs, path)| read(path, pegs, control);
    control.ended(files.into_iter().map(read).collect())
}

/// Parses the peg count in a file name.
fn pegs_of(name: &str) -> Option<usize> {
    let (_, number) = name.strip_suffix(".bin")?.rsplit_once("winning_")?;
    number.parse().ok()
}

/// Number of bytes read at a time.
const CHUNK: usize = 1 << 16;

fn read(path: PathBuf, pegs: usize, control: &Control<'_>) -> Result<CodeFile, ImportError> {
    let failed = |error| ImportError::Io {
        path: path.clone(),
        error,
    };
    let mut file = File::open(&path).map_err(failed)?;
    let (mut codes, mut bytes) = (Vec::new(), Vec::with_capacity(CHUNK));
    loop {
        control.tick(0, || Phase::Reading)?;
        bytes.clear();
        let mut chunk = file.by_ref().take(CHUNK as u64);
        if chunk.read_to_end(&mut bytes).map_err(failed)? == 0 {
            break;
        }
        let (whole, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(ImportError::OddLength {
                bytes: codes.len() * 4 + bytes.len(),
                path,
            });
        }
        for code in whole {
            let code = u128::from(u32::from_le_bytes(*code));
            if code.count_ones() as usize != pegs {
                return Err(ImportError::OtherPegs { path, code, pegs });
            }
            codes.push(code);
        }
        check_room(&codes, control).map_err(|limit| ImportError::NoRoom {
            path: Some(path.clone()),
            line: None,
            limit,
        })?;
    }
    Ok(CodeFile { path, codes })
}

#[cfg(test)]
mod tests {
    use super::pegs_of;

    #[test]
    fn names_tell_the_pegs() {
        assert_eq!(pegs_of("english33winning_16.bin"), Some(16));
        assert_eq!(pegs_of("winning_2.bin"), Some(2));
        for name in [
            "english33winning_16.txt",
            "english33winning_.bin",
            "english33winning_x.bin",
            "16.bin",
        ] {
            assert_eq!(pegs_of(name), None, "{name}");
        }
    }
}
