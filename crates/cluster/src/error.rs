use pegboard::LimitReached;
use pegboard::levels::LevelError;
use pegboard::solver::exhaustion::ExhaustionError;
use pegboard::sweep::SweepError;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Error of a cluster.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of processes cannot be used.
    #[error(
        "the list of hosts cannot be used: {0}; write one `host:port` a line, one line for each process"
    )]
    Hosts(String),
    /// No process has this number.
    #[error("there is no process {process} among {processes}; they are numbered from 0")]
    NoSuchProcess {
        /// Number given.
        process: usize,
        /// Number of processes.
        processes: usize,
    },
    /// This process cannot listen at its own address.
    #[error(
        "process {process} cannot listen at `{address}`: {error}; its line in the list of hosts must be an \
         address of this machine, with a free port"
    )]
    Listen {
        /// Number of this process.
        process: usize,
        /// Address of the process.
        address: String,
        /// The system's error.
        error: io::Error,
    },
    /// A process did not answer in time.
    #[error(
        "process {process} (`{address}`) cannot be reached{why}; start it with the same list of hosts, and check \
         that no firewall blocks the connection"
    )]
    Unreachable {
        /// Number of the process.
        process: usize,
        /// Address of the process.
        address: String,
        /// Time waited, and the system's last error.
        why: String,
    },
    /// A process does not match this one.
    #[error("process {process} (`{address}`) {what}")]
    Different {
        /// Number of the process.
        process: usize,
        /// Address of the process.
        address: String,
        /// Difference, and how to fix it.
        what: String,
    },
    /// Another process gave up before the work began.
    #[error("process {process} (`{address}`) gave up: {what}")]
    GaveUp {
        /// Number of the process.
        process: usize,
        /// Address of the process.
        address: String,
        /// Reason that the process gave.
        what: String,
    },
    /// The network cannot be used.
    #[error("the connections between the processes cannot be used: {0}")]
    Network(io::Error),
    /// The sweep failed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The exhaustion failed.
    #[error(transparent)]
    Exhaustion(#[from] ExhaustionError),
}

impl ClusterError {
    /// Returns the error of the levels inside, if any.
    pub(super) fn level_error(&self) -> Option<&LevelError> {
        match self {
            ClusterError::Sweep(SweepError::Levels(error))
            | ClusterError::Exhaustion(ExhaustionError::Levels(error)) => Some(error),
            _ => None,
        }
    }

    /// Returns the limit that stopped the call, if any.
    pub(super) fn limit(&self) -> Option<LimitReached> {
        match (self, self.level_error()) {
            (ClusterError::Sweep(SweepError::Stopped { limit, .. }), _) => Some(*limit),
            (_, Some(LevelError::Stopped(limit))) => Some(*limit),
            _ => None,
        }
    }
}

/// Returns the error for a file or folder that cannot be used.
pub(super) fn scratch(path: &Path, error: io::Error) -> LevelError {
    LevelError::Scratch {
        path: path.to_owned(),
        error,
    }
}

/// Returns the error for a scratch file whose contents differ from what was written.
pub(super) fn damaged(path: &Path, what: &str) -> LevelError {
    LevelError::Damaged {
        path: path.to_owned(),
        what: what.to_owned(),
    }
}

impl From<LevelError> for ClusterError {
    fn from(error: LevelError) -> ClusterError {
        ClusterError::Sweep(error.into())
    }
}

impl From<LimitReached> for ClusterError {
    fn from(limit: LimitReached) -> ClusterError {
        ClusterError::Sweep(limit.into())
    }
}
