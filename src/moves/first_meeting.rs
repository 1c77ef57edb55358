//! Long moves and given last moves of goals that leave holes free.
//!
//! A line ends where it first meets such a goal, although the goal can be met again below. So moves are searched from the
//! *open* positions: those that can still be won, and to which a line leads that has not met the goal.

use super::error::MovesError;
use super::fewest_moves::may_fit_sweep;
use super::longest::LongMovePlace;
use super::winning::{MeetingLevel, WinningValues};
use crate::board::{Hole, Jump};
use crate::control::{Control, LimitReached, Part, Phase, Steps, allocation};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::answer::{
    Answer, Line, Move, Proof, PruningFunctions, Solution, Stats, Undecided, Verdict,
};
use crate::problem::{Pattern, Problem};
use crate::sweep::{SweepError, SweepOptions};
use rustc_hash::FxHashSet;

/// Finds a solution with the longest move at this place, and returns `true` with it if that is proved. Returns `any` if the
/// winning positions do not fit the memory, or a limit stops the search.
pub(super) fn longest_to_first_meeting(
    problem: &Problem,
    any: Line,
    place: LongMovePlace,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    if !may_fit_sweep(problem, control.memory()) {
        return Ok((any, false));
    }
    let found = with_engine!(&SweepOptions::default().engine(problem.board()), |engine| {
        OpenPositions::find(engine, problem, control).and_then(|open| match open {
            Some(open) => open.longest(place),
            None => Ok(None),
        })
    });
    match found {
        Ok(longest) => Ok((longest.unwrap_or(any), true)),
        Err(error) if error.limit().is_some() => Ok((any, false)),
        Err(error) => Err(error.into()),
    }
}

/// Finds a solution that ends with exactly this move, which consists of these jumps.
pub(super) fn first_meeting_by(
    problem: &Problem,
    last: &Move,
    jumps: &[Jump],
    control: &Control<'_>,
) -> Result<Answer, MovesError> {
    let began = control.elapsed();
    let patterns = problem.patterns().unwrap_or_default().iter();
    let regions = patterns.map(Pattern::region);
    let backward = jumps.iter().rev();
    let mut begun = regions.filter_map(|region| {
        backward
            .clone()
            .try_fold(region, |region, jump| region.before(*jump))
    });
    if begun.all(|region| region.has_too_many_pegs_for(problem.start().code())) {
        return Err(MovesError::NotAnEnding {
            notation: last.notation(problem.board()),
        });
    }
    let found = with_engine!(&SweepOptions::default().engine(problem.board()), |engine| {
        OpenPositions::find(engine, problem, control).and_then(|open| match open {
            Some(open) => open.ending_with(last.from(), jumps),
            None => Ok(None),
        })
    });
    let verdict = match found {
        Ok(Some(line)) => Verdict::Solvable(Solution::found(line)),
        Ok(None) => Verdict::Unsolvable(Proof::uncounted_exhaustion()),
        Err(error) => match error.limit() {
            Some(limit) => Verdict::Undecided(Undecided {
                limit,
                tried: vec!["all winning positions".to_owned()],
                best: None,
                functions: PruningFunctions::default(),
            }),
            None => return Err(error.into()),
        },
    };
    Ok(Answer {
        problem: problem.clone(),
        verdict,
        stats: Stats {
            elapsed: control.elapsed() - began,
            ..Stats::default()
        },
    })
}

fn distinct<B: Ord>(codes: &mut Vec<B>) {
    codes.sort_unstable();
    codes.dedup();
}

/// Open positions of a problem.
struct OpenPositions<'a, B> {
    engine: &'a Engine<B>,
    problem: &'a Problem,
    control: &'a Control<'a>,
    values: WinningValues<B>,
    /// Canonical codes by pegs, ascending.
    levels: Vec<Vec<B>>,
}

