//! Long moves by trails, in rounds of growing effort.

use super::LongMovePlace;
use super::trails::{Halt, JumpGraph, Refuter, Trail, TrailQuestion, TrailSearch};
use crate::board::{Board, Position};
use crate::control::{Control, Limits, Phase};
use crate::moves::error::MovesError;
use crate::problem::answer::{Line, Verdict};
use crate::problem::{Goal, Problem};
use crate::refutation::{Learner, MAX_PARITIES, MoveCase, RefutedBy, region_refuted_by};
use crate::solver::Solver;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{ControlFlow, Range};

/// Search for the longest move by trails.
pub(super) struct LongMoves<'a> {
    problem: &'a Problem,
    place: LongMovePlace,
    solver: &'a Solver,
    control: &'a Control<'a>,
    graph: JumpGraph,
    questions: Vec<TrailQuestion>,
    refuter: Refuter,
    /// For each finish, positions from which it is reached.
    before: FxHashMap<u128, Vec<u128>>,
    /// Positions that a search did not reach from the start, with the nodes of the search.
    tried: FxHashMap<u128, u64>,
    /// Positions from which a search did not reach a finish, with the nodes of the search.
    tried_after: FxHashMap<u128, u64>,
    /// Index of the question to resume with, by length.
    next_question: Vec<usize>,
    /// By length, `true` if there is no such move.
    excluded: Vec<bool>,
    best: Line,
}

/// Budgets of a round for each length.
#[derive(Clone, Copy)]
struct Effort {
    /// Branches of the search for trails.
    branches: u64,
    /// Branches for each pair of first and last holes.
    branches_of_question: u64,
    /// Linear programs.
    programs: u64,
    /// Trails for each pair of first and last holes.
    trails: usize,
    /// Searches for lines.
    searches: u64,
    /// Searches for lines for each trail.
    searches_of_trail: u64,
    /// Nodes of a search for a line.
    nodes: u64,
}

/// Maximum number of positions of a level of [`positions_before`].
const MAX_BEFORE: usize = 1 << 14;

/// Nodes of a search whose position is unreachable.
const UNREACHABLE: u64 = u64::MAX;

/// Memory for a search for a line.
const SEARCH_MEMORY: u64 = 64 << 20;

/// Search for positions before and after a move along a trail.
struct PositionSearch<'a> {
    trail: &'a Trail,
    /// Nodes of a search for a line.
    nodes: u64,
    /// Searches for lines that are left for the length.
    searches_left: &'a mut u64,
    /// Searches for lines that are left for the trail.
    of_trail_left: u64,
}

/// State of a trail after an attempt.
enum Attempt {
    Found(Line),
    Refuted,
    Open,
}

impl Effort {
    fn of_round(round: u32) -> Effort {
        let factor = 1 << (2 * round.min(20));
        Effort {
            branches: 20_000 * factor,
            branches_of_question: 500 * factor,
            programs: 60 * factor,
            trails: 1 << round.min(20),
            searches: 20 * factor,
            searches_of_trail: 2 << round.min(20),
            nodes: 1_000 * factor,
        }
    }
}

