use super::WinningSet;
use super::file::{Bytes, assemble};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepObserver, SweepOptions, SweepTask, SymmetryUse, winning_codes};
use std::path::Path;

impl WinningSet {
    /// Finds the winning positions of a problem by a sweep. A problem for the fewest pegs names no finish, and nothing wins.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<WinningSet, SweepError> {
        AnyEngine::new(problem.board()).run(Find { problem, options, observer })
    }

    /// The set of a task whose winning codes are known, by pegs and ascending.
    ///
    /// A complement problem's winning positions are each other's complements, and so the levels above half the holes are left out:
    /// `W_n` is the complement of `W_(N-n)`, for a line from the start `S` to `x` is, backwards and complemented, a line from the complement
    /// of `x` to that of `S`, which is the finish.
    pub(super) fn of_levels<B: Bits>(task: &SweepTask<B>, levels: Vec<Vec<B>>, threads: usize) -> WinningSet {
        let holes = task.board().hole_count();
        let most = if task.is_complement() { holes / 2 } else { holes };
        let levels = levels.into_iter().enumerate().take(most + 1).filter(|(_, level)| !level.is_empty());
        let bytes = Bytes::Owned(assemble(task, levels.collect(), threads));
        let set = WinningSet::read(bytes, task.board(), Path::new("(memory)"));
        set.expect("what was just written can be read")
    }
}

struct Find<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    observer: &'a SweepObserver<'a>,
}

impl EngineTask for Find<'_> {
    type Output = Result<WinningSet, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = SweepTask::of_problem(engine, self.problem, SymmetryUse::Classes);
        let levels = winning_codes(engine, &task, self.options, self.observer)?;
        Ok(WinningSet::of_levels(&task, levels, self.options.thread_count()))
    }
}
