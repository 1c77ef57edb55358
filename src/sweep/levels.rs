use super::dense::{DenseSweep, Visitor};
use super::lists::{LevelsByPegs, ReachedLevels};
use super::{PositionSet, SweepTask};
use crate::control::{LimitReached, Part};
use crate::engine::{Bits, JumpTable};
use crate::levels::CodeCount;

/// The sizes of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelSizes {
    /// Pegs.
    pub pegs: usize,
    /// Jumps from the start to here.
    pub jumps: usize,
    /// The size of F.
    pub reachable: u64,
    /// The size of W; `None` without a finish.
    pub winning: Option<u64>,
    /// The size of L; `None` without a finish.
    pub losing: Option<u64>,
    /// Jumps that the positions of F allow, all together.
    pub jumps_tried: u64,
    /// The time that the level took, in seconds; `None` where levels are not made one after the other.
    pub seconds: Option<f64>,
}

/// Positions whose jumps are counted together.
const TOGETHER: usize = 16;

/// Counts positions and the jumps that they allow.
struct Tally<'a> {
    jumps: &'a JumpTable<u64>,
    levels: Box<[LevelTally; 65]>,
}

#[derive(Clone, Copy, Default)]
struct LevelTally {
    positions: u64,
    jumps: u64,
    waiting: [u64; TOGETHER],
}

impl Visitor for Tally<'_> {
    #[inline]
    fn visit(&mut self, codes: &[u64]) {
        for code in codes {
            let level = &mut self.levels[code.count_ones() as usize];
            level.waiting[level.positions as usize % TOGETHER] = *code;
            level.positions += 1;
            if level.positions.is_multiple_of(TOGETHER as u64) {
                level.jumps += self.jumps.count_in(&level.waiting);
            }
        }
    }
}

impl Tally<'_> {
    fn count_waiting(&mut self) {
        for level in self.levels.iter_mut() {
            let rest = level.positions as usize % TOGETHER;
            level.waiting[rest..].fill(0); // no pegs allow no jumps
            level.jumps += self.jumps.count_in(&level.waiting);
        }
    }
}

/// Counts positions.
struct Sizes([u64; 65]);

impl Visitor for Sizes {
    #[inline]
    fn visit(&mut self, codes: &[u64]) {
        codes
            .iter()
            .for_each(|code| self.0[code.count_ones() as usize] += 1);
    }
}

pub(super) fn dense_levels<B: Bits>(
    task: &SweepTask<B>,
    sweep: &DenseSweep,
    part: Part<'_>,
) -> Result<Vec<LevelSizes>, LimitReached> {
    let jumps = JumpTable::new(task.board());
    let new = || Tally {
        jumps: &jumps,
        levels: Box::new([LevelTally::default(); 65]),
    };
    let mut tallies = sweep.visit(PositionSet::Reachable, part.part(0.0, 0.4), new)?;
    tallies.iter_mut().for_each(Tally::count_waiting);
    let has_finish = !task.finishes().is_empty();
    let sizes = |set, part| {
        has_finish
            .then(|| dense_sizes(sweep, set, part))
            .transpose()
    };
    let winning = sizes(PositionSet::Winning, part.part(0.4, 0.6))?;
    let losing = sizes(PositionSet::Losing, part.part(0.6, 1.0))?;
    let top = task.start().count() as usize;
    let level = |pegs: usize| LevelSizes {
        pegs,
        jumps: top - pegs,
        reachable: tallies
            .iter()
            .map(|tally| tally.levels[pegs].positions)
            .sum(),
        winning: winning.map(|sizes| sizes[pegs]),
        losing: losing.map(|sizes| sizes[pegs]),
        jumps_tried: tallies.iter().map(|tally| tally.levels[pegs].jumps).sum(),
        seconds: None,
    };
    Ok((0..=top)
        .rev()
        .map(level)
        .filter(|level| level.reachable > 0)
        .collect())
}

/// The sizes of the levels of a set, by pegs.
pub(super) fn dense_sizes(
    sweep: &DenseSweep,
    set: PositionSet,
    part: Part<'_>,
) -> Result<[u64; 65], LimitReached> {
    let counts = sweep.visit(set, part, || Sizes([0; 65]))?;
    Ok(counts.iter().fold([0; 65], |sum, more| {
        std::array::from_fn(|pegs| sum[pegs] + more.0[pegs])
    }))
}

pub(crate) fn listed_levels<B: Bits, L: CodeCount>(
    task: &SweepTask<B>,
    reached: &ReachedLevels<L>,
    winning: &LevelsByPegs<L>,
    losing: &LevelsByPegs<L>,
) -> Vec<LevelSizes> {
    let top = task.start().count() as usize;
    let has_finish = !task.finishes().is_empty();
    let statistics: Vec<_> = reached.statistics().collect();
    let tried_from = |pegs: usize| {
        statistics
            .iter()
            .find(|level| level.0 + 1 == pegs)
            .map_or(0, |level| level.2)
    };
    let level = |&(pegs, reachable, _, seconds): &(usize, u64, u64, f64)| LevelSizes {
        pegs,
        jumps: top - pegs,
        reachable,
        winning: has_finish.then(|| winning.size(pegs)),
        losing: has_finish.then(|| losing.size(pegs)),
        jumps_tried: tried_from(pegs),
        seconds: Some(seconds),
    };
    statistics
        .iter()
        .map(level)
        .filter(|level| level.reachable > 0)
        .collect()
}
