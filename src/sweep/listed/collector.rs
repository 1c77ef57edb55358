//! Where the positions of a new level are put: into shards, each free of doubles, and written to disk as sorted runs where
//! memory does not suffice.

use super::allotment::{Allotment, Parts};
use super::ascending::{Ascending, Listed, Merge};
use super::level::{Level, LevelReader, LevelWriter, WriteError};
use super::ranges::Ranges;
use super::scratch::Folder;
use super::table::Table;
use crate::engine::Bits;
use crate::sweep::SweepError;
use crate::threads::try_each_on;
use std::sync::Mutex;

pub(super) struct Collector<'a, B> {
    shards: Vec<Mutex<Shard<'a, B>>>,
    ranges: &'a Ranges,
    parts: Parts,
    /// Where a table goes that is full.
    spill: Spill<'a>,
}

/// Where codes go that memory does not hold.
#[derive(Clone, Copy)]
pub(super) struct Spill<'a> {
    pub(super) folder: Option<&'a Folder>,
    pub(super) pegs: usize,
    /// The bytes allowed.
    pub(super) limit: u64,
}

struct Shard<'a, B> {
    number: usize,
    table: Table<'a, B>,
    /// Sorted runs on disk.
    runs: Vec<Level<B>>,
    /// Runs written so far.
    written: usize,
}

impl<'a, B: Bits> Collector<'a, B> {
    /// `memory` is all 0, and has the slots of each range's table.
    pub(super) fn new(
        ranges: &'a Ranges,
        allotment: &Allotment,
        memory: &'a mut [B],
        spill: Spill<'a>,
    ) -> Collector<'a, B> {
        debug_assert_eq!(memory.len(), ranges.count() * allotment.slots);
        let shard =
            |(number, slots)| Shard { number, table: Table::new(slots), runs: Vec::new(), written: 0 };
        let shards = memory.chunks_mut(allotment.slots).enumerate().map(shard).map(Mutex::new).collect();
        Collector { shards, ranges, parts: allotment.parts, spill }
    }

    pub(super) fn ranges(&self) -> &'a Ranges {
        self.ranges
    }

    /// The codes that should be handed over at a time.
    pub(super) fn batch(&self) -> usize {
        self.parts.batch
    }

    /// Adds positions of one shard.
    pub(super) fn add(&self, number: usize, codes: &[B]) -> Result<(), SweepError> {
        let mut shard = self.shards[number].lock().expect("no thread panics with a shard");
        let mut rest = shard.table.insert(codes);
        while !rest.is_empty() {
            shard.spill(&self.spill, &self.parts)?;
            rest = shard.table.insert(rest);
        }
        Ok(())
    }

    /// Sorts all shards.
    pub(super) fn sorted(self, threads: usize) -> Result<SortedShards<'a, B>, SweepError> {
        try_each_on(threads, self.shards.iter(), |shard| {
            let mut shard = shard.lock().expect("no thread panics with a shard");
            shard.table.sort();
            shard.merge_runs(&self.spill, &self.parts)
        })?;
        let inner = |shard: Mutex<Shard<'a, B>>| shard.into_inner().expect("no thread panics with a shard");
        Ok(SortedShards(self.shards.into_iter().map(inner).collect()))
    }
}

impl<B: Bits> Shard<'_, B> {
    fn spill(&mut self, spill: &Spill<'_>, parts: &Parts) -> Result<(), SweepError> {
        let folder = spill.folder.ok_or(SweepError::OutOfMemory { pegs: spill.pegs, limit: spill.limit })?;
        let run = self.new_run(folder, spill, parts)?;
        let run = written(run.write(&mut Listed(self.table.sort())), spill)?;
        self.runs.push(run);
        self.table.clear();
        Ok(())
    }

    /// Merges runs until there are so few that the rest are merged while they are read.
    fn merge_runs(&mut self, spill: &Spill<'_>, parts: &Parts) -> Result<(), SweepError> {
        while let (true, Some(folder)) = (self.runs.len() > parts.merged, spill.folder) {
            let run = self.new_run(folder, spill, parts)?;
            let some: Vec<Level<B>> = self.runs.drain(..parts.merged).collect();
            let readers = some.iter().map(Level::reader).collect::<Result<_, _>>()?;
            self.runs.push(written(run.write(&mut Merge::new(readers)?), spill)?);
            some.into_iter().for_each(Level::discard);
        }
        Ok(())
    }

    fn new_run(
        &mut self,
        folder: &Folder,
        spill: &Spill<'_>,
        parts: &Parts,
    ) -> Result<LevelWriter<B>, SweepError> {
        let path = folder.run_path(self.number, self.written);
        self.written += 1;
        LevelWriter::to_file(parts.block, &path, spill.pegs, folder.task(), false)
    }

    fn sources(&self) -> Result<Source<'_, B>, SweepError> {
        let table = Listed(self.table.sorted());
        if self.runs.is_empty() {
            return Ok(Source::Table(table));
        }
        let mut lists = vec![List::Table(table)];
        for run in &self.runs {
            lists.push(List::Run(run.reader()?));
        }
        Ok(Source::Merge(Merge::new(lists)?))
    }
}

