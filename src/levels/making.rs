//! Construction of one level: codes are gathered, deduplicated, filtered and packed. Codes that do not fit the memory at once
//! become runs, sorted and packed like a level, which are merged at the end.

use super::allotment::{Allotment, BufferSizes, MIN_CHUNKS};
use super::ascending::{Ascending, Filtered, Listed, Merge};
use super::block;
use super::expand::{BlockQueue, Expansion, Pruning, QueueReader};
use super::level::{Level, LevelReader, LevelWriter, PackedBlock, WriteError};
use super::partition::{Arena, MAX_ROOM, Room, Scatter, Scattered, Scratchpad};
use super::ranges::Ranges;
use super::storage::Storage;
use super::{LevelError, LevelName, Sieve};
use crate::control::threads::{try_each_by, try_map_on};
use crate::control::{Part, PhaseReport};
use crate::engine::Bits;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Resources for new levels.
pub(super) struct Resources<'a> {
    pub(super) part: Part<'a>,
    pub(super) storage: Arc<Storage>,
    pub(super) memory: u64,
}

impl Resources<'_> {
    pub(super) fn allotment<B: Bits>(&self, (_, pegs): LevelName) -> Result<Allotment, LevelError> {
        let (making, threads) = (
            self.storage.for_making(self.memory),
            self.part.control().threads(),
        );
        Allotment::new::<B>(making, threads, self.storage.has_files()).map_err(|_| {
            LevelError::OutOfMemory {
                pegs,
                limit: self.memory,
            }
        })
    }

    /// Writes codes, which may be in any order, as a level.
    pub(super) fn listed<B: Bits>(
        &self,
        name: LevelName,
        mut codes: Vec<B>,
        mut writer: LevelWriter,
    ) -> Result<Level, LevelError> {
        codes.sort_unstable();
        codes.dedup();
        let blocks = codes.chunks(self.allotment::<B>(name)?.sizes.block);
        let written = blocks
            .map(PackedBlock::new)
            .try_for_each(|block| writer.push(block));
        written.map_err(|error| self.unwritten(name, error))?;
        writer.finish()
    }

    pub(super) fn unwritten(&self, (_, pegs): LevelName, error: WriteError) -> LevelError {
        match error {
            WriteError::NoRoom => LevelError::OutOfMemory {
                pegs,
                limit: self.memory,
            },
            WriteError::Level(error) => error,
        }
    }
}

/// Phase of a level under construction, as a function of the expanded share of the previous level.
pub type PhaseOf<'a> = dyn Fn(f64) -> PhaseReport + Sync + 'a;

/// Number of sampled positions that determine the ranges.
pub(super) const SAMPLE: usize = 2048;

/// Neighbor-count estimate from a sample of positions.
pub(super) struct Forecast<B> {
    /// Neighbors of the sample, duplicates included.
    found: Vec<B>,
    /// Average number of neighbors of a position.
    of_each: f64,
}

impl<B: Bits> Forecast<B> {
    pub(super) fn new<P: Pruning<B>>(sample: &[B], expansion: &Expansion<'_, B, P>) -> Forecast<B> {
        let found = expansion.neighbors_of_sample(sample);
        let of_each = found.len() as f64 / sample.len().max(1) as f64;
        Forecast { found, of_each }
    }

    /// Cuts ranges that divide the neighbors of `positions` positions about evenly.
    pub(super) fn ranges(&self, positions: u64, allotment: &Allotment) -> Ranges {
        Ranges::new(self.range_count(positions, allotment), &self.found)
    }

    /// Returns the number of these ranges.
    pub(super) fn range_count(&self, positions: u64, allotment: &Allotment) -> usize {
        allotment.range_count((positions as f64 * self.of_each) as u64)
    }
}

/// Maximum number of positions that a thread expands between two checks of its arena.
const LARGEST_BATCH: usize = 64;
/// Number of positions that a thread expands between two ticks.
const TICK: u64 = 1 << 12;

