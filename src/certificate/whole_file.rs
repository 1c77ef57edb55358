//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under a name of its own in the same folder, and gives it the wanted name when it is complete.
/// A link stays a link. What is not a file, such as `/dev/null`, is written directly.
pub(super) fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return filled(&File::create(&target)?, fill);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less what the user masks
    let draft = builder.prefix(".").suffix(".draft").tempfile_in(folder)?;
    filled(draft.as_file(), fill)?;
    draft.as_file().sync_all()?;
    draft.persist(&target)?;
    Ok(())
}

fn filled(file: &File, fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()
}
