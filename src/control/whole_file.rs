//! Atomic writing of files.
//!
//! Everything that the library and the program write to a user's file goes through [`write()`]. Readers never see
//! half a file, and an existing file survives a full disk or a killed program. Scratch folders have their own
//! protocol.
//!
//! `tempfile` alone does not suffice: it replaces symbolic links, loses permissions, and cannot write to pipes and
//! devices.
//!
//! A killed program leaves no draft on Linux, where a draft has no name before it is complete. On other systems, and on
//! file systems without this, a draft is named `.pegboard-XXXXXX.draft` and locked. The next run that owns the folder
//! removes drafts that nobody locks.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Writes a file atomically: fills a temporary file in the same folder, syncs it and renames it.
///
/// A symbolic link stays a link; its target is replaced. A replaced file keeps its permissions, and must allow writing; a
/// new file gets the user's default permissions. Anything but a regular file, such as `/dev/null` or a pipe, is written
/// directly.
///
/// # Errors
///
/// The error of the system or of `fill`; an existing file is then unchanged.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    match filled(path, fill)? {
        Some((draft, target)) => draft.persist(&target),
        None => Ok(()),
    }
}

/// Writes files into a folder like [`write()`], and makes the folder if need be. No file gets its name before all are
/// complete.
///
/// # Errors
///
/// The error of the system. A folder that was made is then removed.
pub fn write_all(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    let drafts = |(name, bytes): &(String, Vec<u8>)| {
        filled(&folder.join(name), |file| file.write_all(bytes)).transpose()
    };
    let written = fs::create_dir_all(folder).and_then(|()| {
        let drafts: Vec<_> = files.iter().filter_map(drafts).collect::<io::Result<_>>()?;
        drafts
            .into_iter()
            .try_for_each(|(draft, target)| draft.persist(&target))
    });
    if written.is_err() {
        for folder in missing {
            let _ = fs::remove_dir(folder); // fails for a folder with files
        }
    }
    written
}

