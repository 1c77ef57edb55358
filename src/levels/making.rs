//! One level in the making: codes are gathered, deduplicated, spilled where memory ends, sifted and packed.

use super::allotment::{Allotment, LEAST_CHUNKS, Parts};
use super::ascending::{Ascending, Filtered, Listed, Merge};
use super::block;
use super::expand::{Expansion, Pruning, Source, Taker};
use super::level::{Level, LevelReader, LevelWriter, PackedBlock, WriteError};
use super::partition::{Arena, MOST_ROOM, Room, Scatter, Scattered, Scratchpad};
use super::ranges::Ranges;
use super::storage::Storage;
use super::{LevelError, LevelName, Sieve};
use crate::control::{Part, Phase};
use crate::engine::{Bits, ChildImages};
use pegboard_support::threads::{try_each_by, try_map_on};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What there is to make levels with.
pub(super) struct Means<'a> {
    pub(super) part: Part<'a>,
    pub(super) storage: Arc<Storage>,
    pub(super) memory: u64,
}

impl Means<'_> {
    pub(super) fn allotment<B: Bits>(&self, (_, pegs): LevelName) -> Result<Allotment, LevelError> {
        Allotment::new::<B>(self.storage.for_making(self.memory), self.part.control().threads())
            .map_err(|_| LevelError::OutOfMemory { pegs, limit: self.memory })
    }

    /// Writes the level of these codes, in any order.
    pub(super) fn listed<B: Bits>(
        &self,
        name: LevelName,
        mut codes: Vec<B>,
        mut writer: LevelWriter,
    ) -> Result<Level, LevelError> {
        codes.sort_unstable();
        codes.dedup();
        let blocks = codes.chunks(self.allotment::<B>(name)?.parts.block);
        let written = blocks.map(PackedBlock::new).try_for_each(|block| writer.push(block));
        written.map_err(|error| self.unwritten(name, error))?;
        writer.finish()
    }

    pub(super) fn unwritten(&self, (_, pegs): LevelName, error: WriteError) -> LevelError {
        match error {
            WriteError::NoRoom => LevelError::OutOfMemory { pegs, limit: self.memory },
            WriteError::Level(error) => error,
        }
    }
}

/// What a level in the making is said to be, when this share of the level that it is made of is expanded.
pub(crate) type PhaseOf<'a> = dyn Fn(f64) -> Phase + Sync + 'a;

/// Ranges that share the neighbours of a level about evenly: the more of them the larger the level, so that
/// the codes of one range fit the cache of a core.
pub(super) fn ranges<B: Bits, P: Pruning<B>>(
    from: &Level,
    expansion: &Expansion<'_, B, P>,
    most: usize,
) -> Result<Ranges, LevelError> {
    Ok(ranges_of(&from.sample::<B>(SAMPLE)?, from.len(), expansion, most))
}

/// Positions by which ranges are cut.
pub(crate) const SAMPLE: usize = 2048;

/// The same for a sample of the positions whose neighbours are shared; `count` is the number of them all.
pub(super) fn ranges_of<B: Bits, P: Pruning<B>>(
    positions: &[B],
    count: u64,
    expansion: &Expansion<'_, B, P>,
    most: usize,
) -> Ranges {
    /// Codes of a range, duplicates counted. A few times fewer are different.
    const CODES: u64 = 1 << 16;
    let found = expansion.neighbours_of_sample(positions);
    let all = count * found.len() as u64 / positions.len().max(1) as u64;
    Ranges::new((all / CODES + 1).min(most as u64) as usize, &found)
}

/// The most positions that a thread expands before it looks whether memory has ended.
const AT_ONCE: usize = 64;
/// Positions that a thread expands before it looks at the clock.
const TICK: u64 = 1 << 12;
/// Bytes of codes with duplicates from which on these are dropped. With fewer it would be done too often;
/// more would gain nothing but take memory.
const ROUND: usize = 1 << 28;

