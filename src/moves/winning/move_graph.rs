//! All solutions with the fewest moves as a graph: nodes are positions between moves, edges are moves.

use super::values::{MoveCounts, WinningValues};
use crate::board::{Board, Jump};
use crate::control::{Part, Phase, Steps};
use crate::engine::Bits;
use crate::moves::linkage::Rule;
use crate::problem::PlayDirection;
use crate::sweep::SweepError;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A move up to the order of its jumps: the hole where the peg begins, the hole where it ends, and the lines
/// along which it jumps, in either direction.
///
/// A peg that jumps in a cycle can go around it in several ways with the same result, all possible in the
/// same positions: each needs a peg in every hole jumped over, and none in the holes that the peg visits
/// except its own. The two kinds of holes are disjoint, unless [pegs cross their own way](Board::pegs_cross_own_way);
/// then every order of jumps is a move of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MoveKey {
    pub(super) from: u8,
    pub(super) to: u8,
    /// Ascending line numbers, or the jumps in order: see [`JumpLines`].
    pub(super) lines: SmallVec<[u16; 6]>,
}

/// Line numbers of a board's jumps: opposite jumps share one, unless pegs cross their own way.
#[derive(Debug)]
pub(super) struct JumpLines {
    numbers: Vec<u16>,
    /// The order of the jumps matters.
    ordered: bool,
}

impl JumpLines {
    pub(super) fn new(board: &Board) -> JumpLines {
        let jumps = board.jumps();
        let ordered = board.pegs_cross_own_way();
        let line = |jump: &Jump| {
            let same = |other: &Jump| {
                if ordered {
                    other == jump
                } else {
                    other.code() == jump.code()
                }
            };
            jumps.iter().position(same).unwrap_or(0) as u16
        };
        JumpLines {
            numbers: jumps.iter().map(line).collect(),
            ordered,
        }
    }

    /// Returns the key of a move, given by the indices of its jumps in order.
    pub(super) fn key(&self, jumps: &[Jump], path: &[u16]) -> MoveKey {
        let mut lines: SmallVec<[u16; 6]> = SmallVec::new();
        for jump in path {
            let line = self.numbers[usize::from(*jump)];
            let place = if self.ordered {
                lines.len()
            } else {
                lines.partition_point(|other| *other <= line)
            };
            lines.insert(place, line);
        }
        let link = |jump: Option<&u16>| {
            jump.map(|jump| Rule::Played.link(PlayDirection::Forward, jumps[usize::from(*jump)]))
        };
        let hole = |hole: Option<crate::Hole>| hole.map_or(0, |hole| hole.index() as u8);
        MoveKey {
            from: hole(link(path.first()).map(|link| link.joins)),
            to: hole(link(path.last()).map(|link| link.offers)),
            lines,
        }
    }
}

/// Number of solutions in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::moves) enum Extent {
    One,
    All,
}

/// Graph of solutions with the fewest moves: its paths from the first node to the last ones.
#[derive(Debug)]
pub(in crate::moves) struct MoveGraph {
    /// Number of moves of each solution.
    pub(in crate::moves) total: usize,
    pub(super) nodes: Vec<Node>,
    /// Index of the start.
    pub(super) first: usize,
    pub(super) moves: Vec<GraphMove>,
}

/// A position between two moves.
#[derive(Debug)]
pub(super) struct Node {
    /// Number of moves that lead here.
    pub(super) made: u8,
    pub(super) next: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Index of the move.
    pub(super) by: u32,
    /// Number of orders in which its jumps can be made.
    pub(super) orders: u32,
    pub(super) to: u32,
}

#[derive(Debug)]
pub(super) struct GraphMove {
    pub(super) key: MoveKey,
    /// Indices of its jumps, in one of these orders.
    pub(super) path: SmallVec<[u16; 6]>,
}

impl MoveGraph {
    /// Builds the graph of a solvable problem.
    ///
    /// Each solution with the fewest moves crosses the middle level with a jump of one move. Its beginning
    /// and end are found from the position on the middle level. From there on, moves lead backward to
    /// positions that the start reaches in one move less, and forward to those that need one move less to a
    /// finish.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when the graph does not fit the memory allowed, or the control stops the search.
    pub(super) fn build<B: Bits>(
        values: &WinningValues<B>,
        counts: &MoveCounts<B>,
        extent: Extent,
        part: Part<'_>,
    ) -> Result<MoveGraph, SweepError> {
        let mut building = GraphBuilder::new(values, counts, extent, part);
        for code in &counts.middle {
            for position in values.images.orbit(*code) {
                building.cross(position)?;
                if building.is_sufficient() {
                    return building.finish();
                }
            }
        }
        building.finish()
    }

