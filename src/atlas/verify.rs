use super::store::{Kept, Store, about, board_of};
use super::{Atlas, AtlasError, Settled};
use crate::certificate::{check_within, is_described};
use crate::checker::Rejection;
use crate::control::{Control, LimitReached};
use std::collections::HashMap;
use std::path::Path;

/// Checks every certificate in a folder or an atlas file within the limits of a control, as
/// [`verify_within`](crate::certificate::verify_within) does. All certificates must be about single-vacancy problems of
/// the same board: the board of the atlas file, or of a certificate in the folder. The table of fewest moves is not read.
///
/// # Errors
///
/// [`AtlasError`] for the first certificate that is not accepted, or if the control stopped the check.
pub fn verify(path: &Path, control: &Control<'_>) -> Result<Atlas, AtlasError> {
    let store = Store::at(path);
    let kept = store.certificates()?;
    let described = match store.board()? {
        Some(part) => Some(part),
        None => {
            let readable = kept
                .iter()
                .filter_map(|kept| kept.certificate.as_ref().ok());
            let mut parts = readable.map(|certificate| &certificate.part().board);
            // Earlier versions did not record the symmetries.
            let with_symmetry = parts.clone().find(|part| part.symmetry.is_some());
            with_symmetry.or_else(|| parts.next()).cloned()
        }
    };
    let mut board = None;
    let mut settled = HashMap::new();
    for Kept {
        file, certificate, ..
    } in kept
    {
        let certificate = certificate.map_err(AtlasError::Rejected)?;
        let proven = check_within(&certificate, control).map_err(|rejection| match rejection {
            Rejection::Stopped { .. } => AtlasError::Stopped {
                limit: control.limit_reached().unwrap_or(LimitReached::Cancelled),
            },
            rejection => AtlasError::Rejected(rejection),
        })?;
        let misplaced = |expected| AtlasError::Misplaced {
            certificate: certificate.name().to_owned(),
            expected,
        };
        let board = match &board {
            Some(board) => board,
            None => {
                let found = described.as_ref().and_then(board_of);
                &*board.insert(found.ok_or_else(|| misplaced("a board".to_owned()))?)
            }
        };
        let (problem, finding) = about(&proven, board)
            .filter(|_| is_described(board, &certificate.part().board))
            .ok_or_else(|| {
                misplaced(format!(
                    "a single-vacancy problem of board `{}`",
                    board.name()
                ))
            })?;
        let seconds = 0.0;
        let found = Settled {
            finding,
            seconds,
            certificate: file,
        };
        settled.insert(problem, found);
    }
    // An atlas file may have a board and no certificates.
    let board = board
        .or_else(|| described.as_ref().and_then(board_of))
        .ok_or_else(|| store.empty())?;
    Ok(Atlas::of_settled(&board, &settled))
}
