use super::SweepError;
use super::dense::{BitIndex, Layout, Reached};
use super::positions::no_bitmap;
use crate::board::{Board, Position, PositionClass};
use crate::control::{Control, Part};

/// B: all positions of one class from which a finish can be reached, with any peg count and from any start.
///
/// The set is a bitmap, folded along the symmetries that permute the finishes. For the center of the English board it has
/// 10 MB and is computed in some hundredths of a second.
///
/// ```
/// use pegboard::sweep::SolvablePositions;
/// use pegboard::{Board, Control};
/// let board = Board::library("english")?;
/// let center = board.hole("d4")?;
/// let solvable = SolvablePositions::find(&[board.with_pegs([center])], &Control::default())?;
/// let solvable = solvable.expect("the board is small enough");
/// assert!(solvable.contains(&board.vacate(center)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolvablePositions {
    board: Board,
    class: PositionClass,
    finishes: Vec<Position>,
    /// Complements of the positions from which a finish can be reached.
    complements: Reached,
    index: BitIndex,
}

/// Returns the size of [`SolvablePositions`] in bytes, or `None` if it exceeds `most` or there is no finish. Only finishes
/// in the class of the first one count.
///
/// # Panics
///
/// If the finishes lie on different boards.
pub fn solvable_bytes(finishes: &[Position], most: u64) -> Option<u64> {
    SolvablePlan::new(finishes, most).map(|plan| plan.bytes())
}

/// Layout of [`SolvablePositions`] that are not computed yet.
#[derive(Debug)]
pub(crate) struct SolvablePlan {
    finishes: Vec<Position>,
    layout: Layout,
    bytes: u64,
}

impl SolvablePlan {
    /// Chooses the layout. Returns `None` if there is no finish or the bitmap exceeds `most` bytes. Only finishes in
    /// the class of the first one count.
    pub(crate) fn new(finishes: &[Position], most: u64) -> Option<SolvablePlan> {
        let board = finishes.first()?.board();
        finishes
            .iter()
            .for_each(|finish| board.check_position(finish));
        // A lower bound on the size rejects large boards before a layout is made.
        let bits = (board.hole_count() - board.position_classes().dimension()) as i32;
        let least = 2f64.powi(bits) / 8.0 / board.symmetries().len() as f64;
        if least > most as f64 {
            return None;
        }
        let class = finishes[0].class();
        let in_class = finishes.iter().filter(|finish| finish.class() == class);
        let finishes: Vec<Position> = in_class.cloned().collect();
        let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let layout = Layout::new(board, &board.stabilizer(&[&codes]))?;
        let bytes = layout.bytes().filter(|bytes| *bytes <= most)?;
        Some(SolvablePlan {
            finishes,
            layout,
            bytes,
        })
    }

    /// Returns the size of the bitmap in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Computes the positions, as a part of a call.
    pub(crate) fn find(&self, part: Part<'_>) -> Result<SolvablePositions, SweepError> {
        let finishes = self.finishes.clone();
        let (board, class) = (finishes[0].board().clone(), finishes[0].class());
        let starts: Vec<u64> = finishes
            .iter()
            .map(|finish| finish.complement().code() as u64)
            .collect();
        let complements = Reached::new(&self.layout, &board, &starts, part)
            .map_err(|error| no_bitmap(self.bytes, error))?;
        let index = complements.bit_index();
        Ok(SolvablePositions {
            board,
            class,
            finishes,
            complements,
            index,
        })
    }
}

impl SolvablePositions {
    /// Computes the positions. Returns `None` if there is no finish or the bitmap exceeds the memory limit. Only finishes
    /// in the class of the first one count.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if the allocation fails or the control stops the call.
    ///
    /// # Panics
    ///
    /// If the finishes lie on different boards.
    pub fn find(
        finishes: &[Position],
        control: &Control<'_>,
    ) -> Result<Option<SolvablePositions>, SweepError> {
        control.ended(SolvablePositions::within(
            finishes,
            control.memory(),
            Part::whole(control),
        ))
    }

    /// Computes the positions as a part of a call, with an explicit memory limit in bytes. See [`find`](Self::find).
    pub(crate) fn within(
        finishes: &[Position],
        memory: u64,
        part: Part<'_>,
    ) -> Result<Option<SolvablePositions>, SweepError> {
        SolvablePlan::new(finishes, memory)
            .map(|plan| plan.find(part))
            .transpose()
    }

    /// Returns the board.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the finishes, which are all of one class.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// Returns the number of positions stored in the bitmap, which has only one position of most symmetry classes.
    pub fn stored_count(&self) -> u64 {
        self.complements.stored_count()
    }

    /// Retains the positions from which a finish can be reached. All positions must be of the finishes' class.
    pub(crate) fn retain_codes<T: Copy>(&self, positions: &mut Vec<T>, code: impl Fn(T) -> u64) {
        self.complements.retain(&self.index, positions, |position| {
            self.complement(code(position))
        });
    }

    /// Returns `true` if a finish can be reached from the position with this code, which must be of the finishes' class.
    pub(crate) fn contains_code(&self, code: u128) -> bool {
        self.complements
            .contains(&self.index, self.complement(code as u64))
    }

    fn complement(&self, code: u64) -> u64 {
        self.board.full_code() as u64 & !code
    }

    /// Returns `true` if a finish can be reached from a position.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn contains(&self, position: &Position) -> bool {
        self.board.check_position(position);
        position.class() == self.class && self.contains_code(position.code())
    }
}
