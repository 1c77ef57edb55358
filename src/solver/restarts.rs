use super::lane::Lane;
use super::memory::LaneMemory;
use super::outcome::Outcome;
use super::task::{PlayDirection, Task};
use super::{JumpOrder, Method, SolverOptions};
use crate::board::SymmetryUse;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine};
use crate::problem::answer::PruningFunctions;

/// The search for a line: lanes that play forwards and backwards, restarted with growing budgets. Left to
/// run it is complete.
///
/// The lanes run in waves, one run of each lane a wave, and the first lane with a result decides. So the
/// answer does not depend on whether the lanes of a wave run one after the other or in parallel.
pub(super) struct Restarts<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    pub(super) lanes: Vec<Lane<B>>,
    waves: i32,
}

/// Positions in a run of the first wave, and by how much runs grow from wave to wave.
const FIRST_BUDGET: f64 = 1_000.0;
const GROWTH: f64 = 1.8;
/// From this budget on, the lanes of a wave get threads of their own.
const WORTH_A_THREAD: u64 = 30_000;

impl<'a, B: Bits> Restarts<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        task: Task<B>,
        options: &'a SolverOptions,
        control: &'a Control<'a>,
    ) -> Restarts<'a, B> {
        let backwards = plays_both_ways(options)
            .then(|| task.reversed(engine, symmetry_use(options)))
            .flatten();
        let tasks: Vec<Task<B>> = std::iter::once(task).chain(backwards).collect();
        let memory = LaneMemory::new(control, tasks.len());
        let seed = options.seed.unwrap_or(0);
        let lanes = tasks
            .into_iter()
            .enumerate()
            .map(|(number, task)| {
                Lane::new(
                    engine,
                    task,
                    options,
                    memory,
                    seed.rotate_left(1) ^ number as u64,
                )
            })
            .collect();
        Restarts {
            engine,
            options,
            control,
            lanes,
            waves: 0,
        }
    }

    /// Searches until there is a result, a limit is reached, or a run would spend more than `most`. A
    /// refutation is the number of dead positions that were searched.
    pub(super) fn search_up_to(&mut self, most: Option<u64>) -> Outcome<u64> {
        loop {
            let budget = self.next_budget();
            if most.is_some_and(|most| budget.is_none_or(|budget| budget > most)) {
                return Outcome::Stopped;
            }
            self.waves += 1;
            if let Some(result) = self.wave(budget) {
                return result;
            }
        }
    }

    /// What a run of the next wave may spend; `None` is no limit.
    fn next_budget(&self) -> Option<u64> {
        searches_again(self.options)
            .then(|| (FIRST_BUDGET * GROWTH.powi(self.waves)).min(1e18) as u64)
    }

    /// `None` when the next wave is to follow.
    fn wave(&mut self, budget: Option<u64>) -> Option<Outcome<u64>> {
        let left = self.control.nodes_left();
        if left == Some(0) {
            self.control.stop(LimitReached::Nodes);
        }
        if self.control.is_stopped() {
            return Some(Outcome::Stopped);
        }
        let lanes = self.lanes.len() as u64;
        let share = left.map(|left| left.div_ceil(lanes));
        let budget = [budget, share].into_iter().flatten().min();
        let worth_threads = budget.is_some_and(|budget| budget >= WORTH_A_THREAD);
        let threads = if worth_threads && lanes > 1 {
            self.control.threads().min(lanes as usize)
        } else {
            1
        };
        self.run_lanes(threads, budget)
            .into_iter()
            .find(|outcome| !outcome.is_stopped())
    }

    /// One run of each lane, or of the first ones up to one that has a result.
    fn run_lanes(&mut self, threads: usize, budget: Option<u64>) -> Vec<Outcome<u64>> {
        let (engine, options, control) = (self.engine, self.options, self.control);
        let mut outcomes: Vec<Outcome<u64>> = self.lanes.iter().map(|_| Outcome::Stopped).collect();
        let _ = try_each_on(
            threads,
            self.lanes.iter_mut().zip(&mut outcomes),
            |(lane, outcome)| {
                *outcome = lane.run(engine, options, control, budget);
                if outcome.is_stopped() {
                    Ok(())
                } else {
                    Err(())
                }
            },
        );
        outcomes
    }

    /// Frees the memory of what was learned of positions.
    pub(super) fn forget_positions(&mut self) {
        self.lanes.iter_mut().for_each(Lane::forget_positions);
    }

    /// The positions that have been expanded.
    pub(super) fn nodes(&self) -> u64 {
        self.lanes
            .iter()
            .map(|lane| lane.counts.nodes + lane.beam_nodes)
            .sum()
    }

    /// The pagoda functions learned.
    pub(super) fn functions(&self) -> PruningFunctions {
        let mut functions = PruningFunctions::default();
        for lane in &self.lanes {
            let learned = match lane.task.direction {
                PlayDirection::Forwards => &mut functions.forwards,
                PlayDirection::Backwards => &mut functions.backwards,
            };
            *learned = lane.functions_followed();
        }
        functions
    }
}

/// A fixed order would do the same again, so it runs once.
pub(super) fn searches_again(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Restarts) && options.order == JumpOrder::Own
}

/// Without restarts a single lane runs to its end, so a second one would never have its turn.
fn plays_both_ways(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Reversal) && searches_again(options)
}

pub(super) fn symmetry_use(options: &SolverOptions) -> SymmetryUse {
    if options.methods.uses(Method::Symmetry) {
        SymmetryUse::Classes
    } else {
        SymmetryUse::Raw
    }
}
