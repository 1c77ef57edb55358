//! Levels: all positions of the same number of pegs that a search holds, as sorted, packed lists of canonical
//! codes, in memory or on disk.
//!
//! Sweeps by lists, proofs by exhaustion, winning sets and counts by lists all run on the one machine of this
//! module. A level is made of another:
//!
//! ```text
//! level ─► blocks ─► expand ─► prune ─► canonical codes ─► chunks by range ─► deduplicate ─► sort ─► sieve ─► pack ─► level
//!                    each thread by itself                 each partition by one thread, beside the others
//!                                                            └─► runs on disk, where memory ends ─► merge ─┘
//! ```
//!
//! Threads expand different blocks and put what they find into chunks of their own, one list of chunks for
//! each range of codes. A partition, the codes of one range, is then deduplicated, sorted and packed by one
//! thread, whose tables fit its cache. The partitions in order are the new level. So no lock is
//! waited for, and it is the same level for any number of threads and partitions, and wherever memory ended.
//!
//! | part | what it does, callable by itself |
//! |---|---|
//! | `block` | `encode` and `decode` of a block of ascending codes |
//! | `expand` | `Expansion::for_each_neighbour`: the neighbours of a block of codes, pruned by a `Pruning`, as canonical codes |
//! | `ranges` | which partition, or which machine of a cluster, a code belongs to |
//! | `deduplicate` | each code once |
//! | `ascending` | merges, intersections and differences of ascending lists |
//! | `level` | a level in memory or in a file that is checked whenever it is read |
//! | `folder` | finished levels that the next run resumes from |
//! | `machine` | all of this together |

mod allotment;
pub(crate) mod ascending;
pub(crate) mod block;
pub(crate) mod deduplicate;
mod error;
mod estimate;
pub(crate) mod expand;
mod folder;
mod level;
mod machine;
mod partition;
pub(crate) mod ranges;
mod storage;

pub use error::LevelError;

pub(crate) use estimate::estimated_total;
pub(crate) use expand::{Expansion, Neighbours, NoPruning, Pruning};
pub(crate) use folder::{LevelSet, LockedFolder, TaskName, replace};
pub(crate) use level::Level;
pub(crate) use machine::{Machine, Sieve};
pub(crate) use storage::Storage;

/// What a level holds, and the pegs of its positions.
pub(crate) type LevelName = (LevelSet, usize);

/// A level that is done.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) pegs: usize,
    pub(crate) level: Level,
    /// Jumps tried from the level above.
    pub(crate) jumps: u64,
    pub(crate) seconds: f64,
}
