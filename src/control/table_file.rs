//! Tables in files of comma-separated values, whose first line names the columns.

use super::{counted, kept_file, whole_file};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of reading or writing the file of a table, or of computing a row. `E` is the error of the computation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError<E: Error + 'static> {
    /// The file cannot be read or written.
    #[error("cannot use the file `{}`", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// The first line of the file does not name the columns.
    #[error("{table}: the first line must be `{columns}`; restore it")]
    Header {
        /// The file, or the table in an atlas file.
        table: String,
        /// The names of the columns.
        columns: &'static str,
    },
    /// A row of the file is wrong.
    #[error("{table}, line {line}: {what}; correct the line, or remove it to compute it again")]
    Row {
        /// The file, or the table in an atlas file.
        table: String,
        /// The number of the line, from 1.
        line: usize,
        /// The mistake.
        what: String,
    },
    /// A row cannot be computed.
    #[error(transparent)]
    Find(#[from] E),
}

impl<E: Error + 'static> TableError<E> {
    pub(crate) fn in_file(file: &Path, error: io::Error) -> TableError<E> {
        TableError::File {
            file: file.to_owned(),
            error,
        }
    }
}

/// Reads the text of a table. A file that does not exist is an empty table.
pub(crate) fn text_or_empty<E: Error>(file: &Path) -> Result<String, TableError<E>> {
    let bytes = kept_file::read(file).map_err(|error| TableError::in_file(file, error))?;
    String::from_utf8(bytes.unwrap_or_default()).map_err(|error| {
        TableError::in_file(file, io::Error::new(io::ErrorKind::InvalidData, error))
    })
}

/// Calls `read` with the cells of each row, and skips blank lines. Error messages call the table `name`; `read` returns the
/// mistake in a row.
pub(crate) fn read_rows<E: Error, const N: usize>(
    name: &str,
    text: &str,
    columns: &'static str,
    mut read: impl FnMut([&str; N]) -> Result<(), String>,
) -> Result<(), TableError<E>> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_some_and(|(_, header)| header != columns) {
        return Err(TableError::Header {
            table: name.to_owned(),
            columns,
        });
    }
    for (line, row) in lines.filter(|(_, row)| !row.is_empty()) {
        let cells: Vec<&str> = row.split(',').collect();
        let cells = <[&str; N]>::try_from(cells)
            .map_err(|cells| format!("{} instead of {N}", counted(cells.len(), "cell")));
        cells.and_then(&mut read).map_err(|what| TableError::Row {
            table: name.to_owned(),
            line,
            what,
        })?;
    }
    Ok(())
}

/// Parses a cell with a number, which may be empty. Error messages call the number one of `nouns`.
pub(crate) fn number_or_empty(cell: &str, nouns: &str) -> Result<Option<usize>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    let number = cell.parse().map(Some);
    number.map_err(|_| format!("`{cell}` is not a number of {nouns}"))
}

/// Writes the text of a table, whole or not at all.
pub(crate) fn write<E: Error>(file: &Path, text: &str) -> Result<(), TableError<E>> {
    whole_file::write(file, |out| out.write_all(text.as_bytes()))
        .map_err(|error| TableError::in_file(file, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of a table with two columns, or the error message.
    fn rows(text: &str) -> Result<Vec<String>, String> {
        let mut rows = Vec::new();
        let read = read_rows::<io::Error, 2>("t.csv", text, "hole,jumps", |[hole, jumps]| {
            let jumps = number_or_empty(jumps, "jumps")?;
            rows.push(format!("{hole} {jumps:?}"));
            Ok(())
        });
        read.map(|()| rows).map_err(|error| error.to_string())
    }

    #[test]
    fn blank_lines_are_skipped() {
        assert_eq!(rows(""), Ok(vec![]));
        let found = rows("hole,jumps\n\na1,3\r\n\na2,\n").unwrap();
        assert_eq!(found, ["a1 Some(3)", "a2 None"]);
    }

    /// Each message says how to mend the file: the first line is restored, and a row can be removed.
    #[test]
    fn mistakes_are_named_with_their_place() {
        let header = "t.csv: the first line must be `hole,jumps`; restore it";
        for text in ["a1,3\n", "\nhole,jumps\n", "hole,jump\na1,3\n"] {
            assert_eq!(rows(text).unwrap_err(), header, "{text:?}");
        }
        for (row, what) in [
            ("a1", "1 cell instead of 2"),
            ("a1,3,", "3 cells instead of 2"),
            ("a1,x", "`x` is not a number of jumps"),
        ] {
            assert_eq!(
                rows(&format!("hole,jumps\n\n{row}\n")).unwrap_err(),
                format!(
                    "t.csv, line 3: {what}; correct the line, or remove it to compute it again"
                )
            );
        }
    }
}
