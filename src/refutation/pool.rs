//! Pool of functions that compete to be followed by a search.

use super::following::{Follower, LANES, Lanes, ParityLanes, PlainLanes, fits};
use super::learning::Learner;
use crate::board::{Board, Symmetry};
use crate::control::threads::try_map_on;
use crate::control::{Control, LimitReached, Phase};
use crate::problem::Finish;
use crate::problem::answer::PagodaFunction;

/// Functions learned from samples of the positions that a search could not refute. A linear program tries to
/// refute each sample that no function refutes yet. The functions that together refute the most samples are
/// followed.
#[derive(Debug)]
pub(crate) struct Pool {
    board: Board,
    learner: Learner,
    size: PoolSize,
    /// Symmetries that fix the finish: each gives an image of each function.
    symmetries: Vec<Symmetry>,
    /// A position is refuted if it is refuted for every part.
    parts: Vec<FinishPart>,
    /// Refuted samples, the latest last.
    samples: Vec<u128>,
    pub(crate) linear_programs: u64,
}

/// Capacities of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolSize {
    /// Functions followed for each part of the finish.
    pub(crate) followed: usize,
    /// Functions that compete.
    pub(crate) functions: usize,
    /// Samples for which they compete.
    pub(crate) samples: usize,
    /// Maximum number of parity sets of a function.
    pub(crate) parities: usize,
}

/// A part of the finish, with the functions that refute it.
#[derive(Debug)]
struct FinishPart {
    finish: Finish,
    functions: Vec<PagodaFunction>,
    /// Functions followed, the one that refutes the most samples first.
    followed: Vec<PagodaFunction>,
}

/// Attempt to refute a sample.
#[derive(Default)]
struct Attempt {
    is_refuted: bool,
    /// New functions, each with the index of the part that it refutes.
    learned: Vec<(usize, PagodaFunction)>,
    linear_programs: u64,
}

/// Samples whose linear programs are solved side by side. It is constant, so that the functions do not depend on the
/// number of threads.
const BATCH: usize = 32;

impl Pool {
    /// Creates a pool of functions that refute each finish separately, or all together if there are many.
    pub(crate) fn new(
        board: &Board,
        finish: &Finish,
        symmetries: Vec<Symmetry>,
        size: PoolSize,
    ) -> Pool {
        Pool::of_parts(board, Follower::parts(finish), symmetries, size)
    }

    /// Creates a pool of functions each of which refutes all finishes.
    pub(crate) fn together(
        board: &Board,
        finish: &Finish,
        symmetries: Vec<Symmetry>,
        size: PoolSize,
    ) -> Pool {
        Pool::of_parts(board, vec![finish.clone()], symmetries, size)
    }

    fn of_parts(
        board: &Board,
        parts: Vec<Finish>,
        symmetries: Vec<Symmetry>,
        size: PoolSize,
    ) -> Pool {
        let part = |finish| FinishPart {
            finish,
            functions: Vec::new(),
            followed: Vec::new(),
        };
        Pool {
            board: board.clone(),
            learner: Learner::new(board, size.parities),
            size,
            symmetries,
            parts: parts.into_iter().map(part).collect(),
            samples: Vec::new(),
            linear_programs: 0,
        }
    }

    /// Adds functions to those followed, for every part.
    pub(crate) fn follow(&mut self, functions: &[PagodaFunction]) {
        for part in &mut self.parts {
            let functions = functions.iter().filter(|function| fits(function));
            part.followed.extend(functions.cloned());
        }
    }

    /// Returns the functions followed for any part, without duplicates.
    pub(crate) fn followed(&self) -> Vec<PagodaFunction> {
        let mut followed: Vec<PagodaFunction> = Vec::new();
        for function in self.parts.iter().flat_map(|part| &part.followed) {
            if !followed.contains(function) {
                followed.push(function.clone());
            }
        }
        followed
    }

    /// Returns the functions followed, vectorized for a search by levels.
    pub(crate) fn follower(&self) -> Follower {
        Follower::of_parts(
            &self.board,
            self.parts
                .iter()
                .map(|part| (&part.finish, part.followed.as_slice())),
        )
    }

    /// Returns the first functions followed, vectorized for a depth-first search. The pool must be one of
    /// functions that refute all finishes [together](Pool::together).
    pub(crate) fn lanes(&self) -> PlainLanes {
        let part = &self.parts[0];
        Lanes::new(
            &self.board,
            &part.followed.iter().collect::<Vec<_>>(),
            &part.finish,
        )
    }

    /// Learns from samples, given by their codes, and selects the functions to follow again. Returns the
    /// number of samples refuted.
    pub(crate) fn learn(
        &mut self,
        samples: impl IntoIterator<Item = u128>,
        control: &Control<'_>,
    ) -> usize {
        let refuted = self.refute(samples, control);
        if refuted > 0 {
            self.choose();
        }
        refuted
    }

    /// Learns from samples that the functions followed do not refute, and follows up to `more` additional
    /// functions that are `allowed`.
    pub(crate) fn learn_more(
        &mut self,
        samples: impl IntoIterator<Item = u128>,
        more: usize,
        allowed: impl Fn(&PagodaFunction) -> bool,
        control: &Control<'_>,
    ) {
        self.samples.clear();
        self.refute(samples, control);
        for part in &mut self.parts {
            part.functions.retain(&allowed);
            let more = more.min(self.size.followed.saturating_sub(part.followed.len()));
            let chosen = greedy_cover(&self.board, part, &self.samples, more);
            part.followed.extend(
                chosen
                    .into_iter()
                    .map(|index| part.functions[index].clone()),
            );
            let surplus = part.functions.len().saturating_sub(self.size.functions);
            part.functions.drain(..surplus);
        }
    }

