//! Files that are written whole or not at all.
//!
//! Everything that the library and the program write to a file of the user's goes through [`write()`], of
//! which each has a copy: nobody ever reads half a file, and when the disk is full, or the program is killed,
//! what was there before is there still. A scratch folder keeps its own account.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file under a name of its own in the same folder, and gives it the wanted name when it is complete
/// and on the disk.
///
/// A link stays a link: what it leads to is replaced. A file that is replaced keeps its permissions; a new
/// one has those of any file that the user makes. What is not a file, such as `/dev/null` or a pipe, is
/// written directly.
///
/// # Errors
///
/// What the system or `fill` says; then the file is as it was.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut fill = Some(fill);
    write_by(path, &mut |file| {
        fill.take().map_or(Ok(()), |fill| fill(file))
    })
}

/// Compiled once, whatever fills the file.
fn write_by(path: &Path, fill: Fill<'_>) -> io::Result<()> {
    let target = behind_links(path);
    let Some(draft) = draft_of(&target)? else {
        return filled(&File::create(&target)?, fill);
    };
    filled(draft.as_file(), fill)?;
    if let Ok(existing) = fs::metadata(&target) {
        draft.as_file().set_permissions(existing.permissions())?;
    }
    draft.as_file().sync_all()?;
    draft.persist(&target)?;
    Ok(())
}

/// A file in the folder of `target` that may take its name, and is gone when it is dropped before. What is not a file
/// has none.
///
/// # Errors
///
/// What the system says when no file can be made there.
pub fn draft_of(target: &Path) -> io::Result<Option<NamedTempFile>> {
    if let Ok(existing) = fs::metadata(target)
        && !existing.is_file()
    {
        return if existing.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else {
            Ok(None)
        };
    }
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    // Made by hand: errors of `tempfile_in` name the draft, of which the user need not hear.
    tempfile::Builder::new()
        .prefix(".")
        .suffix(".draft")
        .make_in(folder, |path| File::create_new(path))
        .map(Some)
}

/// The path to which a link leads, even if there is nothing there yet.
pub fn behind_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    })
}

type Fill<'a> = &'a mut dyn FnMut(&mut BufWriter<&File>) -> io::Result<()>;

fn filled(file: &File, fill: Fill<'_>) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write(path, |file| file.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        put(&path, "old").unwrap();
        let failed = write(&path, |file| {
            file.write_all(b"half of the new")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1); // no draft is left
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["new behind a link", "newer"] {
            put(&link, text).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, plain) = (folder.path().join("file"), folder.path().join("plain"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        put(&path, "new").unwrap();
        File::create(&plain).unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        put(&path, "newer").unwrap();
        assert_eq!(mode(&path) & 0o777, 0o640);
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_without_the_draft() {
        let folder = tempfile::tempdir().unwrap();
        File::create(folder.path().join("plain")).unwrap();
        for (path, kind) in [
            ("none/file", io::ErrorKind::NotFound),
            ("plain/file", io::ErrorKind::NotADirectory),
        ] {
            let error = put(&folder.path().join(path), "lost").unwrap_err();
            assert_eq!(error.kind(), kind);
            assert!(!error.to_string().contains("draft"), "{error}");
        }
    }

    /// With a pipe of its own: one that tried `/dev/null` could, run by root and failing, take it away from
    /// the whole machine.
    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_directly() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        put(&pipe, "through").unwrap();
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(reader.join().unwrap(), "through");
    }
}
