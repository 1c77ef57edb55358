use crate::board::{Board, Jump, Position, Symmetry};
use crate::control::counted;
use crate::problem::{Pattern, Region};
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// Pagoda function, with or without parity sets.
///
/// *Without parity sets* it consists of integer weights of the holes with `w[from] + w[over] ≥ w[to]` for every jump.
/// The sum over the pegs never rises, so a position whose sum is smaller than that of a finish cannot reach it
/// (Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 23; Beasley, *The Ins and Outs of Peg Solitaire*, 1985,
/// chapter 6).
///
/// *With parity sets* (a *parity pagoda*) it also has sets of holes, each with a loss. Every jump must lower the sum
/// by at least the losses of the sets in which it changes an odd number of holes. If position and finish differ in
/// the parity of the pegs in a set, some jump between them changes that parity. So the sum must fall by at least the
/// losses of all sets in which they differ, and a position whose sum exceeds that of the finish by less cannot reach
/// it. Hermary's argument for the French board is of this kind; in general, these are the {0, ½} Chvátal–Gomory cuts
/// of the integer program of the jumps (Caprara and Fischetti, *Mathematical Programming* 74, 1996).
///
/// If every jump changes an even number of holes of a set, the set may have any loss: it is an invariant of the
/// position classes.
///
/// The constructors check every jump of the board in exact integers.
///
/// ```
/// use pegboard::{Board, BoardFile, Lattice, PagodaFunction, ParitySet};
/// let row = Board::new(BoardFile::new("Row", Lattice::Square, (0..5).map(|x| (x, 0))))?;
/// assert!(PagodaFunction::new(&row, vec![1, 0, 1, 0, 1]).is_ok());
/// assert!(PagodaFunction::new(&row, vec![1, 2, 4, 8, 16]).is_err());
///
/// // Every jump touches exactly one of the holes a1 and d1, and lowers the sum of these weights by at least 1.
/// let ends = row.with_pegs([row.hole("a1")?, row.hole("d1")?]);
/// let function = PagodaFunction::with_parities(&row, vec![1; 5], vec![ParitySet::new(&ends, 1)])?;
/// let (start, finish) = (row.with_pegs([row.hole("b1")?]), row.with_pegs([row.hole("a1")?]));
/// assert!(function.refutes(&start, &finish));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagodaFunction {
    weights: Vec<i32>,
    parities: Vec<ParitySet>,
    board: Board,
}

impl Hash for PagodaFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.weights.hash(state);
        self.parities.hash(state);
    }
}

/// Set of holes, and the least loss of a jump that changes an odd number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParitySet {
    holes: u128,
    loss: u32,
}

/// Error in weights or parity sets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PagodaError {
    /// The number of weights differs from the number of holes.
    #[error("board `{board}` has {}, and the function {}", counted(*holes, "hole"), counted(*weights, "weight"))]
    WeightCount {
        /// Name of the board.
        board: String,
        /// Number of weights.
        weights: usize,
        /// Number of holes.
        holes: usize,
    },
    /// A jump raises the sum, or lowers it by less than the losses of its parity sets.
    #[error(
        "the jump {from}-{to} lowers the sum of the weights by {lost}; at least {required} is required"
    )]
    Rises {
        /// Label of the hole that the peg leaves.
        from: String,
        /// Label of the hole where it lands.
        to: String,
        /// Amount by which the jump lowers the sum.
        lost: i64,
        /// Losses of the parity sets in which the jump changes an odd number of holes.
        required: i64,
    },
    /// A parity set has holes that are not on the board.
    #[error("a parity set has holes that are not on board `{board}`")]
    ForeignHole {
        /// Name of the board.
        board: String,
    },
}

impl ParitySet {
    /// Makes a parity set of the holes that hold pegs in the position `holes`.
    pub fn new(holes: &Position, loss: u32) -> ParitySet {
        ParitySet {
            holes: holes.code(),
            loss,
        }
    }

    pub(crate) fn of_code(holes: u128, loss: u32) -> ParitySet {
        ParitySet { holes, loss }
    }

    /// Returns the code of the holes.
    pub fn code(&self) -> u128 {
        self.holes
    }

    /// Returns the least loss of a jump that changes an odd number of the holes.
    pub fn loss(&self) -> u32 {
        self.loss
    }

    /// Returns `true` if the set holds an odd number of the holes of `code`.
    pub(crate) fn is_odd(&self, code: u128) -> bool {
        (self.holes & code).count_ones() & 1 == 1
    }

    /// Returns the loss if the set holds an odd number of the holes of `code`, otherwise 0.
    pub(crate) fn loss_of(&self, code: u128) -> i64 {
        if self.is_odd(code) {
            i64::from(self.loss)
        } else {
            0
        }
    }
}

