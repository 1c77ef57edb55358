use super::AtlasError;
use super::settle::{Stop, checked, ends};
use super::store::{Kept, Store, names};
use crate::board::{Board, Hole};
use crate::checker::ProvenAnswer;
use crate::control::{Control, Limits};
use crate::count::GameCountsTable;
use crate::moves::{LongMovesTable, MovesTable, MovesTableOptions};
use pegboard_checker::format::AnswerPart;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Reads the table of fewest moves of an atlas: `moves.csv` in a folder, or the table in an atlas file. A missing table
/// is empty.
///
/// # Errors
///
/// [`AtlasError`] if the table is invalid or cannot be read, or if the file is about another board.
pub fn moves(board: &Board, path: &Path) -> Result<MovesTable, AtlasError> {
    Store::at(path).moves(board)
}

/// Returns the path of the file with the table of fewest moves of an atlas.
pub fn moves_file(path: &Path) -> PathBuf {
    Store::at(path).moves_file()
}

/// Finds the fewest moves of every problem, as [`MovesTable::settle`] does, and saves them in the table of an atlas.
///
/// Certificates in the atlas prove what the table records: that a problem is unsolvable, or its fewest moves. Each is
/// checked within the time limit of the options.
///
/// ```
/// use pegboard::atlas::{AtlasOptions, settle, settle_moves};
/// use pegboard::moves::{MovesEntry, MovesTableOptions};
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let (board, control) = (Board::library("triangle5")?, Control::default());
/// settle(&board, folder.path(), &AtlasOptions::default(), &control)?;
/// let options = MovesTableOptions::default();
/// let first = settle_moves(&board, folder.path(), &options, &control)?;
/// assert!(first.entries().iter().all(MovesEntry::is_proved));
/// let resumed = settle_moves(&board, folder.path(), &options, &control)?;
/// assert_eq!(resumed.recorded(), 12); // the bounds of solvable problems, which have no certificates
/// assert_eq!(resumed.entries().iter().filter(|entry| entry.is_proved()).count(), 5); // unsolvable
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`AtlasError`] if the atlas cannot be used, is about another board, or has an invalid certificate for a recorded
/// problem, or if memory runs out.
pub fn settle_moves(
    board: &Board,
    path: &Path,
    options: &MovesTableOptions,
    control: &Control<'_>,
) -> Result<MovesTable, AtlasError> {
    let store = Store::open(path)?;
    let mut table = store.moves(board)?;
    let read = table.clone();
    prove_by_certificates(&mut table, &store, options, control)?;
    let save = |table: &MovesTable| store.put_moves(table, &read);
    Ok(table.settled(options, control, &save)?)
}

/// Returns the path of the file with the table of longest moves of an atlas folder.
pub fn longest_moves_file(folder: &Path) -> PathBuf {
    folder.join("longest.csv")
}

/// Finds the longest moves of every problem, as [`LongMovesTable::settle`] does, and saves them in the folder of an atlas.
/// `time` limits each search.
///
/// # Errors
///
/// [`AtlasError`] if the atlas is a file, is about another board or cannot be used, or if memory runs out.
pub fn settle_longest_moves(
    board: &Board,
    folder: &Path,
    time: Duration,
    control: &Control<'_>,
) -> Result<LongMovesTable, AtlasError> {
    let file = longest_moves_file(folder);
    let _store = Store::open_folder(folder, &file, board)?;
    Ok(LongMovesTable::settle(board, &file, Some(time), control)?)
}

/// Returns the path of the file with the numbers of games of an atlas folder.
pub fn games_file(folder: &Path) -> PathBuf {
    folder.join("games.csv")
}

/// Counts the games from every vacancy, as [`GameCountsTable::settle`] does, and saves the numbers in the folder of an atlas.
/// `time` limits each count, and counts that do not fit the memory use a scratch folder.
///
/// # Errors
///
/// [`AtlasError`] if the atlas is a file, is about another board or cannot be used, or if the system fails.
pub fn settle_games(
    board: &Board,
    folder: &Path,
    time: Option<Duration>,
    scratch: Option<&Path>,
    control: &Control<'_>,
) -> Result<GameCountsTable, AtlasError> {
    let file = games_file(folder);
    let _store = Store::open_folder(folder, &file, board)?;
    Ok(GameCountsTable::settle(
        board, &file, time, scratch, control,
    )?)
}

/// Checks the certificates that could prove rows of the table, or that a problem without a row is unsolvable.
fn prove_by_certificates(
    table: &mut MovesTable,
    store: &Store,
    options: &MovesTableOptions,
    control: &Control<'_>,
) -> Result<(), AtlasError> {
    let board = table.board().clone();
    let kept = store.certificates()?;
    store.check_board(&kept, &board)?;
    let limits = Limits {
        time: options.time,
        ..control.limits().clone()
    };
    let named = |problem: (Hole, Hole)| {
        let names = names(&board, problem);
        let is_named = move |kept: &&Kept| names.contains(&kept.name);
        kept.iter()
            .filter(is_named)
            .map(move |kept| (problem, kept))
    };
    for place in 0..table.entries().len() {
        let entry = &table.entries()[place];
        let is_solved = entry.solution.is_some();
        let (own, reversal) = (ends(entry.problem), entry.problem.reversal());
        for (problem, kept) in named(own).chain(named(reversal).filter(|_| reversal != own)) {
            let entry = &table.entries()[place];
            if entry.is_proved() || (is_solved && !entry.is_recorded) {
                break;
            }
            let certificate = kept
                .certificate
                .as_ref()
                .map_err(|rejection| AtlasError::Rejected(rejection.clone()))?;
            let could_prove = match certificate.part().answer {
                AnswerPart::Unsolvable(_) => !is_solved,
                // A reversed line can have another number of moves.
                AnswerPart::FewestMoves { .. } => problem == own,
                AnswerPart::Solvable(_) | AnswerPart::Fewest { .. } => false,
            };
            if !could_prove {
                continue;
            }
            let check = |part: &Control<'_>| checked(store, &board, problem, certificate, part);
            let checked = control.within(limits.clone(), check);
            control.resume_panic();
            match checked {
                Ok((_, proven)) => match proven.answer {
                    ProvenAnswer::FewestMoves { moves, .. } => table.prove(place, Some(moves)),
                    _ => table.prove(place, None),
                },
                Err(Stop::Limit) => table.leave_unchecked(place),
                Err(Stop::Error(error)) => return Err(*error),
            }
        }
    }
    Ok(())
}
