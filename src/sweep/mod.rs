//! All positions of a game, level by level: those that can be reached, those that can still win, and those
//! one jump past the last chance.
//!
//! For `n` pegs, `F_n` is what can be reached from the start, `B_n` that from which a finish can be reached, `W_n = F_n ∩ B_n`
//! the winning positions, and `L_n` the positions one jump below a winning one that are not winning.
//!
//! There are two ways to keep positions, and they give the same sets:
//!
//! | method | memory | speed | where |
//! |---|---|---|---|
//! | bitmap | a bit for each position of the start's position class up to most symmetries; two bitmaps unless the finish is the start's complement | all 23,475,688 classes of the English central game in a fraction of a second | boards up to about 40 holes |
//! | lists ([`levels`](crate::levels)) | without a scratch folder everything found, packed to 1 to 3 bytes a class; with one as much as is allowed, the rest on disk | about 40 million jumps a second and thread | everywhere |
//!
//! ```
//! use pegboard::engine::Engine;
//! use pegboard::sweep::{Sweep, SweepOptions, SweepTask, SymmetryUse};
//! use pegboard::{Board, Problem};
//! let board = Board::library("triangle5")?;
//! let corner = board.hole("a1")?;
//! let engine = Engine::<u64>::new(&board);
//! let task = SweepTask::of_problem(&engine, &Problem::svss(&board, corner, corner), SymmetryUse::Classes);
//! let sweep = Sweep::run(&engine, task, &SweepOptions::default())?;
//! let level = sweep.levels().iter().find(|level| level.pegs == 10).unwrap();
//! assert_eq!((level.reachable, level.winning, level.losing), (62, Some(18), Some(20)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dense;
mod error;
mod gather;
mod level_codes;
mod levels;
mod lists;
mod options;
mod solvable;
mod task;

pub use error::SweepError;
pub(crate) use level_codes::LevelCodes;
pub use levels::LevelSizes;
pub use options::{SweepMethod, SweepOptions, SweepProgress};
pub use solvable::{SolvablePositions, solvable_bytes};
pub use task::SweepTask;

use crate::board::Position;
use crate::control::{Control, Limits, Progress};
use crate::engine::{Bits, Engine};
use dense::{DenseSweep, Layout, Set};
use gather::dense_codes;
use levels::{dense_levels, listed_levels};
use lists::{LevelsByPegs, ListedSweep, ReachedLevels};
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

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

/// Told how far a sweep is; answers whether to go on.
pub type SweepObserver<'a> = dyn Fn(&SweepProgress) -> ControlFlow<()> + Sync + 'a;

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
#[derive(Debug)]
pub struct Sweep<B> {
    task: SweepTask<B>,
    levels: Vec<LevelSizes>,
    positions: Positions,
    elapsed: Duration,
}

#[derive(Debug)]
enum Positions {
    Dense(Box<DenseSweep>),
    Listed { reached: ReachedLevels, winning: LevelsByPegs, losing: LevelsByPegs },
}

impl<B: Bits> Sweep<B> {
    /// Finds F, and with finishes W and L.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice.
    pub fn run(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
    ) -> Result<Sweep<B>, SweepError> {
        Sweep::run_observed(engine, task, options, &|_| ControlFlow::Continue(()))
    }

