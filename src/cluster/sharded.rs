//! A level whose shards lie with several workers.

use super::folder::{ClusterFolder, MarkedLevel};
use crate::control::LimitReached;
use crate::levels::{CodeCount, Level, LevelError, LevelName, Storage, damaged};
use std::sync::Arc;

/// The workers of a cluster, those of process 0 first.
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

    /// Whether a worker speaks for its process.
    pub(super) fn is_first(self, worker: usize) -> bool {
        worker.is_multiple_of(self.of_process)
    }

    /// The workers that read a shard which these processes hold. When there are fewer shards than workers,
    /// several read parts of one.
    fn readers(self, shard: usize, shards: usize, holders: &[usize]) -> Vec<usize> {
        let all: Vec<usize> = holders
            .iter()
            .flat_map(|process| process * self.of_process..(process + 1) * self.of_process)
            .collect();
        let count = self.count().div_ceil(shards.max(1)).min(all.len());
        let mut readers: Vec<usize> = (0..count)
            .map(|part| all[(shard * count + part) % all.len()])
            .collect();
        readers.dedup();
        readers
    }
}

/// Ascending codes in shards; this worker reads some of them, or parts of them.
#[derive(Debug)]
pub(crate) struct ShardedLevel {
    pub(super) name: LevelName,
    /// How often it was split again.
    pub(super) split: u32,
    codes: u64,
    /// Whether worker `i` reads shard `i`, for each of them, and nobody anything else.
    pub(super) is_aligned: bool,
    pub(super) mine: Vec<ShardPart>,
}

/// What a worker reads of a shard: of its blocks, divided into `of` parts, the one numbered `part`.
#[derive(Debug)]
pub(super) struct ShardPart {
    pub(super) level: Level,
    part: usize,
    of: usize,
    /// Which shard of how many.
    shard: (usize, usize),
}

impl ShardPart {
    /// The name of a file for its codes, of `bits` bits each.
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

    /// The blocks.
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
    /// A level that has just been made: each worker has its own shard.
    pub(super) fn fresh(
        name: LevelName,
        split: u32,
        codes: u64,
        (mine, shard): (Level, (usize, usize)),
    ) -> ShardedLevel {
        let mine = vec![ShardPart {
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
            mine,
        }
    }

    /// A level of the mark. The shards that this worker will read are read through, and their digests
    /// compared. `holders` are the processes that have each shard.
    pub(super) fn of_mark(
        level: &MarkedLevel,
        holders: &[Vec<usize>],
        (worker, workers): (usize, Workers),
        folder: &ClusterFolder,
        storage: &Arc<Storage>,
        tick: &dyn Fn() -> Result<(), LimitReached>,
    ) -> Result<ShardedLevel, LevelError> {
        let (name, count) = (level.name(), level.shards.len());
        let (mut mine, mut is_aligned) = (Vec::new(), count == workers.count());
        for (number, shard) in level.shards.iter().enumerate() {
            let readers = workers.readers(number, count, &holders[number]);
            is_aligned &= readers == [number];
            let Some(part) = readers.iter().position(|reader| *reader == worker) else {
                continue;
            };
            let path = folder.shard(name, (number, count), level.split);
            let digest = blake3::Hash::from_hex(&shard.digest)
                .map_err(|_| damaged(&path, "the mark has no digest of it"))?;
            let level = Level::open(&path, &folder.task(), digest, Arc::clone(storage), tick)?;
            if level.len() != shard.codes {
                return Err(damaged(&path, "its code count differs from the mark"));
            }
            mine.push(ShardPart {
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
            mine,
        })
    }

    /// Some codes of this worker's parts, about `count` of them or all.
    pub(super) fn sample<B: crate::engine::Bits>(
        &self,
        count: usize,
    ) -> Result<Vec<B>, LevelError> {
        let mut sample = Vec::new();
        for part in &self.mine {
            let codes = part.level.sample::<B>(count)?;
            sample.extend(
                codes
                    .iter()
                    .step_by((codes.len() * self.mine.len()).div_ceil(count).max(1)),
            );
        }
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_every_shard_has_one_reader() {
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
