//! Comma-separated values: a header `pegs,code`, and a line for each code, canonical under the whole group of the board.

use super::import::CodeFile;
use super::import_error::ImportError;
use super::set::WinningSet;
use crate::control::{Control, Part, Steps, WatchedWriter};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
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

fn read_lines(path: &Path, control: &Control<'_>) -> Result<CodeFile, ImportError> {
    let failed = |error| ImportError::Io {
        path: path.to_owned(),
        error,
    };
    let lines = BufReader::new(File::open(path).map_err(failed)?).lines();
    let mut codes = Vec::new();
    let mut steps = Steps::new(Part::whole(control), "reading");
    for (index, line) in lines.enumerate() {
        steps.step()?;
        let line = line.map_err(failed)?;
        let read = if index == 0 {
            header(&line)
        } else {
            code(&line).map(|code| codes.extend(code))
        };
        read.map_err(|what| ImportError::Line {
            path: Some(path.to_owned()),
            line: index + 1,
            what,
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
        Err(format!("`{HEADER}` should stand here: the header"))
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
            "code {code} has {} pegs, not {pegs}",
            code.count_ones()
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
}
