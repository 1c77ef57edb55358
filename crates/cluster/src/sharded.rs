//! Level whose shards are divided among workers.

use super::error::damaged;
use super::folder::{ClusterFolder, LevelRecord};
use pegboard::distributed::{Bits, CodeCount, Collector, Level, LevelName};
use pegboard::levels::LevelError;

/// Workers of a cluster, numbered process by process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers {
    pub(super) processes: usize,
    pub(super) of_process: usize,
}

impl Workers {
    pub(super) fn count(self) -> usize {
        self.processes * self.of_process
    }

    pub(super) fn process_of(self, worker: usize) -> usize {
        worker / self.of_process
    }

    /// Returns `true` if a worker writes the files of its process.
    pub(super) fn is_first(self, worker: usize) -> bool {
        worker.is_multiple_of(self.of_process)
    }

    /// Returns the workers that read a shard held by these processes. If there are fewer shards than workers, several
    /// workers read slices of one shard.
    fn readers(self, shard: usize, shards: usize, holders: &[usize]) -> Vec<usize> {
        let all: Vec<usize> = holders
            .iter()
            .flat_map(|process| process * self.of_process..(process + 1) * self.of_process)
            .collect();
        let count = self.count().div_ceil(shards.max(1)).min(all.len());
        (0..count)
            .map(|part| all[(shard * count + part) % all.len()])
            .collect()
    }
}

/// Level in shards, of which this worker reads some slices.
#[derive(Debug)]
pub(super) struct ShardedLevel {
    pub(super) name: LevelName,
    /// Number of times that the level was split again.
    pub(super) split: u32,
    codes: u64,
    /// `true` if each worker `i` reads shard `i` and nothing else.
    pub(super) is_aligned: bool,
    pub(super) slices: Vec<ShardSlice>,
}

/// Slice of a shard: part `part` of its blocks, which are divided into `of` parts.
#[derive(Debug)]
pub(super) struct ShardSlice {
    pub(super) level: Level,
    part: usize,
    of: usize,
    /// Number of the shard, and of all shards of the level.
    shard: (usize, usize),
}

impl ShardSlice {
    /// Returns the name of a file for its codes, of `bits` bits each.
    pub(super) fn file_name(&self, level: &ShardedLevel, bits: u32) -> String {
        let ((set, pegs), (number, count)) = (level.name, self.shard);
        let part = if self.of == 1 {
            String::new()
        } else {
            format!("-part-{}-of-{}", self.part, self.of)
        };
        format!(
            "{}-{pegs:03}.{number}-of-{count}{part}.u{bits}",
            set.file_name()
        )
    }

    /// Returns the range of its blocks.
    pub(super) fn blocks(&self) -> std::ops::Range<usize> {
        let cut = |part: usize| self.level.block_count() * part / self.of;
        cut(self.part)..cut(self.part + 1)
    }
}

impl CodeCount for ShardedLevel {
    fn len(&self) -> u64 {
        self.codes
    }
}

impl ShardedLevel {
    /// Creates the handle of a new level, of which each worker has its own shard.
    pub(super) fn fresh(
        name: LevelName,
        split: u32,
        codes: u64,
        (mine, shard): (Level, (usize, usize)),
    ) -> ShardedLevel {
        let slices = vec![ShardSlice {
            level: mine,
            part: 0,
            of: 1,
            shard,
        }];
        ShardedLevel {
            name,
            split,
            codes,
            is_aligned: true,
            slices,
        }
    }

    /// Opens a level of the manifest. Reads the shards of this worker and compares their digests. `holders` are the
    /// processes that have each shard.
    pub(super) fn open<B: Bits>(
        level: &LevelRecord,
        holders: &[Vec<usize>],
        (worker, workers): (usize, Workers),
        folder: &ClusterFolder,
        collector: &Collector<'_, B>,
    ) -> Result<ShardedLevel, LevelError> {
        let (name, count) = (level.name(), level.shards.len());
        let (mut slices, mut is_aligned) = (Vec::new(), count == workers.count());
        for (number, shard) in level.shards.iter().enumerate() {
            let readers = workers.readers(number, count, &holders[number]);
            is_aligned &= readers == [number];
            let Some(part) = readers.iter().position(|reader| *reader == worker) else {
                continue;
            };
            let path = folder.shard(name, (number, count), level.split);
            let digest = blake3::Hash::from_hex(&shard.digest)
                .map_err(|_| damaged(&path, "the manifest has no valid digest of it"))?;
            let level = collector.open(&path, digest)?;
            if level.len() != shard.codes {
                return Err(damaged(&path, "its code count differs from the manifest"));
            }
            slices.push(ShardSlice {
                level,
                part,
                of: readers.len(),
                shard: (number, count),
            });
        }
        let codes = level.shards.iter().map(|shard| shard.codes).sum();
        Ok(ShardedLevel {
            name,
            split: level.split,
            codes,
            is_aligned,
            slices,
        })
    }

    /// Samples about `count` codes of this worker's slices.
    pub(super) fn sample<B: Bits>(&self, count: usize) -> Result<Vec<B>, LevelError> {
        let mut sample = Vec::new();
        for slice in &self.slices {
            let codes = slice.level.sample::<B>(count)?;
            sample.extend(
                codes
                    .iter()
                    .step_by((codes.len() * self.slices.len()).div_ceil(count).max(1)),
            );
        }
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_of_every_shard_has_one_reader() {
        for (processes, of_process) in [(1, 1), (1, 3), (2, 1), (3, 2), (4, 1)] {
            let workers = Workers {
                processes,
                of_process,
            };
            let everyone: Vec<usize> = (0..processes).collect();
            for shards in 1..9 {
                for shard in 0..shards {
                    for holders in [&everyone[..], &everyone[processes / 2..=processes / 2]] {
                        let readers = workers.readers(shard, shards, holders);
                        let distinct: std::collections::BTreeSet<_> = readers.iter().collect();
                        assert!(
                            !readers.is_empty() && distinct.len() == readers.len(),
                            "{readers:?}"
                        );
                        assert!(
                            readers
                                .iter()
                                .all(|reader| holders.contains(&workers.process_of(*reader)))
                        );
                    }
                }
            }
        }
        let workers = Workers {
            processes: 4,
            of_process: 1,
        };
        assert!((0..4).all(|shard| workers.readers(shard, 4, &[shard]) == [shard]));
        let workers = Workers {
            processes: 2,
            of_process: 2,
        };
        assert!((0..4).all(|shard| workers.readers(shard, 4, &[shard / 2]) == [shard]));
    }
}
