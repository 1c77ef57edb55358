//! Moves that a board allows, as trails.
//!
//! The holes that a peg can visit are the vertices of a graph, and its jumps the edges. A move is a trail: a walk that uses
//! no edge twice, and of two edges over the same hole at most one. Where no peg can jump over a hole that it can visit, the
//! order of the jumps does not matter: a move is possible exactly if the first hole and all holes that it jumps over hold
//! pegs and all others that it visits are empty. So a set of edges stands for all trails through them. Between two given holes
//! it has a trail exactly if it is connected and has odd degree at these two holes only, or nowhere if they are the same hole
//! (Euler).
//!
//! [`TrailSearch`] lists the sets of a given size. It decides one edge after the other, and leaves a branch when too few
//! edges can remain, or when functions refute every move that uses the edges chosen so far.

use super::search::phase;
use crate::board::{Board, Hole, Jump};
use crate::control::Control;
use crate::refutation::{Learner, MoveCase, PagodaPair};
use std::ops::ControlFlow;

/// Graph of the jumps of one peg, by connected components.
pub(super) struct JumpGraph {
    pub(super) parts: Vec<JumpPart>,
}

/// Component of a [`JumpGraph`]. Its edges are numbered, and sets of them are bits of a number.
pub(super) struct JumpPart {
    edges: Vec<Edge>,
    /// Holes that a peg can visit, each with its edges.
    corners: Vec<(Hole, u128)>,
    /// `true` if two edges lie over the same hole.
    has_crossings: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    ends: [Hole; 2],
    over: Hole,
}

impl JumpGraph {
    /// Makes the graph of a board. Returns `None` if a peg can jump over a hole that it can visit, if a jump has no opposite,
    /// or if a component has more than 128 edges.
    pub(super) fn new(board: &Board) -> Option<JumpGraph> {
        if board.pegs_cross_own_way() {
            return None;
        }
        let mut edges: Vec<Edge> = Vec::new();
        for jump in board.jumps() {
            let is_opposite = |other: &&Jump| {
                (other.from(), other.over(), other.to()) == (jump.to(), jump.over(), jump.from())
            };
            board.jumps().iter().find(is_opposite)?;
            let (from, to) = (jump.from(), jump.to());
            edges.push(Edge {
                ends: [from.min(to), from.max(to)],
                over: jump.over(),
            });
        }
        edges.sort_unstable();
        edges.dedup();
        let mut parts = Vec::new();
        while let Some(first) = edges.first() {
            let mut holes = first.ends[0].bit();
            loop {
                let touched = edges.iter().filter(|edge| edge.meets(holes));
                let wider = touched.fold(holes, |holes, edge| holes | edge.holes());
                if wider == holes {
                    break;
                }
                holes = wider;
            }
            let (part, rest) = edges.into_iter().partition(|edge| edge.meets(holes));
            parts.push(JumpPart::new(board, part)?);
            edges = rest;
        }
        Some(JumpGraph { parts })
    }
}

impl Edge {
    fn holes(self) -> u128 {
        self.ends[0].bit() | self.ends[1].bit()
    }

    fn meets(self, holes: u128) -> bool {
        self.holes() & holes != 0
    }
}

impl JumpPart {
    fn new(board: &Board, edges: Vec<Edge>) -> Option<JumpPart> {
        if edges.len() > u128::BITS as usize {
            return None;
        }
        let at = |hole: Hole| {
            let meets = edges.iter().map(|edge| edge.meets(hole.bit()));
            meets
                .enumerate()
                .fold(0, |set, (number, meets)| set | u128::from(meets) << number)
        };
        let corners = board.holes().map(|hole| (hole, at(hole)));
        let corners = corners.filter(|(_, edges)| *edges != 0).collect();
        let mut over: Vec<Hole> = edges.iter().map(|edge| edge.over).collect();
        over.sort_unstable();
        over.dedup();
        Some(JumpPart {
            corners,
            has_crossings: over.len() < edges.len(),
            edges,
        })
    }

