//! Local improvement where the optimum is out of reach: pieces of a solution are replaced by the shortest
//! lines between the same positions.

use super::bidirectional::{BitmapCache, Bounds, search_both_ends};
use crate::control::{Control, Limits};
use crate::problem::answer::{Line, Move, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{Solver, SolverOptions};

/// Lengths of the pieces in moves, from short to long.
const PIECES: [usize; 5] = [4, 6, 9, 13, 18];

/// Positions that may be expanded for one piece.
const MAX_POSITIONS: u64 = 100_000;

/// Number of starting solutions without a time limit.
const SEEDS: u64 = 6;

/// Positions that may be expanded to find a further starting solution.
const NODES_FOR_SEED: u64 = 1 << 22;

/// Shortens `first` and further random solutions until the time is up or one meets the lower bound. Returns
/// the best.
pub(super) fn improve(
    problem: &Problem,
    first: Line,
    at_least: usize,
    options: &SolverOptions,
    cache: &BitmapCache,
    control: &Control<'_>,
) -> Line {
    let mut best = shortened(first, at_least, cache, control);
    let first_seed = options.seed.unwrap_or(0);
    for seed in 1.. {
        let has_time = control.limits().time.is_some() || seed < SEEDS;
        if !has_time || control.is_stopped() || best.moves().len() <= at_least {
            break;
        }
        let options = SolverOptions {
            seed: Some(first_seed.wrapping_add(seed)),
            ..options.clone()
        };
        let Some(other) = solved(problem, options, control) else {
            continue;
        };
        let other = shortened(other, at_least, cache, control);
        if other.moves().len() < best.moves().len() {
            best = other;
        }
    }
    best
}

fn solved(problem: &Problem, options: SolverOptions, control: &Control<'_>) -> Option<Line> {
    let limits = Limits {
        nodes: Some(NODES_FOR_SEED),
        ..control.limits().clone()
    };
    let solver = Solver::new(problem.board(), options);
    let answer = control
        .within(limits, |part| solver.solve(problem, part))
        .ok()?;
    match answer.verdict {
        Verdict::Solvable(solution) => Some(solution.into_line()),
        _ => None,
    }
}

/// Replaces pieces until no piece can be shortened.
fn shortened(
    mut solution: Line,
    at_least: usize,
    cache: &BitmapCache,
    control: &Control<'_>,
) -> Line {
    for piece in PIECES {
        let mut from = 0;
        // One pass over all pieces without a change ends the loop.
        let mut since_change = 0;
        loop {
            let moves = solution.moves().len();
            let begins = (moves + 1).saturating_sub(piece);
            if since_change >= begins || moves <= at_least || control.is_stopped() {
                break;
            }
            match with_shorter_piece(&solution, from % begins, piece, cache, control) {
                Some(shorter) => (solution, since_change) = (shorter, 0),
                None => since_change += 1,
            }
            from += 1;
        }
    }
    solution
}

/// Replaces the `piece` moves from `from` on by fewer that lead to the same position, if there are any.
fn with_shorter_piece(
    solution: &Line,
    from: usize,
    piece: usize,
    cache: &BitmapCache,
    control: &Control<'_>,
) -> Option<Line> {
    let moves = solution.moves();
    let jumps_of = |moves: &[Move]| moves.iter().map(|each| each.jump_count()).sum::<usize>();
    let (before, rest) = solution.jumps().split_at(jumps_of(&moves[..from]));
    let (replaced, after) = rest.split_at(jumps_of(&moves[from..from + piece]));
    let begin = Line::new(solution.start().clone(), before.to_vec())
        .ok()?
        .finish()
        .clone();
    let end = Line::new(begin.clone(), replaced.to_vec())
        .ok()?
        .finish()
        .clone();
    let problem = Problem::new(begin, Goal::Position(end)).ok()?;
    let limits = Limits {
        nodes: Some(MAX_POSITIONS),
        ..control.limits().clone()
    };
    let known = Bounds {
        at_least: 0,
        moves: Some(piece),
    };
    let shorter = control
        .within(limits, |part| {
            search_both_ends(&problem, known, cache, part)
        })
        .ok()?
        .jumps?;
    Line::new(solution.start().clone(), [before, &shorter, after].concat()).ok()
}
