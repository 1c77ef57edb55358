//! All positions of a game, level by level: reachable positions, winning positions, and positions lost by one wrong jump.
//!
//! For `n` pegs, `F_n` is the set of positions reachable from the start, `B_n` the set of positions from which a finish can
//! be reached, `W_n = F_n ∩ B_n` the set of winning positions, and `L_n` the set of positions one jump below a winning
//! one that are not winning.
//!
//! Two representations give the same sets:
//!
//! | method | memory | speed | boards |
//! |---|---|---|---|
//! | bitmap | one bit for each position of the start's class, mostly reduced by symmetry; two bitmaps unless the finish is the complement of the start | all 23,475,688 classes of the English central game in a fraction of a second | up to about 37 holes |
//! | lists ([`levels`](crate::levels)) | all positions, at 1 to 3 bytes per class; with a scratch folder, positions beyond the memory limit go to disk | about 40 million jumps per second and thread | all |
//!
//! ```
//! use pegboard::sweep::{Sweep, SweepOptions};
//! use pegboard::{Board, Control, Problem, SymmetryUse};
//! let board = Board::library("triangle5")?;
//! let corner = board.hole("a1")?;
//! let problem = Problem::svss(&board, corner, corner);
//! let sweep = Sweep::of_problem(&problem, SymmetryUse::Classes, &SweepOptions::default(), &Control::default())?;
//! let level = sweep.levels().iter().find(|level| level.pegs == 10).unwrap();
//! assert_eq!((level.reachable, level.winning, level.just_lost), (62, Some(18), Some(20)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dense;
mod error;
mod gather;
mod levels;
mod lists;
mod options;
mod positions;
pub(crate) mod shared;
mod shortest_games;
mod solvable;
mod task;

pub use error::SweepError;
pub(crate) use gather::Sizes;
pub use levels::{FinishedLevels, LevelSizes};
pub use options::{SweepMethod, SweepOptions};
pub(crate) use positions::{Positions, SweepPart};
pub use shortest_games::{GameList, ShortestGame, shortest_game, shortest_games};
pub(crate) use solvable::SolvablePlan;
pub use solvable::{SolvablePositions, solvable_bytes, solvable_bytes_of_problem};
pub(crate) use task::{SweepQuestion, SweepTask, fixing_ends};

use crate::board::{Position, Symmetry, SymmetryUse};
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::{Finish, Problem};
use dense::Layout;
use std::cell::RefCell;
use std::fmt;
use std::time::Duration;

/// Returns the size in bytes of the bitmap of all positions reachable from a start, or `None` for boards that are far too
/// large for a bitmap.
///
/// ```
/// let board = pegboard::Board::library("english")?;
/// let bytes = pegboard::sweep::bitmap_bytes(&board.vacate(board.hole("d4")?)).unwrap();
/// assert!(bytes < 10_000_000); // one bit for each position of the class would be 67,108,864
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bitmap_bytes(start: &Position) -> Option<u64> {
    let board = start.board();
    Layout::new(board, &board.stabilizer(&[&[start.code()]]))?.bytes()
}

/// Returns the size in bytes of the bitmaps for the winning positions of a problem.
pub(crate) fn winning_bitmap_bytes(problem: &Problem) -> Option<u64> {
    let (start, finish) = (problem.start(), Finish::of_problem(problem));
    let layout = Layout::new(problem.board(), &fixing_ends(start, finish.as_ref()))?;
    let listed = finish.as_ref().map_or(&[][..], Finish::codes);
    bytes_of_sweep(&layout, listed == [start.complement().code()])
}

/// Returns the size in bytes of the bitmaps of a sweep: one from each end, unless one end suffices.
fn bytes_of_sweep(layout: &Layout, from_one_end: bool) -> Option<u64> {
    layout
        .bytes()?
        .checked_mul(if from_one_end { 1 } else { 2 })
}

/// Set of positions of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionSet {
    /// F: reachable from the start.
    Reachable,
    /// W: reachable from the start, and a finish is reachable.
    Winning,
    /// L: one jump below a winning position, and not winning.
    JustLost,
}

