use super::{Board, Jump, Position};
use thiserror::Error;

/// A pagoda function: integer weights of the holes with `w[from] + w[over] ≥ w[into]` for every jump, so
/// that the sum over the pegs never rises (Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 23; Boardman's
/// resource count).
///
/// Every value of this type has been checked against every jump of its board, in exact integers.
///
/// ```
/// use pegboard::{Board, BoardFile, Lattice, PagodaFunction};
/// let row = Board::new(BoardFile::new("Row", Lattice::Square, (0..5).map(|x| (x, 0))))?;
/// assert!(PagodaFunction::new(&row, vec![1, 0, 1, 0, 1]).is_ok());
/// assert!(PagodaFunction::new(&row, vec![1, 2, 4, 8, 16]).is_err());
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagodaFunction {
    weights: Vec<i32>,
}

/// Why weights are not a pagoda function.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PagodaError {
    /// There are not as many weights as holes.
    #[error("there are {weights} weights for the {holes} holes of board `{board}`")]
    WeightCount {
        /// The board's name.
        board: String,
        /// The number of weights.
        weights: usize,
        /// The number of holes.
        holes: usize,
    },
    /// A jump would raise the sum.
    #[error("the jump {from}-{into} would raise the sum of the weights")]
    Rises {
        /// The label of the hole that the peg would leave.
        from: String,
        /// The label of the hole in which it would land.
        into: String,
    },
}

impl PagodaFunction {
    /// Checks weights, one for each hole in the order of [`Board::holes`].
    ///
    /// # Errors
    ///
    /// [`PagodaError`] when their number is wrong or a jump would raise the sum.
    pub fn new(board: &Board, weights: Vec<i32>) -> Result<PagodaFunction, PagodaError> {
        if weights.len() != board.hole_count() {
            let (board, holes) = (board.name().to_owned(), board.hole_count());
            return Err(PagodaError::WeightCount { board, weights: weights.len(), holes });
        }
        let rises = |jump: &&Jump| {
            let weight = |hole: super::Hole| i64::from(weights[hole.index()]);
            weight(jump.from()) + weight(jump.over()) < weight(jump.to())
        };
        match board.jumps().iter().find(rises) {
            Some(jump) => Err(PagodaError::Rises {
                from: board.label(jump.from()).to_owned(),
                into: board.label(jump.to()).to_owned(),
            }),
            None => Ok(PagodaFunction { weights }),
        }
    }

    /// The weights, one for each hole.
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }

    /// The sum of the weights of the pegs. `position` must be on the board of this function.
    pub fn value(&self, position: &Position) -> i64 {
        position.pegs().map(|hole| i64::from(self.weights[hole.index()])).sum()
    }

    /// Whether this function proves that `finish` cannot be reached from `start`: the sum would have to rise.
    pub fn refutes(&self, start: &Position, finish: &Position) -> bool {
        self.value(start) < self.value(finish)
    }
}
