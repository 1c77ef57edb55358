//! Sweeps and exhaustions on several machines, or by several processes on one.
//!
//! Every process runs the same program with the same arguments, the same list of [`Hosts`], and its own number. Each
//! process has some workers: threads of timely dataflow. All workers walk the levels of a
//! [sweep](pegboard::sweep) or an [exhaustion](pegboard::solver::exhaustion) in the same order, with the code that walks
//! them on one machine; only the step from one level to the next differs. A hash of the codes divides the positions of a
//! level among the workers, so that equal codes meet. Each worker sorts its share and keeps it in a file, its *shard*. Set
//! operations between levels are merges of shards.
//!
//! A timely computation ends when any of its processes ends. Levels are therefore the checkpoints: a level is finished
//! when all its shards are on disk and the manifest lists them. When the processes start again, in any number, they
//! resume after the last finished level.
//!
//! An exhaustion learns from its levels the functions that prune the next ones. Each worker learns the same functions from
//! the same sample, which is drawn by the hashes of codes; the manifest records what was learned before each level.
//!
//! The connections are neither encrypted nor authenticated. Use them only in a private network.
//!
//! | part | contents |
//! |---|---|
//! | `hosts` | the list of processes |
//! | `peers` | connections, and messages before the work begins |
//! | `session` | agreement of the processes, and the workers of this process |
//! | `sweep`, `exhaustion` | the work itself |
//! | `connection` | sockets that report a lost process |
//! | `rounds` | exchange of one message from every worker to every worker |
//! | `packet` | codes in transit |
//! | `maker` | the [`LevelMaker`](pegboard::distributed::LevelMaker) of a worker |
//! | `sharded` | a level in shards |
//! | `folder` | shards on disk, and the manifest |
//! | `commits` | moments after which the death of a process leaves another folder |
//! | `program` | the program `pegboard-cluster` |
//!
//! ```
//! use pegboard::{Board, Control, SymmetryUse};
//! use pegboard_cluster::{ClusterOptions, ClusterSweep, Hosts};
//! let board = Board::library("triangle5")?;
//! let start = board.vacate(board.hole("a1")?);
//! # let folder = tempfile::tempdir()?;
//! # let scratch = folder.path().to_owned();
//! # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
//! # let text = listener.local_addr()?.to_string();
//! # drop(listener);
//! let hosts = Hosts::parse(&text)?; // a single process here
//! let options = ClusterOptions::new(hosts, 0, scratch);
//! let sweep = ClusterSweep::from_start(&start, SymmetryUse::Classes, &options, &Control::default())?;
//! assert_eq!(sweep.levels().iter().map(|level| level.reachable).sum::<u64>(), 1544);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod commits;
mod connection;
mod error;
mod exhaustion;
mod folder;
mod hosts;
mod maker;
mod packet;
mod peers;
pub mod program;
mod rounds;
mod session;
mod sharded;
mod sweep;
#[cfg(test)]
mod tests;

pub use error::ClusterError;
pub use exhaustion::ClusterExhaustion;
pub use hosts::Hosts;
pub use sweep::ClusterSweep;

use commits::CommitPoints;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Options of one process of a cluster.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClusterOptions {
    /// All processes.
    pub hosts: Hosts,
    /// Number of this process, from 0.
    pub process: usize,
    /// Number of threads of each process; the same in all processes.
    pub workers: NonZeroUsize,
    /// Folder for levels: shared by all processes, or one on each machine.
    pub scratch: PathBuf,
    /// Folder for the codes of all levels as plain numbers, which data tools read; none by default.
    pub codes: Option<PathBuf>,
    /// Time to wait for the other processes at the start.
    pub wait: Duration,
    pub(crate) commits: CommitPoints,
}

impl ClusterOptions {
    /// Creates options with one worker and a timeout of one minute for the other processes.
    pub fn new(hosts: Hosts, process: usize, scratch: PathBuf) -> ClusterOptions {
        ClusterOptions {
            hosts,
            process,
            workers: NonZeroUsize::MIN,
            scratch,
            codes: None,
            wait: Duration::from_secs(60),
            commits: CommitPoints::default(),
        }
    }
}