    /// Returns the holes that a peg can visit.
    pub(super) fn holes(&self) -> Vec<Hole> {
        self.corners.iter().map(|(hole, _)| *hole).collect()
    }

    /// Returns an upper bound on the number of jumps from one hole to another: each edge left out makes up for at most two
    /// holes with a wrong degree.
    pub(super) fn most_jumps(&self, from: Hole, to: Hole) -> usize {
        let all = (0..self.edges.len()).fold(0, |set, edge| set | 1 << edge);
        let is_end = |hole: Hole| from != to && (hole == from || hole == to);
        let wrong = |(hole, at): &&(Hole, u128)| (at.count_ones() % 2 == 1) != is_end(*hole);
        let left_out = self.corners.iter().filter(wrong).count().div_ceil(2);
        let over = self.over(all).count_ones() as usize;
        self.edges.len().saturating_sub(left_out).min(over)
    }

    fn edges_of(&self, set: u128) -> impl Iterator<Item = Edge> {
        let numbered = self.edges.iter().enumerate();
        numbered
            .filter(move |(number, _)| set >> number & 1 == 1)
            .map(|(_, edge)| *edge)
    }

    fn over(&self, set: u128) -> u128 {
        self.edges_of(set)
            .fold(0, |holes, edge| holes | edge.over.bit())
    }

    fn visited(&self, set: u128) -> u128 {
        self.edges_of(set)
            .fold(0, |holes, edge| holes | edge.holes())
    }

    /// Returns the edges over one of these holes.
    fn edges_over(&self, holes: u128) -> u128 {
        let numbered = self.edges.iter().enumerate();
        numbered
            .filter(|(_, edge)| edge.over.bit() & holes != 0)
            .fold(0, |set, (number, _)| set | 1 << number)
    }

    /// Returns the edges of a set that a walk through the set can reach from a hole.
    fn reachable(&self, set: u128, from: Hole) -> u128 {
        let (mut reached, mut holes) = (0, from.bit());
        loop {
            let corners = self
                .corners
                .iter()
                .filter(|(hole, _)| hole.bit() & holes != 0);
            let wider = corners.fold(0, |edges, (_, at)| edges | at) & set;
            if wider == reached {
                return reached;
            }
            reached = wider;
            holes |= self.visited(wider);
        }
    }

    /// Returns the jumps of a trail through a set of edges (Hierholzer's algorithm).
    fn jumps(&self, board: &Board, set: u128, from: Hole) -> Vec<Jump> {
        let mut left: Vec<Edge> = self.edges_of(set).collect();
        let mut walk: Vec<(Hole, Option<Jump>)> = vec![(from, None)];
        let mut jumps = Vec::new();
        while let Some((hole, into)) = walk.last().copied() {
            match left.iter().position(|edge| edge.meets(hole.bit())) {
                Some(place) => {
                    let edge = left.swap_remove(place);
                    let to = edge.ends[usize::from(edge.ends[0] == hole)];
                    let jump = board.jumps_between(hole, to);
                    let jump = { jump }.find(|jump| jump.over() == edge.over);
                    walk.push((to, jump));
                }
                None => {
                    walk.pop();
                    jumps.extend(into);
                }
            }
        }
        jumps.reverse();
        jumps
    }
}

/// Functions that refute moves, and the means to find more.
pub(super) struct Refuter {
    learner: Learner,
    /// Functions in the order of their last use, the latest first.
    pairs: Vec<PagodaPair>,
    /// Number of linear programs that may be solved.
    pub(super) programs_left: u64,
}

/// Maximum number of functions that are kept.
const MAX_PAIRS: usize = 128;

impl Refuter {
    pub(super) fn new(learner: Learner) -> Refuter {
        Refuter {
            learner,
            pairs: Vec::new(),
            programs_left: 0,
        }
    }

