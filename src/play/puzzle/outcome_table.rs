//! Exhaustive analysis of the games below a start.

use super::Grade;
use super::grade;
use crate::board::{Jump, Position};
use crate::engine::{Bits, Engine};
use crate::problem::answer::Line;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxHashMap, FxHashSet};

/// Outcomes of all positions below the starts analyzed so far. Outcomes below one start are reused for others.
pub(super) struct OutcomeTable<'a, B> {
    engine: &'a Engine<B>,
    /// Holes where the last peg may end.
    wanted: B,
    /// Outcomes of positions with several pegs.
    outcomes: FxHashMap<B, Outcome<B>>,
    /// Number of discarded outcomes.
    discarded: usize,
}

/// Maximum number of outcomes to keep from one start to the next.
pub(super) const MAX_KNOWN: usize = 250_000;

/// Outcome of a position.
#[derive(Clone, Copy, Debug)]
struct Outcome<B> {
    /// Holes where the last peg can end.
    survivors: B,
    /// Chance that random play wins.
    chance: f64,
    /// Expected sum, for a player who draws among the winning jumps, of the fractions of possible jumps that win.
    shares: f64,
    /// Expected number of forced jumps of this player.
    forced: f64,
}

/// Sum of the outcomes one jump further.
struct Sums<B> {
    jumps: usize,
    wins: usize,
    /// Shares and forced jumps are summed over winning children only.
    sum: Outcome<B>,
}

impl<B: Bits> Outcome<B> {
    const NOTHING: Outcome<B> = Outcome {
        survivors: B::EMPTY,
        chance: 0.0,
        shares: 0.0,
        forced: 0.0,
    };
}

impl<B: Bits> Sums<B> {
    fn add(&mut self, outcome: &Outcome<B>, is_winning: bool) {
        self.jumps += 1;
        self.sum.survivors |= outcome.survivors;
        self.sum.chance += outcome.chance;
        if is_winning {
            self.wins += 1;
            self.sum.shares += outcome.shares;
            self.sum.forced += outcome.forced;
        }
    }

    /// Returns the outcome of the position one jump before.
    fn outcome(&self) -> Outcome<B> {
        let (jumps, wins) = (self.jumps.max(1) as f64, self.wins.max(1) as f64);
        let is_forced = self.wins == 1 && self.jumps > 1;
        Outcome {
            survivors: self.sum.survivors,
            chance: self.sum.chance / jumps,
            shares: self.wins as f64 / jumps + self.sum.shares / wins,
            forced: f64::from(u8::from(is_forced)) + self.sum.forced / wins,
        }
    }
}

