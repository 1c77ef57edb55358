use crate::control::LimitReached;
use crate::levels::LevelError;
use crate::solver::exhaustion::ExhaustionError;
use crate::sweep::SweepError;
use std::io;
use thiserror::Error;

/// Why a cluster did not come to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of processes cannot be used.
    #[error(
        "the list of hosts cannot be used: {0}; write one `host:port` a line, one line for each process"
    )]
    Hosts(String),
    /// There is no process of this number.
    #[error("there is no process {process} among {processes}; they are numbered from 0")]
    NoSuchProcess {
        /// The number given.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
    /// This process cannot listen at its own address.
    #[error(
        "process {process} cannot listen at `{address}`: {error}; its line in the list of hosts must be an \
         address of this machine, with a free port"
    )]
    Listen {
        /// The number of this process.
        process: usize,
        /// Its address.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// A process did not answer in time.
    #[error(
        "process {process} (`{address}`) cannot be reached{why}; start it with the same list of hosts, and check \
         that no firewall blocks the connection"
    )]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How long was waited, and what the system said last.
        why: String,
    },
    /// A process does not do the same as this one.
    #[error("process {process} (`{address}`) {what}")]
    Different {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What is different, and how to fix it.
        what: String,
    },
    /// Another process gave up before the work began.
    #[error("process {process} (`{address}`) gave up: {what}")]
    GaveUp {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What it says.
        what: String,
    },
    /// The network cannot be used.
    #[error("the connections between the processes cannot be used: {0}")]
    Network(io::Error),
    /// A sweep itself.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// An exhaustion itself.
    #[error(transparent)]
    Exhaustion(#[from] ExhaustionError),
}

impl ClusterError {
    /// What went wrong with the levels, if that is what it is.
    pub(super) fn level_error(&self) -> Option<&LevelError> {
        match self {
            ClusterError::Sweep(SweepError::Levels(error))
            | ClusterError::Exhaustion(ExhaustionError::Levels(error)) => Some(error),
            _ => None,
        }
    }

    /// The limit that was reached, if that is all.
    pub(super) fn limit(&self) -> Option<LimitReached> {
        match (self, self.level_error()) {
            (ClusterError::Sweep(SweepError::Stopped { limit, .. }), _) => Some(*limit),
            (_, Some(LevelError::Stopped(limit))) => Some(*limit),
            _ => None,
        }
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
