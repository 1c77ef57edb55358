use super::dense::{DenseSweep, Layout, NoBitmap};
use super::gather::{CodesByPegs, Sizes, dense_codes};
use super::levels::{LevelSizes, dense_levels, dense_sizes, listed_levels};
use super::lists::{LevelsByPegs, ListedSweep, ReachedLevels, machine};
use super::{PositionSet, SweepError, SweepMethod, SweepOptions, SweepTask, bytes_of_sweep};
use crate::control::{Control, LimitReached, Limits, Part};
use crate::engine::{Bits, Engine};
use crate::levels::Machine;
use std::ops::RangeInclusive;
use std::path::Path;

/// The positions of a task, in bitmaps or lists; their codes are gathered when they are asked for.
///
/// The memory allowed is for both: what the bitmaps and lists leave of it is for codes, and for what is made
/// of them.
#[derive(Debug)]
pub(crate) struct Positions<B> {
    task: SweepTask<B>,
    kept: Kept,
    /// The bytes allowed.
    limit: u64,
    /// The bytes that are left.
    memory: u64,
}

#[derive(Debug)]
enum Kept {
    Dense(Box<DenseSweep>),
    /// Levels of sets that were not asked for are missing.
    Listed {
        reachable: ReachedLevels,
        winning: LevelsByPegs,
        losing: LevelsByPegs,
    },
}

/// What a sweep by lists is asked for.
type ByLists<'a, B> = dyn Fn(&ListedSweep<'_, B, Machine<'_, B>>) -> Result<Kept, SweepError> + 'a;

/// A part of a call that begins with a sweep.
#[derive(Clone, Copy)]
pub(crate) struct SweepPart<'a> {
    pub(crate) part: Part<'a>,
    /// The share of it that a sweep by a bitmap takes.
    pub(crate) share: f64,
}

impl<'a> SweepPart<'a> {
    /// The sweep, and what comes after it.
    fn cut(self, method: SweepMethod) -> (Part<'a>, Part<'a>) {
        let share = match method {
            SweepMethod::Lists => {
                TIME_BY_LISTS * self.share / (1.0 + (TIME_BY_LISTS - 1.0) * self.share)
            }
            SweepMethod::Auto | SweepMethod::Bitmap => self.share,
        };
        (self.part.part(0.0, share), self.part.part(share, 1.0))
    }
}

/// How many times as long as by a bitmap a sweep takes by lists, roughly.
const TIME_BY_LISTS: f64 = 16.0;