/// All positions of a game, with their counts by level.
pub struct Sweep {
    positions: Box<dyn AnyPositions>,
    levels: Vec<LevelSizes>,
    symmetries: Vec<Symmetry>,
    elapsed: Duration,
}

impl Sweep {
    /// Computes F, W and L of a problem. Only finishes in the start's position class count. A problem that asks for the
    /// fewest pegs has no finish, so only F is computed.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if memory or disk space runs out or the control stops the call.
    pub fn of_problem(
        problem: &Problem,
        symmetry: SymmetryUse,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Sweep, SweepError> {
        Sweep::answering(
            SweepQuestion::of_problem(problem, symmetry),
            options,
            control,
        )
    }

    /// Computes F, the positions reachable from a start.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if memory or disk space runs out or the control stops the call.
    pub fn from_start(
        start: &Position,
        symmetry: SymmetryUse,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Sweep, SweepError> {
        Sweep::answering(SweepQuestion::from_start(start, symmetry), options, control)
    }

    fn answering(
        question: SweepQuestion<'_>,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Sweep, SweepError> {
        let engine = options.engine(question.start.board());
        control.ended(with_engine!(&engine, |engine| sweep(
            engine, question, options, control
        )))
    }

    /// Returns the sizes of the nonempty levels, beginning with the start.
    pub fn levels(&self) -> &[LevelSizes] {
        &self.levels
    }

    /// Returns the symmetries that define the classes; the identity comes first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns the duration of the sweep.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the method used, which is never [`SweepMethod::Auto`].
    pub fn method(&self) -> SweepMethod {
        self.positions.method()
    }

    /// Returns the codes of a set with this many pegs, ascending and canonical under the symmetries of the sweep.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if the sets and the codes do not fit the memory limit of this call, if a scratch file cannot be
    /// read, or if the control stops the call.
    pub fn codes(
        &self,
        set: PositionSet,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, SweepError> {
        let Some(level) = self.levels.iter().find(|level| level.pegs == pegs) else {
            return Ok(Vec::new());
        };
        let level = (pegs, level.size(set));
        control.ended(self.positions.codes(set, level, Part::whole(control)))
    }
}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

/// [`Positions`] of either word width.
trait AnyPositions: Send + Sync {
    fn method(&self) -> SweepMethod;

    fn codes(
        &self,
        set: PositionSet,
        level: (usize, u64),
        part: Part<'_>,
    ) -> Result<Vec<u128>, SweepError>;
}

impl<B: Bits> AnyPositions for Positions<B> {
    fn method(&self) -> SweepMethod {
        self.method()
    }

    fn codes(
        &self,
        set: PositionSet,
        level: (usize, u64),
        part: Part<'_>,
    ) -> Result<Vec<u128>, SweepError> {
        self.level(set, level, part)
    }
}

fn sweep<B: Bits>(
    engine: &Engine<B>,
    question: SweepQuestion<'_>,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Sweep, SweepError> {
    let begin = control.elapsed();
    let part = SweepPart {
        part: Part::whole(control),
        share: 0.5,
    };
    let task = question.task(engine);
    let (symmetries, finished) = (task.symmetries().len(), RefCell::new(None));
    let keep = |levels: Vec<LevelSizes>, is_complete| {
        if !levels.is_empty() {
            *finished.borrow_mut() = Some(FinishedLevels {
                levels,
                is_complete,
                symmetries,
                elapsed: control.elapsed() - begin,
            });
        }
    };
    let found = Positions::all_or_finished(engine, task, options, part, keep);
    let (positions, rest) = found.map_err(|error| match finished.take() {
        Some(finished) if error.limit().is_some() => SweepError::Unfinished {
            error: Box::new(error),
            finished,
        },
        _ => error,
    })?;
    let levels = positions.levels(rest)?;
    Ok(Sweep {
        levels,
        symmetries: positions.task().symmetries().to_vec(),
        elapsed: control.elapsed() - begin,
        positions: Box::new(positions),
    })
}
