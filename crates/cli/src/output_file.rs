use anyhow::Context;
use pegboard::control::whole_file;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Returns the file that `--output` names, or `None` for standard output.
pub fn other_than_stdout(output: Option<&PathBuf>) -> Option<&Path> {
    output
        .map(PathBuf::as_path)
        .filter(|path| path.as_os_str() != "-")
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
