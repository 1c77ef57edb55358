//! The positions that are one whole move apart.

use super::rule::{Rule, Way};
use crate::board::{Board, Jump};
use crate::engine::{Bits, Engine};
use std::ops::ControlFlow;

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

    /// Gives the positions one move away, some of them more than once, until that breaks it off: downwards what a move
    /// leads to, upwards what it can have come from. What moves have been known lately to lead to is left out.
    #[inline]
    pub(super) fn for_each(
        &self,
        way: Way,
        position: B,
        recent: &mut Recent<B>,
        mut give: impl FnMut(B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let complemented = self.complemented(way);
        let continued = &self.continued[usize::from(way == Way::Up)];
        let from = position ^ complemented;
        let jumps = self.engine.jumps();
        let mut give = |next| give(next ^ complemented);
        let mut flow = ControlFlow::Continue(());
        jumps.for_each(from, |number| {
            if flow.is_continue() {
                flow = extend(continued, from ^ jumps.change(number), number, recent, &mut give);
            }
        });
        flow
    }

    /// The first position one move away of which this is true.
    pub(super) fn find(&self, way: Way, position: B, is_wanted: impl Fn(B) -> bool) -> Option<B> {
        let mut found = None;
        let _ = self.for_each(way, position, &mut Recent::new(), |next| {
            found = Some(next).filter(|next| is_wanted(*next));
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
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
            let run = Run { from: pair[0], to: pair[1] };
            self.add_run(&run, pair[0], None, &mut jumps);
        }
        jumps
    }

    /// Adds the jumps of a run that has come to a position by the jump `last`; `false` where none leads on to its end.
    fn add_run(&self, run: &Run<B>, position: B, last: Option<Jump>, jumps: &mut Vec<Jump>) -> bool {
        if position == run.to {
            return true;
        }
        for jump in self.board().jumps() {
            let pegs = B::from_code(jump.from().bit() | jump.over().bit());
            let change = B::from_code(jump.code());
            let goes_on = last.is_none_or(|last| last.to() == jump.from());
            if !goes_on
                || position & change != pegs
                || position.count() == run.to.count()
                || !run.takes(*jump)
            {
                continue;
            }
            jumps.push(*jump);
            if self.add_run(run, position ^ change, Some(*jump), jumps) {
                return true;
            }
            jumps.pop();
        }
        false
    }
}

/// The positions before and after a move.
struct Run<B> {
    from: B,
    to: B,
}

impl<B: Bits> Run<B> {
    /// Whether a jump takes a peg that goes. Only the hole where the move ends may be filled again.
    fn takes(&self, jump: Jump) -> bool {
        let gone = self.from & !self.to;
        let jumped = self.from.count() - self.to.count();
        let all_stay_empty = gone.count() == jumped + 1; // with the hole where the move begins
        !all_stay_empty || gone & B::from_code(jump.over().bit()) != B::EMPTY
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
    give: &mut impl FnMut(B) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Continued { hole, ref steps } = continued[last];
    if !recent.is_new(position, hole) {
        return ControlFlow::Continue(());
    }
    give(position)?;
    for step in steps {
        if position & step.change == step.pegs {
            extend(continued, position ^ step.change, step.number, recent, give)?;
        }
    }
    ControlFlow::Continue(())
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

    /// The positions one move away.
    fn list(moves: &WholeMoves<'_, u64>, way: Way, position: u64) -> Vec<u64> {
        let mut list = Vec::new();
        let _ = moves.for_each(way, position, &mut Recent::new(), |next| {
            list.push(next);
            ControlFlow::Continue(())
        });
        list
    }

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
                    let down = list(&moves, Way::Down, code);
                    let set: BTreeSet<u128> = down.iter().map(|code| u128::from(*code)).collect();
                    assert_eq!(set, after_a_move(&position));
                    let count = all_moves(&position, None);
                    assert_eq!(moves.count(Way::Down, code, count + 1), count);
                    assert_eq!(moves.count(Way::Down, code, count / 2), count / 2);
                    for next in down {
                        assert_eq!(moves.find(Way::Down, code, |found| found == next), Some(next));
                        assert!(list(&moves, Way::Up, next).contains(&code));
                        let jumps = moves.jumps_between(&[code, next]);
                        let line = crate::Solution::new(position.clone(), jumps).unwrap();
                        assert_eq!((line.moves().len(), line.finish().code() as u64), (1, next));
                    }
                    for before in list(&moves, Way::Up, code) {
                        assert!(list(&moves, Way::Down, before).contains(&code));
                    }
                }
            }
        }
    }
}
