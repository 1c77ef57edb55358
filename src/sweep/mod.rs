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
//! | bitmap | a bit for each position of the start's position class; two bitmaps unless the finish is the start's complement | all 23,475,688 classes of the English central game in a fraction of a second | boards up to about 40 holes |
//! | lists | 8 or 16 bytes for each class reached; beyond the memory allowed, 1 to 3 bytes on disk | about ten million jumps a second and thread | everywhere |
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
mod listed;
mod options;
mod task;

pub use error::SweepError;
pub use options::{SweepMethod, SweepOptions, SweepProgress};
pub use task::{SweepTask, SymmetryUse};

use crate::engine::{Bits, Engine, JumpTable};
use dense::{DenseSweep, Set, Visitor};
use listed::{CodesByPegs, ListedSweep, ReachedLevels};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The bytes of a bitmap with a bit for each position of one class; `None` where it cannot be had.
pub fn bitmap_bytes(board: &crate::Board) -> Option<u64> {
    dense::bitmap_bytes(board)
}

/// Told how far a sweep is; answers whether to go on.
pub type SweepObserver<'a> = dyn Fn(&SweepProgress) -> ControlFlow<()> + Sync + 'a;

/// The sizes of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelSizes {
    /// Pegs.
    pub pegs: usize,
    /// Jumps from the start to here.
    pub jumps: usize,
    /// The size of F.
    pub reachable: u64,
    /// The size of W; `None` without a finish.
    pub winning: Option<u64>,
    /// The size of L; `None` without a finish.
    pub losing: Option<u64>,
    /// Jumps that the positions of F allow, all together.
    pub jumps_tried: u64,
    /// The time that the level took; `None` where levels are not made one after the other.
    pub seconds: Option<f64>,
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
#[derive(Debug)]
pub struct Sweep<B> {
    task: SweepTask<B>,
    levels: Vec<LevelSizes>,
    positions: Positions<B>,
    elapsed: Duration,
}

#[derive(Debug)]
enum Positions<B> {
    Dense(Box<DenseSweep>),
    Listed { reached: ReachedLevels<B>, winning: CodesByPegs<B>, losing: CodesByPegs<B> },
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
                let winning = sweep.winning()?;
                let losing = sweep.losing(&winning)?;
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
        let of = |lists: &CodesByPegs<B>| lists.get(pegs).cloned().unwrap_or_default();
        match (&self.positions, set) {
            (Positions::Dense(dense), _) => {
                Ok(dense_codes(dense, dense_set(set), Some(pegs)).swap_remove(pegs))
            }
            (Positions::Listed { reached, .. }, PositionSet::Reachable) => reached.codes(pegs),
            (Positions::Listed { winning, .. }, PositionSet::Winning) => Ok(of(winning)),
            (Positions::Listed { losing, .. }, PositionSet::Losing) => Ok(of(losing)),
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
            Positions::Dense(dense) => Ok(dense_codes(dense, dense_set(set), None)),
            Positions::Listed { .. } => {
                (0..=self.task.board().hole_count()).map(|pegs| self.codes(set, pegs)).collect()
            }
        }
    }
}

/// The canonical codes of what can be reached, by pegs and in no order.
pub(crate) fn reachable_codes<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<Vec<Vec<B>>, SweepError> {
    let start_only = task.without_finishes();
    match dense_sweep(&start_only, options, observer)? {
        Some(dense) => Ok(gathered(&dense, Set::Reachable, None)),
        None => with_lists(engine, &start_only, options, observer, |sweep| {
            let reached = sweep.forward(0)?;
            (0..=task.board().hole_count()).map(|pegs| reached.codes(pegs)).collect()
        }),
    }
}

/// The winning positions alone: canonical codes by the number of pegs, each list ascending. There is a list for each number up
/// to the board's holes.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
pub fn winning_codes<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<Vec<Vec<B>>, SweepError> {
    match dense_sweep(task, options, observer)? {
        Some(dense) => Ok(dense_codes(&dense, Set::Winning, None)),
        None => with_lists(engine, task, options, observer, |sweep| sweep.winning()),
    }
}

