//! The chance that a player who knows nothing still wins.
//!
//! Let `p(x)` be the chance that jumps played at random from a position `x`, each possible one as likely as the
//! others, lead to the goal. It is 1 where the goal is met, and else the mean of `p` over the positions one
//! jump away. A losing position has the chance 0, so that only winning ones are looked at, each once up to the
//! symmetries that carry the finishes onto each other: images of each other have the same chance.
//!
//! They are found level by level on the way down, so that it soon shows when there are too many of them; the chances
//! follow on the way back.

use crate::board::Position;
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{ChildImages, Engine};
use crate::sweep::SolvablePositions;
use rustc_hash::FxHashMap;

/// The winning positions that are looked at; memory for more would be better spent on hints.
const MOST: usize = 1 << 22;

/// Positions expanded between two ticks.
const BLOCK: usize = 256;

pub(super) struct Chances<'a> {
    winning: &'a SolvablePositions,
    /// The smallest images of the finishes.
    finishes: Vec<u64>,
    images: ChildImages<u64>,
    control: &'a Control<'a>,
}

/// What the jumps of the winning positions with some number of pegs lead to. These and those of the next level have
/// numbers.
struct Level {
    /// For each position, the number of its jumps; 0 where the goal is met.
    jumps: Vec<u32>,
    /// The position before a jump and the winning one after it.
    edges: Vec<(u32, u32)>,
}

impl<'a> Chances<'a> {
    pub(super) fn new(winning: &'a SolvablePositions, control: &'a Control<'a>) -> Chances<'a> {
        let board = winning.board();
        let finishes: Vec<u128> = winning.finishes().iter().map(Position::code).collect();
        let images = ChildImages::new(&Engine::new(board), &board.stabilizer(&[&finishes]));
        let finishes = finishes
            .iter()
            .map(|finish| images.canonical(*finish as u64))
            .collect();
        Chances {
            winning,
            finishes,
            images,
            control,
        }
    }

    /// The chance from a position; an error when there are too many positions or the control stops it.
    pub(super) fn of(&self, position: &Position) -> Result<f64, LimitReached> {
        if !self.winning.contains(position) {
            return Ok(0.0);
        }
        let levels = self.levels(self.images.canonical(position.code() as u64))?;
        let chances = levels
            .iter()
            .rev()
            .fold(Vec::new(), |next, level| level.chances(&next));
        Ok(chances[0])
    }

    /// The levels from a winning position down to the last finish. Every position is the smallest of its images.
    fn levels(&self, position: u64) -> Result<Vec<Level>, LimitReached> {
        let (mut levels, mut positions, mut all) = (Vec::new(), vec![position], 0);
        while !positions.is_empty() {
            all += positions.len();
            let (level, next) = self.expanded(&positions, MOST.saturating_sub(all))?;
            levels.push(level);
            positions = next;
        }
        Ok(levels)
    }

    /// The level of some positions, and those of the next level: an error when they are more than `most`.
    fn expanded(&self, positions: &[u64], most: usize) -> Result<(Level, Vec<u64>), LimitReached> {
        let mut level = Level {
            jumps: Vec::with_capacity(positions.len()),
            edges: Vec::new(),
        };
        let (mut next, mut children) = (Numbered::default(), Vec::new());
        for block in positions.chunks(BLOCK) {
            let known = next.positions.len();
            self.play_all(block, &mut level.jumps, &mut children);
            self.winning.retain_codes(&mut children, |(child, _)| child);
            for (child, from) in children.drain(..) {
                level.edges.push((from, next.number_of(child)));
            }
            if next.positions.len() > most {
                return Err(LimitReached::Nodes);
            }
            let found = next.positions.len() - known;
            self.control
                .tick(found as u64, || Phase::of_unknown_length("random play"))?;
        }
        Ok((level, next.positions))
    }

    /// Plays every jump of some positions that follow those whose jumps are counted already. Children come with the
    /// number of their parent.
    fn play_all(&self, positions: &[u64], jumps: &mut Vec<u32>, children: &mut Vec<(u64, u32)>) {
        for &position in positions {
            let (parent, before) = (jumps.len() as u32, children.len());
            if !self.finishes.contains(&position) {
                let visit = |child| children.push((child, parent));
                self.images
                    .for_each_neighbour(position, position, |_| true, visit);
            }
            jumps.push((children.len() - before) as u32);
        }
    }
}

/// Different positions, numbered as they come.
#[derive(Default)]
struct Numbered {
    positions: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
}

impl Numbered {
    fn number_of(&mut self, position: u64) -> u32 {
        *self.numbers.entry(position).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() as u32 - 1
        })
    }
}

impl Level {
    /// The chances from its positions, by those from the positions of the next level.
    fn chances(&self, next: &[f64]) -> Vec<f64> {
        let of_finish = |jumps: &u32| if *jumps == 0 { 1.0 } else { 0.0 };
        let mut chances: Vec<f64> = self.jumps.iter().map(of_finish).collect();
        for (from, to) in &self.edges {
            chances[*from as usize] += next[*to as usize] / f64::from(self.jumps[*from as usize]);
        }
        chances
    }
}
