use super::dense::{DenseSweep, Layout, NoBitmap};
use super::gather::{CodesByPegs, Sizes, dense_codes};
use super::levels::{LevelSizes, dense_levels, dense_sizes, finished_levels, listed_levels};
use super::lists::{LevelsByPegs, ListedSweep, machine};
use super::{PositionSet, SweepError, SweepMethod, SweepOptions, SweepTask, bytes_of_sweep};
use crate::control::{Control, LimitReached, Limits, Part, allocation};
use crate::engine::{Bits, Engine};
use crate::levels::Machine;
use std::ops::RangeInclusive;
use std::path::Path;

/// Position sets of a task, as bitmaps or lists. Codes are collected on demand.
///
/// The memory limit covers bitmaps and lists, and the codes and values that callers derive from them.
#[derive(Debug)]
pub(crate) struct Positions<B> {
    task: SweepTask<B>,
    sets: Sets,
    /// Memory limit in bytes.
    limit: u64,
    /// Memory left beside the sets, in bytes.
    memory: u64,
}

#[derive(Debug)]
enum Sets {
    Bitmap(Box<DenseSweep>),
    /// Sets that were not requested have no levels.
    Lists {
        reachable: LevelsByPegs,
        winning: LevelsByPegs,
        just_lost: LevelsByPegs,
    },
}

/// Part of a call that begins with a sweep.
#[derive(Clone, Copy)]
pub(crate) struct SweepPart<'a> {
    pub(crate) part: Part<'a>,
    /// Share of the part that a sweep by bitmap takes.
    pub(crate) share: f64,
}

impl<'a> SweepPart<'a> {
    /// Splits the part into the sweep and the rest.
    fn split(self, method: SweepMethod) -> (Part<'a>, Part<'a>) {
        let share = match method {
            SweepMethod::Lists => {
                TIME_BY_LISTS * self.share / (1.0 + (TIME_BY_LISTS - 1.0) * self.share)
            }
            SweepMethod::Auto | SweepMethod::Bitmap => self.share,
        };
        (self.part.part(0.0, share), self.part.part(share, 1.0))
    }
}

/// Approximate time of a sweep by lists, in multiples of the time by bitmap.
const TIME_BY_LISTS: f64 = 16.0;

