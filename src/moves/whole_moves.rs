//! Positions that are one whole move apart.

use super::linkage::Rule;
use crate::board::{Board, Hole, Jump};
use crate::control::allocation;
use crate::engine::{Bits, Engine};
use crate::problem::PlayDirection;
use std::ops::ControlFlow;

/// Generator of moves, forward and backward.
pub(super) struct WholeMoves<'a, B> {
    engine: &'a Engine<B>,
    /// Forward and backward, for each jump.
    continuations: [Vec<Continuations<B>>; 2],
    /// Hole where each jump begins.
    from: Vec<Hole>,
    /// See [`Board::pegs_cross_own_way`].
    pegs_cross_own_way: bool,
}

/// Possible continuations of a move after a jump.
struct Continuations<B> {
    /// Hole where the move continues.
    hole: u32,
    jumps: Vec<Continuation<B>>,
}

/// Lossy hash table of positions recently reached, each with the hole where the move can continue. Different
/// moves, and moves from similar positions, lead to the same pairs, and so do all their continuations.
///
/// A small table fits a fast cache. Long moves can remove the same pegs in very many orders; where a position
/// has that many moves, the table grows and forgets nothing.
pub(super) struct RecentPositions<B> {
    slots: Vec<(B, u32)>,
    /// Binary logarithm of the number of slots.
    bits: u32,
    /// Upper limit of `bits`.
    max_bits: u32,
    /// New pairs since the last call of [`begin`](RecentPositions::begin).
    found: usize,
}

/// Initial size of [`RecentPositions`], as a binary logarithm: small enough for a fast cache.
const RECENT_BITS: u32 = 10;

/// Each table takes at most 1/N of the memory allowed.
const RECENT_MEMORY_FRACTION: u64 = 512;

/// Memory allowed where a table serves a single position.
const FIND_MEMORY: u64 = 1 << 30;

impl<B: Bits> RecentPositions<B> {
    /// Creates an empty table that takes a small share of the memory allowed.
    pub(super) fn within(memory: u64) -> RecentPositions<B> {
        let max_slots = memory / RECENT_MEMORY_FRACTION / size_of::<(B, u32)>() as u64;
        let max_bits = max_slots.checked_ilog2().unwrap_or(0).max(RECENT_BITS);
        RecentPositions {
            slots: empty(RECENT_BITS),
            bits: RECENT_BITS,
            max_bits,
            found: 0,
        }
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        (self.slots, self.bits) = (empty(RECENT_BITS), RECENT_BITS);
    }

    /// Prepares for the moves of another position.
    #[inline]
    fn begin(&mut self) {
        self.found = 0;
        if self.bits > RECENT_BITS {
            (self.slots, self.bits) = (empty(RECENT_BITS), RECENT_BITS);
        }
    }

    /// Records a pair; returns `false` if it was already in the table.
    #[inline]
    fn is_new(&mut self, position: B, hole: u32) -> bool {
        if self.replace(position, hole) == (position, hole) {
            return false;
        }
        self.found += 1;
        if self.found > self.slots.len() && self.bits < self.max_bits {
            self.grow();
        }
        true
    }

    #[inline]
    fn replace(&mut self, position: B, hole: u32) -> (B, u32) {
        let slot = position.mixed().rotate_left(hole) >> (u64::BITS - self.bits);
        std::mem::replace(&mut self.slots[slot as usize], (position, hole))
    }

    #[cold]
    fn grow(&mut self) {
        let bits = (self.bits + 2).min(self.max_bits);
        let Ok(mut larger) = allocation::with_capacity(1 << bits) else {
            self.max_bits = self.bits;
            return;
        };
        larger.resize(1 << bits, (B::EMPTY, UNUSED));
        self.bits = bits;
        for (position, hole) in std::mem::replace(&mut self.slots, larger) {
            if hole != UNUSED {
                self.replace(position, hole);
            }
        }
    }
}

/// Marker of an unused slot, beyond all holes.
const UNUSED: u32 = u32::MAX;

fn empty<B: Bits>(bits: u32) -> Vec<(B, u32)> {
    vec![(B::EMPTY, UNUSED); 1 << bits]
}

/// Jump that continues a move, as played on a position or, backward, on its complement.
#[derive(Clone, Copy, Debug)]
struct Continuation<B> {
    number: usize,
    change: B,
    /// Holes of the change that must have pegs.
    pegs: B,
}

impl<'a, B: Bits> WholeMoves<'a, B> {
    pub(super) fn new(engine: &'a Engine<B>) -> WholeMoves<'a, B> {
        let continuations = [PlayDirection::Forward, PlayDirection::Backward]
            .map(|direction| continuations(engine.board(), direction));
        let from = engine
            .board()
            .jumps()
            .iter()
            .map(|jump| jump.from())
            .collect();
        WholeMoves {
            engine,
            continuations,
            from,
            pegs_cross_own_way: engine.board().pegs_cross_own_way(),
        }
    }

    pub(super) fn engine(&self) -> &'a Engine<B> {
        self.engine
    }