impl<'a> LongMoves<'a> {
    /// Starts from any solution. Returns `None` if the board's moves are not [trails](super::trails).
    pub(super) fn new(
        problem: &'a Problem,
        place: LongMovePlace,
        solver: &'a Solver,
        any: Line,
        control: &'a Control<'a>,
    ) -> Option<LongMoves<'a>> {
        let board = problem.board();
        let graph = JumpGraph::new(board)?;
        let finishes = problem.finishes_in_class();
        let finishes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let symmetries = board.stabilizer(&[&[problem.start().code()], &finishes]);
        let mut questions = Vec::new();
        for &finish in &finishes {
            for (number, part) in graph.parts.iter().enumerate() {
                let holes = part.holes();
                let ends = |from| holes.iter().map(move |to| (from, *to));
                let pairs = holes.iter().copied().flat_map(ends);
                questions.extend(pairs.filter_map(|(from, to)| {
                    let is_first = symmetries.iter().all(|symmetry| {
                        let [image_from, image_to] = [from, to].map(|hole| symmetry.apply(hole));
                        (finish, from, to) <= (symmetry.apply_code(finish), image_from, image_to)
                    });
                    is_first.then_some(TrailQuestion {
                        part: number,
                        from,
                        to,
                        finish,
                        most: part.most_jumps(from, to),
                    })
                }));
            }
        }
        let jumps = any.start().peg_count() - any.finish().peg_count();
        let most = questions.iter().map(|question| question.most).max();
        let most = most.unwrap_or(0).min(jumps).max(place.jumps(&any));
        Some(LongMoves {
            problem,
            place,
            solver,
            control,
            graph,
            questions,
            refuter: Refuter::new(Learner::new(board, MAX_PARITIES)),
            before: FxHashMap::default(),
            tried: FxHashMap::default(),
            tried_after: FxHashMap::default(),
            next_question: vec![0; most + 1],
            excluded: vec![false; most + 1],
            best: any,
        })
    }

    pub(super) fn into_best(self) -> Line {
        self.best
    }

    pub(super) fn best(&self) -> &Line {
        &self.best
    }

    /// Replaces the best solution by another one with a longer move.
    pub(super) fn offer(&mut self, other: Line) {
        let best = self.place.longer(self.best.clone(), other);
        self.best = best;
    }

    /// Returns an upper bound on the number of jumps of a move.
    pub(super) fn at_most(&self) -> usize {
        let found = self.place.jumps(&self.best);
        let open = (found..self.excluded.len()).rfind(|length| !self.excluded[*length]);
        open.unwrap_or(found)
    }

    pub(super) fn is_proved(&self) -> bool {
        self.at_most() == self.place.jumps(&self.best)
    }

    /// Searches in rounds until the best move is proved to be the longest.
    pub(super) fn rounds(&mut self, rounds: Range<u32>) -> Result<(), MovesError> {
        for round in rounds {
            if self.is_proved() || self.control.is_stopped() {
                break;
            }
            self.round(round)?;
        }
        Ok(())
    }

    /// Tries each length that is longer than the best move and not excluded, in falling order.
    fn round(&mut self, round: u32) -> Result<(), MovesError> {
        let effort = Effort::of_round(round);
        let lengths = self.place.jumps(&self.best) + 1..=self.at_most();
        for length in lengths.rev() {
            if self.excluded[length] {
                continue;
            }
            let attempt = self.length(length, effort)?;
            if self.control.is_stopped() {
                break;
            }
            match attempt {
                Attempt::Found(line) => {
                    self.best = line;
                    break;
                }
                Attempt::Refuted => self.excluded[length] = true,
                Attempt::Open => {}
            }
        }
        Ok(())
    }

    /// Searches for a solution with a move of this length.
    fn length(&mut self, length: usize, effort: Effort) -> Result<Attempt, MovesError> {
        self.refuter.programs_left = effort.programs;
        let mut searches_left = effort.searches;
        let mut branches_left = effort.branches;
        let mut is_open = false;
        let count = self.questions.len();
        for number in 0..count {
            if branches_left == 0 {
                self.next_question[length] = (self.next_question[length] + number) % count;
                return Ok(Attempt::Open);
            }
            let question = self.questions[(self.next_question[length] + number) % count];
            if question.most < length {
                continue;
            }
            let branches = branches_left.min(effort.branches_of_question);
            let mut search = TrailSearch {
                board: self.problem.board(),
                part: &self.graph.parts[question.part],
                question,
                start: self.problem.start().code(),
                is_last: self.place == LongMovePlace::Last,
                length: length as u32,
                refuter: &mut self.refuter,
                branches_left: branches,
                control: self.control,
                most_found: effort.trails,
                found: Vec::new(),
                uncounted: 0,
            };
            let listed = search.list();
            branches_left -= branches - search.branches_left;
            let trails = search.found;
            let are_all = match listed {
                ControlFlow::Continue(()) => true,
                ControlFlow::Break(Halt::Enough) => false,
                ControlFlow::Break(Halt::Limit) => return Ok(Attempt::Open),
            };
            is_open |= !are_all;
            for trail in trails {
                match self.attempt(&trail, are_all, effort, &mut searches_left)? {
                    Attempt::Refuted => {}
                    Attempt::Open => is_open = true,
                    found @ Attempt::Found(_) => return Ok(found),
                }
                if self.control.is_stopped() {
                    return Ok(Attempt::Open);
                }
            }
        }
        Ok(Attempt::refuted_unless(is_open))
    }

    /// Searches for a solution with a move along this trail. `to_the_end` splits the free holes into cases, if all trails of
    /// the question are known.
    fn attempt(
        &mut self,
        trail: &Trail,
        to_the_end: bool,
        effort: Effort,
        searches_left: &mut u64,
    ) -> Result<Attempt, MovesError> {
        let case = trail.case;
        let mut search = PositionSearch {
            trail,
            nodes: effort.nodes,
            searches_left,
            of_trail_left: effort.searches_of_trail,
        };
        if case.kept != 0 {
            let board = self.problem.board();
            let before = self.before.entry(case.finish);
            let before = before.or_insert_with(|| positions_before(board, case.finish));
            let mut after = before.clone();
            after.retain(|code| case.region_after().contains(*code));
            for after in after {
                if let found @ Attempt::Found(_) = self.around(case.at(after), &mut search)? {
                    return Ok(found);
                }
                if search.is_over() || self.control.is_stopped() {
                    return Ok(Attempt::Open);
                }
            }
        }
        if to_the_end || case.kept == 0 {
            self.by_cases(case, &mut search)
        } else {
            Ok(Attempt::Open)
        }
    }

    /// Decides one free hole after the other, and refutes each case or searches for its lines.
    fn by_cases(
        &mut self,
        case: MoveCase,
        search: &mut PositionSearch<'_>,
    ) -> Result<Attempt, MovesError> {
        let board = self.problem.board();
        let position = Position::from_code_unchecked(board, case.start);
        if region_refuted_by(&position, case.region_before(), &[]) != RefutedBy::Nothing {
            return Ok(Attempt::Refuted);
        }
        if case.kept == 0 {
            return self.around(case, search);
        }
        if self.refuter.refutes(&case, false) {
            return Ok(Attempt::Refuted);
        }
        let phase = || phase(search.trail.jumps.len());
        if self.refuter.programs_left == 0 || self.control.tick(1, phase).is_err() {
            return Ok(Attempt::Open);
        }
        let hole = case.kept & case.kept.wrapping_neg();
        let kept = case.kept & !hole;
        let mut is_open = false;
        for peg in [0, hole] {
            let (before, after) = (case.before | peg, case.after | peg);
            let part = MoveCase {
                before,
                after,
                kept,
                ..case
            };
            match self.by_cases(part, search)? {
                Attempt::Refuted => {}
                Attempt::Open => is_open = true,
                found @ Attempt::Found(_) => return Ok(found),
            }
        }
        Ok(Attempt::refuted_unless(is_open))
    }

    /// Searches for lines to and from a move between two positions.
    fn around(
        &mut self,
        case: MoveCase,
        search: &mut PositionSearch<'_>,
    ) -> Result<Attempt, MovesError> {
        let known = [
            self.tried.get(&case.before).copied(),
            self.tried_after.get(&case.after).copied(),
        ];
        if known.contains(&Some(UNREACHABLE)) {
            return Ok(Attempt::Refuted);
        }
        if known.iter().any(|nodes| *nodes >= Some(search.nodes)) {
            return Ok(Attempt::Open);
        }
        if self.refuter.refutes(&case, true) {
            return Ok(Attempt::Refuted);
        }
        if search.is_over() {
            return Ok(Attempt::Open);
        }
        *search.searches_left -= 1;
        search.of_trail_left -= 1;
        let board = self.problem.board();
        let [before, after] =
            [case.before, case.after].map(|code| Position::from_code_unchecked(board, code));
        let start = self.problem.start().clone();
        let (Ok(way), Ok(rest)) = (
            Problem::new(start, Goal::Position(before)),
            Problem::new(after, self.problem.goal().clone()),
        ) else {
            return Ok(Attempt::Refuted); // by the number of pegs
        };
        let (rest, nodes) = self.line(&rest, search.nodes)?;
        let Some(rest) = rest else {
            self.tried_after.insert(case.after, nodes);
            return Ok(Attempt::refuted_unless(nodes != UNREACHABLE));
        };
        let (way, nodes) = self.line(&way, search.nodes)?;
        let Some(way) = way else {
            self.tried.insert(case.before, nodes);
            return Ok(Attempt::refuted_unless(nodes != UNREACHABLE));
        };
        let all = [way.jumps(), &search.trail.jumps, rest.jumps()].concat();
        Ok(Attempt::Found(Line::found(self.problem.start(), all)))
    }

    /// Searches for a solution of a problem. Returns [`UNREACHABLE`] with it if there is none, and otherwise the nodes.
    fn line(&self, problem: &Problem, nodes: u64) -> Result<(Option<Line>, u64), MovesError> {
        let limits = Limits {
            nodes: Some(nodes),
            memory: Some(self.control.memory_up_to(SEARCH_MEMORY)),
            ..self.control.limits().clone()
        };
        let answer = self
            .control
            .within(limits, |part| self.solver.solve(problem, part))?;
        Ok(match answer.verdict {
            Verdict::Solvable(line) => (Some(line.into_line()), nodes),
            Verdict::Unsolvable(_) => (None, UNREACHABLE),
            _ => (None, nodes),
        })
    }
}

/// Returns the phase of a search for moves of this length.
pub(super) fn phase(length: usize) -> Phase {
    Phase::MovesOfLength { jumps: length }
}

impl Attempt {
    fn refuted_unless(is_open: bool) -> Attempt {
        if is_open {
            Attempt::Open
        } else {
            Attempt::Refuted
        }
    }
}

impl PositionSearch<'_> {
    fn is_over(&self) -> bool {
        *self.searches_left == 0 || self.of_trail_left == 0
    }
}

/// Lists positions from which a finish is reached, by the number of jumps, up to the first level that is too large.
fn positions_before(board: &Board, finish: u128) -> Vec<u128> {
    let mut all = vec![finish];
    let mut last = 0..1;
    while !last.is_empty() {
        let jumps = board.jumps();
        let before = all[last.clone()]
            .iter()
            .flat_map(|code| jumps.iter().filter_map(|jump| jump.undone(*code)));
        let level: FxHashSet<u128> = before.collect();
        if level.len() > MAX_BEFORE {
            break;
        }
        last = all.len()..all.len() + level.len();
        all.extend(level);
        all[last.clone()].sort_unstable();
    }
    all
}
