use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: into a new file beside it, which then takes its name. What is not a
/// file, such as `/dev/null`, is written directly.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()); // a link stays a link
    let directly = target.exists() && !target.is_file();
    let result = if directly { fs::write(&target, text) } else { replace(&target, text) };
    result.with_context(|| format!("cannot write `{}`", path.display()))
}

fn replace(target: &Path, text: &str) -> std::io::Result<()> {
    let draft = draft_beside(target);
    let written = write_new(&draft, text).and_then(|()| fs::rename(&draft, target));
    if written.is_err() {
        let _ = fs::remove_file(&draft); // the first error is the one to tell
    }
    written
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder, so that renaming does not copy; the process number keeps two runs apart.
fn draft_beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.draft", std::process::id()))
}
