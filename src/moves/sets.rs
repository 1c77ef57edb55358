//! Solutions as sets of moves, whatever their order.

use super::lines::{Lines, MoveGraph, MoveKey};
use crate::board::{Board, Hole, Symmetry};
use crate::control::{LimitReached, Part, Steps};
use crate::sweep::SweepError;
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers of moves, ascending; a move that is made twice is there twice.
pub(super) type MoveSet = Box<[u32]>;

/// The solutions of a graph as sets of moves, of those that the symmetries carry onto each other only one,
/// ascending.
///
/// `memory` bounds the bytes that the sets take. Sets of the moves that remain are carried back from the last
/// nodes to the first.
pub(super) fn different_sets(
    graph: &MoveGraph,
    images: &MoveImages,
    memory: u64,
    part: Part<'_>,
) -> Result<Vec<MoveSet>, SweepError> {
    let mut rest: Vec<Vec<MoveSet>> = vec![Vec::new(); graph.nodes.len()];
    let mut steps = Steps::new(part, "sets of moves");
    let mut begun = graph.total;
    let (mut bytes, mut bytes_before) = (0, 0);
    for number in graph.last_first() {
        let node = &graph.nodes[number];
        if usize::from(node.made) < begun {
            (begun, bytes_before, bytes) = (usize::from(node.made), bytes, 0);
            // Edges lead one move further, and no more.
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
                if sets.insert(with(set, edge.by)) {
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
    let mut different: FxHashSet<MoveSet> = FxHashSet::default();
    for set in std::mem::take(&mut rest[graph.first]) {
        steps.step()?;
        different.insert(images.smallest(&set));
    }
    let mut different: Vec<MoveSet> = different.into_iter().collect();
    different.sort_unstable();
    Ok(different)
}

fn with(set: &MoveSet, by: u32) -> MoveSet {
    let place = set.partition_point(|other| *other < by);
    set[..place]
        .iter()
        .copied()
        .chain([by])
        .chain(set[place..].iter().copied())
        .collect()
}

/// Where symmetries carry the moves of a graph.
pub(super) struct MoveImages {
    /// For each symmetry, the number of each move's image.
    by_symmetry: Vec<Vec<u32>>,
}

impl MoveImages {
    /// For symmetries that carry the start onto itself and finishes onto finishes: then the image of a solution
    /// is a solution, and that of a move is one of the graph.
    pub(super) fn new(graph: &MoveGraph, board: &Board, symmetries: &[Symmetry]) -> MoveImages {
        let numbers: FxHashMap<&MoveKey, u32> =
            graph.moves.iter().map(|each| &each.key).zip(0..).collect();
        let lines = Lines::new(board);
        let by_symmetry = symmetries.iter().map(|symmetry| {
            let image = |hole: Hole| symmetry.apply(hole);
            let jumps = board.jumps();
            let image_of_jump = |jump: &u16| {
                let jump = jumps[usize::from(*jump)];
                let image = board.jump(image(jump.from()), image(jump.to()));
                jumps
                    .iter()
                    .position(|other| Some(*other) == image)
                    .unwrap_or(0) as u16
            };
            let of_jump: Vec<u16> = (0..jumps.len() as u16)
                .map(|jump| image_of_jump(&jump))
                .collect();
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
    /// A solution with the moves of a set, by the numbers of the jumps.
    pub(super) fn solution_of(
        &self,
        set: &MoveSet,
        part: Part<'_>,
    ) -> Result<Vec<u16>, LimitReached> {
        let mut steps = Steps::new(part, "solutions");
        let mut order = Vec::with_capacity(set.len());
        let mut left = set.to_vec();
        let mut dead = FxHashSet::default();
        self.put_in_order(self.first, &mut left, &mut order, &mut dead, &mut steps)?;
        Ok(order
            .iter()
            .flat_map(|number: &u32| self.moves[*number as usize].path.iter().copied())
            .collect())
    }

    /// Whether the moves that are left can be played from a node.
    fn put_in_order(
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
            if self.put_in_order(edge.to as usize, left, order, dead, steps)? {
                return Ok(true);
            }
            order.pop();
            left.insert(place, edge.by);
        }
        dead.insert((node, left.clone()));
        Ok(false)
    }
}
