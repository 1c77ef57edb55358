//! The positions that are one whole move apart.

use super::rule::{Rule, Way};
use crate::board::{Board, Hole, Jump};
use crate::engine::{Bits, Engine};
use std::ops::ControlFlow;

/// Finds what a move leads to, and what it can have come from.
pub(super) struct WholeMoves<'a, B> {
    engine: &'a Engine<B>,
    /// Down and up, for each jump.
    continued: [Vec<Continued<B>>; 2],
    /// The hole where each jump begins.
    from: Vec<Hole>,
}

/// How the move of a jump can go on.
struct Continued<B> {
    /// The hole in which it does.
    hole: u32,
    steps: Vec<Step<B>>,
}

/// Positions that moves have led to lately, each with the hole in which its move can go on. Different moves lead to the
/// same ones, and so do moves from similar positions; all that follows is the same, too.
///
/// A table with a place for each. A few moves fit a fast cache. Long moves can jump the same pegs in very many orders:
/// where one position has so many, the table grows with them, and forgets nothing.
pub(super) struct Recent<B> {
    places: Vec<(B, u32)>,
    /// How many bits number the places.
    bits: u32,
    /// How many may at most.
    most_bits: u32,
    /// What moves of the position at hand have led to.
    found: usize,
}

/// How many bits number the places of [`Recent`] at first: few enough for a fast cache.
const RECENT_BITS: u32 = 10;

/// They take at most 1/N of the memory allowed.
const SHARE_OF_RECENT: u64 = 512;

/// The memory allowed where they are needed for one position.
const MEMORY_TO_FIND: u64 = 1 << 30;

impl<B: Bits> Recent<B> {
    /// An empty table that takes a small share of the memory allowed.
    pub(super) fn within(memory: u64) -> Recent<B> {
        let most_places = memory / SHARE_OF_RECENT / size_of::<(B, u32)>() as u64;
        let most_bits = most_places.checked_ilog2().unwrap_or(0).max(RECENT_BITS);
        Recent {
            places: empty(RECENT_BITS),
            bits: RECENT_BITS,
            most_bits,
            found: 0,
        }
    }

    /// Moves of another position follow.
    #[inline]
    fn begin_position(&mut self) {
        self.found = 0;
        if self.bits > RECENT_BITS {
            (self.places, self.bits) = (empty(RECENT_BITS), RECENT_BITS);
        }
    }

    /// Whether a position and hole have not been looked at lately.
    #[inline]
    fn is_new(&mut self, position: B, hole: u32) -> bool {
        if self.replace(position, hole) == (position, hole) {
            return false;
        }
        self.found += 1;
        if self.found > self.places.len() && self.bits < self.most_bits {
            self.grow();
        }
        true
    }

    #[inline]
    fn replace(&mut self, position: B, hole: u32) -> (B, u32) {
        let place = position.mixed().rotate_left(hole) >> (u64::BITS - self.bits);
        std::mem::replace(&mut self.places[place as usize], (position, hole))
    }

    #[cold]
    fn grow(&mut self) {
        self.bits = (self.bits + 2).min(self.most_bits);
        for (position, hole) in std::mem::replace(&mut self.places, empty(self.bits)) {
            if hole != NO_HOLE {
                self.replace(position, hole);
            }
        }
    }
}

/// Marks a place that nothing was put in.
const NO_HOLE: u32 = u32::MAX;