impl<B: Bits> Positions<B> {
    /// Computes all three sets. Also returns the rest of the part.
    pub(crate) fn all<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        Positions::all_or_finished(engine, task, options, part, |_, _| ())
    }

    /// Computes all three sets like [`all`](Positions::all). If a sweep by lists fails, calls `finished` with the levels
    /// that it has finished, and whether F is complete.
    pub(super) fn all_or_finished<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
        finished: impl Fn(Vec<LevelSizes>, bool),
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        let named = task.clone();
        Positions::find(engine, task, options, part, |sweep| {
            let sets = || {
                let (reachable, winning) = (sweep.forward(0)?, sweep.winning_levels()?);
                let just_lost = sweep.just_lost_levels(&winning)?;
                Ok(Sets::Lists {
                    reachable,
                    winning,
                    just_lost,
                })
            };
            sets().inspect_err(|_| {
                let (levels, is_complete) = finished_levels(&named, sweep);
                finished(levels, is_complete);
            })
        })
    }

    /// Computes W. A sweep by lists computes no other set. Also returns the rest of the part.
    pub(crate) fn winning<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        Positions::find(engine, task, options, part, |sweep| {
            Ok(Sets::Lists {
                reachable: LevelsByPegs::default(),
                winning: sweep.winning_levels()?,
                just_lost: LevelsByPegs::default(),
            })
        })
    }

    /// Sweeps by bitmap, unless the options or the memory limit require lists, or lists are much smaller.
    fn find<'a>(
        engine: &Engine<B>,
        task: SweepTask<B>,
        options: &SweepOptions,
        part: SweepPart<'a>,
        by_lists: impl Fn(&ListedSweep<'_, B, Machine<'_, B>>) -> Result<Sets, SweepError>,
    ) -> Result<(Positions<B>, Part<'a>), SweepError> {
        let layout = dense_layout(&task, options, part.part)?;
        let method = layout
            .as_ref()
            .map_or(SweepMethod::Lists, |_| SweepMethod::Bitmap);
        let (sweep, rest) = part.split(method);
        let sets = match layout {
            None => with_lists(engine, &task, options, sweep, by_lists)?,
            Some(layout) => {
                // Games from few pegs are short, whereas the bitmap has room for the whole class.
                let has_few_pegs = 2 * task.start().count() as usize <= task.board().hole_count();
                let lists = if has_few_pegs && options.method == SweepMethod::Auto {
                    with_short_lists(engine, &task, &layout, sweep, by_lists)?
                } else {
                    None
                };
                match lists {
                    Some(lists) => lists,
                    None => Sets::Bitmap(Box::new(dense_sweep(&task, layout, sweep)?)),
                }
            }
        };
        let memory = part.part.memory().saturating_sub(sets.bytes());
        Ok((
            Positions {
                task,
                sets,
                limit: part.part.control().memory(),
                memory,
            },
            rest,
        ))
    }

    /// Returns an error if the options require a bitmap and it does not fit the memory limit.
    pub(crate) fn check_bitmap(
        task: &SweepTask<B>,
        options: &SweepOptions,
        part: Part<'_>,
    ) -> Result<(), SweepError> {
        dense_layout(task, options, part).map(drop)
    }

    /// Returns the task of the sweep.
    pub(crate) fn task(&self) -> &SweepTask<B> {
        &self.task
    }

    /// Returns the representation of the sets, which is never [`SweepMethod::Auto`].
    pub(super) fn method(&self) -> SweepMethod {
        match self.sets {
            Sets::Bitmap(_) => SweepMethod::Bitmap,
            Sets::Lists { .. } => SweepMethod::Lists,
        }
    }

    /// Returns the sizes of all sets level by level, beginning with the start.
    pub(super) fn levels(&self, part: Part<'_>) -> Result<Vec<LevelSizes>, LimitReached> {
        match &self.sets {
            Sets::Bitmap(sweep) => dense_levels(&self.task, sweep, part),
            Sets::Lists {
                reachable,
                winning,
                just_lost,
            } => Ok(listed_levels(&self.task, reachable, winning, just_lost)),
        }
    }

    /// Returns the sizes of a set by peg count.
    pub(crate) fn sizes(&self, set: PositionSet, part: Part<'_>) -> Result<Sizes, LimitReached> {
        match &self.sets {
            Sets::Bitmap(sweep) => Ok(dense_sizes(sweep, set, part)?.to_vec()),
            Sets::Lists { .. } => Ok(self
                .task
                .all_pegs()
                .map(|pegs| self.listed_size(set, pegs))
                .collect()),
        }
    }

    /// Returns the bytes available for codes and derived values.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Returns the error for a caller that needs this many bytes beside the sets.
    pub(crate) fn out_of_memory(&self, needed: u64) -> SweepError {
        SweepError::NoRoom {
            limit: self.limit,
            least: self.limit - self.memory + needed,
        }
    }

    /// Collects the codes of a set for some peg counts, each list ascending. The result has a list for each peg count up to
    /// the number of holes. Pass `sizes` if they are known; otherwise they are counted first.
    ///
    /// # Errors
    ///
    /// Returns [`SweepError::NoRoom`] before collecting any code if the codes exceed the memory limit.
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
        self.collect(set, pegs, sizes, part.part(0.2, 1.0))
    }

    /// Collects the codes of one level of this size, as numbers.
    ///
    /// # Errors
    ///
    /// Returns [`SweepError::NoRoom`] before collecting any code if the sets and the codes exceed the memory limit of the call.
    pub(super) fn level(
        &self,
        set: PositionSet,
        (pegs, size): (usize, u64),
        part: Part<'_>,
    ) -> Result<Vec<u128>, SweepError> {
        let bytes = size * (size_of::<B>() + size_of::<u128>()) as u64;
        let (limit, least) = (part.control().memory(), self.sets.bytes() + bytes);
        if least > limit {
            return Err(SweepError::NoRoom { limit, least });
        }
        let mut numbers = allocation::with_capacity(size as usize)?;
        let mut sizes = vec![0; pegs + 1];
        sizes[pegs] = size;
        let levels = self.collect(set, pegs..=pegs, &sizes, part)?;
        numbers.extend(levels.into_iter().flatten().map(B::code));
        Ok(numbers)
    }

    fn collect(
        &self,
        set: PositionSet,
        pegs: RangeInclusive<usize>,
        sizes: &Sizes,
        part: Part<'_>,
    ) -> Result<CodesByPegs<B>, SweepError> {
        match &self.sets {
            Sets::Bitmap(sweep) => Ok(dense_codes(&self.task, sweep, set, pegs, sizes, part)?),
            Sets::Lists { .. } => {
                let list = |count| {
                    if pegs.contains(&count) {
                        self.listed_codes(set, count, part.control())
                    } else {
                        Ok(Vec::new())
                    }
                };
                self.task.all_pegs().map(list).collect()
            }
        }
    }

    fn listed_size(&self, set: PositionSet, pegs: usize) -> u64 {
        match (&self.sets, set) {
            (Sets::Bitmap(_), _) => 0,
            (Sets::Lists { reachable, .. }, PositionSet::Reachable) => reachable.size(pegs),
            (Sets::Lists { winning, .. }, PositionSet::Winning) => winning.size(pegs),
            (Sets::Lists { just_lost, .. }, PositionSet::JustLost) => just_lost.size(pegs),
        }
    }

    fn listed_codes(
        &self,
        set: PositionSet,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<B>, SweepError> {
        let codes = match (&self.sets, set) {
            (Sets::Bitmap(_), _) => Ok(Vec::new()),
            (Sets::Lists { reachable, .. }, PositionSet::Reachable) => {
                reachable.codes(pegs, control)
            }
            (Sets::Lists { winning, .. }, PositionSet::Winning) => winning.codes(pegs, control),
            (Sets::Lists { just_lost, .. }, PositionSet::JustLost) => {
                just_lost.codes(pegs, control)
            }
        };
        Ok(codes?)
    }
}