    /// Returns `true` if known functions refute a case.
    fn knows(&mut self, case: &MoveCase) -> bool {
        match self.pairs.iter().position(|pair| pair.refutes(case)) {
            Some(place) => {
                self.pairs[..=place].rotate_right(1);
                true
            }
            None => false,
        }
    }

    /// Returns `true` if functions refute a case. `thorough` tries functions with parity sets as well.
    pub(super) fn refutes(&mut self, case: &MoveCase, thorough: bool) -> bool {
        if self.knows(case) {
            return true;
        }
        if self.programs_left == 0 {
            return false;
        }
        self.programs_left -= 1;
        let mut found = self.learner.refute_move(case);
        if found.is_none() && thorough {
            found = self.learner.refute_side_of_move(case);
        }
        let refutes = found.is_some();
        self.pairs.splice(0..0, found);
        self.pairs.truncate(MAX_PAIRS);
        refutes
    }
}

/// Moves from one hole to another, in a line from the start to a finish.
#[derive(Clone, Copy)]
pub(super) struct TrailQuestion {
    pub(super) part: usize,
    pub(super) from: Hole,
    pub(super) to: Hole,
    pub(super) finish: u128,
    /// Upper bound on the number of jumps.
    pub(super) most: usize,
}

/// Trail that is not refuted.
pub(super) struct Trail {
    pub(super) jumps: Vec<Jump>,
    pub(super) case: MoveCase,
}

/// Search for the trails of a question that have a given number of jumps.
pub(super) struct TrailSearch<'a> {
    pub(super) board: &'a Board,
    pub(super) part: &'a JumpPart,
    pub(super) question: TrailQuestion,
    pub(super) start: u128,
    /// `true` if the trail ends at the finish.
    pub(super) is_last: bool,
    pub(super) length: u32,
    pub(super) refuter: &'a mut Refuter,
    /// Number of branches that may be searched.
    pub(super) branches_left: u64,
    pub(super) control: &'a Control<'a>,
    pub(super) most_found: usize,
    pub(super) found: Vec<Trail>,
    /// Branches that the control has not counted yet.
    pub(super) uncounted: u64,
}

/// Reason why a search ends before all trails are listed.
pub(super) enum Halt {
    /// More trails or branches than allowed.
    Enough,
    /// A limit is reached.
    Limit,
}

/// Branches between two checks of the limits.
const BETWEEN_TICKS: u64 = 256;

/// Levels of branches between two linear programs.
const BETWEEN_PROGRAMS: u32 = 4;

