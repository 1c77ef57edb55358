use super::lane::{Lane, Run};
use super::task::{SymmetryUse, Task};
use super::{JumpOrder, Method, SolverOptions, table_memory};
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine};

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

/// What the lanes came to.
pub(super) enum Search {
    /// The numbers of the jumps that the lane with this number found.
    Found { lane: usize, jumps: Vec<usize> },
    /// The lane with this number has searched everything.
    Dead { lane: usize },
    /// A limit was reached, or the budget that the caller named.
    Stopped,
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
        let backwards =
            plays_both_ways(options).then(|| task.reversed(engine, symmetry_use(options))).flatten();
        let tasks: Vec<Task<B>> = std::iter::once(task).chain(backwards).collect();
        let bytes = table_memory(control) / tasks.len() as u64;
        let seed = options.seed.unwrap_or(0);
        let lanes = tasks
            .into_iter()
            .enumerate()
            .map(|(number, task)| {
                Lane::new(engine, task, options, bytes, seed.rotate_left(1) ^ number as u64)
            })
            .collect();
        Restarts { engine, options, control, lanes, waves: 0 }
    }

    /// Searches until there is a result, a limit is reached, or a run would spend more than `most`.
    pub(super) fn search_up_to(&mut self, most: Option<u64>) -> Search {
        loop {
            let budget = self.next_budget();
            if most.is_some_and(|most| budget.is_none_or(|budget| budget > most)) {
                return Search::Stopped;
            }
            self.waves += 1;
            if let Some(result) = self.wave(budget) {
                return result;
            }
        }
    }

    /// What a run of the next wave may spend; `None` is no limit.
    fn next_budget(&self) -> Option<u64> {
        restarts(self.options).then(|| (FIRST_BUDGET * GROWTH.powi(self.waves)).min(1e18) as u64)
    }

    fn wave(&mut self, budget: Option<u64>) -> Option<Search> {
        let left = self.control.nodes_left();
        if left == Some(0) {
            self.control.stop(LimitReached::Nodes);
        }
        if self.control.is_stopped() {
            return Some(Search::Stopped);
        }
        let lanes = self.lanes.len() as u64;
        let share = left.map(|left| left.div_ceil(lanes));
        let budget = [budget, share].into_iter().flatten().min();
        let worth_threads = budget.is_some_and(|budget| budget >= WORTH_A_THREAD);
        let runs = if worth_threads && lanes > 1 && self.control.threads() > 1 {
            self.run_in_parallel(budget)
        } else {
            self.run_in_turn(budget)
        };
        runs.into_iter().enumerate().find_map(|(lane, run)| match run {
            Run::Found(jumps) => Some(Search::Found { lane, jumps }),
            Run::Dead => Some(Search::Dead { lane }),
            Run::Stopped => None,
        })
    }

    fn run_in_turn(&mut self, budget: Option<u64>) -> Vec<Run> {
        let mut runs = Vec::new();
        for lane in &mut self.lanes {
            runs.push(lane.run(self.engine, self.options, self.control, budget));
            if !matches!(runs.last(), Some(Run::Stopped)) {
                break;
            }
        }
        runs
    }

    fn run_in_parallel(&mut self, budget: Option<u64>) -> Vec<Run> {
        let (engine, options, control) = (self.engine, self.options, self.control);
        std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .lanes
                .iter_mut()
                .map(|lane| scope.spawn(move || lane.run(engine, options, control, budget)))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect()
        })
    }
}

/// A fixed order would do the same again, so it runs once.
pub(super) fn restarts(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Restarts) && options.order == JumpOrder::Own
}

/// Without restarts a single lane runs to its end, so a second one would never have its turn.
fn plays_both_ways(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Reversal) && restarts(options)
}

pub(super) fn symmetry_use(options: &SolverOptions) -> SymmetryUse {
    if options.methods.uses(Method::Symmetry) { SymmetryUse::Reduce } else { SymmetryUse::Ignore }
}
