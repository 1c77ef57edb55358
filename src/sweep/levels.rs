use super::dense::{DenseSweep, Visitor};
use super::lists::{LevelsByPegs, ListedSweep};
use super::{PositionSet, SweepTask};
use crate::control::{LimitReached, Part};
use crate::engine::{Bits, JumpTable};
use crate::levels::{CodeCount, Finished, LevelSet, Machine};
use std::time::Duration;

/// Sizes of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelSizes {
    /// Peg count.
    pub pegs: usize,
    /// Number of jumps from the start.
    pub jumps: usize,
    /// Number of reachable positions, the size of F.
    pub reachable: u64,
    /// Number of winning positions, the size of W; `None` without a finish.
    pub winning: Option<u64>,
    /// Number of positions just lost, the size of L; `None` without a finish.
    pub just_lost: Option<u64>,
    /// Total number of jumps possible in the positions of F; 0 in the last level of [`FinishedLevels`] without
    /// `is_complete`, where the jumps were not counted.
    pub jumps_tried: u64,
    /// Time for the level in seconds; `None` if the method does not proceed by levels.
    pub seconds: Option<f64>,
}

impl LevelSizes {
    /// Returns the size of a set; 0 if it was not computed.
    pub fn size(&self, set: PositionSet) -> u64 {
        match set {
            PositionSet::Reachable => self.reachable,
            PositionSet::Winning => self.winning.unwrap_or(0),
            PositionSet::JustLost => self.just_lost.unwrap_or(0),
        }
    }
}

/// Levels that a sweep by lists finished before a limit stopped it. Sizes of sets that were not finished are `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedLevels {
    /// Levels of reachable positions, beginning with the start.
    pub levels: Vec<LevelSizes>,
    /// `true` if these are all levels of reachable positions.
    pub is_complete: bool,
    /// Number of symmetries that define the classes.
    pub symmetries: usize,
    /// Duration of the sweep until it stopped.
    pub elapsed: Duration,
}

/// Number of positions whose jumps are counted together.
const BATCH: usize = 16;

/// Counter of positions and their jumps by peg count.
struct JumpCounter<'a> {
    jumps: &'a JumpTable<u64>,
    levels: Box<[LevelTally; 65]>,
}

#[derive(Clone, Copy, Default)]
struct LevelTally {
    positions: u64,
    jumps: u64,
    /// Positions whose jumps are not counted yet.
    batch: [u64; BATCH],
}

impl Visitor for JumpCounter<'_> {
    #[inline(always)]
    fn visit(&mut self, codes: &[u64]) {
        for code in codes {
            let level = &mut self.levels[code.count_ones() as usize];
            level.batch[level.positions as usize % BATCH] = *code;
            level.positions += 1;
            if level.positions.is_multiple_of(BATCH as u64) {
                level.jumps += self.jumps.count_in(&level.batch);
            }
        }
    }
}

impl JumpCounter<'_> {
    /// Counts the jumps of incomplete batches.
    fn flush(&mut self) {
        for level in self.levels.iter_mut() {
            let rest = level.positions as usize % BATCH;
            level.batch[rest..].fill(0); // the empty position has no jumps
            level.jumps += self.jumps.count_in(&level.batch);
        }
    }
}

/// Counter of positions by peg count.
struct PositionCounter([u64; 65]);

impl Visitor for PositionCounter {
    #[inline(always)]
    fn visit(&mut self, codes: &[u64]) {
        codes
            .iter()
            .for_each(|code| self.0[code.count_ones() as usize] += 1);
    }
}

/// Counts the levels of a sweep by bitmap.
pub(super) fn dense_levels<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    part: Part<'_>,
) -> Result<Vec<LevelSizes>, LimitReached> {
    let jumps = JumpTable::new(task.board());
    let new = || JumpCounter {
        jumps: &jumps,
        levels: Box::new([LevelTally::default(); 65]),
    };
    let mut tallies = sweep.visit(PositionSet::Reachable, part.part(0.0, 0.4), new)?;
    tallies.iter_mut().for_each(JumpCounter::flush);
    let has_finish = task.finish().is_some();
    let sizes = |set, part| {
        has_finish
            .then(|| dense_sizes(sweep, set, part))
            .transpose()
    };
    let winning = sizes(PositionSet::Winning, part.part(0.4, 0.6))?;
    let just_lost = sizes(PositionSet::JustLost, part.part(0.6, 1.0))?;
    let top = task.start().count() as usize;
    let level = |pegs: usize| LevelSizes {
        pegs,
        jumps: top - pegs,
        reachable: tallies
            .iter()
            .map(|tally| tally.levels[pegs].positions)
            .sum(),
        winning: winning.map(|sizes| sizes[pegs]),
        just_lost: just_lost.map(|sizes| sizes[pegs]),
        jumps_tried: tallies.iter().map(|tally| tally.levels[pegs].jumps).sum(),
        seconds: None,
    };
    Ok((0..=top)
        .rev()
        .map(level)
        .filter(|level| level.reachable > 0)
        .collect())
}

/// Counts the positions of a set by peg count.
pub(super) fn dense_sizes(
    sweep: &DenseSweep,
    set: PositionSet,
    part: Part<'_>,
) -> Result<[u64; 65], LimitReached> {
    let counts = sweep.visit(set, part, || PositionCounter([0; 65]))?;
    Ok(counts.iter().fold([0; 65], |sum, more| {
        std::array::from_fn(|pegs| sum[pegs] + more.0[pegs])
    }))
}

pub(super) fn listed_levels<B: Bits, L: CodeCount>(
    task: &SweepTask<B>,
    reached: &LevelsByPegs<L>,
    winning: &LevelsByPegs<L>,
    just_lost: &LevelsByPegs<L>,
) -> Vec<LevelSizes> {
    let top = task.start().count() as usize;
    let has_finish = task.finish().is_some();
    // A finished level counts the jumps that led to it: those of the level above.
    let jumps_from = |pegs: usize| {
        pegs.checked_sub(1)
            .and_then(|below| reached.at(below))
            .map_or(0, |level| level.jumps)
    };
    let sizes = |level: &Finished<L>| LevelSizes {
        pegs: level.pegs,
        jumps: top - level.pegs,
        reachable: level.level.len(),
        winning: has_finish.then(|| winning.size(level.pegs)),
        just_lost: has_finish.then(|| just_lost.size(level.pegs)),
        jumps_tried: jumps_from(level.pegs),
        seconds: Some(level.seconds),
    };
    reached
        .descending()
        .map(sizes)
        .filter(|level| level.reachable > 0)
        .collect()
}

/// Returns the sizes of the levels that a stopped sweep has finished, and `true` if F is complete.
pub(super) fn finished_levels<B: Bits>(
    task: &SweepTask<B>,
    sweep: &ListedSweep<'_, B, Machine<'_, B>>,
) -> (Vec<LevelSizes>, bool) {
    let [reached, winning, just_lost] = [LevelSet::Forward, LevelSet::Winning, LevelSet::JustLost]
        .map(|set| LevelsByPegs::finished(sweep.maker, set));
    let is_complete = reached
        .descending()
        .any(|level| level.pegs <= 1 || level.level.is_empty());
    let size = |set: &LevelsByPegs, pegs| set.at(pegs).map(|level| level.level.len());
    let mut levels = listed_levels(task, &reached, &winning, &just_lost);
    for level in &mut levels {
        level.winning = size(&winning, level.pegs);
        level.just_lost = size(&just_lost, level.pegs);
    }
    (levels, is_complete)
}
