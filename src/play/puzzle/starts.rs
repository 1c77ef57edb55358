//! Random starts of puzzles.

use super::PuzzleOptions;
use crate::board::{Board, Hole, Position, PositionClass, Symmetry};
use crate::engine::{Bits, Engine};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// Generator of starts of the wanted kind.
pub(super) struct Starts<'a, B> {
    engine: &'a Engine<B>,
    finish: Option<Hole>,
    pegs: RangeInclusive<usize>,
    /// Position classes that contain a finish.
    classes: Vec<PositionClass>,
    /// Symmetries, one of which must keep the start; empty if any start will do.
    symmetries: Vec<Symmetry>,
}

impl<'a, B: Bits> Starts<'a, B> {
    pub(super) fn new(engine: &'a Engine<B>, options: &PuzzleOptions) -> Starts<'a, B> {
        let board = engine.board();
        let most = board.hole_count().saturating_sub(1).max(1);
        let pegs = options.difficulty.pegs();
        let pegs = (*pegs.start()).min(most)..=(*pegs.end()).min(most);
        let finishes = board
            .holes()
            .filter(|hole| options.finish.is_none_or(|finish| finish == *hole));
        let mut classes: Vec<PositionClass> = finishes
            .map(|hole| board.with_pegs([hole]).class())
            .collect();
        classes.dedup();
        Starts {
            engine,
            finish: options.finish,
            pegs,
            classes,
            symmetries: if options.is_symmetric {
                moving_symmetries(board)
            } else {
                Vec::new()
            },
        }
    }

    /// Draws a start, or returns `None` if the attempt failed. A symmetric start may have no solution.
    pub(super) fn draw(&self, random: &mut Pcg64Mcg) -> Option<B> {
        let pegs = self.peg_count(random);
        if self.symmetries.is_empty() {
            self.played_back(pegs, random)
        } else {
            self.symmetric(pegs, random)
        }
    }

    /// Plays backwards from a finish to a start, which therefore has a solution.
    fn played_back(&self, pegs: usize, random: &mut Pcg64Mcg) -> Option<B> {
        let mut position = self.finish(random);
        for _ in 1..pegs {
            let before = self.before(position);
            if before.is_empty() {
                return None;
            }
            position = before[random.random_range(0..before.len())];
        }
        Some(position)
    }

    /// Draws a last peg.
    pub(super) fn finish(&self, random: &mut Pcg64Mcg) -> B {
        let holes = self.engine.board().hole_count();
        let finish = self
            .finish
            .map_or_else(|| random.random_range(0..holes), Hole::index);
        B::bit(finish as u32)
    }

    /// Returns the predecessors of a position.
    ///
    /// A jump played backwards is the jump itself on the complement.
    pub(super) fn before(&self, position: B) -> Vec<B> {
        let jumps = self.engine.jumps();
        let mut possible = Vec::new();
        jumps.for_each(self.engine.complement(position), |jump| possible.push(jump));
        possible.sort_unstable(); // the puzzle depends on the seed only, not on the order in which jumps are found
        possible
            .into_iter()
            .map(|jump| position ^ jumps.change(jump))
            .collect()
    }

    /// Draws a number of pegs that is usual for the difficulty.
    pub(super) fn peg_count(&self, random: &mut Pcg64Mcg) -> usize {
        random.random_range(self.pegs.clone())
    }

    /// Draws a symmetric start: adds orbits of a symmetry next to existing pegs until there are enough pegs.
    fn symmetric(&self, pegs: usize, random: &mut Pcg64Mcg) -> Option<B> {
        let board = self.engine.board();
        let symmetry = &self.symmetries[random.random_range(0..self.symmetries.len())];
        let holes: Vec<Hole> = board.holes().collect();
        let mut position = B::EMPTY;
        while (position.count() as usize) < pegs {
            let hole = holes[random.random_range(0..holes.len())];
            let is_beside = |jump: &crate::Jump| {
                let pair = jump.from().bit() | jump.over().bit();
                pair & hole.bit() != 0 && B::from_code(pair & !hole.bit()) & position != B::EMPTY
            };
            if position != B::EMPTY && !board.jumps().iter().any(is_beside) {
                // Separate pegs are rare, but let the loop end on disconnected boards.
                if random.random_range(0..8) > 0 {
                    continue;
                }
            }
            position |= orbit(symmetry, hole);
        }
        self.is_usual(position).then_some(position)
    }

    /// Returns `true` if a start may have a solution and has at most the usual number of pegs.
    pub(super) fn is_usual(&self, start: B) -> bool {
        let is_small = start.count() as usize <= *self.pegs.end();
        let class =
            || Position::from_code(self.engine.board(), start.code()).map(|start| start.class());
        is_small && class().is_ok_and(|class| self.classes.contains(&class))
    }

    /// Returns the kinds of starts as sets of holes that are filled together: single holes, or the orbits of a
    /// symmetry.
    pub(super) fn kinds(&self) -> Vec<Vec<B>> {
        let board = self.engine.board();
        let orbits = |symmetry: &Symmetry| {
            let mut orbits: Vec<B> = board.holes().map(|hole| orbit(symmetry, hole)).collect();
            orbits.sort_unstable();
            orbits.dedup();
            orbits
        };
        let symmetries = match &self.symmetries[..] {
            [] => &board.symmetries()[..1], // the identity comes first
            symmetries => symmetries,
        };
        symmetries.iter().map(orbits).collect()
    }
}

/// Returns the symmetries that move a hole. Neither the identity nor the reflection of a row in itself moves one.
pub(super) fn moving_symmetries(board: &Board) -> Vec<Symmetry> {
    board.symmetries_that(|symmetry| board.holes().any(|hole| symmetry.apply(hole) != hole))
}

/// Returns the orbit of a hole under powers of a symmetry.
fn orbit<B: Bits>(symmetry: &Symmetry, hole: Hole) -> B {
    let (mut orbit, mut image) = (B::EMPTY, hole);
    while orbit & B::bit(image.index() as u32) == B::EMPTY {
        orbit |= B::bit(image.index() as u32);
        image = symmetry.apply(image);
    }
    orbit
}
