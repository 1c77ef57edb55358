//! The fewest moves by iterative deepening: is there a solution with N moves, and if not, with N + 1?
//!
//! The search drops a position where [`Regions`] show that it needs more moves than are left, and one that it
//! has searched before with at least as many. On boards with many corners and edges the bound of the regions is
//! nearly the answer, and little is left to search: far fewer positions than win.
//!
//! The peg that moved last does not move next, for that would continue its move. Yet a position searched without
//! success counts as refuted whichever peg moved last. This is correct because no solution has fewer moves than
//! the limit: if a refuted position had a solution that begins with the peg that moved last, both moves together
//! would be one, and the whole line one move shorter than the limit. Earlier iterations have ruled that out.

use super::regions::Regions;
use crate::board::{Board, Jump, Position};
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::SolvablePositions;
use crate::threads::try_each_on;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// How far a search by moves came.
#[derive(Debug)]
pub(super) struct Deepened {
    /// No solution has fewer moves.
    pub(super) at_least: usize,
    /// The jumps of a solution with that many moves, if one was found.
    pub(super) jumps: Option<Vec<Jump>>,
}

/// Looks for a solution with more and more moves, below `most`; if there is none, `most` is the lower bound. When
/// the control stops the search, the result is what is known by then.
pub(super) fn deepened(
    problem: &Problem,
    most: usize,
    solvable: Option<&SolvablePositions>,
    control: &Control<'_>,
) -> Deepened {
    crate::engine::AnyEngine::new(problem.board()).run(Deepen { problem, most, solvable, control })
}

struct Deepen<'a> {
    problem: &'a Problem,
    most: usize,
    solvable: Option<&'a SolvablePositions>,
    control: &'a Control<'a>,
}

impl EngineTask for Deepen<'_> {
    type Output = Deepened;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Deepened {
        let search = Search::new(engine, self.problem, self.solvable, self.control);
        let start = B::from_code(self.problem.start().code());
        let mut at_least = search.regions.least_moves(start) as usize;
        if search.is_finish(start) {
            return Deepened { at_least: 0, jumps: Some(Vec::new()) };
        }
        at_least = at_least.max(1);
        while at_least < self.most {
            match search.within(start, at_least) {
                Ok(Some(positions)) => {
                    let jumps = Some(search.jumps_between(&positions));
                    return Deepened { at_least, jumps };
                }
                Ok(None) => at_least += 1,
                Err(_) => break,
            }
        }
        Deepened { at_least, jumps: None }
    }
}

/// What a search needs for all its depths.
struct Search<'a, B> {
    engine: &'a Engine<B>,
    board: &'a Board,
    finishes: Vec<B>,
    regions: Regions<B>,
    /// The positions from which a finish can be reached, where they are known.
    solvable: Option<&'a SolvablePositions>,
    /// By hole, the jumps that begin there.
    jumps_from: Vec<Vec<Step<B>>>,
    known: Known<B>,
    control: &'a Control<'a>,
}

#[derive(Clone, Copy, Debug)]
struct Step<B> {
    change: B,
    /// The holes of the change that have pegs before.
    pegs: B,
    to: usize,
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct Next<B> {
    position: B,
    end: usize,
    jumps: u32,
}

/// Positions without a solution within a number of moves.
struct Known<B> {
    parts: Vec<Mutex<FxHashMap<B, u8>>>,
    symmetries: crate::engine::Permutations<B>,
    /// Entries of a part.
    most: usize,
}

const PARTS: usize = 64;

impl<B: Bits> Known<B> {
    fn part(&self, code: B) -> MutexGuard<'_, FxHashMap<B, u8>> {
        let part = (code.mixed() >> 58) as usize % PARTS;
        self.parts[part].lock().expect("no thread panics with what is known")
    }

    /// Whether a position was searched with at least this many moves.
    fn is_refuted(&self, code: B, left: u8) -> bool {
        self.part(code).get(&code).is_some_and(|known| *known >= left)
    }

