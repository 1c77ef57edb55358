//! Folder in which a process keeps its shards of finished levels.
//!
//! A level has one shard for each worker that made it: `forward-021.2-of-4.level` is the third of four shards. A level
//! whose codes belong to other workers in a later run is split again: `forward-021.1-of-3-split-1.level`. A shard is a
//! [level file](pegboard::levels), complete and synced to the disk before its worker reports it. When all workers have
//! reported, the manifest `cluster.ron` lists the level with the digests of all its shards. The manifest is replaced by
//! renaming, so it lists complete levels only, whenever a process is killed. A level that the manifest does not list,
//! or that misses a shard, is unfinished, as are all later levels.
//!
//! All processes may share the folder, or each machine may have its own folder of the same name. The process that locks a
//! folder writes its manifest; the processes that share it recognize their run by the file `run`.

use super::commits::CommitPoints;
use super::error::scratch;
use pegboard::distributed::{
    CLUSTER_MANIFEST, LevelName, LevelSet, LockedFolder, MANIFEST, Manifest, TaskName,
    remove_leftovers,
};
use pegboard::levels::LevelError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: u32 = 2;
const RUN: &str = "run";
/// Prefix of the folders into which workers spill.
const SPILL: &str = "spill-";
/// Time to wait until the process that has locked the folder writes its run.
const RUN_TIMEOUT: Duration = Duration::from_secs(20);

/// Finished levels in the order in which they were made.
pub(super) type ClusterManifest = Manifest<LevelRecord>;

/// Record of a shard in the manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShardRecord {
    pub(super) codes: u64,
    pub(super) digest: String,
}

/// Record of a level in the manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRecord {
    set: LevelSet,
    pegs: usize,
    /// Number of times that the level was split again.
    pub(super) split: u32,
    /// Number of jumps tried to make the level.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
    /// Digest of the conclusions from earlier levels, such as functions that prune; empty for sweeps.
    pub(super) conclusions: String,
    pub(super) shards: Vec<ShardRecord>,
}

impl LevelRecord {
    pub(super) fn new(
        (set, pegs): LevelName,
        split: u32,
        (jumps, seconds): (u64, f64),
        conclusions: String,
        shards: Vec<ShardRecord>,
    ) -> LevelRecord {
        LevelRecord {
            set,
            pegs,
            split,
            jumps,
            seconds,
            conclusions,
            shards,
        }
    }

    /// Returns the names of its files.
    pub(super) fn file_names(&self) -> impl Iterator<Item = String> + '_ {
        let of = self.shards.len();
        (0..of).map(move |number| shard_name(self.name(), (number, of), self.split))
    }

    pub(super) fn name(&self) -> LevelName {
        (self.set, self.pegs)
    }
}

/// Adds a level, or replaces the level of the same name.
pub(super) fn enter(manifest: &mut ClusterManifest, level: LevelRecord) {
    match manifest
        .levels
        .iter_mut()
        .find(|other| other.name() == level.name())
    {
        Some(other) => *other = level,
        None => manifest.levels.push(level),
    }
}

/// Folder of a process.
#[derive(Debug)]
pub(super) struct ClusterFolder {
    path: PathBuf,
    task: TaskName,
    /// Held by the process that writes the manifest.
    lock: Option<LockedFolder>,
    pub(super) commits: CommitPoints,
}

impl ClusterFolder {
    /// Opens or creates the folder. `run` identifies the processes of this run.
    pub(super) fn open(
        path: &Path,
        run: u64,
        task: TaskName,
        commits: CommitPoints,
    ) -> Result<ClusterFolder, LevelError> {
        let run = format!("{run:016x}\n");
        let lock = match LockedFolder::open(path) {
            Ok(lock) => {
                let file = path.join(RUN);
                fs::write(&file, &run).map_err(|error| scratch(&file, error))?;
                Some(lock)
            }
            Err(LevelError::FolderInUse { .. }) if is_of_run(path, &run) => None,
            Err(error) => return Err(error),
        };
        if path.join(MANIFEST).exists() {
            return Err(LevelError::FolderOfOneProcess {
                folder: path.to_owned(),
            });
        }
        Ok(ClusterFolder {
            path: path.to_owned(),
            task,
            lock,
            commits,
        })
    }

    /// Returns the folder for the levels of another task.
    pub(super) fn of_task(self, task: TaskName) -> ClusterFolder {
        ClusterFolder { task, ..self }
    }

    /// Returns `true` if this process writes the files that all processes share.
    pub(super) fn is_keeper(&self) -> bool {
        self.lock.is_some()
    }

    /// Reads the manifest of the folder, if there is one.
    pub(super) fn manifest(&self) -> Result<Option<ClusterManifest>, LevelError> {
        Manifest::load(&self.path, CLUSTER_MANIFEST, VERSION, &self.task)
    }

    /// Creates a manifest without levels.
    pub(super) fn new_manifest(&self) -> ClusterManifest {
        Manifest::new(VERSION, &self.task)
    }

    /// Writes the manifest, unless another process does.
    pub(super) fn write_manifest(&self, manifest: &ClusterManifest) -> Result<(), LevelError> {
        if self.is_keeper() {
            manifest.save(&self.path, CLUSTER_MANIFEST)?;
        }
        self.commits.pass();
        Ok(())
    }

    pub(super) fn task(&self) -> blake3::Hash {
        self.task.digest
    }

