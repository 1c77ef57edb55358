//! The file of a scratch folder that names its finished levels.

use super::LevelError;
use super::error::{damaged, scratch};
use super::names::{LevelSet, TaskName};
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Finished levels of a folder, in the order in which they were made. `L` describes a level: one process and a
/// cluster record different things.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest<L> {
    pub(crate) version: u32,
    /// The search in words, for people.
    pub(crate) search: String,
    /// BLAKE3 digest of everything that determines the contents of the levels.
    pub(crate) task: String,
    pub(crate) levels: Vec<L>,
}

/// Record of a level made by one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinishedLevel {
    pub(crate) set: LevelSet,
    pub(crate) pegs: usize,
    pub(crate) codes: u64,
    /// Jumps tried for it.
    pub(crate) jumps: u64,
    pub(crate) seconds: f64,
    pub(crate) digest: String,
}

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
pub(crate) fn load_manifest<L: DeserializeOwned>(
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
    let manifest = ron::from_str::<Manifest<L>>(&text).map_err(|error| {
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
pub(crate) fn save_manifest<L: Serialize>(
    manifest: &Manifest<L>,
    folder: &Path,
    name: &str,
) -> Result<(), LevelError> {
    let text = ron::ser::to_string_pretty(manifest, PrettyConfig::default())
        .expect("a manifest is plain data");
    replace(&folder.join(name), text.as_bytes())
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