    pub(super) fn board(&self) -> &'a Board {
        self.engine.board()
    }

    /// Calls `give` with the positions one move away, until it breaks: forward the results of moves, backward
    /// their possible origins. Positions may repeat; pairs in `recent` are skipped.
    #[inline]
    pub(super) fn for_each(
        &self,
        direction: PlayDirection,
        position: B,
        recent: &mut RecentPositions<B>,
        mut give: impl FnMut(B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_from(u128::MAX, (direction, position), recent, |next| {
            next.map_or(ControlFlow::Continue(()), &mut give)
        })
    }

    /// Restricts [`for_each`](WholeMoves::for_each) to moves that begin in certain holes, given as bits.
    /// Calls `give` with `None` for other moves, so that the caller can check limits between results.
    #[inline]
    pub(super) fn for_each_from(
        &self,
        holes: u128,
        (direction, position): (PlayDirection, B),
        recent: &mut RecentPositions<B>,
        mut give: impl FnMut(Option<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let begins_in = |hole: u32| holes >> hole & 1 != 0;
        let complemented = self.complemented(direction);
        let continuations = &self.continuations[usize::from(direction == PlayDirection::Backward)];
        let from = position ^ complemented;
        let jumps = self.engine.jumps();
        // Backward, a move begins in the hole where it is taken back to.
        let mut give = |next, hole| {
            give(
                (direction == PlayDirection::Forward || begins_in(hole))
                    .then_some(next ^ complemented),
            )
        };
        recent.begin();
        let mut flow = ControlFlow::Continue(());
        jumps.for_each(from, |number| {
            if flow.is_continue()
                && (direction == PlayDirection::Backward
                    || begins_in(self.from[number].index() as u32))
            {
                flow = extend(
                    continuations,
                    from ^ jumps.change(number),
                    number,
                    recent,
                    &mut give,
                );
            }
        });
        flow
    }

    /// Finds the first position one move away that satisfies a predicate.
    pub(super) fn find(
        &self,
        direction: PlayDirection,
        position: B,
        mut is_wanted: impl FnMut(B) -> bool,
    ) -> Option<B> {
        let mut found = None;
        let _ = self.for_each(
            direction,
            position,
            &mut RecentPositions::within(FIND_MEMORY),
            |next| {
                found = Some(next).filter(|next| is_wanted(*next));
                if found.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        found
    }

    /// Returns the number of moves, at most `most`. Different orders of the same jumps are rarely counted twice.
    pub(super) fn count(&self, direction: PlayDirection, position: B, most: usize) -> usize {
        let mut count = 0;
        self.find(direction, position, |_| {
            count += 1;
            count >= most
        });
        count
    }

    /// Returns the holes to complement before playing: jumps are taken back by playing on the complement.
    pub(super) fn complemented(&self, direction: PlayDirection) -> B {
        match direction {
            PlayDirection::Forward => B::EMPTY,
            PlayDirection::Backward => self.engine.full(),
        }
    }

    /// Returns the jumps of a line, given by its positions between moves.
    pub(super) fn jumps_between(&self, positions: &[B]) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for pair in positions.windows(2) {
            let ends = MoveEnds {
                from: pair[0],
                to: pair[1],
            };
            self.add_jumps(&ends, pair[0], None, &mut jumps);
        }
        jumps
    }

    /// Adds the jumps of a move from a position, reached by the jump `last`, by backtracking; returns `false`
    /// if none lead to its end.
    fn add_jumps(
        &self,
        ends: &MoveEnds<B>,
        position: B,
        last: Option<Jump>,
        jumps: &mut Vec<Jump>,
    ) -> bool {
        if position == ends.to {
            return true;
        }
        for jump in self.board().jumps() {
            let pegs = B::from_code(jump.from().bit() | jump.over().bit());
            let change = B::from_code(jump.code());
            let goes_on = last.is_none_or(|last| last.to() == jump.from());
            if !goes_on
                || position & change != pegs
                || position.count() == ends.to.count()
                || !(self.pegs_cross_own_way || ends.takes(*jump))
            {
                continue;
            }
            jumps.push(*jump);
            if self.add_jumps(ends, position ^ change, Some(*jump), jumps) {
                return true;
            }
            jumps.pop();
        }
        false
    }
}

/// Positions before and after a move.
struct MoveEnds<B> {
    from: B,
    to: B,
}

impl<B: Bits> MoveEnds<B> {
    /// Returns `true` if a jump removes a peg of the move. Holes jumped over stay empty, unless [pegs cross their own
    /// way](Board::pegs_cross_own_way).
    fn takes(&self, jump: Jump) -> bool {
        self.from & !self.to & B::from_code(jump.over().bit()) != B::EMPTY
    }
}

fn continuations<B: Bits>(board: &Board, direction: PlayDirection) -> Vec<Continuations<B>> {
    let continuation = |(number, jump): (usize, &Jump)| Continuation {
        number,
        change: B::from_code(jump.code()),
        pegs: B::from_code(jump.from().bit() | jump.over().bit()),
    };
    let joins = |jump: &Jump| Rule::Played.link(direction, *jump).joins;
    let after = |jump: &Jump| {
        let offered = Rule::Played.link(direction, *jump).offers;
        let next = board
            .jumps()
            .iter()
            .enumerate()
            .filter(|(_, next)| joins(next) == offered)
            .map(continuation);
        Continuations {
            hole: offered.index() as u32,
            jumps: next.collect(),
        }
    };
    board.jumps().iter().map(after).collect()
}

/// Calls `give` with the position after a jump and the hole where its move can continue, and likewise for longer moves.
fn extend<B: Bits>(
    all: &[Continuations<B>],
    position: B,
    last: usize,
    recent: &mut RecentPositions<B>,
    give: &mut impl FnMut(B, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Continuations { hole, ref jumps } = all[last];
    if !recent.is_new(position, hole) {
        return ControlFlow::Continue(());
    }
    give(position, hole)?;
    for next in jumps {
        if position & next.change == next.pegs {
            extend(all, position ^ next.change, next.number, recent, give)?;
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

    /// Lists the positions one move away.
    fn list(moves: &WholeMoves<'_, u64>, direction: PlayDirection, position: u64) -> Vec<u64> {
        list_from(u128::MAX, moves, direction, position, 0)
    }

    /// Lists the results of moves that begin in these holes, with some memory for the table.
    fn list_from(
        holes: u128,
        moves: &WholeMoves<'_, u64>,
        direction: PlayDirection,
        position: u64,
        memory: u64,
    ) -> Vec<u64> {
        let mut list = Vec::new();
        let _ = moves.for_each_from(
            holes,
            (direction, position),
            &mut RecentPositions::within(memory),
            |next| {
                list.extend(next);
                ControlFlow::Continue(())
            },
        );
        list
    }

    /// Finds the results of moves from a position, jump by jump.
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
                    let down = list(&moves, PlayDirection::Forward, code);
                    let set: BTreeSet<u128> = down.iter().map(|code| u128::from(*code)).collect();
                    assert_eq!(set, after_a_move(&position));
                    let count = moves.count(PlayDirection::Forward, code, usize::MAX);
                    assert_eq!(count, down.len());
                    assert_eq!(
                        moves.count(PlayDirection::Forward, code, count / 2 + 1),
                        count.min(count / 2 + 1)
                    );
                    for next in down {
                        assert_eq!(
                            moves.find(PlayDirection::Forward, code, |found| found == next),
                            Some(next)
                        );
                        assert!(list(&moves, PlayDirection::Backward, next).contains(&code));
                        let jumps = moves.jumps_between(&[code, next]);
                        let line = crate::Line::new(position.clone(), jumps).unwrap();
                        assert_eq!((line.moves().len(), line.finish().code() as u64), (1, next));
                    }
                    for before in list(&moves, PlayDirection::Backward, code) {
                        assert!(list(&moves, PlayDirection::Forward, before).contains(&code));
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
            for direction in [PlayDirection::Forward, PlayDirection::Backward] {
                let code = position.code() as u64;
                let mut by_hole = BTreeSet::new();
                for hole in board.holes() {
                    for next in list_from(hole.bit(), &moves, direction, code, 0) {
                        let upper = if direction == PlayDirection::Forward {
                            code
                        } else {
                            next
                        };
                        let lower = if direction == PlayDirection::Forward {
                            next
                        } else {
                            code
                        };
                        let is_left = u128::from(upper & !lower) & hole.bit() != 0;
                        assert!(
                            is_left || moves.jumps_between(&[upper, lower]).len() > 3,
                            "{hole:?}"
                        );
                        by_hole.insert(next);
                    }
                }
                assert_eq!(by_hole, set(list(&moves, direction, code)));
            }
        }
    }

    /// A small table skips no move; with memory, hardly any move is tried twice.
    #[test]
    fn moves_in_very_many_orders_are_tried_once() {
        let board = Board::library("triangle7").unwrap();
        let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else {
            panic!()
        };
        let moves = WholeMoves::new(&engine);
        let one_peg = board.with_pegs([board.hole("c5").unwrap()]).code() as u64;
        let [few, many] = [0, 1 << 30]
            .map(|memory| list_from(u128::MAX, &moves, PlayDirection::Backward, one_peg, memory));
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
