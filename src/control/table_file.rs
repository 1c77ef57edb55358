//! Tables in files of comma-separated values, whose first line names the columns.

use std::path::Path;
use std::{fs, io};

/// Reads the text of a table. A file that does not exist is an empty table.
pub(crate) fn text_or_empty(path: &Path) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
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