    /// The same; `observer` is told how far it is, and cancels with `Break`.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
    pub fn run_observed(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<Sweep<B>, SweepError> {
        let began = Instant::now();
        let (positions, levels) = match dense_sweep(&task, options, observer)? {
            Some(dense) => {
                let levels = dense_levels(engine.jumps(), &task, &dense);
                (Positions::Dense(Box::new(dense)), levels)
            }
            None => with_lists(engine, &task, options, observer, |sweep| {
                let reached = sweep.forward(0)?;
                let winning = sweep.winning_levels()?;
                let losing = sweep.losing_levels(&winning)?;
                let levels = listed_levels(&task, &reached, &winning, &losing);
                Ok((Positions::Listed { reached, winning, losing }, levels))
            })?,
        };
        Ok(Sweep { task, levels, positions, elapsed: began.elapsed() })
    }

    /// What was swept.
    pub fn task(&self) -> &SweepTask<B> {
        &self.task
    }

    /// The sizes of the levels that are not empty, that of the start first.
    pub fn levels(&self) -> &[LevelSizes] {
        &self.levels
    }

    /// The time it took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// How positions were kept: never [`SweepMethod::Auto`].
    pub fn method(&self) -> SweepMethod {
        match self.positions {
            Positions::Dense(_) => SweepMethod::Bitmap,
            Positions::Listed { .. } => SweepMethod::Lists,
        }
    }

    /// The canonical codes of a set with so many pegs, ascending. (Canonical under the symmetries of the task.)
    ///
    /// # Errors
    ///
    /// [`SweepError`] when a scratch file cannot be read.
    pub fn codes(&self, set: PositionSet, pegs: usize) -> Result<Vec<B>, SweepError> {
        match (&self.positions, set) {
            (Positions::Dense(dense), _) => {
                Ok(dense_codes(&self.task, dense, set.into(), pegs..=pegs).swap_remove(pegs))
            }
            (Positions::Listed { reached, .. }, PositionSet::Reachable) => Ok(reached.codes(pegs)?),
            (Positions::Listed { winning, .. }, PositionSet::Winning) => Ok(winning.codes(pegs)?),
            (Positions::Listed { losing, .. }, PositionSet::Losing) => Ok(losing.codes(pegs)?),
        }
    }

    /// The canonical codes of a set by the number of pegs, each list ascending; there is a list for each number up to the
    /// board's holes.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when a scratch file cannot be read.
    pub fn codes_by_pegs(&self, set: PositionSet) -> Result<Vec<Vec<B>>, SweepError> {
        match &self.positions {
            Positions::Dense(dense) => Ok(dense_codes(&self.task, dense, set.into(), self.task.all_pegs())),
            Positions::Listed { .. } => self.task.all_pegs().map(|pegs| self.codes(set, pegs)).collect(),
        }
    }
}

/// The winning positions alone: canonical codes by the number of pegs, each list ascending. There is a list for each number up
/// to the board's holes; those of numbers that are not asked for are empty.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
pub fn winning_codes<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    pegs: RangeInclusive<usize>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<Vec<Vec<B>>, SweepError> {
    LevelCodes::winning(engine, task, options, observer)?.codes(pegs)
}

/// A sweep by bitmap, unless another method is wanted or has to be.
fn dense_sweep<B: Bits>(
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<Option<DenseSweep>, SweepError> {
    let Some(layout) = Layout::new(task.board(), task.symmetries()) else { return Ok(None) };
    let bitmaps = if task.finishes().is_empty() || task.is_complement() { 1 } else { 2 };
    let Some(bytes) = layout.bytes().and_then(|bytes| bytes.checked_mul(bitmaps)) else { return Ok(None) };
    let wanted = match options.method {
        SweepMethod::Bitmap => true,
        SweepMethod::Lists => false,
        SweepMethod::Auto => options.scratch.is_none() && bytes <= options.memory_limit(),
    };
    if !wanted {
        return Ok(None);
    }
    let go_on = bitmap_progress(observer);
    let narrow = |code: &B| code.words().0;
    let finishes: Vec<u64> = task.finishes().iter().map(narrow).collect();
    let (start, threads) = (narrow(&task.start()), options.thread_count());
    let sweep = DenseSweep::new(task.board(), layout, start, &finishes, task.symmetries(), threads, &go_on);
    match sweep {
        Ok(Some(sweep)) => Ok(Some(sweep)),
        Ok(None) => Err(SweepError::Cancelled),
        Err(error) => Err(SweepError::NoBitmap { bytes, error }),
    }
}

/// Tells the observer which share of a bitmap is done; answers whether to go on.
fn bitmap_progress<'a>(observer: &'a SweepObserver<'_>) -> impl Fn(f64) -> bool + Sync + 'a {
    let began = Instant::now();
    move |done| {
        let (phase, elapsed) = ("bitmap".to_owned(), began.elapsed());
        let progress = SweepProgress { phase, done, is_whole: true, elapsed, phase_elapsed: elapsed };
        observer(&progress).is_continue()
    }
}

fn with_lists<B: Bits, T>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
    work: impl FnOnce(&ListedSweep<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let observe = |progress: &Progress| {
        observer(&SweepProgress {
            phase: progress.phase.clone(),
            done: progress.done.unwrap_or(0.0),
            is_whole: true,
            elapsed: progress.elapsed,
            phase_elapsed: progress.elapsed,
        })
    };
    let limits =
        Limits { memory: Some(options.memory_limit()), threads: options.threads, ..Limits::default() };
    let control = Control::new(limits).watched_by(&observe);
    let folder = options.scratch.as_deref();
    let result = ListedSweep::new(engine, task, folder, &control).and_then(|sweep| work(&sweep));
    control.resume_panic();
    match (result, folder) {
        (Err(SweepError::Cancelled), Some(folder)) => Err(SweepError::Stopped { folder: folder.to_owned() }),
        (result, _) => result,
    }
}

impl From<PositionSet> for Set {
    fn from(set: PositionSet) -> Set {
        match set {
            PositionSet::Reachable => Set::Reachable,
            PositionSet::Winning => Set::Winning,
            PositionSet::Losing => Set::Losing,
        }
    }
}