impl<'a, B: Bits> OutcomeTable<'a, B> {
    /// Makes an analysis in which the last peg must end in one of the wanted holes, or anywhere.
    pub(super) fn new(engine: &'a Engine<B>, wanted: Option<B>) -> OutcomeTable<'a, B> {
        let wanted = wanted.unwrap_or(engine.full());
        OutcomeTable {
            engine,
            wanted,
            outcomes: FxHashMap::default(),
            discarded: 0,
        }
    }

    /// Returns the number of analyzed positions.
    pub(super) fn analyzed(&self) -> usize {
        self.discarded + self.outcomes.len()
    }

    /// Discards all outcomes if there are many, so that the table fits in the processor's cache.
    pub(super) fn make_room(&mut self) {
        if self.outcomes.len() >= MAX_KNOWN {
            self.discarded += self.outcomes.len();
            self.outcomes.clear();
        }
    }

    /// Analyzes all positions below a start. Returns `false` if that takes more than `most` positions.
    pub(super) fn analyze_below(&mut self, start: B, most: usize) -> bool {
        let full = self.outcomes.len() + most;
        self.analyze(start, full).is_some()
    }

    /// Returns the outcome of a position, or `None` if more than `full` outcomes would be needed. The recursion depth
    /// is at most the number of holes.
    fn analyze(&mut self, position: B, full: usize) -> Option<Outcome<B>> {
        if let Some(outcome) = self.known(position) {
            return Some(outcome);
        }
        let (jumps, mut is_complete) = (self.engine.jumps(), true);
        let mut sums = Sums {
            jumps: 0,
            wins: 0,
            sum: Outcome::NOTHING,
        };
        jumps.for_each(position, |jump| {
            is_complete = is_complete && self.outcomes.len() < full;
            if is_complete {
                match self.analyze(position ^ jumps.change(jump), full) {
                    Some(outcome) => sums.add(&outcome, self.is_winning(&outcome)),
                    None => is_complete = false,
                }
            }
        });
        if !is_complete || self.outcomes.len() >= full {
            return None;
        }
        let outcome = sums.outcome();
        self.outcomes.insert(position, outcome);
        Some(outcome)
    }

    /// Returns the outcome of an analyzed position.
    fn known(&self, position: B) -> Option<Outcome<B>> {
        if position.count() > 1 {
            return self.outcomes.get(&position).copied();
        }
        let is_won = position & self.wanted != B::EMPTY;
        Some(Outcome {
            survivors: position,
            chance: f64::from(u8::from(is_won)),
            ..Outcome::NOTHING
        })
    }

    fn is_winning(&self, outcome: &Outcome<B>) -> bool {
        outcome.survivors & self.wanted != B::EMPTY
    }

    /// Iterates over the winning positions one jump further.
    fn winning_children(&self, position: B) -> impl Iterator<Item = (usize, B)> {
        let jumps = self.engine.jumps();
        let mut children = Vec::new();
        jumps.for_each(position, |jump| {
            children.push((jump, position ^ jumps.change(jump)))
        });
        children.into_iter().filter(|(_, child)| {
            self.known(*child)
                .is_some_and(|child| self.is_winning(&child))
        })
    }

    /// Returns the outcome of an analyzed start; `None` if there is no solution or no jump.
    fn solved(&self, start: B) -> Option<Outcome<B>> {
        self.known(start)
            .filter(|outcome| start.count() > 1 && self.is_winning(outcome))
    }

    /// Returns the score of the [grade](OutcomeTable::grade).
    pub(super) fn score(&self, start: B) -> Option<f64> {
        let outcome = self.solved(start)?;
        let jumps = start.count() as usize - 1;
        Some(grade::score(
            jumps,
            outcome.chance,
            outcome.shares / jumps as f64,
            outcome.forced,
        ))
    }

    /// Returns the number of holes where the last peg can end.
    pub(super) fn finish_count(&self, start: B) -> u32 {
        self.known(start)
            .map_or(0, |outcome| outcome.survivors.count())
    }

    /// Grades a start; `None` if there is no solution or no jump.
    pub(super) fn grade(&self, start: B) -> Option<Grade> {
        let outcome = self.solved(start)?;
        let jumps = start.count() as usize - 1;
        let board = self.engine.board();
        Some(Grade {
            jumps,
            chance: outcome.chance,
            winning_share: outcome.shares / jumps as f64,
            forced: outcome.forced,
            first_jumps: self.engine.jumps().count_in(&[start]) as usize,
            winning_first_jumps: self.winning_first_jumps(start),
            finishes: board.holes_of(outcome.survivors.code()),
        })
    }

    /// Counts the winning first jumps up to the symmetries that map the start and the wanted holes onto themselves.
    fn winning_first_jumps(&self, start: B) -> usize {
        let board = self.engine.board();
        let symmetries = board.stabilizer(&[&[start.code()], &[self.wanted.code()]]);
        let classes: FxHashSet<Jump> = self
            .winning_children(start)
            .filter_map(|(jump, _)| {
                let jump = board.jumps()[jump];
                symmetries.iter().map(|each| jump.image(each)).min()
            })
            .collect();
        classes.len()
    }

    /// Draws a solution: each jump uniformly among the winning ones.
    pub(super) fn solution(&self, start: B, random: &mut Pcg64Mcg) -> Option<Line> {
        let board = self.engine.board();
        let (mut position, mut jumps) = (start, Vec::new());
        while position.count() > 1 {
            let children = self.winning_children(position);
            let mut winning: Vec<usize> = children.map(|(jump, _)| jump).collect();
            winning.sort_unstable(); // the solution depends on the seed only, not on the order in which jumps are found
            let jump = *winning.get(random.random_range(0..winning.len().max(1)))?;
            jumps.push(board.jumps()[jump]);
            position ^= self.engine.jumps().change(jump);
        }
        Line::new(Position::from_code(board, start.code()).ok()?, jumps).ok()
    }
}
