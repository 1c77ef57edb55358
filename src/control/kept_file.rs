//! Small files that an earlier run wrote: tables, manifests and plans.

use pegboard_checker::MAX_TEXT_BYTES;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a file. Returns `None` if nothing has this path.
///
/// # Errors
///
/// The error of the system, or [`InvalidData`](ErrorKind::InvalidData) for a device, for a pipe, and for a file larger than
/// [`MAX_TEXT_BYTES`].
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    // A read of a pipe could wait without end.
    if !found.is_file() {
        return Err(wrong("it is not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_TEXT_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(wrong(format!(
            "it is larger than {} MiB",
            MAX_TEXT_BYTES >> 20
        )));
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_reasonable_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("moves.csv");
        assert!(read(&path).unwrap().is_none());
        fs::write(&path, "vacate").unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), b"vacate");
        let file = File::create(&path).unwrap();
        file.set_len(3 << 30).unwrap();
        let message = |path: &Path| read(path).unwrap_err().to_string();
        assert_eq!(message(&path), "it is larger than 16 MiB");
        assert_eq!(message(folder.path()), "it is not a file");
        #[cfg(unix)]
        assert_eq!(message(Path::new("/dev/zero")), "it is not a file");
    }
}
