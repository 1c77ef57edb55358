//! Refusal of counts that do not fit the memory, before a long sweep.

use super::level_index::subsets;
use super::level_reader::least_bytes;
use crate::board::Position;
use crate::control::{Control, LimitReached, Limits};
use crate::engine::Bits;
use crate::problem::{Goal, Problem};
use crate::solver::{Method, Methods, Solver, SolverOptions};
use crate::sweep::{
    SweepError, SweepMethod, SweepOptions, SweepTask, bitmap_bytes, winning_bitmap_bytes,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Size of a bitmap that takes seconds.
const LONG_SWEEP: u64 = 256 << 20;

/// Number of positions of the start's class drawn in a round, on average.
const DRAWN: u64 = 128;
const ROUNDS: u64 = 16;

/// Maximum number of independent parities: the class is a small part of the draws.
const MAX_PARITIES: usize = 8;

/// Number of positions that the search for a line expands.
const NODES: u64 = 2000;

/// Maximum size of a level. The bytes of a larger one could overflow.
const MOST: u64 = 1 << 56;

/// Negative logarithm of the chance that a round refuses a count that fits.
const CERTAINTY: f64 = 21.0;

/// Returns an error if the positions that can be reached from a start are too many to be counted in the memory, as far as
/// a sample of the middle level tells. Counts after a short sweep are not checked: the sweep gives the exact sizes.
pub(super) fn check_room<B: Bits>(
    task: &SweepTask<B>,
    start: &Position,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<(), SweepError> {
    let board = start.board();
    let bitmap = bitmap_bytes(start).filter(|bytes| *bytes <= control.memory());
    if bitmap.is_some_and(|bytes| bytes < LONG_SWEEP) {
        return Ok(());
    }
    let by_lists = options.scratch.is_some() || options.method == SweepMethod::Lists;
    let held = bitmap.filter(|_| !by_lists).unwrap_or(0);
    let middle = board.hole_count() / 2;
    let bytes = |size: u64| held + least_bytes::<B>(board, middle, size);
    check_level(task, start, (middle, &bytes), options, control)
}

/// Returns an error if the lists of a sweep for the winning positions of a problem do not fit the memory, as far as a
/// sample tells. The sweep holds the positions that can be reached down to the middle between start and finish, and each
/// of them takes at least a byte of a list.
pub(super) fn check_room_of_lists<B: Bits>(
    task: &SweepTask<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<(), SweepError> {
    let bitmap = winning_bitmap_bytes(problem).filter(|bytes| *bytes <= control.memory());
    let is_by_bitmap = bitmap.is_some() && options.method != SweepMethod::Lists;
    let Some(finish) = task
        .finish()
        .filter(|_| !is_by_bitmap && options.scratch.is_none())
    else {
        return Ok(());
    };
    let start = problem.start();
    let middle = (start.peg_count() + finish.pegs() as usize).div_ceil(2);
    check_level(task, start, (middle, &|size| size), options, control)
}

/// Returns an error if a level takes too much memory, as far as a sample tells. The level is given by its number of pegs,
/// and by a function that returns the minimum memory from a number of positions.
///
/// The sample consists of random positions of the level. A short search looks for a line to each of them. Some
/// positions that can be reached are missed, so the share found underestimates the share that can be reached. Let the
/// count fit if at most the share `g` can be reached. Then a sample of `n` positions shows a share of at least `f > g` with a
/// chance of at most `exp(−n·D(f‖g))`, where `D` is the relative entropy (Chernoff's bound).
fn check_level<B: Bits>(
    task: &SweepTask<B>,
    start: &Position,
    (pegs, bytes): (usize, &dyn Fn(u64) -> u64),
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<(), SweepError> {
    let board = start.board();
    let parities = board.position_classes().dimension();
    let limit = control.memory().min(MOST);
    let has_few_pegs = 2 * start.peg_count() <= board.hole_count();
    if has_few_pegs || parities > MAX_PARITIES || bytes(0) > limit {
        return Ok(());
    }
    let all = subsets(board.hole_count(), pegs) / task.symmetries().len() as f64;
    // A level of this many positions does not fit, nor does a larger one: each position takes a byte or more.
    let mut too_many = limit + 1;
    loop {
        let fewer = too_many - too_many / 64 - 1;
        if bytes(fewer) <= limit {
            break;
        }
        too_many = fewer;
    }
    let share_that_fits = too_many as f64 / all;
    if share_that_fits >= 0.5f64.powi(parities as i32) {
        return Ok(()); // the whole class fits
    }
    let mut sample = Sample::new(start, pegs, options);
    for _ in 0..ROUNDS {
        sample.draw(DRAWN << parities, control)?;
        let share = sample.share();
        let certainty = sample.drawn as f64 * relative_entropy(share, share_that_fits);
        if share > share_that_fits && certainty > CERTAINTY {
            let least = bytes((share * all).min(MOST as f64) as u64);
            return Err(SweepError::NoRoom { limit, least });
        }
    }
    Ok(())
}

/// Random positions of a level.
struct Sample<'a> {
    start: &'a Position,
    /// Number of pegs of the level.
    pegs: usize,
    solver: Solver,
    random: Pcg64Mcg,
    drawn: u64,
    /// Number of positions to which a line was found.
    reached: u64,
}

impl Sample<'_> {
    fn new<'a>(start: &'a Position, pegs: usize, options: &SweepOptions) -> Sample<'a> {
        let methods = [
            Method::Beam,
            Method::Table,
            Method::Reversal,
            Method::Symmetry,
        ]
        .into_iter()
        .fold(Methods::none(), Methods::with);
        let options = SolverOptions::default()
            .with_methods(methods)
            .with_backend(options.backend);
        Sample {
            start,
            pegs,
            solver: Solver::new(start.board(), options),
            random: Pcg64Mcg::seed_from_u64(1),
            drawn: 0,
            reached: 0,
        }
    }

    fn draw(&mut self, count: u64, control: &Control<'_>) -> Result<(), LimitReached> {
        let board = self.start.board();
        let mut holes: Vec<_> = board.holes().collect();
        for _ in 0..count {
            let (chosen, _) = holes.partial_shuffle(&mut self.random, self.pegs);
            let position = board.with_pegs(chosen.iter().copied());
            if position.class() == self.start.class() && self.is_reached(&position, control) {
                self.reached += 1;
            }
            if let Some(limit) = control.limit_reached() {
                return Err(limit);
            }
        }
        self.drawn += count;
        Ok(())
    }

    /// Returns `true` if a short search finds a line to the position. It plays backwards, on complements.
    fn is_reached(&self, position: &Position, control: &Control<'_>) -> bool {
        let goal = Goal::Position(self.start.complement());
        let Ok(problem) = Problem::new(position.complement(), goal) else {
            return false;
        };
        let limits = Limits {
            nodes: Some(NODES),
            ..control.limits().clone()
        };
        let answer = control.uncounted(limits, |control| self.solver.solve(&problem, control));
        answer.is_ok_and(|answer| answer.best_line().is_some())
    }

    /// Returns the share of the positions to which a line was found.
    fn share(&self) -> f64 {
        self.reached as f64 / self.drawn as f64
    }
}