/// A sweep by bitmap, unless another method is wanted or has to be.
fn dense_sweep<B: Bits>(
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
) -> Result<Option<DenseSweep>, SweepError> {
    let bitmaps = if task.finishes().is_empty() || task.is_complement() { 1 } else { 2 };
    let bytes = dense::bitmap_bytes(task.board()).and_then(|bytes| bytes.checked_mul(bitmaps));
    let Some(bytes) = bytes else { return Ok(None) };
    let wanted = match options.method {
        SweepMethod::Bitmap => true,
        SweepMethod::Lists => false,
        SweepMethod::Auto => options.scratch.is_none() && bytes <= options.memory_limit(),
    };
    if !wanted {
        return Ok(None);
    }
    let began = Instant::now();
    let go_on = |done: f64| {
        let progress =
            SweepProgress { phase: "bitmap".to_owned(), done, is_whole: true, elapsed: began.elapsed() };
        observer(&progress).is_continue()
    };
    let narrow = |code: &B| code.words().0;
    let finishes: Vec<u64> = task.finishes().iter().map(narrow).collect();
    let (start, threads) = (narrow(&task.start()), options.thread_count());
    let sweep = DenseSweep::new(task.board(), start, &finishes, task.symmetries(), threads, &go_on);
    match sweep {
        Ok(Some(sweep)) => Ok(Some(sweep)),
        Ok(None) => Err(SweepError::Cancelled),
        Err(error) => Err(SweepError::NoBitmap { bytes, error }),
    }
}

fn with_lists<B: Bits, T>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    options: &SweepOptions,
    observer: &SweepObserver<'_>,
    work: impl FnOnce(&ListedSweep<'_, B>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let began = Instant::now();
    let observe = |pegs: usize, expanded: u64, all: u64| {
        let done = expanded as f64 / all.max(1) as f64;
        let progress =
            SweepProgress { phase: format!("{pegs} pegs"), done, is_whole: false, elapsed: began.elapsed() };
        observer(&progress).is_continue()
    };
    let (memory, threads) = (options.memory_limit(), options.thread_count());
    let folder = options.scratch.as_deref();
    work(&ListedSweep::new(engine, task, memory, threads, folder, &observe)?)
}

fn dense_set(set: PositionSet) -> Set {
    match set {
        PositionSet::Reachable => Set::Reachable,
        PositionSet::Winning => Set::Winning,
        PositionSet::Losing => Set::Losing,
    }
}

/// Gathers codes by their number of pegs.
struct Gather<B> {
    /// Only those with so many pegs.
    pegs: Option<usize>,
    codes: CodesByPegs<B>,
}

impl<B: Bits> Visitor for Gather<B> {
    #[inline(always)]
    fn visit(&mut self, code: u64) {
        let pegs = code.count_ones() as usize;
        if self.pegs.is_none_or(|wanted| wanted == pegs) {
            self.codes[pegs].push(B::from_words(code, 0));
        }
    }
}

fn dense_codes<B: Bits>(sweep: &DenseSweep, set: Set, pegs: Option<usize>) -> CodesByPegs<B> {
    let mut codes = gathered(sweep, set, pegs);
    for list in &mut codes {
        list.sort_unstable();
    }
    codes
}

/// The codes of a set, in no order.
fn gathered<B: Bits>(sweep: &DenseSweep, set: Set, pegs: Option<usize>) -> CodesByPegs<B> {
    let new = || Gather { pegs, codes: vec![Vec::new(); 65] };
    let mut gathered = sweep.visit(set, new).into_iter();
    let mut codes = gathered.next().map_or_else(Vec::new, |first| first.codes);
    for more in gathered {
        for (list, more) in codes.iter_mut().zip(more.codes) {
            list.extend(more);
        }
    }
    codes
}

