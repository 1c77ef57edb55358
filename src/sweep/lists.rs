//! Sweeps by lists: F, B, W and L, level by level.

use super::{SweepError, SweepOptions, SweepTask};
use crate::board::{Board, Symmetry};
use crate::control::{Control, Part, Phase, PhaseReport};
use crate::engine::{Bits, ChildImages, Engine};
use crate::levels::{
    CodeCount, Expansion, Finished, Level, LevelError, LevelMaker, LevelName, LevelSet,
    LockedFolder, Machine, Neighbors, NoPruning, PhaseOf, Sieve, Storage, TaskName,
    estimated_total,
};
use crate::problem::{Finish, Region};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Sweep by lists.
pub(crate) struct ListedSweep<'a, B, M> {
    task: &'a SweepTask<B>,
    pub(super) images: ChildImages<B>,
    pub(super) maker: &'a M,
}

/// Levels of one set by peg count.
#[derive(Debug)]
pub(crate) struct LevelsByPegs<L = Level>(BTreeMap<usize, Arc<Finished<L>>>);

impl<L> Clone for LevelsByPegs<L> {
    fn clone(&self) -> Self {
        LevelsByPegs(self.0.clone())
    }
}

impl<L> Default for LevelsByPegs<L> {
    fn default() -> Self {
        LevelsByPegs(BTreeMap::new())
    }
}

/// Creates the machine that computes the levels of a sweep in this process. Positions beyond the memory limit go to
/// the scratch folder, or to a temporary folder if the options allow it.
pub(super) fn machine<'a, B: Bits>(
    task: &SweepTask<B>,
    options: &SweepOptions,
    part: Part<'a>,
) -> Result<Machine<'a, B>, SweepError> {
    let storage = match &options.scratch {
        Some(path) => Storage::in_folder(LockedFolder::open(path)?.of_task(name(task))?),
        None if options.spills => Storage::overflowing(part.memory()),
        None => Storage::in_memory(part.memory()),
    };
    Ok(Machine::new(part, storage)?)
}

impl<'a, B: Bits, M: LevelMaker<B>> ListedSweep<'a, B, M> {
    /// Prepares a sweep whose levels `maker` computes.
    pub(crate) fn new(engine: &Engine<B>, task: &'a SweepTask<B>, maker: &'a M) -> Self {
        ListedSweep {
            task,
            images: ChildImages::new(engine, task.symmetries()),
            maker,
        }
    }

    /// Computes F: all levels from the start down to `least` pegs.
    pub(crate) fn forward(&self, least: usize) -> Result<LevelsByPegs<M::Level>, SweepError> {
        let end = match self.task.finish() {
            None => 1.0,
            Some(Finish::Regions(_)) => REACHING,
            Some(_) if self.task.is_complement() => REACHING,
            Some(_) => REACHING / 2.0,
        };
        self.reach(LevelSet::Forward, vec![self.task.start()], least, 0.0..end)
    }

    /// Computes the complements of B: all levels from the complements of the finishes down to `least` pegs.
    fn backward(&self, least: usize) -> Result<LevelsByPegs<M::Level>, SweepError> {
        self.reach(
            LevelSet::Backward,
            self.backward_starts(),
            least,
            REACHING / 2.0..REACHING,
        )
    }

    /// Returns the complements of the finishes.
    fn backward_starts(&self) -> Vec<B> {
        let finishes = self.task.finishes().into_iter();
        finishes
            .map(|finish| self.images.full() & !finish)
            .collect()
    }

    /// Computes all levels from `starts` down to `least` pegs. `part` is the share of the whole sweep.
    fn reach(
        &self,
        set: LevelSet,
        starts: Vec<B>,
        least: usize,
        part: Range<f64>,
    ) -> Result<LevelsByPegs<M::Level>, SweepError> {
        let least = least.max(1);
        let mut levels = LevelsByPegs::default();
        let mut last = self.listed(set, starts)?;
        let mut sizes = Vec::new();
        loop {
            levels.insert(&last);
            if last.pegs <= least || last.level.len() == 0 {
                return Ok(levels);
            }
            sizes.push(last.level.len());
            let phase = phase_of_reaching(&sizes, last.pegs - 1, last.pegs - least, part.clone());
            let name = (set, last.pegs - 1);
            last = self.expanded(name, &last.level, Neighbors::Children, Sieve::All, &phase)?;
        }
    }

