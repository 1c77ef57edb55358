//! The folder in which a sweep keeps finished levels.
//!
//! `sweep.ron`, the manifest, says which sweep it is (board and problem by content) and which levels are finished, with their
//! files' digests. It is replaced as a whole after each level, by renaming; a level file is complete before the manifest
//! names it. So whenever the program is killed, the manifest speaks of complete files only.

use super::level::{Level, scratch};
use super::level_file::{Contents, ReadError, verify};
use crate::engine::Bits;
use crate::sweep::{SweepError, SweepTask};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const MANIFEST: &str = "sweep.ron";
const NEIGHBOURS: &str = "neighbours.level";
const VERSION: u32 = 1;

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
    direction: Direction,
    pegs: usize,
    codes: u64,
    /// Jumps tried from the level above.
    jumps: u64,
    seconds: f64,
    digest: String,
}

/// Which way a sweep goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Direction {
    /// From the start.
    Forward,
    /// From the complements of the finishes.
    Backward,
}

/// A scratch folder that belongs to one sweep.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    task: blake3::Hash,
    manifest: Mutex<Manifest>,
    written: Mutex<HashMap<PathBuf, Contents>>,
}

impl Folder {
    /// Opens the folder, or makes it.
    pub(super) fn open<B: Bits>(path: &Path, task: &SweepTask<B>) -> Result<Folder, SweepError> {
        fs::create_dir_all(path).map_err(|error| scratch(path, error))?;
        let (sweep, digest) = describe(task);
        let file = path.join(MANIFEST);
        let manifest = match fs::read_to_string(&file) {
            Ok(text) => read_manifest(&file, &text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Manifest { version: VERSION, sweep, task: digest.to_hex().to_string(), levels: Vec::new() }
            }
            Err(error) => return Err(scratch(&file, error)),
        };
        if manifest.task != digest.to_hex().as_str() {
            return Err(SweepError::OtherSweep { folder: path.to_owned(), found: manifest.sweep });
        }
        let folder = Folder {
            path: path.to_owned(),
            task: digest,
            manifest: Mutex::new(manifest),
            written: Mutex::default(),
        };
        folder.remove_runs();
        let _ = fs::remove_file(folder.neighbours_path()); // it would be overwritten as well
        folder.write_manifest()?;
        Ok(folder)
    }

    pub(super) fn task(&self) -> &blake3::Hash {
        &self.task
    }

    pub(super) fn level_path(&self, direction: Direction, pegs: usize) -> PathBuf {
        let name = match direction {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        };
        self.path.join(format!("{name}-{pegs:03}.level"))
    }

    pub(super) fn run_path(&self, shard: usize, number: usize) -> PathBuf {
        self.path.join(format!("run-{shard:03}-{number:05}.level"))
    }

    /// A file for positions that are needed but for a moment.
    pub(super) fn neighbours_path(&self) -> PathBuf {
        self.path.join(NEIGHBOURS)
    }

    /// Remembers what a file holds until the manifest names it.
    pub(super) fn note(&self, path: &Path, contents: Contents) {
        self.written.lock().expect("no thread panics with the list").insert(path.to_owned(), contents);
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

    /// The finished levels of a direction, from the one of most pegs down, with the jumps and the time that each took. Each file is read
    /// and its checksum compared.
    pub(super) fn finished<B: Bits>(&self, direction: Direction) -> Result<Vec<Finished<B>>, SweepError> {
        let levels = self.manifest.lock().expect("no thread panics with the manifest").levels.clone();
        let mine = levels.into_iter().filter(|level| level.direction == direction);
        mine.map(|level| self.check(level)).collect()
    }

    fn check<B: Bits>(&self, level: FinishedLevel) -> Result<Finished<B>, SweepError> {
        let path = self.level_path(level.direction, level.pegs);
        let damaged = |what: String| SweepError::Damaged { path: path.clone(), what };
        let digest = blake3::Hash::from_hex(&level.digest)
            .map_err(|_| damaged("the manifest has no digest of it".to_owned()))?;
        match verify(&path, &self.task, &Contents { codes: level.codes, digest }) {
            Ok(()) => {}
            Err(ReadError::Io(error)) => return Err(scratch(&path, error)),
            Err(ReadError::Damaged(what)) => return Err(damaged(what)),
        }
        Ok(Finished {
            pegs: level.pegs,
            level: Level::File { path, codes: level.codes },
            jumps: level.jumps,
            seconds: level.seconds,
        })
    }

    /// Enters a finished level into the manifest.
    pub(super) fn finish<B: Bits>(
        &self,
        direction: Direction,
        finished: &Finished<B>,
    ) -> Result<(), SweepError> {
        let path = self.level_path(direction, finished.pegs);
        let written = self.written.lock().expect("no thread panics with the list").remove(&path);
        let contents = written.expect("a level is finished after its file was written");
        let entry = FinishedLevel {
            direction,
            pegs: finished.pegs,
            codes: contents.codes,
            jumps: finished.jumps,
            seconds: finished.seconds,
            digest: contents.digest.to_hex().to_string(),
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

fn read_manifest(file: &Path, text: &str) -> Result<Manifest, SweepError> {
    let damaged = |what: String| SweepError::Damaged { path: file.to_owned(), what };
    let manifest: Manifest = ron::from_str(text).map_err(|error| damaged(error.to_string()))?;
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
    let mut file = fs::File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
