use super::descent_task::DescentTask;
use super::refutations::Refutations;
use crate::board::Board;
use crate::control::{Control, Phase, PhaseReport};
use crate::engine::{Bits, ChildImages, Engine, PermutationPath, Permutations};
use crate::levels::ascending::Ascending;
use crate::levels::{
    CodeCount, Expansion, Finished, Level, LevelError, LevelMaker, LevelSet, Neighbors, NoPruning,
    Sieve, estimated_total,
};
use crate::problem::answer::{ClosedSet, PackedCodes, PagodaFunction};
use crate::refutation::RefutationKinds;
use std::sync::Arc;

/// One direction of play of an exhaustion: the levels found so far, from the most pegs to the fewest.
pub(super) struct Descent<B, L = Level> {
    pub(super) task: DescentTask,
    digest: [u8; 32],
    refutations: Refutations,
    symmetries: Permutations<B>,
    images: ChildImages<B>,
    levels: Vec<Arc<Finished<L>>>,
    /// A finish in the last level, if that has been looked for before the level of the ends.
    early_finish: Option<B>,
}

impl<B: Bits, L: CodeCount> Descent<B, L> {
    pub(super) fn new(
        engine: &Engine<B>,
        task: DescentTask,
        functions: &[PagodaFunction],
        kinds: RefutationKinds,
        control: &Control<'_>,
    ) -> Descent<B, L> {
        let refutations = Refutations::new(engine.board(), &task, functions, kinds, control);
        Descent {
            digest: task.digest(engine.board()),
            symmetries: Permutations::new(&task.symmetries, PermutationPath::fastest()),
            images: ChildImages::new(engine, &task.symmetries),
            task: DescentTask {
                finish: refutations.ends.ends.clone(),
                ..task
            },
            refutations,
            levels: Vec::new(),
            early_finish: None,
        }
    }

    /// Returns the number of pegs on the last level.
    pub(super) fn pegs(&self) -> u32 {
        self.task.first_pegs() + 1 - self.levels.len() as u32
    }

    /// Returns the size of the last level.
    pub(super) fn frontier(&self) -> u64 {
        self.levels
            .last()
            .map_or(0, |finished| finished.level.len())
    }

    pub(super) fn positions(&self) -> u64 {
        self.levels
            .iter()
            .map(|finished| finished.level.len())
            .sum()
    }

    /// Returns the functions that prune this direction of play.
    pub(super) fn functions(&self) -> Vec<PagodaFunction> {
        self.refutations.functions()
    }

    pub(super) fn levels(&self) -> &[Arc<Finished<L>>] {
        &self.levels
    }

    pub(super) fn has_begun(&self) -> bool {
        !self.levels.is_empty()
    }

    pub(super) fn has_ended(&self) -> bool {
        self.frontier() == 0 || self.is_at_its_ends() || self.early_finish.is_some()
    }

    /// Returns `true` if the last level is the level of the ends. Below it the functions say nothing.
    pub(super) fn is_at_its_ends(&self) -> bool {
        self.has_begun() && self.pegs() == self.task.finish.pegs()
    }

    fn set(&self) -> LevelSet {
        if self.task.backward {
            LevelSet::Backward
        } else {
            LevelSet::Forward
        }
    }

    #[inline]
    pub(super) fn canonical(&self, position: B) -> B {
        self.symmetries.smallest_image(position)
    }

    pub(super) fn symmetries(&self) -> &Permutations<B> {
        &self.symmetries
    }

    pub(super) fn images(&self) -> &ChildImages<B> {
        &self.images
    }

    /// Finds the next level: the positions that one jump reaches and no function refutes. At most `to_come` levels are
    /// still to come. `others` is the number of positions of the other descent.
    pub(super) fn descend(
        &mut self,
        maker: &impl LevelMaker<B, Level = L>,
        to_come: u32,
        others: u64,
    ) -> Result<(), LevelError> {
        let Some(last) = self.levels.last() else {
            self.begin(maker)?;
            return self.look_for_early_finish(maker);
        };
        let expansion = Expansion {
            images: &self.images,
            neighbors: Neighbors::Children,
            pruning: &self.refutations.follower,
        };
        let name = (self.set(), self.pegs() as usize - 1);
        let phase = self.phase(to_come, others);
        let next = maker.expanded(name, &last.level, &expansion, Sieve::All, &phase)?;
        self.refutations.learn(&next.level, maker)?;
        self.levels.push(next);
        self.look_for_early_finish(maker)
    }

