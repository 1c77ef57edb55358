//! Serde forms of boards and positions. The documentation of [`problem`](crate::problem) shows all forms.

use super::file::BoardFile;
use super::{Board, Hole, Position};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct PositionForm {
    board: Board,
    pegs: Vec<String>,
}

pub(crate) fn labels<'a>(board: &Board, holes: impl IntoIterator<Item = &'a Hole>) -> Vec<String> {
    holes
        .into_iter()
        .map(|hole| board.label(*hole).to_owned())
        .collect()
}

pub(crate) fn pegs(position: &Position) -> Vec<String> {
    labels(
        position.board(),
        &position.board().holes_of(position.code()),
    )
}

pub(crate) fn holes<E: Error>(board: &Board, labels: &[String]) -> Result<Vec<Hole>, E> {
    labels
        .iter()
        .map(|label| board.hole(label).map_err(E::custom))
        .collect()
}

pub(crate) fn position<E: Error>(board: &Board, labels: &[String]) -> Result<Position, E> {
    Ok(board.with_pegs(holes::<E>(board, labels)?))
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        Board::new(BoardFile::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionForm {
            board: self.board().clone(),
            pegs: pegs(self),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let form = PositionForm::deserialize(deserializer)?;
        position(&form.board, &form.pegs)
    }
}
