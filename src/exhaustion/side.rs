use super::codes::{CodeWriter, PackedCodes};
use super::control::{Control, ExhaustionProgress};
use super::scratch::Scratch;
use super::slack::{SlackTable, Slacks, fits};
use super::sorter::{Batch, Sorter};
use super::task::{Finishes, SideTask};
use super::{ClosedSet, Stop};
use crate::engine::{Bits, Engine, PermutationPath, Permutations};
use crate::refutation::PagodaFunction;
use std::io;
use std::sync::{Arc, Mutex};

/// One direction of an exhaustion: the levels that have been found so far, from the most pegs to the fewest.
pub(super) struct Side<'a, B> {
    engine: &'a Engine<B>,
    pub(super) task: SideTask,
    functions: Vec<PagodaFunction>,
    slacks: SlackTable,
    symmetries: Permutations<B>,
    levels: Vec<PackedCodes>,
    scratch: Arc<Scratch>,
    threads: usize,
}

/// Positions that a thread expands before it looks at the clock.
const BLOCK: usize = 1 << 12;

impl<'a, B: Bits> Side<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        task: SideTask,
        functions: &[PagodaFunction],
        scratch: &Arc<Scratch>,
        threads: usize,
    ) -> Side<'a, B> {
        let used = functions.iter().filter(|function| fits(function));
        let with_least: Vec<(PagodaFunction, i64)> =
            used.map(|function| (function.clone(), task.finishes.least_sum(function))).collect();
        Side {
            slacks: SlackTable::new(engine.board(), &with_least),
            functions: with_least.into_iter().map(|(function, _)| function).collect(),
            symmetries: Permutations::new(&task.symmetries, PermutationPath::fastest()),
            engine,
            task,
            levels: Vec::new(),
            scratch: Arc::clone(scratch),
            threads,
        }
    }

    /// The pegs of the last level.
    pub(super) fn pegs(&self) -> u32 {
        self.task.first_pegs() + 1 - self.levels.len() as u32
    }

    /// The size of the last level.
    pub(super) fn frontier(&self) -> u64 {
        self.levels.last().map_or(0, PackedCodes::count)
    }

    pub(super) fn positions(&self) -> u64 {
        self.levels.iter().map(PackedCodes::count).sum()
    }

    pub(super) fn levels(&self) -> &[PackedCodes] {
        &self.levels
    }

    pub(super) fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    pub(super) fn has_ended(&self) -> bool {
        self.frontier() == 0 || self.pegs() == self.task.finishes.pegs()
    }

    /// Takes up levels that an earlier search has found.
    pub(super) fn resume(&mut self, levels: Vec<PackedCodes>) {
        self.levels = levels;
    }

    /// The level of the starts.
    fn begin(&mut self) -> io::Result<()> {
        let mut slacks = Slacks::default();
        let mut words: Vec<B> = Vec::new();
        for start in &self.task.starts {
            let start = B::from_code(*start);
            self.slacks.set(&mut slacks, start);
            if !SlackTable::refute(&slacks) {
                words.push(self.canonical(start));
            }
        }
        words.sort_unstable();
        words.dedup();
        let mut writer = self.level_writer(words.len() as u64, self.task.first_pegs())?;
        words.into_iter().try_for_each(|word| writer.push(word.code()))?;
        self.levels.push(writer.finish()?);
        Ok(())
    }

    #[inline]
    pub(super) fn canonical(&self, position: B) -> B {
        if self.symmetries.len() == 1 { position } else { self.symmetries.smallest_image(position) }
    }

    pub(super) fn symmetries(&self) -> &Permutations<B> {
        &self.symmetries
    }

    /// Finds the next level: what can be reached in one jump and is not refuted. `others` is the number of
    /// positions on the other side.
    pub(super) fn descend(&mut self, control: &Control<'_>, others: u64) -> Result<(), Stop> {
        let Some(level) = self.levels.last() else { return self.begin().map_err(Stop::from) };
        let pegs = self.pegs();
        let scratch = Arc::clone(&self.scratch);
        let threads = if level.count() > 4 * BLOCK as u64 { self.threads } else { 1 };
        let sorter = Sorter::new(&scratch, control.memory(), threads);
        let reader = Mutex::new(level.read::<B>()?);
        let expanded = std::sync::atomic::AtomicU64::new(0);
        let work = || -> Result<(), Stop> {
            let mut batch = sorter.batch();
            let mut slacks = Slacks::default();
            let mut block = Vec::new();
            loop {
                block.clear();
                let read = reader
                    .lock()
                    .expect("a thread that holds the lock does not panic")
                    .read(&mut block, BLOCK)?;
                if read == 0 {
                    batch.finish();
                    return Ok(());
                }
                for position in &block {
                    self.expand(*position, &mut slacks, &mut batch)?;
                }
                let done =
                    expanded.fetch_add(read as u64, std::sync::atomic::Ordering::Relaxed) + read as u64;
                let progress = |elapsed| ExhaustionProgress {
                    backward: self.task.backward,
                    pegs,
                    expanded: done,
                    level: level.count(),
                    positions: self.positions() + others,
                    estimate: self.estimate().map(|estimate| estimate + others),
                    elapsed,
                };
                if let Some(limit) = control.tick(read as u64, progress) {
                    return Err(Stop::Limit(limit));
                }
            }
        };
        if threads == 1 {
            work()?;
        } else {
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                let results =
                    workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
                results.collect::<Result<(), Stop>>()
            })?;
        }
        let mut writer = self.level_writer(sorter.at_most(), pegs - 1)?;
        sorter.merge(|word| writer.push(word.code()))?;
        let next = writer.finish()?;
        self.levels.push(next);
        Ok(())
    }

    #[inline]
    fn expand(&self, position: B, slacks: &mut Slacks, batch: &mut Batch<'_, B>) -> io::Result<()> {
        let jumps = self.engine.jumps();
        let mut result = Ok(());
        self.slacks.set(slacks, position);
        jumps.for_each(position, |jump| {
            if !self.slacks.refute_after(slacks, jump) {
                let pushed = batch.push(self.canonical(position ^ jumps.change(jump)));
                if pushed.is_err() {
                    result = pushed;
                }
            }
        });
        result
    }

    /// A small level stays in memory, unless it is wanted again after an interruption.
    fn level_writer(&self, at_most: u64, pegs: u32) -> io::Result<CodeWriter> {
        const SMALL: u64 = 1 << 18;
        if at_most <= SMALL && !self.scratch.is_kept() {
            return Ok(CodeWriter::to_memory());
        }
        CodeWriter::to_file(self.scratch.folder()?.join(self.level_name(pegs)))
    }

    pub(super) fn level_name(&self, pegs: u32) -> String {
        format!("{}-{pegs}.level", if self.task.backward { "backward" } else { "forward" })
    }

    /// Positions in the end, if the growth from level to level goes on changing by the same factor.
    fn estimate(&self) -> Option<u64> {
        let [.., before, last, now] = self.levels.as_slice() else { return None };
        let [before, last, mut now] = [before, last, now].map(|level| level.count() as f64);
        let mut growth = now / last;
        let change = (growth / (last / before)).min(1.0);
        let mut total = self.positions() as f64;
        for _ in self.task.finishes.pegs()..self.pegs() {
            growth *= change;
            now *= growth;
            total += now;
        }
        (total < u64::MAX as f64).then_some(total as u64)
    }

    /// Whether a finish is in the last level, and which.
    pub(super) fn finish_reached(&self) -> io::Result<Option<B>> {
        let Some(level) = self.levels.last().filter(|_| self.pegs() == self.task.finishes.pegs()) else {
            return Ok(None);
        };
        let mut reader = level.read::<B>()?;
        let mut block = Vec::new();
        while reader.read(&mut block, BLOCK)? > 0 {
            let found = block.iter().find(|position| match &self.task.finishes {
                Finishes::Listed(finishes) => finishes.binary_search(&position.code()).is_ok(),
                Finishes::WithPegs(_) => true,
            });
            if let Some(finish) = found {
                return Ok(Some(*finish));
            }
            block.clear();
        }
        Ok(None)
    }

    /// What the search has found, for a certificate.
    pub(super) fn into_set(self) -> ClosedSet {
        let first = self.task.first_pegs();
        let mut levels: Vec<(u32, PackedCodes)> = (0..=first).rev().zip(self.levels).collect();
        while levels.last().is_some_and(|(_, codes)| codes.count() == 0) {
            levels.pop();
        }
        ClosedSet {
            functions: self.functions,
            symmetries: self.task.symmetries.clone(),
            digest: self.task.digest(self.engine.board()),
            levels,
            _scratch: self.scratch,
        }
    }
}