    /// Makes a level from positions with equal peg counts.
    pub(super) fn listed(
        &self,
        set: LevelSet,
        positions: Vec<B>,
    ) -> Result<Arc<Finished<M::Level>>, SweepError> {
        let pegs = positions.first().map_or(0, |position| position.count()) as usize;
        let codes = positions
            .into_iter()
            .map(|position| self.images.canonical(position))
            .collect();
        Ok(self.maker.listed((set, pegs), codes)?)
    }

    /// Makes a level from the neighbors of another level that pass the sieve.
    pub(super) fn expanded(
        &self,
        name: LevelName,
        from: &M::Level,
        neighbors: Neighbors<'_>,
        sieve: Sieve<'_, M::Level>,
        phase: &PhaseOf<'_>,
    ) -> Result<Arc<Finished<M::Level>>, SweepError> {
        let expansion = Expansion {
            images: &self.images,
            neighbors,
            pruning: &NoPruning,
        };
        Ok(self.maker.expanded(name, from, &expansion, sieve, phase)?)
    }

    /// Computes W: from the middle outward if the finishes are listed, otherwise from below.
    ///
    /// In the middle level, `W_m = F_m ∩ B_m`. Above it, every winning position has a winning child, and a reachable
    /// position with a winning child is winning: `W_(n+1) = F_(n+1) ∩ parents of W_n`. Therefore the forward sweep
    /// stops at the middle, where levels are largest. Complementing exchanges children and parents and turns B into the
    /// levels of the backward sweep, so the lower half is computed in the same way.
    ///
    /// In a complement problem, B consists of the complements of F, and W contains the complement of each of its
    /// positions, because a line from the start to its complement, played backwards on complements, is another such
    /// line. Therefore one half suffices.
    pub(crate) fn winning_levels(&self) -> Result<LevelsByPegs<M::Level>, SweepError> {
        let holes = self.task.board().hole_count();
        let top = self.task.start().count() as usize;
        let mut winning = LevelsByPegs::default();
        if let Some(regions) = self.task.regions() {
            return self.winning_levels_from_below(regions);
        }
        let Some(bottom) = self.task.finish().map(|finish| finish.pegs() as usize) else {
            return Ok(winning);
        };
        if top <= bottom {
            if self.task.is_finish(self.task.start()) {
                winning.insert(&self.listed(LevelSet::Winning, vec![self.task.start()])?);
            }
            return Ok(winning);
        }
        let middle = (top + bottom).div_ceil(2);
        let halving = self.task.is_complement();
        let forward = self.forward(if halving {
            middle.min(holes - middle)
        } else {
            middle
        })?;
        let backward = if halving {
            forward.clone()
        } else {
            self.backward(holes - middle)?
        };
        let (Some(here), Some(there)) = (forward.at(middle), backward.at(holes - middle)) else {
            return Ok(winning);
        };
        let [meeting, upward, downward] = winning_shares(halving);
        let (name, both) = ((LevelSet::Winning, middle), Sieve::In(&here.level));
        let phase = phase_within(middle, meeting);
        let level = self.expanded(name, &there.level, Neighbors::Complements, both, &phase)?;
        self.outward(LevelSet::Winning, level, &forward, upward, &mut winning)?;
        let upper = if halving {
            winning.clone()
        } else {
            let mut upper = LevelsByPegs::default();
            if let Some(level) = winning.at(middle) {
                let name = (LevelSet::BackwardWinning, holes - middle);
                let level = self.complements(name, &level.level, downward.start)?;
                self.outward(
                    LevelSet::BackwardWinning,
                    level,
                    &backward,
                    downward,
                    &mut upper,
                )?;
            }
            upper
        };
        for pegs in (bottom..middle).rev() {
            if let Some(level) = upper.at(holes - pegs) {
                let name = (LevelSet::Winning, pegs);
                winning.insert(&self.complements(name, &level.level, WINNING)?);
            }
        }
        Ok(winning)
    }

