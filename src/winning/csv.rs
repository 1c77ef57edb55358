//! Comma-separated values: a header `pegs,code`, and a line for each code, canonical under the whole group of the board.

use super::import::{CodeFile, check_room};
use super::import_error::ImportError;
use super::set::WinningSet;
use crate::control::{Control, Part, Phase, Steps, WatchedWriter, counted};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

const HEADER: &str = "pegs,code";

impl WinningSet {
    /// Writes the codes of all levels as comma-separated values, in ascending order of peg counts. Includes levels that are
    /// stored as complements.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer, or an [`io::Error`] with the [`LimitReached`](crate::LimitReached) inside.
    pub fn write_csv(&self, out: &mut impl Write, control: &Control<'_>) -> io::Result<()> {
        control.ended(self.write_lines(BufWriter::new(WatchedWriter { out, control }), control))
    }

    fn write_lines(&self, mut out: impl Write, control: &Control<'_>) -> io::Result<()> {
        writeln!(out, "{HEADER}")?;
        for pegs in 0..=self.board().hole_count() {
            for code in self
                .whole_group_codes(pegs, control)
                .map_err(io::Error::other)?
            {
                writeln!(out, "{pegs},{code}")?;
            }
        }
        out.flush()
    }
}

/// Reads a file in the format of [`WinningSet::write_csv`]. Lines may be in any order.
///
/// ```
/// use pegboard::winning::read_csv;
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("codes.csv");
/// std::fs::write(&path, "pegs,code\n2,528\n1,16\n")?;
/// let file = read_csv(&path, &pegboard::Control::default())?;
/// assert_eq!(file.codes, [528, 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`ImportError`] if the file cannot be read, a line is invalid, or the control stops the call.
pub fn read_csv(path: &Path, control: &Control<'_>) -> Result<CodeFile, ImportError> {
    control.ended(read_lines(path, control))
}

/// Maximum length of a line in bytes. A code has at most 39 digits.
const LONGEST_LINE: usize = 256;

fn read_lines(path: &Path, control: &Control<'_>) -> Result<CodeFile, ImportError> {
    let failed = |error| ImportError::Io {
        path: path.to_owned(),
        error,
    };
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let (mut codes, mut line) = (Vec::new(), Vec::new());
    let mut steps = Steps::new(Part::whole(control), Phase::Reading);
    for number in 1.. {
        steps.step()?;
        line.clear();
        let mut start_of_line = file.by_ref().take(LONGEST_LINE as u64 + 1);
        if start_of_line.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            break;
        }
        let read = match str::from_utf8(&line) {
            _ if line.len() > LONGEST_LINE => {
                Err(format!("the line is longer than {LONGEST_LINE} bytes"))
            }
            Err(_) => Err("the line is not text".to_owned()),
            Ok(line) if number == 1 => header(line),
            Ok(line) => code(line).map(|code| codes.extend(code)),
        };
        read.map_err(|what| ImportError::Line {
            path: Some(path.to_owned()),
            line: number,
            what,
        })?;
        check_room(&codes, control).map_err(|limit| ImportError::NoRoom {
            path: Some(path.to_owned()),
            line: Some(number),
            limit,
        })?;
    }
    Ok(CodeFile {
        path: path.to_owned(),
        codes,
    })
}

fn header(line: &str) -> Result<(), String> {
    if line.trim() == HEADER {
        Ok(())
    } else {
        Err(format!("expected the header `{HEADER}`"))
    }
}

/// Parses the code of a line; `None` if the line is empty.
fn code(line: &str) -> Result<Option<u128>, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(None);
    }
    let numbers = line.split_once(',').and_then(|(pegs, code)| {
        Some((
            pegs.trim().parse::<u32>().ok()?,
            code.trim().parse::<u128>().ok()?,
        ))
    });
    let (pegs, code) =
        numbers.ok_or_else(|| format!("`{line}` is not a number of pegs, a comma and a code"))?;
    if code.count_ones() == pegs {
        Ok(Some(code))
    } else {
        Err(format!(
            "code {code} has {}, not {pegs}",
            counted(code.count_ones(), "peg")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lines_are_refused() {
        assert_eq!(
            (code("2,528"), code(" 2 , 528\r"), code("")),
            (Ok(Some(528)), Ok(Some(528)), Ok(None))
        );
        assert!(
            code("3,528")
                .unwrap_err()
                .contains("code 528 has 2 pegs, not 3")
        );
        for wrong in ["528", "2;528", "2,528,1", "2,-528", "2,0x210"] {
            assert!(code(wrong).unwrap_err().contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_line_is_read_only_up_to_its_longest_length() {
        let read = |text: &[u8]| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            read_csv(file.path(), &Control::default())
        };
        let padded = |spaces: usize| format!("{HEADER}\n{}1,1\n", " ".repeat(spaces));
        assert_eq!(read(padded(252).as_bytes()).unwrap().codes, [1]);
        for text in [padded(1 << 20).as_bytes(), b"pegs,code\n1,1\xff\n"] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains("line 2: the line is "), "{message}");
        }
    }
}