    fn refute(&self, code: B, left: u8) {
        let mut part = self.part(code);
        if part.len() < self.most {
            let known = part.entry(code).or_default();
            *known = left.max(*known);
        } else if let Some(known) = part.get_mut(&code) {
            *known = left.max(*known);
        }
    }
}

/// The state of one thread's search.
struct Line<B> {
    /// The positions between moves, the first one first.
    positions: Vec<B>,
    /// Room for the moves from each of them.
    room: Vec<Vec<Next<B>>>,
    since_tick: u64,
}

/// Positions expanded between two checks of the control.
const TICK: u64 = 1 << 10;

impl<'a, B: Bits> Search<'a, B> {
    fn new(
        engine: &'a Engine<B>,
        problem: &'a Problem,
        solvable: Option<&'a SolvablePositions>,
        control: &'a Control<'a>,
    ) -> Search<'a, B> {
        const BYTES_OF_ENTRY: u64 = 40;
        let board = engine.board();
        let finishes = problem.finishes_in_class();
        let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let symmetries = board.stabilizer(&[&codes]);
        let bit = |hole: crate::Hole| B::bit(hole.index() as u32);
        let step = |jump: &Jump| Step {
            change: B::from_code(jump.code()),
            pegs: bit(jump.from()) | bit(jump.over()),
            to: jump.to().index(),
        };
        let jumps_from = board
            .holes()
            .map(|hole| board.jumps().iter().filter(|jump| jump.from() == hole).map(step).collect());
        Search {
            engine,
            board,
            regions: Regions::new(board, &finishes),
            finishes: codes.iter().map(|code| B::from_code(*code)).collect(),
            solvable,
            jumps_from: jumps_from.collect(),
            known: Known {
                parts: (0..PARTS).map(|_| Mutex::default()).collect(),
                symmetries: crate::engine::Permutations::new(
                    &symmetries,
                    crate::engine::PermutationPath::fastest(),
                ),
                most: (control.memory() / BYTES_OF_ENTRY / PARTS as u64) as usize,
            },
            control,
        }
    }

    fn is_finish(&self, position: B) -> bool {
        self.finishes.contains(&position)
    }

    /// The positions between the moves of a solution with this many moves, if there is one. The threads share
    /// the positions after two moves.
    fn within(&self, start: B, moves: usize) -> Result<Option<Vec<B>>, LimitReached> {
        let searched = AtomicU64::new(0);
        let begun = self.begun(start, moves);
        if let Some(line) = begun.iter().find(|line| self.is_finish(line[line.len() - 1])) {
            return Ok(Some(line.clone()));
        }
        let (found, is_found) = (Mutex::new(None), AtomicBool::new(false));
        try_each_on(self.control.threads(), begun.into_iter(), |positions| {
            let left = moves + 1 - positions.len();
            let mut line = Line { positions, room: Vec::new(), since_tick: 0 };
            if self.search(&mut line, usize::MAX, left, (&searched, &is_found))? {
                *found.lock().expect("no thread panics with the solution") = Some(line.positions);
                is_found.store(true, Ordering::Relaxed);
            }
            Ok(())
        })?;
        Ok(found.into_inner().expect("no thread panics with the solution"))
    }

    /// The lines of the first moves, each to another position.
    fn begun(&self, start: B, moves: usize) -> Vec<Vec<B>> {
        const FIRST_MOVES: usize = 2;
        let mut lines = vec![vec![start]];
        for made in 1..=FIRST_MOVES.min(moves) {
            let mut next = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            for line in &lines {
                let position = line[line.len() - 1];
                if self.is_finish(position) {
                    return vec![line.clone()];
                }
                let mut found = Vec::new();
                self.list_moves(position, usize::MAX, &mut found);
                for Next { position, .. } in found {
                    let code = self.known.symmetries.smallest_image(position);
                    if self.may_be_solved(position, moves - made) && seen.insert(code) {
                        next.push([line.as_slice(), &[position]].concat());
                    }
                }
            }
            lines = next;
        }
        lines
    }

    /// Whether a finish may be within this many moves, as far as that is known without a search.
    fn may_be_solved(&self, position: B, left: usize) -> bool {
        if self.is_finish(position) {
            return true;
        }
        left > 0
            && !self.regions.need_more(position, left as u32)
            && self.solvable.is_none_or(|solvable| solvable.contains_code(position.code()))
    }

    /// Completes the line within this many moves, and says whether it could. `last` is the hole of the peg that
    /// moved last: it does not move next, for that would continue its move.
    fn search(
        &self,
        line: &mut Line<B>,
        last: usize,
        left: usize,
        (searched, is_found): (&AtomicU64, &AtomicBool),
    ) -> Result<bool, LimitReached> {
        let position = line.positions[line.positions.len() - 1];
        if self.is_finish(position) {
            return Ok(true);
        }
        if left == 0 {
            return Ok(false);
        }
        let code = self.known.symmetries.smallest_image(position);
        if self.known.is_refuted(code, left as u8) || is_found.load(Ordering::Relaxed) {
            return Ok(false);
        }
        line.since_tick += 1;
        if line.since_tick == TICK {
            line.since_tick = 0;
            let count = searched.fetch_add(TICK, Ordering::Relaxed) + TICK;
            let name = || format!("{} moves or more, {count} positions", line.positions.len() - 1 + left);
            self.control.tick(TICK, || Phase::of_unknown_length(name()))?;
        }
        let mut next = line.room.pop().unwrap_or_default();
        next.clear();
        self.list_moves(position, last, &mut next);
        next.sort_unstable_by_key(|next| std::cmp::Reverse((next.jumps, next.position)));
        next.dedup_by_key(|next| next.position);
        let mut found = false;
        for &Next { position, end, .. } in &next {
            if !self.may_be_solved(position, left - 1) {
                continue;
            }
            line.positions.push(position);
            found = self.search(line, end, left - 1, (searched, is_found))?;
            if found {
                break;
            }
            line.positions.pop();
        }
        line.room.push(next);
        if !found && !is_found.load(Ordering::Relaxed) {
            self.known.refute(code, left as u8);
        }
        Ok(found)
    }

    /// Lists where each move leads; the peg in `but` stays.
    fn list_moves(&self, position: B, but: usize, list: &mut Vec<Next<B>>) {
        self.engine.jumps().for_each(position, |number| {
            let jump = self.board.jumps()[number];
            if jump.from().index() != but {
                let next =
                    Next { position: position ^ B::from_code(jump.code()), end: jump.to().index(), jumps: 1 };
                self.list_longer(next, list);
            }
        });
    }

    fn list_longer(&self, next: Next<B>, list: &mut Vec<Next<B>>) {
        list.push(next);
        for step in &self.jumps_from[next.end] {
            if next.position & step.change == step.pegs {
                let longer =
                    Next { position: next.position ^ step.change, end: step.to, jumps: next.jumps + 1 };
                self.list_longer(longer, list);
            }
        }
    }

    /// The jumps of a line, given by its positions between moves.
    fn jumps_between(&self, positions: &[B]) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for pair in positions.windows(2) {
            let begun = jumps.len();
            for hole in self.board.holes() {
                if self.jumps_to(pair[0], pair[1], hole.index(), &mut jumps) {
                    break;
                }
                jumps.truncate(begun);
            }
        }
        jumps
    }

    fn jumps_to(&self, from: B, to: B, hole: usize, jumps: &mut Vec<Jump>) -> bool {
        if from == to {
            return true;
        }
        let possible = |jump: &&Jump| {
            let pegs = jump.from().bit() | jump.over().bit();
            jump.from().index() == hole && from & B::from_code(jump.code()) == B::from_code(pegs)
        };
        for jump in self.board.jumps().iter().filter(possible) {
            let next = from ^ B::from_code(jump.code());
            if next.count() < to.count() {
                return false;
            }
            jumps.push(*jump);
            if self.jumps_to(next, to, jump.to().index(), jumps) {
                return true;
            }
            jumps.pop();
        }
        false
    }
}
