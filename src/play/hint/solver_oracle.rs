use super::memory::Memory;
use super::{Outlook, WinningOracle};
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits};
use crate::problem::answer::PagodaFunction;
use crate::problem::answer::{Proof, Solution, Undecided, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
use crate::solver::{Method, Solver, SolverOptions};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Answers by searching, and remembers the answers.
///
/// Of the limits of the control, that of time holds for all questions that it is given to, together; the
/// others hold for each question. Without limits every outlook is known in the end.
///
/// For [`Goal::FewestPegs`] a position is winning when it can be played to as few pegs as the problem's
/// start. As long as a limit leaves open how few these are, no position is known to be winning, and those are losing
/// that leave more pegs than the fewest found.
///
/// Positions must be positions of the problem's board; asking about others is an error in the caller and
/// panics.
pub struct SolverOracle {
    problem: Problem,
    options: SolverOptions,
    state: Mutex<State>,
}

struct State {
    memory: Memory,
    /// The fewest pegs that the start can be played to, once asked.
    par: Option<Par>,
    /// The next question is the first of a hint.
    begins: bool,
    /// What the searches have learned about the goal.
    functions: Vec<PagodaFunction>,
}

/// The fewest pegs that the start can be played to, as far as is known.
#[derive(Clone, Copy)]
struct Par {
    pegs: usize,
    /// What left open whether there are fewer.
    stopped_by: Option<LimitReached>,
}

impl Par {
    /// Whether a line with this many pegs at its end reaches the goal.
    fn outlook(self, pegs: usize) -> Outlook {
        match self.stopped_by {
            _ if pegs > self.pegs => Outlook::Losing,
            None => Outlook::Winning,
            Some(limit) => Outlook::Unknown(limit),
        }
    }
}

/// A search that has less time finds nothing.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// The most functions that are kept: those learned last.
const MOST_FUNCTIONS: usize = 160;

impl SolverOracle {
    /// A question may take 1/N of the remaining time, so that some is left for those that follow. Only the
    /// first of a hint may take more.
    const QUESTIONS: u32 = 4;

    /// An oracle for the goal of a problem.
    pub fn new(problem: &Problem, options: SolverOptions) -> SolverOracle {
        let memory = Memory::new(problem.board(), problem.goal());
        let state = State {
            memory,
            par: None,
            begins: false,
            functions: Vec::new(),
        };
        SolverOracle {
            problem: problem.clone(),
            options,
            state: Mutex::new(state),
        }
    }

    /// How often an exhaustion is tried: once more for those that had too little time.
    fn exhaustions(&self) -> usize {
        if self.options.methods.uses(Method::Levels) {
            2
        } else {
            0
        }
    }

    /// The problem whose goal is sought.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What was remembered before a panic elsewhere is still right.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The outlook where no search is needed: the goal is met, the position was asked about before, or what
    /// is known of the positions one jump away decides.
    fn known(&self, position: &Position, control: &Control<'_>) -> Option<Outlook> {
        if self.has_won(position, control) {
            self.state().memory.set_winning(position, None);
            return Some(Outlook::Winning);
        }
        let mut state = self.state();
        if let Some(outlook) = state.memory.outlook(position) {
            return Some(outlook);
        }
        let mut all_lose = true;
        for jump in position.jumps() {
            match position
                .play(jump)
                .ok()
                .and_then(|next| state.memory.outlook(&next))
            {
                Some(Outlook::Winning) => {
                    state.memory.set_winning(position, Some(jump));
                    return Some(Outlook::Winning);
                }
                Some(Outlook::Losing) => {}
                Some(Outlook::Unknown(_)) | None => all_lose = false,
            }
        }
        all_lose.then(|| {
            state.memory.set_losing(position);
            Outlook::Losing
        })
    }

    fn search(&self, position: &Position, control: &Control<'_>) -> Outlook {
        self.found(
            self.solve(position, self.problem.goal().clone(), control),
            position,
            control,
        )
    }

    /// The outlook that follows from a search.
    fn found(
        &self,
        verdict: Option<Verdict>,
        position: &Position,
        control: &Control<'_>,
    ) -> Outlook {
        let outlook = |pegs| {
            self.par_if_wanted(control)
                .map_or(Outlook::Winning, |par| par.outlook(pegs))
        };
        match verdict {
            None | Some(Verdict::Unsolvable(_)) => self.found_losing(position),
            Some(Verdict::Solvable(line)) => self.found_winning(&line),
            Some(Verdict::Fewest(line, _)) => match outlook(line.finish().peg_count()) {
                Outlook::Winning => self.found_winning(&line),
                Outlook::Losing => self.found_losing(position),
                Outlook::Unknown(limit) => self.found_unknown(position, limit),
            },
            Some(Verdict::Undecided(undecided)) => match undecided.best {
                Some(line) if outlook(line.finish().peg_count()) == Outlook::Winning => {
                    self.found_winning(&line)
                }
                _ => self.found_unknown(position, undecided.limit),
            },
        }
    }

    /// Every position of a line to the goal is winning.
    fn found_winning(&self, line: &Solution) -> Outlook {
        let mut state = self.state();
        let positions: Vec<Position> = line.positions().collect();
        for (index, position) in positions.iter().enumerate().rev() {
            state
                .memory
                .set_winning(position, line.jumps().get(index).copied());
        }
        Outlook::Winning
    }

    fn found_losing(&self, position: &Position) -> Outlook {
        self.state().memory.set_losing(position);
        Outlook::Losing
    }

    fn found_unknown(&self, position: &Position, limit: LimitReached) -> Outlook {
        self.state().memory.set_unknown(position, limit);
        Outlook::Unknown(limit)
    }

    /// A search with its share of the time; `None` when there are too few pegs for the goal already.
    fn solve(&self, position: &Position, goal: Goal, control: &Control<'_>) -> Option<Verdict> {
        // The first question is about the position itself. If it is lost, no jump needs to be examined.
        let begins = std::mem::take(&mut self.state().begins);
        let share = |left: Duration| {
            if begins {
                left / 4 * 3
            } else {
                left / Self::QUESTIONS
            }
        };
        let limits = Limits {
            time: control.time_left().map(share),
            ..control.limits().clone()
        };
        control.beside(limits, |part| self.solve_within(position, goal, part))
    }

    /// The same with all the time of a control.
    fn solve_within(
        &self,
        position: &Position,
        goal: Goal,
        control: &Control<'_>,
    ) -> Option<Verdict> {
        assert!(
            position.board() == self.problem.board(),
            "{position:?} lies on another board than the problem"
        );
        let problem = Problem::new(position.clone(), goal).ok()?;
        let mut options = self.options.clone();
        options
            .functions
            .forwards
            .extend(self.state().functions.iter().cloned());
        let solver = Solver::new(position.board(), options);
        let answer = solver
            .solve(&problem, control)
            .expect("solver and functions are of this board");
        self.remember_functions(answer.verdict());
        Some(answer.verdict().clone())
    }

    /// Looks for a line to the goal.
    fn search_within(&self, position: &Position, control: &Control<'_>) {
        let verdict = self.solve_within(position, self.problem.goal().clone(), control);
        self.found(verdict, position, control);
    }

    /// Decides by levels, which is sooner done than a search where there is no line.
    fn exhaust_within(&self, position: &Position, control: &Control<'_>) {
        let Ok(problem) = Problem::new(position.clone(), self.problem.goal().clone()) else {
            return;
        };
        let kinds = self.options.methods.refutations();
        let options = ExhaustionOptions {
            kinds,
            memory_only: true,
            ..ExhaustionOptions::default()
        };
        match exhaust(&problem, &options, control) {
            Ok(Exhausted::Unsolvable(_)) => self.found_losing(position),
            Ok(Exhausted::Solvable(line)) => self.found_winning(&line),
            Ok(Exhausted::Undecided { limit, .. }) => self.found_unknown(position, limit),
            Err(_) => return, // too little memory for the levels: it stays unknown
        };
    }

    /// Asks about those of some positions whose outlook is open, each on one thread. A question may take a share of the
    /// time that is left when its turn comes; how large it is may depend on the number of turns.
    fn pass(
        &self,
        positions: &[Position],
        control: &Control<'_>,
        share: fn(Duration, u32) -> Duration,
        ask: &(dyn Fn(&Position, &Control<'_>) + Sync),
    ) {
        let is_open = |position: &&Position| {
            !matches!(
                self.known(position, control),
                Some(Outlook::Winning | Outlook::Losing)
            )
        };
        let open: Vec<&Position> = positions.iter().filter(is_open).collect();
        let threads = control.threads().clamp(1, open.len().max(1));
        let turns = open.len().div_ceil(threads) as u32;
        let all = control.limits();
        let memory = all.memory.map(|memory| memory / 2 / threads as u64); // half is left for what is not counted
        let _: Result<(), Infallible> = try_each_on(threads, open.iter(), |position| {
            let time = control.time_left().map(|left| share(left, turns));
            if time.is_none_or(|time| time >= LEAST_TIME) && is_open(position) {
                let limits = Limits {
                    time,
                    memory,
                    threads: Some(NonZeroUsize::MIN),
                    ..all.clone()
                };
                control.beside(limits, |part| ask(position, part));
            }
            Ok(())
        });
    }

    /// Functions for playing forwards refute positions on the way to the goal, wherever the game began.
    fn remember_functions(&self, verdict: &Verdict) {
        let learned = match verdict {
            Verdict::Unsolvable(Proof::Exhaustion { functions, .. }) => &functions.forwards,
            Verdict::Undecided(Undecided { functions, .. }) => &functions.forwards,
            _ => return,
        };
        let known = &mut self.state().functions;
        for function in learned {
            if !known.contains(function) {
                known.push(function.clone());
            }
        }
        let surplus = known.len().saturating_sub(MOST_FUNCTIONS);
        known.drain(..surplus);
    }

    /// The fewest pegs that the start can be played to, where that is the goal.
    fn par_if_wanted(&self, control: &Control<'_>) -> Option<Par> {
        if *self.problem.goal() != Goal::FewestPegs {
            return None;
        }
        let known = self.state().par;
        Some(known.unwrap_or_else(|| {
            let par = self.par(control);
            self.state().par = Some(par);
            par
        }))
    }

    fn par(&self, control: &Control<'_>) -> Par {
        let start = self.problem.start();
        match self.solve(start, Goal::FewestPegs, control) {
            Some(Verdict::Fewest(line, _) | Verdict::Solvable(line)) => Par {
                pegs: line.finish().peg_count(),
                stopped_by: None,
            },
            Some(Verdict::Undecided(Undecided { best, limit, .. })) => {
                let pegs = best.map_or(start.peg_count(), |line| line.finish().peg_count());
                Par {
                    pegs,
                    stopped_by: Some(limit),
                }
            }
            Some(Verdict::Unsolvable(_)) | None => Par {
                pegs: start.peg_count(),
                stopped_by: None,
            },
        }
    }

    /// The line found that leaves the fewest pegs, in all the time of a control.
    pub(super) fn fewest_line(
        &self,
        position: &Position,
        control: &Control<'_>,
    ) -> Option<Solution> {
        match self.solve_within(position, Goal::FewestPegs, control)? {
            Verdict::Fewest(line, _) | Verdict::Solvable(line) => Some(line),
            Verdict::Undecided(undecided) => undecided.best,
            Verdict::Unsolvable(_) => None,
        }
    }

    fn has_won(&self, position: &Position, control: &Control<'_>) -> bool {
        match self.par_if_wanted(control) {
            Some(par) => par.outlook(position.peg_count()) == Outlook::Winning,
            None => self.problem.is_met_by(position),
        }
    }

    fn answer(&self, position: &Position, control: &Control<'_>) -> Outlook {
        let outlook = self
            .known(position, control)
            .unwrap_or_else(|| self.search(position, control));
        self.state().begins = false;
        outlook
    }

    /// Searches find most lines at once, so that exhaustions have the time for what is left: they are many times
    /// sooner done where there is no line.
    fn answers(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        let names_finishes = *self.problem.goal() != Goal::FewestPegs;
        if control.limits().time.is_some() && names_finishes {
            self.pass(
                positions,
                control,
                |left, turns| left / 2 / turns,
                &|position, control| {
                    self.search_within(position, control);
                },
            );
            for _ in 0..self.exhaustions() {
                self.pass(
                    positions,
                    control,
                    |left, _| left / 3 * 2,
                    &|position, control| {
                        self.exhaust_within(position, control);
                    },
                );
            }
        }
        positions
            .iter()
            .map(|position| self.answer(position, control))
            .collect()
    }

    /// A line to the goal, or else the one that leaves the fewest pegs.
    fn line(&self, position: &Position, control: &Control<'_>) -> Option<Solution> {
        let line = match self.answer(position, control) {
            Outlook::Winning => self.remembered_line(position, control),
            _ => None,
        };
        line.or_else(|| self.fewest_line(position, control))
    }

    /// The line to the goal that is remembered.
    fn remembered_line(&self, position: &Position, control: &Control<'_>) -> Option<Solution> {
        let mut jumps = Vec::new();
        let mut current = position.clone();
        while !self.has_won(&current, control) {
            let jump = self.state().memory.next_jump(&current)?;
            current = current.play(jump).ok()?;
            jumps.push(jump);
        }
        Solution::new(position.clone(), jumps).ok()
    }
}

impl WinningOracle for SolverOracle {
    fn is_won(&self, position: &Position, control: &Control<'_>) -> bool {
        control.ended(self.has_won(position, control))
    }

    fn outlook(&self, position: &Position, control: &Control<'_>) -> Outlook {
        control.ended(self.answer(position, control))
    }

    fn outlooks(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        control.ended(self.answers(positions, control))
    }

    fn best_line(&self, position: &Position, control: &Control<'_>) -> Option<Solution> {
        control.ended(self.line(position, control))
    }

    fn begin_hint(&self) {
        let mut state = self.state();
        state.memory.tidy_up();
        state.par = state.par.filter(|par| par.stopped_by.is_none());
        state.begins = true;
    }
}
