use super::{Atlas, AtlasEntry, Finding};
use crate::board::file::BoardFile;
use crate::board::geometry::{Coordinate, JumpDirections, Lattice};
use crate::board::{Board, Hole, SvssProblem};
use crate::certificate::{CertificateError, verify_within};
use crate::checker::{Proven, ProvenAnswer, Refutation, Rejection};
use crate::control::{Control, LimitReached};
use pegboard_checker::format::{LatticePart, board_in};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an atlas cannot be made or verified.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtlasError {
    /// The folder cannot be used.
    #[error("cannot use the folder {}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// The folder has no certificates.
    #[error("the folder {} holds no certificates (files that end in .ron)", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// A certificate in the folder is not accepted.
    #[error("{0}; remove the file to have its problem searched again")]
    Rejected(Rejection),
    /// A certificate proves something else than its name says.
    #[error("{}: the certificate is not about {expected}; move it to another folder, or remove it", file.display())]
    Misplaced {
        /// The certificate.
        file: PathBuf,
        /// What it should be about.
        expected: String,
    },
    /// The folder holds certificates of another board.
    #[error("the folder {} holds certificates of board `{board}`; name another with --folder", folder.display())]
    OtherBoard {
        /// The folder.
        folder: PathBuf,
        /// The board that the certificates are about.
        board: String,
    },
    /// The control stopped the check of a folder before all certificates were checked.
    #[error("stopped by {limit} before every certificate was checked")]
    Stopped {
        /// The limit.
        limit: LimitReached,
    },
    /// A certificate cannot be made or written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

/// Checks every certificate of a folder, within what a control allows: see
/// [`verify_within`](crate::certificate::verify_within). All must be about single-vacancy problems of one
/// board; what the board is, they say themselves.
///
/// # Errors
///
/// The first certificate that is not accepted, in the order of names.
pub fn verify_folder(folder: &Path, control: &Control<'_>) -> Result<Atlas, AtlasError> {
    let files = certificates_in(folder)?;
    let mut board = None;
    let mut found = Vec::new();
    for file in &files {
        let proven = verify_within(file, control).map_err(|rejection| match rejection {
            Rejection::Stopped { .. } => AtlasError::Stopped {
                limit: control.limit_reached().unwrap_or(LimitReached::Cancelled),
            },
            rejection => AtlasError::Rejected(rejection),
        })?;
        let board: &Board = match &mut board {
            Some(board) => board,
            none => none.insert(board_of(&proven, file)?),
        };
        let (problem, finding) = about(&proven, board).ok_or_else(|| AtlasError::Misplaced {
            file: file.clone(),
            expected: format!("a single-vacancy problem of board `{}`", board.name()),
        })?;
        found.push(Found {
            problem,
            finding,
            file,
        });
    }
    let board = board.ok_or_else(|| AtlasError::Empty {
        folder: folder.to_owned(),
    })?;
    let entries = board
        .svss_problems()
        .into_iter()
        .map(|problem| entry(&found, problem))
        .collect();
    Ok(Atlas { board, entries })
}

/// What a certificate says of a problem.
struct Found<'a> {
    problem: (Hole, Hole),
    finding: Finding,
    file: &'a Path,
}

fn entry(found: &[Found<'_>], problem: SvssProblem) -> AtlasEntry {
    let about = |problem: (Hole, Hole)| found.iter().rfind(|found| found.problem == problem);
    let settled =
        about((problem.vacancy(), problem.finish())).or_else(|| about(problem.reversal()));
    AtlasEntry {
        problem,
        finding: settled.map_or(Finding::Open, |found| found.finding),
        seconds: 0.0,
        certificate: settled.map(|found| found.file.to_owned()),
    }
}

/// Refuses a folder that has certificates of another board among those that are not `expected`.
pub(super) fn check_board(
    folder: &Path,
    board: &Board,
    expected: &HashSet<PathBuf>,
) -> Result<(), AtlasError> {
    for file in ron_files(folder)?
        .iter()
        .filter(|file| !expected.contains(*file))
    {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let Ok(part) = board_in(&text) else { continue };
        let triangular = part.lattice == LatticePart::Triangular;
        if !is_described(board, triangular, part.jumps.as_deref(), &part.holes) {
            return Err(AtlasError::OtherBoard {
                folder: folder.to_owned(),
                board: part.name,
            });
        }
    }
    Ok(())
}

fn certificates_in(folder: &Path) -> Result<Vec<PathBuf>, AtlasError> {
    let files = ron_files(folder)?;
    if files.is_empty() {
        Err(AtlasError::Empty {
            folder: folder.to_owned(),
        })
    } else {
        Ok(files)
    }
}

/// The files in a folder that end in `.ron`, by name.
fn ron_files(folder: &Path) -> Result<Vec<PathBuf>, AtlasError> {
    let unusable = |error| AtlasError::Folder {
        folder: folder.to_owned(),
        error,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unusable)? {
        let path = entry.map_err(unusable)?.path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// The board that a certificate describes, with the largest symmetry group.
fn board_of(proven: &Proven, file: &Path) -> Result<Board, AtlasError> {
    let lattice = if proven.triangular {
        Lattice::Triangular
    } else {
        Lattice::Square
    };
    let mut described = BoardFile::new(proven.board.clone(), lattice, proven.holes.iter().copied());
    described.jumps = proven
        .jumps
        .as_deref()
        .map(|steps| JumpDirections::of_steps(lattice, steps));
    Board::new(described).map_err(|_| AtlasError::Misplaced {
        file: file.to_owned(),
        expected: "a board".to_owned(),
    })
}

/// Whether this is the geometry of the board.
fn is_described(
    board: &Board,
    triangular: bool,
    jumps: Option<&[(i32, i32)]>,
    holes: &[Coordinate],
) -> bool {
    let same_lattice = triangular == (board.lattice() == Lattice::Triangular);
    let steps = jumps.unwrap_or(board.lattice().directions());
    let same_jumps = steps.len() == board.jump_steps().len()
        && steps.iter().all(|step| board.jump_steps().contains(step));
    same_lattice
        && same_jumps
        && board
            .holes()
            .map(|hole| board.coordinate(hole))
            .eq(holes.iter().copied())
}

/// Whether a certificate is about this board, whatever it proves.
pub(super) fn is_about_board(proven: &Proven, board: &Board) -> bool {
    is_described(
        board,
        proven.triangular,
        proven.jumps.as_deref(),
        &proven.holes,
    )
}

/// The listed problem that a certificate settles, if it is a single-vacancy problem of this board.
pub(super) fn about(proven: &Proven, board: &Board) -> Option<((Hole, Hole), Finding)> {
    if !is_about_board(proven, board) {
        return None;
    }
    let hole = |code: u128| board.holes().find(|hole| hole.bit() == code);
    let vacancy = hole(board.full_code() & !proven.start)?;
    let [finish] = proven.finishes.as_deref()? else {
        return None;
    };
    let finding = match proven.answer {
        ProvenAnswer::Solvable { .. } | ProvenAnswer::FewestMoves { .. } => Finding::Solvable,
        ProvenAnswer::Unsolvable { by } => match by {
            // A class is a pagoda function whose weights are all zero; no listed problem needs one.
            Refutation::Class | Refutation::Function => Finding::RefutedByPagoda,
            Refutation::Cases => Finding::RefutedByCases,
            Refutation::Exhaustion => Finding::RefutedByExhaustion,
        },
        ProvenAnswer::Fewest { .. } => return None,
    };
    Some((board.canonical_svss(vacancy, hole(*finish)?), finding))
}