/// The constructors give what comes after the sweep, too.
impl<B: Bits> Positions<B> {
    /// All three sets.
    pub(crate) fn all<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        Positions::find(engine, task, options, part, &|sweep| {
            let (reachable, winning) = (sweep.forward(0)?, sweep.winning_levels()?);
            let losing = sweep.losing_levels(&winning)?;
            Ok(Kept::Listed {
                reachable,
                winning,
                losing,
            })
        })
    }

    /// W. By lists, nothing else is known then.
    pub(crate) fn winning<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        Positions::find(engine, task, options, part, &|sweep| {
            let (reachable, losing) = (ReachedLevels::default(), LevelsByPegs::default());
            Ok(Kept::Listed {
                reachable,
                winning: sweep.winning_levels()?,
                losing,
            })
        })
    }

    /// By a bitmap, unless another method is wanted or has to be, or lists are much smaller.
    fn find<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
        by_lists: &ByLists<'_, B>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        let limit = part.part.control().memory();
        let layout = dense_layout(&task, options, limit)?;
        let method = layout
            .as_ref()
            .map_or(SweepMethod::Lists, |_| SweepMethod::Bitmap);
        let (sweep, rest) = part.cut(method);
        let kept = match layout {
            None => with_lists(engine, &task, options.scratch.as_deref(), sweep, by_lists)?,
            Some(layout) => {
                let may_be_short = options.method == SweepMethod::Auto && has_few_pegs(&task);
                let short = match may_be_short {
                    true => by_short_lists(engine, &task, &layout, sweep, by_lists)?,
                    false => None,
                };
                match short {
                    Some(kept) => kept,
                    None => Kept::Dense(Box::new(dense_sweep(&task, layout, sweep)?)),
                }
            }
        };
        let memory = limit.saturating_sub(kept.bytes());
        Ok((
            Positions {
                task,
                kept,
                limit,
                memory,
            },
            rest,
        ))
    }

    /// What was swept.
    pub(crate) fn task(&self) -> &SweepTask<B> {
        &self.task
    }

    pub(super) fn method(&self) -> SweepMethod {
        match self.kept {
            Kept::Dense(_) => SweepMethod::Bitmap,
            Kept::Listed { .. } => SweepMethod::Lists,
        }
    }

    /// The sizes of the levels of all sets, from the start's down.
    pub(super) fn levels(&self, part: Part<'_>) -> Result<Vec<LevelSizes>, LimitReached> {
        match &self.kept {
            Kept::Dense(sweep) => dense_levels(&self.task, sweep, part),
            Kept::Listed {
                reachable,
                winning,
                losing,
            } => Ok(listed_levels(&self.task, reachable, winning, losing)),
        }
    }

    /// The sizes of a set.
    pub(crate) fn sizes(&self, set: PositionSet, part: Part<'_>) -> Result<Sizes, LimitReached> {
        match &self.kept {
            Kept::Dense(sweep) => Ok(dense_sizes(sweep, set, part)?.to_vec()),
            Kept::Listed { .. } => Ok(self
                .task
                .all_pegs()
                .map(|pegs| self.listed_size(set, pegs))
                .collect()),
        }
    }

    /// The bytes that there are for codes and what is made of them.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// An error that says how much more memory is needed.
    pub(crate) fn out_of_memory(&self, needed: u64) -> SweepError {
        SweepError::NoRoom {
            limit: self.limit,
            least: self.limit - self.memory + needed,
        }
    }

    /// The codes of a set with this many pegs, each list ascending. There is a list for each number of pegs
    /// up to the board's holes; those of numbers that are not asked for are empty. Give the sizes where
    /// they are known: where memory does not suffice, nothing is gathered then.
    pub(crate) fn codes(
        &self,
        set: PositionSet,
        pegs: RangeInclusive<usize>,
        sizes: Option<&Sizes>,
        part: Part<'_>,
    ) -> Result<CodesByPegs<B>, SweepError> {
        let found;
        let sizes = match sizes {
            Some(sizes) => sizes,
            None => {
                found = self.sizes(set, part.part(0.0, 0.2))?;
                &found
            }
        };
        let count: u64 = pegs.clone().filter_map(|pegs| sizes.get(pegs)).sum();
        let bytes = count * size_of::<B>() as u64;
        if bytes > self.memory {
            return Err(self.out_of_memory(bytes));
        }
        self.gather(set, pegs, Some(sizes), part.part(0.2, 1.0))
    }

    /// The codes of one level, whatever memory they take.
    pub(super) fn level(
        &self,
        set: PositionSet,
        pegs: usize,
        part: Part<'_>,
    ) -> Result<Vec<B>, SweepError> {
        let mut levels = self.gather(set, pegs..=pegs, None, part)?;
        Ok(levels.get_mut(pegs).map(std::mem::take).unwrap_or_default())
    }

    fn gather(
        &self,
        set: PositionSet,
        pegs: RangeInclusive<usize>,
        sizes: Option<&Sizes>,
        part: Part<'_>,
    ) -> Result<CodesByPegs<B>, SweepError> {
        match &self.kept {
            Kept::Dense(sweep) => Ok(dense_codes(&self.task, sweep, set, pegs, sizes, part)?),
            Kept::Listed { .. } => {
                let list = |count| match pegs.contains(&count) {
                    true => self.listed_codes(set, count, part.control()),
                    false => Ok(Vec::new()),
                };
                self.task.all_pegs().map(list).collect()
            }
        }
    }

    fn listed_size(&self, set: PositionSet, pegs: usize) -> u64 {
        match (&self.kept, set) {
            (Kept::Dense(_), _) => 0,
            (Kept::Listed { reachable, .. }, PositionSet::Reachable) => reachable.size(pegs),
            (Kept::Listed { winning, .. }, PositionSet::Winning) => winning.size(pegs),
            (Kept::Listed { losing, .. }, PositionSet::Losing) => losing.size(pegs),
        }
    }

    fn listed_codes(
        &self,
        set: PositionSet,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<B>, SweepError> {
        let codes = match (&self.kept, set) {
            (Kept::Dense(_), _) => Ok(Vec::new()),
            (Kept::Listed { reachable, .. }, PositionSet::Reachable) => {
                reachable.codes(pegs, control)
            }
            (Kept::Listed { winning, .. }, PositionSet::Winning) => winning.codes(pegs, control),
            (Kept::Listed { losing, .. }, PositionSet::Losing) => losing.codes(pegs, control),
        };
        Ok(codes?)
    }
}

impl Kept {
    /// The bytes of memory that it takes.
    fn bytes(&self) -> u64 {
        match self {
            Kept::Dense(sweep) => sweep.bytes(),
            Kept::Listed {
                reachable,
                winning,
                losing,
            } => reachable.memory() + winning.memory() + losing.memory(),
        }
    }
}

