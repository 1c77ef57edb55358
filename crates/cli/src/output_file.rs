use super::named_files::is_dash;
use super::output;
use anyhow::Context;
use pegboard::control::whole_file;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Returns the file that `--output` names, or `None` for standard output.
pub fn other_than_stdout(output: Option<&PathBuf>) -> Option<&Path> {
    output.map(PathBuf::as_path).filter(|path| !is_dash(path))
}

/// Outcome of [`deliver`] and [`deliver_with`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// No file was named.
    Nowhere,
    /// Written to the file.
    Written,
    /// Printed on standard output, for `-`.
    Printed,
}

/// Writes a text to the file that an option names, or prints it for `-`.
pub fn deliver(path: Option<&PathBuf>, text: impl FnOnce() -> String) -> anyhow::Result<Delivered> {
    deliver_with(path, |out| out.write_all(text().as_bytes()))
}

/// Delivers a text like [`deliver`], written piece by piece.
pub fn deliver_with(
    path: Option<&PathBuf>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<Delivered> {
    match path {
        None => Ok(Delivered::Nowhere),
        Some(path) if is_dash(path) => {
            output::print_written(|out| fill(out))?;
            Ok(Delivered::Printed)
        }
        Some(path) => {
            write_with(path, |file| fill(file))?;
            Ok(Delivered::Written)
        }
    }
}

/// Writes a file atomically; an error names it.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// Writes a file like [`write`], filled piece by piece.
pub fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> anyhow::Result<()> {
    whole_file::write(path, fill).with_context(|| format!("cannot write `{}`", path.display()))
}
