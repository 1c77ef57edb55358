use super::WinningSet;
use super::elias_fano::EncodeError;
use super::file::{Bytes, assemble};
use crate::board::SymmetryUse;
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use std::ops::RangeInclusive;
use std::path::Path;

impl WinningSet {
    /// Finds the winning positions of a problem by a sweep. A problem for the fewest pegs names no finish,
    /// and nothing wins.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, a level is too large for the file, or the control stops
    /// it.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<WinningSet, SweepError> {
        control.ended(options.engine(problem.board()).run(Find {
            problem,
            options,
            control,
        }))
    }

    /// The set of a task whose winning codes are known, by pegs and ascending.
    ///
    /// Levels that a set does not keep are left out.
    pub(super) fn of_levels<B: Bits>(
        task: &SweepTask<B>,
        levels: Vec<Vec<B>>,
        part: Part<'_>,
    ) -> Result<WinningSet, EncodeError> {
        let kept = task.kept_pegs();
        let levels = levels.into_iter().enumerate();
        let levels = levels.filter(|(pegs, level)| kept.contains(pegs) && !level.is_empty());
        let bytes = Bytes::Owned(assemble(task, levels.collect(), part)?);
        let set = WinningSet::read(bytes, task.board(), Path::new("(memory)"));
        Ok(set.expect("what was just written can be read"))
    }
}

impl From<EncodeError> for SweepError {
    fn from(error: EncodeError) -> SweepError {
        match error {
            EncodeError::Stopped(limit) => limit.into(),
            EncodeError::TooLong { count } => SweepError::LevelTooLarge { positions: count },
        }
    }
}

impl<B: Bits> SweepTask<B> {
    /// The numbers of pegs of which a set keeps the positions.
    ///
    /// A complement problem's winning positions are each other's complements, and so the levels above half
    /// the holes are left out: `W_n` is the complement of `W_(N-n)`, for a line from the start `S` to `x`
    /// is, backwards and complemented, a line from the complement of `x` to that of `S`, which is the
    /// finish.
    fn kept_pegs(&self) -> RangeInclusive<usize> {
        let holes = self.board().hole_count();
        0..=if self.is_complement() {
            holes / 2
        } else {
            holes
        }
    }
}

struct Find<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for Find<'_> {
    type Output = Result<WinningSet, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = SweepTask::of_problem(engine, self.problem, SymmetryUse::Classes);
        let part = SweepPart {
            part: Part::whole(self.control),
            share: 0.5,
        };
        let (positions, rest) = Positions::winning(engine, task, self.options, part)?;
        let task = positions.task();
        let levels = positions.codes(
            PositionSet::Winning,
            task.kept_pegs(),
            None,
            rest.part(0.0, 0.6),
        )?;
        Ok(WinningSet::of_levels(task, levels, rest.part(0.6, 1.0))?)
    }
}
