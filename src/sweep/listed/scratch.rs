//! The folder in which a sweep keeps finished levels.
//!
//! `sweep.ron`, the manifest, says which sweep it is (board and problem by content) and which levels are finished, with their
//! files' digests, in the order in which they were made: each is made of levels before it. It is replaced as a whole after each
//! level, by renaming; a level file is complete, and on the disk itself, before the manifest names it. So whenever the
//! program is killed, the manifest speaks of complete files only.
//!
//! Files that the manifest does not name are never read. Where a file that it names is gone, that level and those
//! made after it count as unfinished.

use super::level::{Level, scratch};
use crate::engine::Bits;
use crate::sweep::{SweepError, SweepTask};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const MANIFEST: &str = "sweep.ron";
const LOCK: &str = "lock";
const VERSION: u32 = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    version: u32,
    /// In words, for people.
    sweep: String,
    /// BLAKE3 digest of board, start, finishes and symmetries.
    task: String,
    levels: Vec<FinishedLevel>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishedLevel {
    set: LevelSet,
    pegs: usize,
    codes: u64,
    /// Jumps tried for it.
    jumps: u64,
    seconds: f64,
    digest: String,
}

/// Which positions the levels hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum LevelSet {
    /// F: those reached from the start.
    Forward,
    /// The complements of B: those reached from the complements of the finishes.
    Backward,
    /// W.
    Winning,
    /// The complements of W.
    BackwardWinning,
    /// L.
    Losing,
}

impl LevelSet {
    fn file_name(self) -> &'static str {
        match self {
            LevelSet::Forward => "forward",
            LevelSet::Backward => "backward",
            LevelSet::Winning => "winning",
            LevelSet::BackwardWinning => "backward-winning",
            LevelSet::Losing => "losing",
        }
    }
}

/// A scratch folder that belongs to one sweep.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    task: blake3::Hash,
    manifest: Mutex<Manifest>,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl Folder {
    /// Opens the folder, or makes it.
    pub(super) fn open<B: Bits>(path: &Path, task: &SweepTask<B>) -> Result<Folder, SweepError> {
        fs::create_dir_all(path).map_err(|error| scratch(path, error))?;
        let lock = lock(path)?;
        let (sweep, digest) = describe(task);
        let file = path.join(MANIFEST);
        let mut manifest = match fs::read_to_string(&file) {
            Ok(text) => read_manifest(&file, &text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Manifest { version: VERSION, sweep, task: digest.to_hex().to_string(), levels: Vec::new() }
            }
            Err(error) => return Err(scratch(&file, error)),
        };
        if manifest.task != digest.to_hex().as_str() {
            return Err(SweepError::OtherSweep { folder: path.to_owned(), found: manifest.sweep });
        }
        let is_there = |level: &FinishedLevel| path.join(level_name(level.set, level.pegs)).exists();
        let whole = manifest.levels.iter().take_while(|level| is_there(level)).count();
        manifest.levels.truncate(whole);
        let folder =
            Folder { path: path.to_owned(), task: digest, manifest: Mutex::new(manifest), _lock: lock };
        folder.remove_runs();
        folder.write_manifest()?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn task(&self) -> &blake3::Hash {
        &self.task
    }

    pub(super) fn level_path(&self, set: LevelSet, pegs: usize) -> PathBuf {
        self.path.join(level_name(set, pegs))
    }

    pub(super) fn run_path(&self, shard: usize, number: usize) -> PathBuf {
        self.path.join(format!("run-{shard:03}-{number:05}.level"))
    }

    /// Removes what an unfinished level has left.
    pub(super) fn remove_runs(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("run-") || name.ends_with(".draft") {
                let _ = fs::remove_file(entry.path()); // one that stays takes room and does no harm
            }
        }
    }

    /// The finished levels in the order in which they were made, with the jumps and the time that each took. Each
    /// file is read and its checksum compared.
    pub(super) fn finished<B: Bits>(&self) -> Result<Vec<(LevelSet, Finished<B>)>, SweepError> {
        let levels = self.manifest.lock().expect("no thread panics with the manifest").levels.clone();
        levels.into_iter().map(|level| Ok((level.set, self.check(level)?))).collect()
    }

    fn check<B: Bits>(&self, entry: FinishedLevel) -> Result<Finished<B>, SweepError> {
        let path = self.level_path(entry.set, entry.pegs);
        let damaged = |what: &str| SweepError::Damaged { path: path.clone(), what: what.to_owned() };
        let digest =
            blake3::Hash::from_hex(&entry.digest).map_err(|_| damaged("the manifest has no digest of it"))?;
        let level = Level::open(&path, &self.task, digest)?;
        if level.len() != entry.codes {
            return Err(damaged("it has not the number of codes that the manifest says"));
        }
        Ok(Finished { pegs: entry.pegs, level, jumps: entry.jumps, seconds: entry.seconds })
    }

    /// Enters a finished level into the manifest.
    pub(super) fn finish<B: Bits>(&self, set: LevelSet, finished: &Finished<B>) -> Result<(), SweepError> {
        let digest = finished.level.digest().expect("a level of a sweep with a folder is in a file");
        let entry = FinishedLevel {
            set,
            pegs: finished.pegs,
            codes: finished.level.len(),
            jumps: finished.jumps,
            seconds: finished.seconds,
            digest: digest.to_hex().to_string(),
        };
        self.manifest.lock().expect("no thread panics with the manifest").levels.push(entry);
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), SweepError> {
        let manifest = self.manifest.lock().expect("no thread panics with the manifest");
        let text = ron::ser::to_string_pretty(&*manifest, ron::ser::PrettyConfig::default())
            .expect("a manifest is plain data");
        let file = self.path.join(MANIFEST);
        replace(&file, text.as_bytes()).map_err(|error| scratch(&file, error))
    }
}