/// A level in the making.
pub(super) struct Making<'a> {
    pub(super) means: &'a Means<'a>,
    pub(super) name: LevelName,
    pub(super) allotment: Allotment,
    pub(super) ranges: Ranges,
    pub(super) threads: usize,
    pub(super) phase: &'a PhaseOf<'a>,
}

impl Making<'_> {
    /// Finds codes until they fill the memory, drops duplicates, spills what is too much, and so on; then
    /// sorts and packs. All threads do the same, each on a partition of its own. Gives the level, and the
    /// jumps tried.
    pub(super) fn run<B: Bits, P: Pruning<B>>(
        &self,
        arenas: &mut Vec<Arena<B>>,
        from: &Level,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_>,
    ) -> Result<(Level, u64), LevelError> {
        let source = Source::new(from);
        let mut takers: Vec<Taker<'_, B>> =
            (0..self.threads).map(|_| source.taker()).collect::<Result<_, _>>()?;
        arenas.resize_with(self.threads, Arena::new);
        let mut kept: Vec<Vec<B>> = vec![Vec::new(); self.ranges.count()];
        let (mut runs, mut jumps, expanded) = (Vec::new(), 0, AtomicU64::new(0));
        loop {
            let needed = (from.len() as usize).saturating_mul(expansion.images.jump_count());
            let room = self.room_of_thread::<B>(kept.iter().map(Vec::len).sum(), needed);
            arenas.iter_mut().for_each(|arena| arena.fit(room));
            let found = self.gather(&mut takers, arenas, expansion, &expanded, from.len())?;
            jumps += found.iter().map(Scattered::len).sum::<u64>();
            if source.is_exhausted() && !takers.iter().any(Taker::has_rest) {
                let writer = LevelWriter::of_level(&self.means.storage, self.name)?;
                let level = self.write(writer, &kept, &found, &runs, sieve)?;
                runs.into_iter().for_each(Level::discard);
                return Ok((level, jumps));
            }
            self.deduplicate(&mut kept, &found)?;
            self.spill_if_needed(&mut kept, &mut runs)?;
        }
    }

    /// The codes that each thread may gather at a time, beside those that are kept; `needed` are all that it
    /// can come across.
    pub(super) fn room_of_thread<B: Bits>(&self, kept: usize, needed: usize) -> Room {
        let Parts { chunk, partitions, .. } = self.allotment.parts;
        let least = LEAST_CHUNKS * partitions * chunk;
        let most = self.allotment.codes.saturating_sub(kept).min(kept.max(ROUND / size_of::<B>()));
        let most = (least + most / self.threads).min(MOST_ROOM);
        Room { needed: needed.clamp(least, most), most }
    }

    /// Positions that a thread expands at once: all that they can make fits a third of the least room.
    fn at_once<B: Bits>(&self, images: &ChildImages<B>) -> usize {
        let Parts { chunk, partitions, .. } = self.allotment.parts;
        (partitions * chunk / images.jump_count().max(1)).clamp(1, AT_ONCE)
    }

    /// Expands positions until all are expanded or the arenas are full. Gives what was found, by thread.
    fn gather<'t, B: Bits, P: Pruning<B>>(
        &'t self,
        takers: &mut [Taker<'_, B>],
        arenas: &'t mut [Arena<B>],
        expansion: &Expansion<'_, B, P>,
        expanded: &AtomicU64,
        all: u64,
    ) -> Result<Vec<Scattered<'t, B>>, LevelError> {
        let at_once = self.at_once(expansion.images);
        let most = at_once * expansion.images.jump_count();
        try_map_on(self.threads, takers.iter_mut().zip(arenas), |(taker, arena)| {
            let mut scatter = Scatter::new(&self.ranges, arena, self.allotment.parts.chunk);
            let (mut codes, mut since) = (Vec::with_capacity(most), 0);
            let tick = |positions: u64| {
                let total = expanded.fetch_add(positions, Ordering::Relaxed) + positions;
                let share = total as f64 / all as f64;
                self.means.part.tick(positions, || (self.phase)(share)).map_err(LevelError::Stopped)
            };
            while scatter.has_room_for(most) {
                let positions = taker.take(at_once)?;
                if positions.is_empty() {
                    break;
                }
                codes.clear();
                expansion.append_neighbours(positions, &mut codes);
                scatter.add(&codes);
                since += positions.len() as u64;
                if since >= TICK {
                    tick(std::mem::take(&mut since))?;
                }
            }
            tick(since)?;
            Ok(scatter.finish())
        })
    }

    /// Adds what was found to what is kept.
    pub(super) fn deduplicate<B: Bits>(
        &self,
        kept: &mut [Vec<B>],
        found: &[Scattered<'_, B>],
    ) -> Result<(), LevelError> {
        try_each_by(self.threads, kept.iter_mut().enumerate(), || {
            let mut pad = Scratchpad::new();
            move |(number, kept): (usize, &mut Vec<B>)| {
                *kept = pad.distinct(number, kept, found).as_slice().into();
                self.tick()
            }
        })
    }

    /// Writes what is kept to the disk as a run, when it is much and there is a place for it.
    pub(super) fn spill_if_needed<B: Bits>(
        &self,
        kept: &mut [Vec<B>],
        runs: &mut Vec<Level>,
    ) -> Result<(), LevelError> {
        let (count, pegs) = (kept.iter().map(Vec::len).sum::<usize>(), self.name.1);
        if count <= self.allotment.codes / 2 {
            return Ok(());
        }
        let Some(writer) = LevelWriter::of_run(&self.means.storage, pegs)? else {
            let fits = count <= self.allotment.codes / 8 * 7;
            return if fits {
                Ok(())
            } else {
                Err(LevelError::OutOfMemory { pegs, limit: self.means.memory })
            };
        };
        runs.push(self.write(writer, kept, &[], &[], Sieve::All)?);
        kept.fill(Vec::new());
        if runs.len() == self.allotment.parts.merged
            && let Some(writer) = LevelWriter::of_run(&self.means.storage, pegs)?
        {
            let merged = self.write(writer, kept, &[], runs, Sieve::All)?;
            runs.drain(..).for_each(Level::discard);
            runs.push(merged);
        }
        Ok(())
    }

    /// Writes all codes, kept, found or in runs, that the sieve takes.
    pub(super) fn write<B: Bits>(
        &self,
        writer: LevelWriter,
        kept: &[Vec<B>],
        found: &[Scattered<'_, B>],
        runs: &[Level],
        sieve: Sieve<'_>,
    ) -> Result<Level, LevelError> {
        let ordered = Mutex::new(OrderedWriter::new(writer, self.allotment.parts));
        try_each_by(self.threads, kept.iter().enumerate(), || {
            let (mut pad, ordered) = (Scratchpad::new(), &ordered);
            move |(number, kept): (usize, &Vec<B>)| {
                let codes = pad.distinct(number, kept, found);
                codes.sort_unstable();
                let packed = self.packed(number, codes, runs, sieve)?;
                let put = ordered.lock().expect("no thread panics with the level").put(number, packed);
                put.map_err(|error| self.means.unwritten(self.name, error))?;
                self.tick()
            }
        })?;
        let ordered = ordered.into_inner().expect("no thread panics with the level");
        ordered.finish().map_err(|error| self.means.unwritten(self.name, error))
    }

    fn tick(&self) -> Result<(), LevelError> {
        self.means.part.tick(0, || (self.phase)(1.0)).map_err(LevelError::Stopped)
    }

    /// What passes the sieve of a partition and its part of the runs.
    fn packed<B: Bits>(
        &self,
        number: usize,
        codes: &[B],
        runs: &[Level],
        sieve: Sieve<'_>,
    ) -> Result<Packed<B>, LevelError> {
        let mut packed = Packed { blocks: Vec::new(), rest: Vec::new(), block: self.allotment.parts.block };
        if runs.is_empty() {
            match sieve {
                Sieve::All => packed.push_slice(codes),
                _ => self.sift(number, Listed(codes), sieve, &mut packed)?,
            }
        } else {
            let mut lists = vec![List::Codes(Listed(codes))];
            for run in runs {
                lists.extend(self.part_of(run, number)?.map(List::Run));
            }
            self.sift(number, Merge::new(lists)?, sieve, &mut packed)?;
        }
        Ok(packed)
    }

    fn sift<B: Bits>(
        &self,
        number: usize,
        codes: impl Ascending<B>,
        sieve: Sieve<'_>,
        packed: &mut Packed<B>,
    ) -> Result<(), LevelError> {
        match sieve {
            Sieve::All => self.pack(codes, packed),
            Sieve::In(other) => match self.part_of(other, number)? {
                Some(other) => self.pack(Filtered::shared(codes, other)?, packed),
                None => Ok(()),
            },
            Sieve::NotIn(other) => match self.part_of(other, number)? {
                Some(other) => self.pack(Filtered::without(codes, other)?, packed),
                None => self.pack(codes, packed),
            },
        }
    }

    fn pack<B: Bits>(&self, mut codes: impl Ascending<B>, packed: &mut Packed<B>) -> Result<(), LevelError> {
        while let Some(code) = codes.next()? {
            if packed.push(code) {
                self.tick()?;
            }
        }
        Ok(())
    }

    /// The codes of a level that lie in the range of a partition, where it has one.
    fn part_of<'l, B: Bits>(
        &self,
        level: &'l Level,
        number: usize,
    ) -> Result<Option<LevelReader<'l, B>>, LevelError> {
        let Some(first) = self.ranges.first_code(number) else { return Ok(None) };
        level.reader_of(first, self.ranges.first_code(number + 1)).map(Some)
    }
}

