//! Levels as ascending lists of canonical codes, in memory or on disk.
//!
//! A level is made of another in four steps, each of which knows nothing of the others: the level is expanded
//! ([`expand`]), canonical codes come with it ([`ChildImages`]), each code is sent to the shard that its range says
//! ([`ranges`]), and the shard drops doubles ([`table`], [`collector`]). Then each shard is sorted, and the shards one
//! after the other are the new level ([`level`]), ascending and each code once. So it is the same level for any number of
//! threads and shards, and wherever memory ended and runs were spilled.
//!
//! ```text
//! level ─► blocks ─► expand ─► canonical codes ─► range ─► table of the shard ─► sorted ─► sieve ─► level
//!                                                             └─► runs on disk ─► merge ─┘
//! ```

mod allotment;
mod ascending;
mod block;
mod collector;
mod expand;
mod level;
mod ranges;
mod scratch;
mod table;

use super::{SweepError, SweepTask};
use crate::control::{Part, Phase};
use crate::engine::{Bits, ChildImages, Engine};
use allotment::Allotment;
use ascending::{Ascending, Filtered, Listed, Watched};
use collector::{Collector, Spill, written};
use expand::{Expansion, Neighbours};
use level::{Level, LevelWriter};
use scratch::{Finished, Folder, LevelSet};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What a sweep by lists needs.
pub(super) struct ListedSweep<'a, B> {
    pub(super) task: &'a SweepTask<B>,
    images: ChildImages<B>,
    full: B,
    memory: u64,
    threads: usize,
    folder: Option<Folder>,
    /// All levels so far.
    made: RefCell<LevelsMade<B>>,
    part: Part<'a>,
}

/// All levels of a sweep by what they hold and the number of pegs.
type LevelsMade<B> = HashMap<(LevelSet, usize), Arc<Finished<B>>>;

/// What can be reached from the start, or from the complements of the finishes; the level of most pegs first.
#[derive(Clone, Debug)]
pub(super) struct ReachedLevels<B> {
    levels: Vec<Arc<Finished<B>>>,
}

/// Levels by the number of pegs; `None` where there is no position.
#[derive(Clone, Debug)]
pub(super) struct LevelsByPegs<B>(Vec<Option<Arc<Finished<B>>>>);

