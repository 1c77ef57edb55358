//! Shorter solutions where the shortest is out of reach: pieces of a solution are replaced by the shortest lines
//! between the same positions.

use super::exact::shortest_line;
use crate::answer::{Solution, Verdict};
use crate::board::{Jump, Position};
use crate::control::{Control, Limits, Part, Progress};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};
use crate::sweep::{SweepMethod, SweepOptions};
use std::time::Duration;

/// Jumps of the pieces that are replaced, from the shortest to the longest.
const PIECES: [usize; 4] = [8, 12, 16, 20];

/// Positions that may be expanded for one piece.
const MOST_POSITIONS: u64 = 3_000_000;

/// First solutions that are shortened where nothing limits the time, and the seconds for each of them.
const SEEDS: u64 = 6;

/// When to give up on another first solution.
const TIME_FOR_SEED: Duration = Duration::from_secs(2);

/// Shortens `first` and other solutions until the time is over or one meets the lower bound; returns the best.
pub(super) fn improved(
    problem: &Problem,
    first: Solution,
    at_least: usize,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Solution {
    let mut best = shortened(first, at_least, control);
    let first_seed = options.seed.unwrap_or(0);
    for seed in 1.. {
        let has_time = control.limits().time.is_some() || seed < SEEDS;
        if !has_time || control.is_stopped() || best.moves().len() <= at_least {
            break;
        }
        let options = SolverOptions { seed: Some(first_seed + seed), ..options.clone() };
        let Some(other) = solved(problem, options, control) else { continue };
        let other = shortened(other, at_least, control);
        if other.moves().len() < best.moves().len() {
            best = other;
        }
    }
    best
}

fn solved(problem: &Problem, options: SolverOptions, control: &Control<'_>) -> Option<Solution> {
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = Limits { time: Some(TIME_FOR_SEED), ..control.limits().clone() };
    let child = control.child(limits).watched_by(&observer);
    let answer = Solver::new(problem.board(), options).solve(problem, &child).ok()?;
    match answer.verdict {
        Verdict::Solvable(solution) => Some(solution),
        _ => None,
    }
}

/// Replaces pieces until none of them can be made shorter.
fn shortened(mut solution: Solution, at_least: usize, control: &Control<'_>) -> Solution {
    for piece in PIECES {
        let mut from = 0;
        // As many pieces as there are, each beginning where nothing has changed since it was last tried.
        let mut since_change = 0;
        let jumps = solution.jumps().len();
        let begins = jumps.saturating_sub(piece) + 1;
        while since_change < begins && solution.moves().len() > at_least && !control.is_stopped() {
            match with_shorter_piece(&solution, from, piece.min(jumps), control) {
                Some(shorter) => (solution, since_change) = (shorter, 0),
                None => since_change += 1,
            }
            from = (from + 1) % begins;
        }
    }
    solution
}

/// The solution with the jumps from `from` on, as many as `piece`, replaced by a line with the fewest moves, if
/// that makes it shorter.
fn with_shorter_piece(
    solution: &Solution,
    from: usize,
    piece: usize,
    control: &Control<'_>,
) -> Option<Solution> {
    let ends: Vec<Position> = solution.positions().skip(from).step_by(piece.max(1)).take(2).collect();
    let [begin, end] = <[Position; 2]>::try_from(ends).ok()?;
    let problem = Problem::new(begin, Goal::Position(end)).ok()?;
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = Limits { nodes: Some(MOST_POSITIONS), ..control.limits().clone() };
    let child = control.child(limits).watched_by(&observer);
    let options = SweepOptions { method: SweepMethod::Lists, ..SweepOptions::default() };
    let line = shortest_line(&problem, &options, Part::whole(&child)).ok()??;
    let (before, rest) = solution.jumps().split_at(from);
    let jumps: Vec<Jump> = before.iter().chain(&line).chain(&rest[piece..]).copied().collect();
    let shorter = Solution::new(solution.start().clone(), jumps).ok()?;
    (shorter.moves().len() < solution.moves().len()).then_some(shorter)
}