fn with_lists<B: Bits, T>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    folder: Option<&Path>,
    part: Part<'_>,
    work: impl FnOnce(&ListedSweep<'_, B, Machine<'_, B>>) -> Result<T, SweepError>,
) -> Result<T, SweepError> {
    let result = machine(task, folder, part)
        .and_then(|machine| work(&ListedSweep::new(engine, task, &machine)));
    result.map_err(|error| match error {
        SweepError::Stopped { limit, .. } => SweepError::Stopped {
            limit,
            folder: folder.filter(|path| path.is_dir()).map(Path::to_owned),
        },
        error => error,
    })
}

/// Whether the games are so short that they can pass through few positions: a bitmap has room for all of the class,
/// whatever the start.
fn has_few_pegs<B: Bits>(task: &SweepTask<B>) -> bool {
    2 * task.start().count() as usize <= task.board().hole_count()
}

/// By lists, as long as these take a small part of the time of bitmaps; `None` where there are too many positions.
fn by_short_lists<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    layout: &Layout,
    part: Part<'_>,
    by_lists: &ByLists<'_, B>,
) -> Result<Option<Kept>, SweepError> {
    let control = part.control();
    let positions = layout
        .bytes()
        .map(|bytes| bytes / BYTES_FOR_A_LISTED_POSITION);
    let limits = Limits {
        nodes: positions,
        time: None,
        ..control.limits().clone()
    };
    let kept = control.beside(limits, |short| {
        with_lists(engine, task, None, Part::whole(short), by_lists)
    });
    match kept {
        Err(error) if error.is_limit() && control.limit_reached().is_none() => Ok(None),
        kept => kept.map(Some),
    }
}

/// Bytes of a bitmap that are filled in some hundredths of the time that a position of a list takes.
const BYTES_FOR_A_LISTED_POSITION: u64 = 1 << 11;

/// The layout of the bitmaps, where positions are to be kept in them.
fn dense_layout<B: Bits>(
    task: &SweepTask<B>,
    options: &SweepOptions,
    limit: u64,
) -> Result<Option<Layout>, SweepError> {
    let layout = Layout::new(task.board(), task.symmetries());
    let from_one_end = task.finishes().is_empty() || task.is_complement();
    let bytes = layout
        .as_ref()
        .and_then(|layout| bytes_of_sweep(layout, from_one_end));
    let fits = bytes.is_some_and(|bytes| bytes <= limit);
    match options.method {
        SweepMethod::Lists => Ok(None),
        SweepMethod::Auto if options.scratch.is_some() || !fits => Ok(None),
        SweepMethod::Bitmap if !fits => Err(match bytes {
            Some(least) => SweepError::BitmapTooLarge { limit, least },
            None => SweepError::BoardTooLarge,
        }),
        SweepMethod::Auto | SweepMethod::Bitmap => Ok(layout),
    }
}

fn dense_sweep<B: Bits>(
    task: &SweepTask<B>,
    layout: Layout,
    part: Part<'_>,
) -> Result<DenseSweep, SweepError> {
    let narrow = |code: &B| code.words().0;
    let finishes: Vec<u64> = task.finishes().iter().map(narrow).collect();
    let bytes = layout.bytes().unwrap_or(u64::MAX);
    let sweep = DenseSweep::new(
        task.board(),
        layout,
        narrow(&task.start()),
        &finishes,
        task.symmetries(),
        part,
    );
    sweep.map_err(|error| no_bitmap(bytes, error))
}

/// Why there is no bitmap of this many bytes.
pub(super) fn no_bitmap(bytes: u64, error: NoBitmap) -> SweepError {
    match error {
        NoBitmap::NoMemory(error) => SweepError::NoBitmap { bytes, error },
        NoBitmap::Stopped(limit) => limit.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Phase, Progress};
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    /// Where the end of the sweep is, as the two parts say it.
    fn end_of_sweep(share: f64, method: SweepMethod) -> [f64; 2] {
        [true, false].map(|of_sweep| {
            let seen = Mutex::new(None);
            let observer = |progress: &Progress| {
                *seen.lock().unwrap() = progress.done;
                ControlFlow::Continue(())
            };
            let control = Control::default().watched_by(&observer);
            let (sweep, rest) = SweepPart {
                part: Part::whole(&control),
                share,
            }
            .cut(method);
            let (part, done) = if of_sweep { (sweep, 1.0) } else { (rest, 0.0) };
            part.tick(1, || Phase::done("test", done)).unwrap();
            seen.into_inner().unwrap().unwrap()
        })
    }

    #[test]
    fn a_sweep_by_lists_is_more_of_a_call_than_one_by_a_bitmap() {
        assert_eq!(end_of_sweep(0.5, SweepMethod::Bitmap), [0.5; 2]);
        assert_eq!(end_of_sweep(0.5, SweepMethod::Lists), [16.0 / 17.0; 2]);
        for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
            assert_eq!(end_of_sweep(1.0, method), [1.0; 2]);
        }
    }
}
