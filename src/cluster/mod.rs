//! Sweeps and exhaustions on several machines, or on several processes of one.
//!
//! Every process runs the same program with the same arguments, the same list of [`Hosts`], and its own
//! number. Each has some workers, threads of [timely dataflow](https://docs.rs/timely). All workers walk the
//! levels of a [sweep](crate::sweep) or an [exhaustion](crate::solver::exhaustion) in the same order, by the code that
//! walks them on one machine; what is different is how one level is made of another. The positions of a level are divided among the workers by a
//! hash of their codes, so equal codes meet, and each worker has its share sorted, in a file of its own, the
//! *shard*. Set operations between levels are merges of shards.
//!
//! Timely ends with the first process that ends. So levels are the checkpoints: a level is finished when each
//! shard is on a disk and the mark names them all. When the processes are started again, any number of them,
//! they resume after the last finished level.
//!
//! An exhaustion learns from its levels which functions prune the next ones. Each worker learns the same from
//! the same sample, which is drawn by the hashes of codes; the mark names what was learned before each level.
//!
//! The connections are neither encrypted nor authenticated: use them in a private network only.
//!
//! | part | what it does |
//! |---|---|
//! | `hosts` | the list of processes |
//! | `connect` | connections, and what the processes tell each other before they begin |
//! | `line` | connections that say when they are lost |
//! | `run` | what the processes agree upon, and the workers of this one, from the first step to the last |
//! | `sweep`, `exhaustion` | what the workers do |
//! | `rounds` | all workers say something, and go on when each has heard it all |
//! | `packet` | codes on their way |
//! | `maker` | makes levels together: the [`LevelMaker`](crate::levels) of a cluster |
//! | `sharded` | a level in shards |
//! | `folder` | shards on a disk, and the mark |
//!
//! ```
//! use pegboard::cluster::{ClusterOptions, ClusterSweep, Hosts};
//! use pegboard::{Board, Control, SymmetryUse};
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

mod connect;
mod error;
mod exhaustion;
mod folder;
mod hosts;
mod line;
mod maker;
mod packet;
mod rounds;
mod run;
mod sharded;
mod sweep;

pub use error::ClusterError;
pub use exhaustion::ClusterExhaustion;
pub use hosts::Hosts;

use crate::board::{Position, Symmetry, SymmetryUse};
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::problem::Problem;
use crate::sweep::{LevelSizes, SweepQuestion};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use sweep::SharedSweep;

/// How a process takes part in a cluster.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// All processes.
    pub hosts: Hosts,
    /// The number of this one, from 0.
    pub process: usize,
    /// Threads of each process; the same number everywhere.
    pub workers: NonZeroUsize,
    /// The folder for levels: one that all processes share, or one on each machine.
    pub scratch: PathBuf,
    /// A folder for the codes of all levels as plain numbers, which data tools read; none by default.
    pub codes: Option<PathBuf>,
    /// How long to wait for the other processes at the start.
    pub wait: Duration,
}

impl ClusterOptions {
    /// One worker, and a minute for the others to come.
    pub fn new(hosts: Hosts, process: usize, scratch: PathBuf) -> ClusterOptions {
        let wait = Duration::from_secs(60);
        ClusterOptions {
            hosts,
            process,
            workers: NonZeroUsize::MIN,
            scratch,
            codes: None,
            wait,
        }
    }
}

/// All positions of a game, counted by a cluster. Every process knows the counts of all.
#[derive(Clone, Debug)]
pub struct ClusterSweep {
    levels: Vec<LevelSizes>,
    symmetries: Vec<Symmetry>,
    elapsed: Duration,
}

impl ClusterSweep {
    /// Finds what can be reached from a start; see [`Sweep::from_start`](crate::sweep::Sweep::from_start).
    ///
    /// The control's memory is for all workers of this process together. What stops this process stops all
    /// of them.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] when a process cannot be reached, does something else or is lost, when memory or disk
    /// do not suffice, or when the control of any process stops it.
    pub fn from_start(
        start: &Position,
        symmetry: SymmetryUse,
        options: &ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterSweep, ClusterError> {
        ClusterSweep::run(SharedSweep {
            question: SweepQuestion::from_start(start, symmetry),
            options,
            control,
        })
    }

    /// Finds what can be reached, what can win and what has just lost; see
    /// [`Sweep::of_problem`](crate::sweep::Sweep::of_problem).
    ///
    /// # Errors
    ///
    /// As for [`from_start`](ClusterSweep::from_start).
    pub fn of_problem(
        problem: &Problem,
        symmetry: SymmetryUse,
        options: &ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterSweep, ClusterError> {
        ClusterSweep::run(SharedSweep {
            question: SweepQuestion::of_problem(problem, symmetry),
            options,
            control,
        })
    }

    fn run(sweep: SharedSweep<'_>) -> Result<ClusterSweep, ClusterError> {
        let (control, board) = (sweep.control, sweep.question.start.board());
        let engine = AnyEngine::new(board);
        let swept = engine.run(sweep);
        control.ended(swept)
    }

    /// The sizes of the levels that are not empty, that of the start first.
    pub fn levels(&self) -> &[LevelSizes] {
        &self.levels
    }

    /// The symmetries up to which positions count; the identity comes first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The time it took, from when all processes were there.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }
}
