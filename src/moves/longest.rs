//! Solutions with a move as long as can be, wherever it comes.

use super::endings::{LongestMove, SpecialSolutionError, longest_from_any, with_longest_last};
use super::ends::KeptBitmaps;
use super::fewest::{FewestSearch, Known, MovesOptions, fits_bitmaps};
use super::rule::Way;
use super::values::{Meeting, Values};
use super::whole_moves::{Recent, WholeMoves};
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits, Part, Phase};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::answer::{Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{SweepError, SweepOptions};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Finds a solution with a move that has the most jumps of all moves in any solution.
///
/// From each winning position the runs of jumps by one peg are tried: those that end in a winning position belong to
/// a solution, and only those longer than the longest so far are looked up. Where a bitmap of the winning positions
/// does not fit memory, the solution is the best of some, with a long last move or with few moves, and not proved to
/// have the longest: that takes the time allowed, or 20 seconds.
///
/// ```
/// use pegboard::moves::longest_move;
/// use pegboard::{Board, Control, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("c5")?);
/// let longest = longest_move(&problem, &SolverOptions::default(), &Control::default())?;
/// assert!(longest.is_proved());
/// println!("{} jumps: {}", longest.jumps().unwrap(), longest.answer().solution().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SpecialSolutionError`] when the system has no memory.
pub fn longest_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, SpecialSolutionError> {
    longest_from_any(problem, options, control, most_jumps, |solver, any| {
        with_longest(problem, any, solver, control)
    })
}

/// A solution with the longest move, unless a limit is reached; and whether it is certainly that.
fn with_longest(
    problem: &Problem,
    any: Solution,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Solution, bool), SpecialSolutionError> {
    if !fits_bitmaps(problem, control.memory()) {
        return Ok((with_long(problem, any, solver, control)?, false));
    }
    let sweep = SweepOptions::default();
    let limits = control.limits();
    let limits = Limits {
        time: limits.time.map(|time| time / 2),
        ..limits.clone()
    };
    let found = control.within(limits, |part| {
        let task = LongestRun {
            problem,
            sweep: &sweep,
            known: most_jumps(&any),
            control: part,
        };
        sweep.engine(problem.board()).run(task)
    });
    let run = match found {
        Ok(Some(run)) => run,
        Ok(None) => return Ok((any, true)),
        Err(error) if error.is_limit() => {
            return Ok((with_long(problem, any, solver, control)?, false));
        }
        Err(error) => return Err(error.into()),
    };
    Ok(match around(problem, &run, solver, control)? {
        Some(solution) => (solution, true),
        None => (any, false), // a limit was reached
    })
}

/// The time for [`with_long`] where there is no limit: it proves nothing, so that it need not come to its end.
const TIME_FOR_LONG: Duration = Duration::from_secs(20);

/// A solution with a long move, where the winning positions cannot be looked at: the one with the longest of those
/// with a long last move, and with few moves.
fn with_long(
    problem: &Problem,
    any: Solution,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Solution, SpecialSolutionError> {
    let within = |time| Limits {
        time: Some(time),
        ..control.limits().clone()
    };
    let limits = within(control.time_left().unwrap_or(TIME_FOR_LONG) / 2);
    let (with_last, _) = control.within(limits, |part| {
        with_longest_last(problem, any.clone(), solver, part)
    })?;
    let kept = KeptBitmaps::default();
    let mut options = MovesOptions::default();
    options.solver = solver.options().clone();
    let known = Known {
        at_least: 0,
        solution: Some(&any),
    };
    let limits = within(control.time_left().unwrap_or(TIME_FOR_LONG / 2));
    let few = control.within(limits, |part| {
        FewestSearch {
            problem,
            known,
            kept: &kept,
            options: &options,
            control: part,
        }
        .fewest()
    })?;
    let few = few.answer().solution().cloned();
    let all = few.into_iter().chain([with_last, any]);
    Ok(all.max_by_key(most_jumps).expect("there is at least one"))
}

/// The jumps of the longest move of a solution.
fn most_jumps(solution: &Solution) -> usize {
    solution
        .moves()
        .iter()
        .map(|each| each.holes().len() - 1)
        .max()
        .unwrap_or(0)
}

/// A solution that has this run in it, unless a limit is reached.
fn around(
    problem: &Problem,
    run: &Solution,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Option<Solution>, SpecialSolutionError> {
    let line = |start: &Position, goal: Goal| {
        let Ok(part) = Problem::new(start.clone(), goal) else {
            return Ok(None);
        };
        match solver.solve(&part, control)?.verdict {
            Verdict::Solvable(line) => Ok(Some(line)),
            _ => Ok::<_, SpecialSolutionError>(None),
        }
    };
    let before = line(problem.start(), Goal::Position(run.start().clone()))?;
    let after = line(run.finish(), problem.goal().clone())?;
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(None);
    };
    let jumps = [before.jumps(), run.jumps(), after.jumps()].concat();
    Ok(Some(Solution::found(problem.start(), jumps)))
}

/// The longest run of jumps by one peg from a winning position to another, if it is longer than a known one.
struct LongestRun<'a> {
    problem: &'a Problem,
    sweep: &'a SweepOptions,
    known: usize,
    control: &'a Control<'a>,
}

impl EngineTask for LongestRun<'_> {
    type Output = Result<Option<Solution>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let whole = Part::whole(self.control);
        let values = Values::new(
            engine,
            self.problem,
            Meeting::Start,
            self.sweep,
            whole.part(0.0, 0.8),
        )?;
        let Some(values) = values else {
            return Ok(None);
        };
        let moves = WholeMoves::new(engine);
        let search = RunSearch {
            values: &values,
            moves: &moves,
            best: Mutex::new(None),
        };
        let longest = AtomicUsize::new(self.known);
        search.search(&longest, whole.part(0.8, 1.0))?;
        let best = search
            .best
            .into_inner()
            .expect("no thread panics with the best run");
        Ok(best.map(|run| {
            let position = Position::from_code_unchecked(moves.board(), run[0].code());
            Solution::found(&position, moves.jumps_between(&run))
        }))
    }
}

struct RunSearch<'a, B> {
    values: &'a Values<B>,
    moves: &'a WholeMoves<'a, B>,
    /// The positions before and after the longest run.
    best: Mutex<Option<[B; 2]>>,
}

impl<B: Bits> RunSearch<'_, B> {
    /// Looks for runs with more jumps than `longest`, which grows with each that is found.
    fn search(&self, longest: &AtomicUsize, part: Part<'_>) -> Result<(), LimitReached> {
        const SHARE: usize = 1 << 12;
        let shares = self
            .values
            .levels()
            .iter()
            .flat_map(|codes| codes.chunks(SHARE));
        try_each_on(part.control().threads(), shares, |codes| {
            // From each position of a level, runs to the same position are of the same length.
            let mut recent = Recent::within(part.control().memory());
            for code in codes {
                let _ = self.moves.for_each(Way::Down, *code, &mut recent, |next| {
                    self.try_run(*code, next, longest);
                    ControlFlow::Continue(())
                });
            }
            part.tick(codes.len() as u64, || {
                Phase::of_unknown_length("longest move")
            })
        })
    }

    fn try_run(&self, begin: B, end: B, longest: &AtomicUsize) {
        let jumps = (begin.count() - end.count()) as usize;
        if jumps > longest.load(Ordering::Relaxed) && self.values.holds(end) {
            let mut best = self
                .best
                .lock()
                .expect("no thread panics with the best run");
            if jumps > longest.fetch_max(jumps, Ordering::Relaxed) {
                *best = Some([begin, end]);
            }
        }
    }
}