    /// Returns the path of shard `number` of `of`.
    pub(super) fn shard(
        &self,
        name: LevelName,
        (number, of): (usize, usize),
        split: u32,
    ) -> PathBuf {
        self.path.join(shard_name(name, (number, of), split))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns, for each level of a manifest, which of its shards are in this folder.
    pub(super) fn shards_here(&self, manifest: &ClusterManifest) -> Vec<Vec<bool>> {
        let of_level = |level: &LevelRecord| {
            level
                .file_names()
                .map(|name| self.path.join(name).exists())
                .collect()
        };
        manifest.levels.iter().map(of_level).collect()
    }

    /// Creates the folder into which a worker spills.
    pub(super) fn spill_folder(&self, worker: usize) -> Result<PathBuf, LevelError> {
        let path = self.path.join(format!("{SPILL}{worker}"));
        fs::create_dir_all(&path).map_err(|error| scratch(&path, error))?;
        Ok(path)
    }

    /// Removes the runs that workers of killed runs of this search have spilled. Call this before any worker starts.
    pub(super) fn remove_spilled_runs(&self) {
        if self.lock.is_none() {
            return;
        }
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let worker = name.to_str().and_then(|name| name.strip_prefix(SPILL));
            if worker.is_some_and(|worker| worker.parse::<usize>().is_ok()) {
                remove_leftovers(&entry.path(), &self.task.digest, |name| {
                    name.starts_with("run-")
                });
                let _ = fs::remove_dir(entry.path()); // unless it holds other files
            }
        }
    }

    /// Removes the files of killed runs of this search: drafts, and shards that the manifest does not list.
    pub(super) fn remove_leftovers(&self, manifest: &ClusterManifest) {
        if self.lock.is_none() {
            return;
        }
        let listed: Vec<String> = manifest
            .levels
            .iter()
            .flat_map(LevelRecord::file_names)
            .collect();
        remove_leftovers(&self.path, &self.task.digest, |name| {
            !listed.iter().any(|shard| shard == name) && is_shard_name(name)
        });
    }

    /// Removes the old shards of a level that was split again.
    pub(super) fn remove_shards(&self, level: &LevelRecord) {
        if self.lock.is_some() {
            level
                .file_names()
                .for_each(|name| drop(fs::remove_file(self.path.join(name))));
        }
        self.commits.pass();
    }
}

/// Returns `true` if the process that has locked a folder belongs to this run. Waits until that process writes its run.
fn is_of_run(path: &Path, run: &str) -> bool {
    let began = Instant::now();
    loop {
        if fs::read_to_string(path.join(RUN)).is_ok_and(|text| text == run) {
            return true;
        }
        if began.elapsed() > RUN_TIMEOUT {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn shard_name((set, pegs): LevelName, (number, of): (usize, usize), split: u32) -> String {
    let split = if split == 0 {
        String::new()
    } else {
        format!("-split-{split}")
    };
    format!(
        "{}-{pegs:03}.{number}-of-{of}{split}.level",
        set.file_name()
    )
}

/// Returns `true` if a name is that of a shard or of its draft.
fn is_shard_name(name: &str) -> bool {
    let read = || {
        let (stem, _) = name
            .rsplit_once('.')
            .filter(|(_, end)| matches!(*end, "level" | "draft"))?;
        let (level, shard) = stem.rsplit_once('.')?;
        let (shard, split) = shard.split_once("-split-").unwrap_or((shard, "0"));
        let (number, of) = shard.split_once("-of-")?;
        let numbers = (number.parse().ok()?, of.parse().ok()?);
        let (_, pegs) = level.rsplit_once('-')?;
        Some((stem, pegs.parse().ok()?, numbers, split.parse().ok()?))
    };
    let Some((stem, pegs, numbers, split)) = read() else {
        return false;
    };
    LevelSet::ALL
        .into_iter()
        .any(|set| shard_name((set, pegs), numbers, split) == format!("{stem}.level"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(words: &str) -> TaskName {
        TaskName {
            words: words.to_owned(),
            digest: blake3::hash(words.as_bytes()),
        }
    }

    fn open(path: &Path, run: u64, words: &str) -> Result<ClusterFolder, LevelError> {
        ClusterFolder::open(path, run, task(words), CommitPoints::default())
    }

    #[test]
    fn only_names_of_shards_are_leftovers() {
        for name in [
            "forward-031.0-of-4.level",
            "backward-winning-003.11-of-12.draft",
            "just-lost-004.0-of-1-split-2.level",
        ] {
            assert!(is_shard_name(name), "{name}");
        }
        for name in [
            "forward-031.level",
            "forward-31.0-of-4.level",
            "my.0-of-4.level",
            "cluster.ron",
            "x.y.draft",
        ] {
            assert!(!is_shard_name(name), "{name}");
        }
    }

    #[test]
    fn a_folder_is_shared_within_a_run_and_refused_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), 7, "a").unwrap();
        let second = open(folder.path(), 7, "a").unwrap();
        assert!(first.lock.is_some() && second.lock.is_none());
        let manifest = first.new_manifest();
        second.write_manifest(&manifest).unwrap();
        assert!(first.manifest().unwrap().is_none());
        first.write_manifest(&manifest).unwrap();
        assert!(second.manifest().unwrap().is_some());
        drop((first, second));
        let other = open(folder.path(), 8, "b").unwrap();
        assert!(
            matches!(other.manifest(), Err(LevelError::OtherTask { found, .. }) if found == "a")
        );
    }
}
