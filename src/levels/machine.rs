//! Level maker on the threads of this process.

use super::allotment::Allotment;
use super::error::damaged;
use super::expand::{Expansion, Pruning};
use super::folder::Folder;
use super::level::{Level, LevelWriter};
use super::making::{Forecast, Making, PhaseOf, Resources, SAMPLE};
use super::manifest::LevelRecord;
use super::names::{LevelSet, level_name};
use super::partition::Arena;
use super::storage::Storage;
use super::{Finished, LevelError, LevelMaker, LevelName, Sieve};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::Bits;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use web_time::Instant;

/// Levels of a search in this process, with the resources to make more.
pub(crate) struct Machine<'a, B> {
    resources: Resources<'a>,
    /// Arenas of the threads, kept from level to level.
    arenas: Mutex<Vec<Arena<B>>>,
    made: Mutex<HashMap<LevelName, Arc<Finished>>>,
}

impl<'a, B: Bits> Machine<'a, B> {
    /// Creates a machine that has the finished levels of the storage. The control's memory limit bounds levels, tables
    /// and buffers together. If levels can spill, the machine takes its minimum of some 20 KiB per thread even if the
    /// limit is lower.
    pub(crate) fn new(part: Part<'a>, storage: Arc<Storage>) -> Result<Machine<'a, B>, LevelError> {
        let control = part.control();
        let limit = part.memory();
        let (making, has_files) = (storage.for_making(limit), storage.has_files());
        let memory = match Allotment::new::<B>(making, control.threads(), has_files) {
            Ok(_) => limit,
            Err(least) if storage.can_overflow() => storage.memory_for(least),
            Err(least) => {
                return Err(LevelError::TooLittleMemory {
                    limit,
                    least: storage.memory_for(least),
                });
            }
        };
        let tick = || part.tick(0, || Phase::CheckingLevels);
        let finished = finished_levels(&storage, &tick)?;
        let made = finished
            .into_iter()
            .map(|(name, level)| (name, Arc::new(level)))
            .collect();
        let resources = Resources {
            part,
            storage,
            memory,
        };
        Ok(Machine {
            resources,
            arenas: Mutex::default(),
            made: Mutex::new(made),
        })
    }

    /// Returns the level of this name. If it is not finished, calls `make`, which returns it with its number of jumps.
    fn made(
        &self,
        name: LevelName,
        make: impl FnOnce() -> Result<(Level, u64), LevelError>,
    ) -> Result<Arc<Finished>, LevelError> {
        if let Some(finished) = self.levels().get(&name) {
            return Ok(Arc::clone(finished));
        }
        let began = Instant::now();
        let (level, jumps) = make()?;
        self.finish(
            name,
            Finished {
                pegs: name.1,
                level,
                jumps,
                seconds: began.elapsed().as_secs_f64(),
            },
        )
    }

    /// Returns the finished levels of a set.
    pub(crate) fn finished(&self, set: LevelSet) -> Vec<Arc<Finished>> {
        let levels = self.levels();
        let of_set = levels.iter().filter(|((of, _), _)| *of == set);
        of_set.map(|(_, level)| Arc::clone(level)).collect()
    }

    fn finish(&self, name: LevelName, finished: Finished) -> Result<Arc<Finished>, LevelError> {
        let finished = Arc::new(finished);
        if let Some(folder) = self.resources.storage.folder() {
            folder.finish(record(name, &finished))?;
        }
        self.levels().insert(name, Arc::clone(&finished));
        Ok(finished)
    }

    fn levels(&self) -> MutexGuard<'_, HashMap<LevelName, Arc<Finished>>> {
        self.made.lock().expect("no thread panics with the levels")
    }
}

impl<B: Bits> LevelMaker<B> for Machine<'_, B> {
    type Level = Level;

    fn control(&self) -> &Control<'_> {
        self.resources.part.control()
    }

    fn listed(&self, name: LevelName, codes: Vec<B>) -> Result<Arc<Finished>, LevelError> {
        self.made(name, || {
            let writer = LevelWriter::of_level(&self.resources.storage, name)?;
            Ok((self.resources.listed(name, codes, writer)?, 0))
        })
    }

    fn expanded<P: Pruning<B>>(
        &self,
        name: LevelName,
        from: &Level,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_>,
        phase: &PhaseOf<'_>,
    ) -> Result<Arc<Finished>, LevelError> {
        self.made(name, || {
            // A limit may have cut the learning from the last level short.
            let part = self.resources.part;
            part.tick(0, || phase(0.0)).map_err(LevelError::Stopped)?;
            let allotment = self.resources.allotment::<B>(name)?;
            let forecast = Forecast::new(&from.sample(SAMPLE)?, expansion);
            let is_small = forecast.range_count(from.len(), &allotment) == 1;
            let threads = if is_small {
                1
            } else {
                self.resources.part.control().threads()
            };
            let making = Making {
                resources: &self.resources,
                name,
                allotment,
                threads,
                phase,
            };
            let mut arenas = self
                .arenas
                .lock()
                .expect("no thread panics with the arenas");
            making.run(&mut arenas, from, forecast, expansion, sieve)
        })
    }

    fn found(
        &self,
        level: &Level,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
    ) -> Result<Vec<B>, LevelError> {
        level.found(0..level.block_count(), is_wanted, most, self.control())
    }

    fn first_of(&self, level: &Level, codes: &[B]) -> Result<Option<B>, LevelError> {
        for code in codes {
            if level.contains(*code)? {
                return Ok(Some(*code));
            }
        }
        Ok(None)
    }

    fn gathered(&self, finished: &Arc<Finished>) -> Result<Arc<Finished>, LevelError> {
        Ok(Arc::clone(finished))
    }

    fn concluded(&self, _: &dyn Fn() -> blake3::Hash) -> Result<(), LevelError> {
        Ok(()) // a single process always draws the same conclusions
    }
}

impl<B> Drop for Machine<'_, B> {
    fn drop(&mut self) {
        self.resources
            .storage
            .folder()
            .into_iter()
            .for_each(Folder::unlock);
    }
}

/// Opens the finished levels of the folder and compares their checksums.
fn finished_levels(
    storage: &Arc<Storage>,
    tick: &dyn Fn() -> Result<(), LimitReached>,
) -> Result<Vec<(LevelName, Finished)>, LevelError> {
    let Some(folder) = storage.folder() else {
        return Ok(Vec::new());
    };
    let checked = |entry: LevelRecord| {
        let LevelRecord {
            set,
            pegs,
            codes,
            jumps,
            seconds,
            digest,
        } = entry;
        let path = folder.path().join(level_name(set, pegs));
        let digest = blake3::Hash::from_hex(&digest)
            .map_err(|_| damaged(&path, "the manifest has no digest of it"))?;
        let level = Level::open(&path, folder.task(), digest, Arc::clone(storage), tick)?;
        if level.len() != codes {
            return Err(damaged(&path, "its code count differs from the manifest"));
        }
        Ok((
            (set, pegs),
            Finished {
                pegs,
                level,
                jumps,
                seconds,
            },
        ))
    };
    folder.finished().into_iter().map(checked).collect()
}

/// Returns the record of a finished level.
fn record((set, pegs): LevelName, finished: &Finished) -> LevelRecord {
    let digest = finished
        .level
        .digest()
        .expect("a level of a search with a folder is in a file");
    LevelRecord {
        set,
        pegs,
        codes: finished.level.len(),
        jumps: finished.jumps,
        seconds: finished.seconds,
        digest: digest.to_hex().to_string(),
    }
}
