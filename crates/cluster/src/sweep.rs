use super::maker::ClusterMaker;
use super::session::{Session, WorkerTask};
use super::{ClusterError, ClusterOptions};
use pegboard::distributed::{Bits, SharedSweep};
use pegboard::sweep::LevelSizes;
use pegboard::{Board, Control, Position, Problem, Symmetry, SymmetryUse};
use std::time::{Duration, Instant};

/// Level sizes of a game, computed by a cluster. Every process has all of them.
#[derive(Clone, Debug)]
pub struct ClusterSweep {
    levels: Vec<LevelSizes>,
    symmetries: Vec<Symmetry>,
    elapsed: Duration,
}

impl ClusterSweep {
    /// Finds the positions reachable from a start; see [`Sweep::from_start`](pegboard::sweep::Sweep::from_start).
    ///
    /// All workers of this process share the control's memory limit. A limit that stops this process stops all of them.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] if a process is lost, cannot be reached or has another task, if memory or the disk is
    /// full, or if the control of any process stops it.
    pub fn from_start(
        start: &Position,
        symmetry: SymmetryUse,
        options: &ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterSweep, ClusterError> {
        let sweep = SharedSweep::from_start(start, symmetry);
        control.ended(ClusterSweep::run(sweep, options, control))
    }

    /// Finds reachable, winning and just lost positions; see [`Sweep::of_problem`](pegboard::sweep::Sweep::of_problem).
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] as [`from_start`](ClusterSweep::from_start) does.
    pub fn of_problem(
        problem: &Problem,
        symmetry: SymmetryUse,
        options: &ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterSweep, ClusterError> {
        let sweep = SharedSweep::of_problem(problem, symmetry);
        control.ended(ClusterSweep::run(sweep, options, control))
    }

    fn run(
        sweep: SharedSweep,
        options: &ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterSweep, ClusterError> {
        let (name, symmetries) = sweep.name();
        let mut session = Session::new(&name, options, control)?;
        let folder = session.folder(name, control)?;
        let began = Instant::now();
        let levels = session.work(folder, sweep, control)?;
        Ok(ClusterSweep {
            levels,
            symmetries,
            elapsed: began.elapsed(),
        })
    }

    /// Returns the sizes of the nonempty levels, beginning with the start.
    pub fn levels(&self) -> &[LevelSizes] {
        &self.levels
    }

    /// Returns the symmetries that define the classes; the identity comes first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns the duration of the sweep, from the moment when all processes were connected.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }
}

impl WorkerTask for SharedSweep {
    type Output = Vec<LevelSizes>;

    fn board(&self) -> &Board {
        self.board()
    }

    fn run<B: Bits>(&self, maker: &ClusterMaker<'_, B>) -> Result<Vec<LevelSizes>, ClusterError> {
        Ok(self.levels(maker)?)
    }
}
