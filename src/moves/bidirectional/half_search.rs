use super::layers::Layers;
use super::regions::FrontierRegions;
use crate::control::LimitReached;
use crate::engine::{Bits, Permutations};
use crate::problem::PlayDirection;
use std::cell::OnceCell;

/// Both halves of a bidirectional search.
pub(super) struct Halves<B> {
    pub(super) forward: HalfSearch<B>,
    pub(super) backward: HalfSearch<B>,
}

/// One half of a bidirectional search: the layers from one end of the problem.
pub(super) struct HalfSearch<B> {
    pub(super) direction: PlayDirection,
    /// Canonical codes of the positions at the end.
    pub(super) origins: Vec<B>,
    pub(super) layers: Layers<B>,
    /// Positions of the last layer that are to be expanded.
    pub(super) frontier: Vec<B>,
    /// Regions of the frontier, computed lazily.
    pub(super) regions: OnceCell<FrontierRegions>,
    /// Estimate of the moves of a frontier position, computed lazily.
    pub(super) moves_per_position: OnceCell<f64>,
    /// Size of the last layer divided by the size of the frontier it came from.
    pub(super) growth: f64,
}

impl<B> Halves<B> {
    pub(super) fn half(&self, direction: PlayDirection) -> &HalfSearch<B> {
        match direction {
            PlayDirection::Forward => &self.forward,
            PlayDirection::Backward => &self.backward,
        }
    }

    /// Returns the half of this direction, and the opposite half.
    pub(super) fn split_mut(
        &mut self,
        direction: PlayDirection,
    ) -> (&mut HalfSearch<B>, &mut HalfSearch<B>) {
        match direction {
            PlayDirection::Forward => (&mut self.forward, &mut self.backward),
            PlayDirection::Backward => (&mut self.backward, &mut self.forward),
        }
    }
}

impl<B: Bits> HalfSearch<B> {
    pub(super) fn new(
        direction: PlayDirection,
        ends: &[B],
        symmetries: &Permutations<B>,
    ) -> Result<HalfSearch<B>, LimitReached> {
        let mut origins: Vec<B> = ends
            .iter()
            .map(|end| symmetries.smallest_image(*end))
            .collect();
        origins.sort_unstable();
        origins.dedup();
        Ok(HalfSearch {
            direction,
            layers: Layers::new(&origins)?,
            frontier: origins.clone(),
            origins,
            regions: OnceCell::new(),
            moves_per_position: OnceCell::new(),
            growth: 1.0,
        })
    }

    /// Returns the number of moves from the end to the last layer.
    pub(super) fn moves(&self) -> usize {
        self.layers.count() - 1
    }

    /// Replaces the frontier and drops what was computed from the old one.
    pub(super) fn set_frontier(&mut self, frontier: Vec<B>) {
        self.frontier = frontier;
        self.regions = OnceCell::new();
        self.moves_per_position = OnceCell::new();
    }
}
