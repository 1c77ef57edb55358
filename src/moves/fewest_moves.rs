use super::bidirectional::{BitmapCache, Bounds, SearchOutcome, search_both_ends};
use super::error::MovesError;
use super::improvement::improve;
use super::winning::shortest_line;
use crate::control::{Control, LimitReached, Limits, Part};
use crate::count::subsets;
use crate::problem::answer::{Answer, Exhaustion, Line, Proof, Solution, Stats, Verdict};
use crate::problem::{Finish, Goal, Problem};
use crate::solver::exhaustion::{ExhaustionError, ExhaustionOptions, approach};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{SweepError, SweepMethod, SweepOptions, winning_bitmap_bytes};
use std::sync::Arc;

/// Options of a search for the fewest moves. A proved result does not depend on them.
///
/// ```
/// use pegboard::SolverOptions;
/// use pegboard::moves::MovesOptions;
/// let mut solver = SolverOptions::default();
/// solver.seed = Some(1);
/// let options = MovesOptions::default().with_solver(solver);
/// assert_eq!(options.solver.seed, Some(1));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MovesOptions {
    /// Representation of the winning positions.
    pub sweep: SweepOptions,
    /// Options of the search for first solutions.
    pub solver: SolverOptions,
}

builder_methods!(MovesOptions {
    /// Sets the options of the sweep for winning positions.
    with_sweep(sweep: SweepOptions),
    /// Sets the options of the search for first solutions.
    with_solver(solver: SolverOptions),
});

/// A solution with few moves, and a lower bound.
#[derive(Clone, Debug)]
pub struct FewestMoves {
    answer: Answer,
    at_least: usize,
    limit: Option<LimitReached>,
    /// The levels from both ends to the middle, for a certificate.
    record: Option<Arc<Exhaustion>>,
}

impl FewestMoves {
    fn new(answer: Answer, at_least: usize) -> FewestMoves {
        FewestMoves {
            answer,
            at_least,
            limit: None,
            record: None,
        }
    }

    /// Adds the record that [`Certificate::of_fewest_moves`](crate::Certificate::of_fewest_moves) needs, unless it is there
    /// or the answer is open: for the solution with the fewest moves, functions that refute positions and the sizes of the
    /// levels from both ends to the middle, or of all levels if the goal leaves holes free; for an unsolvable problem, the
    /// record of an exhaustion. The levels are kept in the scratch folder of the options, if any.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::Stopped`] when the control stops the search for it; otherwise as for [`Solver::exhaust`].
    pub fn with_record(
        mut self,
        options: &SolverOptions,
        control: &Control<'_>,
    ) -> Result<FewestMoves, ExhaustionError> {
        match self.answer.verdict() {
            Verdict::Unsolvable(_) => {
                let solver = Solver::new(self.answer.problem().board(), options.clone());
                self.answer = solver.exhaust(&self.answer, control)?;
            }
            Verdict::Solvable(_) if self.record.is_none() && self.is_proved() => {
                let scratch = options.scratch.as_ref();
                let options = ExhaustionOptions {
                    kinds: options.methods.refutations(),
                    scratch: scratch.map(|folder| folder.join("fewest-moves")),
                    ..ExhaustionOptions::default()
                };
                self.record = Some(Arc::new(approach(
                    self.answer.problem(),
                    &options,
                    control,
                )?));
            }
            _ => {}
        }
        Ok(self)
    }

    pub(crate) fn record(&self) -> Option<&Arc<Exhaustion>> {
        self.record.as_ref()
    }

    /// Returns the answer to the problem. Its solution is the shortest one found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns the answer by value.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// Returns the number of moves of the solution found, if any.
    pub fn moves(&self) -> Option<usize> {
        match self.answer.verdict() {
            Verdict::Solvable(solution) => Some(solution.moves().len()),
            _ => None,
        }
    }

    /// Returns the proved lower bound on the number of moves; `None` if the problem is proved unsolvable.
    pub fn at_least(&self) -> Option<usize> {
        (!matches!(self.answer.verdict(), Verdict::Unsolvable(_))).then_some(self.at_least)
    }

