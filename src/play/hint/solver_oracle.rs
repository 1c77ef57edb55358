use super::outlook_cache::OutlookCache;
use super::{Outlook, WinningOracle};
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits};
use crate::levels::LevelError;
use crate::problem::answer::{Line, Proof, PruningFunctions, Undecided, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::exhaustion::{Exhausted, ExhaustionOptions, WinnablePositions, exhaust};
use crate::solver::{Method, Solver, SolverOptions};
use rustc_hash::FxHashSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Oracle that searches and caches the answers.
///
/// The time limit of a control covers all queries that use it; the other limits apply to each query. Without limits
/// every outlook is known eventually.
///
/// For [`Goal::FewestPegs`], a position is winning if it can be played to as few pegs as the start of the problem.
/// While a limit leaves this number open, no position is known to be winning, and positions that leave more pegs than
/// the fewest found so far are losing.
///
/// # Panics
///
/// Queries panic for positions of another board.
pub struct SolverOracle {
    problem: Problem,
    options: SolverOptions,
    state: Mutex<State>,
}

struct State {
    cache: OutlookCache,
    /// Fewest pegs reachable from the start, once computed.
    par: Option<Par>,
    /// `true` if the next query is the first of a hint.
    begins: bool,
    /// Functions learned about the problem, for either direction of play.
    functions: PruningFunctions,
    /// Position of the last query for a single outlook.
    current: Option<Position>,
    games: Option<WinnableGames>,
}

impl State {
    /// Returns the outlook of a position, if it is known or was left unknown by a limit.
    fn outlook(&self, position: &Position) -> Option<Outlook> {
        let of_games = self
            .games
            .as_ref()
            .and_then(|games| games.outlook(position));
        of_games.or_else(|| self.cache.outlook(position))
    }
}

/// Games from a position, with the positions that can still reach the goal.
struct WinnableGames {
    winnable: WinnablePositions,
    /// Codes of positions that are known to be of these games.
    positions: FxHashSet<u128>,
}

impl WinnableGames {
    /// Adds positions that are known to be of these games.
    fn extend(&mut self, positions: &[Position]) {
        self.positions.extend(positions.iter().map(Position::code));
    }

    /// Returns the outlook of a position that is known to be of these games, if it is known.
    fn outlook(&self, position: &Position) -> Option<Outlook> {
        if !self.positions.contains(&position.code()) {
            return None;
        }
        Some(if self.winnable.contains(position)? {
            Outlook::Winning
        } else {
            Outlook::Losing
        })
    }
}

/// Fewest pegs known to be reachable from the start.
#[derive(Clone, Copy)]
struct Par {
    pegs: usize,
    /// Limit that left open whether fewer are reachable.
    stopped_by: Option<LimitReached>,
}

impl Par {
    /// Returns the outlook of a line that leaves this many pegs.
    fn outlook(self, pegs: usize) -> Outlook {
        match self.stopped_by {
            _ if pegs > self.pegs => Outlook::Losing,
            None => Outlook::Winning,
            Some(limit) => Outlook::Unknown(limit),
        }
    }
}

/// Minimum time for a useful search.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Maximum time of the first search for each of several positions: nearly all that take longer are lost.
const LONGEST_SEARCH: Duration = Duration::from_millis(250);

/// Maximum number of functions to keep for each direction of play, the most recent ones.
const MAX_FUNCTIONS: usize = 160;

impl SolverOracle {
    /// Divisor of the remaining time that a query may take, to leave time for later ones. The first query of a hint may
    /// take more.
    const TIME_DIVISOR: u32 = 4;

    /// Makes an oracle for the goal of a problem.
    pub fn new(problem: &Problem, options: SolverOptions) -> SolverOracle {
        let cache = OutlookCache::new(problem.board(), problem.goal());
        let state = State {
            cache,
            par: None,
            begins: false,
            functions: PruningFunctions::default(),
            current: None,
            games: None,
        };
        SolverOracle {
            problem: problem.clone(),
            options,
            state: Mutex::new(state),
        }
    }

    /// Returns the number of rounds of exhaustions. The second round retries those that ran out of time.
    fn exhaustion_rounds(&self) -> usize {
        if self.options.methods.uses(Method::Levels) {
            2
        } else {
            0
        }
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Locks the state. Cached answers stay valid after a panic elsewhere, so poisoning is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the outlook if no search is needed: the goal is met, the position is cached, or the cached positions
    /// one jump away decide.
    fn known(&self, position: &Position, control: &Control<'_>) -> Option<Outlook> {
        if self.has_won(position, control) {
            self.state().cache.set_winning(position, None);
            return Some(Outlook::Winning);
        }
        let at_the_end = self
            .par_if_wanted(control)
            .filter(|_| position.jumps().next().is_none())
            .map(|par| par.outlook(position.peg_count()));
        if let Some(Outlook::Unknown(limit)) = at_the_end {
            return Some(self.found_unknown(position, limit));
        }
        let mut state = self.state();
        if let Some(outlook) = state.outlook(position) {
            return Some(outlook);
        }
        let mut all_lose = true;
        for jump in position.jumps() {
            match position
                .play(jump)
                .ok()
                .and_then(|next| state.outlook(&next))
            {
                Some(Outlook::Winning) => {
                    state.cache.set_winning(position, Some(jump));
                    return Some(Outlook::Winning);
                }
                Some(Outlook::Losing) => {}
                Some(Outlook::Unknown(_)) | None => all_lose = false,
            }
        }
        all_lose.then(|| {
            state.cache.set_losing(position);
            Outlook::Losing
        })
    }

    /// Returns `true` if the outlook needs a search.
    fn is_open(&self, position: &Position, control: &Control<'_>) -> bool {
        !matches!(
            self.known(position, control),
            Some(Outlook::Winning | Outlook::Losing)
        )
    }

    fn search(&self, position: &Position, control: &Control<'_>) -> Outlook {
        self.found(
            self.solve(position, self.problem.goal().clone(), control),
            position,
            control,
        )
    }

    /// Caches and returns the outlook that follows from a verdict.
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

    /// Caches every position of a line to the goal as winning.
    fn found_winning(&self, line: &Line) -> Outlook {
        let mut state = self.state();
        let positions: Vec<Position> = line.positions().collect();
        for (index, position) in positions.iter().enumerate().rev() {
            state
                .cache
                .set_winning(position, line.jumps().get(index).copied());
        }
        Outlook::Winning
    }

    fn found_losing(&self, position: &Position) -> Outlook {
        self.state().cache.set_losing(position);
        Outlook::Losing
    }

    fn found_unknown(&self, position: &Position, limit: LimitReached) -> Outlook {
        self.state().cache.set_unknown(position, limit);
        Outlook::Unknown(limit)
    }

    /// Searches within a share of the time; `None` if there are too few pegs for the goal.
    fn solve(&self, position: &Position, goal: Goal, control: &Control<'_>) -> Option<Verdict> {
        // The first query is about the current position. If it is lost, its jumps need no query.
        let begins = std::mem::take(&mut self.state().begins);
        let share = |left: Duration| {
            if begins {
                left / 4 * 3
            } else {
                left / Self::TIME_DIVISOR
            }
        };
        let limits = Limits {
            time: control.time_left().map(share),
            ..control.limits().clone()
        };
        control.uncounted(limits, |part| self.solve_within(position, goal, part))
    }

    /// Searches within all the time of a control.
    fn solve_within(
        &self,
        position: &Position,
        goal: Goal,
        control: &Control<'_>,
    ) -> Option<Verdict> {
        let problem = Problem::new(position.clone(), goal).ok()?;
        let mut options = self.options.clone();
        options.functions.add(self.state().functions.clone());
        let solver = Solver::new(position.board(), options);
        let answer = solver
            .solve(&problem, control)
            .expect("solver and functions are of this board");
        match answer.verdict() {
            Verdict::Unsolvable(Proof::Exhaustion { functions, .. })
            | Verdict::Undecided(Undecided { functions, .. }) => self.remember(functions.clone()),
            _ => {}
        }
        Some(answer.verdict().clone())
    }

    /// Searches for a line to the goal.
    fn search_within(&self, position: &Position, control: &Control<'_>) {
        let verdict = self.solve_within(position, self.problem.goal().clone(), control);
        self.found(verdict, position, control);
    }

    /// Decides by an exhaustion, which is faster than a search if there is no line.
    fn exhaust_within(&self, position: &Position, control: &Control<'_>) {
        let Ok(problem) = Problem::new(position.clone(), self.problem.goal().clone()) else {
            return;
        };
        let options = ExhaustionOptions {
            functions: self.state().functions.clone(),
            kinds: self.options.methods.refutations(),
            ..ExhaustionOptions::default()
        };
        match exhaust(&problem, &options, control) {
            Ok(Exhausted::Unsolvable(record)) => {
                self.remember(record.pruning_functions());
                self.found_losing(position)
            }
            Ok(Exhausted::Solvable(line)) => self.found_winning(&line),
            Ok(Exhausted::Undecided {
                limit, functions, ..
            }) => {
                self.remember(functions);
                self.found_unknown(position, limit)
            }
            Err(_) => return, // without a disk for the levels, the outlook stays unknown
        };
    }

    /// Queries the open positions among these, one per thread. A query may take a share of the time left when it
    /// starts; the share can depend on the number of queries.
    fn pass(
        &self,
        positions: &[Position],
        control: &Control<'_>,
        share: fn(Duration, u32) -> Duration,
        ask: &(dyn Fn(&Position, &Control<'_>) + Sync),
    ) {
        let open: Vec<&Position> = positions
            .iter()
            .filter(|position| self.is_open(position, control))
            .collect();
        let threads = control.threads().clamp(1, open.len().max(1));
        let turns = open.len().div_ceil(threads) as u32;
        let all = control.limits();
        // The other half is for memory that the limit does not count.
        let memory = Some(control.memory() / 2 / threads as u64);
        let _: Result<(), Infallible> = try_each_on(threads, open.iter(), |position| {
            let time = control.time_left().map(|left| share(left, turns));
            if time.is_none_or(|time| time >= MIN_TIME) && self.is_open(position, control) {
                let limits = Limits {
                    time,
                    memory,
                    threads: Some(NonZeroUsize::MIN),
                    ..all.clone()
                };
                control.uncounted(limits, |part| ask(position, part));
            }
            Ok(())
        });
    }

    /// Returns the position of the last query for a single outlook, if these positions are one jump after it.
    fn position_before(&self, positions: &[Position]) -> Option<Position> {
        let current = self.state().current.clone()?;
        let after: Vec<Position> = current
            .jumps()
            .filter_map(|jump| current.play(jump).ok())
            .collect();
        let all_follow = positions.iter().all(|position| after.contains(position));
        all_follow.then_some(current)
    }

    /// Plays backwards from the goal up to the positions one jump after `current`. The games from there need no further
    /// search.
    pub(super) fn play_backwards(
        &self,
        current: &Position,
        positions: &[Position],
        control: &Control<'_>,
    ) {
        let memory = control.memory() / 2;
        let known = self.state().games.take();
        let games = match known {
            Some(games) if games.positions.contains(&current.code()) => Some(games),
            _ => self.games_from(current, memory, control),
        };
        let Some(mut games) = games else { return };
        games.extend(positions);
        let limits = Limits {
            time: control.time_left().map(|left| left / 32 * 31),
            memory: Some(memory),
            ..control.limits().clone()
        };
        let pegs = current.peg_count() - 1;
        match control.uncounted(limits, |part| games.winnable.go_on(pegs, part)) {
            Ok(()) | Err(LevelError::Stopped(_)) => {
                self.remember(games.winnable.functions());
                self.state().games = Some(games);
            }
            Err(_) => {} // without a disk for the levels, each position is searched by itself
        }
    }

    fn games_from(
        &self,
        start: &Position,
        memory: u64,
        control: &Control<'_>,
    ) -> Option<WinnableGames> {
        let problem = Problem::new(start.clone(), self.problem.goal().clone()).ok()?;
        let kinds = self.options.methods.refutations();
        let known = self.state().functions.backward.clone();
        Some(WinnableGames {
            winnable: WinnablePositions::of_games(&problem, &known, kinds, memory, control)?,
            positions: [start.code()].into_iter().collect(),
        })
    }

    /// Keeps learned functions: each refutes positions of any game.
    fn remember(&self, learned: PruningFunctions) {
        let known = &mut self.state().functions;
        known.add(learned);
        for functions in [&mut known.forward, &mut known.backward] {
            let surplus = functions.len().saturating_sub(MAX_FUNCTIONS);
            functions.drain(..surplus);
        }
    }

    /// Returns the fewest pegs reachable from the start, if that is the goal.
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

    /// Returns the line found that leaves the fewest pegs, within all the time of a control.
    pub(super) fn fewest_line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        match self.solve_within(position, Goal::FewestPegs, control)? {
            Verdict::Fewest(line, _) | Verdict::Solvable(line) => Some(line.into_line()),
            Verdict::Undecided(undecided) => undecided.best,
            Verdict::Unsolvable(_) => None,
        }
    }

    fn has_won(&self, position: &Position, control: &Control<'_>) -> bool {
        self.problem.board().check_position(position);
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

    /// Returns the outlooks of several positions. Searches come first, because they find most lines quickly. Then play
    /// backwards from the goal answers all of them at once, and exhaustions get the remaining time.
    fn answers(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        let has_known_finishes = *self.problem.goal() != Goal::FewestPegs;
        let before = self.position_before(positions);
        if let (Some(before), Some(games)) = (&before, &mut self.state().games)
            && games.positions.contains(&before.code())
        {
            games.extend(positions);
        }
        if control.limits().time.is_some() && has_known_finishes {
            self.pass(
                positions,
                control,
                |left, turns| (left / 8 / turns).min(LONGEST_SEARCH),
                &|position, control| {
                    self.search_within(position, control);
                },
            );
            if let Some(before) = before
                && self.exhaustion_rounds() > 0
                && positions
                    .iter()
                    .any(|position| self.is_open(position, control))
            {
                self.play_backwards(&before, positions, control);
            }
            for _ in 0..self.exhaustion_rounds() {
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

    /// Returns a line to the goal, or the one that leaves the fewest pegs.
    fn line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        let line = match self.answer(position, control) {
            Outlook::Winning => self
                .remembered_line(position, control)
                .or_else(|| self.line_of_games(position)),
            _ => None,
        };
        line.or_else(|| self.fewest_line(position, control))
    }

    /// Returns a line to the goal through positions found by playing backwards.
    fn line_of_games(&self, position: &Position) -> Option<Line> {
        let state = self.state();
        let games = state.games.as_ref()?;
        let is_won = |position: &Position| self.problem.is_met_by(position);
        let wins = |next: &Position| games.winnable.contains(next) == Some(true);
        Line::new(position.clone(), position.jumps_through(is_won, wins)?).ok()
    }

    /// Returns the cached line to the goal.
    fn remembered_line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        let mut jumps = Vec::new();
        let mut current = position.clone();
        while !self.has_won(&current, control) {
            let jump = self.state().cache.next_jump(&current)?;
            current = current.play(jump).ok()?;
            jumps.push(jump);
        }
        Line::new(position.clone(), jumps).ok()
    }
}

impl WinningOracle for SolverOracle {
    fn is_won(&self, position: &Position, control: &Control<'_>) -> bool {
        control.ended(self.has_won(position, control))
    }

    fn outlook(&self, position: &Position, control: &Control<'_>) -> Outlook {
        self.state().current = Some(position.clone());
        control.ended(self.answer(position, control))
    }

    fn outlooks(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        control.ended(self.answers(positions, control))
    }

    fn best_line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        control.ended(self.line(position, control))
    }

    fn begin_hint(&self) {
        let mut state = self.state();
        state.cache.tidy_up();
        state.par = state.par.filter(|par| par.stopped_by.is_none());
        state.begins = true;
    }
}