/// Which codes a new level takes of those found.
enum Sieve<'a, B> {
    All,
    /// Those that the other level has too.
    In(&'a Level<B>),
    /// Those that the other level has not.
    NotIn(Option<&'a Level<B>>),
}

impl<'a, B: Bits> ListedSweep<'a, B> {
    /// `memory` bounds the bytes of positions; beyond it they go into `folder`.
    pub(super) fn new(
        engine: &Engine<B>,
        task: &'a SweepTask<B>,
        memory: u64,
        folder: Option<&Path>,
        part: Part<'a>,
    ) -> Result<ListedSweep<'a, B>, SweepError> {
        let threads = part.control().threads();
        Allotment::new::<B>(memory, threads)
            .map_err(|least| SweepError::TooLittleMemory { limit: memory, least })?;
        let folder = folder.map(|path| Folder::open(path, task)).transpose()?;
        let finished = folder.as_ref().map_or(Ok(Vec::new()), Folder::finished)?;
        let made = finished.into_iter().map(|(set, level)| ((set, level.pegs), Arc::new(level))).collect();
        let images = ChildImages::new(engine, task.symmetries());
        let full = engine.full();
        Ok(ListedSweep { task, images, full, memory, threads, folder, made: RefCell::new(made), part })
    }

    /// F: all levels from the start down to `least` pegs.
    pub(super) fn forward(&self, least: usize) -> Result<ReachedLevels<B>, SweepError> {
        self.reach(LevelSet::Forward, vec![self.task.start()], least)
    }

    /// The complements of B: all levels from the complements of the finishes down to `least` pegs.
    fn backward(&self, least: usize) -> Result<ReachedLevels<B>, SweepError> {
        self.reach(LevelSet::Backward, self.task.backward_starts(), least)
    }

    fn reach(&self, set: LevelSet, starts: Vec<B>, least: usize) -> Result<ReachedLevels<B>, SweepError> {
        let mut levels = vec![self.listed(set, starts)?];
        while let Some(last) = levels.last() {
            if last.pegs <= least.max(1) || last.level.len() == 0 {
                break;
            }
            let next = self.expanded(set, last.pegs - 1, &last.level, Neighbours::Children, Sieve::All)?;
            levels.push(next);
        }
        Ok(ReachedLevels { levels })
    }

    /// The level of some positions, which have the same number of pegs.
    fn listed(&self, set: LevelSet, positions: Vec<B>) -> Result<Arc<Finished<B>>, SweepError> {
        let pegs = positions.first().map_or(0, |position| position.count()) as usize;
        let mut codes: Vec<B> =
            positions.into_iter().map(|position| self.images.canonical(position)).collect();
        codes.sort_unstable();
        codes.dedup();
        self.made(set, pegs, || Ok((self.write(set, pegs, &mut Listed(&codes))?, 0)))
    }

    /// The level of the neighbours of another, as far as the sieve takes them.
    fn expanded(
        &self,
        set: LevelSet,
        pegs: usize,
        from: &Level<B>,
        neighbours: Neighbours,
        sieve: Sieve<'_, B>,
    ) -> Result<Arc<Finished<B>>, SweepError> {
        self.made(set, pegs, || {
            let allotment = self.allotment(pegs)?;
            let part = self.part;
            let go_on = |expanded: u64| part.tick(expanded, || phase(pegs));
            let (images, full, threads) = (&self.images, self.full, self.threads);
            let expansion = Expansion { images, full, neighbours, threads, go_on: &go_on };
            let ranges = expansion.ranges(from, allotment.parts.shards);
            let mut memory = vec![B::EMPTY; allotment.parts.shards * allotment.slots];
            let collector = Collector::new(&ranges, &allotment, &mut memory, self.spill(pegs));
            let jumps = expansion.run(from, &collector).map_err(|error| self.stopped(error))?;
            let shards = collector.sorted(self.threads)?;
            let mut codes = shards.codes();
            let level = match sieve {
                Sieve::All | Sieve::NotIn(None) => self.write(set, pegs, &mut codes),
                Sieve::In(other) => self.write(set, pegs, &mut Filtered::shared(codes, other.reader()?)?),
                Sieve::NotIn(Some(other)) => {
                    self.write(set, pegs, &mut Filtered::without(codes, other.reader()?)?)
                }
            }?;
            self.folder.iter().for_each(Folder::remove_runs);
            Ok((level, jumps))
        })
    }

    /// The level, if it is there, and otherwise the one that `make` makes, with the jumps that it tries.
    fn made(
        &self,
        set: LevelSet,
        pegs: usize,
        make: impl FnOnce() -> Result<(Level<B>, u64), SweepError>,
    ) -> Result<Arc<Finished<B>>, SweepError> {
        if let Some(finished) = self.made.borrow().get(&(set, pegs)) {
            return Ok(Arc::clone(finished));
        }
        let began = Instant::now();
        let (level, jumps) = make()?;
        let finished = Arc::new(Finished { pegs, level, jumps, seconds: began.elapsed().as_secs_f64() });
        if let Some(folder) = &self.folder {
            folder.finish(set, &finished)?;
        }
        self.made.borrow_mut().insert((set, pegs), Arc::clone(&finished));
        Ok(finished)
    }

    fn write(
        &self,
        set: LevelSet,
        pegs: usize,
        codes: &mut impl Ascending<B>,
    ) -> Result<Level<B>, SweepError> {
        let block = self.allotment(pegs)?.parts.block;
        let writer = match &self.folder {
            Some(folder) => {
                let path = folder.level_path(set, pegs);
                LevelWriter::to_file(block, &path, pegs, folder.task(), true)?
            }
            None => LevelWriter::in_memory(block, self.unused() - self.for_tables()),
        };
        let go_on = || self.part.tick(0, || phase(pegs));
        let level = written(writer.write(&mut Watched::new(codes, &go_on)), &self.spill(pegs));
        level.map_err(|error| self.stopped(error))
    }

    /// The bytes that finished levels leave.
    fn unused(&self) -> u64 {
        let kept: u64 = self.made.borrow().values().map(|finished| finished.level.memory()).sum();
        self.memory.saturating_sub(kept)
    }

    /// The bytes for the tables of a new level. Without a folder the level itself must find room beside them: where a table has
    /// 8 bytes for a code, and a quarter of it is empty, the level has less than 3.
    fn for_tables(&self) -> u64 {
        if self.folder.is_some() { self.memory } else { self.unused() / 5 * 4 }
    }

    fn allotment(&self, pegs: usize) -> Result<Allotment, SweepError> {
        Allotment::new::<B>(self.for_tables(), self.threads)
            .map_err(|_| SweepError::OutOfMemory { pegs, limit: self.memory })
    }

    fn spill(&self, pegs: usize) -> Spill<'_> {
        Spill { folder: self.folder.as_ref(), pegs, limit: self.memory }
    }

    /// A sweep that was stopped can go on if it has a folder.
    fn stopped(&self, error: SweepError) -> SweepError {
        match (error, &self.folder) {
            (SweepError::Stopped { limit, .. }, Some(folder)) => {
                SweepError::Stopped { limit, folder: Some(folder.path().to_owned()) }
            }
            (error, _) => error,
        }
    }

    /// W, found from the middle outwards.
    ///
    /// Winning positions of one level are those that both halves reach: `W_m = F_m ∩ B_m`. Every winning position of
    /// `n + 1` pegs has a winning child, and a reachable position with a winning child is winning: `W_(n+1) =
    /// F_(n+1) ∩ parents of W_n`. So the upper half need not go beyond the middle, where most positions are. On complements,
    /// children are parents and B is what the backward sweep reaches: the lower half is found in the same way.
    ///
    /// For a complement problem B is the complement of F, and W its own complement: a line from the start to its
    /// complement, played backwards on complements, is another such line. Then one half is enough.
    pub(super) fn winning_levels(&self) -> Result<LevelsByPegs<B>, SweepError> {
        let holes = self.task.board().hole_count();
        let top = self.task.start().count() as usize;
        let mut winning = LevelsByPegs::none(holes);
        let Some(bottom) = self.task.finishes().first().map(|finish| finish.count() as usize) else {
            return Ok(winning);
        };
        if top <= bottom {
            if self.task.finishes().contains(&self.task.start()) {
                winning.0[top] = Some(self.listed(LevelSet::Winning, vec![self.task.start()])?);
            }
            return Ok(winning);
        }
        let middle = (top + bottom).div_ceil(2);
        let halving = self.task.is_complement();
        let forward = self.forward(if halving { middle.min(holes - middle) } else { middle })?;
        let backward = if halving { forward.clone() } else { self.backward(holes - middle)? };
        let (Some(here), Some(there)) = (forward.at(middle), backward.at(holes - middle)) else {
            return Ok(winning);
        };
        let both = Sieve::In(&here.level);
        let level = self.expanded(LevelSet::Winning, middle, &there.level, Neighbours::Complements, both)?;
        self.outwards(LevelSet::Winning, level, &forward, &mut winning)?;
        let upper = if halving {
            winning.clone()
        } else {
            let mut upper = LevelsByPegs::none(holes);
            if let Some(level) = &winning.0[middle] {
                let level = self.complements(LevelSet::BackwardWinning, holes - middle, &level.level)?;
                self.outwards(LevelSet::BackwardWinning, level, &backward, &mut upper)?;
            }
            upper
        };
        for pegs in (bottom..middle).rev() {
            if let Some(level) = &upper.0[holes - pegs] {
                winning.0[pegs] = Some(self.complements(LevelSet::Winning, pegs, &level.level)?);
            }
        }
        Ok(winning)
    }

    /// The winning levels from one to the start of a half, each put into its place.
    fn outwards(
        &self,
        set: LevelSet,
        from: Arc<Finished<B>>,
        reached: &ReachedLevels<B>,
        levels: &mut LevelsByPegs<B>,
    ) -> Result<(), SweepError> {
        let mut last = from;
        while last.level.len() > 0 {
            let pegs = last.pegs + 1;
            levels.0[last.pegs] = Some(Arc::clone(&last));
            let Some(above) = reached.at(pegs) else { break };
            last = self.expanded(set, pegs, &last.level, Neighbours::Parents, Sieve::In(&above.level))?;
        }
        Ok(())
    }

    fn complements(
        &self,
        set: LevelSet,
        pegs: usize,
        level: &Level<B>,
    ) -> Result<Arc<Finished<B>>, SweepError> {
        self.expanded(set, pegs, level, Neighbours::Complements, Sieve::All)
    }

    /// L: one jump below a winning position, and not winning.
    pub(super) fn losing_levels(&self, winning: &LevelsByPegs<B>) -> Result<LevelsByPegs<B>, SweepError> {
        let mut losing = LevelsByPegs::none(self.task.board().hole_count());
        for above in winning.0.iter().flatten().filter(|above| above.pegs > 1) {
            let pegs = above.pegs - 1;
            let others = Sieve::NotIn(winning.0[pegs].as_ref().map(|here| &here.level));
            let level = self.expanded(LevelSet::Losing, pegs, &above.level, Neighbours::Children, others)?;
            losing.0[pegs] = Some(level);
        }
        Ok(losing)
    }
}

