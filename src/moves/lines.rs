//! All solutions with the fewest moves, as a graph: positions between moves, and the moves from each to the next.

use super::rule::{Rule, Way};
use super::values::{LeastMoves, Values};
use crate::board::{Board, Jump};
use crate::control::{Part, Steps};
use crate::engine::Bits;
use crate::sweep::SweepError;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A move up to the order of its jumps: where the peg begins, where it ends, and the lines it jumps along,
/// whichever way.
///
/// A peg that jumps in a ring has several ways round with the same result. They are possible in the same
/// positions: each needs a peg in every hole jumped over and none in the holes that the peg visits, its own
/// aside. (A hole that is jumped over is none that the peg visits: it lies an odd number of steps away.)
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MoveKey {
    pub(super) from: u8,
    pub(super) to: u8,
    /// Ascending numbers of lines: see [`Lines`].
    pub(super) lines: SmallVec<[u16; 6]>,
}

/// Numbers the lines of a board: two opposite jumps have the same.
#[derive(Debug)]
pub(super) struct Lines(Vec<u16>);

impl Lines {
    pub(super) fn new(board: &Board) -> Lines {
        let jumps = board.jumps();
        let line = |jump: &Jump| {
            let same = |other: &Jump| other.code() == jump.code();
            jumps.iter().position(same).unwrap_or(0) as u16
        };
        Lines(jumps.iter().map(line).collect())
    }

    /// The key of a move, given by the numbers of its jumps in the order in which they are carried down.
    pub(super) fn key(&self, jumps: &[Jump], path: &[u16]) -> MoveKey {
        let mut lines: SmallVec<[u16; 6]> = SmallVec::new();
        for jump in path {
            let line = self.0[usize::from(*jump)];
            lines.insert(lines.partition_point(|other| *other <= line), line);
        }
        let link = |jump: Option<&u16>| {
            jump.map(|jump| Rule::Played.link(Way::Down, jumps[usize::from(*jump)]))
        };
        let hole = |hole: Option<crate::Hole>| hole.map_or(0, |hole| hole.index() as u8);
        MoveKey {
            from: hole(link(path.first()).map(|link| link.joins)),
            to: hole(link(path.last()).map(|link| link.offers)),
            lines,
        }
    }
}

/// How many of the solutions a graph is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    One,
    All,
}

/// The solutions with the fewest moves: the paths from the first node to the last ones.
#[derive(Debug)]
pub(super) struct MoveGraph {
    /// The number of moves of each solution.
    pub(super) total: usize,
    pub(super) nodes: Vec<Node>,
    /// The start.
    pub(super) first: usize,
    pub(super) moves: Vec<GraphMove>,
}

/// A position between two moves.
#[derive(Debug)]
pub(super) struct Node {
    /// Moves that lead here.
    pub(super) made: u8,
    pub(super) next: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The number of the move.
    pub(super) by: u32,
    /// In how many orders its jumps can be made.
    pub(super) orders: u32,
    pub(super) to: u32,
}

#[derive(Debug)]
pub(super) struct GraphMove {
    pub(super) key: MoveKey,
    /// Its jumps in one of the orders, by their numbers.
    pub(super) path: SmallVec<[u16; 6]>,
}

impl MoveGraph {
    /// The graph of a solvable problem.
    ///
    /// Each solution with the fewest moves crosses the middle level in one move, or with one jump of it; where
    /// that move begins and ends is found from the position on the middle level. From there on it is found by
    /// moves backwards to positions that the start reaches in one move less, and forwards to those that need
    /// one move less to a finish.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when it does not fit the memory allowed, or the control stops it.
    pub(super) fn new<B: Bits>(
        values: &Values<B>,
        least: &LeastMoves<B>,
        extent: Extent,
        part: Part<'_>,
    ) -> Result<MoveGraph, SweepError> {
        let mut building = Building::new(values, least, extent, part);
        for code in &least.middle {
            for position in values.images.orbit(*code) {
                building.cross(position)?;
                if building.has_enough() {
                    return building.finish();
                }
            }
        }
        building.finish()
    }

    /// The moves of some solution, its last move as long as it can be, by the numbers of the jumps.
    pub(super) fn solution(&self) -> Vec<u16> {
        let longest = self.longest_ends();
        let mut jumps = Vec::new();
        let mut node = &self.nodes[self.first];
        let rank = |edge: &&Edge| (self.end_by(edge, &longest), Reverse(edge.by));
        while let Some(edge) = node.next.iter().max_by_key(rank) {
            jumps.extend(&self.moves[edge.by as usize].path);
            node = &self.nodes[edge.to as usize];
        }
        jumps
    }

    /// For each node, the most jumps of the last move of a solution through it.
    fn longest_ends(&self) -> Vec<usize> {
        let mut longest = vec![0; self.nodes.len()];
        for number in self.last_first() {
            let ends = self.nodes[number]
                .next
                .iter()
                .map(|edge| self.end_by(edge, &longest));
            longest[number] = ends.max().unwrap_or(0);
        }
        longest
    }

