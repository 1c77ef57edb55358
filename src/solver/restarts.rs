use super::control::Control;
use super::lane::{Lane, Run};
use super::task::Task;
use super::{Method, SolverOptions};
use crate::engine::{Bits, Engine};
use std::num::NonZeroUsize;

/// The complete search: lanes that play forwards and backwards, each restarted with growing budgets.
///
/// The lanes run in waves, one run of each lane a wave, and the first lane with a result decides. So the
/// answer does not depend on whether the lanes of a wave run one after the other or in parallel.
pub(super) struct Restarts<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    pub(super) lanes: Vec<Lane<B>>,
}

/// What the lanes came to.
pub(super) enum Search {
    Found { lane: usize, start: usize, jumps: Vec<usize> },
    Dead { lane: usize },
    Stopped,
}

/// Positions in a run of the first wave.
const FIRST_BUDGET: u64 = 2_000;
/// From this budget on, the lanes of a wave get threads of their own.
const WORTH_A_THREAD: u64 = 20_000;

impl<'a, B: Bits> Restarts<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        task: Task<B>,
        options: &'a SolverOptions,
        control: &'a Control<'a>,
    ) -> Restarts<'a, B> {
        let symmetric = options.methods.uses(Method::Symmetry);
        let backwards = (both_ways(options)).then(|| task.reversed(engine, symmetric)).flatten();
        let tasks: Vec<Task<B>> = std::iter::once(task).chain(backwards).collect();
        let bytes = options.limits.memory / tasks.len() as u64;
        let seed = u128::from(options.seed.unwrap_or(0));
        let lanes = tasks
            .into_iter()
            .enumerate()
            .map(|(number, task)| Lane::new(engine, task, options, bytes, seed << 1 | number as u128))
            .collect();
        Restarts { engine, options, control, lanes }
    }

    pub(super) fn search(&mut self) -> Search {
        for wave in 0.. {
            if let Some(result) = self.wave(self.budget(wave)) {
                return result;
            }
        }
        unreachable!("the waves go on until one has a result")
    }

    fn budget(&self, wave: u32) -> u64 {
        if !self.options.methods.uses(Method::Restarts) {
            return u64::MAX;
        }
        let growth = super::env("GR",1.3).powi(wave.min(150) as i32);
        (super::env("FB",2000.0) * growth) as u64
    }

    fn wave(&mut self, budget: u64) -> Option<Search> {
        let left = self.control.nodes_left();
        if left == 0 {
            self.control.stop_for_nodes();
        }
        if self.control.is_stopped() {
            return Some(Search::Stopped);
        }
        let budget = budget.min(left.div_ceil(self.lanes.len() as u64));
        let runs = if budget >= WORTH_A_THREAD && self.threads() > 1 && self.lanes.len() > 1 {
            self.run_in_parallel(budget)
        } else {
            self.run_in_turn(budget)
        };
        runs.into_iter().enumerate().find_map(|(lane, run)| match run {
            Run::Found { start, jumps } => Some(Search::Found { lane, start, jumps }),
            Run::Dead => Some(Search::Dead { lane }),
            Run::Stopped => None,
        })
    }

    fn run_in_turn(&mut self, budget: u64) -> Vec<Run> {
        let mut runs = Vec::new();
        for lane in &mut self.lanes {
            runs.push(lane.run(self.engine, self.options, self.control, budget));
            if !matches!(runs.last(), Some(Run::Stopped)) {
                break;
            }
        }
        runs
    }

    fn run_in_parallel(&mut self, budget: u64) -> Vec<Run> {
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

    fn threads(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.options.threads.map_or_else(available, NonZeroUsize::get)
    }
}

/// Without restarts a single lane runs to its end, so a second one would never have its turn.
fn both_ways(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Reversal) && options.methods.uses(Method::Restarts)
}
