//! The file of a scratch folder that names its finished levels.

use super::LevelError;
use super::folder::{TaskName, replace};
use super::level::{damaged, scratch};
use pegboard_format::manifest::{Manifest, ManifestLevel};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// A manifest without levels.
pub(crate) fn new_manifest<L>(version: u32, task: &TaskName) -> Manifest<L> {
    let digest = task.digest.to_hex().to_string();
    Manifest { version, search: task.words.clone(), task: digest, levels: Vec::new() }
}

/// The manifest of a folder, if there is one. It must be of this version, and name this task.
pub(crate) fn load_manifest<L: ManifestLevel>(
    folder: &Path,
    name: &str,
    version: u32,
    task: &TaskName,
) -> Result<Option<Manifest<L>>, LevelError> {
    let file = folder.join(name);
    let text = match fs::read(&file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(scratch(&file, error)),
    };
    let manifest = L::read(&text)
        .map_err(|error| damaged(&file, format!("it is not a manifest of version {version} ({error})")))?;
    if manifest.version != version {
        let what = format!("it is of version {}, this program writes {version}", manifest.version);
        return Err(damaged(&file, what));
    }
    if manifest.task != task.digest.to_hex().as_str() {
        return Err(LevelError::OtherTask { folder: folder.to_owned(), found: manifest.search });
    }
    Ok(Some(manifest))
}

/// Replaces the manifest of a folder as a whole.
pub(crate) fn save_manifest<L: ManifestLevel>(
    manifest: &Manifest<L>,
    folder: &Path,
    name: &str,
) -> Result<(), LevelError> {
    replace(&folder.join(name), L::text(manifest).as_bytes())
}
