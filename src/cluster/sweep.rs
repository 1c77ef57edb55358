//! Sweeps by a cluster.

use super::maker::ClusterMaker;
use super::run::{Assembly, Work};
use super::{ClusterError, ClusterOptions, ClusterSweep};
use crate::control::Control;
use crate::engine::{Bits, Engine, EngineTask};
use crate::sweep::{LevelSizes, ListedSweep, SweepQuestion, SweepTask, listed_levels, task_name};
use std::time::Instant;

/// A sweep that is to be done together.
pub(super) struct SharedSweep<'a> {
    pub(super) question: SweepQuestion<'a>,
    pub(super) options: &'a ClusterOptions,
    pub(super) control: &'a Control<'a>,
}

impl EngineTask for SharedSweep<'_> {
    type Output = Result<ClusterSweep, ClusterError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let SharedSweep {
            question,
            options,
            control,
        } = self;
        let task = question.task(engine);
        let (symmetries, name) = (task.symmetries().to_vec(), task_name(&task));
        let mut assembly = Assembly::new(&name, options, control)?;
        let folder = assembly.folder(name, control)?;
        let began = Instant::now();
        let levels = assembly.work(engine, folder, task, control)?;
        Ok(ClusterSweep {
            levels,
            symmetries,
            elapsed: began.elapsed(),
        })
    }
}

impl<B: Bits> Work<B> for SweepTask<B> {
    type Output = Vec<LevelSizes>;

    fn work(
        &self,
        engine: &Engine<B>,
        maker: &ClusterMaker<'_, B>,
    ) -> Result<Vec<LevelSizes>, ClusterError> {
        let sweep = ListedSweep::new(engine, self, maker);
        let (reached, winning) = (sweep.forward(0)?, sweep.winning_levels()?);
        let losing = sweep.losing_levels(&winning)?;
        Ok(listed_levels(self, &reached, &winning, &losing))
    }
}
