//! The fewest moves to the positions of a level, from those of the level before.

use super::rule::{Rule, Way};
use crate::board::Board;
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part, Phase};
use crate::count::{Neighbours, Places, look_up_neighbours};
use crate::engine::large_pages::prefer_large_pages;
use crate::engine::{Bits, ChildImages};
use std::sync::atomic::{AtomicU64, Ordering};

/// How a position is reached in the fewest moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrival<B> {
    /// The holes where the next jump can join the last move of such a line.
    pub(super) holes: B,
    /// The fewest moves.
    pub(super) moves: u8,
}

/// The arrivals of a position by each of `R` rules.
pub(super) type Arrivals<B, const R: usize> = [Arrival<B>; R];

/// Carries arrivals by several rules at once from level to level.
pub(super) struct Carrier<'a, B, const R: usize> {
    board: &'a Board,
    images: &'a ChildImages<B>,
    way: Way,
    /// By jump and, for each, by symmetry.
    steps: Vec<[Step<B>; R]>,
    part: Part<'a>,
    /// The positions of all levels, and those that are done.
    all: u64,
    carried: AtomicU64,
}

/// A jump as seen from the canonical code of the position it is carried from.
#[derive(Clone, Copy, Debug)]
struct Step<B> {
    /// Where it joins, carried by the symmetry.
    joins: B,
    /// Where the next jump can join; this side's position is the canonical one.
    offers: B,
}

/// The positions of a level, ascending, and their arrivals.
#[derive(Clone, Copy)]
pub(super) struct Level<'a, B, const R: usize> {
    pub(super) codes: &'a [B],
    pub(super) arrivals: &'a [Arrivals<B, R>],
}

/// Positions that a thread takes at a time.
const SHARE: usize = 4096;

/// More moves than any line has.
const UNREACHED: u8 = u8::MAX;

impl<'a, B: Bits, const R: usize> Carrier<'a, B, R> {
    /// For levels of `all` positions together.
    pub(super) fn new(
        board: &'a Board,
        images: &'a ChildImages<B>,
        (way, rules): (Way, [Rule; R]),
        all: u64,
        part: Part<'a>,
    ) -> Carrier<'a, B, R> {
        let hole = |hole: crate::Hole| B::bit(hole.index() as u32);
        let mut steps = Vec::with_capacity(board.jumps().len() * images.symmetry_count());
        for jump in board.jumps() {
            for symmetry in 0..images.symmetry_count() {
                steps.push(rules.map(|rule| {
                    let link = rule.link(way, *jump);
                    Step {
                        joins: images.image(hole(link.joins), symmetry),
                        offers: hole(link.offers),
                    }
                }));
            }
        }
        Carrier {
            board,
            images,
            way,
            steps,
            part,
            all,
            carried: AtomicU64::new(0),
        }
    }

    /// The arrivals at the positions of the next level, each of which has a neighbour on this one.
    pub(super) fn next(
        &self,
        level: Level<'_, B, R>,
        codes: &[B],
    ) -> Result<Vec<Arrivals<B, R>>, LimitReached> {
        let places = self.places(level.codes)?;
        let mut arrivals = vec![[Arrival::default(); R]; codes.len()];
        prefer_large_pages(&mut arrivals);
        let steps = StepsBack {
            images: self.images,
            way: self.way,
        };
        let shares = codes.chunks(SHARE).zip(arrivals.chunks_mut(SHARE));
        try_each_on(self.threads(), shares, |(codes, arrivals)| {
            look_up_neighbours(codes, steps, (&places, level.arrivals), |place, found| {
                arrivals[place] = self.best(level.arrivals, found);
            });
            self.tick(codes.len())
        })?;
        Ok(arrivals)
    }

    pub(super) fn places(&self, codes: &[B]) -> Result<Places<B>, LimitReached> {
        Places::new(self.board, codes, self.threads(), &|| self.tick(0))
    }

    pub(super) fn threads(&self) -> usize {
        self.part.control().threads()
    }

    /// Asks whether to go on, after some positions more.
    pub(super) fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        let carried = self.carried.fetch_add(positions as u64, Ordering::Relaxed);
        let share = carried as f64 / self.all.max(1) as f64;
        self.part
            .tick(positions as u64, || Phase::done("fewest moves", share))
    }

    /// The best arrivals at a position from these places of the level before, with the step from each.
    #[inline(always)]
    fn best(&self, from: &[Arrivals<B, R>], found: &[(u32, u32)]) -> Arrivals<B, R> {
        let mut best = [Arrival {
            holes: B::EMPTY,
            moves: UNREACHED,
        }; R];
        for &(place, step) in found {
            let (from, steps) = (&from[place as usize], &self.steps[step as usize]);
            for rule in 0..R {
                let joins = from[rule].holes & steps[rule].joins != B::EMPTY;
                let moves = from[rule].moves + u8::from(!joins);
                if moves < best[rule].moves {
                    best[rule] = Arrival {
                        holes: steps[rule].offers,
                        moves,
                    };
                } else if moves == best[rule].moves {
                    best[rule].holes |= steps[rule].offers;
                }
            }
        }
        best
    }
}

/// The steps to a position from those of the level before: the number of a jump and of a symmetry, in one.
#[derive(Clone, Copy)]
struct StepsBack<'a, B> {
    images: &'a ChildImages<B>,
    way: Way,
}

impl<B: Bits> Neighbours<B> for StepsBack<'_, B> {
    type Note = u32;

    #[inline(always)]
    fn for_each(self, position: B, mut visit: impl FnMut(B, u32)) {
        let possible_in = match self.way {
            Way::Down => self.images.full() & !position,
            Way::Up => position,
        };
        self.images.for_each_neighbour_by(
            position,
            possible_in,
            #[inline(always)]
            |neighbour, jump, symmetry| {
                visit(
                    neighbour,
                    (jump * self.images.symmetry_count() + symmetry) as u32,
                );
            },
        );
    }
}