/// Level under construction.
pub(super) struct Making<'a> {
    pub(super) resources: &'a Resources<'a>,
    pub(super) name: LevelName,
    pub(super) allotment: Allotment,
    pub(super) threads: usize,
    pub(super) phase: &'a PhaseOf<'a>,
}

/// Codes gathered in one round, by ranges, in the arenas of the threads.
#[derive(Clone, Copy)]
pub(super) struct RoundCodes<'a, B> {
    pub(super) ranges: &'a Ranges,
    pub(super) codes: &'a [Scattered<'a, B>],
}

impl Making<'_> {
    /// Gathers codes in rounds that fill the memory and writes a run after each round if one is not enough. Returns the
    /// level and the number of jumps tried.
    pub(super) fn run<B: Bits, P: Pruning<B>>(
        &self,
        arenas: &mut Vec<Arena<B>>,
        from: &Level,
        mut forecast: Forecast<B>,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_>,
    ) -> Result<(Level, u64), LevelError> {
        let writer = LevelWriter::of_level(&self.resources.storage, self.name)?; // before runs take the memory
        let queue = BlockQueue::new(from);
        let mut readers: Vec<QueueReader<'_, B>> = (0..self.threads)
            .map(|_| queue.reader())
            .collect::<Result<_, _>>()?;
        arenas.resize_with(self.threads, Arena::new);
        let needed = (from.len() as usize).saturating_mul(expansion.images.jump_count());
        let room = self.room_of_thread(needed);
        arenas
            .iter_mut()
            .try_for_each(|arena| arena.fit(room))
            .map_err(LevelError::Stopped)?;
        let (mut runs, mut jumps, expanded) = (Runs::default(), 0, AtomicU64::new(0));
        // The level is always written by these ranges, so that its blocks do not depend on the rounds.
        let whole = forecast.ranges(from.len(), &self.allotment);
        let mut fits_round = self.positions_of_round(&forecast) >= from.len() as f64;
        loop {
            let cut = if fits_round {
                None
            } else {
                Some(self.ranges_of_round(&mut forecast, from, queue.place(), expansion)?)
            };
            let ranges = cut.as_ref().unwrap_or(&whole);
            let codes = self.gather(
                &mut readers,
                arenas,
                ranges,
                expansion,
                &expanded,
                from.len(),
            )?;
            jumps += codes.iter().map(Scattered::len).sum::<u64>();
            let found = RoundCodes {
                ranges,
                codes: &codes,
            };
            let is_last = queue.is_exhausted() && !readers.iter().any(QueueReader::has_rest);
            if is_last && fits_round {
                return Ok((self.write(writer, found, sieve)?, jumps));
            }
            fits_round = false;
            self.add_run::<B>(&mut runs, found)?;
            if is_last {
                return Ok((
                    self.merge::<B>(writer, runs.into_levels(), &whole, sieve)?,
                    jumps,
                ));
            }
        }
    }

    /// Estimates the number of positions expanded in a round.
    fn positions_of_round<B>(&self, forecast: &Forecast<B>) -> f64 {
        self.allotment.codes as f64 / forecast.of_each.max(0.5)
    }

    /// Cuts ranges for the next round, which expands the blocks from `place` on. Consecutive positions have neighbors in a
    /// small part of the new level.
    fn ranges_of_round<B: Bits, P: Pruning<B>>(
        &self,
        forecast: &mut Forecast<B>,
        from: &Level,
        place: usize,
        expansion: &Expansion<'_, B, P>,
    ) -> Result<Ranges, LevelError> {
        let blocks = from.block_count();
        let positions = self.positions_of_round(forecast);
        let positions_left =
            from.len() as f64 * blocks.saturating_sub(place) as f64 / blocks.max(1) as f64;
        // Sampling must take a small part of the time of a round.
        let sample = SAMPLE.min(positions as usize / 8);
        if sample > 0 && place < blocks {
            let share = positions / positions_left;
            let end = place + ((blocks - place) as f64 * share).ceil() as usize;
            *forecast = Forecast::new(&from.sample_of(place..end.min(blocks), sample)?, expansion);
        }
        Ok(forecast.ranges(positions.min(from.len() as f64) as u64, &self.allotment))
    }

    /// Returns the size of the arena of each thread. `needed` is an upper bound on the codes to gather.
    pub(super) fn room_of_thread(&self, needed: usize) -> Room {
        let BufferSizes {
            chunk, partitions, ..
        } = self.allotment.sizes;
        let least = MIN_CHUNKS * partitions * chunk;
        let most = (least + self.allotment.codes / self.threads).min(MAX_ROOM);
        Room {
            needed: needed.clamp(least, most),
            most,
        }
    }

    /// Expands positions until all are expanded or the arenas are full. Returns the codes by thread.
    fn gather<'t, B: Bits, P: Pruning<B>>(
        &'t self,
        readers: &mut [QueueReader<'_, B>],
        arenas: &'t mut [Arena<B>],
        ranges: &'t Ranges,
        expansion: &Expansion<'_, B, P>,
        expanded: &AtomicU64,
        all: u64,
    ) -> Result<Vec<Scattered<'t, B>>, LevelError> {
        // A piece fits a third of the smallest arena. The neighbors of a batch do, too, unless a single position has more.
        let BufferSizes {
            chunk, partitions, ..
        } = self.allotment.sizes;
        let piece = partitions * chunk;
        let batch = (piece / expansion.most_neighbors()).clamp(1, LARGEST_BATCH);
        try_map_on(
            self.threads,
            readers.iter_mut().zip(arenas),
            |(reader, arena)| {
                let mut scatter = Scatter::new(ranges, arena, chunk);
                let (mut codes, mut since) = (std::mem::take(&mut reader.left_over), 0);
                let tick = |positions: u64| {
                    let total = expanded.fetch_add(positions, Ordering::Relaxed) + positions;
                    let share = total as f64 / all as f64;
                    self.resources
                        .part
                        .tick(positions, || (self.phase)(share))
                        .map_err(LevelError::Stopped)
                };
                loop {
                    if codes.is_empty() {
                        let positions = reader.take(batch)?;
                        if positions.is_empty() {
                            break;
                        }
                        expansion.append_neighbors(positions, &mut codes);
                        since += positions.len() as u64;
                        if since >= TICK {
                            tick(std::mem::take(&mut since))?;
                        }
                    }
                    let rest = codes.len().saturating_sub(piece);
                    if !scatter.has_room_for(codes.len() - rest) {
                        break;
                    }
                    scatter.add(&codes[rest..]);
                    codes.truncate(rest);
                }
                reader.left_over = codes;
                tick(since)?;
                Ok(scatter.finish())
            },
        )
    }

    /// Writes the codes of a round as a run. Merges the runs in memory when little memory is left for the next one.
    pub(super) fn add_run<B: Bits>(
        &self,
        runs: &mut Runs,
        found: RoundCodes<'_, B>,
    ) -> Result<(), LevelError> {
        let (storage, most) = (&self.resources.storage, self.allotment.runs);
        let writer = LevelWriter::of_run(storage, self.name.1, most - runs.memory());
        let run = self.write(writer, found, Sieve::All)?;
        let next = run.memory(); // estimate
        runs.push(run);
        // A merged run in memory needs room beside its sources.
        let room = if storage.has_files() { most } else { most / 2 };
        let merged = self.allotment.sizes.merged;
        if runs.memory() + next > room || runs.in_memory.len() == merged {
            self.join_in_memory::<B>(runs)?;
        }
        if runs.in_files.len() == merged
            && let Some(writer) = LevelWriter::of_run_in_file(storage, self.name.1)?
        {
            let run = self.join::<B>(writer, std::mem::take(&mut runs.in_files))?;
            runs.push(run);
        }
        Ok(())
    }

    /// Merges the runs in memory into one, in a file if possible.
    fn join_in_memory<B: Bits>(&self, runs: &mut Runs) -> Result<(), LevelError> {
        let (most, pegs) = (self.allotment.runs, self.name.1);
        if runs.in_memory.is_empty() {
            return Ok(());
        }
        let in_memory = || LevelWriter::of_run(&self.resources.storage, pegs, most - runs.memory());
        let writer =
            LevelWriter::of_run_in_file(&self.resources.storage, pegs)?.unwrap_or_else(in_memory);
        let run = self.join::<B>(writer, std::mem::take(&mut runs.in_memory))?;
        runs.push(run);
        // Runs can be merged again up to half of the memory, of which a ninth is left for new codes.
        let fits = runs.memory() <= most / 18 * 8;
        if fits {
            Ok(())
        } else {
            Err(LevelError::OutOfMemory {
                pegs,
                limit: self.resources.memory,
            })
        }
    }

    /// Writes the codes of a round that pass the sieve.
    pub(super) fn write<B: Bits>(
        &self,
        writer: LevelWriter,
        found: RoundCodes<'_, B>,
        sieve: Sieve<'_>,
    ) -> Result<Level, LevelError> {
        self.in_order(writer, found.ranges, || {
            let mut pad = Scratchpad::new();
            move |range, packed: &mut PackedPartition<B>| {
                let codes = pad.distinct(range.number, found.codes);
                let codes = codes.map_err(LevelError::Stopped)?;
                codes.sort_unstable();
                if let Sieve::All = sieve {
                    packed.push_slice(codes);
                    return Ok(());
                }
                self.sift(range, Listed(codes), sieve, packed)
            }
        })
    }

    /// Merges runs into one.
    fn join<B: Bits>(&self, writer: LevelWriter, runs: Vec<Level>) -> Result<Level, LevelError> {
        let ranges = self.ranges_of_runs::<B>(&runs)?;
        self.merge::<B>(writer, runs, &ranges, Sieve::All)
    }

    /// Writes the codes of runs that pass the sieve, and discards the runs.
    pub(super) fn merge<B: Bits>(
        &self,
        writer: LevelWriter,
        runs: Vec<Level>,
        ranges: &Ranges,
        sieve: Sieve<'_>,
    ) -> Result<Level, LevelError> {
        let level = self.in_order(writer, ranges, || {
            |range, packed: &mut PackedPartition<B>| {
                let lists = runs
                    .iter()
                    .map(|run| range.of(run))
                    .collect::<Result<Vec<_>, _>>()?;
                self.sift(range, Merge::new(lists), sieve, packed)
            }
        })?;
        runs.into_iter().for_each(Level::discard);
        Ok(level)
    }

    fn ranges_of_runs<B: Bits>(&self, runs: &[Level]) -> Result<Ranges, LevelError> {
        let all = runs.iter().map(Level::len).sum::<u64>();
        let mut sample = Vec::new();
        for run in runs {
            let share = run.len() as f64 / all as f64;
            sample.extend(run.sample::<B>((SAMPLE as f64 * share).ceil() as usize)?);
        }
        Ok(Ranges::new(self.allotment.range_count(all), &sample))
    }

    /// Writes the codes of all ranges in order. Each thread creates a packer, which packs one range after another.
    fn in_order<B: Bits, F>(
        &self,
        writer: LevelWriter,
        ranges: &Ranges,
        packer: impl Fn() -> F + Sync,
    ) -> Result<Level, LevelError>
    where
        F: FnMut(CodeRange<'_>, &mut PackedPartition<B>) -> Result<(), LevelError>,
    {
        let ordered = Mutex::new(OrderedWriter::new(writer, self.allotment.sizes));
        let unwritten = |error| self.resources.unwritten(self.name, error);
        try_each_by(self.threads, 0..ranges.count(), || {
            let (mut pack, ordered) = (packer(), &ordered);
            move |number| {
                let mut packed = PackedPartition::new(self.allotment.sizes.block);
                pack(CodeRange { ranges, number }, &mut packed)?;
                let put = ordered
                    .lock()
                    .expect("no thread panics with the level")
                    .put(number, packed);
                put.map_err(unwritten)?;
                self.tick()
            }
        })?;
        let ordered = ordered
            .into_inner()
            .expect("no thread panics with the level");
        ordered.finish().map_err(unwritten)
    }

    fn tick(&self) -> Result<(), LevelError> {
        self.resources
            .part
            .tick(0, || (self.phase)(1.0))
            .map_err(LevelError::Stopped)
    }

    /// Packs the codes of a range that pass the sieve.
    fn sift<B: Bits>(
        &self,
        range: CodeRange<'_>,
        codes: impl Ascending<B>,
        sieve: Sieve<'_>,
        packed: &mut PackedPartition<B>,
    ) -> Result<(), LevelError> {
        match sieve {
            Sieve::All => self.pack(codes, packed),
            Sieve::In(other) => self.pack(Filtered::shared(codes, range.of(other)?)?, packed),
            Sieve::NotIn(other) => self.pack(Filtered::without(codes, range.of(other)?)?, packed),
        }
    }

    fn pack<B: Bits>(
        &self,
        mut codes: impl Ascending<B>,
        packed: &mut PackedPartition<B>,
    ) -> Result<(), LevelError> {
        while let Some(code) = codes.next()? {
            if packed.push(code) {
                self.tick()?;
            }
        }
        Ok(())
    }
}

