use super::directed_problem::DirectedProblem;
use super::directed_search::{DirectedSearch, SearchAccount};
use super::memory::SearchMemory;
use super::outcome::SearchOutcome;
use super::{JumpOrder, Method, SolverOptions};
use crate::board::SymmetryUse;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine};
use crate::problem::PlayDirection;
use crate::problem::answer::PruningFunctions;

/// Search for a line by directed searches, one forwards and one backwards, which restart with growing budgets. Without
/// a limit it is complete.
///
/// A wave is one run of each directed search, and the first of them with a result decides. Run in sequence, the searches
/// after it are skipped; run in parallel, their results are discarded. Either way the answer is the same.
pub(super) struct Restarts<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    searches: Vec<DirectedSearch<B>>,
    /// Accounts of the last searches before the wave in which an earlier search had a result.
    overruled: Vec<SearchAccount>,
    waves: i32,
}

/// Positions in a run of the first wave, and the growth of runs from wave to wave.
const FIRST_BUDGET: f64 = 1_000.0;
const GROWTH: f64 = 1.8;
/// From this budget on, the searches of a wave get threads of their own.
const WORTH_A_THREAD: u64 = 30_000;

impl<'a, B: Bits> Restarts<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        problem: DirectedProblem<B>,
        options: &'a SolverOptions,
        control: &'a Control<'a>,
    ) -> Restarts<'a, B> {
        let backward = plays_both_ways(options)
            .then(|| problem.reversed(engine))
            .flatten();
        let problems: Vec<_> = std::iter::once(problem).chain(backward).collect();
        let memory = SearchMemory::new(problems.len());
        let seed = options.seed.unwrap_or(0);
        let searches = problems
            .into_iter()
            .enumerate()
            .map(|(number, problem)| {
                DirectedSearch::new(engine, problem, memory, seed.rotate_left(1) ^ number as u64)
            })
            .collect();
        Restarts {
            engine,
            options,
            control,
            searches,
            overruled: Vec::new(),
            waves: 0,
        }
    }

    /// Searches until there is a result, a limit is reached, or a run would spend more than `most`. A refutation
    /// carries the number of dead positions.
    pub(super) fn search_up_to(&mut self, most: Option<u64>) -> SearchOutcome<u64> {
        loop {
            let budget = self.next_budget();
            if most.is_some_and(|most| budget.is_none_or(|budget| budget > most)) {
                return SearchOutcome::Stopped;
            }
            self.waves += 1;
            if let Some(result) = self.wave(budget) {
                return result;
            }
        }
    }

    /// Returns the budget of a run of the next wave; `None` means no limit.
    fn next_budget(&self) -> Option<u64> {
        // The last digit of a power can depend on the platform, that of a product cannot.
        let grown = || (0..self.waves).fold(FIRST_BUDGET, |budget, _| budget * GROWTH);
        searches_again(self.options).then(|| grown().min(1e18) as u64)
    }

    /// Runs a wave. Returns `None` if another is to follow.
    fn wave(&mut self, budget: Option<u64>) -> Option<SearchOutcome<u64>> {
        let left = self.control.nodes_left();
        if left == Some(0) {
            self.control.stop(LimitReached::Nodes);
        }
        if self.control.is_stopped() {
            return Some(SearchOutcome::Stopped);
        }
        let searches = self.searches.len() as u64;
        let share = left.map(|left| left.div_ceil(searches));
        let budget = [budget, share].into_iter().flatten().min();
        let worth_threads = budget.is_some_and(|budget| budget >= WORTH_A_THREAD);
        let threads = if worth_threads && searches > 1 {
            self.control.threads().min(searches as usize)
        } else {
            1
        };
        self.run_searches(threads, budget)
            .into_iter()
            .find(|outcome| !outcome.is_stopped())
    }

    /// Runs each search once, up to the first that has a result.
    fn run_searches(&mut self, threads: usize, budget: Option<u64>) -> Vec<SearchOutcome<u64>> {
        let (engine, options, control) = (self.engine, self.options, self.control);
        let mut outcomes: Vec<SearchOutcome<u64>> = self
            .searches
            .iter()
            .map(|_| SearchOutcome::Stopped)
            .collect();
        let before: Vec<SearchAccount> = self.accounts().collect();
        let _ = try_each_on(
            threads,
            self.searches.iter_mut().zip(&mut outcomes),
            |(search, outcome)| {
                *outcome = search.run(engine, options, control, budget);
                if outcome.is_stopped() {
                    Ok(())
                } else {
                    Err(())
                }
            },
        );
        if let Some(first) = outcomes.iter().position(|outcome| !outcome.is_stopped()) {
            self.overruled = before.into_iter().skip(first + 1).collect();
        }
        outcomes
    }

    /// Returns the contribution of each search to the answer.
    pub(super) fn accounts(&self) -> impl Iterator<Item = SearchAccount> + '_ {
        let counted = self.searches.len() - self.overruled.len();
        let counted = self.searches[..counted].iter().map(DirectedSearch::account);
        counted.chain(self.overruled.iter().cloned())
    }

    /// Frees the transposition tables.
    pub(super) fn forget_positions(&mut self) {
        self.searches
            .iter_mut()
            .for_each(DirectedSearch::forget_positions);
    }

    /// Returns the number of positions expanded.
    pub(super) fn nodes(&self) -> u64 {
        self.searches.iter().map(DirectedSearch::nodes).sum()
    }

    /// Returns the pagoda functions learned.
    pub(super) fn functions(&self) -> PruningFunctions {
        let mut functions = PruningFunctions::default();
        for account in self.accounts() {
            match account.direction {
                PlayDirection::Forward => functions.forward = account.functions,
                PlayDirection::Backward => functions.backward = account.functions,
            }
        }
        functions
    }
}

/// Returns `true` if the search restarts. With a fixed order, a restart would do the same again.
pub(super) fn searches_again(options: &SolverOptions) -> bool {
    options.methods.uses(Method::Restarts) && options.order == JumpOrder::Own
}

/// Returns `true` if a backward search takes turns. Without restarts, it would never have its turn.
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
