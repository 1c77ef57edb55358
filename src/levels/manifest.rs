//! Manifest of the finished levels in a scratch folder.

use super::error::{damaged, scratch};
use super::names::{LevelSet, TaskName};
use super::{LevelError, commits};
use crate::control::kept_file;
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Manifest of the finished levels of a folder. `L` describes a level: a single process and a cluster record different
/// facts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest<L> {
    version: u32,
    /// Description of the task, for people.
    search: String,
    /// BLAKE3 digest of everything that determines the contents of the levels.
    task: String,
    /// Finished levels in the order in which they were made.
    pub levels: Vec<L>,
}

/// Record of a level made by one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRecord {
    pub(super) set: LevelSet,
    pub(super) pegs: usize,
    pub(super) codes: u64,
    /// Number of jumps tried to make the level.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
    pub(super) digest: String,
}

impl<L> Manifest<L> {
    /// Creates a manifest without levels.
    pub fn new(version: u32, task: &TaskName) -> Manifest<L> {
        Manifest {
            version,
            search: task.words.clone(),
            task: task.digest.to_hex().to_string(),
            levels: Vec::new(),
        }
    }
}

impl<L: Serialize + DeserializeOwned> Manifest<L> {
    /// Reads the manifest of a folder, if there is one.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the file cannot be read, has another version, or names another task.
    pub fn load(
        folder: &Path,
        name: &str,
        version: u32,
        task: &TaskName,
    ) -> Result<Option<Manifest<L>>, LevelError> {
        let file = folder.join(name);
        let Some(bytes) = kept_file::read(&file).map_err(|error| scratch(&file, error))? else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&bytes);
        let manifest = ron::from_str::<Manifest<L>>(&text).map_err(|error| {
            damaged(
                &file,
                format!("it is not a manifest of version {version} ({error})"),
            )
        })?;
        if manifest.version != version {
            let what = format!(
                "it has version {}, but this program reads version {version}",
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

    /// Replaces the manifest of a folder atomically.
    ///
    /// # Errors
    ///
    /// Returns [`LevelError::Scratch`] if the file cannot be written.
    pub fn save(&self, folder: &Path, name: &str) -> Result<(), LevelError> {
        let text = ron::ser::to_string_pretty(self, PrettyConfig::default())
            .expect("a manifest is plain data");
        replace_file(&folder.join(name), text.as_bytes())
    }
}

/// Replaces a small file atomically, synced to the disk. Unlike `whole_file`, the draft has a fixed name, so that the next
/// run overwrites the draft of a killed run.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), LevelError> {
    let draft = path.with_extension("draft");
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&draft);
        scratch(path, error)
    })?;
    commits::pass();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.ron");
        fs::create_dir_all(path.join("not empty")).unwrap();
        assert!(replace_file(&path, b"text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