/// Range of codes, given by its number.
#[derive(Clone, Copy)]
struct CodeRange<'a> {
    ranges: &'a Ranges,
    number: usize,
}

impl CodeRange<'_> {
    /// Creates a reader of a level's codes in the range.
    fn of<B: Bits>(self, level: &Level) -> Result<LevelReader<'_, B>, LevelError> {
        let end = self.ranges.first_code(self.number + 1);
        match self.ranges.first_code(self.number) {
            Some(first) => level.reader_of(first, end),
            None => level.reader_of(0, Some(0)),
        }
    }
}

/// Sorted runs of a level under construction, as in an external merge sort.
#[derive(Default)]
pub(super) struct Runs {
    in_memory: Vec<Level>,
    in_files: Vec<Level>,
}

impl Runs {
    pub(super) fn is_empty(&self) -> bool {
        self.in_memory.is_empty() && self.in_files.is_empty()
    }

    fn push(&mut self, run: Level) {
        match (run.len(), run.memory()) {
            (0, _) => run.discard(),
            (_, 0) => self.in_files.push(run),
            _ => self.in_memory.push(run),
        }
    }

    /// Returns the bytes of the runs in memory.
    fn memory(&self) -> u64 {
        self.in_memory.iter().map(Level::memory).sum()
    }

