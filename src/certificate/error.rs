use crate::control::{LimitReached, counted};
use std::path::PathBuf;
use thiserror::Error;

/// Failure to make a certificate or to write it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The answer is undecided.
    #[error("the problem is undecided: there is nothing to certify")]
    Undecided,
    /// The solution is not proved to have the fewest moves.
    #[error("{}", open_moves(*found, *at_least))]
    OpenMoves {
        /// Moves of the shortest solution known.
        found: Option<usize>,
        /// Proved lower bound on the number of moves.
        at_least: Option<usize>,
    },
    /// The search kept no record for the proof of its answer.
    #[error(
        "the search kept no record of the positions it exhausted; solve with the option to keep the record \
         (`SolverOptions::record`), within limits that leave room for it"
    )]
    NoRecord,
    /// A proof leaves a finish open.
    #[error("the proof does not refute the finish with pegs in `{finish}`")]
    Incomplete {
        /// The labels of the holes that hold pegs at the finish.
        finish: String,
    },
    /// A line or an exhaustion does not answer the problem.
    #[error("the line or the exhaustion is about another problem")]
    OtherProblem,
    /// The control stopped the call before the certificate was written.
    #[error("stopped by {limit} before `{}` was written", path.display())]
    WritingStopped {
        /// The limit.
        limit: LimitReached,
        /// The certificate.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: std::io::Error,
    },
}

fn open_moves(found: Option<usize>, at_least: Option<usize>) -> String {
    match (found, at_least) {
        (Some(found), Some(at_least)) => {
            format!(
                "whether a solution has fewer than {} is open: the proved lower bound is {at_least}",
                counted(found, "move")
            )
        }
        (Some(found), None) => format!(
            "whether a solution has fewer than {} is open",
            counted(found, "move")
        ),
        (None, _) => "there is no solution whose moves could be counted".to_owned(),
    }
}