    /// Returns the limit that stopped the search; `None` if the search is complete, or if its positions did
    /// not fit memory.
    pub fn limit_reached(&self) -> Option<LimitReached> {
        self.limit
    }

    /// Returns `true` if the solution provably has the fewest moves, or if the problem is provably
    /// unsolvable.
    pub fn is_proved(&self) -> bool {
        self.moves() == self.at_least()
    }
}

/// Finds a solution with the fewest moves.
///
/// A bidirectional search, one move at a time, finds the solution and proves it optimal where its positions fit the
/// memory allowed. Otherwise the winning positions decide, where these fit. One of the two does on boards up to about
/// 37 holes. On larger boards, or when a limit is reached, the answer is the shortest solution found, with a lower
/// bound. A limit is therefore not an error: see [`FewestMoves::limit_reached`].
///
/// The method follows J. Barker and R. Korf, *Solving Peg Solitaire with Bidirectional BFIDA\**, AAAI 2012.
///
/// With [`SolverOptions::record`], the record of a proved answer follows within the same limits. It is left out when a
/// limit or the disk stops it; [`FewestMoves::with_record`] then says why.
///
/// ```
/// use pegboard::moves::{MovesOptions, fewest_moves};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("english")?;
/// let center = board.hole("d4")?;
/// let problem = Problem::svss(&board, center, center);
/// let fewest = fewest_moves(&problem, &MovesOptions::default(), &Control::default())?;
/// assert_eq!((fewest.moves(), fewest.is_proved()), (Some(18), true)); // Bergholt 1912
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`MovesError::NoFinish`] for the goal of fewest pegs, and other variants when the solver rejects the
/// problem or the system runs out of memory or disk space.
pub fn fewest_moves(
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<FewestMoves, MovesError> {
    let cache = BitmapCache::default();
    let mut search_options = options.clone();
    search_options.solver.record = false; // one record of the final answer is enough
    let search = FewestMovesSearch {
        problem,
        known: Known::default(),
        cache: &cache,
        options: &search_options,
        control,
    };
    let mut found = control.ended(search.fewest())?;
    found.limit = control.limit_reached();
    if options.solver.record {
        // An answer is valid without its record.
        let recorded = found.clone().with_record(&options.solver, control);
        return Ok(recorded.unwrap_or(found));
    }
    Ok(found)
}

/// Bounds of a problem that are known in advance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known<'a> {
    /// Lower bound on the number of moves. The result is proved if it has a higher one.
    pub(super) at_least: usize,
    /// Shortest known solution.
    pub(super) solution: Option<&'a Line>,
}

/// Search for short solutions of a problem. Searches for several problems of a board share bitmaps.
pub(super) struct FewestMovesSearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) known: Known<'a>,
    pub(super) cache: &'a BitmapCache,
    pub(super) options: &'a MovesOptions,
    pub(super) control: &'a Control<'a>,
}