fn phase(pegs: usize) -> Phase {
    Phase::of_unknown_length(format!("{pegs} pegs"))
}

impl<B> Default for LevelsByPegs<B> {
    fn default() -> Self {
        LevelsByPegs(Vec::new())
    }
}

impl<B> Default for ReachedLevels<B> {
    fn default() -> Self {
        ReachedLevels { levels: Vec::new() }
    }
}

impl<B: Bits> LevelsByPegs<B> {
    fn none(holes: usize) -> LevelsByPegs<B> {
        LevelsByPegs(vec![None; holes + 1])
    }

    /// The bytes of the levels that are in memory.
    pub(super) fn memory(&self) -> u64 {
        self.0.iter().flatten().map(|finished| finished.level.memory()).sum()
    }

    /// The number of codes of a level.
    pub(super) fn size(&self, pegs: usize) -> u64 {
        self.0.get(pegs).and_then(Option::as_ref).map_or(0, |finished| finished.level.len())
    }

    /// The codes of a level.
    pub(super) fn codes(&self, pegs: usize) -> Result<Vec<B>, SweepError> {
        let level = self.0.get(pegs).and_then(Option::as_ref);
        level.map_or(Ok(Vec::new()), |finished| finished.level.codes())
    }
}

impl<B: Bits> ReachedLevels<B> {
    fn at(&self, pegs: usize) -> Option<&Arc<Finished<B>>> {
        self.levels.iter().find(|level| level.pegs == pegs)
    }

    /// The bytes of the levels that are in memory.
    pub(super) fn memory(&self) -> u64 {
        self.levels.iter().map(|finished| finished.level.memory()).sum()
    }

    /// The number of codes of a level.
    pub(super) fn size(&self, pegs: usize) -> u64 {
        self.at(pegs).map_or(0, |finished| finished.level.len())
    }

    /// The codes of a level; none where no position was reached.
    pub(super) fn codes(&self, pegs: usize) -> Result<Vec<B>, SweepError> {
        self.at(pegs).map_or(Ok(Vec::new()), |finished| finished.level.codes())
    }

    /// Pegs, positions, the jumps tried to reach them, and the time that took, level by level.
    pub(super) fn statistics(&self) -> impl Iterator<Item = (usize, u64, u64, f64)> + '_ {
        self.levels.iter().map(|level| (level.pegs, level.level.len(), level.jumps, level.seconds))
    }
}
