//! Levels as sorted lists of canonical codes, in memory or on disk.
//!
//! A level is expanded into shards by hash, so that equal positions meet; each shard is sorted and freed of doubles, and the
//! shards are merged into the next level. Whatever the number of threads, shards and runs, a level is the ascending list of its codes.

mod collector;
mod expand;
mod level;
mod level_file;
mod merge;
mod scratch;

use super::{SweepError, SweepTask};
use crate::engine::{Bits, ChildImages, Engine};
use collector::Collector;
use expand::{Expansion, Neighbours};
use level::Level;
use scratch::{Direction, Finished, Folder};
use std::path::Path;
use std::time::Instant;

/// Told the level being made (its pegs) and how many positions of the level above are expanded, of how many; answers whether to
/// go on.
pub(super) type Observer<'a> = dyn Fn(usize, u64, u64) -> bool + Sync + 'a;

/// What a sweep by lists needs.
pub(super) struct ListedSweep<'a, B> {
    pub(super) task: &'a SweepTask<B>,
    images: ChildImages<B>,
    full: B,
    memory: u64,
    threads: usize,
    folder: Option<Folder>,
    observer: &'a Observer<'a>,
}

/// What can be reached from the start, or from the complements of the finishes; the level of most pegs first.
#[derive(Clone, Debug)]
pub(super) struct ReachedLevels<B> {
    levels: Vec<Finished<B>>,
}

/// Canonical codes in ascending order by the number of pegs.
pub(super) type CodesByPegs<B> = Vec<Vec<B>>;