    fn end_by(&self, edge: &Edge, longest: &[usize]) -> usize {
        let is_last = self.nodes[edge.to as usize].next.is_empty();
        if is_last {
            self.moves[edge.by as usize].path.len()
        } else {
            longest[edge.to as usize]
        }
    }

    /// The number of solutions, as sequences of jumps.
    pub(super) fn sequences(&self) -> BigUint {
        let mut counts = vec![BigUint::default(); self.nodes.len()];
        for number in self.last_first() {
            let next = &self.nodes[number].next;
            counts[number] = if next.is_empty() {
                BigUint::from(1u8)
            } else {
                next.iter()
                    .map(|edge| &counts[edge.to as usize] * edge.orders)
                    .sum()
            };
        }
        std::mem::take(&mut counts[self.first])
    }

    /// The numbers of the nodes, those after most moves first.
    pub(super) fn last_first(&self) -> impl Iterator<Item = usize> + use<> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|node| Reverse(self.nodes[*node].made));
        order.into_iter()
    }
}

/// A graph in the making.
struct Building<'a, B> {
    values: &'a Values<B>,
    least: &'a LeastMoves<B>,
    extent: Extent,
    lines: Lines,
    steps: Steps<'a>,
    /// The bytes allowed.
    memory: u64,
    edges: u64,
    /// For each way and each hole, the jumps that offer the hole to the next one.
    offering: [Vec<Vec<u16>>; 2],
    numbers: FxHashMap<B, u32>,
    positions: Vec<B>,
    nodes: Vec<Node>,
    move_numbers: FxHashMap<MoveKey, u32>,
    moves: Vec<GraphMove>,
    /// Nodes whose moves are still to be found, on the way back to the start and on to the finishes.
    waiting: [Vec<u32>; 2],
}

/// About what a position takes in the graph and in the table of numbers, and what a move takes.
const BYTES_OF_A_NODE: u64 = 128;
const BYTES_OF_A_MOVE: u64 = 256;

/// A position at one end of a move, and the jumps between, in the order in which they were found.
type Run<B> = (B, SmallVec<[u16; 6]>);

