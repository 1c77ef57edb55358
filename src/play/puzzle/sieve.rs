//! Cheap rejection of starts before they are analyzed.

use super::{Difficulty, PuzzleOptions};
use crate::engine::{Bits, Engine};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Filter that rejects starts that are too easy or violate a condition. Most random starts win by several first jumps
/// and can end in several holes. A few games show that, whereas the grade needs all games.
pub(super) struct Sieve<'a, B> {
    engine: &'a Engine<B>,
    options: &'a PuzzleOptions,
    /// Holes where the last peg may end.
    wanted: B,
    /// Examined positions that do not lead to the target.
    seen: FxHashSet<B>,
    /// Separate random generator, so that the starts do not depend on the sieve.
    random: Pcg64Mcg,
}

/// Maximum number of positions to examine; beyond it the start is left to the grade.
const MAX_EXAMINED: usize = 5_000;

/// Number of random games. In a puzzle for experts, which needs about twelve bits of luck, random play hardly ever
/// wins.
const GAMES: usize = 16;

impl<'a, B: Bits> Sieve<'a, B> {
    /// Makes a sieve for puzzles whose last peg must end in one of the wanted holes, or anywhere.
    pub(super) fn new(
        engine: &'a Engine<B>,
        wanted: Option<B>,
        options: &'a PuzzleOptions,
    ) -> Sieve<'a, B> {
        let wanted = wanted.unwrap_or(engine.full());
        let random = Pcg64Mcg::seed_from_u64(options.seed);
        Sieve {
            engine,
            options,
            wanted,
            seen: FxHashSet::default(),
            random,
        }
    }

    /// Returns `true` if the start is rejected, together with the number of positions examined.
    pub(super) fn rejects(&mut self, start: B) -> (bool, usize) {
        let PuzzleOptions {
            difficulty,
            has_unique_finish,
            has_unique_first_jump,
            ..
        } = *self.options;
        let mut examined = 0;
        let mut is_rejected = |(is_rejected, further): (bool, usize)| {
            examined += further;
            is_rejected
        };
        let is_any = difficulty == Difficulty::Expert && is_rejected(self.is_won_by_chance(start))
            || has_unique_finish && is_rejected(self.ends_in_two_holes(start))
            || has_unique_first_jump && is_rejected(self.wins_by_two_jumps(start));
        (is_any, examined)
    }

    /// Returns `true` if one of several random games wins, together with the number of positions examined.
    fn is_won_by_chance(&mut self, start: B) -> (bool, usize) {
        let mut examined = 0;
        for _ in 0..GAMES {
            let mut position = start;
            while let Some(next) = self.random_child(position) {
                position = next;
                examined += 1;
            }
            if position.count() == 1 && position & self.wanted != B::EMPTY {
                return (true, examined);
            }
        }
        (false, examined)
    }

    fn random_child(&mut self, position: B) -> Option<B> {
        let mut children = self.children(position);
        children.sort_unstable(); // independent of the order in which jumps are found
        if children.is_empty() {
            None
        } else {
            Some(children[self.random.random_range(0..children.len())])
        }
    }

    /// Returns `true` if the last peg can end in several holes, together with the number of positions examined.
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

    /// Returns `true` if two first jumps win that are not images of each other, or if there is only one, together with
    /// the number of positions examined.
    fn wins_by_two_jumps(&mut self, start: B) -> (bool, usize) {
        self.seen.clear();
        let next = self.children(start);
        let symmetries = self
            .engine
            .board()
            .stabilizer(&[&[start.code()], &[self.wanted.code()]]);
        let class = |child: B| {
            symmetries
                .iter()
                .map(|symmetry| symmetry.apply_code(child.code()))
                .min()
        };
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

    /// Returns `true` if a game reaches an accepted single peg, and `false` if none does or too many positions would
    /// have to be examined.
    fn reaches(&mut self, position: B, accepted: &mut impl FnMut(B) -> bool) -> bool {
        if position.count() == 1 {
            return accepted(position);
        }
        if self.seen.len() >= MAX_EXAMINED || !self.seen.insert(position) {
            return false;
        }
        let is_reached = self
            .children(position)
            .into_iter()
            .any(|child| self.reaches(child, accepted));
        if is_reached {
            self.seen.remove(&position); // another jump that leads here wins as well
        }
        is_reached
    }

    fn children(&self, position: B) -> SmallVec<[B; 24]> {
        let mut children = SmallVec::new();
        let jumps = self.engine.jumps();
        jumps.for_each(position, |jump| {
            children.push(position ^ jumps.change(jump))
        });
        children
    }
}