    /// Computes W of a goal that leaves holes free. Its finishes are too many to play backward from. So all of F comes
    /// first, and then each level from the one below: a position of F is lost if it is no finish and no winning position
    /// is one jump below it.
    fn winning_levels_from_below(
        &self,
        regions: &[Region],
    ) -> Result<LevelsByPegs<M::Level>, SweepError> {
        let reached = self.forward(0)?;
        let mut winning: LevelsByPegs<M::Level> = LevelsByPegs::default();
        let sizes = reached.0.values().map(|level| level.level.len());
        let mut shares = ShareSplitter::new(REACHING..WINNING, sizes.sum());
        for level in reached.0.values().filter(|level| level.level.len() > 0) {
            let (pegs, level) = (level.pegs, &level.level);
            let phase = phase_within(pegs, shares.next(level.len()));
            let below = pegs.checked_sub(1).and_then(|below| winning.at(below));
            let leading = match below {
                Some(below) => {
                    let (name, both) = ((LevelSet::Leading, pegs), Sieve::In(level));
                    Some(self.expanded(name, &below.level, Neighbors::Parents, both, &phase)?)
                }
                None => None,
            };
            let others = leading
                .as_ref()
                .map_or(Sieve::All, |leading| Sieve::NotIn(&leading.level));
            let (name, outside) = ((LevelSet::Lost, pegs), Neighbors::Outside(regions));
            let lost = self.expanded(name, level, outside, others, &phase)?;
            let (name, all) = ((LevelSet::Winning, pegs), Neighbors::Outside(&[]));
            let others = Sieve::NotIn(&lost.level);
            let won = self.expanded(name, level, all, others, &phase)?;
            if won.level.len() > 0 {
                winning.insert(&won);
            }
        }
        Ok(winning)
    }

    /// Computes the winning levels of one half, from the level `from` up to the start, and stores them in `levels`. The
    /// progress estimate assumes that winning levels are proportional to reachable ones.
    fn outward(
        &self,
        set: LevelSet,
        from: Arc<Finished<M::Level>>,
        reached: &LevelsByPegs<M::Level>,
        part: Range<f64>,
        levels: &mut LevelsByPegs<M::Level>,
    ) -> Result<(), SweepError> {
        let all = reached.0.range(from.pegs..).map(|(_, level)| level);
        let mut shares = ShareSplitter::new(part, all.map(|level| level.level.len()).sum());
        let mut last = from;
        while last.level.len() > 0 {
            let pegs = last.pegs + 1;
            levels.insert(&last);
            let Some(above) = reached.at(pegs) else { break };
            let phase = phase_within(pegs, shares.next(reached.size(last.pegs)));
            let both = Sieve::In(&above.level);
            last = self.expanded((set, pegs), &last.level, Neighbors::Parents, both, &phase)?;
        }
        Ok(())
    }

    /// Computes the complements of a level. The time for this is negligible.
    fn complements(
        &self,
        name: LevelName,
        level: &M::Level,
        done: f64,
    ) -> Result<Arc<Finished<M::Level>>, SweepError> {
        self.expanded(
            name,
            level,
            Neighbors::Complements,
            Sieve::All,
            &phase_within(name.1, done..done),
        )
    }

    /// Computes L: the positions one jump below a winning one that are not winning.
    pub(crate) fn just_lost_levels(
        &self,
        winning: &LevelsByPegs<M::Level>,
    ) -> Result<LevelsByPegs<M::Level>, SweepError> {
        let mut just_lost = LevelsByPegs::default();
        let sizes = winning.0.values().map(|level| level.level.len());
        let mut shares = ShareSplitter::new(WINNING..1.0, sizes.sum());
        for above in winning.0.values().filter(|above| above.pegs > 1) {
            let pegs = above.pegs - 1;
            let others = winning
                .at(pegs)
                .map_or(Sieve::All, |winning| Sieve::NotIn(&winning.level));
            let (name, phase) = (
                (LevelSet::JustLost, pegs),
                phase_within(pegs, shares.next(above.level.len())),
            );
            just_lost.insert(&self.expanded(
                name,
                &above.level,
                Neighbors::Children,
                others,
                &phase,
            )?);
        }
        Ok(just_lost)
    }
}

impl<L: CodeCount> LevelsByPegs<L> {
    fn insert(&mut self, level: &Arc<Finished<L>>) {
        self.0.insert(level.pegs, Arc::clone(level));
    }

    pub(super) fn at(&self, pegs: usize) -> Option<&Arc<Finished<L>>> {
        self.0.get(&pegs)
    }

    /// Returns the number of codes in a level, which is 0 if the level was not computed.
    pub(crate) fn size(&self, pegs: usize) -> u64 {
        self.at(pegs).map_or(0, |finished| finished.level.len())
    }

    /// Returns the levels in descending order of peg counts.
    pub(crate) fn descending(&self) -> impl Iterator<Item = &Finished<L>> {
        self.0.values().rev().map(Arc::as_ref)
    }
}

impl LevelsByPegs {
    /// Returns the levels of a set that a machine has finished.
    pub(super) fn finished<B: Bits>(machine: &Machine<'_, B>, set: LevelSet) -> LevelsByPegs {
        let mut levels = LevelsByPegs::default();
        machine
            .finished(set)
            .iter()
            .for_each(|level| levels.insert(level));
        levels
    }

