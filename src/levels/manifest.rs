//! The file of a scratch folder that names its finished levels.

use super::LevelError;
use super::error::{damaged, scratch};
use super::names::TaskName;
use pegboard_format::manifest::{Manifest, ManifestLevel};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// A manifest without levels.
pub(crate) fn new_manifest<L>(version: u32, task: &TaskName) -> Manifest<L> {
    let digest = task.digest.to_hex().to_string();
    Manifest {
        version,
        search: task.words.clone(),
        task: digest,
        levels: Vec::new(),
    }
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
    let manifest = L::read(&text).map_err(|error| {
        damaged(
            &file,
            format!("it is not a manifest of version {version} ({error})"),
        )
    })?;
    if manifest.version != version {
        let what = format!(
            "it is of version {}, this program writes {version}",
            manifest.version
        );
        return Err(damaged(&file, what));
    }
    if manifest.task != task.digest.to_hex().as_str() {
        return Err(LevelError::OtherTask {
            folder: folder.to_owned(),
            found: manifest.search,
        });
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

/// Writes a small file whole and onto the disk itself, or not at all. Not by `whole_file`, whose drafts have names by
/// chance: one that a killed run leaves here is overwritten by the next run.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), LevelError> {
    let draft = path.with_extension("draft");
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().map_err(|error| scratch(path, error))
}
