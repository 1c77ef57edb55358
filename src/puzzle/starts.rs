//! Random starts of puzzles.

use super::PuzzleOptions;
use crate::board::{Hole, Position, PositionClass};
use crate::engine::{Bits, Engine};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// Draws starts of the wanted kind.
pub(super) struct Starts<'a, B> {
    engine: &'a Engine<B>,
    finish: Option<Hole>,
    pegs: RangeInclusive<usize>,
    /// Of symmetric starts: the position classes that hold a finish.
    classes: Vec<PositionClass>,
    is_symmetric: bool,
}

impl<'a, B: Bits> Starts<'a, B> {
    pub(super) fn new(engine: &'a Engine<B>, options: &PuzzleOptions) -> Starts<'a, B> {
        let board = engine.board();
        let most = board.hole_count().saturating_sub(1).max(1);
        let pegs = options.difficulty.pegs();
        let pegs = (*pegs.start()).min(most)..=(*pegs.end()).min(most);
        let finishes = board.holes().filter(|hole| options.finish.is_none_or(|finish| finish == *hole));
        let mut classes: Vec<PositionClass> = finishes.map(|hole| board.pegs([hole]).class()).collect();
        classes.dedup();
        Starts { engine, finish: options.finish, pegs, classes, is_symmetric: options.is_symmetric }
    }

    /// A start, which may have no solution if it is symmetric; `None` when this attempt came to nothing.
    pub(super) fn draw(&self, random: &mut Pcg64Mcg) -> Option<B> {
        let pegs = random.random_range(self.pegs.clone());
        if self.is_symmetric { self.symmetric(pegs, random) } else { self.played_back(pegs, random) }
    }

    /// Plays back from a finish, and so gets a start that has a solution.
    ///
    /// A jump played backwards is the jump itself on the complement.
    fn played_back(&self, pegs: usize, random: &mut Pcg64Mcg) -> Option<B> {
        let holes = self.engine.board().hole_count();
        let finish = self.finish.map_or_else(|| random.random_range(0..holes), Hole::index);
        let mut position = B::bit(finish as u32);
        let mut possible = Vec::new();
        for _ in 1..pegs {
            possible.clear();
            self.engine.jumps().for_each(self.engine.complement(position), |jump| possible.push(jump));
            if possible.is_empty() {
                return None;
            }
            possible.sort_unstable(); // a seed makes the same puzzle however jumps are found
            let jump = possible[random.random_range(0..possible.len())];
            position ^= self.engine.jumps().change(jump);
        }
        Some(position)
    }

    /// Adds orbits of a symmetry, next to pegs that are there, until there are enough pegs.
    fn symmetric(&self, pegs: usize, random: &mut Pcg64Mcg) -> Option<B> {
        let board = self.engine.board();
        let symmetries = &board.symmetries()[1..]; // the identity comes first
        let symmetry = &symmetries[random.random_range(0..symmetries.len())];
        let holes: Vec<Hole> = board.holes().collect();
        let mut position = B::EMPTY;
        while (position.count() as usize) < pegs {
            let hole = holes[random.random_range(0..holes.len())];
            let is_beside = |jump: &crate::Jump| {
                let pair = jump.from().bit() | jump.over().bit();
                pair & hole.bit() != 0 && B::from_code(pair & !hole.bit()) & position != B::EMPTY
            };
            if position != B::EMPTY && !board.jumps().iter().any(is_beside) {
                // Now and then a peg by itself, and always an end on boards in several parts.
                if random.random_range(0..8) > 0 {
                    continue;
                }
            }
            let mut image = hole;
            loop {
                position |= B::bit(image.index() as u32);
                image = symmetry.apply(image);
                if image == hole {
                    break;
                }
            }
        }
        let class = Position::from_code(board, position.code()).ok()?.class();
        let is_small = position.count() as usize <= *self.pegs.end();
        (is_small && self.classes.contains(&class)).then_some(position)
    }
}