    /// Returns the number of samples refuted, learning new functions where needed.
    fn refute(&mut self, samples: impl IntoIterator<Item = u128>, control: &Control<'_>) -> usize {
        let known = self.samples.len();
        let samples: Vec<u128> = samples.into_iter().collect();
        for batch in samples.chunks(BATCH) {
            let attempts = try_map_on(control.threads(), batch.iter(), |sample| {
                control.tick(0, || Phase::PagodaFunctions)?;
                Ok::<_, LimitReached>(self.attempt(*sample))
            });
            let Ok(attempts) = attempts else { break };
            for (sample, attempt) in batch.iter().zip(attempts) {
                self.linear_programs += attempt.linear_programs;
                for (part, function) in &attempt.learned {
                    self.add(*part, function);
                }
                if attempt.is_refuted {
                    self.samples.push(*sample);
                }
            }
        }
        self.samples.len() - known
    }

    /// Tries to refute every part for a sample, until one fails.
    fn attempt(&self, sample: u128) -> Attempt {
        let mut attempt = Attempt::default();
        attempt.is_refuted = self.parts.iter().enumerate().all(|(part, of_part)| {
            let finishes = of_part.finish.regions();
            let refutes = |function: &PagodaFunction| {
                finishes
                    .iter()
                    .all(|finish| function.refutes_region(sample, *finish))
            };
            if of_part.functions.iter().any(refutes) {
                return true;
            }
            attempt.linear_programs += 1;
            let found = match *finishes {
                [] => None,
                [finish] => self.learner.refute(sample, finish),
                _ => self.learner.refute_all(sample, &finishes),
            };
            let is_refuted = found.is_some();
            attempt
                .learned
                .extend(found.map(|function| (part, function)));
            is_refuted
        });
        attempt
    }

    /// Adds a function and its images, each to the part that it refutes.
    fn add(&mut self, part: usize, function: &PagodaFunction) {
        let finish = self.parts[part].finish.clone();
        for symmetry in &self.symmetries {
            let image = finish.image(symmetry);
            let Some(part) = self
                .parts
                .iter_mut()
                .find(|part| image.as_ref() == Some(&part.finish))
            else {
                continue;
            };
            let function = function.image(symmetry);
            if !part.functions.contains(&function) {
                part.functions.push(function);
            }
        }
    }

    /// Selects the functions to follow, and drops the oldest of the others beyond the capacity.
    fn choose(&mut self) {
        let surplus = self.samples.len().saturating_sub(self.size.samples);
        self.samples.drain(..surplus);
        for part in &mut self.parts {
            let chosen = greedy_cover(&self.board, part, &self.samples, self.size.followed);
            part.followed = chosen
                .iter()
                .map(|index| part.functions[*index].clone())
                .collect();
            let surplus = part.functions.len().saturating_sub(self.size.functions);
            let numbered = std::mem::take(&mut part.functions).into_iter().enumerate();
            let kept = numbered.filter(|(index, _)| *index >= surplus || chosen.contains(index));
            part.functions = kept.map(|(_, function)| function).collect();
        }
    }
}

/// Selects up to `most` functions of a part greedily, each refuting the most samples not refuted before.
fn greedy_cover(board: &Board, part: &FinishPart, samples: &[u128], most: usize) -> Vec<usize> {
    let refuted = refuted_samples(board, part, samples);
    let mut open = vec![u64::MAX; samples.len().div_ceil(64)];
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let gain = |set: &[u64]| -> u32 {
            set.iter()
                .zip(&open)
                .map(|(set, open)| (set & open).count_ones())
                .sum()
        };
        let gains = refuted
            .iter()
            .enumerate()
            .map(|(index, set)| (gain(set), std::cmp::Reverse(index)));
        let Some((1.., std::cmp::Reverse(best))) = gains.max() else {
            break;
        };
        chosen.push(best);
        open.iter_mut()
            .zip(&refuted[best])
            .for_each(|(open, set)| *open &= !set);
    }
    chosen
}

/// Returns, for each function of a part, the samples that it refutes, one bit each.
fn refuted_samples(board: &Board, part: &FinishPart, samples: &[u128]) -> Vec<Vec<u64>> {
    let mut refuted = vec![vec![0; samples.len().div_ceil(64)]; part.functions.len()];
    for (block, functions) in part.functions.chunks(LANES).enumerate() {
        debug_assert!(functions.iter().all(fits));
        let lanes: ParityLanes =
            Lanes::new(board, &functions.iter().collect::<Vec<_>>(), &part.finish);
        for (index, sample) in samples.iter().enumerate() {
            let refuting = lanes.refuting(&lanes.of(*sample));
            for (lane, set) in refuted[block * LANES..]
                .iter_mut()
                .take(functions.len())
                .enumerate()
            {
                set[index / 64] |= u64::from(refuting >> lane & 1) << (index % 64);
            }
        }
    }
    refuted
}