/// A written level, or why there is none.
pub(super) fn written<B>(
    level: Result<Level<B>, WriteError>,
    spill: &Spill<'_>,
) -> Result<Level<B>, SweepError> {
    level.map_err(|error| match error {
        WriteError::NoRoom => SweepError::OutOfMemory { pegs: spill.pegs, limit: spill.limit },
        WriteError::Scratch(error) => error,
    })
}

/// The sorted shards of a level, which are to be read one after the other.
pub(super) struct SortedShards<'a, B>(Vec<Shard<'a, B>>);

impl<B: Bits> SortedShards<'_, B> {
    /// All codes.
    pub(super) fn codes(&self) -> impl Ascending<B> {
        ShardsReader { shards: self.0.iter(), source: Source::Table(Listed(&[])) }
    }
}

struct ShardsReader<'s, 'a, B> {
    shards: std::slice::Iter<'s, Shard<'a, B>>,
    source: Source<'s, B>,
}

enum Source<'s, B> {
    Table(Listed<'s, B>),
    Merge(Merge<List<'s, B>, B>),
}

enum List<'s, B> {
    Table(Listed<'s, B>),
    Run(LevelReader<'s>),
}

impl<B: Bits> Ascending<B> for List<'_, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        match self {
            List::Table(codes) => codes.next(),
            List::Run(codes) => codes.next(),
        }
    }
}

impl<B: Bits> Ascending<B> for ShardsReader<'_, '_, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        loop {
            let code = match &mut self.source {
                Source::Table(codes) => codes.next(),
                Source::Merge(codes) => codes.next(),
            }?;
            if code.is_some() {
                return Ok(code);
            }
            let Some(shard) = self.shards.next() else { return Ok(None) };
            self.source = shard.sources()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::board::SymmetryUse;
    use crate::engine::Engine;
    use crate::sweep::SweepTask;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// Two threads add codes that many times do not fit; they come out ascending and once, and runs were written and merged.
        #[test]
        fn what_is_spilled_comes_back(codes in proptest::collection::vec(1..1u64 << 40, 8_000..12_000)) {
            let board = Board::library("triangle5").unwrap();
            let engine = Engine::<u64>::new(&board);
            let start = board.vacate(board.hole("a1").unwrap());
            let task = SweepTask::from_start(&engine, &start, SymmetryUse::Classes);
            let scratch = tempfile::tempdir().unwrap();
            let folder = Folder::open(scratch.path(), &task).unwrap();
            let parts = Parts { shards: 4, batch: 16, block: 64, merged: 4 };
            let allotment = Allotment { parts, slots: 100 };
            let mut memory = vec![0; 400];
            let ranges = Ranges::new(4, &codes[..100]);
            let spill = Spill { folder: Some(&folder), pegs: 7, limit: 0 };
            let collector = Collector::new(&ranges, &allotment, &mut memory, spill);
            std::thread::scope(|scope| {
                for half in [&codes[..5000], &codes[3000..]] {
                    let (collector, ranges) = (&collector, &ranges);
                    scope.spawn(move || half.iter().for_each(|code| collector.add(ranges.of(*code), &[*code]).unwrap()));
                }
            });
            let runs = || std::fs::read_dir(scratch.path()).unwrap().filter(|entry| {
                entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("run-")
            }).count();
            prop_assert!(runs() > 4 * parts.merged);
            let shards = collector.sorted(2).unwrap();
            prop_assert!(runs() <= 4 * parts.merged);
            let mut reader = shards.codes();
            let found: Vec<u64> = std::iter::from_fn(|| reader.next().unwrap()).collect();
            let expected: BTreeSet<u64> = codes.into_iter().collect();
            prop_assert!(found.iter().eq(&expected));
        }
    }
}
