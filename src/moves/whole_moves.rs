//! The positions that are one whole move apart.

use super::rule::{Rule, Way};
use crate::board::{Board, Jump};
use crate::engine::{Bits, Engine};

/// Finds what a move leads to, and what it can have come from.
pub(super) struct WholeMoves<'a, B> {
    engine: &'a Engine<B>,
    /// Down and up, for each jump.
    continued: [Vec<Continued<B>>; 2],
}

/// How the move of a jump can go on.
struct Continued<B> {
    /// The hole in which it does.
    hole: u32,
    steps: Vec<Step<B>>,
}

/// Positions that moves have led to lately, each with the hole in which its move can go on. Different moves lead to the
/// same ones, and so do moves from similar positions; all that follows is the same, too. Long moves can jump the
/// same pegs in very many orders.
pub(super) struct Recent<B>(Vec<(B, u32)>);

/// How many bits number the places of [`Recent`]: few enough for a fast cache.
const RECENT_BITS: u32 = 10;

impl<B: Bits> Recent<B> {
    pub(super) fn new() -> Recent<B> {
        Recent(vec![(B::EMPTY, u32::MAX); 1 << RECENT_BITS])
    }

    /// Whether a position and hole have not been looked at lately.
    #[inline]
    fn is_new(&mut self, position: B, hole: u32) -> bool {
        let place = position.mixed().rotate_left(hole) >> (u64::BITS - RECENT_BITS);
        std::mem::replace(&mut self.0[place as usize], (position, hole)) != (position, hole)
    }
}

/// A jump, as played from a position or, upwards, from the complement of one.
#[derive(Clone, Copy, Debug)]
struct Step<B> {
    number: usize,
    change: B,
    /// The holes of the change that must have pegs.
    pegs: B,
}

impl<'a, B: Bits> WholeMoves<'a, B> {
    pub(super) fn new(engine: &'a Engine<B>) -> WholeMoves<'a, B> {
        let continued = [Way::Down, Way::Up].map(|way| continued(engine.board(), way));
        WholeMoves { engine, continued }
    }

    pub(super) fn engine(&self) -> &'a Engine<B> {
        self.engine
    }

    pub(super) fn board(&self) -> &'a Board {
        self.engine.board()
    }

    /// Gives the positions one move away, some of them more than once: downwards what a move leads to, upwards what it
    /// can have come from. What moves have been known lately to lead to is left out.
    #[inline]
    pub(super) fn for_each(&self, way: Way, position: B, recent: &mut Recent<B>, mut give: impl FnMut(B)) {
        let complemented = self.complemented(way);
        let continued = &self.continued[usize::from(way == Way::Up)];
        let from = position ^ complemented;
        let jumps = self.engine.jumps();
        let mut give = |next| give(next ^ complemented);
        jumps.for_each(from, |number| {
            extend(continued, from ^ jumps.change(number), number, recent, &mut give);
        });
    }

    /// The positions one move away.
    pub(super) fn list(&self, way: Way, position: B) -> Vec<B> {
        let mut list = Vec::new();
        self.for_each(way, position, &mut Recent::new(), |next| list.push(next));
        list
    }

    /// The number of moves that are possible, or `most` where there are more. Each order of their jumps counts.
    pub(super) fn count(&self, way: Way, position: B, most: usize) -> usize {
        let continued = &self.continued[usize::from(way == Way::Up)];
        let from = position ^ self.complemented(way);
        let (jumps, mut left) = (self.engine.jumps(), most);
        jumps.for_each(from, |number| count_down(continued, from ^ jumps.change(number), number, &mut left));
        most - left
    }

    /// The holes that change between a position and what is played on: jumps are taken back as they are played on the
    /// complement.
    pub(super) fn complemented(&self, way: Way) -> B {
        match way {
            Way::Down => B::EMPTY,
            Way::Up => self.engine.full(),
        }
    }

    /// The jumps of a line, given by its positions between moves.
    pub(super) fn jumps_between(&self, positions: &[B]) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for pair in positions.windows(2) {
            self.add_move(pair[0], pair[1], None, &mut jumps);
        }
        jumps
    }

    /// Adds the jumps of a move that goes on after `last` and leads to a position; `false` where none does.
    fn add_move(&self, from: B, to: B, last: Option<Jump>, jumps: &mut Vec<Jump>) -> bool {
        if from == to {
            return true;
        }
        for jump in self.board().jumps() {
            let pegs = B::from_code(jump.from().bit() | jump.over().bit());
            let change = B::from_code(jump.code());
            let goes_on = last.is_none_or(|last| last.to() == jump.from());
            if !goes_on || from & change != pegs || from.count() == to.count() {
                continue;
            }
            jumps.push(*jump);
            if self.add_move(from ^ change, to, Some(*jump), jumps) {
                return true;
            }
            jumps.pop();
        }
        false
    }
}

