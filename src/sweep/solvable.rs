use super::SweepError;
use super::dense::{Finder, Layout, Reached};
use super::positions::no_bitmap;
use crate::board::{Board, Position, PositionClass};
use crate::control::{Control, Part};

/// B: the positions of one position class from which some finishes can be reached, whatever the number of
/// pegs and wherever the game began.
///
/// It is a bitmap, folded along the symmetries that carry the finishes onto each other: 10 MB for the centre
/// of the English board, made in some hundredths of a second.
///
/// ```
/// use pegboard::sweep::SolvablePositions;
/// use pegboard::{Board, Control};
/// let board = Board::library("english")?;
/// let centre = board.hole("d4")?;
/// let solvable = SolvablePositions::find(&[board.pegs([centre])], &Control::default())?;
/// let solvable = solvable.expect("the board is small enough");
/// assert!(solvable.contains(&board.vacate(centre)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolvablePositions {
    board: Board,
    class: PositionClass,
    finishes: Vec<Position>,
    /// The complements of the positions from which the finishes can be reached.
    complements: Reached,
    finder: Finder,
}

/// The bytes that [`SolvablePositions`] take for these finishes, of the class of the first one; `None` when
/// they are more than `most`, and without a finish.
pub fn solvable_bytes(finishes: &[Position], most: u64) -> Option<u64> {
    SolvablePlan::new(finishes, most).map(|plan| plan.bytes())
}

/// How [`SolvablePositions`] would be kept, before they are found.
#[derive(Debug)]
pub(crate) struct SolvablePlan {
    finishes: Vec<Position>,
    layout: Layout,
    bytes: u64,
}

impl SolvablePlan {
    /// `None` without a finish, and where a bitmap takes more than `most` bytes. Of finishes in several classes only
    /// those of the first one's count.
    pub(crate) fn new(finishes: &[Position], most: u64) -> Option<SolvablePlan> {
        let board = finishes.first()?.board();
        // A bit for each position of the class, at best up to all symmetries: large boards are refused at once.
        let bits = (board.hole_count() - board.position_classes().dimension()) as i32;
        let least = 2f64.powi(bits) / 8.0 / board.symmetries().len() as f64;
        if least > most as f64 {
            return None;
        }
        let finishes = of_first_class(finishes);
        let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let layout = Layout::new(board, &board.stabilizer(&[&codes]))?;
        let bytes = layout.bytes().filter(|bytes| *bytes <= most)?;
        Some(SolvablePlan {
            finishes,
            layout,
            bytes,
        })
    }

    /// What they take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Finds them, as a part of a call.
    pub(crate) fn find(&self, part: Part<'_>) -> Result<SolvablePositions, SweepError> {
        let finishes = self.finishes.clone();
        let (board, class) = (finishes[0].board().clone(), finishes[0].class());
        let starts: Vec<u64> = finishes
            .iter()
            .map(|finish| finish.complement().code() as u64)
            .collect();
        let complements = Reached::new(&self.layout, &board, &starts, part)
            .map_err(|error| no_bitmap(self.bytes, error))?;
        let finder = complements.finder();
        Ok(SolvablePositions {
            board,
            class,
            finishes,
            complements,
            finder,
        })
    }
}

fn of_first_class(finishes: &[Position]) -> Vec<Position> {
    let class = finishes.first().map(Position::class);
    finishes
        .iter()
        .filter(|finish| Some(finish.class()) == class)
        .cloned()
        .collect()
}

impl SolvablePositions {
    /// Finds them; `None` when there is no finish, or when a bitmap takes more than the memory allowed. Of
    /// finishes in several classes only those of the first one's count.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when the system has no memory or the control stops it.
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

    /// The same in this many bytes, as a part of a call.
    pub(crate) fn within(
        finishes: &[Position],
        memory: u64,
        part: Part<'_>,
    ) -> Result<Option<SolvablePositions>, SweepError> {
        SolvablePlan::new(finishes, memory)
            .map(|plan| plan.find(part))
            .transpose()
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The finishes, all of one class.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// The number of positions in the bitmap: less than all, for of most that are each other's images only
    /// one is stored.
    pub fn stored_count(&self) -> u64 {
        self.complements.stored_count()
    }

    /// Keeps those of some positions of the finishes' class, given by their codes, from which a finish can be reached.
    pub(crate) fn retain_codes<T: Copy>(&self, positions: &mut Vec<T>, code: impl Fn(T) -> u64) {
        self.complements
            .retain(&self.finder, positions, |position| {
                self.complement(code(position))
            });
    }

    /// Whether a finish can be reached from a position, given by its code, that lies in the finishes' class.
    pub(crate) fn contains_code(&self, code: u128) -> bool {
        self.complements
            .contains(&self.finder, self.complement(code as u64))
    }

    fn complement(&self, code: u64) -> u64 {
        self.board.full_code() as u64 & !code
    }

    /// Whether a finish can be reached from a position of this board.
    pub fn contains(&self, position: &Position) -> bool {
        debug_assert!(*position.board() == self.board);
        position.class() == self.class && self.contains_code(position.code())
    }
}
