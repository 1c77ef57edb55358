//! A cheap look at a start, before everything that can follow it is graded.

use super::PuzzleOptions;
use crate::engine::{Bits, Engine};
use rustc_hash::FxHashSet;

/// Turns away starts that a condition rules out. Most starts that come at random win by several first jumps and can end
/// in several holes; a few games show that, where the grade needs all.
pub(super) struct Sieve<'a, B> {
    engine: &'a Engine<B>,
    /// The holes where the last peg may end.
    wanted: B,
    /// Positions that were looked at and do not lead to what is looked for.
    seen: FxHashSet<B>,
}

/// More positions than this are not looked at: the start is left to the grade.
const MOST: usize = 5_000;

impl<'a, B: Bits> Sieve<'a, B> {
    /// For puzzles whose last peg must end in one of the wanted holes, or in any.
    pub(super) fn new(engine: &'a Engine<B>, wanted: Option<B>) -> Sieve<'a, B> {
        Sieve { engine, wanted: wanted.unwrap_or(engine.full()), seen: FxHashSet::default() }
    }

    /// Whether a start is not as wanted for certain, and how many positions were looked at.
    pub(super) fn turns_away(&mut self, start: B, options: &PuzzleOptions) -> (bool, usize) {
        let (is_away, by_finish) =
            if options.has_unique_finish { self.ends_in_two_holes(start) } else { (false, 0) };
        if is_away || !options.has_unique_first_jump {
            return (is_away, by_finish);
        }
        let (is_away, by_jump) = self.wins_by_two_jumps(start);
        (is_away, by_finish + by_jump)
    }

    fn ends_in_two_holes(&mut self, start: B) -> (bool, usize) {
        self.seen.clear();
        let mut ends = B::EMPTY;
        let mut is_second = |end: B| {
            ends |= end;
            ends.count() > 1
        };
        let found = self.reaches(start, &mut is_second);
        (found, self.seen.len())
    }

    /// Whether two first jumps win that no symmetry of the start and the goal carries onto each other; or whether there
    /// is nothing to choose from.
    fn wins_by_two_jumps(&mut self, start: B) -> (bool, usize) {
        self.seen.clear();
        let next = self.children(start);
        let symmetries = self.engine.board().stabilizer(&[&[start.code()], &[self.wanted.code()]]);
        let class = |child: B| symmetries.iter().map(|symmetry| symmetry.apply_code(child.code())).min();
        let mut winning = None;
        for child in &next {
            let class = class(*child);
            let wanted = self.wanted;
            if winning != class && self.reaches(*child, &mut |end| end & wanted != B::EMPTY) {
                if winning.is_some() {
                    return (true, self.seen.len());
                }
                winning = class;
            }
        }
        (next.len() < 2, self.seen.len())
    }

    /// Whether a game reaches one peg that is accepted; `false` as well when too many positions had to be looked at.
    fn reaches(&mut self, position: B, accepted: &mut impl FnMut(B) -> bool) -> bool {
        if position.count() == 1 {
            return accepted(position);
        }
        if self.seen.len() >= MOST || !self.seen.insert(position) {
            return false;
        }
        let is_reached = self.children(position).into_iter().any(|child| self.reaches(child, accepted));
        if is_reached {
            self.seen.remove(&position); // another jump may lead here, and wins then
        }
        is_reached
    }

    fn children(&self, position: B) -> Vec<B> {
        let mut children = Vec::new();
        let jumps = self.engine.jumps();
        jumps.for_each(position, |jump| children.push(position ^ jumps.change(jump)));
        children
    }
}