impl<'a, B: Bits> ListedSweep<'a, B> {
    /// `memory` bounds the bytes of positions; beyond it they go into `folder`.
    pub(super) fn new(
        engine: &Engine<B>,
        task: &'a SweepTask<B>,
        memory: u64,
        threads: usize,
        folder: Option<&Path>,
        observer: &'a Observer<'a>,
    ) -> Result<ListedSweep<'a, B>, SweepError> {
        let folder = folder.map(|path| Folder::open(path, task)).transpose()?;
        let images = ChildImages::new(engine, task.symmetries());
        Ok(ListedSweep { task, images, full: engine.full(), memory, threads, folder, observer })
    }

    /// F: all levels from the start down to `least` pegs.
    pub(super) fn forward(&self, least: usize) -> Result<ReachedLevels<B>, SweepError> {
        self.reach(Direction::Forward, vec![self.task.start()], least)
    }

    /// The complements of B: all levels from the complements of the finishes down to `least` pegs.
    pub(super) fn backward(&self, least: usize) -> Result<ReachedLevels<B>, SweepError> {
        self.reach(Direction::Backward, self.task.backward_starts(), least)
    }

    fn reach(
        &self,
        direction: Direction,
        starts: Vec<B>,
        least: usize,
    ) -> Result<ReachedLevels<B>, SweepError> {
        let mut levels = match &self.folder {
            Some(folder) => folder.finished(direction)?,
            None => Vec::new(),
        };
        if levels.is_empty() {
            levels.push(self.first(direction, starts)?);
        }
        let mut kept: u64 = 0;
        while let Some(last) = levels.last() {
            if last.pegs <= least.max(1) || last.level.len() == 0 {
                break;
            }
            kept += if self.folder.is_some() { 0 } else { last.level.len() * size_of::<B>() as u64 };
            let next = self.next(direction, last, self.memory.saturating_sub(kept))?;
            levels.push(next);
        }
        Ok(ReachedLevels { levels })
    }

    fn first(&self, direction: Direction, starts: Vec<B>) -> Result<Finished<B>, SweepError> {
        let pegs = starts.first().map_or(0, |start| start.count()) as usize;
        let collector = Collector::new(pegs, self.memory, self.folder.as_ref());
        for start in starts {
            let code = self.images.canonical(start);
            collector.add(collector::shard_of(code), &mut vec![code])?;
        }
        self.finish(direction, pegs, collector, 0, Instant::now())
    }

    fn next(
        &self,
        direction: Direction,
        above: &Finished<B>,
        memory: u64,
    ) -> Result<Finished<B>, SweepError> {
        let began = Instant::now();
        let pegs = above.pegs - 1;
        // Codes are copied once when the level is put together.
        let collector = Collector::new(pegs, memory / 2, self.folder.as_ref());
        let jumps = self.expand(&above.level, Neighbours::Children, pegs, &collector)?;
        self.finish(direction, pegs, collector, jumps, began)
    }

    fn expand(
        &self,
        level: &Level<B>,
        neighbours: Neighbours,
        pegs: usize,
        into: &Collector<'_, B>,
    ) -> Result<u64, SweepError> {
        let all = level.len();
        let go_on = |expanded: u64| (self.observer)(pegs, expanded, all);
        let (images, threads) = (&self.images, self.threads);
        Expansion { images, neighbours, threads, go_on: &go_on }.run(level, into)
    }

    fn finish(
        &self,
        direction: Direction,
        pegs: usize,
        collector: Collector<'_, B>,
        jumps: u64,
        began: Instant,
    ) -> Result<Finished<B>, SweepError> {
        let path = self.folder.as_ref().map(|folder| folder.level_path(direction, pegs));
        let level = collector.finish(path.as_deref(), self.threads)?;
        let finished = Finished { pegs, level, jumps, seconds: began.elapsed().as_secs_f64() };
        if let Some(folder) = &self.folder {
            folder.finish(direction, &finished)?;
        }
        Ok(finished)
    }

    /// Neighbours of a list of codes.
    fn neighbours(&self, codes: Vec<B>, neighbours: Neighbours, pegs: usize) -> Result<Level<B>, SweepError> {
        let collector = Collector::new(pegs, self.memory / 2, self.folder.as_ref());
        self.expand(&Level::Memory(codes), neighbours, pegs, &collector)?;
        let path = self.folder.as_ref().map(Folder::neighbours_path);
        collector.finish(path.as_deref(), self.threads)
    }

    /// The canonical codes of the complements, ascending.
    fn complements(&self, codes: &[B]) -> Vec<B> {
        let complement = |code: &B| self.images.canonical(self.full & !*code);
        let mut complements: Vec<B> = codes.iter().map(complement).collect();
        complements.sort_unstable();
        complements
    }

    /// W, found from the middle outwards.
    ///
    /// Winning positions of one level are those that both halves reach: `W_m = F_m ∩ B_m`. Every winning position of
    /// `n + 1` pegs has a winning child, and a reachable position with a winning child is winning: `W_(n+1) =
    /// F_(n+1) ∩ parents of W_n`; and likewise downwards, `W_(n-1) = B_(n-1) ∩ children of W_n`. So neither half need go
    /// beyond the middle, where most positions are.
    ///
    /// For a complement problem B is the complement of F, and W its own complement: a line from the start to its
    /// complement, played backwards on complements, is another such line. Then one half is enough.
    pub(super) fn winning(&self) -> Result<CodesByPegs<B>, SweepError> {
        let holes = self.task.board().hole_count();
        let top = self.task.start().count() as usize;
        let mut winning = vec![Vec::new(); holes + 1];
        let Some(bottom) = self.task.finishes().first().map(|finish| finish.count() as usize) else {
            return Ok(winning);
        };
        if top <= bottom {
            winning[top] = if self.task.finishes().contains(&self.task.start()) {
                vec![self.task.start()]
            } else {
                Vec::new()
            };
            return Ok(winning);
        }
        let middle = (top + bottom).div_ceil(2);
        let halving = self.task.is_complement();
        let forward = self.forward(if halving { middle.min(holes - middle) } else { middle })?;
        let backward = if halving { forward.clone() } else { self.backward(holes - middle)? };
        let solvable = self.complements(&backward.codes(holes - middle)?);
        winning[middle] = forward.intersection(middle, &solvable)?;
        for pegs in middle + 1..=top {
            let parents = self.neighbours(winning[pegs - 1].clone(), Neighbours::Parents, pegs)?;
            winning[pegs] = forward.shared_with(pegs, &parents)?;
        }
        for pegs in (bottom..middle).rev() {
            winning[pegs] = if halving {
                self.complements(&winning[holes - pegs])
            } else {
                // On complements, children are parents and B is what the backward sweep reached.
                let children = self.neighbours(winning[pegs + 1].clone(), Neighbours::Children, pegs)?;
                let reached = backward.intersection(holes - pegs, &self.complements(&children.codes()?))?;
                self.complements(&reached)
            };
        }
        Ok(winning)
    }

    /// L: one jump below a winning position, and not winning.
    pub(super) fn losing(&self, winning: &CodesByPegs<B>) -> Result<CodesByPegs<B>, SweepError> {
        let mut losing = vec![Vec::new(); winning.len()];
        for pegs in 1..winning.len() - 1 {
            let children = self.neighbours(winning[pegs + 1].clone(), Neighbours::Children, pegs)?;
            children.for_each(|code| {
                if winning[pegs].binary_search(&code).is_err() {
                    losing[pegs].push(code);
                }
            })?;
        }
        Ok(losing)
    }
}

impl<B: Bits> ReachedLevels<B> {
    fn at(&self, pegs: usize) -> Option<&Finished<B>> {
        self.levels.iter().find(|level| level.pegs == pegs)
    }

    /// The codes of a level; none where no position was reached.
    pub(super) fn codes(&self, pegs: usize) -> Result<Vec<B>, SweepError> {
        self.at(pegs).map_or(Ok(Vec::new()), |finished| finished.level.codes())
    }

    fn intersection(&self, pegs: usize, others: &[B]) -> Result<Vec<B>, SweepError> {
        self.at(pegs).map_or(Ok(Vec::new()), |finished| finished.level.intersection(others))
    }

    fn shared_with(&self, pegs: usize, other: &Level<B>) -> Result<Vec<B>, SweepError> {
        self.at(pegs).map_or(Ok(Vec::new()), |finished| finished.level.shared_with(other))
    }

    /// Pegs, positions, the jumps tried to reach them, and the time that took, level by level.
    pub(super) fn statistics(&self) -> impl Iterator<Item = (usize, u64, u64, f64)> + '_ {
        self.levels.iter().map(|level| (level.pegs, level.level.len(), level.jumps, level.seconds))
    }
}