    /// Returns the indices of the jumps of a solution whose last move is the longest possible.
    pub(in crate::moves) fn solution(&self) -> Vec<u16> {
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

    /// Returns, for each node, the most jumps of the last move of a solution through it.
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

    /// Returns the number of solutions as sequences of jumps.
    pub(in crate::moves) fn sequences(&self) -> BigUint {
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

    /// Returns the indices of the nodes by decreasing number of moves.
    pub(super) fn last_first(&self) -> impl Iterator<Item = usize> + use<> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|node| Reverse(self.nodes[*node].made));
        order.into_iter()
    }
}

/// A graph under construction.
struct GraphBuilder<'a, B> {
    values: &'a WinningValues<B>,
    counts: &'a MoveCounts<B>,
    extent: Extent,
    lines: JumpLines,
    steps: Steps<'a>,
    /// Bytes allowed.
    memory: u64,
    /// The place of each edge in its node, by the node and the move.
    edges: FxHashMap<(u32, u32), u32>,
    /// For each direction and hole, the jumps after which the next jump can continue in the hole.
    offering: [Vec<Vec<u16>>; 2],
    numbers: FxHashMap<B, u32>,
    positions: Vec<B>,
    nodes: Vec<Node>,
    move_numbers: FxHashMap<MoveKey, u32>,
    moves: Vec<GraphMove>,
    /// Nodes whose moves are still to be found: backward to the start and forward to the finishes.
    waiting: [Vec<u32>; 2],
}

/// Approximate bytes of a node, of a move and of an edge, with their entries in the indices.
const BYTES_PER_NODE: u64 = 128;
const BYTES_PER_MOVE: u64 = 256;
const BYTES_PER_EDGE: u64 = 48;

/// The position at the far end of a partial move, and its jumps in the order in which they were found.
type PartialMove<B> = (B, SmallVec<[u16; 6]>);

