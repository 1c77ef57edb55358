use crate::control::LimitReached;
use crate::problem::answer::Solution;
use crate::solver::exhaustion::ExhaustionError;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no certificate, or why it was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The answer is undecided.
    #[error("the problem is undecided: there is nothing to certify")]
    Undecided,
    /// It is not known whether a solution has the fewest moves.
    #[error("{}", open_moves(*found, *at_least))]
    OpenMoves {
        /// The moves of the shortest solution known.
        found: Option<usize>,
        /// No solution has fewer moves.
        at_least: Option<usize>,
    },
    /// The answer's proof is an exhaustion, of which the search kept no record.
    #[error(
        "the search kept no record of the positions it exhausted; a search with a record has to follow"
    )]
    NoRecord,
    /// The search that makes a record met a limit.
    #[error("the exhaustion was stopped by {limit} after {positions} positions")]
    Stopped {
        /// The limit.
        limit: LimitReached,
        /// The positions found.
        positions: u64,
        /// For [`Goal::FewestPegs`](crate::Goal::FewestPegs), the best line known by then.
        best: Option<Box<Solution>>,
    },
    /// The search that makes a record found a line where the answer says that there is none.
    #[error("the search missed a line that the exhaustion found: {line}")]
    Contradicted {
        /// The moves.
        line: String,
    },
    /// The search that makes a record could not work.
    #[error(transparent)]
    Exhaustion(#[from] ExhaustionError),
    /// Several processes could not make the record together.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::cluster::ClusterError),
    /// A proof does not prove what it is said to.
    #[error("the proof does not refute the finish with pegs in `{finish}`")]
    Incomplete {
        /// The labels of the holes that hold pegs at the finish.
        finish: String,
    },
    /// A line or an exhaustion does not answer the problem.
    #[error("the line or the exhaustion is about another problem")]
    OtherProblem,
    /// The positions of an exhaustion cannot be read from the disk.
    #[error("cannot read the positions of the exhaustion")]
    Unreadable(#[source] std::io::Error),
    /// The control stopped the call before the certificate was written.
    #[error("stopped by {limit} before {} was written", path.display())]
    WritingStopped {
        /// The limit.
        limit: LimitReached,
        /// The certificate.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
}

fn open_moves(found: Option<usize>, at_least: Option<usize>) -> String {
    match (found, at_least) {
        (Some(found), Some(at_least)) => format!(
            "whether {found} moves are the fewest is open, for all that is proved is that no solution has fewer than \
             {at_least}"
        ),
        (Some(found), None) => format!("whether {found} moves are the fewest is open"),
        (None, _) => "there is no solution whose moves could be counted".to_owned(),
    }
}
