//! Tables in files of comma-separated values, whose first line names the columns.

use super::kept_file;
use std::io;
use std::path::Path;

/// Reads the text of a table. A file that does not exist is an empty table.
pub(crate) fn text_or_empty(path: &Path) -> io::Result<String> {
    let bytes = kept_file::read(path)?.unwrap_or_default();
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Calls `read` with each line after the one that names the columns.
///
/// # Errors
///
/// The number of the first line that is wrong, from 1, and the mistake.
pub(crate) fn read_rows(
    text: &str,
    columns: &str,
    mut read: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), (usize, String)> {
    for (number, line) in (1..).zip(text.lines()) {
        let row = match number {
            1 if line == columns => Ok(()),
            1 => Err(format!("the columns should be `{columns}`")),
            _ => read(line),
        };
        row.map_err(|what| (number, what))?;
    }
    Ok(())
}
