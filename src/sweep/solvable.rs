use super::SweepError;
use super::dense::{BitIndex, Layout, Reached, Starts};
use super::positions::no_bitmap;
use crate::board::{Board, Position, PositionClass, Symmetry};
use crate::control::{Control, Part};
use crate::problem::{Finish, Problem, Region};

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
    finish: Finish,
    /// The finishes, if they are listed.
    finishes: Vec<Position>,
    /// Symmetries that map the class and the finishes onto themselves.
    symmetries: Vec<Symmetry>,
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

/// Returns the size of the [`SolvablePositions`] of a problem in bytes, or `None` if it exceeds `most` or no finish is in the
/// class of the start.
pub fn solvable_bytes_of_problem(problem: &Problem, most: u64) -> Option<u64> {
    SolvablePlan::of_problem(problem, most).map(|plan| plan.bytes())
}

/// Layout of [`SolvablePositions`] that are not computed yet.
#[derive(Debug)]
pub(crate) struct SolvablePlan {
    /// A position of the class.
    member: Position,
    finish: Finish,
    /// Symmetries that map the class and the finishes onto themselves.
    symmetries: Vec<Symmetry>,
    layout: Layout,
    bytes: u64,
}

impl SolvablePlan {
    /// Chooses the layout. Returns `None` if there is no finish or the bitmap exceeds `most` bytes. Only finishes in
    /// the class of the first one count.
    pub(crate) fn new(finishes: &[Position], most: u64) -> Option<SolvablePlan> {
        let first = finishes.first()?;
        finishes
            .iter()
            .for_each(|finish| first.board().check_position(finish));
        SolvablePlan::of_finish(first, most, || Finish::in_class_of(first, finishes))
    }

    /// Chooses the layout for the class of a problem's start. Returns `None` as [`new`](Self::new) does.
    pub(crate) fn of_problem(problem: &Problem, most: u64) -> Option<SolvablePlan> {
        SolvablePlan::of_finish(problem.start(), most, || Finish::of_problem(problem))
    }

    fn of_finish(
        member: &Position,
        most: u64,
        finish: impl FnOnce() -> Option<Finish>,
    ) -> Option<SolvablePlan> {
        let board = member.board();
        // A lower bound on the size rejects large boards before a layout is made.
        let bits = (board.hole_count() - board.position_classes().dimension()) as i32;
        let least = 2f64.powi(bits) / 8.0 / board.symmetries().len() as f64;
        if least > most as f64 {
            return None;
        }
        let finish = finish()?;
        let class = member.class();
        // Positions of other classes can lie in the regions of a goal.
        let symmetries = board.symmetries_that(|symmetry| {
            finish.is_kept_by(symmetry) && member.image(symmetry).class() == class
        });
        let layout = Layout::new(board, &symmetries)?;
        let bytes = layout.bytes().filter(|bytes| *bytes <= most)?;
        Some(SolvablePlan {
            member: member.clone(),
            finish,
            symmetries,
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
        let (board, full) = (self.member.board(), self.member.board().full_code());
        let complement = |code: &u128| (full & !code) as u64;
        let listed: Vec<u64> = self.finish.codes().iter().map(complement).collect();
        let regions = self.finish.regions().into_iter();
        let regions: Vec<Region> = regions.map(|region| region.complement(full)).collect();
        let starts = match &self.finish {
            Finish::Regions(_) => Starts::Regions {
                member: complement(&self.member.code()),
                regions: &regions,
            },
            _ => Starts::Positions(&listed),
        };
        let complements = Reached::new(&self.layout, board, starts, part)
            .map_err(|error| no_bitmap(self.bytes, error))?;
        let index = complements.bit_index();
        let finishes = self.finish.codes().iter();
        Ok(SolvablePositions {
            board: board.clone(),
            class: self.member.class(),
            finishes: finishes
                .map(|code| Position::from_code_unchecked(board, *code))
                .collect(),
            finish: self.finish.clone(),
            symmetries: self.symmetries.clone(),
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

    /// Computes the positions of a problem's class, for goals of every kind except the fewest pegs. Returns `None` if no
    /// finish is in that class or the bitmap exceeds the memory limit.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if the allocation fails or the control stops the call.
    pub fn of_problem(
        problem: &Problem,
        control: &Control<'_>,
    ) -> Result<Option<SolvablePositions>, SweepError> {
        let plan = SolvablePlan::of_problem(problem, control.memory());
        let found = plan.map(|plan| plan.find(Part::whole(control)));
        control.ended(found.transpose())
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

    /// Returns the finishes, ascending and all of one class; empty if the goal leaves holes free.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    pub(crate) fn finish(&self) -> &Finish {
        &self.finish
    }

    /// Returns the symmetries that map the positions onto themselves, the identity first.
    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns `true` if a position of this class meets the goal; `false` for positions of other classes.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn is_finish(&self, position: &Position) -> bool {
        self.board.check_position(position);
        self.finish.contains(position.code()) && position.class() == self.class
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

    /// Returns `true` if a finish can be reached from a position of this class; `false` for positions of other classes.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn contains(&self, position: &Position) -> bool {
        self.board.check_position(position);
        position.class() == self.class && self.contains_code(position.code())
    }
}
