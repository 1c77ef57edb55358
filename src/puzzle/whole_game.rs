//! Everything that can follow a start.

use super::Grade;
use crate::answer::Solution;
use crate::board::Position;
use crate::engine::{Bits, Engine};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxHashMap, FxHashSet};

/// Every position that can follow a start, and what can come of it.
pub(super) struct WholeGame<'a, B> {
    engine: &'a Engine<B>,
    start: B,
    /// The holes where the last peg may end.
    wanted: B,
    outcomes: FxHashMap<B, Outcome<B>>,
}

/// What can come of a position.
#[derive(Clone, Copy, Debug)]
struct Outcome<B> {
    /// The holes where the last peg can end.
    survivors: B,
    /// The chance that random play wins.
    chance: f64,
    /// Sums over the jumps of a player who draws among those that win: the shares of the jumps that win, and the
    /// number of those that are forced.
    shares: f64,
    forced: f64,
}

impl<'a, B: Bits> WholeGame<'a, B> {
    /// The game below a start in which the last peg must end in one of the wanted holes, or in any; `None` when it
    /// has more than this many positions.
    pub(super) fn below(
        engine: &'a Engine<B>,
        start: B,
        wanted: Option<B>,
        most: usize,
    ) -> Option<WholeGame<'a, B>> {
        let wanted = wanted.unwrap_or(engine.full());
        let mut game = WholeGame { engine, start, wanted, outcomes: FxHashMap::default() };
        game.look_at(start, most)?;
        Some(game)
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// No game is longer than the board has holes, so that the recursion is not deep.
    fn look_at(&mut self, position: B, most: usize) -> Option<Outcome<B>> {
        if let Some(outcome) = self.outcomes.get(&position) {
            return Some(*outcome);
        }
        let outcome = if position.count() == 1 {
            let is_won = position & self.wanted != B::EMPTY;
            Outcome { survivors: position, chance: f64::from(u8::from(is_won)), shares: 0.0, forced: 0.0 }
        } else {
            let after: Option<Vec<Outcome<B>>> =
                self.children(position).map(|child| self.look_at(child, most)).collect();
            self.joined(&after?)
        };
        if self.outcomes.len() == most {
            return None;
        }
        self.outcomes.insert(position, outcome);
        Some(outcome)
    }

    fn children(&self, position: B) -> impl Iterator<Item = B> + use<B> {
        let mut children = Vec::new();
        let jumps = self.engine.jumps();
        jumps.for_each(position, |jump| children.push(position ^ jumps.change(jump)));
        children.into_iter()
    }

    fn is_winning(&self, outcome: &Outcome<B>) -> bool {
        outcome.survivors & self.wanted != B::EMPTY
    }

    /// The outcome of a position, of those one jump away.
    fn joined(&self, after: &[Outcome<B>]) -> Outcome<B> {
        let winning: Vec<&Outcome<B>> = after.iter().filter(|outcome| self.is_winning(outcome)).collect();
        let all = after.len().max(1) as f64;
        let (wins, is_forced) = (winning.len().max(1) as f64, winning.len() == 1 && after.len() > 1);
        let mean =
            |value: fn(&Outcome<B>) -> f64| winning.iter().map(|outcome| value(outcome)).sum::<f64>() / wins;
        Outcome {
            survivors: after.iter().fold(B::EMPTY, |all, outcome| all | outcome.survivors),
            chance: after.iter().map(|outcome| outcome.chance).sum::<f64>() / all,
            shares: winning.len() as f64 / all + mean(|outcome| outcome.shares),
            forced: f64::from(u8::from(is_forced)) + mean(|outcome| outcome.forced),
        }
    }

    /// What a solver meets; `None` where there is no solution, or nothing to play.
    pub(super) fn grade(&self) -> Option<Grade> {
        let outcome = self.outcomes.get(&self.start).filter(|outcome| self.is_winning(outcome))?;
        let jumps = (self.start.count() as usize).checked_sub(1).filter(|jumps| *jumps > 0)?;
        let board = self.engine.board();
        let is_finish = |hole: &crate::Hole| outcome.survivors & B::bit(hole.index() as u32) != B::EMPTY;
        Some(Grade {
            jumps,
            chance: outcome.chance,
            winning_share: outcome.shares / jumps as f64,
            forced: outcome.forced,
            first_jumps: self.children(self.start).count(),
            winning_first_jumps: self.winning_first_jumps(),
            finishes: board.holes().filter(is_finish).collect(),
        })
    }

    /// Up to the symmetries that carry the start and the wanted holes onto themselves.
    fn winning_first_jumps(&self) -> usize {
        let symmetries = self.engine.board().stabilizer(&[&[self.start.code()], &[self.wanted.code()]]);
        let winning = self.children(self.start).filter(|child| self.is_winning(&self.outcomes[child]));
        let classes: FxHashSet<u128> = winning
            .filter_map(|child| symmetries.iter().map(|symmetry| symmetry.apply_code(child.code())).min())
            .collect();
        classes.len()
    }

    /// A solution, drawn among the jumps that win.
    pub(super) fn solution(&self, random: &mut Pcg64Mcg) -> Option<Solution> {
        let board = self.engine.board();
        let (mut position, mut jumps) = (self.start, Vec::new());
        while position.count() > 1 {
            let mut winning = Vec::new();
            self.engine.jumps().for_each(position, |jump| {
                if self.is_winning(&self.outcomes[&(position ^ self.engine.jumps().change(jump))]) {
                    winning.push(jump);
                }
            });
            winning.sort_unstable(); // a seed makes the same solution however jumps are found
            let jump = *winning.get(random.random_range(0..winning.len().max(1)))?;
            jumps.push(board.jumps()[jump]);
            position ^= self.engine.jumps().change(jump);
        }
        Solution::new(Position::from_code(board, self.start.code()).ok()?, jumps).ok()
    }
}
