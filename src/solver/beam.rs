use super::compactness::Compactness;
use super::task::Task;
use crate::control::{Control, Phase};
use crate::engine::{Bits, Engine};
use crate::refutation::{PlainLanes, PlainSlack};

/// Beam search: level by level, keeping only the most compact positions. It finds or it does not; it proves
/// nothing.
pub(super) struct Beam<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) task: &'a Task<B>,
    pub(super) lanes: &'a PlainLanes,
    pub(super) compactness: &'a Compactness,
    pub(super) control: &'a Control<'a>,
    /// Positions kept on each level.
    pub(super) width: usize,
    /// Chooses among equals.
    pub(super) seed: u64,
    pub(super) nodes: u64,
}

/// The positions kept on one level.
struct Level<B> {
    positions: Vec<B>,
    /// The part of the compactness that is a sum over the pegs.
    weights: Vec<i32>,
    /// Empty when no pagoda function is followed.
    slacks: Vec<PlainSlack>,
    origins: Vec<Origin>,
}

impl<B> Level<B> {
    fn with_room(places: usize, follows: bool) -> Level<B> {
        Level {
            positions: Vec::with_capacity(places),
            weights: Vec::with_capacity(places),
            slacks: Vec::with_capacity(if follows { places } else { 0 }),
            origins: Vec::with_capacity(places),
        }
    }
}

/// How a position was reached.
#[derive(Clone, Copy)]
struct Origin {
    /// The parent's place in the level above.
    parent: u32,
    jump: u16,
}

/// A child in competition for a place on the next level: in the upper half its rank, then its origin. Lower is
/// better. A number sorts faster than a type with an order of its own.
type Candidate = u128;

#[inline]
fn candidate(rank: u64, origin: Origin) -> Candidate {
    u128::from(rank) << 64 | u128::from(origin.parent) << 16 | u128::from(origin.jump)
}

/// Compactness, then chance. Images of one position under the task's symmetries have the same rank where the compactness
/// has the same symmetry.
fn rank_of(candidate: Candidate) -> u64 {
    (candidate >> 64) as u64
}

fn origin_of(candidate: Candidate) -> Origin {
    Origin { parent: (candidate >> 16) as u32, jump: candidate as u16 }
}

/// This many children for each place compete after the first cut; among them are many images of each other.
const DUPLICATES: usize = 8;
/// Makes the measure positive: it lies well within 23 bits for 128 pegs.
const RANK_OFFSET: i64 = 1 << 23;
/// Positions expanded between two looks at the clock.
pub(super) const TICK: u64 = 256;

/// The bytes that a beam takes for each place when it plays through this many levels.
pub(super) fn bytes_for_a_place<B>(levels: u64) -> u64 {
    let candidates = 2 * DUPLICATES * size_of::<Candidate>();
    let position = size_of::<B>() + size_of::<i32>() + size_of::<PlainSlack>() + size_of::<Origin>();
    (candidates + 2 * position) as u64 + levels * size_of::<Origin>() as u64
}

