use crate::certificate::CertificateError;
use crate::checker::Rejection;
use crate::control::{LimitReached, TableError};
use crate::moves::MovesError;
use crate::solver::exhaustion::ExhaustionError;
use crate::sweep::SweepError;
use std::path::PathBuf;
use thiserror::Error;

/// Error in making, reading or verifying an atlas.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtlasError {
    /// The folder cannot be used.
    #[error("cannot use the folder `{}`", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system error.
        #[source]
        error: std::io::Error,
    },
    /// Another run writes to the folder.
    #[error(
        "the folder `{}` is in use by another run; wait for its end, or name another folder", folder.display()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Another program wrote to the atlas file meanwhile.
    #[error("another program changed `{}` meanwhile; run the command again when it has ended", file.display())]
    Changed {
        /// The atlas file.
        file: PathBuf,
    },
    /// A table is kept in a folder, and the atlas is a file.
    #[error("`{}` is an atlas file; tables of longest moves and of games need an atlas folder", file.display())]
    NoFolder {
        /// The atlas file.
        file: PathBuf,
    },
    /// The folder has no certificates.
    #[error("the folder `{}` holds no certificates (files that end in .ron)", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// An atlas file cannot be read.
    #[error("{0}")]
    File(Rejection),
    /// A certificate is invalid or unreadable.
    #[error("{0}; remove the certificate to have its problem searched again")]
    Rejected(Rejection),
    /// A certificate proves something other than its name says.
    #[error(
        "{certificate}: the certificate is not about {expected}; move it to another folder, or remove it"
    )]
    Misplaced {
        /// The file, and the problem in an atlas file.
        certificate: String,
        /// The expected problem or board.
        expected: String,
    },
    /// The certificates are about another board.
    #[error("{place} holds certificates of board `{board}`")]
    OtherBoard {
        /// The folder or file.
        place: String,
        /// The board that the certificates are about.
        board: String,
    },
    /// The folder or file was made with other labels of the board.
    #[error("{place} names holes by other labels, such as `{label}`")]
    OtherLabels {
        /// The folder or file.
        place: String,
        /// One of the labels.
        label: String,
    },
    /// The control stopped the check before all certificates were checked.
    #[error("stopped by {limit} before every certificate was checked")]
    Stopped {
        /// The limit.
        limit: LimitReached,
    },
    /// A certificate or an atlas file cannot be made or written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The exhaustion of a problem failed.
    #[error(transparent)]
    Exhaustion(#[from] ExhaustionError),
    /// The table of fewest moves, or of longest moves, cannot be read, made or written.
    #[error(transparent)]
    Moves(#[from] TableError<MovesError>),
    /// The table of games cannot be read, made or written.
    #[error(transparent)]
    Games(#[from] TableError<SweepError>),
}
