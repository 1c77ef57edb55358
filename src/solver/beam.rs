use super::candidate::{
    Candidate, Origin, candidate, keep_best, keep_first, origin_of, with_chance,
};
use super::compactness::Compactness;
use super::directed_problem::DirectedProblem;
use crate::control::{Control, LimitReached, Phase, allocation};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::engine::{Bits, Engine, Permutations};
use crate::problem::Finish;
use crate::refutation::{PlainLanes, PlainSlack};
use std::ops::Range;

/// Beam search, which keeps only the most compact positions of each level. It can find a line but proves nothing.
pub(super) struct Beam<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) problem: &'a DirectedProblem<B>,
    pub(super) symmetries: &'a Permutations<B>,
    pub(super) lanes: &'a PlainLanes,
    pub(super) compactness: &'a Compactness,
    pub(super) control: &'a Control<'a>,
    /// Maximum number of positions kept on a level.
    pub(super) width: usize,
    /// Seed that breaks ties.
    pub(super) seed: u64,
    pub(super) nodes: u64,
}

/// Positions kept on one level.
struct BeamLevel<B> {
    positions: Vec<B>,
    /// Compactness of each position.
    measures: Vec<i32>,
    /// Empty without pagoda functions.
    slacks: Vec<PlainSlack>,
    origins: Vec<Origin>,
}

impl<B> BeamLevel<B> {
    fn with_room(places: usize, follows: bool) -> Result<BeamLevel<B>, LimitReached> {
        Ok(BeamLevel {
            positions: allocation::with_capacity(places)?,
            measures: allocation::with_capacity(places)?,
            slacks: allocation::with_capacity(if follows { places } else { 0 })?,
            origins: allocation::with_capacity(places)?,
        })
    }
}

/// Children that a first cut keeps for each place in the beam. Many of them are images of each other.
const DUPLICATES: usize = 8;
/// Positions expanded between two checks of the control.
pub(super) const TICK: u64 = 256;

/// Returns the bytes of a beam for each unit of its width, through this many levels.
pub(super) fn bytes_for_a_place<B>(levels: u64) -> u64 {
    let candidates = 2 * DUPLICATES * size_of::<Candidate>();
    let position =
        size_of::<B>() + size_of::<i32>() + size_of::<PlainSlack>() + size_of::<Origin>();
    (candidates + 2 * position) as u64 + levels * size_of::<Origin>() as u64
}

