//! Atomic writing of files.
//!
//! Everything that the library and the program write to a user's file goes through [`write()`]. Readers never see
//! half a file, and an existing file survives a full disk or a killed program. Scratch folders have their own
//! protocol.
//!
//! `tempfile` alone does not suffice: it replaces symbolic links, loses permissions, and cannot write to pipes and
//! devices.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file atomically: fills a temporary file in the same folder, syncs it and renames it.
///
/// A symbolic link stays a link; its target is replaced. A replaced file keeps its permissions; a new file gets the
/// user's default permissions. Anything but a regular file, such as `/dev/null` or a pipe, is written
/// directly.
///
/// # Errors
///
/// The error of the system or of `fill`; an existing file is then unchanged.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let target = behind_links(path);
    let Some(draft) = draft_of(&target)? else {
        return fill_file(&File::create(&target)?, fill);
    };
    fill_file(draft.as_file(), fill)?;
    if let Ok(existing) = fs::metadata(&target) {
        draft.as_file().set_permissions(existing.permissions())?;
    }
    draft.as_file().sync_all()?;
    draft.persist(&target)?;
    Ok(())
}

fn fill_file(
    file: &File,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()
}

/// Makes a temporary file in the folder of `target`. The file is removed when dropped, unless persisted. Returns `None`
/// if `target` exists and is neither a regular file nor a folder.
///
/// # Errors
///
/// The error of the system, or [`IsADirectory`](io::ErrorKind::IsADirectory) if `target` is a folder.
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
    // `tempfile_in` would name the temporary file in errors.
    tempfile::Builder::new()
        .prefix(".")
        .suffix(".draft")
        .make_in(folder, |path| File::create_new(path))
        .map(Some)
}

/// Resolves symbolic links, even if the target does not exist.
pub fn behind_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write(path, |file| file.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failure_leaves_the_old_file() {
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
    fn permissions_are_kept_or_those_of_any_new_file() {
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
    fn a_missing_folder_is_reported_without_the_draft() {
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

    /// Uses a pipe of its own: with `/dev/null`, a failing test run by root could replace the device for the whole
    /// machine.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_directly() {
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