fn empty<B: Bits>(bits: u32) -> Vec<(B, u32)> {
    vec![(B::EMPTY, NO_HOLE); 1 << bits]
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
        let from = engine
            .board()
            .jumps()
            .iter()
            .map(|jump| jump.from())
            .collect();
        WholeMoves {
            engine,
            continued,
            from,
        }
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
        self.for_each_from(u128::MAX, (way, position), recent, |next| {
            next.map_or(ControlFlow::Continue(()), &mut give)
        })
    }

    /// The same for moves that begin in certain holes, given as bits. Another move may come by as `None`: there can be
    /// many of these, too, until the next one counts.
    #[inline]
    pub(super) fn for_each_from(
        &self,
        holes: u128,
        (way, position): (Way, B),
        recent: &mut Recent<B>,
        mut give: impl FnMut(Option<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let begins_in = |hole: u32| holes >> hole & 1 != 0;
        let complemented = self.complemented(way);
        let continued = &self.continued[usize::from(way == Way::Up)];
        let from = position ^ complemented;
        let jumps = self.engine.jumps();
        // Upwards a move begins in the hole where it is taken back to.
        let mut give =
            |next, hole| give((way == Way::Down || begins_in(hole)).then_some(next ^ complemented));
        recent.begin_position();
        let mut flow = ControlFlow::Continue(());
        jumps.for_each(from, |number| {
            if flow.is_continue() && (way == Way::Up || begins_in(self.from[number].index() as u32))
            {
                flow = extend(
                    continued,
                    from ^ jumps.change(number),
                    number,
                    recent,
                    &mut give,
                );
            }
        });
        flow
    }

    /// The first position one move away of which this is true.
    pub(super) fn find(
        &self,
        way: Way,
        position: B,
        is_wanted: &mut dyn FnMut(B) -> bool,
    ) -> Option<B> {
        let mut found = None;
        let _ = self.for_each(way, position, &mut Recent::within(MEMORY_TO_FIND), |next| {
            found = Some(next).filter(|next| is_wanted(*next));
            if found.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found
    }

    /// The number of moves that are possible, or `most` where there are more. Those of the same jumps in another order
    /// hardly count.
    pub(super) fn count(&self, way: Way, position: B, most: usize) -> usize {
        let mut count = 0;
        self.find(way, position, &mut |_| {
            count += 1;
            count >= most
        });
        count
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
            let run = Run {
                from: pair[0],
                to: pair[1],
            };
            self.add_run(&run, pair[0], None, &mut jumps);
        }
        jumps
    }

    /// Adds the jumps of a run that has come to a position by the jump `last`; `false` where none leads on to its end.
    fn add_run(
        &self,
        run: &Run<B>,
        position: B,
        last: Option<Jump>,
        jumps: &mut Vec<Jump>,
    ) -> bool {
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
    /// Whether a jump takes a peg that goes. No hole that is jumped over is filled again: the peg only comes to holes an
    /// even number of steps away.
    fn takes(&self, jump: Jump) -> bool {
        self.from & !self.to & B::from_code(jump.over().bit()) != B::EMPTY
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
        let steps = board
            .jumps()
            .iter()
            .enumerate()
            .filter(|(_, next)| joins(next) == offered)
            .map(step);
        Continued {
            hole: offered.index() as u32,
            steps: steps.collect(),
        }
    };
    board.jumps().iter().map(after).collect()
}

/// Gives a position after a jump with the hole in which its move can go on, and those that longer moves lead to.
fn extend<B: Bits>(
    continued: &[Continued<B>],
    position: B,
    last: usize,
    recent: &mut Recent<B>,
    give: &mut impl FnMut(B, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Continued { hole, ref steps } = continued[last];
    if !recent.is_new(position, hole) {
        return ControlFlow::Continue(());
    }
    give(position, hole)?;
    for step in steps {
        if position & step.change == step.pegs {
            extend(continued, position ^ step.change, step.number, recent, give)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::AnyEngine;
    use crate::{Games, Position};
    use std::collections::BTreeSet;

    /// The positions one move away.
    fn list(moves: &WholeMoves<'_, u64>, way: Way, position: u64) -> Vec<u64> {
        list_from(u128::MAX, moves, way, position, 0)
    }

    /// Those by moves that begin in these holes, with some memory for what was looked at.
    fn list_from(
        holes: u128,
        moves: &WholeMoves<'_, u64>,
        way: Way,
        position: u64,
        memory: u64,
    ) -> Vec<u64> {
        let mut list = Vec::new();
        let _ = moves.for_each_from(
            holes,
            (way, position),
            &mut Recent::within(memory),
            |next| {
                list.extend(next);
                ControlFlow::Continue(())
            },
        );
        list
    }

    /// The positions that the first move of a line of jumps can lead to, tried jump by jump.
    fn after_a_move(position: &Position) -> BTreeSet<u128> {
        fn go_on(position: &Position, peg: Option<crate::Hole>, found: &mut BTreeSet<u128>) {
            for jump in position
                .jumps()
                .filter(|jump| peg.is_none_or(|peg| peg == jump.from()))
            {
                let next = position.play(jump).unwrap();
                found.insert(next.code());
                go_on(&next, Some(jump.to()), found);
            }
        }
        let mut found = BTreeSet::new();
        go_on(position, None, &mut found);
        found
    }

    #[test]
    fn moves_lead_down_and_up_between_the_same_positions() {
        for name in ["triangle5", "english"] {
            let board = Board::library(name).unwrap();
            let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
                panic!()
            };
            let moves = WholeMoves::new(&engine);
            for seed in 0..10 {
                let start = board.vacate(board.holes().nth(seed as usize).unwrap());
                let game = Games::from_random(&start, seed).next().unwrap();
                for position in game.positions() {
                    let code = position.code() as u64;
                    let down = list(&moves, Way::Down, code);
                    let set: BTreeSet<u128> = down.iter().map(|code| u128::from(*code)).collect();
                    assert_eq!(set, after_a_move(&position));
                    let count = moves.count(Way::Down, code, usize::MAX);
                    assert_eq!(count, down.len());
                    assert_eq!(
                        moves.count(Way::Down, code, count / 2 + 1),
                        count.min(count / 2 + 1)
                    );
                    for next in down {
                        assert_eq!(
                            moves.find(Way::Down, code, &mut |found| found == next),
                            Some(next)
                        );
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

    #[test]
    fn moves_are_those_of_the_holes_where_they_begin() {
        let board = Board::library("english").unwrap();
        let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
            panic!()
        };
        let moves = WholeMoves::new(&engine);
        let set = |list: Vec<u64>| list.into_iter().collect::<BTreeSet<u64>>();
        let game = Games::from_random(&board.vacate(board.hole("d4").unwrap()), 3)
            .next()
            .unwrap();
        for position in game.positions() {
            for way in [Way::Down, Way::Up] {
                let code = position.code() as u64;
                let mut by_hole = BTreeSet::new();
                for hole in board.holes() {
                    for next in list_from(hole.bit(), &moves, way, code, 0) {
                        let upper = if way == Way::Down { code } else { next };
                        let lower = if way == Way::Down { next } else { code };
                        let is_left = u128::from(upper & !lower) & hole.bit() != 0;
                        assert!(
                            is_left || moves.jumps_between(&[upper, lower]).len() > 3,
                            "{hole:?}"
                        );
                        by_hole.insert(next);
                    }
                }
                assert_eq!(by_hole, set(list(&moves, way, code)));
            }
        }
    }

    /// However few of them are remembered, no move is left out; and hardly one is tried twice where there is memory.
    #[test]
    fn moves_in_very_many_orders_are_tried_once() {
        let board = Board::library("triangle7").unwrap();
        let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
            panic!()
        };
        let moves = WholeMoves::new(&engine);
        let one_peg = board.pegs([board.hole("c5").unwrap()]).code() as u64;
        let [few, many] =
            [0, 1 << 30].map(|memory| list_from(u128::MAX, &moves, Way::Up, one_peg, memory));
        let distinct = many.iter().collect::<BTreeSet<_>>();
        assert_eq!(few.iter().collect::<BTreeSet<_>>(), distinct);
        assert!(distinct.len() > 1 << RECENT_BITS, "{}", distinct.len());
        assert!(
            many.len() < few.len() && many.len() < 4 * distinct.len(),
            "{} {}",
            many.len(),
            few.len()
        );
    }
}