impl<B: Bits> Beam<'_, B> {
    /// The numbers of the jumps from a start to a finish, if the beam finds one.
    pub(super) fn run(&mut self) -> Option<Vec<usize>> {
        let mut level = self.first_level();
        let mut history: Vec<Vec<Origin>> = Vec::new();
        let mut candidates = Vec::with_capacity(2 * self.competing() + self.engine.board().jumps().len());
        let finish_pegs = self.task.finish.pegs();
        for pegs in (finish_pegs..self.task.start_pegs()).rev() {
            self.collect_children(&level, &mut candidates)?;
            if pegs == finish_pegs {
                history.push(level.origins);
                return self.winner(&level.positions, &candidates).map(|last| line_to(last, &history));
            }
            self.cut(&mut candidates);
            keep_best(&mut candidates, self.width);
            let next = self.play(&level, &candidates);
            history.push(level.origins);
            level = next;
        }
        None
    }

    fn tick(&self, nodes: u64) -> bool {
        let phase = || Phase::of_unknown_length(format!("beam search, width {}", self.width));
        self.control.tick(nodes, phase).is_ok()
    }

    fn first_level(&self) -> Level<B> {
        let starts = &self.task.starts;
        let follows = !self.lanes.is_empty();
        Level {
            positions: starts.clone(),
            weights: starts.iter().map(|start| self.compactness.weight_of(start.code())).collect(),
            slacks: starts.iter().filter(|_| follows).map(|start| self.lanes.of(*start)).collect(),
            origins: vec![Origin { parent: 0, jump: 0 }; starts.len()],
        }
    }

    /// Fills `candidates` with the children that no pagoda function refutes; `None` when the search is to
    /// stop.
    fn collect_children(&mut self, level: &Level<B>, candidates: &mut Vec<Candidate>) -> Option<()> {
        candidates.clear();
        for (parent, &position) in level.positions.iter().enumerate() {
            self.nodes += 1;
            if self.nodes.is_multiple_of(TICK) && !self.tick(TICK) {
                return None;
            }
            let slack = level.slacks.get(parent);
            self.engine.jumps().for_each(position, |jump| {
                if slack.is_some_and(|slack| self.lanes.refutes(&self.lanes.after(slack, jump))) {
                    return;
                }
                let weight = self.compactness.weight_after(level.weights[parent], jump);
                let rank = self.rank(position ^ self.engine.jumps().change(jump), weight);
                let origin = Origin { parent: parent as u32, jump: jump as u16 };
                candidates.push(candidate(rank, origin));
            });
            if candidates.len() >= 2 * self.competing() {
                self.cut(candidates);
            }
        }
        Some(())
    }

    #[inline]
    fn rank(&self, position: B, weight: i32) -> u64 {
        let measure = i64::from(self.compactness.total(self.engine, position, weight)) + RANK_OFFSET;
        let key = self.task.symmetries.smallest_image(position);
        let chance = (key.mixed() ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (measure as u64) << 40 | chance >> 24
    }

    /// The number of children that compete after a cut.
    fn competing(&self) -> usize {
        self.width * DUPLICATES
    }

    fn cut(&self, candidates: &mut Vec<Candidate>) {
        let competing = self.competing();
        if candidates.len() > competing {
            candidates.select_nth_unstable(competing);
            candidates.truncate(competing);
        }
    }

    fn play(&self, level: &Level<B>, candidates: &[Candidate]) -> Level<B> {
        let mut next = Level::with_room(candidates.len(), !level.slacks.is_empty());
        for &candidate in candidates {
            let origin = origin_of(candidate);
            let (parent, jump) = (origin.parent as usize, usize::from(origin.jump));
            next.positions.push(level.positions[parent] ^ self.engine.jumps().change(jump));
            next.weights.push(self.compactness.weight_after(level.weights[parent], jump));
            if let Some(slack) = level.slacks.get(parent) {
                next.slacks.push(self.lanes.after(slack, jump));
            }
            next.origins.push(origin);
        }
        next
    }

    fn winner(&self, positions: &[B], candidates: &[Candidate]) -> Option<Origin> {
        let origins = candidates.iter().map(|candidate| origin_of(*candidate));
        origins.into_iter().find(|origin| {
            let change = self.engine.jumps().change(usize::from(origin.jump));
            self.task.finish.contains((positions[origin.parent as usize] ^ change).code())
        })
    }
}

/// Keeps the best of different ranks, in order: as many as there is room for. They are mostly among the first few, so
/// that the others need no order.
fn keep_best(candidates: &mut Vec<Candidate>, width: usize) {
    let mut first = 3 * width;
    while first < candidates.len() && ranks_among(sort_first(candidates, first)) < width {
        first *= 2;
    }
    candidates.truncate(first);
    candidates.sort_unstable(); // what is sorted already takes next to no time
    candidates.dedup_by_key(|candidate| rank_of(*candidate));
    candidates.truncate(width);
}

/// The lowest of the candidates, in order; the others come behind them.
fn sort_first(candidates: &mut [Candidate], first: usize) -> &[Candidate] {
    let (lowest, ..) = candidates.select_nth_unstable(first);
    lowest.sort_unstable();
    lowest
}

fn ranks_among(sorted: &[Candidate]) -> usize {
    1 + sorted.windows(2).filter(|pair| rank_of(pair[0]) != rank_of(pair[1])).count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_are_those_of_all_in_order(drawn in vec((0..40u64, 0..500u32, 0..9u16), 1..400), width in 1..60usize) {
            let of = |&(rank, parent, jump): &(u64, u32, u16)| candidate(rank, Origin { parent, jump });
            let mut best: Vec<Candidate> = drawn.iter().map(of).collect();
            let mut all = best.clone();
            keep_best(&mut best, width);
            all.sort_unstable();
            all.dedup_by_key(|candidate| rank_of(*candidate));
            all.truncate(width);
            prop_assert_eq!(best, all);
        }
    }
}
