//! Refusal of counts that cannot fit the memory, before the sweep that would find their levels.

use super::level_reader::bytes_for_counting;
use crate::board::Position;
use crate::control::{Control, LimitReached, Limits};
use crate::engine::Bits;
use crate::problem::{Goal, Problem};
use crate::solver::{Method, Methods, Solver, SolverOptions};
use crate::sweep::{SweepError, SweepTask};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::num::NonZeroUsize;

/// Positions that are sampled on a level.
const SAMPLE: usize = 80;

/// Negative logarithm of the chance that a level's share is overestimated: less than one in ten million.
const CERTAINTY: f64 = 16.2;

/// Maximum number of positions to expand for a sampled one. Most lines that exist are found with fewer.
const NODES: u64 = 1_000;

/// Returns an error if the reachable positions of two levels certainly do not fit the memory.
///
/// A class has about the same number of positions as any other of the same level, so the only unknown is the share of
/// reachable ones. The solver finds a lower bound on the share in a random sample.
pub(super) fn check_room<B: Bits>(
    task: &SweepTask<B>,
    start: &Position,
    bytes_of_a_number: u64,
    control: &Control<'_>,
) -> Result<(), SweepError> {
    let (holes, top) = (task.board().hole_count(), start.peg_count());
    let classes = 2f64.powi(task.board().position_classes().dimension() as i32);
    let divisor = classes * task.symmetries().len() as f64;
    const FAR_TOO_MANY: f64 = 1e15;
    let size = |pegs: usize| (binomial(holes, pegs) / divisor).min(FAR_TOO_MANY);
    let bytes = |pegs: usize| {
        let sizes = [pegs, pegs + 1].map(|pegs| size(pegs) as u64);
        let largest = sizes[0].max(sizes[1]) * size_of::<B>() as u64;
        largest + bytes_for_counting::<B>(sizes, bytes_of_a_number)
    };
    let Some((all, pegs)) = (1..top).map(|pegs| (bytes(pegs), pegs)).max() else {
        return Ok(());
    };
    let limit = control.memory();
    let Some(enough) = certain_number(limit as f64 / all as f64) else {
        return Ok(());
    };
    let mut random = Pcg64Mcg::seed_from_u64(0);
    let mut least_share = 1.0f64;
    for pegs in [pegs, pegs + 1] {
        match share_of_reachable(start, pegs, enough, &mut random, control)? {
            Some(share) => least_share = least_share.min(share),
            None => return Ok(()),
        }
    }
    Err(SweepError::NoRoom {
        limit,
        least: (all as f64 * least_share) as u64,
    })
}

/// Returns the smallest number of reachable positions in a sample that shows that their true share is above `share`, if
/// any number does.
///
/// By Chernoff's bound, `found` or more of `n` positions are reachable with a probability of at most `exp(-n·D)`, where
/// `D` is the relative entropy of `found / n` and the true share.
fn certain_number(share: f64) -> Option<usize> {
    let all = SAMPLE as f64;
    let term = |part: f64, share: f64| {
        if part > 0.0 {
            part * (part / (all * share)).ln()
        } else {
            0.0
        }
    };
    (1..=SAMPLE).find(|&found| {
        let found = found as f64;
        found > all * share && term(found, share) + term(all - found, 1.0 - share) > CERTAINTY
    })
}

/// Returns the share of a sample that is reachable, or `None` if fewer than `enough` positions are.
fn share_of_reachable(
    start: &Position,
    pegs: usize,
    enough: usize,
    random: &mut Pcg64Mcg,
    control: &Control<'_>,
) -> Result<Option<f64>, LimitReached> {
    let limits = Limits {
        nodes: Some(NODES),
        memory: Some(1 << 20),
        threads: Some(NonZeroUsize::MIN),
        ..Limits::default()
    };
    let options = SolverOptions {
        methods: Methods::all()
            .without(Method::Bitmap)
            .without(Method::Levels),
        ..SolverOptions::default()
    };
    let solver = Solver::new(start.board(), options);
    let mut failures = 0;
    for _ in 0..SAMPLE {
        if failures > SAMPLE - enough {
            return Ok(None);
        }
        let Some(position) = random_position(start, pegs, random) else {
            return Ok(None);
        };
        let is_reached =
            Problem::new(start.clone(), Goal::Position(position)).is_ok_and(|problem| {
                control.beside(limits.clone(), |part| {
                    solver
                        .solve(&problem, part)
                        .is_ok_and(|answer| answer.solution().is_some())
                })
            });
        control.limit_reached().map_or(Ok(()), Err)?;
        failures += usize::from(!is_reached);
    }
    let found = SAMPLE - failures;
    Ok((found >= enough).then_some(found as f64 / SAMPLE as f64))
}

/// Draws a position of the start's class. Returns `None` if that takes too many trials.
fn random_position(start: &Position, pegs: usize, random: &mut Pcg64Mcg) -> Option<Position> {
    const TRIALS: usize = 10_000;
    let board = start.board();
    let mut holes: Vec<_> = board.holes().collect();
    (0..TRIALS).find_map(|_| {
        for place in 0..pegs {
            let other = random.random_range(place..holes.len());
            holes.swap(place, other);
        }
        let position = board.with_pegs(holes[..pegs].iter().copied());
        (position.class() == start.class()).then_some(position)
    })
}

fn binomial(holes: usize, pegs: usize) -> f64 {
    (0..pegs).fold(1.0, |sets, chosen| {
        sets * (holes - chosen) as f64 / (chosen + 1) as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, SymmetryUse};
    use crate::engine::Engine;

    fn least_memory(board: &str, vacancy: &str, memory: u64) -> Option<u64> {
        let board = Board::library(board).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let engine = Engine::<u64>::new(&board);
        let task = SweepTask::from_start(&engine, &start, SymmetryUse::Classes);
        let control = Control::new(Limits {
            memory: Some(memory),
            ..Limits::default()
        });
        match check_room(&task, &start, 16, &control) {
            Err(SweepError::NoRoom { least, .. }) => Some(least),
            result => {
                result.unwrap();
                None
            }
        }
    }

    #[test]
    fn a_count_that_cannot_fit_is_refused_before_the_sweep() {
        let least = least_memory("french", "d1", 2 << 30).unwrap();
        assert!((8 << 30..14 << 30).contains(&least), "{least}");
        assert_eq!(least_memory("french", "d1", 12 << 30), None);
        assert_eq!(least_memory("triangle5", "a1", 1 << 20), None);
    }
}