impl Sets {
    /// Returns the memory use in bytes.
    fn bytes(&self) -> u64 {
        match self {
            Sets::Bitmap(sweep) => sweep.bytes(),
            Sets::Lists {
                reachable,
                winning,
                just_lost,
            } => reachable.memory() + winning.memory() + just_lost.memory(),
        }
    }
}

/// Sweeps by lists. If a limit stops the sweep, the error names the scratch folder with the finished levels.
fn with_lists<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    options: &SweepOptions,
    part: Part<'_>,
    work: impl Fn(&ListedSweep<'_, B, Machine<'_, B>>) -> Result<Sets, SweepError>,
) -> Result<Sets, SweepError> {
    let folder = options.scratch.as_deref();
    let result = machine(task, options, part)
        .and_then(|machine| work(&ListedSweep::new(engine, task, &machine)));
    result.map_err(|error| match error {
        SweepError::Stopped { limit, .. } => SweepError::Stopped {
            limit,
            folder: folder.filter(|path| path.is_dir()).map(Path::to_owned),
        },
        error => error,
    })
}

/// Tries a sweep by lists with a small fraction of the time of a bitmap. Returns `None` if there are too many positions.
fn with_short_lists<B: Bits>(
    engine: &Engine<B>,
    task: &SweepTask<B>,
    layout: &Layout,
    part: Part<'_>,
    by_lists: impl Fn(&ListedSweep<'_, B, Machine<'_, B>>) -> Result<Sets, SweepError>,
) -> Result<Option<Sets>, SweepError> {
    let control = part.control();
    let positions = layout
        .bytes()
        .map(|bytes| bytes / BITMAP_BYTES_PER_LISTED_POSITION);
    let limits = Limits {
        nodes: positions,
        time: None,
        memory: Some(part.memory()),
        ..control.limits().clone()
    };
    let lists = control.uncounted(limits, |short| {
        with_lists(
            engine,
            task,
            &SweepOptions::default(),
            Part::whole(short),
            by_lists,
        )
    });
    match lists {
        Err(error) if error.limit().is_some() && control.limit_reached().is_none() => Ok(None),
        lists => lists.map(Some),
    }
}

/// Bytes of the bitmap for each position that a trial sweep by lists may expand, chosen so that a failed trial costs
/// little.
const BITMAP_BYTES_PER_LISTED_POSITION: u64 = 1 << 11;

/// Returns the layout of the bitmap, or `None` to sweep by lists.
fn dense_layout<B: Bits>(
    task: &SweepTask<B>,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<Layout>, SweepError> {
    let is_by_lists = match options.method {
        SweepMethod::Auto => options.scratch.is_some(),
        SweepMethod::Bitmap => false,
        SweepMethod::Lists => true,
    };
    if is_by_lists {
        return Ok(None);
    }
    let layout = Layout::new(task.board(), task.symmetries());
    let from_one_end = task.finish().is_none() || task.is_complement();
    let bytes = layout
        .as_ref()
        .and_then(|layout| bytes_of_sweep(layout, from_one_end));
    let memory = part.memory();
    let fits = bytes.is_some_and(|bytes| bytes <= memory);
    match bytes {
        _ if fits => Ok(layout),
        _ if options.method == SweepMethod::Auto => Ok(None),
        Some(bytes) => {
            let limit = part.control().memory();
            let least = limit - memory + bytes;
            Err(SweepError::BitmapTooLarge { limit, least })
        }
        None => Err(SweepError::BoardTooLarge),
    }
}

/// Sweeps by bitmap.
fn dense_sweep<B: Bits>(
    task: &SweepTask<B>,
    layout: Layout,
    part: Part<'_>,
) -> Result<DenseSweep, SweepError> {
    let bytes = layout.bytes().unwrap_or(u64::MAX);
    let sweep = DenseSweep::new(
        task.board(),
        layout,
        task.start().words().0,
        task.finish(),
        task.symmetries(),
        part,
    );
    sweep.map_err(|error| no_bitmap(bytes, error))
}

/// Converts the error for a bitmap of this many bytes.
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

    /// Returns the progress at the end of the sweep and at the beginning of the rest.
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
            .split(method);
            let (part, done) = if of_sweep { (sweep, 1.0) } else { (rest, 0.0) };
            part.tick(1, || Phase::Counting.done(done)).unwrap();
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