/// A level that is done.
#[derive(Clone, Debug)]
pub(super) struct Finished<B> {
    pub(super) pegs: usize,
    pub(super) level: Level<B>,
    /// Jumps tried from the level above.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
}

fn level_name(set: LevelSet, pegs: usize) -> String {
    format!("{}-{pegs:03}.level", set.file_name())
}

/// Two runs would remove each other's files. The system frees the lock when the program ends, however it ends.
fn lock(folder: &Path) -> Result<File, SweepError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(|error| scratch(folder, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SweepError::FolderInUse { folder: folder.to_owned() }),
        // Some network file systems have no locks; whoever uses them has to see to it.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn read_manifest(file: &Path, text: &str) -> Result<Manifest, SweepError> {
    let damaged = |what: String| SweepError::Damaged { path: file.to_owned(), what };
    let manifest: Manifest = ron::from_str(text)
        .map_err(|error| damaged(format!("it is no manifest of version {VERSION} ({error})")))?;
    if manifest.version != VERSION {
        return Err(damaged(format!("it is of version {}, this program writes {VERSION}", manifest.version)));
    }
    Ok(manifest)
}

/// The sweep in words, and the digest of all that decides its levels: holes and lattice, symmetries, start and finishes.
fn describe<B: Bits>(task: &SweepTask<B>) -> (String, blake3::Hash) {
    let board = task.board();
    let finishes: Vec<u128> = task.finishes().iter().map(|finish| finish.code()).collect();
    let words = format!(
        "board {}, start {}, finishes {finishes:?}, {} symmetries",
        board.name(),
        task.start().code(),
        task.symmetries().len()
    );
    let holes: Vec<_> = board.holes().map(|hole| board.coordinate(hole)).collect();
    let symmetries: Vec<_> = task.symmetries().iter().map(|symmetry| symmetry.image_indices()).collect();
    let content =
        format!("sweep 1 {} {holes:?} {symmetries:?} {} {finishes:?}", board.lattice(), task.start().code());
    (words, blake3::hash(content.as_bytes()))
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let draft = path.with_extension("draft");
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