impl<B: Bits> Beam<'_, B> {
    /// Returns the indices of the jumps of a line, if the beam finds one. A beam for which the system has no memory left
    /// finds none.
    pub(super) fn run(&mut self) -> Option<Vec<usize>> {
        let mut level = self.first_level();
        let mut history: Vec<Vec<Origin>> = Vec::new();
        let mut candidates =
            allocation::with_capacity(2 * self.competing() + self.engine.board().jumps().len())
                .ok()?;
        let finish_pegs = self.problem.finish.pegs();
        for pegs in (finish_pegs..self.problem.start_pegs()).rev() {
            let won = self.collect_children(&level, &mut candidates, pegs)?;
            if pegs == finish_pegs || won.is_some() {
                history.push(level.origins);
                return won
                    .or_else(|| self.winner(&level.positions, &candidates))
                    .map(|last| line_to(last, &history));
            }
            let drawn = |candidate| self.with_chance_drawn(&level.positions, candidate);
            keep_first(&mut candidates, self.competing(), drawn);
            keep_best(&mut candidates, self.width, drawn);
            let next = self.play(&level, &candidates).ok()?;
            history.push(level.origins);
            level = next;
        }
        None
    }

    fn tick(&self, nodes: u64) -> bool {
        let phase = || Phase::Beam { width: self.width };
        self.control.tick(nodes, phase).is_ok()
    }

    fn first_level(&self) -> BeamLevel<B> {
        let starts = &self.problem.starts;
        let border = self.engine.border();
        let follows = !self.lanes.is_empty();
        BeamLevel {
            positions: starts.clone(),
            measures: starts
                .iter()
                .map(|start| self.compactness.of(border, *start))
                .collect(),
            slacks: starts
                .iter()
                .filter(|_| follows)
                .map(|start| self.lanes.of(*start))
                .collect(),
            origins: vec![Origin { parent: 0, jump: 0 }; starts.len()],
        }
    }

    /// Fills `candidates` with the children that no pagoda function refutes, or the best of them. Returns a finish if it has
    /// this number of pegs and others may have fewer. `None` when the control stops the search.
    fn collect_children(
        &mut self,
        level: &BeamLevel<B>,
        candidates: &mut Vec<Candidate>,
        pegs: u32,
    ) -> Option<Option<Origin>> {
        let instructions = InstructionSet::best();
        let (all, competing) = (level.positions.len(), self.competing());
        let finish = &self.problem.finish;
        let may_win = matches!(finish, Finish::Regions(_)) && pegs <= finish.most_pegs();
        candidates.clear();
        let mut highest = Candidate::MAX;
        let (mut parent, mut kept) = (0, 0);
        while parent < all {
            let until_tick = (TICK - self.nodes % TICK) as usize;
            let parents = parent..all.min(parent + until_tick);
            let done = instructions.run(BeamExpansion {
                beam: self,
                level,
                parents,
                highest,
                candidates,
            });
            self.nodes += (done - parent) as u64;
            parent = done;
            if self.nodes.is_multiple_of(TICK) && !self.tick(TICK) {
                return None;
            }
            if may_win && let Some(won) = self.winner(&level.positions, &candidates[kept..]) {
                return Some(Some(won));
            }
            kept = candidates.len();
            if candidates.len() >= 2 * competing {
                let drawn = |candidate| self.with_chance_drawn(&level.positions, candidate);
                let best = keep_first(candidates, competing, drawn);
                kept = candidates.len();
                if !may_win {
                    highest = best; // a finish is wanted, compact or not
                }
            }
        }
        Some(None)
    }

    fn with_chance_drawn(&self, parents: &[B], candidate: Candidate) -> Candidate {
        let child = self.child(parents, origin_of(candidate));
        let key = self.symmetries.smallest_image(child);
        with_chance(
            candidate,
            (key.mixed() ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        )
    }

    #[inline]
    fn child(&self, parents: &[B], origin: Origin) -> B {
        parents[origin.parent as usize] ^ self.engine.jumps().change(usize::from(origin.jump))
    }

    /// Returns the number of children that a first cut keeps.
    fn competing(&self) -> usize {
        self.width * DUPLICATES
    }

    fn play(
        &self,
        level: &BeamLevel<B>,
        candidates: &[Candidate],
    ) -> Result<BeamLevel<B>, LimitReached> {
        let border = self.engine.border();
        let mut next = BeamLevel::with_room(candidates.len(), !level.slacks.is_empty())?;
        for &candidate in candidates {
            let origin = origin_of(candidate);
            let (parent, jump) = (origin.parent as usize, usize::from(origin.jump));
            let (position, measure) = (level.positions[parent], level.measures[parent]);
            next.positions.push(self.child(&level.positions, origin));
            next.measures
                .push(self.compactness.after(border, position, measure, jump));
            if let Some(slack) = level.slacks.get(parent) {
                next.slacks.push(self.lanes.after(slack, jump));
            }
            next.origins.push(origin);
        }
        Ok(next)
    }

    fn winner(&self, positions: &[B], candidates: &[Candidate]) -> Option<Origin> {
        let mut origins = candidates.iter().map(|candidate| origin_of(*candidate));
        origins.find(|origin| {
            self.problem
                .finish
                .contains(self.child(positions, *origin).code())
        })
    }
}

/// Expansion of a range of parents.
struct BeamExpansion<'a, 'b, B> {
    beam: &'a Beam<'b, B>,
    level: &'a BeamLevel<B>,
    parents: Range<usize>,
    /// Bound above which no candidate is among the best.
    highest: Candidate,
    candidates: &'a mut Vec<Candidate>,
}

impl<B: Bits> Work for BeamExpansion<'_, '_, B> {
    /// Index of the first parent left: there can be enough candidates before the last parent.
    type Output = usize;

    #[inline(always)]
    fn run<I: Instructions>(self) -> usize {
        let BeamExpansion {
            beam,
            level,
            parents,
            highest,
            candidates,
        } = self;
        let Beam {
            engine,
            lanes,
            compactness,
            ..
        } = beam;
        let border = engine.border();
        let enough = 2 * beam.competing();
        for parent in parents.start..parents.end {
            let (position, measure) = (level.positions[parent], level.measures[parent]);
            let slack = level.slacks.get(parent);
            engine.jumps().for_each(
                position,
                #[inline]
                |jump| {
                    if let Some(slack) = slack
                        && lanes.refutes(&lanes.after(slack, jump))
                    {
                        return;
                    }
                    let measure = compactness.after(border, position, measure, jump);
                    let child = candidate(
                        measure,
                        Origin {
                            parent: parent as u32,
                            jump: jump as u16,
                        },
                    );
                    if child <= highest {
                        candidates.push(child);
                    }
                },
            );
            if candidates.len() >= enough {
                return parent + 1;
            }
        }
        parents.end
    }
}

fn line_to(last: Origin, history: &[Vec<Origin>]) -> Vec<usize> {
    let mut jumps = Vec::with_capacity(history.len());
    let mut origin = last;
    for level in history.iter().rev() {
        jumps.push(usize::from(origin.jump));
        origin = level[origin.parent as usize];
    }
    jumps.reverse();
    jumps
}
