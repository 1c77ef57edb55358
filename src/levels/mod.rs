//! Levels: all positions of a search with the same number of pegs, as sorted, compressed lists of canonical codes, in memory or
//! on disk.
//!
//! Sweeps by lists, proofs by exhaustion, winning sets and counts by lists share the machine of this module, which
//! makes one level from another:
//!
//! ```text
//! level ─► blocks ─► expand ─► prune ─► canonical codes ─► chunks by range ─► deduplicate ─► sort ─► sieve ─► pack ─► level
//!                    each thread by itself                 one thread for each partition
//!                                                            └─► runs, if memory is too small ─► merge ─┘
//! ```
//!
//! Threads expand different blocks and put the codes into chunks of their own, with one list of chunks for each range
//! of codes. One thread then deduplicates, sorts and packs a partition, which is the codes of one range, with tables
//! that fit its cache. The partitions in order are the new level. No thread waits for another while it gathers codes,
//! and the codes of the level depend neither on the number of threads and partitions nor on the memory.
//!
//! When the chunks fill their memory before all positions are expanded, the gathered codes become a run, which is
//! sorted and packed like a level. Runs that take too much memory are merged, into a file if possible. Consecutive
//! positions have neighbors in a small part of the new level, so each round cuts its own ranges.
//!
//! | part | contents |
//! |---|---|
//! | `block` | compressed blocks of ascending codes |
//! | `index` | the index of the blocks of a level |
//! | `expand` | the step from a block of codes to the canonical codes of its neighbors, with pruning |
//! | `ranges` | the partition of a code |
//! | `partition` | codes in transit to their partitions |
//! | `deduplicate` | a hash set of codes |
//! | `ascending` | merges, intersections and differences of ascending streams |
//! | `level` | a level in memory or in a file |
//! | `line` | a line of jumps through levels |
//! | `file` | the file format of a level |
//! | `folder`, `manifest`, `names` | finished levels from which the next run resumes |
//! | `commits` | commit points: steps after which a killed run resumes from a different state of the folder |
//! | `temporary` | a folder for levels that do not fit the memory |
//! | `storage` | the location of a search's levels, and their memory |
//! | `allotment` | the division of memory for a new level |
//! | `making` | the construction of one level |
//! | `estimate` | the estimated number of positions of all levels |
//! | `collection` | a level of codes that come from other processes |
//! | `machine` | the level maker on the threads of this process |
//! | `error` | errors of making and reading levels |
//!
//! Walks through levels are written for any `LevelMaker`: the machine here, or a worker of the package `pegboard-cluster`.

mod allotment;
pub(crate) mod ascending;
pub(crate) mod block;
pub(crate) mod collection;
pub(crate) mod commits;
pub(crate) mod deduplicate;
mod error;
mod estimate;
pub(crate) mod expand;
pub(crate) mod file;
pub(crate) mod folder;
mod index;
pub(crate) mod level;
mod line;
mod machine;
pub(crate) mod making;
pub(crate) mod manifest;
pub(crate) mod names;
mod partition;
pub(crate) mod ranges;
mod storage;
mod temporary;

pub use error::LevelError;
pub(crate) use estimate::estimated_total;
pub(crate) use expand::{Expansion, Neighbors, NoPruning, Pruning};
pub(crate) use folder::LockedFolder;
pub(crate) use level::Level;
pub(crate) use line::line_to;
pub(crate) use machine::Machine;
pub(crate) use making::PhaseOf;
pub(crate) use manifest::replace_file;
pub(crate) use names::{LevelSet, TaskName};
pub(crate) use storage::Storage;

use crate::control::Control;
use crate::engine::Bits;
use std::sync::Arc;

/// Name of a level: the set of positions that it holds, and their number of pegs.
pub type LevelName = (LevelSet, usize);

/// Finished level with its statistics.
#[derive(Debug)]
pub struct Finished<L = Level> {
    /// Peg count of its positions.
    pub pegs: usize,
    /// The level itself.
    pub level: L,
    /// Number of jumps tried in the level from which it was made.
    pub jumps: u64,
    /// Time to make it, in seconds.
    pub seconds: f64,
}

/// Filter for the codes of a new level.
pub enum Sieve<'a, L = Level> {
    /// All codes.
    All,
    /// Codes that the other level has, too.
    In(&'a L),
    /// Codes that the other level lacks.
    NotIn(&'a L),
}

impl<L> Clone for Sieve<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Sieve<'_, L> {}

/// Level with a known number of codes, here or on several machines.
pub trait CodeCount {
    /// Returns the number of codes.
    fn len(&self) -> u64;

    /// Returns `true` if there are no codes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Store of levels that makes new levels from other levels.
pub trait LevelMaker<B: Bits> {
    /// Handle of a level.
    type Level: CodeCount;

    /// Returns the control of the search.
    fn control(&self) -> &Control<'_>;

    /// Makes a level from codes, which may be in any order.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if memory or the disk is full or the control stops the call.
    fn listed(
        &self,
        name: LevelName,
        codes: Vec<B>,
    ) -> Result<Arc<Finished<Self::Level>>, LevelError>;

    /// Makes a level from the neighbors of another level's positions that pass the sieve.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if memory or the disk is full or the control stops the call.
    fn expanded<P: Pruning<B>>(
        &self,
        name: LevelName,
        from: &Self::Level,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_, Self::Level>,
        phase: &PhaseOf<'_>,
    ) -> Result<Arc<Finished<Self::Level>>, LevelError>;

    /// Returns the first codes of a level that `is_wanted` accepts, at most `most`.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the level cannot be read or the control stops the call.
    fn found(
        &self,
        level: &Self::Level,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
    ) -> Result<Vec<B>, LevelError>;

    /// Returns the first of `codes` that is in a level, if any.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the level cannot be read or the control stops the call.
    fn first_of(&self, level: &Self::Level, codes: &[B]) -> Result<Option<B>, LevelError>;

    /// Brings a level into the memory or the folder of this process.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the level cannot be read or the control stops the call.
    fn gathered(&self, finished: &Arc<Finished<Self::Level>>) -> Result<Arc<Finished>, LevelError>;

    /// Records a conclusion from the levels so far that determines the contents of later ones.
    ///
    /// # Errors
    ///
    /// Returns a [`LevelError`] if the conclusion cannot be recorded.
    fn concluded(&self, what: &dyn Fn() -> blake3::Hash) -> Result<(), LevelError>;
}

/// Sample of the codes with the lowest hashes. It does not depend on the machines that hold them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HashSample {
    greatest: u64,
}

impl HashSample {
    /// Creates a sample of about `count` codes out of `all`.
    pub(crate) fn new(count: u64, all: u64) -> HashSample {
        let share = if count < all {
            (u128::from(count) << 64) / u128::from(all)
        } else {
            1 << 64
        };
        HashSample {
            greatest: u64::try_from(share.saturating_sub(1)).unwrap_or(u64::MAX),
        }
    }

    /// Returns `true` if a code is in the sample.
    #[inline]
    pub(crate) fn contains<B: Bits>(self, code: B) -> bool {
        code.mixed() <= self.greatest
    }
}
