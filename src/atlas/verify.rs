use super::store::{Kept, Store, about, board_of, is_described};
use super::{Atlas, AtlasError, Settled};
use crate::board::Board;
use crate::certificate::check_within;
use crate::checker::Rejection;
use crate::control::{Control, LimitReached};
use std::collections::HashMap;
use std::path::Path;

/// Checks every certificate in a folder or an atlas file within the limits of a control, as
/// [`verify_within`](crate::certificate::verify_within) does. All certificates must be about single-vacancy problems of
/// the same board: the board of the atlas file, or of the first certificate in the folder.
///
/// # Errors
///
/// [`AtlasError`] for the first certificate that is not accepted, or if the control stopped the check.
pub fn verify(path: &Path, control: &Control<'_>) -> Result<Atlas, AtlasError> {
    let store = Store::at(path);
    let mut board = match store.board()? {
        Some(part) => Some(board_of(&part).ok_or_else(|| AtlasError::Misplaced {
            certificate: path.display().to_string(),
            expected: "a board".to_owned(),
        })?),
        None => None,
    };
    let mut settled = HashMap::new();
    for Kept {
        file, certificate, ..
    } in store.certificates()?
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
        let described = &certificate.part().board;
        let board: &Board = match &mut board {
            Some(board) => board,
            none => {
                none.insert(board_of(described).ok_or_else(|| misplaced("a board".to_owned()))?)
            }
        };
        let (problem, finding) = about(&proven, board)
            .filter(|_| is_described(board, described))
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
    let board = board.ok_or_else(|| store.empty())?;
    Ok(Atlas::of_settled(&board, &settled))
}