/// Returns the relative entropy of two chances, the second of which is positive and less than 1.
fn relative_entropy(chance: f64, other: f64) -> f64 {
    let term = |one: f64, other: f64| {
        if one == 0.0 {
            0.0
        } else {
            one * (one / other).ln()
        }
    };
    term(chance, other) + term(1.0 - chance, 1.0 - other)
}

#[cfg(test)]
mod tests {
    use super::super::{count_games, count_solutions};
    use super::*;
    use crate::board::{Board, SymmetryUse};
    use crate::control::{Phase, Progress};
    use crate::engine::Engine;
    use crate::sweep::Sweep;
    use std::ops::ControlFlow;

    #[test]
    fn a_sample_shows_no_more_than_can_be_reached() {
        for (name, vacancy) in [("triangle5", "a1"), ("triangle6", "c3")] {
            let board = Board::library(name).unwrap();
            let start = board.vacate(board.hole(vacancy).unwrap());
            let control = Control::default();
            let middle = board.hole_count() / 2;
            let mut sample = Sample::new(&start, middle, &SweepOptions::default());
            sample.draw(2000, &control).unwrap();
            let sweep =
                Sweep::from_start(&start, SymmetryUse::Raw, &SweepOptions::default(), &control);
            let levels = sweep.unwrap();
            let level = levels.levels().iter().find(|level| level.pegs == middle);
            let share = level.unwrap().reachable as f64 / subsets(board.hole_count(), middle);
            assert!(share > 0.01, "{share}");
            assert!(
                (0.5 * share..1.25 * share).contains(&sample.share()),
                "{share} {}",
                sample.share()
            );
        }
    }

    /// Cancels a sweep.
    fn without_sweep(progress: &Progress) -> ControlFlow<()> {
        match progress.phase {
            Phase::Bitmap | Phase::Finishes | Phase::Positions | Phase::Level { .. } => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    #[test]
    fn a_count_that_cannot_fit_is_refused_before_its_sweep() {
        let board = Board::library("french").unwrap();
        let start = board.vacate(board.hole("d1").unwrap());
        let problem = Problem::new(start, Goal::OnePeg).unwrap();
        let control = Control::new(Limits {
            memory: Some(600 << 20),
            ..Limits::default()
        })
        .watched_by(&without_sweep);
        let refused = count_games(&problem, &SweepOptions::default(), &control);
        assert!(
            matches!(refused, Err(SweepError::NoRoom { limit, least }) if limit == 600 << 20 && least > 3 * limit),
            "{refused:?}"
        );
    }

    /// The sweeps would expand more positions than the control allows.
    #[test]
    fn solutions_that_cannot_fit_are_refused_before_their_sweep() {
        let board = Board::library("wiegleb").unwrap();
        let [center, side] = ["e5", "b5"].map(|label| board.hole(label).unwrap());
        for finish in [center, side] {
            let problem = Problem::svss(&board, center, finish);
            let control = Control::new(Limits {
                nodes: Some(1 << 20),
                memory: Some(64 << 20),
                ..Limits::default()
            });
            let refused = count_solutions(&problem, &SweepOptions::default(), &control);
            assert!(
                matches!(refused, Err(SweepError::NoRoom { limit, least }) if least > 3 * limit),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn a_count_that_may_fit_is_tried() {
        let board = Board::library("french").unwrap();
        let start = board.vacate(board.hole("d1").unwrap());
        let engine = Engine::<u64>::new(&board);
        let task = SweepTask::from_start(&engine, &start, SymmetryUse::Classes);
        let control = Control::new(Limits {
            memory: Some(100 << 30),
            ..Limits::default()
        });
        check_room(&task, &start, &SweepOptions::default(), &control).unwrap();
    }

    #[test]
    fn equal_chances_have_no_relative_entropy() {
        assert_eq!(relative_entropy(0.25, 0.25), 0.0);
        assert!((relative_entropy(0.0, 0.5) - 2f64.ln()).abs() < 1e-12);
        assert!(relative_entropy(0.5, 0.25) > 0.1);
    }
}
