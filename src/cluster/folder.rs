//! The folder in which a process keeps its shards of finished levels.
//!
//! A level is in shards, one for each worker that made it: `forward-021.2-of-4.level` is the third of four. One
//! whose codes other workers keep later is split again: `forward-021.1-of-3-split-1.level`.
//! A shard is a [level file](crate::levels), complete and on the disk before its worker says so. When all
//! have said so, `cluster.ron`, the mark, names the level with the digests of all its shards. The mark is
//! replaced as a whole, by renaming. So whenever a process is killed, the mark names complete levels only. A
//! level without the mark, or one of which a shard is nowhere to be found, is unfinished, and so are those
//! after it.
//!
//! The folder may be one that all processes share, or each machine has its own of the same name. The process
//! that locks a folder writes its mark; the others that share it see by the file `run` that it is one of
//! theirs.

use crate::levels::{
    CLUSTER_MANIFEST, LevelError, LevelName, LevelSet, LockedFolder, MANIFEST, Manifest, TaskName,
    load_manifest, new_manifest, remove_leftovers, replace, save_manifest, scratch,
};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: u32 = 2;
const RUN: &str = "run";
/// The longest that a process waits for the one that has locked its folder to say of which run it is.
const PATIENCE: Duration = Duration::from_secs(5);

/// The finished levels, in the order in which they were made.
pub(super) type Mark = Manifest<MarkedLevel>;

/// A shard as the mark names it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shard {
    pub(super) codes: u64,
    pub(super) digest: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkedLevel {
    set: LevelSet,
    pegs: usize,
    /// How often it was split again.
    pub(super) split: u32,
    /// Jumps tried for it.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
    /// Names what was concluded from levels before it was made, such as functions that prune; nothing for
    /// sweeps.
    pub(super) conclusions: String,
    pub(super) shards: Vec<Shard>,
}

impl MarkedLevel {
    pub(super) fn new(
        (set, pegs): LevelName,
        split: u32,
        (jumps, seconds): (u64, f64),
        conclusions: String,
        shards: Vec<Shard>,
    ) -> MarkedLevel {
        MarkedLevel {
            set,
            pegs,
            split,
            jumps,
            seconds,
            conclusions,
            shards,
        }
    }

    /// The names of its files.
    pub(super) fn file_names(&self) -> impl Iterator<Item = String> + '_ {
        let of = self.shards.len();
        (0..of).map(move |number| shard_name(self.name(), (number, of), self.split))
    }

    pub(super) fn name(&self) -> LevelName {
        (self.set, self.pegs)
    }
}

/// Enters a level, in place of one of the same name.
pub(super) fn enter(mark: &mut Mark, level: MarkedLevel) {
    match mark
        .levels
        .iter_mut()
        .find(|other| other.name() == level.name())
    {
        Some(other) => *other = level,
        None => mark.levels.push(level),
    }
}

/// The folder of a process.
#[derive(Debug)]
pub(super) struct ClusterFolder {
    path: PathBuf,
    task: TaskName,
    /// Whoever has locked the folder writes its mark.
    lock: Option<LockedFolder>,
}

impl ClusterFolder {
    /// Takes the folder, or makes it. `run` is a number that the processes of this run have in common.
    pub(super) fn open(path: &Path, run: u64, task: TaskName) -> Result<ClusterFolder, LevelError> {
        let run = format!("{run:016x}\n");
        let lock = match LockedFolder::open(path) {
            Ok(lock) => {
                replace(&path.join(RUN), run.as_bytes())?;
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
        })
    }

    /// The folder, for the levels of this task.
    pub(super) fn of_task(self, task: TaskName) -> ClusterFolder {
        ClusterFolder { task, ..self }
    }

    /// Whether this process writes what is in the folder once for all.
    pub(super) fn is_keeper(&self) -> bool {
        self.lock.is_some()
    }

    /// The mark of the folder, if it has one.
    pub(super) fn mark(&self) -> Result<Option<Mark>, LevelError> {
        load_manifest(&self.path, CLUSTER_MANIFEST, VERSION, &self.task)
    }

    /// A mark without levels.
    pub(super) fn new_mark(&self) -> Mark {
        new_manifest(VERSION, &self.task)
    }

    /// Writes the mark, if that is for this process to do.
    pub(super) fn write_mark(&self, mark: &Mark) -> Result<(), LevelError> {
        if !self.is_keeper() {
            return Ok(());
        }
        save_manifest(mark, &self.path, CLUSTER_MANIFEST)
    }

    pub(super) fn task(&self) -> blake3::Hash {
        self.task.digest
    }

    /// The file of the shard `number`, of `of`.
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

    /// Which shards of the levels of a mark are here.
    pub(super) fn shards_here(&self, mark: &Mark) -> Vec<Vec<bool>> {
        let of_level = |level: &MarkedLevel| {
            level
                .file_names()
                .map(|name| self.path.join(name).exists())
                .collect()
        };
        mark.levels.iter().map(of_level).collect()
    }

    /// Where a worker spills what does not fit memory. What a killed run has left there goes away.
    pub(super) fn spill_folder(&self, worker: usize) -> Result<PathBuf, LevelError> {
        let path = self.path.join(format!("spill-{worker}"));
        fs::create_dir_all(&path).map_err(|error| scratch(&path, error))?;
        remove_leftovers(&path, &self.task.digest, |name| name.starts_with("run-"));
        Ok(path)
    }

    /// Removes what killed runs of this very search have left: drafts, and shards that the mark does not
    /// name.
    pub(super) fn remove_leftovers(&self, mark: &Mark) {
        if self.lock.is_none() {
            return;
        }
        let named: Vec<String> = mark
            .levels
            .iter()
            .flat_map(MarkedLevel::file_names)
            .collect();
        remove_leftovers(&self.path, &self.task.digest, |name| {
            !named.iter().any(|of_mark| of_mark == name) && is_shard_name(name)
        });
    }

    /// Removes the shards of a level that is there in other shards now.
    pub(super) fn remove_shards(&self, level: &MarkedLevel) {
        if self.lock.is_some() {
            level
                .file_names()
                .for_each(|name| drop(fs::remove_file(self.path.join(name))));
        }
    }
}

/// Whether the one that has locked a folder is of the same run; it may still be about to say so.
fn is_of_run(path: &Path, run: &str) -> bool {
    let began = Instant::now();
    loop {
        if fs::read_to_string(path.join(RUN)).is_ok_and(|text| text == run) {
            return true;
        }
        if began.elapsed() > PATIENCE {
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

/// Whether a file has the name of a shard, finished or not.
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

    #[test]
    fn only_names_of_shards_are_leftovers() {
        for name in [
            "forward-031.0-of-4.level",
            "backward-winning-003.11-of-12.draft",
            "losing-004.0-of-1-split-2.level",
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
        let first = ClusterFolder::open(folder.path(), 7, task("a")).unwrap();
        let second = ClusterFolder::open(folder.path(), 7, task("a")).unwrap();
        assert!(first.lock.is_some() && second.lock.is_none());
        let mark: Mark = new_manifest(VERSION, &task("a"));
        second.write_mark(&mark).unwrap();
        assert!(first.mark().unwrap().is_none());
        first.write_mark(&mark).unwrap();
        assert!(second.mark().unwrap().is_some());
        drop((first, second));
        let other = ClusterFolder::open(folder.path(), 8, task("b")).unwrap();
        assert!(matches!(other.mark(), Err(LevelError::OtherTask { found, .. }) if found == "a"));
    }
}