enum List<'a, B> {
    Codes(Listed<'a, B>),
    Run(LevelReader<'a, B>),
}

impl<B: Bits> Ascending<B> for List<'_, B> {
    #[inline]
    fn next(&mut self) -> Result<Option<B>, LevelError> {
        match self {
            List::Codes(codes) => codes.next(),
            List::Run(codes) => codes.next(),
        }
    }
}

/// The blocks of a partition, and codes that do not fill a block.
struct Packed<B> {
    blocks: Vec<PackedBlock>,
    rest: Vec<B>,
    /// The codes of a block.
    block: usize,
}

impl<B: Bits> Packed<B> {
    fn push_slice(&mut self, codes: &[B]) {
        let whole = codes.chunks_exact(self.block);
        self.rest.extend(whole.remainder());
        self.blocks.extend(whole.map(PackedBlock::new));
    }

    /// Adds a code; whether it has filled a block.
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

/// Writes partitions in sequence, whatever the order in which they come. Small ones share blocks.
struct OrderedWriter<B> {
    writer: LevelWriter,
    next: usize,
    /// Partitions that came before their turn: few, as all take about as long.
    waiting: Vec<(usize, Packed<B>)>,
    /// Codes that do not fill a block yet.
    rest: Vec<B>,
    block: usize,
}

impl<B: Bits> OrderedWriter<B> {
    fn new(writer: LevelWriter, parts: Parts) -> OrderedWriter<B> {
        debug_assert!(parts.block <= block::MOST);
        OrderedWriter { writer, next: 0, waiting: Vec::new(), rest: Vec::new(), block: parts.block }
    }

    fn put(&mut self, number: usize, packed: Packed<B>) -> Result<(), WriteError> {
        self.waiting.push((number, packed));
        while let Some(place) = self.waiting.iter().position(|(number, _)| *number == self.next) {
            let (_, Packed { blocks, rest, .. }) = self.waiting.swap_remove(place);
            if !blocks.is_empty() || self.rest.len() + rest.len() > self.block {
                self.write_rest()?;
            }
            blocks.into_iter().try_for_each(|block| self.writer.push(block))?;
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