impl FewestMovesSearch<'_> {
    /// Finds a shortest solution by all available methods.
    pub(super) fn fewest(&self) -> Result<FewestMoves, MovesError> {
        let mut answer = self.first_answer()?;
        if matches!(answer.verdict, Verdict::Unsolvable(_)) {
            return Ok(FewestMoves::new(answer, 0));
        }
        let (at_least, is_complete) = self.shorten(&mut answer, None)?;
        let exact = if !is_complete {
            self.sweep_exactly()?
        } else if answer.best_line().is_none() {
            ExactOutcome::NoLine
        } else {
            return Ok(FewestMoves::new(answer, at_least));
        };
        match exact {
            ExactOutcome::Line(solution) => {
                let at_least = solution.moves().len();
                answer.verdict = Verdict::Solvable(Solution::found(solution));
                Ok(FewestMoves::new(answer, at_least))
            }
            ExactOutcome::NoLine => Ok(no_line(answer)),
            ExactOutcome::Stopped => {
                if let Verdict::Solvable(solution) = &mut answer.verdict {
                    let solver = &self.options.solver;
                    let improved = improve(
                        self.problem,
                        solution.clone().into_line(),
                        at_least,
                        solver,
                        self.cache,
                        self.control,
                    );
                    // A shorter piece may meet the goal earlier.
                    let jumps = improved
                        .positions()
                        .position(|it| self.problem.is_met_by(&it));
                    let jumps = improved.jumps()[..jumps.unwrap_or(0)].to_vec();
                    *solution = Solution::found(Line::found(self.problem.start(), jumps));
                }
                Ok(FewestMoves::new(answer, at_least))
            }
        }
    }

    /// Finds a solution with at most this many moves, or raises the lower bound until there can be none. All
    /// of the time is for this question.
    pub(super) fn at_most(&self, moves: usize) -> Result<FewestMoves, MovesError> {
        let mut answer = self.first_answer()?;
        if matches!(answer.verdict, Verdict::Unsolvable(_)) {
            return Ok(FewestMoves::new(answer, 0));
        }
        let (at_least, _) = self.shorten(&mut answer, Some(moves))?;
        // Each move removes a peg.
        if at_least > self.most_jumps() && answer.best_line().is_none() {
            return Ok(no_line(answer));
        }
        Ok(FewestMoves::new(answer, at_least))
    }

    /// Returns the maximum number of jumps of a line.
    fn most_jumps(&self) -> usize {
        let finish = Finish::of_problem(self.problem);
        finish.map_or(0, |finish| {
            let left = finish.pegs() as usize;
            self.problem.start().peg_count().saturating_sub(left)
        })
    }

    /// Returns the known solution, or any solution found within a fraction of the time.
    fn first_answer(&self) -> Result<Answer, MovesError> {
        let FewestMovesSearch {
            problem,
            known,
            options,
            control,
            ..
        } = *self;
        if *problem.goal() == Goal::FewestPegs {
            return Err(MovesError::NoFinish);
        }
        if let Some(solution) = known.solution {
            let verdict = Verdict::Solvable(Solution::found(solution.clone()));
            return Ok(Answer {
                problem: problem.clone(),
                verdict,
                stats: Stats::default(),
            });
        }
        let solver = Solver::new(problem.board(), options.solver.clone());
        Ok(within_fraction_of_time(
            FIRST_ANSWER_FRACTION,
            control,
            |part| solver.solve(problem, part),
        )?)
    }

    /// Searches both ends for a solution shorter than the answer's and, optionally, of at most `most` moves.
    /// Returns the lower bound, and `true` if the search is complete. The finishes of patterns are too many for a search
    /// from both ends.
    fn shorten(
        &self,
        answer: &mut Answer,
        most: Option<usize>,
    ) -> Result<(usize, bool), SweepError> {
        if self.problem.patterns().is_some() {
            let is_open = !self.problem.is_met_by(self.problem.start());
            return Ok((self.known.at_least.max(usize::from(is_open)), !is_open));
        }
        let known = answer.best_line().map(|solution| solution.moves().len());
        let moves = known.into_iter().chain(most.map(|most| most + 1)).min();
        let bounds = Bounds {
            at_least: self.known.at_least,
            moves,
        };
        let fraction = if most.is_some() { 1 } else { SEARCH_FRACTION };
        let SearchOutcome {
            at_least,
            jumps,
            is_complete,
        } = within_fraction_of_time(fraction, self.control, |part| {
            search_both_ends(self.problem, bounds, self.cache, part)
        })?;
        if let Some(jumps) = jumps {
            let line = Line::found(self.problem.start(), jumps);
            answer.verdict = Verdict::Solvable(Solution::found(line));
        }
        Ok((at_least, is_complete))
    }

    /// Finds a shortest line along all winning positions, where these fit in memory or on disk.
    fn sweep_exactly(&self) -> Result<ExactOutcome, SweepError> {
        let FewestMovesSearch {
            problem,
            options,
            control,
            ..
        } = *self;
        let sweep = &options.sweep;
        let by_lists = sweep.scratch.is_some() || sweep.method == SweepMethod::Lists;
        let memory = control.memory().saturating_sub(self.cache.bytes());
        if control.is_stopped() || !by_lists && !may_fit_sweep(problem, memory) {
            return Ok(ExactOutcome::Stopped);
        }
        let limits = Limits {
            memory: Some(memory),
            ..control.limits().clone()
        };
        let line = |part: &Control<'_>| shortest_line(problem, sweep, Part::whole(part));
        match control.within(limits, line) {
            Ok(Some(jumps)) => Ok(ExactOutcome::Line(Line::found(problem.start(), jumps))),
            Ok(None) => Ok(ExactOutcome::NoLine),
            Err(SweepError::NoBitmap { .. }) => Ok(ExactOutcome::Stopped),
            Err(error) if error.limit().is_some() => Ok(ExactOutcome::Stopped),
            Err(error) => Err(error),
        }
    }
}

