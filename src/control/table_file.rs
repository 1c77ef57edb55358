//! Tables in files of comma-separated values, whose first line names the columns.

use super::{kept_file, whole_file};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error in reading or writing the file of a table, or in finding the numbers of a row. `E` is the error of the latter.
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
    /// A row of the file is wrong.
    #[error(
        "{table}, line {line}: {what}; fix the line, or remove it to have its numbers found again"
    )]
    Row {
        /// The file, or the table in an atlas file.
        table: String,
        /// The number of the line, from 1.
        line: usize,
        /// The mistake.
        what: String,
    },
    /// The numbers of a row cannot be found.
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

/// Calls `read` with each line after the one that names the columns. Error messages call the table `name`; `read` returns
/// the mistake in a line.
pub(crate) fn read_rows<E: Error>(
    name: &str,
    text: &str,
    columns: &str,
    mut read: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), TableError<E>> {
    for (number, line) in (1..).zip(text.lines()) {
        let row = match number {
            1 if line == columns => Ok(()),
            1 => Err(format!("the columns should be `{columns}`")),
            _ => read(line),
        };
        row.map_err(|what| TableError::Row {
            table: name.to_owned(),
            line: number,
            what,
        })?;
    }
    Ok(())
}

/// Writes the text of a table, whole or not at all.
pub(crate) fn write<E: Error>(file: &Path, text: &str) -> Result<(), TableError<E>> {
    whole_file::write(file, |out| out.write_all(text.as_bytes()))
        .map_err(|error| TableError::in_file(file, error))
}