/// Fills and syncs a draft, and returns it with the path that is to name it. Anything but a regular file is written
/// directly.
fn filled(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<Option<(Draft, PathBuf)>> {
    let target = behind_links(path);
    let Some(draft) = draft_of(&target)? else {
        fill_file(&File::create(&target)?, fill)?;
        return Ok(None);
    };
    fill_file(draft.as_file(), fill)?;
    if let Ok(existing) = fs::metadata(&target) {
        draft.as_file().set_permissions(existing.permissions())?;
    }
    draft.as_file().sync_all()?;
    Ok(Some((draft, target)))
}

fn fill_file(
    file: &File,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()
}

/// Temporary file that becomes a file of the user.
#[derive(Debug)]
pub struct Draft {
    /// Locked as long as the draft exists.
    file: File,
    /// The path is removed when dropped; `None` if the file has no name.
    path: Option<TempPath>,
}

const PREFIX: &str = ".pegboard-";
const SUFFIX: &str = ".draft";

/// Makes a temporary file in the folder of `target`. The file is removed when dropped, unless persisted. Returns `None`
/// if `target` exists and is neither a regular file nor a folder.
///
/// # Errors
///
/// The error of the system, also if `target` exists and must not be written, or [`IsADirectory`](io::ErrorKind::IsADirectory) if `target` is a folder.
pub fn draft_of(target: &Path) -> io::Result<Option<Draft>> {
    if let Ok(existing) = fs::metadata(target) {
        if existing.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !existing.is_file() {
            return Ok(None);
        }
        // Renaming would replace a read-only file.
        File::options().write(true).open(target)?;
    }
    let folder = folder_of(target);
    match Draft::without_name(folder) {
        Some(draft) => Ok(Some(draft)),
        None => Draft::with_name(folder).map(Some),
    }
}

fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

impl Draft {
    fn as_file(&self) -> &File {
        &self.file
    }

    /// Makes a file without a name, if the file system can.
    #[cfg(target_os = "linux")]
    fn without_name(folder: &Path) -> Option<Draft> {
        use rustix::fs::{Mode, OFlags, open};
        if !Path::new("/proc/self/fd").is_dir() {
            return None; // the file could not get a name later
        }
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
        let _ = file.try_lock(); // without locks, nobody removes drafts
        Some(Draft { file, path: None })
    }

    #[cfg(not(target_os = "linux"))]
    fn without_name(_: &Path) -> Option<Draft> {
        None
    }

    fn with_name(folder: &Path) -> io::Result<Draft> {
        let made = temporary_in(folder, |path| {
            let file = File::create_new(path)?;
            let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            // Another run may have removed the file before the lock.
            if is_locked && path.exists() {
                Ok(file)
            } else {
                Err(io::ErrorKind::AlreadyExists.into()) // try another name
            }
        });
        let (file, path) = made?;
        Ok(Draft {
            file,
            path: Some(path),
        })
    }

    /// Gives the file the name of the target, and replaces an existing file.
    fn persist(self, target: &Path) -> io::Result<()> {
        match self.path {
            Some(path) => Ok(path.persist(target)?),
            #[cfg(target_os = "linux")]
            None => put_name(&self.file, target),
            #[cfg(not(target_os = "linux"))]
            None => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Gives a name to a file without one. A killed program can leave a draft only between the two system calls that replace
/// an existing file.
#[cfg(target_os = "linux")]
fn put_name(file: &File, target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open_file = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = |path: &Path| {
        linkat(CWD, &open_file, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    };
    match link(target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let ((), path) = temporary_in(folder_of(target), link)?;
            Ok(path.persist(target)?)
        }
        linked => linked,
    }
}

/// Makes something with a name of a draft.
fn temporary_in<T>(
    folder: &Path,
    make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, TempPath)> {
    // `tempfile_in` would name the temporary file in errors.
    let made = tempfile::Builder::new()
        .prefix(PREFIX)
        .suffix(SUFFIX)
        .make_in(folder, make);
    made.map(tempfile::NamedTempFile::into_parts)
}

/// Removes the drafts of killed runs from a folder that this run has locked. Drafts of running programs are locked and
/// stay. Errors are ignored, because drafts only take space.
pub(crate) fn remove_dead_drafts(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_draft_name) {
            let path = entry.path();
            if let Ok(draft) = File::options().write(true).open(&path)
                && draft.try_lock().is_ok()
            {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

fn is_draft_name(name: &str) -> bool {
    let random = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == 6 && random.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Resolves symbolic links, even if the target does not exist. Returns the path itself if it leads to a pipe or a device,
/// because links such as `/dev/stdout` can lead to pipes without a path.
pub fn behind_links(path: &Path) -> PathBuf {
    /// Maximum number of links, as Linux counts them.
    const MAX_LINKS: usize = 40;
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return path.to_owned();
    }
    fs::canonicalize(path).unwrap_or_else(|_| {
        let next = |path: &PathBuf| {
            let target = fs::read_link(path).ok()?;
            Some(path.parent().unwrap_or(Path::new("")).join(target))
        };
        let links = iter::successors(Some(path.to_owned()), next);
        links.take(MAX_LINKS + 1).last().unwrap_or_default()
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

    #[test]
    fn all_files_of_a_folder_are_written_or_none() {
        let parent = tempfile::tempdir().unwrap();
        let file = |name: &str| (name.to_owned(), b"new".to_vec());
        let folder = parent.path().join("one/two");
        let failed = write_all(&folder, &[file("first"), file("none/second")]);
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(names(parent.path()), [""; 0]);
        write_all(&folder, &[file("first"), file("second")]).unwrap();
        assert_eq!(names(&folder), ["first", "second"]);
        write_all(&folder, &[file("third"), file("none/second")]).unwrap_err();
        assert_eq!(names(&folder), ["first", "second"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link, outer] = ["file", "link", "outer"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        std::os::unix::fs::symlink("link", &outer).unwrap();
        // The file does not exist at first.
        for (written, text) in [(&outer, "new behind two links"), (&link, "newer")] {
            put(written, text).unwrap();
            for link in [&link, &outer] {
                assert!(fs::symlink_metadata(link).unwrap().is_symlink());
            }
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

    /// Tests run by root skip this, because root may write any file.
    #[test]
    fn a_read_only_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        put(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        if File::options().write(true).open(&path).is_err() {
            let error = put(&path, "new").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        }
    }

    /// Names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn drafts_with_and_without_a_name_become_the_target() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let drafts: [fn(&Path) -> Option<Draft>; 2] =
            [Draft::without_name, |folder| Draft::with_name(folder).ok()];
        for (round, make) in drafts.iter().cycle().take(4).enumerate() {
            let Some(draft) = make(folder.path()) else {
                continue; // the file system has no files without names
            };
            let text = format!("text {round}");
            draft.as_file().write_all(text.as_bytes()).unwrap();
            draft.persist(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["file"]);
        }
    }

    const ROLE: &str = "PEGBOARD_TEST_DRAFT";

    /// Process that is killed by [`a_killed_run_leaves_nothing`] while it holds a draft.
    #[test]
    fn hold_a_draft() {
        let Some(folder) = std::env::var_os(ROLE) else {
            return;
        };
        let folder = Path::new(&folder);
        let _named = Draft::with_name(folder).unwrap();
        let _ = write(&folder.join("output"), |file| {
            file.write_all(b"half")?;
            file.flush()?;
            fs::write(folder.join("ready"), "")?;
            loop {
                std::thread::park();
            }
        });
    }

    #[test]
    fn a_killed_run_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at(".notes.draft"), "of the user").unwrap();
        let mut run = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "control::whole_file::tests::hold_a_draft"])
            .env(ROLE, folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while !at("ready").exists() {
            assert!(run.try_wait().unwrap().is_none(), "the run ended early");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let drafts = || {
            let names = names(folder.path()).into_iter();
            names.filter(|name| is_draft_name(name)).count()
        };
        // The draft of the output has no name, if the file system can.
        let expected = 1 + usize::from(Draft::without_name(folder.path()).is_none());
        assert_eq!(drafts(), expected);
        remove_dead_drafts(folder.path());
        assert_eq!(drafts(), expected, "the run still writes them");
        run.kill().unwrap();
        run.wait().unwrap();
        assert_eq!(drafts(), expected);
        remove_dead_drafts(folder.path());
        assert_eq!(names(folder.path()), [".notes.draft", "ready"]);
    }

    #[test]
    fn only_names_of_drafts_are_drafts() {
        assert!(is_draft_name(".pegboard-aB3xYz.draft"));
        for name in [
            ".aB3xYz.draft",
            ".pegboard-.draft",
            ".pegboard-notes2024.draft",
            "pegboard-aB3xYz.draft",
            ".pegboard-aB/xYz.draft",
        ] {
            assert!(!is_draft_name(name), "{name}");
        }
    }
}
