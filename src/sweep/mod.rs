//! All positions of a game, level by level: those that can be reached, those that can still win, and those just
//! lost, by one wrong jump.
//!
//! For `n` pegs, `F_n` is what can be reached from the start, `B_n` that from which a finish can be reached,
//! `W_n = F_n ∩ B_n` the winning positions, and `L_n` the positions one jump below a winning one that are not
//! winning.
//!
//! There are two ways to keep positions, and they give the same sets:
//!
//! | method | memory | speed | where |
//! |---|---|---|---|
//! | bitmap | a bit for each position of the start's position class, mostly symmetry-reduced; two bitmaps unless the finish is the start's complement | all 23,475,688 classes of the English central game in a fraction of a second | boards up to about 40 holes |
//! | lists ([`levels`](crate::levels)) | without a scratch folder everything found, packed to 1 to 3 bytes a class; with one as much as is allowed, the rest on disk | about 40 million jumps a second and thread | everywhere |
//!
//! ```
//! use pegboard::sweep::{Sweep, SweepOptions};
//! use pegboard::{Board, Control, Problem, SymmetryUse};
//! let board = Board::library("triangle5")?;
//! let corner = board.hole("a1")?;
//! let problem = Problem::svss(&board, corner, corner);
//! let sweep = Sweep::of_problem(&problem, SymmetryUse::Classes, &SweepOptions::default(), &Control::default())?;
//! let level = sweep.levels().iter().find(|level| level.pegs == 10).unwrap();
//! assert_eq!((level.reachable, level.winning, level.losing), (62, Some(18), Some(20)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dense;
mod error;
mod gather;
mod levels;
mod lists;
mod options;
mod positions;
mod solvable;
mod task;

pub use error::SweepError;
pub(crate) use gather::Sizes;
pub use levels::LevelSizes;
#[cfg(feature = "cluster")]
pub(crate) use levels::listed_levels;
#[cfg(feature = "cluster")]
pub(crate) use lists::{ListedSweep, name as task_name};
pub use options::{SweepMethod, SweepOptions};
pub(crate) use positions::{Positions, SweepPart};
pub(crate) use solvable::SolvablePlan;
pub use solvable::{SolvablePositions, solvable_bytes};
pub(crate) use task::{SweepQuestion, SweepTask};

use crate::board::{Position, Symmetry, SymmetryUse};
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use dense::Layout;
use std::fmt;
use std::time::Duration;

/// The bytes of a bitmap of all that can be reached from a start; `None` for boards far too large for one.
///
/// ```
/// let board = pegboard::Board::library("english")?;
/// let bytes = pegboard::sweep::bitmap_bytes(&board.vacate(board.hole("d4")?)).unwrap();
/// assert!(bytes < 10_000_000); // a bit for each position of the class would be 67,108,864
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bitmap_bytes(start: &Position) -> Option<u64> {
    let board = start.board();
    Layout::new(board, &board.stabilizer(&[&[start.code()]]))?.bytes()
}

/// The bytes of the bitmaps of a problem's winning positions: of what can be reached from either end, where the one
/// does not follow from the other.
pub(crate) fn winning_bitmap_bytes(problem: &Problem) -> Option<u64> {
    let (board, start, finishes) = (
        problem.board(),
        problem.start(),
        problem.finishes_in_class(),
    );
    let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
    let layout = Layout::new(board, &board.stabilizer(&[&[start.code()], &codes]))?;
    bytes_of_sweep(&layout, finishes == [start.complement()])
}

/// The bytes of the bitmaps of a sweep: of what can be reached from each end, unless one end is enough.
fn bytes_of_sweep(layout: &Layout, from_one_end: bool) -> Option<u64> {
    layout
        .bytes()?
        .checked_mul(if from_one_end { 1 } else { 2 })
}

/// Which positions of a level are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionSet {
    /// F: what can be reached from the start.
    Reachable,
    /// W: reachable, and a finish can be reached from it.
    Winning,
    /// L: one jump below a winning position, and not winning.
    Losing,
}

/// All positions of a game, and their number level by level.
pub struct Sweep {
    positions: Box<dyn AnyPositions>,
    levels: Vec<LevelSizes>,
    symmetries: Vec<Symmetry>,
    elapsed: Duration,
}

impl Sweep {
    /// Finds F, W and L of a problem. Of its finishes those in the start's position class count; a problem
    /// for the fewest pegs has none, and then there is nothing but F.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the control stops it.
    pub fn of_problem(
        problem: &Problem,
        symmetry: SymmetryUse,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Sweep, SweepError> {
        Sweep::run(Run {
            question: SweepQuestion::of_problem(problem, symmetry),
            options,
            control,
        })
    }

    /// Finds F: what can be reached from a start.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the control stops it.
    pub fn from_start(
        start: &Position,
        symmetry: SymmetryUse,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Sweep, SweepError> {
        Sweep::run(Run {
            question: SweepQuestion::from_start(start, symmetry),
            options,
            control,
        })
    }

    fn run(task: Run<'_>) -> Result<Sweep, SweepError> {
        let control = task.control;
        let sweep = task.options.engine(task.question.start.board()).run(task);
        control.ended(sweep)
    }

    /// The sizes of the levels that are not empty, that of the start first.
    pub fn levels(&self) -> &[LevelSizes] {
        &self.levels
    }

    /// The symmetries up to which positions count; the identity comes first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The time it took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// How positions are kept: never [`SweepMethod::Auto`].
    pub fn method(&self) -> SweepMethod {
        self.positions.method()
    }

    /// The canonical codes of a set with this many pegs, ascending. (Canonical under the symmetries of the
    /// sweep.) The list belongs to the caller: the memory that the control allows is not for it.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when a scratch file cannot be read, or the control stops it.
    pub fn codes(
        &self,
        set: PositionSet,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, SweepError> {
        control.ended(self.positions.codes(set, pegs, Part::whole(control)))
    }
}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

/// Positions in words of any width.
trait AnyPositions: Send + Sync {
    fn method(&self) -> SweepMethod;

    fn codes(&self, set: PositionSet, pegs: usize, part: Part<'_>)
    -> Result<Vec<u128>, SweepError>;
}

impl<B: Bits> AnyPositions for Positions<B> {
    fn method(&self) -> SweepMethod {
        self.method()
    }

    fn codes(
        &self,
        set: PositionSet,
        pegs: usize,
        part: Part<'_>,
    ) -> Result<Vec<u128>, SweepError> {
        Ok(self
            .level(set, pegs, part)?
            .into_iter()
            .map(B::code)
            .collect())
    }
}

struct Run<'a> {
    question: SweepQuestion<'a>,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for Run<'_> {
    type Output = Result<Sweep, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = self.question.task(engine);
        let before = self.control.elapsed();
        let part = SweepPart {
            part: Part::whole(self.control),
            share: 0.5,
        };
        let (positions, rest) = Positions::all(engine, task, self.options, part)?;
        let levels = positions.levels(rest)?;
        let (symmetries, elapsed) = (
            positions.task().symmetries().to_vec(),
            self.control.elapsed() - before,
        );
        Ok(Sweep {
            positions: Box::new(positions),
            levels,
            symmetries,
            elapsed,
        })
    }
}