/// Returns the answer after an exhaustive search without a line.
fn no_line(answer: Answer) -> FewestMoves {
    let verdict = Verdict::Unsolvable(Proof::uncounted_exhaustion());
    FewestMoves::new(answer.with_verdict(verdict), 0)
}

/// Returns `true` if a sweep for the winning positions may fit in this many bytes: by bitmaps, beside which codes need some
/// more, or, on small boards with too many jumps for these, by lists of all positions.
pub(super) fn may_fit_sweep(problem: &Problem, memory: u64) -> bool {
    /// Two lists, with at most 16 bytes for a code.
    const BYTES_PER_POSITION: f64 = 32.0;
    match winning_bitmap_bytes(problem) {
        Some(bytes) => bytes <= memory,
        None => {
            let holes = problem.board().hole_count();
            let levels = 0..=problem.start().peg_count();
            let positions: f64 = levels.map(|pegs| subsets(holes, pegs)).sum();
            positions * BYTES_PER_POSITION <= memory as f64
        }
    }
}

/// Runs `work` within 1/`fraction` of the time.
fn within_fraction_of_time<T, E>(
    fraction: u32,
    control: &Control<'_>,
    work: impl FnOnce(&Control<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let limits = control.limits();
    control.within(
        Limits {
            time: limits.time.map(|time| time / fraction),
            ..limits.clone()
        },
        work,
    )
}

enum ExactOutcome {
    Line(Line),
    NoLine,
    Stopped,
}

/// The search for a first solution takes at most 1/N of the time.
const FIRST_ANSWER_FRACTION: u32 = 4;

/// The bidirectional search takes at most 1/N of the time where other methods follow.
const SEARCH_FRACTION: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// All parts of the call together respect the limit.
    #[test]
    fn the_limit_of_positions_is_that_of_the_whole_call() {
        let board = Board::library("wiegleb").unwrap();
        let center = board.hole("e5").unwrap();
        let problem = Problem::svss(&board, center, center);
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let control = Control::new(limits);
        let found = fewest_moves(&problem, &MovesOptions::default(), &control).unwrap();
        assert!(!found.is_proved());
        assert_eq!(control.limit_reached(), Some(crate::LimitReached::Nodes));
    }

    /// A lower bound needs hardly any memory, however many moves a position has. The first positions of this
    /// problem have few moves; the last hundreds up to the limit take nearly all of the time.
    #[test]
    fn boards_with_very_long_moves_have_a_bound_in_little_memory() {
        let board = Board::library("hexagon5").unwrap();
        let center = board.holes().nth(30).unwrap();
        let problem = Problem::svss(&board, center, center);
        let limits = Limits {
            nodes: Some(3_000),
            memory: Some(50 << 20),
            ..Limits::default()
        };
        let found =
            fewest_moves(&problem, &MovesOptions::default(), &Control::new(limits)).unwrap();
        assert!(found.at_least().is_some_and(|moves| moves > 5));
    }
}
