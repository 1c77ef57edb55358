//! Serde forms of boards, holes, jumps and positions. The documentation of [`problem`](crate::problem) shows all forms.

use super::file::BoardFile;
use super::{Board, Hole, Jump, MAX_HOLES, Position};
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

impl Serialize for Hole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Hole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hole, D::Error> {
        match usize::deserialize(deserializer)? {
            index if index < MAX_HOLES => Ok(Hole::new(index)),
            index => Err(D::Error::custom(format!(
                "no hole has the index {index}: a board has at most {MAX_HOLES} holes"
            ))),
        }
    }
}

impl Serialize for Jump {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.from(), self.over(), self.to()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Jump {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Jump, D::Error> {
        jump(<[Hole; 3]>::deserialize(deserializer)?)
    }
}

/// Returns the jump from a hole over another into a third.
pub(crate) fn jump<E: Error>(holes: [Hole; 3]) -> Result<Jump, E> {
    let [from, over, to] = holes.map(Hole::index);
    if from != over && over != to && to != from {
        Ok(Jump::new(from, over, to))
    } else {
        Err(E::custom("a jump has three different holes"))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::answer::{Line, Move};
    use serde_json::json;

    #[test]
    fn holes_jumps_and_moves_are_indices() {
        let board = Board::library("english").unwrap();
        let line = Line::parse(&board.vacate(board.hole("d4").unwrap()), "d2-d4 b3-d3").unwrap();
        let (jump, step) = (line.jumps()[0], &line.moves()[0]);
        let forms = (json!(jump.to()), json!(jump), json!(step));
        let expected = json!({"holes": [4, 16], "over": [9]});
        assert_eq!(forms, (json!(16), json!([4, 9, 16]), expected));
        assert_eq!(serde_json::from_value::<Hole>(forms.0).unwrap(), jump.to());
        assert_eq!(serde_json::from_value::<Jump>(forms.1).unwrap(), jump);
        assert_eq!(serde_json::from_value::<Move>(forms.2).unwrap(), *step);
        for wrong in [json!(128), json!(-1), json!("d4"), json!(1e9)] {
            assert!(
                serde_json::from_value::<Hole>(wrong.clone()).is_err(),
                "{wrong}"
            );
        }
        for wrong in [
            json!([1, 2]),
            json!([1, 1, 2]),
            json!([1, 2, 1]),
            json!([0, 1, 128]),
        ] {
            assert!(
                serde_json::from_value::<Jump>(wrong.clone()).is_err(),
                "{wrong}"
            );
        }
        for (holes, over) in [
            (vec![1, 2], vec![]),
            (vec![1], vec![2]),
            (vec![], vec![]),
            (vec![1, 2, 3], vec![4]),
            (vec![1, 2], vec![1]),
            (vec![1, 2], vec![3, 4]),
        ] {
            let wrong = json!({"holes": holes, "over": over});
            assert!(
                serde_json::from_value::<Move>(wrong.clone()).is_err(),
                "{wrong}"
            );
        }
    }
}