    pub(super) fn into_levels(self) -> Vec<Level> {
        [self.in_memory, self.in_files]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Packed codes of a partition: full blocks and the codes left over.
struct PackedPartition<B> {
    blocks: Vec<PackedBlock>,
    rest: Vec<B>,
    /// Number of codes of a full block.
    block: usize,
}

impl<B: Bits> PackedPartition<B> {
    fn new(block: usize) -> PackedPartition<B> {
        PackedPartition {
            blocks: Vec::new(),
            rest: Vec::new(),
            block,
        }
    }

    fn push_slice(&mut self, codes: &[B]) {
        let whole = codes.chunks_exact(self.block);
        self.rest.extend(whole.remainder());
        self.blocks.extend(whole.map(PackedBlock::new));
    }

    /// Adds a code. Returns `true` if it completes a block.
    #[inline]
    fn push(&mut self, code: B) -> bool {
        self.rest.push(code);
        let is_full = self.rest.len() == self.block;
        if is_full {
            self.blocks.push(PackedBlock::new(&self.rest));
            self.rest.clear();
        }
        is_full
    }
}

/// Writer that puts partitions, which may arrive in any order, in sequence. Small partitions share blocks.
struct OrderedWriter<B> {
    writer: LevelWriter,
    next: usize,
    /// Partitions that arrived early. They are few, because all take about the same time.
    waiting: Vec<(usize, PackedPartition<B>)>,
    /// Codes that do not yet fill a block.
    rest: Vec<B>,
    block: usize,
}

impl<B: Bits> OrderedWriter<B> {
    fn new(writer: LevelWriter, sizes: BufferSizes) -> OrderedWriter<B> {
        debug_assert!(sizes.block <= block::MAX_CODES);
        OrderedWriter {
            writer,
            next: 0,
            waiting: Vec::new(),
            rest: Vec::new(),
            block: sizes.block,
        }
    }

    fn put(&mut self, number: usize, packed: PackedPartition<B>) -> Result<(), WriteError> {
        self.waiting.push((number, packed));
        while let Some(place) = self
            .waiting
            .iter()
            .position(|(number, _)| *number == self.next)
        {
            let (_, PackedPartition { blocks, rest, .. }) = self.waiting.swap_remove(place);
            if !blocks.is_empty() || self.rest.len() + rest.len() > self.block {
                self.write_rest()?;
            }
            blocks
                .into_iter()
                .try_for_each(|block| self.writer.push(block))?;
            self.rest.extend(rest);
            self.next += 1;
        }
        Ok(())
    }

    fn write_rest(&mut self) -> Result<(), WriteError> {
        if !self.rest.is_empty() {
            self.writer.push(PackedBlock::new(&self.rest))?;
            self.rest.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Level, WriteError> {
        self.write_rest()?;
        Ok(self.writer.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Control, Limits, Phase};
    use crate::engine::{AnyEngine, ChildImages};
    use crate::levels::{LevelMaker, LevelSet, Machine, Neighbors, NoPruning};
    use std::num::NonZeroUsize;

    #[test]
    fn ranges_share_what_a_round_finds() {
        let board = crate::Board::library("english").unwrap();
        let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
            panic!()
        };
        let images = ChildImages::new(&engine, &board.symmetries()[..1]);
        let expansion = Expansion {
            images: &images,
            neighbors: Neighbors::Children,
            pruning: &NoPruning,
        };
        let phase = |_: f64| Phase::Counting.into();
        let limits = Limits {
            threads: Some(NonZeroUsize::MIN),
            ..Limits::default()
        };
        let control = Control::new(limits);
        let part = Part::whole(&control);
        let machine = Machine::new(part, Storage::in_memory(1 << 30)).unwrap();
        let start = board.vacate(board.hole("d4").unwrap()).code() as u64;
        let mut last = machine
            .listed((LevelSet::Forward, 32), vec![start])
            .unwrap();
        while last.level.len() < 1_000_000 {
            let name = (LevelSet::Forward, last.pegs - 1);
            last = machine
                .expanded(name, &last.level, &expansion, Sieve::All, &phase)
                .unwrap();
        }
        let (from, memory) = (&last.level, 16 << 20);
        let resources = Resources {
            part,
            storage: Storage::in_memory(memory),
            memory,
        };
        let name = (LevelSet::Forward, last.pegs - 1);
        let allotment = resources.allotment::<u64>(name).unwrap();
        let making = Making {
            resources: &resources,
            name,
            allotment,
            threads: 1,
            phase: &phase,
        };
        let mut forecast = Forecast::new(&from.sample(SAMPLE).unwrap(), &expansion);
        for place in [0, from.block_count() / 3, from.block_count() / 2] {
            let ranges = making
                .ranges_of_round(&mut forecast, from, place, &expansion)
                .unwrap();
            let (mut sizes, mut blocks) = (vec![0; ranges.count()], from.blocks().unwrap());
            let (mut codes, mut found) = (Vec::new(), Vec::new());
            for block in place.. {
                blocks.read(block, &mut codes).unwrap();
                expansion.append_neighbors(&codes, &mut found);
                if found.len() > allotment.codes {
                    break;
                }
            }
            found.iter().for_each(|code| sizes[ranges.of(*code)] += 1);
            let (most, average) = (sizes.iter().max().unwrap(), found.len() / sizes.len());
            assert!(ranges.count() > 2 && *most < 5 * average, "{sizes:?}");
        }
    }
}
