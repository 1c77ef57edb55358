use super::whole_file;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file for the user, whole or not at all; an error names it.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// Refuses a file for an SVG drawing whose name says that it is another kind of picture.
pub fn check_is_svg(path: &Path) -> anyhow::Result<()> {
    const OTHERS: [&str; 9] = ["png", "jpg", "jpeg", "gif", "apng", "webp", "pdf", "html", "bmp"];
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if OTHERS.contains(&ending.to_ascii_lowercase().as_str()) {
        bail!(
            "drawings are written as SVG, not as {}; name a file that ends in `.svg`",
            ending.to_uppercase()
        );
    }
    Ok(())
}

/// The same as [`write`] with what `fill` writes, piece by piece.
pub fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> anyhow::Result<()> {
    whole_file::write(path, fill).with_context(|| format!("cannot write `{}`", path.display()))
}