/// Positions whose jumps are counted together.
const TOGETHER: usize = 16;

/// Counts positions and the jumps that they allow.
struct Tally<'a> {
    jumps: &'a JumpTable<u64>,
    levels: Box<[LevelTally; 65]>,
}

#[derive(Clone, Copy, Default)]
struct LevelTally {
    positions: u64,
    jumps: u64,
    waiting: [u64; TOGETHER],
}

impl Visitor for Tally<'_> {
    #[inline(always)]
    fn visit(&mut self, code: u64) {
        let level = &mut self.levels[code.count_ones() as usize];
        level.waiting[level.positions as usize % TOGETHER] = code;
        level.positions += 1;
        if level.positions.is_multiple_of(TOGETHER as u64) {
            level.jumps += self.jumps.count_in(&level.waiting);
        }
    }
}

impl Tally<'_> {
    fn count_waiting(&mut self) {
        for level in self.levels.iter_mut() {
            let rest = level.positions as usize % TOGETHER;
            level.waiting[rest..].fill(0); // no pegs allow no jumps
            level.jumps += self.jumps.count_in(&level.waiting);
        }
    }
}

/// Counts positions.
struct Sizes([u64; 65]);

impl Visitor for Sizes {
    #[inline(always)]
    fn visit(&mut self, code: u64) {
        self.0[code.count_ones() as usize] += 1;
    }
}

fn dense_levels<B: Bits>(jumps: &JumpTable<B>, task: &SweepTask<B>, sweep: &DenseSweep) -> Vec<LevelSizes> {
    let jumps = jumps.narrowed();
    let new = || Tally { jumps: &jumps, levels: Box::new([LevelTally::default(); 65]) };
    let mut tallies = sweep.visit(Set::Reachable, new);
    tallies.iter_mut().for_each(Tally::count_waiting);
    let sizes = |set: Set| {
        let counts = sweep.visit(set, || Sizes([0; 65]));
        counts
            .iter()
            .fold([0; 65], |sum: [u64; 65], more| std::array::from_fn(|pegs| sum[pegs] + more.0[pegs]))
    };
    let has_finish = !task.finishes().is_empty();
    let winning = has_finish.then(|| sizes(Set::Winning));
    let losing = has_finish.then(|| sizes(Set::Losing));
    let top = task.start().count() as usize;
    let level = |pegs: usize| LevelSizes {
        pegs,
        jumps: top - pegs,
        reachable: tallies.iter().map(|tally| tally.levels[pegs].positions).sum(),
        winning: winning.map(|sizes| sizes[pegs]),
        losing: losing.map(|sizes| sizes[pegs]),
        jumps_tried: tallies.iter().map(|tally| tally.levels[pegs].jumps).sum(),
        seconds: None,
    };
    (0..=top).rev().map(level).filter(|level| level.reachable > 0).collect()
}

fn listed_levels<B: Bits>(
    task: &SweepTask<B>,
    reached: &ReachedLevels<B>,
    winning: &CodesByPegs<B>,
    losing: &CodesByPegs<B>,
) -> Vec<LevelSizes> {
    let top = task.start().count() as usize;
    let has_finish = !task.finishes().is_empty();
    let statistics: Vec<_> = reached.statistics().collect();
    let tried_from =
        |pegs: usize| statistics.iter().find(|level| level.0 + 1 == pegs).map_or(0, |level| level.2);
    let level = |&(pegs, reachable, _, seconds): &(usize, u64, u64, f64)| LevelSizes {
        pegs,
        jumps: top - pegs,
        reachable,
        winning: has_finish.then(|| winning[pegs].len() as u64),
        losing: has_finish.then(|| losing[pegs].len() as u64),
        jumps_tried: tried_from(pegs),
        seconds: Some(seconds),
    };
    statistics.iter().map(level).filter(|level| level.reachable > 0).collect()
}