impl<'a, B: Bits> Building<'a, B> {
    fn new(
        values: &'a Values<B>,
        least: &'a LeastMoves<B>,
        extent: Extent,
        part: Part<'a>,
    ) -> Building<'a, B> {
        let offering = [Way::Down, Way::Up].map(|way| {
            let mut by_hole = vec![Vec::new(); values.task().board().hole_count()];
            for (number, jump) in values.jumps().iter().enumerate() {
                by_hole[Rule::Played.link(way, *jump).offers.index()].push(number as u16);
            }
            by_hole
        });
        Building {
            lines: Lines::new(values.task().board()),
            memory: part.control().memory(),
            edges: 0,
            steps: Steps::new(part, "solutions with the fewest moves"),
            values,
            least,
            extent,
            offering,
            numbers: FxHashMap::default(),
            positions: Vec::new(),
            nodes: Vec::new(),
            move_numbers: FxHashMap::default(),
            moves: Vec::new(),
            waiting: Default::default(),
        }
    }

    /// Adds the moves that cross the middle level in a position of it, or begin there.
    fn cross(&mut self, position: B) -> Result<(), SweepError> {
        let total = self.least.total;
        for hole in 0..self.values.task().board().hole_count() {
            let tails: Vec<(Run<B>, u8)> = {
                let runs = self.runs(Way::Up, position, hole);
                runs.into_iter()
                    .filter_map(|run| Some((run.clone(), self.moves_to_finish(run.0)?)))
                    .collect()
            };
            if tails.is_empty() {
                continue;
            }
            let mut heads = self.runs(Way::Down, position, hole);
            heads.push((position, SmallVec::new()));
            for (before, head) in heads {
                let Some(made) = self.moves_from_start(before) else {
                    continue;
                };
                for ((after, tail), left) in
                    tails.iter().filter(|(_, left)| made + 1 + left == total)
                {
                    let path = head.iter().rev().chain(tail).copied().collect();
                    let from = self.node(before, made, Way::Down);
                    let to = self.node(*after, total - left, Way::Up);
                    self.connect(from, to, path);
                    if self.has_enough() {
                        return Ok(());
                    }
                }
            }
            self.step()?;
        }
        Ok(())
    }

    /// Asks whether to go on.
    fn step(&mut self) -> Result<(), SweepError> {
        self.steps.step()?;
        let nodes = self.nodes.len() as u64 * BYTES_OF_A_NODE;
        let moves = self.moves.len() as u64 * BYTES_OF_A_MOVE;
        let bytes = nodes + moves + self.edges * 2 * size_of::<Edge>() as u64;
        if bytes <= self.memory {
            Ok(())
        } else {
            Err(SweepError::NoRoom {
                limit: self.memory,
                least: 2 * bytes,
            })
        }
    }

    /// Whether the moves that are found suffice to go on from.
    fn has_enough(&self) -> bool {
        self.extent == Extent::One && !self.moves.is_empty()
    }

    /// Finds the moves before and after those that cross the middle.
    fn finish(mut self) -> Result<MoveGraph, SweepError> {
        for way in [Way::Down, Way::Up] {
            while let Some(number) = self.waiting[way as usize].pop() {
                self.step()?;
                self.go_on(way, number);
            }
        }
        if self.nodes.is_empty() {
            self.nodes.push(Node {
                made: 0,
                next: Vec::new(),
            }); // the start is a finish
        }
        let first = self
            .nodes
            .iter()
            .position(|node| node.made == 0)
            .unwrap_or(0);
        Ok(MoveGraph {
            total: usize::from(self.least.total),
            nodes: self.nodes,
            first,
            moves: self.moves,
        })
    }

    /// Adds the moves into a node, [`Way::Down`], or out of it.
    fn go_on(&mut self, way: Way, number: u32) {
        let (position, made) = (
            self.positions[number as usize],
            self.nodes[number as usize].made,
        );
        for hole in 0..self.values.task().board().hole_count() {
            for (other, mut path) in self.runs(way, position, hole) {
                let (known, wanted) = match way {
                    Way::Down => (self.moves_from_start(other), made.checked_sub(1)),
                    // A jump can lead to a position that needs more moves than the problem itself.
                    Way::Up => {
                        let left = self.moves_to_finish(other);
                        (
                            left.and_then(|left| self.least.total.checked_sub(left)),
                            Some(made + 1),
                        )
                    }
                };
                let Some(made) = known.filter(|made| Some(*made) == wanted) else {
                    continue;
                };
                let other = self.node(other, made, way);
                match way {
                    Way::Down => {
                        path.reverse();
                        self.connect(other, number, path);
                    }
                    Way::Up => self.connect(number, other, path),
                }
                if self.extent == Extent::One {
                    return;
                }
            }
        }
    }

    fn moves_from_start(&self, position: B) -> Option<u8> {
        let is_above = position.count() as usize >= self.values.middle();
        is_above
            .then(|| self.values.moves_from_start(self.least, position))
            .flatten()
    }

    fn moves_to_finish(&self, position: B) -> Option<u8> {
        let is_below = (position.count() as usize) < self.values.middle();
        is_below
            .then(|| self.values.moves_to_finish(self.least, position))
            .flatten()
    }

    /// The moves backwards that end in a hole, [`Way::Down`], or those forwards that begin there, jump by jump:
    /// for each the position at its other end, which is winning and on this side of the middle.
    fn runs(&self, way: Way, position: B, hole: usize) -> Vec<Run<B>> {
        let mut runs = Vec::new();
        self.extend_runs(way, position, hole, &mut SmallVec::new(), &mut runs);
        runs
    }

    /// Where a position is not winning, neither is one from which it is reached, or that it reaches, by the rest
    /// of the move: else the line through both would be a solution.
    fn extend_runs(
        &self,
        way: Way,
        position: B,
        hole: usize,
        path: &mut SmallVec<[u16; 6]>,
        runs: &mut Vec<Run<B>>,
    ) {
        for &number in &self.offering_in(way)[hole] {
            let jump = self.values.jumps()[usize::from(number)];
            let change = B::from_code(jump.code());
            let to = B::bit(jump.to().index() as u32);
            let full = if way == Way::Down { to } else { change & !to };
            if position & change != full {
                continue;
            }
            let other = position ^ change;
            let is_winning = match way {
                Way::Down => self.moves_from_start(other).is_some(),
                Way::Up => self.moves_to_finish(other).is_some(),
            };
            if is_winning {
                path.push(number);
                runs.push((other, path.clone()));
                let next = Rule::Played.link(way, jump).joins.index();
                self.extend_runs(way, other, next, path, runs);
                path.pop();
            }
        }
    }

    fn offering_in(&self, way: Way) -> &[Vec<u16>] {
        &self.offering[way as usize]
    }

    /// The number of a position's node.
    fn node(&mut self, position: B, made: u8, way: Way) -> u32 {
        *self.numbers.entry(position).or_insert_with(|| {
            let number = self.nodes.len() as u32;
            self.nodes.push(Node {
                made,
                next: Vec::new(),
            });
            self.positions.push(position);
            self.waiting[way as usize].push(number);
            number
        })
    }

    fn connect(&mut self, from: u32, to: u32, path: SmallVec<[u16; 6]>) {
        let key = self.lines.key(self.values.jumps(), &path);
        let by = match self.move_numbers.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.moves.len() as u32;
                self.move_numbers.insert(key.clone(), number);
                self.moves.push(GraphMove { key, path });
                number
            }
        };
        let next = &mut self.nodes[from as usize].next;
        match next.iter_mut().find(|edge| edge.by == by) {
            Some(edge) => edge.orders += 1,
            None => {
                next.push(Edge { by, orders: 1, to });
                self.edges += 1;
            }
        }
    }
}