    /// Returns the memory use of the levels in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.0
            .values()
            .map(|finished| finished.level.memory())
            .sum()
    }

    /// Reads the codes of a level. The list is empty if the level was not computed.
    pub(super) fn codes<B: Bits>(
        &self,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<B>, LevelError> {
        self.at(pegs)
            .map_or(Ok(Vec::new()), |finished| finished.level.codes(control))
    }
}

/// Share of a sweep with finishes that computes the reachable positions.
const REACHING: f64 = 0.8;
/// Share after which all winning positions are known.
const WINNING: f64 = 0.9;

/// Returns the shares of a sweep for the middle level, and for the winning levels above and below it.
fn winning_shares(is_complement: bool) -> [Range<f64>; 3] {
    let at = |share| interpolate(&(REACHING..WINNING), share);
    if is_complement {
        [at(0.0)..at(0.5), at(0.5)..at(1.0), at(1.0)..at(1.0)]
    } else {
        [at(0.0)..at(0.4), at(0.4)..at(0.7), at(0.7)..at(1.0)]
    }
}

/// Share of a sweep, split in proportion to the sizes of levels.
struct ShareSplitter {
    whole: Range<f64>,
    total: u64,
    before: u64,
}

impl ShareSplitter {
    fn new(whole: Range<f64>, total: u64) -> ShareSplitter {
        ShareSplitter {
            whole,
            total,
            before: 0,
        }
    }

    /// Returns the share of the next level, which has `size` codes.
    fn next(&mut self, size: u64) -> Range<f64> {
        let at = |size: u64| interpolate(&self.whole, size as f64 / self.total.max(1) as f64);
        let share = at(self.before)..at(self.before + size);
        self.before += size;
        share
    }
}

/// Returns the point at this fraction of the length of a range.
fn interpolate(range: &Range<f64>, fraction: f64) -> f64 {
    range.start + fraction * (range.end - range.start)
}

/// Returns the phase of a level, which is this part of a sweep, as a function of its finished share.
fn phase_within(pegs: usize, part: Range<f64>) -> impl Fn(f64) -> PhaseReport + Sync {
    move |share| Phase::Level { pegs }.done(interpolate(&part, share))
}

/// Returns the phase of the next reachable level as a function of its finished share. The growth of the levels so far
/// gives an estimate of their total size.
fn phase_of_reaching(
    sizes: &[u64],
    pegs: usize,
    to_come: usize,
    part: Range<f64>,
) -> impl Fn(f64) -> PhaseReport + Sync + use<> {
    let (&last, before) = sizes.split_last().expect("there is a level to expand");
    let before: u64 = before.iter().sum();
    let total = estimated_total(sizes, to_come);
    move |share| PhaseReport {
        phase: Phase::Level { pegs },
        done: total.map(|total| {
            interpolate(
                &part,
                ((before as f64 + share * last as f64) / total).min(1.0),
            )
        }),
    }
}

/// Returns a description of the sweep, and a digest of everything that determines its levels: holes, jumps, symmetries,
/// start and finishes.
pub(crate) fn name<B: Bits>(task: &SweepTask<B>) -> TaskName {
    name_of(
        task.board(),
        task.symmetries(),
        task.start().code(),
        task.finish(),
    )
}

