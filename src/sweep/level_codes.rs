use super::dense::{DenseSweep, Set};
use super::gather::dense_codes;
use super::levels::dense_sizes;
use super::lists::{CodesByPegs, LevelsByPegs};
use super::{SweepError, SweepObserver, SweepOptions, SweepTask, dense_sweep, with_lists};
use crate::engine::{Bits, Engine};
use std::ops::RangeInclusive;

/// The canonical codes of a set, gathered when they are asked for, a few levels at a time if memory is short.
pub(crate) struct LevelCodes<B> {
    task: SweepTask<B>,
    source: Source,
    /// The number of codes by pegs.
    sizes: Vec<u64>,
    /// The bytes that the source leaves.
    memory: u64,
    limit: u64,
}

enum Source {
    Dense(Box<DenseSweep>, Set),
    Listed(LevelsByPegs),
}

impl<B: Bits> LevelCodes<B> {
    /// F of a task.
    pub(crate) fn reachable(
        engine: &Engine<B>,
        task: &SweepTask<B>,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<LevelCodes<B>, SweepError> {
        let task = task.without_finishes();
        let source = match dense_sweep(&task, options, observer)? {
            Some(sweep) => Source::Dense(Box::new(sweep), Set::Reachable),
            None => with_lists(engine, &task, options, observer, |sweep| {
                Ok(Source::Listed(sweep.forward(0)?.by_pegs(task.board().hole_count())))
            })?,
        };
        Ok(LevelCodes::new(task, source, options))
    }

    /// W of a task.
    pub(crate) fn winning(
        engine: &Engine<B>,
        task: &SweepTask<B>,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<LevelCodes<B>, SweepError> {
        let source = match dense_sweep(task, options, observer)? {
            Some(sweep) => Source::Dense(Box::new(sweep), Set::Winning),
            None => with_lists(engine, task, options, observer, |sweep| {
                Ok(Source::Listed(sweep.winning_levels()?))
            })?,
        };
        Ok(LevelCodes::new(task.clone(), source, options))
    }

    fn new(task: SweepTask<B>, source: Source, options: &SweepOptions) -> LevelCodes<B> {
        let limit = options.memory_limit();
        let (taken, sizes) = match &source {
            Source::Dense(sweep, set) => (sweep.bytes(), dense_sizes(sweep, *set).to_vec()),
            Source::Listed(levels) => {
                (levels.memory(), task.all_pegs().map(|pegs| levels.size(pegs)).collect())
            }
        };
        LevelCodes { task, source, sizes, memory: limit.saturating_sub(taken), limit }
    }

    /// The bytes that there are for codes and what is made of them.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// An error that says how much more memory is needed.
    pub(crate) fn out_of_memory(&self, needed: u64) -> SweepError {
        SweepError::NoRoom { limit: self.limit, least: self.limit - self.memory + needed }
    }

    /// The number of codes of a level.
    pub(crate) fn size(&self, pegs: usize) -> u64 {
        self.sizes.get(pegs).copied().unwrap_or(0)
    }

    /// The codes with so many pegs, each list ascending. There is a list for each number of pegs up to the board's holes; those of
    /// numbers that are not asked for are empty.
    pub(crate) fn codes(&self, pegs: RangeInclusive<usize>) -> Result<CodesByPegs<B>, SweepError> {
        let bytes = pegs.clone().map(|pegs| self.size(pegs)).sum::<u64>() * size_of::<B>() as u64;
        if bytes > self.memory {
            return Err(self.out_of_memory(bytes));
        }
        match &self.source {
            Source::Dense(sweep, set) => Ok(dense_codes(&self.task, sweep, *set, pegs)),
            Source::Listed(levels) => {
                let list = |count| if pegs.contains(&count) { levels.codes(count) } else { Ok(Vec::new()) };
                Ok(self.task.all_pegs().map(list).collect::<Result<_, _>>()?)
            }
        }
    }
}