/// Returns the board of the first function that is for another board than this one.
pub(crate) fn foreign_board<'a>(
    functions: impl IntoIterator<Item = &'a PagodaFunction>,
    board: &Board,
) -> Option<&'a Board> {
    let mut boards = functions.into_iter().map(PagodaFunction::board);
    boards.find(|other| *other != board)
}

impl PagodaFunction {
    /// Makes a function without parity sets from weights, one for each hole in the order of [`Board::holes`].
    ///
    /// # Errors
    ///
    /// [`PagodaError`] if the number of weights is wrong or a jump raises the sum.
    pub fn new(board: &Board, weights: Vec<i32>) -> Result<PagodaFunction, PagodaError> {
        PagodaFunction::with_parities(board, weights, Vec::new())
    }

    /// Makes a function from weights, one for each hole in the order of [`Board::holes`], and parity sets.
    ///
    /// # Errors
    ///
    /// [`PagodaError`] if the number of weights is wrong, a jump lowers the sum by too little, or a set has holes
    /// that the board lacks.
    pub fn with_parities(
        board: &Board,
        weights: Vec<i32>,
        parities: Vec<ParitySet>,
    ) -> Result<PagodaFunction, PagodaError> {
        if weights.len() != board.hole_count() {
            let (board, holes) = (board.name().to_owned(), board.hole_count());
            return Err(PagodaError::WeightCount {
                board,
                weights: weights.len(),
                holes,
            });
        }
        if parities
            .iter()
            .any(|set| set.holes & !board.full().code() != 0)
        {
            return Err(PagodaError::ForeignHole {
                board: board.name().to_owned(),
            });
        }
        let function = PagodaFunction {
            weights,
            parities,
            board: board.clone(),
        };
        match board
            .jumps()
            .iter()
            .find(|jump| function.lost_by(**jump) < function.loss_of(jump.code()))
        {
            Some(jump) => Err(PagodaError::Rises {
                from: board.label(jump.from()).to_owned(),
                to: board.label(jump.to()).to_owned(),
                lost: function.lost_by(*jump),
                required: function.loss_of(jump.code()),
            }),
            None => Ok(function),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the weights, one for each hole.
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }

    /// Returns the parity sets.
    pub fn parities(&self) -> &[ParitySet] {
        &self.parities
    }

    /// Returns the sum of the weights of the pegs.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn value(&self, position: &Position) -> i64 {
        self.board.check_position(position);
        self.value_of(position.code())
    }

    /// Returns `true` if this function proves that `finish` cannot be reached from `start`.
    ///
    /// # Panics
    ///
    /// If one of the positions lies on another board.
    pub fn refutes(&self, start: &Position, finish: &Position) -> bool {
        self.board.check_position(start);
        self.board.check_position(finish);
        self.refutes_code(start.code(), finish.code())
    }

    /// Returns the least loss of a line from `start` to `finish`: the losses of the parity sets in which the two
    /// differ.
    ///
    /// # Panics
    ///
    /// If one of the positions lies on another board.
    pub fn loss(&self, start: &Position, finish: &Position) -> i64 {
        self.board.check_position(start);
        self.board.check_position(finish);
        self.loss_of(start.code() ^ finish.code())
    }

    /// Returns the [`value`](PagodaFunction::value) of a code.
    pub(crate) fn value_of(&self, code: u128) -> i64 {
        let weight = |hole: usize| i64::from(self.weights[hole]);
        (0..self.weights.len())
            .filter(|hole| code >> hole & 1 == 1)
            .map(weight)
            .sum()
    }

    /// Like [`refutes`](PagodaFunction::refutes), for codes.
    pub(crate) fn refutes_code(&self, start: u128, finish: u128) -> bool {
        self.value_of(start) - self.value_of(finish) < self.loss_of(start ^ finish)
    }

    /// Returns `true` if the function proves that no line leads from a position to one that matches a pattern.
    ///
    /// # Panics
    ///
    /// If the position or the pattern lies on another board.
    pub fn refutes_pattern(&self, start: &Position, pattern: &Pattern) -> bool {
        self.board.check_position(start);
        self.board.check_position(&pattern.board().full());
        self.refutes_region(start.code(), pattern.region())
    }

    /// Returns a lower bound on the value of the positions that match a pattern, and on the loss of a line from `start` to
    /// one of them.
    ///
    /// # Panics
    ///
    /// If the position or the pattern lies on another board.
    pub fn bounds(&self, start: &Position, pattern: &Pattern) -> (i64, i64) {
        self.board.check_position(start);
        self.board.check_position(&pattern.board().full());
        let region = pattern.region();
        (self.least_in(region), self.loss_into(start.code(), region))
    }

