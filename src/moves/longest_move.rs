//! Solutions with a longest possible move, at any point of the game.

use super::bidirectional::BitmapCache;
use super::error::MovesError;
use super::fewest_moves::{FewestMovesSearch, Known, MovesOptions, fits_bitmaps};
use super::first_meeting::{LongMovePlace, longest_to_first_meeting};
use super::last_move::{LongestMove, find_longest, find_longest_last};
use super::linkage::PlayDirection;
use super::whole_moves::{RecentPositions, WholeMoves};
use super::winning::{MeetingLevel, WinningValues};
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits, Part, Phase};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::answer::{Line, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{SweepError, SweepOptions};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Finds a solution with a move that has the most jumps of all moves in any solution.
///
/// From each winning position, runs of jumps by one peg are tried. A run that ends in a winning position
/// belongs to a solution, so only runs longer than the best are looked up. Where a bitmap of the winning
/// positions does not fit memory, the result is the best of a few solutions, with a long last move or with
/// few moves, and it is not proved; this takes the time allowed, or 20 seconds.
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
/// [`MovesError`] when the solver rejects the problem or the system runs out of memory.
pub fn longest_move(
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Result<LongestMove, MovesError> {
    find_longest(problem, options, control, most_jumps, |solver, any| {
        find_longest_anywhere(problem, any, solver, control)
    })
}

/// Finds a solution with the longest move, and returns `true` with it if that is proved. A limit may stop the
/// search.
fn find_longest_anywhere(
    problem: &Problem,
    any: Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    if problem.patterns().is_some() {
        return longest_to_first_meeting(problem, any, LongMovePlace::Anywhere, control);
    }
    if !fits_bitmaps(problem, control.memory()) {
        return Ok((find_long_move(problem, any, solver, control)?, false));
    }
    let sweep = SweepOptions::default();
    let limits = control.limits();
    let limits = Limits {
        time: limits.time.map(|time| time / 2),
        ..limits.clone()
    };
    let found = control.within(limits, |part| {
        with_engine!(&sweep.engine(problem.board()), |engine| {
            find_longest_run(engine, problem, &sweep, most_jumps(&any), part)
        })
    });
    let run = match found {
        Ok(Some(run)) => run,
        Ok(None) => return Ok((any, true)),
        Err(error) if error.limit().is_some() => {
            return Ok((find_long_move(problem, any, solver, control)?, false));
        }
        Err(error) => return Err(error.into()),
    };
    Ok(match solution_around(problem, &run, solver, control)? {
        Some(solution) => (solution, true),
        None => (any, false), // a limit was reached
    })
}

/// Time for [`find_long_move`] without a time limit. It proves nothing, so it need not be exhaustive.
const LONG_MOVE_TIME: Duration = Duration::from_secs(20);

/// Finds a solution with a long move without the winning positions: the best of one with a long last move and
/// one with few moves.
fn find_long_move(
    problem: &Problem,
    any: Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Line, MovesError> {
    let within = |time| Limits {
        time: Some(time),
        ..control.limits().clone()
    };
    let limits = within(control.time_left().unwrap_or(LONG_MOVE_TIME) / 2);
    let (with_last, _) = control.within(limits, |part| {
        find_longest_last(problem, any.clone(), solver, part)
    })?;
    let cache = BitmapCache::default();
    let options = MovesOptions::default().with_solver(solver.options().clone());
    let known = Known {
        at_least: 0,
        solution: Some(&any),
    };
    let limits = within(control.time_left().unwrap_or(LONG_MOVE_TIME / 2));
    let few = control.within(limits, |part| {
        FewestMovesSearch {
            problem,
            known,
            cache: &cache,
            options: &options,
            control: part,
        }
        .fewest()
    })?;
    let few = few.answer().best_line().cloned();
    let all = few.into_iter().chain([with_last, any]);
    Ok(all.max_by_key(most_jumps).expect("there is at least one"))
}

/// Returns the number of jumps of the longest move of a solution.
fn most_jumps(solution: &Line) -> usize {
    solution
        .moves()
        .iter()
        .map(|each| each.holes().len() - 1)
        .max()
        .unwrap_or(0)
}

/// Finds a solution that contains this run, unless a limit is reached.
fn solution_around(
    problem: &Problem,
    run: &Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<Option<Line>, MovesError> {
    let line = |start: &Position, goal: Goal| {
        let Ok(part) = Problem::new(start.clone(), goal) else {
            return Ok(None);
        };
        match solver.solve(&part, control)?.verdict {
            Verdict::Solvable(line) => Ok(Some(line)),
            _ => Ok::<_, MovesError>(None),
        }
    };
    let before = line(problem.start(), Goal::Position(run.start().clone()))?;
    let after = line(run.finish(), problem.goal().clone())?;
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(None);
    };
    let jumps = [before.jumps(), run.jumps(), after.jumps()].concat();
    Ok(Some(Line::found(problem.start(), jumps)))
}

/// Finds the longest run of jumps by one peg between winning positions, if it has more than `known` jumps.
fn find_longest_run<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    known: usize,
    control: &Control<'_>,
) -> Result<Option<Line>, SweepError> {
    let whole = Part::whole(control);
    let values = WinningValues::find(
        engine,
        problem,
        MeetingLevel::Start,
        options,
        whole.part(0.0, 0.8),
    )?;
    let Some(values) = values else {
        return Ok(None);
    };
    let moves = WholeMoves::new(engine);
    let search = RunSearch {
        values: &values,
        moves: &moves,
        highest_rank: AtomicU64::new(rank(known, 0)),
        best: Mutex::new(None),
    };
    search.search(whole.part(0.8, 1.0))?;
    let best = search
        .best
        .into_inner()
        .expect("no thread panics with the lock");
    Ok(best.map(|run| {
        let position = Position::from_code_unchecked(moves.board(), run[0].code());
        Line::found(&position, moves.jumps_between(&run))
    }))
}

struct RunSearch<'a, B> {
    values: &'a WinningValues<B>,
    moves: &'a WholeMoves<'a, B>,
    highest_rank: AtomicU64,
    /// Positions before and after the run of the highest rank.
    best: Mutex<Option<[B; 2]>>,
}

/// Returns the rank of a run: longer runs come first, then those of earlier batches. So the best run does not depend on
/// the thread that is first.
fn rank(jumps: usize, batch: usize) -> u64 {
    ((jumps as u64) << 48) | ((u64::MAX >> 16) - batch as u64)
}

impl<B: Bits> RunSearch<'_, B> {
    /// Searches for runs of higher and higher rank.
    fn search(&self, part: Part<'_>) -> Result<(), LimitReached> {
        const BATCH: usize = 1 << 12;
        let batches = self
            .values
            .levels()
            .iter()
            .flat_map(|codes| codes.chunks(BATCH))
            .enumerate();
        try_each_on(part.control().threads(), batches, |(batch, codes)| {
            // Runs from a position of a level to the same position have the same length.
            let mut recent = RecentPositions::within(part.control().memory());
            for code in codes {
                let _ = self
                    .moves
                    .for_each(PlayDirection::Forward, *code, &mut recent, |next| {
                        self.try_run(*code, next, batch);
                        ControlFlow::Continue(())
                    });
            }
            part.tick(codes.len() as u64, || {
                Phase::of_unknown_length("longest move")
            })
        })
    }

    fn try_run(&self, begin: B, end: B, batch: usize) {
        let rank = rank((begin.count() - end.count()) as usize, batch);
        if rank > self.highest_rank.load(Ordering::Relaxed) && self.values.contains(end) {
            let mut best = self.best.lock().expect("no thread panics with the lock");
            if rank > self.highest_rank.fetch_max(rank, Ordering::Relaxed) {
                *best = Some([begin, end]);
            }
        }
    }
}
