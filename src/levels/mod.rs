//! Levels: all positions of the same number of pegs that a search holds, as sorted, packed lists of canonical
//! codes, in memory or on disk.
//!
//! Sweeps by lists, proofs by exhaustion, winning sets and counts by lists all run on the one machine of this
//! module. A level is made of another:
//!
//! ```text
//! level ─► blocks ─► expand ─► prune ─► canonical codes ─► chunks by range ─► deduplicate ─► sort ─► sieve ─► pack ─► level
//!                    each thread by itself                 each partition by one thread, beside the others
//!                                                            └─► runs, where all does not fit at once ─► merge ─┘
//! ```
//!
//! Threads expand different blocks and put what they find into chunks of their own, one list of chunks for
//! each range of codes. A partition, the codes of one range, is then deduplicated, sorted and packed by one
//! thread, whose tables fit its cache. The partitions in order are the new level. So no lock is
//! waited for, and it is the same level for any number of threads and partitions, and wherever memory ended.
//!
//! Where the chunks fill their memory before all positions are expanded, what was found becomes a run: sorted and
//! packed, in a quarter of the memory of codes. Runs that take too much memory are merged into a file. The positions
//! of a round follow each other, and so do most of their neighbours; so each round cuts its own ranges.
//!
//! | part | what it does, callable by itself |
//! |---|---|
//! | `block` | `encode` and `decode` of a block of ascending codes |
//! | `expand` | `Expansion::append_neighbours`: the neighbours of a block of codes, pruned by a `Pruning`, as canonical codes |
//! | `ranges` | which partition, or which machine of a cluster, a code belongs to |
//! | `deduplicate` | each code once |
//! | `ascending` | merges, intersections and differences of ascending lists |
//! | `level` | a level in memory or in a file that is checked whenever it is read |
//! | `file` | the file of a level |
//! | `folder`, `manifest`, `names` | finished levels that the next run resumes from |
//! | `temporary` | a folder for what does not fit memory, where the user has named none |
//! | `storage` | where the levels of a search are kept, and how much memory they take |
//! | `making` | one level: gathered, deduplicated, in runs where need be, sifted, packed |
//! | `collection` | one level of codes that come from other processes |
//! | `machine` | all of this together, on the threads of this process |
//!
//! What walks levels is written for any `LevelMaker`: the machine here, or several machines (`cluster`).

mod allotment;
pub(crate) mod ascending;
pub(crate) mod block;
#[cfg(feature = "cluster")]
pub(crate) mod collection;
pub(crate) mod deduplicate;
mod error;
mod estimate;
pub(crate) mod expand;
mod file;
mod folder;
mod level;
mod machine;
mod making;
mod manifest;
mod names;
mod partition;
pub(crate) mod ranges;
mod storage;
mod temporary;

pub use error::LevelError;
pub(crate) use error::enough_text;

#[cfg(feature = "cluster")]
pub(crate) use error::{damaged, scratch};
pub(crate) use estimate::estimated_total;
pub(crate) use expand::{Expansion, Neighbours, NoPruning, Pruning};
#[cfg(feature = "cluster")]
pub(crate) use file::{Destination, remove_leftovers};
pub(crate) use folder::LockedFolder;
#[cfg(feature = "cluster")]
pub(crate) use folder::{CLUSTER_MANIFEST, MANIFEST};
pub(crate) use level::Level;
pub(crate) use machine::Machine;
pub(crate) use making::PhaseOf;
#[cfg(feature = "cluster")]
pub(crate) use making::SAMPLE;
pub(crate) use manifest::replace;
#[cfg(feature = "cluster")]
pub(crate) use manifest::{Manifest, load_manifest, new_manifest, save_manifest};
pub(crate) use names::{LevelSet, TaskName};
pub(crate) use storage::Storage;

use crate::control::Control;
use crate::engine::Bits;
use std::sync::Arc;

/// What a level holds, and the pegs of its positions.
pub(crate) type LevelName = (LevelSet, usize);

/// A level that is done.
#[derive(Debug)]
pub(crate) struct Finished<L = Level> {
    pub(crate) pegs: usize,
    pub(crate) level: L,
    /// Jumps tried from the level above.
    pub(crate) jumps: u64,
    pub(crate) seconds: f64,
}

/// Which codes a new level takes of those found.
pub(crate) enum Sieve<'a, L = Level> {
    All,
    /// Those that the other level has too.
    In(&'a L),
    /// Those that the other level has not.
    NotIn(&'a L),
}

impl<L> Clone for Sieve<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Sieve<'_, L> {}

/// What has a number of codes: a level here, or one whose parts lie on several machines.
pub(crate) trait CodeCount {
    /// The number of codes.
    fn len(&self) -> u64;
}

/// Makes levels of other levels, keeps them, and says what is in them.
pub(crate) trait LevelMaker<B: Bits> {
    /// How it keeps them.
    type Level: CodeCount;

    /// The control of the work.
    fn control(&self) -> &Control<'_>;

    /// The level of these codes, in any order.
    fn listed(
        &self,
        name: LevelName,
        codes: Vec<B>,
    ) -> Result<Arc<Finished<Self::Level>>, LevelError>;

    /// The neighbours of the positions of another level that pass the sieve.
    fn expanded<P: Pruning<B>>(
        &self,
        name: LevelName,
        from: &Self::Level,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_, Self::Level>,
        phase: &PhaseOf<'_>,
    ) -> Result<Arc<Finished<Self::Level>>, LevelError>;

    /// The first codes of a level that are wanted, `most` of them or all.
    fn found(
        &self,
        level: &Self::Level,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
    ) -> Result<Vec<B>, LevelError>;

    /// The first of some codes that a level has.
    fn first_of(&self, level: &Self::Level, codes: &[B]) -> Result<Option<B>, LevelError>;

    /// The level in the memory or the folder of this process.
    fn gathered(&self, finished: &Arc<Finished<Self::Level>>) -> Result<Arc<Finished>, LevelError>;

    /// Takes note of something that was concluded from the levels and decides what the next ones hold.
    fn concluded(&self, what: &dyn Fn() -> blake3::Hash) -> Result<(), LevelError>;
}

/// Which codes a sample takes: those of low hashes. So it is the same sample wherever they lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    last: u64,
}

impl Draw {
    /// About `count` codes of `all`.
    pub(crate) fn new(count: u64, all: u64) -> Draw {
        let share = if count < all {
            (u128::from(count) << 64) / u128::from(all)
        } else {
            1 << 64
        };
        Draw {
            last: u64::try_from(share.saturating_sub(1)).unwrap_or(u64::MAX),
        }
    }

    /// Whether it takes this one.
    #[inline]
    pub(crate) fn takes<B: Bits>(self, code: B) -> bool {
        code.mixed() <= self.last
    }
}
