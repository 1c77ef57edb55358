use super::directed_problem::DirectedProblem;
use super::transposition_table::TranspositionTable;
use crate::control::{Control, Phase};
use crate::engine::{Bits, Engine, Permutations};
use crate::refutation::{PlainLanes, PlainSlack};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Positions expanded between two checks of the control.
pub(super) const TICK: u64 = 1024;

/// Cause of an early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The path leads to a finish.
    Found,
    /// The budget or a limit ended the run.
    Stopped,
}

/// Counts of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: u64,
    pub(super) dead: u64,
    pub(super) pagoda_prunes: u64,
    pub(super) table_hits: u64,
}

/// Depth-first search for a finish. The table and the samples outlive a run and serve the next.
pub(super) struct DepthFirst<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) problem: &'a DirectedProblem<B>,
    pub(super) symmetries: &'a Permutations<B>,
    /// Minimum and maximum number of pegs of a finish.
    pub(super) finish_pegs: u32,
    pub(super) most_finish_pegs: u32,
    pub(super) lanes: &'a PlainLanes,
    /// Rank of each jump: a lower one is tried earlier.
    pub(super) ranks: &'a [u16],
    pub(super) table: Option<&'a mut TranspositionTable<B>>,
    pub(super) samples: &'a mut DeadSamples<B>,
    pub(super) control: &'a Control<'a>,
    /// Maximum number of positions to expand.
    pub(super) budget: u64,
    pub(super) counts: Counts,
    pub(super) path: Vec<usize>,
}

impl<B: Bits> DepthFirst<'_, B> {
    /// Searches from each start in turn until there is a line, whose jumps `path` then holds.
    pub(super) fn run(&mut self) -> ControlFlow<Interruption> {
        for &start in &self.problem.starts {
            let slack = self.lanes.of(start);
            if self.lanes.refutes(&slack) || start.count() <= self.finish_pegs {
                continue;
            }
            self.expand(start, start.count(), &slack)?;
        }
        ControlFlow::Continue(())
    }

    fn expand(&mut self, position: B, pegs: u32, slack: &PlainSlack) -> ControlFlow<Interruption> {
        self.counts.nodes += 1;
        if (self.counts.nodes.is_multiple_of(TICK) && !self.go_on())
            || self.counts.nodes >= self.budget
        {
            return ControlFlow::Break(Interruption::Stopped);
        }
        let nodes_before = self.counts.nodes;
        let mut jumps = SmallVec::<[u32; 64]>::new(); // the rank is in the upper half: one number sorts faster than a pair
        let ranks = self.ranks;
        self.engine.jumps().for_each(position, |jump| {
            jumps.push(u32::from(ranks[jump]) << 16 | jump as u32)
        });
        jumps.sort_unstable();
        for ranked in jumps.as_slice() {
            self.try_jump(position, pegs, slack, usize::from(*ranked as u16))?;
        }
        self.counts.dead += 1;
        self.samples
            .offer(position, self.counts.nodes - nodes_before);
        ControlFlow::Continue(())
    }

    fn try_jump(
        &mut self,
        position: B,
        pegs: u32,
        slack: &PlainSlack,
        jump: usize,
    ) -> ControlFlow<Interruption> {
        let child = position ^ self.engine.jumps().change(jump);
        if pegs - 1 <= self.most_finish_pegs {
            if self.problem.finish.contains(child.code()) {
                self.path.push(jump);
                return ControlFlow::Break(Interruption::Found);
            }
            if pegs - 1 == self.finish_pegs {
                return ControlFlow::Continue(());
            }
        }
        let slack = if self.lanes.is_empty() {
            *slack
        } else {
            self.lanes.after(slack, jump)
        };
        if self.lanes.refutes(&slack) {
            self.counts.pagoda_prunes += 1;
            return ControlFlow::Continue(());
        }
        let key = self.key(child);
        if self.table.as_ref().is_some_and(|table| table.contains(key)) {
            self.counts.table_hits += 1;
            return ControlFlow::Continue(());
        }
        self.path.push(jump);
        self.expand(child, pegs - 1, &slack)?;
        self.path.pop();
        if let Some(table) = &mut self.table {
            table.insert(key);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn key(&self, position: B) -> B {
        self.symmetries.smallest_image(position)
    }

    fn go_on(&self) -> bool {
        self.control.tick(TICK, || Phase::DepthFirst).is_ok()
    }
}

impl Counts {
    pub(super) fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.dead += other.dead;
        self.pagoda_prunes += other.pagoda_prunes;
        self.table_hits += other.table_hits;
    }
}

/// Sample of the dead positions below which the search worked longest: a pagoda function that refutes one of them saves
/// the most work.
#[derive(Clone, Debug)]
pub(super) struct DeadSamples<B> {
    /// Node counts and positions, the longest search first.
    kept: Vec<(u64, B)>,
    least: u64,
    capacity: usize,
}

impl<B: Bits> DeadSamples<B> {
    pub(super) fn new(capacity: usize) -> DeadSamples<B> {
        DeadSamples {
            kept: Vec::new(),
            least: 0,
            capacity,
        }
    }

    #[inline]
    fn offer(&mut self, position: B, nodes: u64) {
        if nodes > self.least {
            self.keep(position, nodes);
        }
    }

    #[cold]
    fn keep(&mut self, position: B, nodes: u64) {
        let place = self.kept.partition_point(|kept| *kept > (nodes, position));
        self.kept.insert(place, (nodes, position));
        if self.kept.len() >= 2 * self.capacity {
            self.kept.truncate(self.capacity);
            self.least = self.kept.last().map_or(0, |kept| kept.0);
        }
    }

    /// Removes and returns the samples, the longest search first.
    pub(super) fn take(&mut self) -> Vec<B> {
        self.least = 0;
        self.kept.drain(..).map(|(_, position)| position).collect()
    }
}
