//! Propagation of the fewest moves from a level to the next.

use crate::board::Board;
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part, Phase, allocation};
use crate::count::{LevelIndex, Neighbors, look_up_neighbors};
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::{Bits, ChildImages};
use crate::moves::linkage::Rule;
use crate::problem::PlayDirection;
use std::sync::atomic::{AtomicU64, Ordering};

/// Fewest moves to a position, with the ways to continue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrival<B> {
    /// Holes where the next jump can continue the last move of such a line.
    pub(super) holes: B,
    /// The fewest moves.
    pub(super) moves: u8,
}

/// Arrivals of a position by each of `R` rules.
pub(super) type Arrivals<B, const R: usize> = [Arrival<B>; R];

/// Propagation of arrivals by several rules at once, level after level.
pub(super) struct ArrivalPropagation<'a, B, const R: usize> {
    board: &'a Board,
    images: &'a ChildImages<B>,
    direction: PlayDirection,
    /// By jump, then by symmetry.
    transitions: Vec<[Transition<B>; R]>,
    part: Part<'a>,
    /// Number of positions on all levels.
    all: u64,
    /// Number of positions done.
    done: AtomicU64,
}

/// A jump seen from the canonical code of the position that it leaves.
#[derive(Clone, Copy, Debug)]
struct Transition<B> {
    /// Hole where the jump continues a move, mapped by the symmetry.
    joins: B,
    /// Hole where the next jump can continue this one; the position reached is canonical.
    offers: B,
}

/// Ascending codes of a level, with their arrivals.
#[derive(Clone, Copy)]
pub(super) struct ArrivalLevel<'a, B, const R: usize> {
    pub(super) codes: &'a [B],
    pub(super) arrivals: &'a [Arrivals<B, R>],
}

/// Positions that a thread takes at a time.
const BATCH: usize = 4096;

/// Number that exceeds the moves of any line.
const UNREACHED: u8 = u8::MAX;

impl<'a, B: Bits, const R: usize> ArrivalPropagation<'a, B, R> {
    /// Prepares the propagation along levels of `all` positions together.
    pub(super) fn new(
        board: &'a Board,
        images: &'a ChildImages<B>,
        (direction, rules): (PlayDirection, [Rule; R]),
        all: u64,
        part: Part<'a>,
    ) -> ArrivalPropagation<'a, B, R> {
        let hole = |hole: crate::Hole| B::bit(hole.index() as u32);
        let mut transitions = Vec::with_capacity(board.jumps().len() * images.symmetry_count());
        for jump in board.jumps() {
            for symmetry in 0..images.symmetry_count() {
                transitions.push(rules.map(|rule| {
                    let link = rule.link(direction, *jump);
                    Transition {
                        joins: images.image(hole(link.joins), symmetry),
                        offers: hole(link.offers),
                    }
                }));
            }
        }
        ArrivalPropagation {
            board,
            images,
            direction,
            transitions,
            part,
            all,
            done: AtomicU64::new(0),
        }
    }

    /// Computes the arrivals on the next level. A position without a neighbor on this one gets more moves than any line
    /// has.
    pub(super) fn next(
        &self,
        level: ArrivalLevel<'_, B, R>,
        codes: &[B],
    ) -> Result<Vec<Arrivals<B, R>>, LimitReached> {
        let index = self.index(level.codes)?;
        let mut arrivals = allocation::with_capacity(codes.len())?;
        prefer_large_pages(arrivals.spare_capacity_mut());
        arrivals.resize(codes.len(), [Arrival::default(); R]);
        let predecessors = Predecessors {
            images: self.images,
            direction: self.direction,
        };
        let batches = codes.chunks(BATCH).zip(arrivals.chunks_mut(BATCH));
        try_each_on(self.threads(), batches, |(codes, arrivals)| {
            look_up_neighbors(
                codes,
                predecessors,
                (&index, level.arrivals),
                |place, found| {
                    arrivals[place] = self.best(level.arrivals, found);
                },
            );
            self.tick(codes.len())
        })?;
        Ok(arrivals)
    }

    pub(super) fn index(&self, codes: &[B]) -> Result<LevelIndex<B>, LimitReached> {
        LevelIndex::new(self.board, codes, self.threads(), || self.tick(0))
    }

    pub(super) fn threads(&self) -> usize {
        self.part.control().threads()
    }

    /// Counts positions, checks the limits and reports progress.
    pub(super) fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let done = self.done.fetch_add(positions as u64, Ordering::Relaxed);
        let share = done as f64 / self.all.max(1) as f64;
        self.part
            .tick(positions as u64, || Phase::FewestMoves.done(share))
    }

    /// Returns the best arrivals at a position, given the index and transition of each neighbor.
    #[inline]
    fn best(&self, from: &[Arrivals<B, R>], found: &[(u32, u32)]) -> Arrivals<B, R> {
        let mut best = [Arrival {
            holes: B::EMPTY,
            moves: UNREACHED,
        }; R];
        for &(place, transition) in found {
            let (from, transitions) = (
                &from[place as usize],
                &self.transitions[transition as usize],
            );
            for rule in 0..R {
                let joins = from[rule].holes & transitions[rule].joins != B::EMPTY;
                let moves = from[rule].moves.saturating_add(u8::from(!joins));
                if moves < best[rule].moves {
                    best[rule] = Arrival {
                        holes: transitions[rule].offers,
                        moves,
                    };
                } else if moves == best[rule].moves {
                    best[rule].holes |= transitions[rule].offers;
                }
            }
        }
        best
    }
}

/// Neighbors on the level before, each noted with the number of its transition.
#[derive(Clone, Copy)]
struct Predecessors<'a, B> {
    images: &'a ChildImages<B>,
    direction: PlayDirection,
}

impl<B: Bits> Neighbors<B> for Predecessors<'_, B> {
    type Note = u32;

    #[inline]
    fn for_each(self, position: B, mut visit: impl FnMut(B, u32)) {
        let possible_in = match self.direction {
            PlayDirection::Forward => self.images.full() & !position,
            PlayDirection::Backward => position,
        };
        self.images.for_each_neighbor_by(
            position,
            possible_in,
            #[inline]
            |neighbor, jump, symmetry| {
                visit(
                    neighbor,
                    (jump * self.images.symmetry_count() + symmetry) as u32,
                );
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::engine::Engine;

    /// A position that no line reaches stays behind all others on the levels below it.
    #[test]
    fn unreached_positions_stay_unreached() {
        let board = Board::library("triangle4").unwrap();
        let engine = Engine::<u64>::new(&board);
        let images = ChildImages::new(&engine, board.symmetries());
        let control = Control::default();
        let rules = (PlayDirection::Forward, [Rule::Played]);
        let propagation = ArrivalPropagation::new(&board, &images, rules, 2, Part::whole(&control));
        let jump = board.jumps()[0];
        let [before, after] =
            [jump.from().bit() | jump.over().bit(), jump.to().bit()].map(u64::from_code);
        let canonical = |code| images.canonical(code);
        let unreached = [Arrival {
            holes: 0,
            moves: UNREACHED,
        }];
        let level = ArrivalLevel {
            codes: &[canonical(before)],
            arrivals: &[unreached],
        };
        let below = propagation.next(level, &[canonical(after)]);
        assert_eq!(below.unwrap()[0][0].moves, UNREACHED);
    }
}
