//! The longest move of all solutions, between winning positions.

use super::LongMovePlace;
use super::endings::longest_ending;
use crate::board::Position;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits, Part, Phase};
use crate::engine::{Bits, Engine, with_engine};
use crate::moves::error::MovesError;
use crate::moves::fewest_moves::may_fit_sweep;
use crate::moves::whole_moves::{RecentPositions, WholeMoves};
use crate::moves::winning::{MeetingLevel, WinningValues};
use crate::problem::answer::{Line, Verdict};
use crate::problem::{Goal, PlayDirection, Problem};
use crate::solver::Solver;
use crate::sweep::{SweepError, SweepOptions};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Finds a solution with a longer move than the best one, and returns `true` with it if the result is proved. A limit may
/// stop the search.
///
/// From each winning position, runs of jumps by one peg are tried. A run that ends in a winning position belongs to a
/// solution, so only runs longer than the best are looked up. Where a limit stops this, the result may have a long last move.
pub(super) fn longest_between_winning(
    problem: &Problem,
    best: Line,
    solver: &Solver,
    control: &Control<'_>,
) -> Result<(Line, bool), MovesError> {
    let by_last_move = |best: Line| {
        let (line, _) = longest_ending(problem, best.clone(), solver, control)?;
        Ok((LongMovePlace::Anywhere.longer(best, line), false))
    };
    if !may_fit_sweep(problem, control.memory()) {
        return by_last_move(best);
    }
    let sweep = SweepOptions::default();
    let limits = Limits {
        time: control.time_left().map(|time| time / 2),
        ..control.limits().clone()
    };
    let most = LongMovePlace::Anywhere.jumps(&best);
    let found = control.within(limits, |part| {
        with_engine!(&sweep.engine(problem.board()), |engine| {
            find_longest_run(engine, problem, &sweep, most, part)
        })
    });
    let run = match found {
        Ok(Some(run)) => run,
        Ok(None) => return Ok((best, true)),
        Err(error) if error.limit().is_some() => return by_last_move(best),
        Err(error) => return Err(error.into()),
    };
    Ok(match solution_around(problem, &run, solver, control)? {
        Some(solution) => (solution, true),
        None => (best, false), // a limit was reached
    })
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
    let search = WinningRunSearch {
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

struct WinningRunSearch<'a, B> {
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

impl<B: Bits> WinningRunSearch<'_, B> {
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
            part.tick(codes.len() as u64, || Phase::LongestMove)
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