fn continued<B: Bits>(board: &Board, way: Way) -> Vec<Continued<B>> {
    let step = |(number, jump): (usize, &Jump)| Step {
        number,
        change: B::from_code(jump.code()),
        pegs: B::from_code(jump.from().bit() | jump.over().bit()),
    };
    let joins = |jump: &Jump| Rule::Played.link(way, *jump).joins;
    let after = |jump: &Jump| {
        let offered = Rule::Played.link(way, *jump).offers;
        let steps = board.jumps().iter().enumerate().filter(|(_, next)| joins(next) == offered).map(step);
        Continued { hole: offered.index() as u32, steps: steps.collect() }
    };
    board.jumps().iter().map(after).collect()
}

/// Gives a position after a jump, and those that longer moves lead to.
fn extend<B: Bits>(
    continued: &[Continued<B>],
    position: B,
    last: usize,
    recent: &mut Recent<B>,
    give: &mut impl FnMut(B),
) {
    let Continued { hole, ref steps } = continued[last];
    if !recent.is_new(position, hole) {
        return;
    }
    give(position);
    for step in steps {
        if position & step.change == step.pegs {
            extend(continued, position ^ step.change, step.number, recent, give);
        }
    }
}

/// Counts a move and those that go on from it, until none are left to be counted.
fn count_down<B: Bits>(continued: &[Continued<B>], position: B, last: usize, left: &mut usize) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    for step in &continued[last].steps {
        if position & step.change == step.pegs {
            count_down(continued, position ^ step.change, step.number, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::AnyEngine;
    use crate::{Games, Position};
    use std::collections::BTreeSet;

    /// The positions that the first move of a line of jumps can lead to, tried jump by jump.
    fn after_a_move(position: &Position) -> BTreeSet<u128> {
        fn go_on(position: &Position, peg: Option<crate::Hole>, found: &mut BTreeSet<u128>) {
            for jump in position.jumps().filter(|jump| peg.is_none_or(|peg| peg == jump.from())) {
                let next = position.play(jump).unwrap();
                found.insert(next.code());
                go_on(&next, Some(jump.to()), found);
            }
        }
        let mut found = BTreeSet::new();
        go_on(position, None, &mut found);
        found
    }

    /// The moves of a position, each order of jumps by itself.
    fn all_moves(position: &Position, peg: Option<crate::Hole>) -> usize {
        let jumps = position.jumps().filter(|jump| peg.is_none_or(|peg| peg == jump.from()));
        jumps.map(|jump| 1 + all_moves(&position.play(jump).unwrap(), Some(jump.to()))).sum()
    }

    #[test]
    fn moves_lead_down_and_up_between_the_same_positions() {
        for name in ["triangle5", "english"] {
            let board = Board::library(name).unwrap();
            let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else { panic!() };
            let moves = WholeMoves::new(&engine);
            for seed in 0..10 {
                let start = board.vacate(board.holes().nth(seed as usize).unwrap());
                let game = Games::from_random(&start, seed).next().unwrap();
                for position in game.positions() {
                    let code = position.code() as u64;
                    let down = moves.list(Way::Down, code);
                    let set: BTreeSet<u128> = down.iter().map(|code| u128::from(*code)).collect();
                    assert_eq!(set, after_a_move(&position));
                    let count = all_moves(&position, None);
                    assert_eq!(moves.count(Way::Down, code, count + 1), count);
                    assert_eq!(moves.count(Way::Down, code, count / 2), count / 2);
                    for next in down {
                        assert!(moves.list(Way::Up, next).contains(&code));
                        let jumps = moves.jumps_between(&[code, next]);
                        let line = crate::Solution::new(position.clone(), jumps).unwrap();
                        assert_eq!((line.moves().len(), line.finish().code() as u64), (1, next));
                    }
                    for before in moves.list(Way::Up, code) {
                        assert!(moves.list(Way::Down, before).contains(&code));
                    }
                }
            }
        }
    }
}
