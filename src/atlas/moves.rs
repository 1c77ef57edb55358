use super::AtlasError;
use super::store::Store;
use crate::board::Board;
use crate::control::Control;
use crate::moves::{MovesTable, MovesTableOptions};
use std::path::{Path, PathBuf};

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
/// # Errors
///
/// [`AtlasError`] if the atlas cannot be used or is about another board, or if memory runs out.
pub fn settle_moves(
    board: &Board,
    path: &Path,
    options: &MovesTableOptions,
    control: &Control<'_>,
) -> Result<MovesTable, AtlasError> {
    let store = Store::at(path);
    store.create()?;
    let save = |table: &MovesTable| store.put_moves(table);
    Ok(store.moves(board)?.settled(options, control, &save)?)
}

/// Finds the fewest moves over all problems, as [`MovesTable::settle_least`] does, and saves them in the table of an
/// atlas.
///
/// # Errors
///
/// [`AtlasError`] if the atlas cannot be used or is about another board, or if memory runs out.
pub fn settle_least_moves(
    board: &Board,
    path: &Path,
    options: &MovesTableOptions,
    control: &Control<'_>,
) -> Result<MovesTable, AtlasError> {
    let store = Store::at(path);
    store.create()?;
    let save = |table: &MovesTable| store.put_moves(table);
    Ok(store.moves(board)?.least_settled(options, control, &save)?)
}