impl<'a, B: Bits> GraphBuilder<'a, B> {
    fn new(
        values: &'a WinningValues<B>,
        counts: &'a MoveCounts<B>,
        extent: Extent,
        part: Part<'a>,
    ) -> GraphBuilder<'a, B> {
        let offering = [PlayDirection::Forward, PlayDirection::Backward].map(|direction| {
            let mut by_hole = vec![Vec::new(); values.task().board().hole_count()];
            for (number, jump) in values.jumps().iter().enumerate() {
                by_hole[Rule::Played.link(direction, *jump).offers.index()].push(number as u16);
            }
            by_hole
        });
        GraphBuilder {
            lines: JumpLines::new(values.task().board()),
            memory: part.control().memory(),
            edges: FxHashMap::default(),
            steps: Steps::new(part, Phase::ShortestSolutions),
            values,
            counts,
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

    /// Adds the moves that cross the middle level in a position, or begin there.
    fn cross(&mut self, position: B) -> Result<(), SweepError> {
        let total = self.counts.total;
        for hole in 0..self.values.task().board().hole_count() {
            let tails = self.partial_moves(PlayDirection::Backward, position, hole)?;
            let tails: Vec<(PartialMove<B>, u8)> = tails
                .into_iter()
                .filter_map(|partial| {
                    let left = self.moves_to_finish(partial.0)?;
                    Some((partial, left))
                })
                .collect();
            if tails.is_empty() {
                continue;
            }
            let mut heads = self.partial_moves(PlayDirection::Forward, position, hole)?;
            heads.push((position, SmallVec::new()));
            for (before, head) in heads {
                let Some(made) = self.moves_from_start(before) else {
                    continue;
                };
                for ((after, tail), left) in
                    tails.iter().filter(|(_, left)| made + 1 + left == total)
                {
                    let path = head.iter().rev().chain(tail).copied().collect();
                    let from = self.node(before, made, PlayDirection::Forward);
                    let to = self.node(*after, total - left, PlayDirection::Backward);
                    self.connect(from, to, path);
                    if self.is_sufficient() {
                        return Ok(());
                    }
                    self.step(tails.len())?;
                }
            }
        }
        Ok(())
    }

    /// Counts a step and checks the limits, with this number of partial moves in hand.
    fn step(&mut self, partial_moves: usize) -> Result<(), SweepError> {
        self.steps.step()?;
        let bytes = self.nodes.len() as u64 * BYTES_PER_NODE
            + self.moves.len() as u64 * BYTES_PER_MOVE
            + self.edges.len() as u64 * BYTES_PER_EDGE
            + (partial_moves * size_of::<PartialMove<B>>()) as u64;
        if bytes <= self.memory {
            Ok(())
        } else {
            Err(SweepError::NoRoom {
                limit: self.memory,
                least: 2 * bytes,
            })
        }
    }

    /// Returns `true` if the moves found suffice to continue from.
    fn is_sufficient(&self) -> bool {
        self.extent == Extent::One && !self.moves.is_empty()
    }

    /// Finds the moves before and after those that cross the middle level.
    fn finish(mut self) -> Result<MoveGraph, SweepError> {
        for direction in [PlayDirection::Forward, PlayDirection::Backward] {
            while let Some(number) = self.waiting[direction as usize].pop() {
                self.step(0)?;
                self.add_moves(direction, number)?;
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
            total: usize::from(self.counts.total),
            nodes: self.nodes,
            first,
            moves: self.moves,
        })
    }

    /// Adds the moves into a node (forward values) or out of it (backward values).
    fn add_moves(&mut self, direction: PlayDirection, number: u32) -> Result<(), SweepError> {
        let (position, made) = (
            self.positions[number as usize],
            self.nodes[number as usize].made,
        );
        for hole in 0..self.values.task().board().hole_count() {
            for (other, mut path) in self.partial_moves(direction, position, hole)? {
                let (known, wanted) = match direction {
                    PlayDirection::Forward => (self.moves_from_start(other), made.checked_sub(1)),
                    // A jump can lead to a position that needs more moves than the problem itself.
                    PlayDirection::Backward => {
                        let left = self.moves_to_finish(other);
                        (
                            left.and_then(|left| self.counts.total.checked_sub(left)),
                            Some(made + 1),
                        )
                    }
                };
                let Some(made) = known.filter(|made| Some(*made) == wanted) else {
                    continue;
                };
                let other = self.node(other, made, direction);
                match direction {
                    PlayDirection::Forward => {
                        path.reverse();
                        self.connect(other, number, path);
                    }
                    PlayDirection::Backward => self.connect(number, other, path),
                }
                if self.extent == Extent::One {
                    return Ok(());
                }
                self.step(0)?;
            }
        }
        Ok(())
    }

    fn moves_from_start(&self, position: B) -> Option<u8> {
        let is_above = position.count() as usize >= self.values.middle();
        is_above
            .then(|| self.values.moves_from_start(self.counts, position))
            .flatten()
    }

    fn moves_to_finish(&self, position: B) -> Option<u8> {
        let is_below = (position.count() as usize) < self.values.middle();
        is_below
            .then(|| self.values.moves_to_finish(self.counts, position))
            .flatten()
    }

    /// Returns the moves that end in a hole (forward values) or begin there (backward values), jump by jump.
    /// The position at the far end is winning and on this side of the middle level.
    fn partial_moves(
        &mut self,
        direction: PlayDirection,
        position: B,
        hole: usize,
    ) -> Result<Vec<PartialMove<B>>, SweepError> {
        let mut partial_moves = Vec::new();
        self.extend_partial_moves(
            direction,
            position,
            hole,
            &mut SmallVec::new(),
            &mut partial_moves,
        )?;
        Ok(partial_moves)
    }

    /// Extends partial moves jump by jump. A partial move ends before the first position that is not winning: if the
    /// far end of a longer move were winning, every position on the way would be, too. It ends at the first finish, as
    /// lines do.
    fn extend_partial_moves(
        &mut self,
        direction: PlayDirection,
        position: B,
        hole: usize,
        path: &mut SmallVec<[u16; 6]>,
        partial_moves: &mut Vec<PartialMove<B>>,
    ) -> Result<(), SweepError> {
        for place in 0..self.offering[direction as usize][hole].len() {
            let number = self.offering[direction as usize][hole][place];
            let jump = self.values.jumps()[usize::from(number)];
            let change = B::from_code(jump.code());
            let to = B::bit(jump.to().index() as u32);
            let full = if direction == PlayDirection::Forward {
                to
            } else {
                change & !to
            };
            if position & change != full {
                continue;
            }
            let other = position ^ change;
            let is_winning = match direction {
                PlayDirection::Forward => self.moves_from_start(other).is_some(),
                PlayDirection::Backward => self.moves_to_finish(other).is_some(),
            };
            if is_winning {
                path.push(number);
                partial_moves.push((other, path.clone()));
                self.step(partial_moves.len())?;
                if !self.values.task().is_finish(other) {
                    let next = Rule::Played.link(direction, jump).joins.index();
                    self.extend_partial_moves(direction, other, next, path, partial_moves)?;
                }
                path.pop();
            }
        }
        Ok(())
    }

    /// Returns the index of a position's node, adding it if necessary.
    fn node(&mut self, position: B, made: u8, direction: PlayDirection) -> u32 {
        *self.numbers.entry(position).or_insert_with(|| {
            let number = self.nodes.len() as u32;
            self.nodes.push(Node {
                made,
                next: Vec::new(),
            });
            self.positions.push(position);
            self.waiting[direction as usize].push(number);
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
        let place = *self.edges.entry((from, by)).or_insert_with(|| {
            next.push(Edge { by, orders: 0, to });
            next.len() as u32 - 1
        });
        next[place as usize].orders += 1;
    }
}