impl<'a, B: Bits> OpenPositions<'a, B> {
    /// Finds the open positions; `None` if the problem has no solution.
    ///
    /// # Errors
    ///
    /// [`SweepError`] if a limit stops the search, or if the positions do not fit in what the winning ones leave of the
    /// memory.
    fn find(
        engine: &'a Engine<B>,
        problem: &'a Problem,
        control: &'a Control<'a>,
    ) -> Result<Option<OpenPositions<'a, B>>, SweepError> {
        let whole = Part::whole(control);
        let values = WinningValues::find(
            engine,
            problem,
            MeetingLevel::Start,
            &SweepOptions::default(),
            whole.part(0.0, 0.8),
        )?;
        let Some(values) = values else {
            return Ok(None);
        };
        let mut steps = Steps::new(whole.part(0.8, 0.9), Phase::BeforeGoal);
        let start = values.task().start();
        let mut room = control.memory();
        room = room.saturating_sub(values.len() * size_of::<B>() as u64);
        let top = start.count() as usize;
        let mut levels = vec![Vec::new(); top + 1];
        levels[top].extend((!values.task().is_finish(start)).then_some(start));
        for pegs in (1..top).rev() {
            let mut below: Vec<B> = Vec::new();
            for &position in &levels[pegs + 1] {
                steps.step()?;
                if below.capacity() - below.len() < engine.jumps().len() {
                    distinct(&mut below);
                    let bytes = (below.capacity() * size_of::<B>()) as u64;
                    if 2 * bytes > room {
                        return Err(LimitReached::Memory.into());
                    }
                    let more = below.len() + engine.jumps().len();
                    allocation::reserve(&mut below, more)?;
                }
                let images = &values.images;
                images.for_each_neighbor(position, position, |next| {
                    if values.contains(next) && !values.task().is_finish(next) {
                        below.push(next);
                    }
                });
            }
            distinct(&mut below);
            room = room.saturating_sub((below.capacity() * size_of::<B>()) as u64);
            levels[pegs] = below;
        }
        Ok(Some(OpenPositions {
            engine,
            problem,
            control,
            values,
            levels,
        }))
    }

    fn is_open(&self, position: B) -> bool {
        let level = self.levels.get(position.count() as usize);
        level.is_some_and(|level| {
            let code = self.values.images.canonical(position);
            level.binary_search(&code).is_ok()
        })
    }

    /// Returns the positions in descending order of peg counts.
    fn all(&self) -> impl Iterator<Item = B> + '_ {
        self.levels.iter().rev().flatten().copied()
    }

    /// Finds a solution with the longest move at this place, if any has a move there.
    fn longest(&self, place: LongMovePlace) -> Result<Option<Line>, SweepError> {
        let mut steps = Steps::new(Part::whole(self.control).part(0.9, 1.0), Phase::LongestMove);
        let mut search = OpenRunSearch {
            open: self,
            place,
            run: Vec::new(),
            seen: FxHashSet::default(),
            longest: Vec::new(),
        };
        let mut from = None;
        for position in self.all() {
            steps.step()?;
            search.seen.clear();
            let before = search.longest.len();
            search.extend(position, None);
            if search.longest.len() > before {
                from = Some(position);
            }
        }
        let longest = search.longest;
        Ok(from.map(|from| self.line_through(from, None, &longest)))
    }

    /// Finds a solution that ends with exactly this move.
    fn ending_with(&self, from: Hole, last: &[Jump]) -> Result<Option<Line>, SweepError> {
        let mut steps = Steps::new(
            Part::whole(self.control).part(0.9, 1.0),
            Phase::LastMoves { jumps: None },
        );
        for code in self.all() {
            for position in self.values.images.orbit(code) {
                steps.step()?;
                let begins = position == self.values.task().start()
                    || self.jump_into(position, Some(from)).is_some();
                if begins && self.meets_goal_after(position, last) {
                    return Ok(Some(self.line_through(position, Some(from), last)));
                }
            }
        }
        Ok(None)
    }

    /// Returns `true` if these jumps are possible and only the last one meets the goal.
    fn meets_goal_after(&self, position: B, jumps: &[Jump]) -> bool {
        let mut code = position.code();
        jumps.iter().enumerate().all(|(number, jump)| {
            let Some(next) = jump.played(code) else {
                return false;
            };
            code = next;
            self.values.task().is_finish(B::from_code(code)) == (number + 1 == jumps.len())
        })
    }

    /// Returns a jump from an open position into this one that does not end in the hole `except`.
    fn jump_into(&self, position: B, except: Option<Hole>) -> Option<Jump> {
        let mut jumps = self.problem.board().jumps().iter().copied();
        jumps.find(|jump| {
            let before = jump.undone(position.code());
            Some(jump.to()) != except
                && before.is_some_and(|before| self.is_open(B::from_code(before)))
        })
    }

    /// Returns a solution with a run of jumps from an open position. The jump before the run does not end in the hole
    /// `except`.
    fn line_through(&self, from: B, except: Option<Hole>, run: &[Jump]) -> Line {
        let mut jumps = Vec::new();
        let (mut position, mut except) = (from, except);
        while position != self.values.task().start() {
            let jump = self.jump_into(position, except.take());
            let jump = jump.expect("a jump from an open position leads to each but the start");
            position ^= B::from_code(jump.code());
            jumps.push(jump);
        }
        jumps.reverse();
        jumps.extend(run);
        let played = |position: B, jump: &Jump| position ^ B::from_code(jump.code());
        let mut position = run.iter().fold(from, played);
        while !self.values.task().is_finish(position) {
            let table = self.engine.jumps();
            let mut next = None;
            table.for_each(position, |jump| {
                if next.is_none() && self.values.contains(position ^ table.change(jump)) {
                    next = Some(jump);
                }
            });
            let next = next.expect("a jump leads from each winning position to another");
            jumps.push(self.problem.board().jumps()[next]);
            position ^= table.change(next);
        }
        Line::found(self.problem.start(), jumps)
    }
}

/// Search for the longest run of jumps by one peg.
struct OpenRunSearch<'a, B> {
    open: &'a OpenPositions<'a, B>,
    place: LongMovePlace,
    run: Vec<Jump>,
    /// Positions after a run from the same open position, with the hole of the peg that moves.
    seen: FxHashSet<(B, Hole)>,
    longest: Vec<Jump>,
}

impl<B: Bits> OpenRunSearch<'_, B> {
    /// Tries all runs that continue the present one, whose peg is in the hole `last`.
    fn extend(&mut self, position: B, last: Option<Hole>) {
        let OpenPositions {
            problem, values, ..
        } = self.open;
        for jump in problem.board().jumps() {
            let change = B::from_code(jump.code());
            let continues = last.is_none_or(|last| last == jump.from());
            if !continues || position & change != change & !B::from_code(jump.to().bit()) {
                continue;
            }
            let next = position ^ change;
            // If a longer run ended in a winning position, this position would be winning, too.
            if !values.contains(next) || !self.seen.insert((next, jump.to())) {
                continue;
            }
            let is_finish = values.task().is_finish(next);
            self.run.push(*jump);
            if self.run.len() > self.longest.len()
                && (is_finish || self.place == LongMovePlace::Anywhere)
            {
                self.longest.clone_from(&self.run);
            }
            if !is_finish {
                self.extend(next, Some(jump.to()));
            }
            self.run.pop();
        }
    }
}