fn name_of(
    board: &Board,
    symmetries: &[Symmetry],
    start: u128,
    finish: Option<&Finish>,
) -> TaskName {
    let count = symmetries.len();
    let finishes = match finish {
        Some(Finish::Regions(regions)) => {
            let ends = regions.iter().map(|region| (region.least, region.most));
            format!("between {:?}", ends.collect::<Vec<_>>())
        }
        listed => format!("{:?}", listed.map_or(&[][..], Finish::codes)),
    };
    let words = format!(
        "sweep on board {}, start {start}, finishes {finishes}, {count} symmetries",
        board.name()
    );
    let content = format!(
        "sweep 1 {} {start} {finishes}",
        board.geometry_text(symmetries)
    );
    TaskName {
        words,
        digest: blake3::hash(content.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SymmetryUse;
    use crate::control::Control;
    use crate::engine::AnyEngine;
    use crate::levels::Pruning;
    use crate::levels::commits::tests::check_all_commit_points;
    use crate::problem::{Goal, Pattern, Problem};
    use crate::sweep::{LevelSizes, Sweep};
    use std::cell::RefCell;

    /// Level maker that records the progress at the beginning and at the end of each level.
    struct Watched<'a> {
        machine: Machine<'a, u64>,
        done: RefCell<Vec<f64>>,
    }

    impl LevelMaker<u64> for Watched<'_> {
        type Level = Level;

        fn control(&self) -> &Control<'_> {
            self.machine.control()
        }

        fn listed(&self, name: LevelName, codes: Vec<u64>) -> Result<Arc<Finished>, LevelError> {
            self.machine.listed(name, codes)
        }

        fn expanded<P: Pruning<u64>>(
            &self,
            name: LevelName,
            from: &Level,
            expansion: &Expansion<'_, u64, P>,
            sieve: Sieve<'_>,
            phase: &PhaseOf<'_>,
        ) -> Result<Arc<Finished>, LevelError> {
            self.done
                .borrow_mut()
                .extend([0.0, 1.0].into_iter().filter_map(|share| phase(share).done));
            self.machine.expanded(name, from, expansion, sieve, phase)
        }

        fn found(
            &self,
            level: &Level,
            is_wanted: &dyn Fn(u64) -> bool,
            most: usize,
        ) -> Result<Vec<u64>, LevelError> {
            self.machine.found(level, is_wanted, most)
        }

        fn first_of(&self, level: &Level, codes: &[u64]) -> Result<Option<u64>, LevelError> {
            self.machine.first_of(level, codes)
        }

        fn gathered(&self, finished: &Arc<Finished>) -> Result<Arc<Finished>, LevelError> {
            self.machine.gathered(finished)
        }

        fn concluded(&self, what: &dyn Fn() -> blake3::Hash) -> Result<(), LevelError> {
            self.machine.concluded(what)
        }
    }

    fn check(board: &str, start: &str, finish: &str) {
        let board = Board::library(board).unwrap();
        let problem = Problem::svss(
            &board,
            board.hole(start).unwrap(),
            board.hole(finish).unwrap(),
        );
        let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
            panic!()
        };
        let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
        let control = Control::default();
        let machine = machine(&task, &SweepOptions::default(), Part::whole(&control)).unwrap();
        let watched = Watched {
            machine,
            done: RefCell::default(),
        };
        let sweep = ListedSweep::new(&engine, &task, &watched);
        let winning = sweep.winning_levels().unwrap();
        sweep.just_lost_levels(&winning).unwrap();
        let done = watched.done.into_inner();
        let (reaching, after) = done.split_at(done.partition_point(|done| *done < REACHING));
        assert!(reaching.iter().all(|done| *done >= 0.0), "{reaching:?}");
        assert!(after.is_sorted() && after.len() > 10, "{after:?}");
        assert!(
            after.first() == Some(&REACHING) && after.last().is_some_and(|last| *last > 0.99),
            "{after:?}"
        );
    }

    #[test]
    fn the_share_that_is_done_rises_to_the_end() {
        check("triangle6", "a1", "a1"); // a complement problem
        check("triangle6", "a1", "d4");
    }

    #[test]
    fn a_sweep_resumes_after_every_commit_point() {
        let board = Board::library("triangle4").unwrap();
        let hole = board.hole("a2").unwrap();
        let patterns = Pattern::parse_all(&board, "a1", "b3").unwrap();
        let free = Problem::new(board.vacate(hole), Goal::Patterns(patterns)).unwrap();
        for problem in [Problem::svss(&board, hole, hole), free] {
            check_all_commit_points(|folder| {
                let control = Control::default();
                let options = SweepOptions::default().with_scratch(Some(folder.to_owned()));
                let sweep = Sweep::of_problem(&problem, SymmetryUse::Classes, &options, &control);
                let sizes = |level: &LevelSizes| LevelSizes {
                    seconds: None,
                    ..level.clone()
                };
                let levels: Vec<LevelSizes> = sweep.unwrap().levels().iter().map(sizes).collect();
                levels
            });
        }
    }

    /// The digests are those of existing scratch folders.
    #[test]
    fn the_digest_of_a_sweep_is_stable() {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap()).code();
        let finishes = [1, 16, 64, 512, 4096];
        let symmetries = board.stabilizer(&[&[start], &finishes]);
        let digest = |symmetries: &[Symmetry], finishes: &[u128]| {
            let finish = Finish::positions(finishes.iter().copied());
            name_of(&board, symmetries, start, finish.as_ref()).digest
        };
        assert_eq!(
            [
                digest(&symmetries, &finishes),
                digest(&board.symmetries()[..1], &[1])
            ]
            .map(|digest| digest.to_hex().to_string()),
            [
                "04376d4680efd243b74f5b713aa5caa1bb00e73480ff84293fc6fd03b259c654",
                "ff88c8e99ee2f92b35982e485aad06a7ec2c7c213d2531d5e7c5888477f78a12",
            ]
        );
    }
}
