//! Solutions as sets of moves, regardless of order.

use super::move_graph::{JumpLines, MoveGraph, MoveKey};
use crate::board::{Board, Symmetry};
use crate::control::{LimitReached, Part, Phase, Steps};
use crate::sweep::SweepError;
use rustc_hash::{FxHashMap, FxHashSet};

/// Ascending indices of moves. A move that is made twice occurs twice.
pub(in crate::moves) type MoveSet = Box<[u32]>;

/// Returns the solutions of a graph as sets of moves, ascending, one for each orbit under the symmetries.
///
/// `memory` limits the bytes of the sets. Sets of the remaining moves are collected backward from the last
/// nodes to the first.
pub(in crate::moves) fn distinct_sets(
    graph: &MoveGraph,
    images: &MoveImages,
    memory: u64,
    part: Part<'_>,
) -> Result<Vec<MoveSet>, SweepError> {
    let mut rest: Vec<Vec<MoveSet>> = vec![Vec::new(); graph.nodes.len()];
    let mut steps = Steps::new(part, Phase::MoveSets);
    let mut begun = graph.total;
    let (mut bytes, mut bytes_before) = (0, 0);
    for number in graph.last_first() {
        let node = &graph.nodes[number];
        if usize::from(node.made) < begun {
            (begun, bytes_before, bytes) = (usize::from(node.made), bytes, 0);
            // Each edge leads to a node with exactly one move more.
            let done = graph
                .nodes
                .iter()
                .zip(&mut rest)
                .filter(|(node, _)| usize::from(node.made) > begun + 1);
            done.for_each(|(_, sets)| *sets = Vec::new());
        }
        let mut sets: FxHashSet<MoveSet> = FxHashSet::default();
        if node.next.is_empty() {
            sets.insert(MoveSet::default());
        }
        for edge in &node.next {
            for set in &rest[edge.to as usize] {
                steps.step()?;
                let place = set.partition_point(|other| *other < edge.by);
                let (smaller, larger) = set.split_at(place);
                if sets.insert([smaller, &[edge.by], larger].concat().into()) {
                    bytes += (size_of::<MoveSet>() + 4 * (set.len() + 1)) as u64 * 2;
                }
            }
            if bytes + bytes_before > memory {
                let least = 2 * (bytes + bytes_before);
                return Err(SweepError::NoRoom {
                    limit: memory,
                    least,
                });
            }
        }
        rest[number] = sets.into_iter().collect();
    }
    let mut distinct: FxHashSet<MoveSet> = FxHashSet::default();
    for set in std::mem::take(&mut rest[graph.first]) {
        steps.step()?;
        distinct.insert(images.smallest(&set));
    }
    let mut distinct: Vec<MoveSet> = distinct.into_iter().collect();
    distinct.sort_unstable();
    Ok(distinct)
}

/// Images of the moves of a graph under symmetries.
pub(in crate::moves) struct MoveImages {
    /// For each symmetry, the index of each move's image.
    by_symmetry: Vec<Vec<u32>>,
}

impl MoveImages {
    /// Computes the images under symmetries that fix the start and permute the finishes. They map solutions
    /// to solutions, and therefore moves of the graph to moves of the graph.
    pub(in crate::moves) fn new(
        graph: &MoveGraph,
        board: &Board,
        symmetries: &[Symmetry],
    ) -> MoveImages {
        let numbers: FxHashMap<&MoveKey, u32> =
            graph.moves.iter().map(|each| &each.key).zip(0..).collect();
        let lines = JumpLines::new(board);
        let by_symmetry = symmetries.iter().map(|symmetry| {
            let jumps = board.jumps();
            let of_jump = board.jump_images(symmetry);
            let images = graph.moves.iter().map(|each| {
                let path: Vec<u16> = each
                    .path
                    .iter()
                    .map(|jump| of_jump[usize::from(*jump)])
                    .collect();
                numbers[&lines.key(jumps, &path)]
            });
            images.collect()
        });
        MoveImages {
            by_symmetry: by_symmetry.collect(),
        }
    }

    fn smallest(&self, set: &MoveSet) -> MoveSet {
        let image = |numbers: &Vec<u32>| {
            let mut image: MoveSet = set.iter().map(|number| numbers[*number as usize]).collect();
            image.sort_unstable();
            image
        };
        self.by_symmetry
            .iter()
            .map(image)
            .min()
            .unwrap_or_else(|| set.clone())
    }
}

impl MoveGraph {
    /// Returns the indices of the jumps of a solution with the moves of a set.
    pub(in crate::moves) fn solution_of(
        &self,
        set: &MoveSet,
        part: Part<'_>,
    ) -> Result<Vec<u16>, LimitReached> {
        let mut steps = Steps::new(part, Phase::Solutions);
        let mut order = Vec::with_capacity(set.len());
        let mut left = set.to_vec();
        let mut dead = FxHashSet::default();
        self.order_moves(self.first, &mut left, &mut order, &mut dead, &mut steps)?;
        Ok(order
            .iter()
            .flat_map(|number: &u32| self.moves[*number as usize].path.iter().copied())
            .collect())
    }

    /// Orders the remaining moves from a node by backtracking; returns `false` if they cannot be played.
    fn order_moves(
        &self,
        node: usize,
        left: &mut Vec<u32>,
        order: &mut Vec<u32>,
        dead: &mut FxHashSet<(usize, Vec<u32>)>,
        steps: &mut Steps<'_>,
    ) -> Result<bool, LimitReached> {
        steps.step()?;
        if left.is_empty() {
            return Ok(true);
        }
        if dead.contains(&(node, left.clone())) {
            return Ok(false);
        }
        for edge in &self.nodes[node].next {
            let Ok(place) = left.binary_search(&edge.by) else {
                continue;
            };
            left.remove(place);
            order.push(edge.by);
            if self.order_moves(edge.to as usize, left, order, dead, steps)? {
                return Ok(true);
            }
            order.pop();
            left.insert(place, edge.by);
        }
        dead.insert((node, left.clone()));
        Ok(false)
    }
}
