use super::WinningSet;
use super::elias_fano::EncodeError;
use super::file::{Bytes, assemble};
use crate::board::SymmetryUse;
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use std::ops::RangeInclusive;
use std::path::Path;

impl WinningSet {
    /// Finds the winning positions of a problem by a sweep. A problem that asks for the fewest pegs has no finish, so
    /// its set is empty.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if memory or disk space runs out, a level is too large for the file format, or the
    /// control stops the call.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<WinningSet, SweepError> {
        let engine = options.engine(problem.board());
        control.ended(with_engine!(&engine, |engine| find(
            engine, problem, options, control
        )))
    }

    /// Makes a set from the winning codes of a task, given as an ascending list for each peg count. Drops levels that
    /// the set stores as complements.
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
        Ok(set.expect("the file was just assembled"))
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
    /// Returns the peg counts of the levels that a set stores.
    ///
    /// For a complement problem, `W_n` is the complement of `W_(N-n)`: a line from the start `S` to `x`, played backwards on
    /// complements, is a line from the complement of `x` to the complement of `S`, which is the finish. Therefore the set
    /// stores only levels of at most half the holes.
    pub(super) fn kept_pegs(&self) -> RangeInclusive<usize> {
        let holes = self.board().hole_count();
        0..=if self.is_complement() {
            holes / 2
        } else {
            holes
        }
    }
}

fn find<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<WinningSet, SweepError> {
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    let part = SweepPart {
        part: Part::whole(control),
        share: 0.5,
    };
    let (positions, rest) = Positions::winning(engine, task, options, part)?;
    let task = positions.task();
    let levels = positions.codes(
        PositionSet::Winning,
        task.kept_pegs(),
        None,
        rest.part(0.0, 0.6),
    )?;
    Ok(WinningSet::of_levels(task, levels, rest.part(0.6, 1.0))?)
}