    /// Looks for a finish in the last level, if finishes can have as many pegs and others can have fewer.
    fn look_for_early_finish(
        &mut self,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<(), LevelError> {
        let finish = &self.task.finish;
        if (finish.pegs() + 1..=finish.most_pegs()).contains(&self.pegs()) {
            self.early_finish = self.finish_in_last_level(maker)?;
        }
        Ok(())
    }

    /// Makes the level of the starts.
    fn begin(&mut self, maker: &impl LevelMaker<B, Level = L>) -> Result<(), LevelError> {
        let is_open = |start: &B| !self.refutations.follower.refutes(*start);
        let starts = self
            .task
            .starts
            .iter()
            .map(|start| B::from_code(*start))
            .filter(is_open);
        let codes = starts
            .map(|start| self.symmetries.smallest_image(start))
            .collect();
        let first = maker.listed((self.set(), self.task.first_pegs() as usize), codes)?;
        self.levels.push(first);
        Ok(())
    }

    /// Estimates the progress from the growth of the levels.
    fn phase(&self, to_come: u32, others: u64) -> impl Fn(f64) -> PhaseReport + Sync + use<B, L> {
        let sizes: Vec<u64> = self
            .levels
            .iter()
            .map(|finished| finished.level.len())
            .collect();
        let total = estimated_total(&sizes, to_come as usize).map(|total| total + others as f64);
        let before = (self.positions() - self.frontier() + others) as f64;
        let (frontier, backward, pegs) = (
            self.frontier() as f64,
            self.task.backward,
            self.pegs() as usize,
        );
        move |share| PhaseReport {
            phase: Phase::Exhaustion { backward, pegs },
            done: total.map(|total| ((before + share * frontier) / total).min(1.0)),
        }
    }

    /// Returns a position of the last level whose complement is, up to symmetry, in `level` of the other descent. Both
    /// descents use the same symmetries.
    pub(super) fn meeting(
        &self,
        maker: &impl LevelMaker<B, Level = L>,
        level: &Finished<L>,
    ) -> Result<Option<B>, LevelError> {
        let Some(last) = self.levels.last() else {
            return Ok(None);
        };
        let expansion = Expansion {
            images: &self.images,
            neighbors: Neighbors::Complements,
            pruning: &NoPruning,
        };
        let phase = |_: f64| Phase::Meeting.into();
        let name = (LevelSet::Meeting, level.pegs);
        let met = maker.expanded(
            name,
            &last.level,
            &expansion,
            Sieve::In(&level.level),
            &phase,
        )?;
        let first = maker.found(&met.level, &|_| true, 1)?;
        Ok(first
            .first()
            .map(|code| self.canonical(self.images.full() & !*code)))
    }

    /// Returns a finish in the last level, if any.
    pub(super) fn finish_reached(
        &self,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<Option<B>, LevelError> {
        if self.is_at_its_ends() {
            self.finish_in_last_level(maker)
        } else {
            Ok(self.early_finish)
        }
    }

    fn finish_in_last_level(
        &self,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<Option<B>, LevelError> {
        let Some(last) = self.levels.last() else {
            return Ok(None);
        };
        let is_finish = |code: B| self.task.finish.contains(code.code());
        Ok(maker.found(&last.level, &is_finish, 1)?.first().copied())
    }

    /// Returns the positions from one of the ends to the real finish, without the first.
    pub(super) fn line_from_end(&self, board: &Board, end: B) -> Vec<B> {
        let line = self.refutations.ends.line_from(board, end.code());
        line.into_iter().map(B::from_code).collect()
    }

    /// Returns the set of positions for a record. With `lists_positions`, it lists them if there are at most
    /// [`MAX_LISTED`].
    pub(super) fn closed_set(
        &self,
        maker: &impl LevelMaker<B, Level = L>,
        lists_positions: bool,
    ) -> Result<ClosedSet, LevelError> {
        let is_empty = |finished: &&Arc<Finished<L>>| finished.level.len() == 0;
        let empty = self.levels.iter().rev().take_while(is_empty).count();
        let levels = &self.levels[..self.levels.len() - empty];
        let lists_positions = lists_positions && self.positions() <= MAX_LISTED;
        let listed = || {
            levels
                .iter()
                .map(|finished| packed(finished, maker))
                .collect()
        };
        Ok(ClosedSet {
            functions: self.functions(),
            last_jumps: self.refutations.ends.jumps,
            symmetries: self.task.symmetries.clone(),
            digest: self.digest,
            sizes: levels.iter().map(|finished| finished.level.len()).collect(),
            levels: lists_positions.then(listed).transpose()?,
        })
    }
}

/// Maximum number of positions that a record lists. The checker recomputes larger sets.
const MAX_LISTED: u64 = 1 << 20;

fn packed<B: Bits, M: LevelMaker<B>>(
    finished: &Arc<Finished<M::Level>>,
    maker: &M,
) -> Result<PackedCodes, LevelError> {
    let gathered = maker.gathered(finished)?;
    let (mut packed, mut last) = (PackedCodes::new(finished.pegs as u32), 0);
    let mut reader = gathered.level.reader::<B>()?;
    while let Some(code) = reader.next()? {
        packed.push(code.code() - last);
        last = code.code();
    }
    Ok(packed)
}