    /// Returns `true` if no line leads from a position into a region. A line to a position of the region loses at most the
    /// fall to the least sum of the region, and at least the losses of the sets without free holes that differ.
    pub(crate) fn refutes_region(&self, start: u128, region: Region) -> bool {
        if region.free() == 0 {
            return self.refutes_code(start, region.least);
        }
        self.value_of(start) - self.least_in(region) < self.loss_into(start, region)
    }

    /// Returns the least sum of a position of the region.
    pub(crate) fn least_in(&self, region: Region) -> i64 {
        let weights = self.weights.iter().enumerate();
        let lowers =
            |(hole, weight): &(usize, &i32)| region.free() >> hole & 1 == 1 && **weight < 0;
        let lowered: i64 = weights
            .filter(lowers)
            .map(|(_, weight)| i64::from(*weight))
            .sum();
        self.value_of(region.least) + lowered
    }

    /// Returns the losses of the sets in which a position differs from every position of the region.
    pub(crate) fn loss_into(&self, start: u128, region: Region) -> i64 {
        let sets = self.parities.iter();
        sets.filter(|set| set.holes & region.free() == 0)
            .map(|set| set.loss_of(start ^ region.least))
            .sum()
    }

    /// Returns the function moved by a symmetry.
    pub(crate) fn image(&self, symmetry: &Symmetry) -> PagodaFunction {
        let mut weights = vec![0; self.weights.len()];
        for (image, weight) in symmetry.image_indices().into_iter().zip(&self.weights) {
            weights[usize::from(image)] = *weight;
        }
        let image = |set: &ParitySet| ParitySet {
            holes: symmetry.apply_code(set.holes),
            loss: set.loss,
        };
        PagodaFunction {
            weights,
            parities: self.parities.iter().map(image).collect(),
            board: self.board.clone(),
        }
    }

    /// Returns the amount by which a jump lowers the sum.
    pub(crate) fn lost_by(&self, jump: Jump) -> i64 {
        let [from, over, into] =
            [jump.from(), jump.over(), jump.to()].map(|hole| i64::from(self.weights[hole.index()]));
        from + over - into
    }

    /// Returns the losses of the sets that hold an odd number of the holes of `code`.
    fn loss_of(&self, code: u128) -> i64 {
        self.parities.iter().map(|set| set.loss_of(code)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_that_loses_too_little_is_named() {
        let board = Board::library("english").unwrap();
        let hole = board.hole("d4").unwrap();
        let center = ParitySet::new(&board.with_pegs([hole]), 1);
        let ones = vec![1; board.hole_count()];
        assert!(PagodaFunction::with_parities(&board, ones.clone(), vec![center]).is_ok());
        let error = PagodaFunction::with_parities(&board, ones, vec![center, center]).unwrap_err();
        let PagodaError::Rises {
            lost: 1,
            required: 2,
            ..
        } = error
        else {
            panic!("{error}")
        };
        let foreign = ParitySet::of_code(1 << 33, 0);
        let error = PagodaFunction::with_parities(&board, vec![0; 33], vec![foreign]).unwrap_err();
        assert_eq!(
            error,
            PagodaError::ForeignHole {
                board: "English".to_owned()
            }
        );
    }

    #[test]
    fn position_classes_are_parity_sets_without_weights() {
        let board = Board::library("english").unwrap();
        let classes = board.position_classes().invariants();
        let sets = classes
            .iter()
            .map(|set| ParitySet::of_code(*set, 1))
            .collect();
        let function = PagodaFunction::with_parities(&board, vec![0; 33], sets).unwrap();
        for from in board.holes() {
            for to in board.holes() {
                let (start, finish) = (board.vacate(from), board.with_pegs([to]));
                assert_eq!(
                    function.refutes(&start, &finish),
                    start.class() != finish.class()
                );
            }
        }
    }

    #[test]
    fn an_image_of_a_function_refutes_the_same_images() {
        let board = Board::library("wiegleb").unwrap();
        let set = board.with_pegs(board.holes().filter(|hole| hole.index() % 3 == 0));
        let weights = (0..45).map(|hole| 20 + hole % 7).collect();
        let function =
            PagodaFunction::with_parities(&board, weights, vec![ParitySet::new(&set, 5)]).unwrap();
        for symmetry in board.symmetries() {
            let image = function.image(symmetry);
            let again = PagodaFunction::with_parities(
                &board,
                image.weights().to_vec(),
                image.parities().to_vec(),
            );
            assert_eq!(again.as_ref(), Ok(&image));
            for from in board.holes() {
                let (start, finish) = (
                    board.vacate(from),
                    board.with_pegs([board.hole("e1").unwrap()]),
                );
                let images = (start.image(symmetry), finish.image(symmetry));
                assert_eq!(
                    function.refutes(&start, &finish),
                    image.refutes(&images.0, &images.1)
                );
            }
        }
    }
}
