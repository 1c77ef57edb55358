//! Chance of winning by random play.
//!
//! Let `p(x)` be the chance that random play from a position `x`, with each possible jump equally likely, reaches the
//! goal. It is 1 if `x` meets the goal, otherwise the mean of `p` over the positions one jump away. Losing positions
//! have chance 0, so only winning ones are visited, each once up to the symmetries that map the finishes onto each
//! other, because images have the same chance.
//!
//! Positions are found level by level on the way down, so that too large a number is noticed early. The chances are
//! computed on the way back.

use crate::board::Position;
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{ChildImages, Engine};
use crate::sweep::SolvablePositions;
use rustc_hash::FxHashMap;

/// Maximum number of winning positions; more memory is better spent on hints.
const MAX_WINNING: usize = 1 << 22;

/// Positions expanded between two ticks.
const BLOCK: usize = 256;

/// Calculator of chances for the finishes of a set of winning positions.
pub(super) struct Chances<'a> {
    winning: &'a SolvablePositions,
    images: ChildImages<u64>,
    control: &'a Control<'a>,
}

/// Jumps of the winning positions with some peg count. These positions and those of the next level are numbered.
struct Level {
    /// Number of jumps of each position; 0 if it meets the goal.
    jumps: Vec<u32>,
    /// Position before a jump, and the winning position after it.
    edges: Vec<(u32, u32)>,
}

impl<'a> Chances<'a> {
    pub(super) fn new(winning: &'a SolvablePositions, control: &'a Control<'a>) -> Chances<'a> {
        let board = winning.board();
        let images = ChildImages::new(&Engine::new(board), winning.symmetries());
        Chances {
            winning,
            images,
            control,
        }
    }

    /// Returns the chance from a position, or an error if there are too many positions or the control is stopped.
    pub(super) fn chance_from(&self, position: &Position) -> Result<f64, LimitReached> {
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

    /// Returns the levels from a winning position down to the last finish. All positions are canonical.
    fn levels(&self, position: u64) -> Result<Vec<Level>, LimitReached> {
        /// Bytes of a position with its jumps and its number.
        const BYTES: u64 = 128;
        let affordable = usize::try_from(self.control.memory() / BYTES).unwrap_or(usize::MAX);
        let most = MAX_WINNING.min(affordable);
        let (mut levels, mut positions, mut all) = (Vec::new(), vec![position], 0);
        while !positions.is_empty() {
            all += positions.len();
            let (level, next) = self.expanded(&positions, most.saturating_sub(all))?;
            levels.push(level);
            positions = next;
        }
        Ok(levels)
    }

    /// Expands positions to their level and the next positions, or returns an error if these are more than `most`.
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
            self.control.tick(found as u64, || Phase::RandomPlay)?;
        }
        Ok((level, next.positions))
    }

    /// Plays every jump of a block of positions, and appends the number of jumps of each. A child is paired with the
    /// index of its parent.
    fn play_all(&self, positions: &[u64], jumps: &mut Vec<u32>, children: &mut Vec<(u64, u32)>) {
        for &position in positions {
            let (parent, before) = (jumps.len() as u32, children.len());
            if !self.winning.finish().contains(position.into()) {
                let visit = |child| children.push((child, parent));
                self.images.for_each_neighbor(position, position, visit);
            }
            jumps.push((children.len() - before) as u32);
        }
    }
}

/// Distinct positions, numbered in order of arrival.
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
    /// Computes the chances of the level's positions from those of the next level.
    fn chances(&self, next: &[f64]) -> Vec<f64> {
        let initial = |jumps: &u32| if *jumps == 0 { 1.0 } else { 0.0 };
        let mut chances: Vec<f64> = self.jumps.iter().map(initial).collect();
        for (from, to) in &self.edges {
            chances[*from as usize] += next[*to as usize] / f64::from(self.jumps[*from as usize]);
        }
        chances
    }
}