impl TrailSearch<'_> {
    /// Lists the trails in `found`. They are all trails if the search continues.
    pub(super) fn list(&mut self) -> ControlFlow<Halt> {
        let TrailQuestion {
            from, to, finish, ..
        } = self.question;
        let mut open = (0..self.part.edges.len()).fold(0, |set, edge| set | 1 << edge);
        if self.is_last {
            let others = finish & !to.bit();
            let visits = |(number, edge): (usize, &Edge)| {
                u128::from((edge.holes() | edge.over.bit()) & others != 0) << number
            };
            let barred = self.part.edges.iter().enumerate().map(visits);
            open &= !barred.fold(0, |set, edge| set | edge);
            if finish & to.bit() == 0 || others & from.bit() != 0 {
                return ControlFlow::Continue(());
            }
        }
        let ended = self.branch(0, open, 0);
        self.control.count(self.uncounted);
        ended
    }

    /// Counts a branch as a node, and checks the limits now and then: `at_once` after a linear program, which takes longer.
    fn tick(&mut self, nodes: u64, at_once: bool) -> ControlFlow<Halt> {
        self.uncounted += nodes;
        if self.uncounted < BETWEEN_TICKS && !at_once {
            return ControlFlow::Continue(());
        }
        let length = self.length as usize;
        let nodes = std::mem::take(&mut self.uncounted);
        match self.control.tick(nodes, || phase(length)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(Halt::Limit),
        }
    }

    /// Returns `true` if functions refute a case: known ones, or new ones if `learns`. See [`Refuter::refutes`].
    fn refutes(&mut self, case: &MoveCase, learns: bool) -> ControlFlow<Halt, bool> {
        if !learns {
            return ControlFlow::Continue(self.refuter.knows(case));
        }
        let programs = self.refuter.programs_left;
        let refutes = self.refuter.refutes(case, case.open == 0);
        self.tick(0, programs != self.refuter.programs_left)?;
        ControlFlow::Continue(refutes)
    }

    /// Lists the trails with all of the chosen edges, and otherwise only open ones.
    fn branch(&mut self, mut chosen: u128, mut open: u128, depth: u32) -> ControlFlow<Halt> {
        if self.branches_left == 0 {
            return ControlFlow::Break(Halt::Enough);
        }
        self.branches_left -= 1;
        self.tick(1, false)?;
        let Some(next) = self.force(&mut chosen, &mut open) else {
            return ControlFlow::Continue(());
        };
        let case = self.case(chosen, open);
        let learns = open == 0 || depth.is_multiple_of(BETWEEN_PROGRAMS);
        if self.refutes(&case, learns)? {
            return ControlFlow::Continue(());
        }
        if open == 0 {
            if self.found.len() == self.most_found {
                return ControlFlow::Break(Halt::Enough);
            }
            self.found.push(Trail {
                jumps: self.part.jumps(self.board, chosen, self.question.from),
                case,
            });
            return ControlFlow::Continue(());
        }
        let edge = 1 << next.trailing_zeros();
        self.branch(chosen, open & !edge, depth + 1)?;
        if self.refuter.knows(&case) {
            return ControlFlow::Continue(()); // by a function found in the first branch
        }
        self.branch(chosen | edge, open & !edge, depth + 1)
    }

    /// Decides the edges that the others force. Returns open edges, one of which is to be decided next, or `None` if there is
    /// no trail.
    fn force(&self, chosen: &mut u128, open: &mut u128) -> Option<u128> {
        let TrailQuestion { from, to, .. } = self.question;
        let is_odd_end = |hole: Hole| from != to && (hole == from || hole == to);
        loop {
            let before = (*chosen, *open);
            if self.part.has_crossings {
                *open &= !self.part.edges_over(self.part.over(*chosen));
            }
            if chosen.count_ones() == self.length {
                *open = 0;
            }
            let (mut wrong, mut next, mut fewest) = (0, 0, u32::MAX);
            for &(hole, at) in &self.part.corners {
                let left = *open & at;
                let degree = ((*chosen | left) & at).count_ones();
                let is_wrong = (degree % 2 == 1) != is_odd_end(hole);
                match left.count_ones() {
                    0 if is_wrong => return None,
                    0 => {}
                    1 => {
                        *open &= !left;
                        if !is_wrong {
                            *chosen |= left;
                        }
                    }
                    count if is_wrong => {
                        wrong += 1;
                        if count < fewest {
                            (next, fewest) = (left, count);
                        }
                    }
                    _ => {}
                }
            }
            if before != (*chosen, *open) {
                continue;
            }
            let reachable = self.part.reachable(*chosen | *open, from);
            if *chosen & !reachable != 0 {
                return None;
            }
            *open &= reachable;
            if before != (*chosen, *open) {
                continue;
            }
            // Each edge that is left out makes up for at most two holes.
            let edges = (*chosen | *open).count_ones();
            let most = edges.checked_sub(u32::div_ceil(wrong, 2))?;
            let most = most.min(self.part.over(*chosen | *open).count_ones());
            if most < self.length || chosen.count_ones() > self.length {
                return None;
            }
            if edges == self.length {
                (*chosen, *open) = (*chosen | *open, 0); // no degree is wrong
            }
            if *open == 0 {
                let is_complete = chosen.count_ones() == self.length;
                return is_complete.then_some(0);
            }
            return Some(if wrong > 0 { next } else { *open });
        }
    }

    /// Returns the case of all trails with the chosen edges and open ones.
    fn case(&self, chosen: u128, open: u128) -> MoveCase {
        let TrailQuestion {
            from, to, finish, ..
        } = self.question;
        let (over, ends) = (self.part.over(chosen), from.bit() | to.bit());
        let decided = over | self.part.visited(chosen) | ends;
        let open = self.part.over(open) & !decided;
        let (after, kept, staying) = if self.is_last {
            (finish, 0, 0)
        } else {
            (to.bit(), self.board.full_code() & !decided & !open, open)
        };
        MoveCase {
            start: self.start,
            finish,
            before: (after & !to.bit()) | from.bit() | over,
            after,
            kept,
            open,
            staying,
            needed: self.length - chosen.count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use rustc_hash::FxHashSet;

    /// Walks all trails up to this length from the last hole of one. Collects their length, ends, and pegs before and after.
    fn walk(
        board: &Board,
        jumps: &mut Vec<Jump>,
        most: usize,
        found: &mut FxHashSet<(usize, Hole, Hole, u128, u128)>,
    ) {
        for jump in board.jumps() {
            let over = jumps.iter().any(|other| other.over() == jump.over());
            if over || jumps.last().is_some_and(|last| last.to() != jump.from()) {
                continue;
            }
            jumps.push(*jump);
            let from = jumps[0].from();
            let pegs = jumps.iter().fold(0, |pegs, jump| pegs | jump.over().bit());
            found.insert((
                jumps.len(),
                from,
                jump.to(),
                pegs | from.bit(),
                jump.to().bit(),
            ));
            if jumps.len() < most {
                walk(board, jumps, most, found);
            }
            jumps.pop();
        }
    }

    #[test]
    fn every_set_of_edges_that_a_walk_uses_is_listed() {
        for (name, most) in [
            ("triangle5", 9),
            ("square5", 12),
            ("hexagon3", 12),
            ("english-diagonal", 4),
        ] {
            let board = Board::library(name).unwrap();
            let mut expected = FxHashSet::default();
            walk(&board, &mut Vec::new(), most, &mut expected);
            let graph = JumpGraph::new(&board).unwrap();
            let mut found = FxHashSet::default();
            let control = Control::default();
            for (number, part) in graph.parts.iter().enumerate() {
                for from in part.holes() {
                    for to in part.holes() {
                        for length in 1..=most {
                            let mut refuter = Refuter::new(Learner::new(&board, 0));
                            let mut search = TrailSearch {
                                board: &board,
                                part,
                                question: TrailQuestion {
                                    part: number,
                                    from,
                                    to,
                                    finish: 1,
                                    most: part.most_jumps(from, to),
                                },
                                start: board.full_code(),
                                is_last: false,
                                length: length as u32,
                                refuter: &mut refuter,
                                branches_left: u64::MAX,
                                control: &control,
                                most_found: usize::MAX,
                                found: Vec::new(),
                                uncounted: 0,
                            };
                            assert!(search.list().is_continue());
                            let trails = search.found;
                            assert!(trails.is_empty() || length <= part.most_jumps(from, to));
                            for Trail { jumps, case } in trails {
                                let before = Position::from_code_unchecked(&board, case.before);
                                let played = jumps
                                    .iter()
                                    .fold(before, |position, jump| position.play(*jump).unwrap());
                                assert_eq!(played.code(), case.after);
                                assert_eq!((jumps[0].from(), jumps[length - 1].to()), (from, to));
                                let key = (length, from, to, case.before, case.after);
                                assert!(found.insert(key), "{name}: listed twice");
                            }
                        }
                    }
                }
            }
            assert!(
                expected == found,
                "{name}: {} of {}",
                found.len(),
                expected.len()
            );
        }
    }

    #[test]
    fn boards_whose_moves_are_no_sets_of_edges_have_no_graph() {
        let has_graph = |name: &str| JumpGraph::new(&Board::library(name).unwrap()).is_some();
        assert!(has_graph("wiegleb") && has_graph("hexagon7"));
        assert!(!has_graph("petersen") && !has_graph("torus5"));
    }
}
